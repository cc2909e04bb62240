"""The workbench: positions changed stroke by stroke, judged, written down and played on from."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalogue
from engine.cli import check_file
from engine.errors import Problem
from engine.files import as_text, text_of
from engine.values import Action
from engine.words import catalogue as words
from engine.workbench import Bring, Mark, Put, Say, Stroke, TakeOff, Workbench
from engine.workbench.strokes import rows
from engine.workbench.writing import rewritten

SHIPPED = [name for shelf in catalogue.SHELVES for name in catalogue.scenario_ids(None, shelf)]
OPENED = {
    "conflict-of-heroes": ("mortars", "trenches"),
    "holland44": ("first-span", "drills/crowd"),
    "pavlovs-house": ("three-turns", "two-together", "drills/last-turn"),
    "stalingrad42": ("steppe-ride", "drills/leaders"),
    "victory-awaits": ("river-line", "smolensk-short", "drills/lake-shore"),
}
"""Of every game a few scenarios: a whole one, a drill, one that lies upon another."""
SOME = [f"{game}/{name}" for game, names in OPENED.items() for name in names]


def lines_changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that only one of two texts has."""
    old, new = before.splitlines(), after.splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


def source(name: str) -> str:
    """The text of a scenario's file."""
    return text_of(*catalogue.find_scenario(name)[1:])


# -- what is opened and not changed ---------------------------------------------------------------
@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_scenario_is_opened_and_saved_as_it_was(name: str) -> None:
    bench = Workbench(name)
    assert bench.text() == source(name)
    assert bench.rules.scenario.fingerprint == catalogue.rules_of(name).scenario.fingerprint


BOARDS = [
    file
    for game in catalogue.GAMES
    for file in sorted((Path(catalogue.__file__).parents[1] / "scenarios" / game).glob("boards/*"))
    if file.suffix == ".toml"
]


@pytest.mark.parametrize("file", BOARDS, ids=lambda file: file.stem)
def test_every_shipped_board_is_written_as_it_was(file: Path) -> None:
    text = file.read_text("utf-8")
    assert rewritten(text, tomllib.loads(text)) == text


# -- single strokes -------------------------------------------------------------------------------
def test_a_counter_is_moved_and_one_line_of_the_file_changes() -> None:
    bench = Workbench("holland44/drills/crowd")
    bench.do(Put("4 Dorset", "0609"))
    assert bench.state.position.place("4 Dorset") == "0609"
    old, new = lines_changed(source(bench.name), bench.text())
    assert old == [line for line in source(bench.name).splitlines() if '"4 Dorset"' in line]
    assert new == [old[0].replace('"0508"', '"0609"')]


def test_a_counter_goes_into_a_box_and_its_row_says_so_in_the_same_place() -> None:
    bench = Workbench("conflict-of-heroes/mortars")
    bench.do(Put("G2", "away"))
    assert bench.state.position.place("G2") == "away"
    assert '  { id = "G2", type = "german-rifles", box = "away", facing = "S" },' in bench.text()


def test_a_counter_is_taken_off_with_all_that_was_said_of_it() -> None:
    bench = Workbench("conflict-of-heroes/mortars")
    bench.do(TakeOff("Z1"))
    assert "Z1" not in bench.state.position
    old, new = lines_changed(source(bench.name), bench.text())
    assert [line.strip()[:9] for line in old] == ["units = [", '{ id = "Z']
    assert new == ['units = ["H1"]']


def test_a_counter_that_was_taken_off_is_at_hand_and_is_brought_back() -> None:
    bench = Workbench("holland44/drills/crowd")
    before = dict(rows(bench.said))
    row = next(row for _, row in rows(bench.said) if row["id"] == "43 RA")
    assert "43 RA" not in [row["id"] for _, row in bench.palette()]
    bench.do(TakeOff("43 RA"))
    side, bare = next(found for found in bench.palette() if found[1]["id"] == "43 RA")
    assert (side, bare) == ("allied", {key: row[key] for key in row if key != "hex"})
    bench.do(Bring(side, bare, "0509"))
    assert dict(rows(bench.said)).keys() == before.keys()
    assert bench.state.position.place("43 RA") == "0509"
    assert lines_changed(source(bench.name), bench.text()) == ([], [])


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_counters_of_other_scenarios_are_at_hand_and_may_be_brought(game: str) -> None:
    bench = Workbench(catalogue.scenario_ids(game)[0])
    here = {row["id"] for _, row in rows(bench.said)}
    found = bench.palette()
    assert found
    assert not here & {row["id"] for _, row in found}
    side, row = found[0]
    place = next(iter(bench.state.position.places()))
    bench.do(Bring(side, row, place))
    assert bench.state.position.place(row["id"]) == place


