"""The format of scenarios: listed, checked where it is read, and no name without a use."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine
import lessons
import scenarios
from engine import catalogue, cli
from engine.errors import Problem
from engine.files import Table, package_file, read
from engine.format import GROUPS, SCENARIO, UNIT, Format, format_of_board, read_format
from engine.scenario import Scenario
from engine.victory_awaits.setup.scenario import bases

GAMES = tuple(catalogue.GAMES)
BOARDED = tuple(game for game in GAMES if game != "pavlovs-house")
SHARED = {"holland44": ("zocbond",), "stalingrad42": ("zocbond",)}
MAPS = {"board", "boards", "mask"}
"""Keys of a scenario that are asked for only where they are needed."""
BOARD = {
    "title": "A board",
    "rows": ["01 . .", "02 . ."],
    "terrain": {".": "clear"},
    "links": {"road": ["0101 0102"]},
    "sides": {"minor-river": ["0101 S"]},
    "tags": {"victory": ["0101"]},
    "place": [{"hex": "0101", "name": "Here", "kind": "town"}],
    "area": [{"id": "german-A", "name": "Home", "touches": ["0101"]}],
}


def packages(game: str) -> tuple[str, ...]:
    """The packages whose code knows a game's names."""
    return (game.replace("-", "_"), *SHARED.get(game, ()))


def relatives(game: str) -> tuple[str, ...]:
    """A game, and the other of its family: the code that they share knows the names of both."""
    return (game, *(other for other in SHARED if game in SHARED and other != game))


def shipped(game: str) -> Iterator[Table]:
    """Every board of a game, on its own or in a scenario."""
    folder = package_file("scenarios", game)
    for shelf in ("boards", *catalogue.SHELVES):
        here = folder / shelf
        for file in here.iterdir() if here.is_dir() else ():
            top = read(file, f"scenarios/{game}/{shelf}/{file.name}")
            board = top.data.get("board")
            if shelf == "boards":
                yield top
            elif isinstance(board, dict):
                yield Table(board, top.file, "board")


@cache
def used(game: str) -> dict[str, set[str]]:
    """The names that shipped boards and scenarios use, by group."""
    found: dict[str, set[str]] = defaultdict(set)
    for board in shipped(game):
        for group in ("sides", "links", "tags"):
            found[group] |= set(board.data.get(group, {}))
        found["terrain"] |= set(board.data.get("terrain", {}).values())
        found["places"] |= {row["kind"] for row in board.data.get("place", [])}
        found["areas"] |= {row["id"] for row in board.data.get("area", [])}
    return found


def trees(game: str) -> Iterator[ast.Module]:
    for package in packages(game):
        for file in sorted((Path(engine.__file__).parent / package).rglob("*.py")):
            yield ast.parse(file.read_text("utf-8"))


@cache
def texts(game: str) -> frozenset[str]:
    """Every text in rules code and tables; of a text with blanks, what stands before the first."""
    found: set[str] = set()
    for tree in trees(game):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.add(
                    "".join(p.value if isinstance(p, ast.Constant) else "*" for p in node.values)
                )
    for package in packages(game):
        for file in (Path(engine.__file__).parent / package).glob("*.toml"):
            if file.name != "format.toml":
                found |= set(re.findall(r"[\w-]+", file.read_text("utf-8")))
    return frozenset(found)


def read_or_used(game: str, group: str, name: str) -> bool:
    """Whether rules code reads a name or a shipped file uses it."""
    known = texts(game) | used(game)[group]
    if "*" not in name:
        return name in known or any("*" in k and len(k) > 2 and fnmatchcase(name, k) for k in known)
    before = name.split("*")[0]
    return any(fnmatchcase(k, name) or k == before for k in known)


@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_the_format_is_read_by_rules_code_or_used_by_a_file(game: str) -> None:
    form = read_format(game)
    for group in GROUPS:
        for name in form.group(group):
            assert read_or_used(game, group, name), f"{game}: nothing reads the {group} '{name}'"


