"""Chapter 4: who is set up where, and what a scenario's file may say of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import Seeded
from engine.errors import Problem
from engine.game import Game
from tests.engine.sketch import hq, read, scenario_data, unit
from tests.engine.victory_awaits.field import (
    AXIS_MEN,
    SOVIET_MEN,
    do,
    field,
    owed,
    place,
    rules_for,
    sound,
    why,
)
from tests.marks import rules

DEPLOY = [
    {"side": "soviet", "formation": "8A", "kind": "area", "hexes": ["1523", "1524"]},
    {"side": "soviet", "formation": "11A", "kind": "range", "center": "1923", "range": 1},
    {"side": "axis", "formation": "18A", "kind": "hex", "hexes": ["1123"]},
]


def setting_up() -> Game:
    axis = ["inf 21 box:axis-setup 18A", "inf 61 box:axis-setup 18A", "hq 18A 1122"]
    soviet = [
        f"rifle {n} box:soviet-setup {f}"
        for n, f in (("1R", "8A"), ("2R", "8A"), ("3R", "11A"), ("4R", "11A"), ("5R", "11A"))
    ]
    return field(axis, soviet, chits=["18A"], deploy=DEPLOY)


@rules("victory-awaits", "4.0")
def test_the_soviets_set_up_first_each_formation_in_its_zone() -> None:
    game = setting_up()
    assert owed(game) == ("soviet", "ava.setup")
    assert why(game, "place", unit="1R", hex="1923") == {("4.0", "ava.setup.outside")}
    assert why(game, "place", unit="21", hex="1123") == {("4.0", "ava.setup.not-yours")}
    assert why(game, "end") == {("4.0", "ava.setup.waiting"), ("4.0", "ava.setup.empty")}
    do(game, "place", unit="1R", hex="1523")
    assert why(game, "place", unit="2R", hex="1523") == {("4.0", "ava.setup.every-hex")}
    assert why(game, "place", unit="1R", hex="1523") == {("4.0", "ava.setup.there-already")}
    do(game, "place", unit="2R", hex="1524")
    do(game, "place", unit="3R", hex="1923")
    do(game, "place", unit="4R", hex="1923")
    assert why(game, "place", unit="5R", hex="1923") == {("4.0", "ava.setup.full")}
    do(game, "place", unit="5R", hex="1922")
    do(game, "place", unit="5R", hex="1924")
    do(game, "end")
    assert owed(game) == ("axis", "ava.setup")
    do(game, "place", unit="21", hex="1123")
    do(game, "place", unit="61", hex="1123")
    do(game, "end")
    assert owed(game) == ("axis", "ava.move")
    assert place(game, "5R") == "1924"


@rules("victory-awaits", "4.0")
def test_any_order_of_placing_ends_well() -> None:
    for seed in range(20):
        game = setting_up()
        turn = seed
        while owed(game)[1] == "ava.setup":
            choices = game.choices()
            game.apply(choices[turn % len(choices)])
            turn = turn * 7 + 3
        assert sound(game)


@rules("victory-awaits", "4.0", "6.2")
def test_mistakes_in_a_scenario_name_the_place() -> None:
    for keys, where in (
        ({"chits": ["99A"]}, "chits[0]"),
        ({"chits": ["8A"], "interrupts": {"Manstein": "21A"}}, "interrupts.Manstein"),
        ({"chits": ["8A"], "track": [{"turn": 1, "chits": ["x"]}]}, "track[0].chits[0]"),
        ({"chits": ["8A"], "limits": {"fortress_hex": 3}}, "limits.fortress_hex"),
        ({"chits": ["8A"], "deploy": [{"side": "red", "kind": "hex"}]}, "deploy[0].side"),
        ({"chits": ["8A"], "sources": {"blue": []}}, "sources.blue"),
        ({"chits": ["8A"], "start": {"segment": "tea"}}, "start.segment"),
    ):
        with pytest.raises(Problem) as caught:
            rules_for(AXIS_MEN, SOVIET_MEN, **keys)
        assert caught.value.place == where
        assert caught.value.remedy


def two_sides(rows: list[str], *zones: dict[str, Any], axis: Any = (), soviet: Any = ()) -> Game:
    """A set-up on a sketched board whose first two columns lie west of the start line."""
    west = [f"{c:02d}{r:02d}" for c in (1, 2) for r in range(1, len(rows) + 1)]
    data = scenario_data(
        rows,
        axis,
        soviet,
        start={},
        axis_territory=west,
        scenario={"chits": ["h"], "deploy": list(zones)},
    )
    return Game(read(data), Seeded(1))


HEAD = {**hq("h", "0101"), "formation": "A"}


def placing(game: Game, unit: str) -> set[str]:
    return {a["hex"] for a in game.choices(unit=unit) if a.kind == "place"}


@rules("victory-awaits", "4.0", "TEC", "2.1")
def test_a_range_ends_at_water_and_at_the_start_line() -> None:
    zone = {"side": "soviet", "formation": "8A", "kind": "range", "center": "0302", "range": 1}
    man = {**unit("r", None, formation="8A"), "box": "soviet-setup"}
    game = two_sides([". . . w", ". . . .", ". . . ."], zone, axis=[HEAD], soviet=[man])
    assert placing(game, "r") == {"0301", "0302", "0303", "0402", "0403"}
    assert why(game, "place", unit="r", hex="0202") == {("4.0", "ava.setup.start-line")}
    assert why(game, "place", unit="r", hex="0401") == {("4.0", "ava.setup.closed")}
    assert why(game, "place", unit="r", hex="0103") >= {("4.0", "ava.setup.start-line")}
    do(game, "place", unit="r", hex="0403")
    assert sound(game)


@rules("victory-awaits", "4.0", "2.1")
def test_the_axis_stays_behind_the_start_line_too() -> None:
    zone = {"side": "axis", "formation": "A", "kind": "range", "center": "0201", "range": 1}
    man = {**unit("a", None, formation="A"), "box": "axis-setup"}
    game = two_sides([". . . .", ". . . ."], zone, axis=[HEAD, man], soviet=[unit("r", "0401")])
    do(game, "end")
    assert placing(game, "a") == {"0101", "0201", "0202"}
    assert why(game, "place", unit="a", hex="0301") == {("4.0", "ava.setup.start-line")}


@rules("victory-awaits", "4.0")
def test_a_headquarters_on_its_printed_hex_stays_there() -> None:
    zone = {"side": "axis", "formation": "A", "kind": "area", "hexes": ["0101", "0102"]}
    man = {**unit("a", None, formation="A"), "box": "axis-setup"}
    game = two_sides([". . . .", ". . . ."], zone, axis=[HEAD, man], soviet=[unit("r", "0401")])
    do(game, "end")
    for hex in ("0101", "0102", "0202", "0301"):
        # What is said of zones is for those who are set up in one.
        assert why(game, "place", unit="h", hex=hex) == {("4.0", "ava.setup.not-waiting")}
    assert placing(game, "h") == set()
    assert placing(game, "a") == {"0102"}, "the HQ's hex is occupied, the other must be"


@rules("victory-awaits", "4.0")
def test_a_hex_bound_to_a_headquarters_takes_it_and_it_alone_must_go_there() -> None:
    zones = (
        {"side": "axis", "kind": "hq", "hq": "h", "hexes": ["0101"]},
        {"side": "axis", "formation": "A", "kind": "area", "hexes": ["0101", "0102"]},
    )
    men = [{**unit(n, None, formation="A"), "box": "axis-setup"} for n in ("a", "b")]
    head = {**hq("h", None), "formation": "A", "box": "axis-setup"}
    game = two_sides([". . . .", ". . . ."], *zones, axis=[head, *men], soviet=[unit("r", "0401")])
    do(game, "end")
    assert placing(game, "h") == {"0101"}
    assert why(game, "place", unit="h", hex="0102") == {("4.0", "ava.setup.outside")}
    do(game, "place", unit="a", hex="0101")
    assert why(game, "place", unit="b", hex="0101") == {("4.0", "ava.setup.every-hex")}
    do(game, "place", unit="b", hex="0102")
    assert why(game, "end") == {("4.0", "ava.setup.waiting")}
    do(game, "place", unit="h", hex="0101")
    do(game, "end")


@rules("victory-awaits", "4.0", "2.1")
@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("hexes", ["0301"], "beyond the start line"),
        ("hexes", ["0202"], "0202, lake"),
        ("kind", "hq", "'hq' is missing"),
        ("formation", "B", "no unit belongs to 'B'"),
    ],
)
def test_a_zone_that_nobody_could_fill_is_refused(key: str, value: Any, what: str) -> None:
    zone = {"side": "axis", "formation": "A", "kind": "hex", "hexes": ["0101"], key: value}
    with pytest.raises(Problem) as caught:
        two_sides([". . . .", ". w . ."], zone, axis=[HEAD], soviet=[unit("r", "0401")])
    assert what in str(caught.value)


@rules("victory-awaits", "TEC", "3.1", "9.1")
@pytest.mark.parametrize(
    ("axis", "soviet", "rule"),
    [
        ([unit("a", "0202")], [], "TEC"),
        ([], [unit("r", "0102")], "9.1"),
        ([unit(n, "0301") for n in "abc"], [], "3.1"),
        ([unit("a", "0301")], [unit("r", "0301")], "3.1"),
    ],
)
def test_a_position_that_breaks_a_rule_is_read_and_named(axis: Any, soviet: Any, rule: str) -> None:
    game = two_sides([". . . .", ". w . ."], axis=[HEAD, *axis], soviet=soviet)
    assert {reason.rule for reason in game.rules.offences(game.state)} == {rule}


@rules("victory-awaits", "3.4", "16.3")
def test_only_towns_cities_and_sources_are_held_at_the_start() -> None:
    with pytest.raises(Problem) as caught:
        rules_for(["hq 18A 1123"], ["hq 8A 2421"], start={"side": "axis", "holds": ["1224"]})
    assert "hex 1224 is no town, city or Soviet source" in str(caught.value)


@rules("victory-awaits", "2.1")
@pytest.mark.parametrize(
    ("west", "said"), [(["0101"], {"ava.broken.line"}), (["0101", "0201"], set())]
)
def test_start_line_and_territory_say_one_thing_or_it_is_named(west: Any, said: Any) -> None:
    men = [hq("h", "0101")], [unit("r", "0401")]
    data = scenario_data([". . . ."], *men, axis_territory=west, start_line=["0201 SE"])
    rules_ = read(data)
    assert {reason.key for reason in rules_.offences(Game(rules_, Seeded(0)).state)} == said


@rules("victory-awaits", "2.1", "16.3")
@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"scenario": {"sources": {"moscow": ["0401"]}}}, "0401 is a source from Moscow"),
        ({"scenario": {"sources": {"moscow": ["0401"], "soviet": ["0401"]}}}, ""),
    ],
)
def test_sources_say_one_thing(more: dict[str, Any], what: str) -> None:
    data = scenario_data([". . . ."], [hq("h", "0101")], [unit("r", "0401")], **more)
    if not what:
        read(data)
        return
    with pytest.raises(Problem) as caught:
        read(data)
    assert what in str(caught.value)


@rules("victory-awaits", "4.0", "2.1")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_without_a_territory_everybody_sets_up_anywhere_in_the_zone(side: str) -> None:
    zone = {"side": side, "formation": "8A", "kind": "range", "center": "0301", "range": 1}
    man = {**unit("r", None, formation="8A"), "box": f"{side}-setup"}
    men: dict[str, list[Any]] = {"axis": [HEAD], "soviet": [unit("s", "0701")]}
    men[side].append(man)
    data = scenario_data(
        [". . . . . . ."],
        men["axis"],
        men["soviet"],
        start={},
        scenario={"chits": ["h"], "deploy": [zone]},
    )
    game = Game(read(data), Seeded(1))
    if side == "axis":
        do(game, "end")
    assert placing(game, "r") == {"0201", "0301", "0401"}
