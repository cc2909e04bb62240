"""What the page offers a plane, and vehicles that a firefight begins with stuck (14.1, 20.0)."""

from __future__ import annotations

from engine.catalogue import load
from engine.chance import Seeded
from engine.game import Game
from tests.engine.conflict_of_heroes.field import cost, do, fight, of, why
from tests.marks import rules
from tutor.desk import Desk


def drill(name: str) -> Game:
    """A drill position of the lessons."""
    return load(f"conflict-of-heroes/drills/{name}", Seeded(1))


def flights(game: Game, pay: str) -> set[tuple[str, ...]]:
    """The sets of impulses that are offered for plane P."""
    return {
        action["steps"]
        for action in game.choices()
        if action.kind == "fly" and action["unit"] == "P" and action["pay"] == pay
    }


@rules("conflict-of-heroes", "20.0 impulses", "20.1", "20.2")
def test_a_plane_is_offered_turns_heights_and_attacks_on_its_way() -> None:
    offered = flights(drill("20-flight"), "ap")
    assert ("go D2", "go D3", "go D4", "attack D6") in offered
    assert ("go D2", "turn SE", "go E2", "go F3") in offered
    assert ("go D2", "go D3", "go D4", "up") in offered
    assert ("go D2", "go D3", "go D4", "down") not in offered
    assert all(steps[0].startswith("go ") and len(steps) == 4 for steps in offered)


@rules("conflict-of-heroes", "20.4")
def test_bombs_are_offered_by_number() -> None:
    offered = flights(load("conflict-of-heroes/examples/COH-20.4", Seeded(1)), "ap")
    drops = {steps[1] for steps in offered if steps[1].startswith("bomb")}
    assert drops == {f"bomb G7 {count}" for count in (1, 2, 3, 4)}


@rules("conflict-of-heroes", "20.0 spent")
def test_a_spent_plane_is_offered_the_way_home_and_what_cap_pay_for() -> None:
    game = drill("20-leaving")
    home = ("go D4", "go D5", "go off")
    offered = flights(game, "cap")
    assert {home, ("go D4", "go D5", "turn SE"), ("go D4", "go D5", "up")} <= offered
    assert {steps for steps in offered if cost(game, "fly", unit="P", steps=steps) == 0} == {home}
    poor = fight(["stuka P D3 S spent"], ["soviet-rifles S P12 N"], cap=(0, 9))
    assert flights(poor, "cap") == {("go D4", "go D5", "go D6", "go D7")}


@rules("conflict-of-heroes", "20.0 impulses")
def test_the_buttons_of_a_plane_read_as_words() -> None:
    desk = Desk(drill("20-flight"))
    names = {desk.hands.action_name(action) for action in desk.hands.ways("P")}
    assert {"Fly D2, D3, D4, attack D6 (2 AP)", "Fly D2, turn SE, E2, F3 (1 AP)"} <= names
    bomber = Desk(load("conflict-of-heroes/examples/COH-20.4", Seeded(1)))
    names = {bomber.hands.action_name(action) for action in bomber.hands.ways("P")}
    assert {f"Fly G4, {bombs} on G7, G5, G6 (2 AP)" for bombs in ("1 bomb", "2 bombs")} <= names
    home = Desk(drill("20-leaving"))
    home.set_mode("cap")
    names = {home.hands.action_name(action) for action in home.hands.ways("P")}
    assert {"Fly D4, D5, off the map (free)", "Fly D4, D5, turn SE (1 CAP)"} <= names


@rules("conflict-of-heroes", "14.1", "14.1 towing")
def test_a_firefight_may_begin_with_a_tank_stuck() -> None:
    game = drill("14-tow")
    assert of(game, "P")["bogged"]
    assert ("14.1", "coh.move.bogged") in why(
        game, "move", unit="P", path=["B7"], facing="N", pay="cap"
    )
    do(game, "activate", unit="Q")
    assert not of(game, "Q")["bogged"]
