"""Boards on the workbench: terrain, sides, ways, names painted stroke by stroke, judged hex by hex,
written with the smallest diff, taken back."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalogue, hexes
from engine.boardfile import load_plan, read_plan
from engine.cli import check_file
from engine.drawing import Bank, Drawing, Gate, Name, Paint, Size, Tag, Way
from engine.errors import Problem
from engine.files import Table, as_text, text_of
from engine.format import read_format
from engine.workbench import Bring, Put, Workbench

HEXED = [game for game in catalogue.GAMES if read_format(game).group("terrain")]
BOARDS = [name for game in HEXED for name in catalogue.board_ids(game)]
NIEMEN = "victory-awaits/boards/niemen"


def shipped(name: str) -> str:
    """The text of a board that comes with a game."""
    game, _, rest = name.partition("/")
    file = Path(catalogue.__file__).parents[1] / "scenarios" / game / f"{rest}.toml"
    return text_of(file, name)


def diff(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that only one of two texts has."""
    old, new = before.splitlines(), after.splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


# -- what is opened and not changed ---------------------------------------------------------------
@pytest.mark.parametrize("name", BOARDS)
def test_every_shipped_board_is_opened_and_saved_as_it_was(name: str) -> None:
    bench = Workbench(name)
    assert bench.board_text() == shipped(name)
    plan = load_plan(Path(f"scenarios/{name}.toml"), form=read_format(bench.rules.scenario.game))
    assert read_plan(Table(bench.board, name)).said == plan.said
    assert bench.violations() == []


@pytest.mark.parametrize("game", HEXED)
def test_a_new_board_of_any_size_is_begun_and_played(game: str, tmp_path: Path) -> None:
    style = "A1" if game == "conflict-of-heroes" else "CCRR"
    bench = Workbench.new(game, "Mine", (10, 8), style)
    assert len(bench.rules.scenario.board) == 80
    for number, (side, row) in enumerate(bench.types()[:2]):
        hex = bench.rules.scenario.board.hexes[number * 30]
        bench.do(Bring(side, {"id": bench.fresh("U"), **row}, hex))
    assert bench.violations() == []
    file = tmp_path / "mine.toml"
    file.write_text(bench.text(), "utf-8")
    assert check_file(file) == "a scenario of 2 units on 80 hexes"
    again = Workbench(str(file))
    assert again.state == bench.state
    assert again.text() == bench.text()
    assert again.game().first() is not None


def test_the_rows_of_a_turned_board_are_counted_upwards() -> None:
    bench = Workbench.new("holland44", "Mine", (4, 3), "RRCC")
    assert [row[:2] for row in bench.board["rows"]] == ["03", "02", "01"]
    bench.draw(Paint(("0301",), "woods"))
    assert bench.board["rows"][0] == "03  w . . ."
    assert bench.rules.scenario.board.terrain("0301") == "woods"


@pytest.mark.parametrize("size", [(0, 5), (5, 100), (-1, 1)])
def test_a_board_that_cannot_be_numbered_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(Problem, match="has no numbers") as caught:
        Workbench.new("holland44", "Mine", size)
    assert caught.value.remedy


# -- single strokes -------------------------------------------------------------------------------
STROKES: list[tuple[Drawing, list[str], list[str]]] = [
    (
        Paint(("0101",), "swamp"),
        ['  "01  . . . l D . l . . . L . . l . .",'],
        ['  "01  s . . l D . l . . . L . . l . .",'],
    ),
    (Paint(("0101",), "clear"), [], []),
    (Bank((("0501", 5),), "major-river"), [], []),
    (
        Bank((("0501", 0),), "major-river"),
        ['  "0501 NW SW", "0502 NW SW", "0503 NW SW", "0504 NW SW", "0505 NW SW", "0506 NW SW",'],
        ['  "0501 NW SW N", "0502 NW SW", "0503 NW SW", "0504 NW SW", "0505 NW SW", "0506 NW SW",'],
    ),
    (
        Bank((("0401", 2), ("0501", 4)), "major-river", there=False),
        ['  "0501 NW SW", "0502 NW SW", "0503 NW SW", "0504 NW SW", "0505 NW SW", "0506 NW SW",'],
        ['  "0502 NW SW", "0503 NW SW", "0504 NW SW", "0505 NW SW", "0506 NW SW",'],
    ),
    (Way(("0606", "0506", "0406"), "road"), [], []),
    (Way(("1506", "1606", "1605"), "road"), ['  "1506 1606",'], ['  "1506 1606 1605",']),
    (
        Way(("1407", "1507"), "road", there=False),
        ['  "0907 1007 1107 1207 1307 1407 1507",'],
        ['  "0907 1007 1107 1207 1307 1407",'],
    ),
    (Way(("0101", "0102"), "road"), [], ['  "0101 0102",']),
    (Name("1009", "Lida-on-Dzitva", "town"), ['name = "Lida"'], ['name = "Lida-on-Dzitva"']),
    (Name("1009", ""), ['hex = "1009"', 'name = "Lida"'], []),
    (Tag(("0107",), "axis-source"), [], []),
    (
        Tag(("1602",), "soviet-source", there=False),
        ['  "1602", "1607", "1610",'],
        ['  "1607", "1610",'],
    ),
]


