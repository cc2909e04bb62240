"""What a greedy player likes: enough sense for a learner to have a game against it."""

from __future__ import annotations

from engine.bots import make_bot
from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import fight
from tests.marks import rules

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"


def worth(game: Game, kind: str, **args: object) -> float:
    """How much the side to decide likes an action."""
    assert game.decision
    side = game.decision.side
    return float(game.rules.appeal(game.state, Action(kind, **args), side))  # type: ignore[attr-defined]


@rules("conflict-of-heroes", "13.0")
def test_smoke_is_laid_across_the_enemys_lines_of_sight() -> None:
    game = fight([G, "german-rifles H G3 S", "german-mortar M F1 S"], [S, "soviet-mg T G8 N"])
    across = worth(game, "smoke", unit="M", hex="G6", pay="cap")
    assert across > worth(game, "smoke", unit="M", hex="B6", pay="cap")
    assert across > worth(game, "smoke", unit="M", hex="G9", pay="cap")


@rules("conflict-of-heroes", "12.3")
def test_shells_are_called_on_enemies_and_not_on_friends() -> None:
    game = fight([G], [S, "soviet-mg T G8 N"], cards={"german": ["howitzer-105"]})
    call = {"card": "howitzer-105"}
    assert worth(game, "call", **call, hex="G8") > worth(game, "call", **call, hex="A1") == 0
    assert worth(game, "call", **call, hex="G4") < 0


@rules("conflict-of-heroes", "5.1")
def test_reinforcements_come_in() -> None:
    entry = [{"units": ["R"], "hexes": ["A1"], "round": 1}]
    game = fight([G, "german-rifles R away S"], ["soviet-rifles S P12 N"], entry=entry)
    chosen = make_bot("greedy", 1).choose(game)
    assert (chosen.kind, chosen.get("unit")) == ("enter", "R")


@rules("conflict-of-heroes", "8.1 bogged down", "8.1 command action")
def test_a_card_is_worth_what_it_does() -> None:
    held = {"german": ["bogged-down", "command-action"]}
    game = fight([G], ["soviet-rifles S G5 N"], cards=held)
    bog = {"card": "bogged-down"}
    assert worth(game, "play", **bog, unit="S") > 0 > worth(game, "play", **bog, unit="G")
    order = {"card": "command-action", "unit": "G"}
    fire = worth(game, "play", **order, order="fire", hex="G5")
    assert fire > worth(game, "play", **order, order="turn", facing="N")


@rules("conflict-of-heroes", "10.0")
def test_a_unit_that_is_found_faces_the_enemy() -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-rifles S G7 N hidden"])
    game.apply(Action("move", unit="G", path=["G5"], facing="S", pay="cap"))
    assert make_bot("greedy", 1).choose(game)["facing"] in ("N", "NE", "NW")


@rules("conflict-of-heroes", "9.13", "7.5")
def test_units_hurt_in_one_hex_rally_together() -> None:
    rows = ["german-rifles G E6 S hit=unnerved", "german-rifles H E6 S hit=unnerved"]
    game = fight([*rows, "german-rifles K A1 S hit=unnerved"], ["soviet-rifles S P12 N"])
    groups = {(a["units"], a["pay"]) for a in game.choices() if a.kind == "rally" and "units" in a}
    assert groups == {(("G", "H"), "opportunity"), (("G", "H"), "cap")}
    alone, both = ({"unit": "G", "cap": 0}, {"units": ["G", "H"]})
    assert worth(game, "rally", **both) > worth(game, "rally", **alone)


@rules("conflict-of-heroes", "20.2")
def test_a_plane_strikes_what_it_can_hurt() -> None:
    start = {"ap": {"soviet": 7}, "active": {"soviet": ["P"]}}
    game = fight([G], ["shturmovik P G8 N", "soviet-rifles S A12 N"], turn="soviet", start=start)
    chosen = make_bot("greedy", 1).choose(game)
    assert chosen.kind == "fly"
    assert any(step.startswith("attack G4") for step in chosen["steps"])


@rules("conflict-of-heroes", "9.11", "9.2")
def test_two_who_go_together_are_worth_more_than_one_and_cost_two_to_spend() -> None:
    pair = [G, "german-rifles H H4 S"]
    game = fight(pair, ["soviet-rifles S G9 N"])
    one = worth(game, "move", unit="G", path=["G5"], pay="cap")
    two = {"units": ["G", "H"], "to": ["G5", "H5"]}
    assert worth(game, "move", **two, pay="cap") > one
    spent = worth(game, "move", **two, pay="opportunity")
    assert round(worth(game, "move", **two, pay="ap") - spent, 6) == 0.6


@rules("conflict-of-heroes", "18.4")
def test_nobody_runs_at_wire_that_can_not_be_paid_for() -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    for cap, worse in ((4, True), (9, False)):
        game = fight([G], ["soviet-rifles S G9 N"], cap=(cap, 9), work=wire)
        go = worth(game, "move", unit="G", path=["G5"], pay="cap")
        assert (go == 0.0) is worse
    assert worth(game, "cross") > worth(game, "stay")
