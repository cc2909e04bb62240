"""What waits on a way of several hexes, dice of hidden groups, and flight that CAP pay for."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules

FOE = "soviet-rifles S P12 N"
MINE = [{"kind": "mine", "hex": "C4", "colour": "black"}]


@rules("conflict-of-heroes", "18.5", "14.0")
@pytest.mark.parametrize(("dice", "at"), [([3, 4], "C5"), ([6, 6], "lost")])
def test_a_mine_goes_off_under_a_tank_on_its_way(dice: list[int], at: str) -> None:
    # 7 is less than 8: on it rolls; 12 is 4 more: destroyed
    game = fight(["pz3h T C3 S"], [FOE], dice, work=MINE)
    do(game, "move", unit="T", path=["C4", "C5"], facing="S", pay="cap")
    assert game.decision
    assert (game.decision.kind, of(game, "T")["hex"]) == ("coh.mine", "C4")
    do(game, "roll", cap=0)
    assert game.state.position.place("T") == at
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "18.5", "8.1 move 2 hexes")
def test_a_mine_goes_off_under_men_who_run_over_it() -> None:
    held = {"german": ["move-2-hexes"]}
    game = fight(["german-rifles G C3 S"], [FOE], [1, 2], work=MINE, cards=held)
    do(game, "play", card="move-2-hexes", unit="G", path=["C4", "C5"])
    assert game.decision
    assert game.decision.kind == "coh.mine"
    do(game, "roll", cap=0)
    assert of(game, "G")["hex"] == "C5"


@rules("conflict-of-heroes", "14.1", "3.23", "8.1 move 2 hexes")
@pytest.mark.parametrize(("extra", "at"), [(0, "C10"), (1, "C11")])
def test_cap_help_a_tank_that_runs_through_a_swamp(extra: int, at: str) -> None:
    held = {"german": ["move-2-hexes"]}
    game = fight(["pz3h T C9 S"], [FOE], [2, 3], cards=held)
    do(game, "play", card="move-2-hexes", unit="T", path=["C10", "C11"])
    assert game.decision
    assert game.decision.kind == "coh.bog-dice"
    do(game, "roll", target="T", cap=extra)
    assert of(game, "T")["hex"] == at


@rules("conflict-of-heroes", "14.1", "3.23", "10.1", "9.11")
def test_cap_are_listed_for_the_dice_of_hidden_tanks_and_nobody_hears_of_them() -> None:
    tanks = ["pz3h T C9 S hidden", "pz3h U C9 S hidden", "german-rifles G A1 S"]
    go = {"units": ["T", "U"], "to": ["C10", "C10"], "pay": "opportunity"}
    game = fight(tanks, [FOE], [2, 3, 2, 3])
    assert why(game, "move", **go, cap=1) == {("3.23", "coh.dice.each")}
    assert why(game, "move", **go, caps=[1]) == {("9.1", "coh.group.each")}
    assert why(game, "move", **go, caps=[3, 0]) == {("3.23", "coh.dice.limit")}
    assert why(game, "move", **{**go, "to": ["D9", "C10"]}, caps=[1, 0]) == {
        ("3.23", "coh.dice.none")
    }
    assert why(game, "move", **go, openly=True, caps=[1, 0]) == {("3.23", "coh.dice.each")}
    before, move = game.state, Action("move", **go, caps=[1, 0])
    heard = game.query("heard", action=move, side="soviet", viewer="soviet")
    assert "caps" not in heard
    do(game, "move", **go, caps=[1, 0])
    # 5 and 1 CAP: through; 5: stuck
    assert [of(game, u)["bogged"] for u in ("T", "U")] == [False, True]
    assert before.cap["german"] - game.state.cap["german"] == 1
    assert game.decision
    assert game.decision.side == "soviet"


@rules("conflict-of-heroes", "20.0 spent", "3.22")
def test_straight_flight_that_cap_pay_for_leaves_the_right_to_later_ones() -> None:
    game = fight(["stuka P D3 S spent", "german-rifles G F3 S"], [FOE], cap=(2, 2))
    on = {"unit": "P", "steps": ["go D4", "go D5", "go D6", "go D7"]}
    assert (cost(game, "fly", **on), cost(game, "fly", **on, paid=True)) == (0, 1)
    assert any(a.get("paid") for a in game.choices())
    assert ("20.0 spent", "coh.fly.straight") in why(
        game, "fly", **on, paid=True, pay="opportunity"
    )
    do(game, "fly", **on, paid=True, pay="cap")
    do(game, "pass")
    do(game, "fly", unit="P", steps=["go D8", "turn SE"], pay="cap")
    assert (of(game, "P")["facing"], game.state.cap["german"]) == ("SE", 0)
    assert not any(a.get("paid") for a in game.choices())


@rules("conflict-of-heroes", "20.4", "18.6")
def test_the_second_bomb_meets_what_stood_there_before_the_first() -> None:
    bunker = [{"kind": "bunker", "hex": "G7", "facing": "N"}]
    start = {"ap": {"german": 7}, "active": {"german": ["P"]}}
    rows = ["hs129 P G3 S bombs=2"]
    game = fight(
        rows,
        ["soviet-rifles S G7 N inside", FOE.replace("S ", "R ", 1)],
        [6, 6],
        work=bunker,
        start=start,
    )
    do(game, "fly", unit="P", steps=["go G4", "bomb G7 2"], pay="ap")
    first = game.tally(Action("roll", target="S", cap=0))
    do(game, "roll", target="work:bunker", cap=0)
    do(game, "roll", target="S", cap=0)
    second = game.tally(Action("roll", target="S", cap=0))
    assert first
    assert second
    assert second.total == first.total


@rules("conflict-of-heroes", "7.51", "20.0")
def test_a_plane_overhead_does_not_help_a_unit_to_rally() -> None:
    game = fight(["german-rifles G E6 S hit=unnerved", "stuka P E6 S"], [FOE])
    tally = game.query("rally", unit="G")
    assert tally.total == 7