@pytest.mark.parametrize(("stroke", "gone", "come"), STROKES, ids=lambda one: str(one)[:40])
def test_a_stroke_changes_the_line_it_is_about(
    stroke: Drawing, gone: list[str], come: list[str]
) -> None:
    bench = Workbench(NIEMEN)
    bench.draw(stroke)
    assert diff(shipped(NIEMEN), bench.board_text()) == (gone, come)
    bench.undo()
    assert bench.board_text() == shipped(NIEMEN)


def test_a_terrain_that_a_board_has_not_had_gets_a_letter() -> None:
    bench = Workbench(NIEMEN)
    bench.draw(Paint(("0101",), "mountain"))
    assert 'm = "mountain"' in bench.board_text()
    bench.draw(Paint(("0101",), "clear"))
    assert bench.rules.scenario.board.terrain("0101") == "clear"


def test_an_area_touches_hexes_and_goes_with_them() -> None:
    bench = Workbench("stalingrad42/boards/two-rivers")
    bench.draw(Gate("german-B", "B", ("0110",)))
    assert bench.rules.scenario.board.areas["german-B"].touches == ("0110",)
    bench.draw(Gate("german-B", "B", ()))
    assert "german-B" not in bench.rules.scenario.board.areas
    assert bench.board_text() == shipped(bench.name)


@pytest.mark.parametrize("name", ["stalingrad42/boards/two-rivers", "holland44/boards/two-banks"])
def test_a_board_grows_and_what_is_cut_off_goes_with_all_that_was_said_of_it(name: str) -> None:
    bench = Workbench(name)
    before = bench.rules.scenario.board
    wide = max(hexes.column_row(cell)[0] for cell in before.cells)
    high = max(hexes.column_row(cell)[1] for cell in before.cells)
    bench.draw(Size(wide + 2, high + 3))
    assert len(bench.rules.scenario.board) == (wide + 2) * (high + 3)
    bench.draw(Size(wide, high))
    again = bench.rules.scenario.board
    assert (again.terrain_at, again.side_at, again.link_at) == (
        before.terrain_at, before.side_at, before.link_at,
    )  # fmt: skip
    assert bench.board_text() == shipped(name)
    bench.draw(Size(6, 5))
    small = bench.rules.scenario.board
    assert len(small) == 30
    assert all(place.hex in small for place in small.places)
    for a in small.hexes:
        for b in small.neighbours(a):
            assert (small.link(a, b), small.side(a, b)) == (before.link(a, b), before.side(a, b))
    assert Workbench("mine.toml", text=bench.board_text()).rules.scenario.board.side_at == (
        small.side_at
    )


def test_a_start_line_is_drawn_side_by_side_and_what_is_left_to_tag_is_named() -> None:
    bench = Workbench.new("victory-awaits", "Mine", (4, 2))
    bench.draw(Bank((("0201", 3), ("0202", 5)), "start-line"))
    bench.draw(Tag(("0101",), "axis-territory"))
    assert [reason.key for reason in bench.violations()] == ["ava.broken.line"]
    assert all(reason.hexes for reason in bench.violations())


def test_a_turned_board_grows_upwards() -> None:
    bench = Workbench.new("holland44", "Mine", (3, 2), "RRCC")
    bench.draw(Paint(("0203",), "woods"), Size(4, 3))
    assert bench.board["rows"] == ["03  . . . .", "02  . . w .", "01  . . . ."]