FILLED = "a box that is empty when a game begins: the rules fill it"
CHOSEN = "players choose it before the game (3.01, 21.3); a firefight does not"
UNUSED = {
    "victory-awaits boxes": {"axis-eliminated": FILLED, "withdrawn": FILLED},
    "holland44 boxes": {"destroyed-german": FILLED, "out-of-play": FILLED},
    "stalingrad42 boxes": {"removed": FILLED, "unseen": FILLED},
    "conflict-of-heroes boxes": {"lost": FILLED},
    "conflict-of-heroes switches": dict.fromkeys(
        ("random-ap", "german-cap-1", "german-cap-2", "soviet-cap-1", "soviet-cap-2"), CHOSEN
    ),
}
"""Names that no shipped file needs, and why."""
BY_SIDE = {"german", "soviet", "romanian", "axis", "allied"}
"""Of a table by side one side is enough."""


class Noting(Format):
    """A format that keeps what it was asked for: the group and the name as it is listed."""

    def knows(self, group: str, name: str) -> bool:
        known = self.group(group)
        fits = [k for k, n in known.items() if n.family and fnmatchcase(name, n.name)]
        NOTED[self.game].update((group, n) for n in ([name] if name in known else fits))
        return super().knows(group, name)


NOTED: dict[str, set[tuple[str, str]]] = defaultdict(set)


@cache
def in_use(game: str) -> set[tuple[str, str]]:
    """Every name, with its group, that a shipped scenario, board, drill or example uses."""
    form, folder = Noting(game, read_format(game).names), package_file("scenarios", game)
    for shelf in ("boards", *catalogue.SHELVES):
        here = folder / shelf
        for file in here.iterdir() if here.is_dir() else ():
            top = read(file, file.name)
            data = {"board": top.data} if shelf == "boards" else top.data
            note_all(form, Table(data, top.file))
    for base in bases().values() if game == "victory-awaits" else ():
        note_all(form, Table(base, "standalone.toml"))
    return NOTED[game]


def note_all(form: Format, top: Table) -> None:
    """Look up every name of a scenario: its keys, its board's, its boxes, switches and sheets."""
    form.check_keys(top)
    if isinstance(top.data.get("board"), dict):
        form.check_board(top.table("board"))
    for switch in top.data.get("rules", {}):
        form.knows("switches", switch)
    for sheet in top.data.get("boards", []):
        form.knows("tags", sheet.get("tag", ""))
    for side in top.data.get("side", []):
        for unit in side.get("units", []):
            form.knows("boxes", unit.get("box", ""))


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_actions_is_one_that_rules_code_reads(game: str) -> None:
    code = Path(engine.__file__).parent.rglob("*.py")
    read_there = "".join(file.read_text("utf-8") for file in code)
    for word in read_format(game).group("words"):
        files = [f for top in (scenarios, lessons) for f in Path(top.__path__[0]).rglob("*.toml")]
        shipped = (f.read_text("utf-8") for f in files if game in f.parts)
        assert f'"{word}"' in read_there or any(f'"{word}"' in text for text in shipped)


@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_the_format_is_used_by_a_shipped_file(game: str) -> None:
    """A name of its own in a file of the game; one of all games or of both '4x games in any."""
    own = read(package_file("engine", game.replace("-", "_"), "format.toml")).data
    everywhere = set().union(*map(in_use, GAMES))
    for group, names in read_format(game).names.items():
        for name in names if group != "words" else ():
            used_here = in_use(game) if name in own.get(group, {}) else everywhere
            sides = BY_SIDE if name in BY_SIDE else {name}
            used = any((group, one) in used_here for one in sides)
            # what owners of printed maps write stands in no file of ours
            excused = name in UNUSED.get(f"{game} {group}", {}) or "corrections" in (group, name)
            assert used != excused, f"{game}: no shipped file uses [{group}] {name}"


