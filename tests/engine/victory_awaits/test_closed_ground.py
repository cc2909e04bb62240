"""TEC and 2.1: hexsides and hexes that are closed, for everything that goes from hex to hex."""

from __future__ import annotations

from typing import Any

import pytest

from engine.catalogue import load
from engine.chance import Scripted, Seeded
from engine.game import Game
from engine.values import Action
from engine.victory_awaits.combat.retreat import Retreat
from tests.engine.sketch import between, hq, sketch, unit
from tests.engine.victory_awaits.field import do, move, why
from tests.marks import rules

ROW = [". . . . . . ."]
SIDES = pytest.mark.parametrize("kind", ["lake", "prohibited"])
"""The middle of the row is cut between 0301 and 0401."""
CUT = between("0301", "0401")


def keys(game: Game, action: Action) -> set[tuple[str, str]]:
    return {(reason.rule, reason.key) for reason in game.explain(action).reasons}


@SIDES
@rules("victory-awaits", "TEC", "9.1", "9.2", "9.3")
@pytest.mark.parametrize("mode", ["normal", "strategic"])
def test_nobody_moves_over_a_closed_side_not_even_along_a_road(kind: str, mode: str) -> None:
    ways = ["0101 0201 0301 0401 0501"]
    game = sketch(ROW, [unit("a", "0301")], road=ways, rail=ways, **{kind: CUT})
    assert ("TEC", "ava.move.closed") in keys(game, move("a", "0301", "0401", mode=mode))
    assert set(game.query("reach", unit="a", mode=mode)) <= {"0101", "0201", "0301"}
    assert not any(a["path"][-1] >= "0401" for a in game.choices(unit="a"))


@SIDES
@rules("victory-awaits", "TEC", "9.2")
def test_with_all_its_points_a_mountain_division_does_not_cross_it_either(kind: str) -> None:
    game = sketch([". . . M . . ."], [unit("alp", "0301", "mountain")], **{kind: CUT})
    assert "0401" not in game.query("reach", unit="alp")
    assert ("TEC", "ava.move.closed") in keys(game, move("alp", "0301", "0401"))


@SIDES
@rules("victory-awaits", "10.1")
def test_no_attack_goes_over_a_closed_side(kind: str) -> None:
    start = {"side": "axis", "segment": "combat"}
    men = [unit("a", "0301"), unit("b", "0501")]
    game = sketch(ROW, men, [unit("r", "0401", full=[1, 5])], start=start, **{kind: CUT})
    assert game.query("targets") == {"0401": ["b"]}
    assert why(game, "attack", hex="0401", units=["a"]) == {("10.1", "ava.attack.side-closed")}
    assert not why(game, "attack", hex="0401", units=["b"])


@SIDES
@rules("victory-awaits", "10.6")
def test_no_retreat_goes_over_a_closed_side(kind: str) -> None:
    rows = [". . . . . . .", ". . . . . . ."]
    game = sketch(
        rows,
        [unit("a", "0301", full=[9, 5])],
        [unit("r", "0401", reduced=[2, 5]), hq("h", "0701")],
        start={"side": "axis", "segment": "combat"},
        soviet_source=["0701"],
        **{kind: between("0401", "0501")},
    )
    g: Any = game.rules
    state = game.state.push(Retreat("soviet", ("r",), "0401", 1))
    retreat: Any = state.top
    assert [way.path[-1] for way in retreat.paths(g, state, "r").all()] == ["0402"]
    over = retreat.explain(g, state, Action("retreat", unit="r", path=["0401", "0501"]))
    assert ("10.6", "ava.retreat.closed") in {(r.rule, r.key) for r in over.reasons}


@SIDES
@rules("victory-awaits", "10.6")
def test_who_can_retreat_over_a_closed_side_only_is_lost(kind: str) -> None:
    game = sketch(
        ROW,
        [unit("a", "0301", full=[9, 5])],
        [unit("r", "0401"), hq("h", "0701")],
        start={"side": "axis", "segment": "combat"},
        soviet_source=["0701"],
        chance=Scripted.dice([4], then=Seeded(1)),
        **{kind: between("0401", "0501")},
    )
    events = do(game, "attack", hex="0401", units=["a"])
    assert "ava.retreat.none" in events
    assert game.state.position.place("r") == "soviet-available"


@SIDES
@rules("victory-awaits", "10.7")
def test_no_pursuit_goes_over_a_closed_side(kind: str) -> None:
    start = {"side": "axis", "segment": "combat"}
    axis = [unit("a", "0501", "armor", move=8, full=[20, 8])]
    soviet = [unit("r", "0401", full=[1, 5]), hq("h", "0101")]
    game = sketch(
        [". . . . . . .", ". . . . . . ."],
        axis,
        soviet,
        start=start,
        soviet_source=["0101"],
        chance=Scripted.dice([5], then=Seeded(1)),
        **{kind: between("0401", "0301")},
    )
    do(game, "attack", hex="0401", units=["a"])
    while game.decision is not None and game.decision.kind != "ava.pursue":
        game.apply(game.choices()[0])
    ends = {action["path"][-1] for action in game.choices(unit="a")}
    assert {"0401", "0402"} <= ends
    assert "0301" not in ends
    path = ["0501", "0401", "0301"]
    assert ("10.7", "ava.pursue.closed") in why(game, "pursue", unit="a", path=path)


@SIDES
@rules("victory-awaits", "3.3", "12.1")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_no_line_and_no_railway_runs_over_a_closed_side(kind: str, side: str) -> None:
    men = {"axis": [], "soviet": []} | {side: [unit("a", "0501")]}
    source = {f"{side}_source": ["0101"]}
    rail = ["0101 0201 0301 0401 0501"]
    free = sketch(ROW, **men, **source, rail=rail)
    assert free.query("communication", unit="a").exists
    assert "0501" in free.query("railheads", side=side)
    cut = sketch(ROW, **men, **source, rail=rail, **{kind: CUT})
    assert not cut.query("communication", unit="a").exists
    assert cut.query("railheads", side=side) == {"0101", "0201", "0301"}


@SIDES
@rules("victory-awaits", "8.2")
def test_no_command_goes_over_a_closed_side(kind: str) -> None:
    game = sketch(ROW, [hq("h", "0301"), unit("a", "0401")], start={"hq": "h"}, **{kind: CUT})
    assert set(game.query("range", hq="h")) == {"0101", "0201", "0301"}
    why_not = game.query("activation", hq="h")["a"]
    assert (why_not.rule, why_not.key) == ("8.2", "ava.activate.blocked")


@SIDES
@rules("victory-awaits", "3.2")
def test_a_zone_reaches_over_a_closed_side(kind: str) -> None:
    game = sketch(ROW, [unit("a", "0301")], **{kind: CUT})
    assert game.query("zoc", side="axis") == {"0201", "0401"}


@rules("victory-awaits", "TEC")
def test_sea_and_prohibited_ground_of_a_shipped_board_are_closed() -> None:
    game = load("victory-awaits/drills/lake-shore")
    reach = set(game.query("reach", unit="61")) | set(game.query("reach", unit="36M"))
    assert reach
    assert not reach & {"0104", "0604"}