def test_a_headquarters_brings_its_chit_and_takes_it_along() -> None:
    bench = Workbench.new("victory-awaits", "Mine", (10, 8))
    for number, side in enumerate(("axis", "soviet")):
        row = next(row for s, row in bench.types() if s == side and row["type"] == "army-hq")
        bench.do(Bring(side, {"id": f"HQ{number}", **row}, f"0{number + 1}01"))
    assert (bench.said["chits"], "start" in bench.said) == (["HQ0", "HQ1"], False)
    assert bench.game().decision is not None
    bench.do(TakeOff("HQ1"))
    assert bench.said["chits"] == ["HQ0"]


def test_turn_phase_weather_markers_and_steps_are_changed() -> None:
    bench = Workbench("holland44/drills/crowd")
    for path, value in (
        (("start", "turn"), 4),
        (("start", "side"), "german"),
        (("start", "phase"), "combat"),
        (("start", "sky"), "overcast"),
        (("start", "lost", "Kerutt"), 1),
        (("start", "marks", "Bloch A"), ["disrupted"]),
    ):
        bench.do(Say(path, value))
    state = bench.state
    assert (state.turn, state.lost["Kerutt"]) == (4, 1)
    assert state.has("Bloch A", "disrupted")
    assert bench.game().decision.side == "german"  # type: ignore[union-attr]
    assert tomllib.loads(bench.text())["start"]["sky"] == "overcast"
    bench.do(Say(("start", "lost"), None))
    assert not bench.state.lost


def test_a_counter_shows_something_else() -> None:
    bench = Workbench("conflict-of-heroes/mortars")
    bench.do(Mark("G1", "facing", "NE"))
    bench.do(Mark("G1", "spent", True))
    assert '{ id = "G1", type = "german-rifles", hex = "E1", facing = "NE", spent = true }' in (
        bench.text()
    )
    bench.do(Mark("G1", "spent", None))
    assert "spent" not in bench.text()


# -- what is against the rules --------------------------------------------------------------------
AGAINST: list[tuple[str, list[Stroke], str]] = [
    ("holland44/drills/one-turn", [], ""),
    ("holland44/drills/crowd", [Put("4 Dorset", "0608"), Put("204 RE", "0608")], "zb.broken.stack"),
    ("holland44/drills/crowd", [Put("43 RA", "0604")], "zb.broken.mixed"),
    ("victory-awaits/river-line", [], ""),
    ("pavlovs-house/drills/last-turn", [Put("naumov", "red-2")], "pav.broken.sharing"),
]


@pytest.mark.parametrize(("name", "strokes", "key"), AGAINST)
def test_what_is_against_the_rules_is_named_and_stands(
    name: str, strokes: list[Stroke], key: str
) -> None:
    bench = Workbench(name)
    for stroke in strokes:
        bench.do(stroke)
    found = bench.violations()
    assert {reason.key for reason in found} == ({key} if key else set())
    assert all(reason.key in words() for reason in found)
    assert all(reason.hexes for reason in found)


def test_a_position_against_the_rules_is_saved_opened_and_played(tmp_path: Path) -> None:
    bench = Workbench("victory-awaits/river-line")
    side, row = next(rows(bench.said))
    where = next(r["hex"] for s, r in rows(bench.said) if s != side and "hex" in r)
    bench.do(Put(row["id"], where))
    assert [reason.key for reason in bench.violations()] == ["ava.broken.mixed"]
    file = tmp_path / "position.toml"
    file.write_text(bench.text(), "utf-8")
    again = Workbench(str(file))
    assert again.state == bench.state
    assert again.violations() == bench.violations()
    assert again.game().first() is not None
    with pytest.raises(Problem, match=r"against rule 3\.1"):
        check_file(file)