def test_strokes_that_are_one_are_taken_back_together() -> None:
    bench = Workbench(NIEMEN)
    swap = Bank((("0501", 5),), "major-river", there=False), Bank((("0501", 5),), "minor-river")
    bench.draw(*swap)
    board = bench.rules.scenario.board
    assert board.side_at[board.index["0501"] * 6 + 5] == {"minor-river"}
    bench.undo()
    assert not bench.can_undo


@pytest.mark.parametrize(
    ("stroke", "what"),
    [
        (Paint(("9999",), "clear"), "hex 9999 is not on the board"),
        (Paint(("0101",), "lava"), "there is no terrain 'lava'"),
        (Bank((("0101", 0),), "styx"), "there is no kind of hexside 'styx'"),
        (Way(("0101", "0303"), "road"), "do not touch"),
        (Way(("0101", "0102"), "canal"), "there is no kind of link 'canal'"),
        (Name("0101", "X", "ruin"), "there is no kind of place 'ruin'"),
        (Tag(("0101",), "drop-A2"), "there is no tag 'drop-A2'"),
        (Gate("german-B", "B", ("0101",)), "there is no area 'german-B'"),
    ],
)
def test_what_the_format_cannot_say_is_refused_and_nothing_has_changed(
    stroke: Drawing, what: str
) -> None:
    bench = Workbench(NIEMEN)
    with pytest.raises(Problem, match=what) as caught:
        bench.draw(stroke)
    assert caught.value.remedy
    assert (bench.board_text(), bench.can_undo) == (shipped(NIEMEN), False)


# -- boards under positions -----------------------------------------------------------------------
def test_a_scenario_says_its_board_itself_once_it_is_painted() -> None:
    bench = Workbench("conflict-of-heroes/crossroads")
    before, comment = bench.text(), "# A firefight of our own, for what section 1"
    bench.draw(Paint(("A1",), "swamp"))
    assert bench.text().startswith(comment)
    assert tomllib.loads(bench.text())["board"]["rows"][0] == "01  a . . . . . . . . . . ."
    assert diff(before, bench.text())[0] == ['board = "farm"']
    gone, come = diff(shipped("conflict-of-heroes/boards/farm"), bench.board_text())
    assert gone == ['  "01  . . . . . . . . . . . .",']
    assert come == ['  "01  a . . . . . . . . . . .",', 'a = "swamp"']
    bench.undo()
    assert bench.text() == before


def test_a_board_in_a_scenario_is_painted_and_only_its_line_changes() -> None:
    bench = Workbench("holland44/first-span")
    before = bench.text()
    bench.draw(Paint(("0101", "0103"), "woods"))
    assert len(diff(before, bench.text())[0]) == 2
    bench.do(Put("a1", "0101"))
    assert bench.state.position.place("a1") == "0101"


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("conflict-of-heroes/drills/two-boards", "several maps"),
        ("pavlovs-house/three-turns", "always the same"),
    ],
)
def test_a_board_that_cannot_be_painted_says_why(name: str, what: str) -> None:
    bench = Workbench(name)
    with pytest.raises(Problem, match=what) as caught:
        bench.draw(Paint(("0101",), "clear"))
    assert caught.value.remedy


# -- what a board has against itself --------------------------------------------------------------
FAULTS: list[tuple[str, list[Drawing], str, tuple[str, ...]]] = [
    (NIEMEN, [Paint(("0206",), "lake")], "board.broken.way", ("0206",)),
    (
        NIEMEN,
        [Paint(("0101",), "sea"), Name("0101", "Atlantis", "town")],
        "board.broken.place",
        ("0101",),
    ),
    (
        "holland44/boards/two-banks",
        [Bank((("0101", 3),), "ferry")],
        "board.broken.ferry",
        ("0101", "0102"),
    ),
]


def test_a_unit_where_nobody_goes_is_told_at_its_hex() -> None:
    bench = Workbench("stalingrad42/steppe-ride")
    hex = bench.state.position.place("p1")
    bench.draw(Paint((hex,), "sea"))
    assert [(r.key, r.hexes, r.units) for r in bench.violations()] == [
        ("board.broken.way", (hex,), ()),
        ("board.broken.unit", (hex,), ("p1",)),
    ][::-1]