def asked(game: str) -> Iterator[tuple[str, str]]:
    """Tags, links and sides that rules code asks a board for: (group, name or family)."""
    for tree in trees(game):
        named = {
            target.id: node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }

        def value(node: ast.expr, named: dict[str, Any] = named) -> str:
            if isinstance(node, ast.Constant):
                return str(node.value)
            if isinstance(node, ast.Name):
                return str(named.get(node.id, ""))
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                return f"{node.values[0].value}*"
            return ""

        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "tagged"
                and len(node.args) == 1
            ):
                yield "tags", value(node.args[0])
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
                right = node.comparators[0]
                if isinstance(right, ast.Call) and isinstance(right.func, ast.Attribute):
                    group = {"side": "sides", "link": "links"}.get(right.func.attr)
                    if group:
                        yield group, value(node.left)


@pytest.mark.parametrize("game", BOARDED)
def test_every_name_that_rules_code_asks_for_is_in_the_format(game: str) -> None:
    forms = [read_format(one) for one in relatives(game)]
    found = {(group, name) for group, name in asked(game) if name}
    assert found
    for group, name in found:
        families = [n.replace("*", "") for form in forms for n in form.group(group) if "*" in n]
        known = any(form.knows(group, name) for form in forms)
        fits = known or ("*" in name and name.rstrip("*") in families)
        assert fits, f"{game}: rules code asks for the {group} '{name}'"


@pytest.mark.parametrize("game", GAMES)
def test_terrain_boxes_and_switches_are_those_of_the_rules(game: str) -> None:
    form, kit = read_format(game), catalogue.game_info(game).kit()
    assert set(form.group("switches")) == set(kit.SWITCHES)
    for name in catalogue.scenario_ids(game):
        rules: Any = catalogue.rules_of(name)
        scenario: Scenario = rules.scenario
        if game != "pavlovs-house":
            assert set(form.group("terrain")) == set(rules.charts["terrain"].rows)
            for box in scenario.boxes:
                assert form.knows("boxes", box) or form.knows("areas", box), box


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_that_a_name_serves_is_in_the_rulebook(game: str) -> None:
    known = catalogue.game_info(game).rulebook.rules
    for group, names in read_format(game).names.items():
        for name in names.values():
            assert not name.rule or name.rule in known, f"{game} {group}.{name.name}: {name.rule}"
            assert name.about, f"{game} {group}.{name.name} has no meaning"


def keys_read(game: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """The keys that reading a game's files asks for, by table."""
    found: dict[str, set[str]] = defaultdict(set)
    need, skip = Table.need, Table._skip

    def note(table: Table, key: str) -> None:
        if table.file.startswith(f"scenarios/{game}/") and "/boards/" not in table.file:
            found[re.sub(r"\[\d+\]", "", table.place)].add(key)

    def noting_need(self: Table, key: str, kind: Any) -> Any:
        note(self, key)
        return need(self, key, kind)

    def noting_skip(self: Table, key: str, default: Any) -> Any:
        note(self, key)
        return skip(self, key, default)

    monkeypatch.setattr(Table, "need", noting_need)
    monkeypatch.setattr(Table, "_skip", noting_skip)
    for shelf in catalogue.SHELVES:
        for name in catalogue.scenario_ids(game, shelf):
            catalogue.rules_of(name)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_key_that_is_read_is_listed_and_every_key_listed_is_read(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    form, asked = read_format(game), keys_read(game, monkeypatch)
    for group, place in (
        (SCENARIO, ""),
        ("side", "side"),
        (UNIT, "side.units"),
        ("start", "start"),
    ):
        names = form.group(group)
        listed = {name for name in names if "*" not in name}
        asked[place] |= listed & MAPS
        asked[place] -= {
            name for one in relatives(game)[1:] for name in read_format(one).group(group)
        } - listed
        assert listed == {k for k in asked[place] if not any("*" in n and n != k for n in names)}, (
            f"{game}: the keys of [{group}]"
        )


# ------------------------------------------------------------------ what is checked


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"links": {"raod": []}},
            "links.raod: there is no kind of link 'raod'. Did you mean 'road'?",
        ),
        ({"sides": {"minor-rivr": []}}, "sides.minor-rivr: there is no kind of hexside"),
        (
            {"tags": {"victroy": []}},
            "tags.victroy: there is no tag 'victroy'. Did you mean 'victory'",
        ),
        ({"terrain": {".": "claer"}}, "there is no terrain 'claer'. Did you mean 'clear'?"),
        (
            {"place": [{"hex": "0101", "name": "Here", "kind": "twon"}]},
            "place[0].kind: there is no kind of place 'twon'. Did you mean 'town'?",
        ),
        (
            {"area": [{"id": "germn-A", "name": "Home", "touches": []}]},
            "area[0].id: there is no area 'germn-A'",
        ),
    ],
)
def test_an_unknown_name_on_a_board_is_told_with_its_place_and_the_nearest(
    change: dict[str, Any], says: str
) -> None:
    form = read_format("holland44")
    form.check_board(Table(BOARD, "b.toml"))
    with pytest.raises(Problem) as caught:
        form.check_board(Table({**BOARD, **change}, "b.toml"))
    assert str(caught.value).startswith("b.toml, ")
    assert says in str(caught.value)