@pytest.mark.parametrize(
    "stroke",
    [
        Put("nobody", "0604"),
        Put("Kerutt", "9999"),
        TakeOff("nobody"),
        TakeOff("Bloch A Bloch B"),
        Bring("swiss", {"id": "x"}, "0604"),
        Bring("german", {"id": "Kerutt", "kind": "infantry", "full": [1, 1, 1]}, "0604"),
        Mark("Kerutt", "colour", "blue"),
        Mark("Kerutt", "steps", 9),
        Say(("start", "side"), "swiss"),
        Say(("start", "turn"), "four"),
        Say(("title", "deep"), 1),
        Say(("start", "lost", "Kerutt"), 5),
        Say(("weather",), "mud"),
    ],
)
def test_what_the_format_cannot_say_is_refused_and_nothing_has_changed(stroke: Stroke) -> None:
    bench = Workbench("holland44/drills/crowd")
    bench.do(Put("Kerutt", "0503"))
    before = bench.state, bench.text(), bench.can_undo, bench.can_redo
    with pytest.raises(Problem) as caught:
        bench.do(stroke)
    assert caught.value.remedy
    assert (bench.state, bench.text(), bench.can_undo, bench.can_redo) == before


# -- positions upon others ------------------------------------------------------------------------
def test_a_scenario_upon_another_says_only_what_is_its_own() -> None:
    bench = Workbench("victory-awaits/smolensk-short")
    unit = next(row["id"] for _, row in rows(bench.said) if "hex" in row)
    bench.do(Say(("title",), "Ours"))
    old, new = lines_changed(source(bench.name), bench.text())
    assert (len(old), new) == (1, ['title = "Ours"'])
    bench.do(TakeOff(unit))
    assert "base = " in bench.text()
    assert unit not in bench.state.position


def test_what_a_base_says_and_is_not_wanted_is_left_out_by_standing_alone() -> None:
    bench = Workbench("victory-awaits/smolensk-short")
    assert "summary" in bench.said
    bench.do(Say(("limits",), None))
    assert "limits" not in bench.said
    assert "base" not in tomllib.loads(bench.text())


# -- undo and redo --------------------------------------------------------------------------------
def test_a_stroke_after_an_undo_is_the_only_way_on() -> None:
    bench = Workbench("holland44/drills/crowd")
    assert (bench.undo(), bench.redo()) == (False, False)
    bench.do(Put("Kerutt", "0503"))
    assert bench.undo()
    bench.do(Put("Kerutt", "0504"))
    assert not bench.redo()
    assert bench.state.position.place("Kerutt") == "0504"


SCALARS: dict[str, tuple[tuple[tuple[str, ...], tuple[Any, ...]], ...]] = {
    "holland44": (
        (("start", "turn"), (1, 2, 9)),
        (("start", "sky"), ("clear", "cloudy", "overcast", None)),
        (("start", "side"), ("allied", "german")),
        (("start", "phase"), ("movement", "combat", "turn", None)),
    ),
    "stalingrad42": (
        (("start", "turn"), (1, 5)),
        (("start", "weather"), ("clear", "mud", "snow", None)),
        (("start", "side"), ("german", "soviet")),
        (("start", "phase"), ("movement", "combat", None)),
    ),
    "victory-awaits": (
        (("surprise",), (True, False, None)),
        (("start", "segment"), ("movement", "combat", None)),
        (("start", "side"), ("axis", "soviet", None)),
        (("turns", "last"), (3, 9, 1)),
    ),
    "conflict-of-heroes": (
        (("cap", "german"), (0, 9)),
        (("rounds", "last"), (3, 9)),
        (("start", "turn"), ("german", "soviet", None)),
        (("title",), ("é \\ \" '", "x")),
    ),
    "pavlovs-house": (
        (("start", "phase"), ("counters", "actions", "planning", None)),
        (("start", "turn"), (1, 4, None)),
        (("defence", "red"), (3, 6, None)),
        (("tokens", "supply"), ({"medic": 1}, {}, None)),
    ),
}
"""Values that a scenario of a game may be given; what it cannot bear is refused."""


def stroke_by_chance(bench: Workbench, random: Random) -> Stroke:
    """Any stroke, sensible or not."""
    listed = [row["id"] for _, row in rows(bench.said)]
    scenario = bench.rules.scenario
    places = [*scenario.where.values(), *list(scenario.board.hexes)[:40], *sorted(scenario.boxes)]
    kinds: list[Callable[[], Stroke]] = [
        lambda: Say(*_drawn(random, SCALARS[scenario.game])),
        lambda: Bring(*random.choice(bench.palette()), random.choice(places)),
    ]
    if listed:
        kinds += [
            lambda: Put(random.choice(listed), random.choice(places)),
            lambda: Put(random.choice(listed), random.choice(places)),
            lambda: TakeOff(random.choice(listed)),
            lambda: Mark(random.choice(listed), *random.choice(MARKS)),
        ]
    return random.choice(kinds)()