@pytest.mark.parametrize(("name", "strokes", "key", "at"), FAULTS, ids=lambda one: str(one)[:20])
def test_what_a_board_has_against_itself_is_told_at_its_hexes(
    name: str, strokes: list[Drawing], key: str, at: tuple[str, ...], tmp_path: Path
) -> None:
    bench = Workbench(name)
    bench.draw(*strokes)
    (found,) = bench.violations()
    assert (found.key, found.hexes) == (key, at)
    for text in (bench.text(), bench.board_text()):
        file = tmp_path / "mine.toml"
        file.write_text(text, "utf-8")
        with pytest.raises(Problem, match=f"hex {at[0]}") as caught:
            check_file(file)
        assert caught.value.remedy


# -- by chance ------------------------------------------------------------------------------------
def stroke_by_chance(bench: Workbench, random: Random) -> Drawing:
    """Any stroke on a board, sensible or not."""
    board, form = bench.rules.scenario.board, read_format(bench.rules.scenario.game)

    def one(group: str) -> str:
        return random.choice([n for n in form.group(group) if "*" not in n and "[" not in n])

    some = tuple(random.choice(board.hexes) for _ in range(3))
    way = [some[0]]
    for _ in range(random.randrange(1, 6)):
        way.append(random.choice(list(board.neighbours(way[-1]))))
    sides = tuple((hex, random.randrange(6)) for hex in some)
    there = random.random() < 0.6
    kinds: list[Callable[[], Drawing]] = [
        lambda: Paint(some, one("terrain")),
        lambda: Bank(sides, one("sides"), there),
        lambda: Way(tuple(way), one("links"), there),
        lambda: Name(some[0], random.choice(["Here", "Öd \" '", ""]), one("places")),
        lambda: Tag(some, one("tags"), there),
    ]
    return random.choice(kinds)()


@pytest.mark.parametrize("name", ["holland44/boards/two-banks", NIEMEN, "conflict-of-heroes/ridge"])
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000))
def test_strokes_by_chance_are_written_read_and_taken_back(name: str, seed: int) -> None:
    random, bench = Random(seed), Workbench(name)
    first, begun = as_text(bench.said), (bench.text(), bench.board_text())
    for _ in range(8):
        try:
            bench.draw(stroke_by_chance(bench, random))
        except Problem:
            continue
    again = Workbench("mine.toml", text=bench.board_text())
    assert as_text(again.board) == as_text(bench.board)
    assert again.rules.scenario.board.side_at == bench.rules.scenario.board.side_at
    whole = Workbench("mine.toml", text=bench.text()) if bench.can_undo else bench
    assert whole.rules.scenario.fingerprint == bench.rules.scenario.fingerprint
    while bench.undo():
        pass
    assert (as_text(bench.said), (bench.text(), bench.board_text())) == (first, begun)


@settings(max_examples=30)
@given(st.data())
def test_ways_and_banks_hold_what_was_drawn_however_they_are_listed(data: Any) -> None:
    """The same set of steps and sides, kept beside the bench as a plain set."""
    bench = Workbench.new("holland44", "Mine", (5, 4))
    board = bench.rules.scenario.board
    ways: set[frozenset[str]] = set()
    sides: set[tuple[int, int]] = set()
    for _ in range(data.draw(st.integers(1, 6))):
        way = [data.draw(st.sampled_from(board.hexes))]
        for _ in range(data.draw(st.integers(1, 5))):
            way.append(data.draw(st.sampled_from(list(board.neighbours(way[-1])))))
        there = data.draw(st.booleans())
        bench.draw(Way(tuple(way), "road", there))
        steps = {frozenset(step) for step in pairwise(way)}
        ways = ways | steps if there else ways - steps
        slots = [(board.index[hex], data.draw(st.integers(0, 5))) for hex in way]
        bench.draw(Bank(tuple((board.hexes[n], d) for n, d in slots), "canal", there))
        for n, d in slots:
            other = board.neighbour_at[n * 6 + d]
            both = {(n, d), *([(other, hexes.opposite(d))] if other >= 0 else [])}
            sides = sides | both if there else sides - both
    now = bench.rules.scenario.board
    pairs = ((a, b) for a in now.hexes for b in now.neighbours(a))
    assert {frozenset(pair) for pair in pairs if now.link(*pair)} == ways
    assert {divmod(slot, 6) for slot, kinds in enumerate(now.side_at) if kinds} == sides
    listed = bench.board.get("sides", {}).get("canal", [])
    assert len({text.split()[0] for text in listed}) == len(listed)