@pytest.mark.parametrize("game", BOARDED)
@pytest.mark.parametrize("group", ["sides", "links", "tags"])
def test_a_misspelt_name_in_a_shipped_board_is_refused(game: str, group: str) -> None:
    form = read_format(game)
    board = next(b for b in shipped(game) if b.data.get(group))
    name, *rest = board.data[group]
    wrong = {f"{name}x": board.data[group][name], **{n: board.data[group][n] for n in rest}}
    if form.knows(group, f"{name}x"):
        wrong = {"nosuch": []}
    with pytest.raises(Problem, match="there is no"):
        form.check_board(Table({**board.data, group: wrong}, board.file))


@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_key_of_a_scenario_is_refused(game: str) -> None:
    form = read_format(game)
    name = catalogue.scenario_ids(game)[0]
    top = catalogue.open_scenario(name)[1]
    form.check_keys(top)
    for change in ({"titel": "x"}, {"start": {"trun": 1}}, {"rules": {}, "sied": []}):
        with pytest.raises(Problem, match="unknown key"):
            form.check_keys(Table({**top.data, **change}, top.file))


def test_a_board_on_its_own_is_read_as_that_of_its_game() -> None:
    games = catalogue.GAMES
    for game in BOARDED:
        for board in shipped(game):
            alone = format_of_board(Table(board.data, "mine.toml"), games)
            alone.check_board(Table(board.data, "mine.toml"))
            if "/boards/" in board.file:
                assert format_of_board(board, games).game == game


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("holland44/drills/barrage", 'side = "', 'side = "x', "start.side: there is no side"),
        ("conflict-of-heroes/play/crossroads", 'id = "S1"', 'id = ""', "a unit has no id"),
    ],
)
def test_what_would_break_in_play_is_told_by_check(
    name: str, old: str, new: str, says: str, tmp_path: Path
) -> None:
    text = Path(str(package_file("scenarios", *f"{name}.toml".split("/")))).read_text("utf-8")
    assert old in text
    (tmp_path / "mine.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(Problem) as caught:
        cli.check_file(tmp_path / "mine.toml")
    assert says in str(caught.value)


# ------------------------------------------------------------------ what is printed


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert cli.main(["check", *args]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_the_format_is_printed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "--help-format", game)
    data = json.loads(printed(capsys, "--help-format", game, "--json"))
    form: Format = read_format(game)
    assert set(data) == set(form.names)
    for group, names in form.names.items():
        assert f"[{group}]" in page
        assert set(data[group]) == set(names)
        for name in names.values():
            assert name.about in page


def test_an_unknown_game_or_nothing_to_check_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "--help-format", "holand44"]) == cli.BAD_INPUT
    assert "Did you mean 'holland44'?" in capsys.readouterr().err
    assert cli.main(["check"]) == cli.BAD_INPUT
    assert "nothing to check" in capsys.readouterr().err