MARKS: list[tuple[str, Any]] = [
    ("steps", 2),
    ("facing", "NE"),
    ("spent", True),
    ("spent", None),
    ("exhausted", True),
    ("name", "another"),
    ("full", [3, 3, 4]),
]


def _drawn(random: Random, known: Any) -> tuple[tuple[str, ...], Any]:
    path, values = random.choice(known)
    return path, random.choice(values)


@pytest.mark.parametrize("name", SOME)
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000))
def test_strokes_by_chance_and_their_undos_end_where_they_began(name: str, seed: int) -> None:
    random, bench = Random(seed), Workbench(name)
    said = [as_text(bench.said)]
    for _ in range(8):
        try:
            bench.do(stroke_by_chance(bench, random))
        except Problem:
            continue
        said.append(as_text(bench.said))
    last = bench.state, bench.rules.scenario.fingerprint
    for past in reversed(said):
        assert as_text(bench.said) == past
        assert bench.undo() == (past is not said[0])
    assert bench.text() == source(name)
    assert bench.rules.scenario.fingerprint == catalogue.rules_of(name).scenario.fingerprint
    while bench.redo():
        pass
    assert (bench.state, bench.rules.scenario.fingerprint) == last


@pytest.mark.parametrize("name", SOME)
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000))
def test_a_position_by_chance_is_written_read_and_asked(
    name: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    random, bench = Random(seed), Workbench(name)
    for _ in range(6):
        try:
            bench.do(stroke_by_chance(bench, random))
        except Problem:
            continue
    text = bench.text()
    file = tmp_path_factory.mktemp("bench") / "position.toml"
    file.write_text(text, "utf-8")
    again = Workbench(str(file))
    assert as_text(again.said) == as_text(bench.said)
    assert again.rules.scenario.fingerprint == bench.rules.scenario.fingerprint
    assert all(reason.key in words() for reason in again.violations())
    comments = [line for line in source(name).splitlines() if line.startswith("#")]
    assert all(comment in text.splitlines() for comment in comments)
    game = again.game()
    begun = game.first()
    assert begun is None or (isinstance(begun, Action) and game.explain(begun).allowed)


# -- the writing of a file, whatever it says ------------------------------------------------------
KEYS = st.sampled_from(["id", "hex", "a", "b c", "d.e", "é", "turn"])
PLAIN = st.one_of(st.integers(-5, 5), st.booleans(), st.text(max_size=4), st.floats(-2, 2))
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(KEYS, inner, max_size=3),
        st.lists(st.dictionaries(KEYS, inner, max_size=3), max_size=4),
    ),
    max_leaves=12,
)
FILE = """# a head
title = "x" # beside it

[start]
# how it begins
turn = 1
marks = { a = ["b"], hex = [] }

[[side]]
id = "one"
units = [
  { id = "A", hex = "01" }, # first
  # the second
  { id = "B", hex = "02" },
]

[[side]]
id = "two"
units = []
"""


@settings(max_examples=200)
@given(
    changes=st.dictionaries(st.sampled_from(["title", "start", "side", "more"]), VALUES),
    gone=st.sets(st.sampled_from(["title", "start", "side"])),
)
def test_a_text_says_what_it_was_made_to_say(changes: dict[str, Any], gone: set[str]) -> None:
    data = {key: value for key, value in tomllib.loads(FILE).items() if key not in gone} | changes
    assert as_text(tomllib.loads(rewritten(FILE, data))) == as_text(data)


@given(st.permutations(["A", "B", "C"]), st.integers(0, 3))
def test_rows_come_and_go_and_the_others_keep_their_lines(order: list[str], most: int) -> None:
    data = tomllib.loads(FILE)
    data["side"][0]["units"] = [{"id": name, "hex": "01"} for name in order[:most]]
    text = rewritten(FILE, data)
    assert as_text(tomllib.loads(text)) == as_text(data)
    assert '# a head\ntitle = "x" # beside it\n' in text
    assert "# how it begins" in text
