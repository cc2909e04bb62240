"""Section 10.7: who follows into the hex that the defender left, and how far."""

from __future__ import annotations

from engine.values import Action
from tests.engine.victory_awaits.field import SOUTH, do, fight, owed, sound, why
from tests.marks import rules


@rules("victory-awaits", "10.7", "TEC")
def test_pursuit() -> None:
    axis = ["mot 36M 1522", "inf 21 1423", "inf 217 1424", "pz 1Pz 1522"]
    game = fight(axis, ["rifle 179R 1523"], [4], sources=SOUTH)
    do(game, "attack", hex="1523", units=["36M", "21", "217"])
    do(game, "retreat", unit="179R", path=["1523", "1624", "1625"])

    def no(unit: str, *path: str) -> set[str]:
        return {key for _, key in why(game, "pursue", unit=unit, path=path)}

    ways = game.query("pursuits", unit="36M")
    assert ("1522", "1523", "1624") in ways
    assert ways == tuple(action["path"] for action in game.choices(unit="36M"))
    assert no("21", "1423", "1523", "1624") >= {"ava.pursue.short-foot"}
    assert no("36M", "1522", "1623") >= {"ava.pursue.first"}
    assert no("1Pz", "1522", "1523") == {"ava.pursue.not-in"}
    assert no("36M", "1522", "1523", "1624", "1724") >= {"ava.pursue.too-far"}
    assert not no("36M", "1522", "1523", "1524")
    do(game, "pursue", unit="21", path=["1423", "1523"])
    do(game, "pursue", unit="217", path=["1424", "1523"])
    assert ("3.1", "ava.stack.full") in why(game, "pursue", unit="36M", path=["1522", "1523"])
    assert ("10.7", "ava.pursue.again") in why(game, "pursue", unit="21", path=["1523", "1524"])
    do(game, "pursue", unit="36M", path=["1522", "1523", "1624"])
    assert sound(game)
    assert do(game, "end") == ["ava.combat.end"]
    assert game.query("pursuits", unit="36M") == (), "the fight is over"


@rules("victory-awaits", "10.7")
def test_a_second_hex_of_pursuit_may_be_the_first_of_all() -> None:
    game = fight(["mot 36M 1522", "pz 1Pz 1522"], ["weak 1R 1523"], [6], sources=SOUTH)
    do(game, "attack", hex="1523", units=["36M", "1Pz"])
    while owed(game)[0] == "soviet":
        game.apply(game.choices()[0])
    back = Action("pursue", unit="1Pz", path=["1522", "1523", "1522"])
    assert back in game.choices()
    assert back in game.choices(unit="1Pz", hex="1522")
    assert not why(game, "pursue", unit="1Pz", path=back["path"])
    game.apply(back)
    assert game.state.position.place("1Pz") == "1522"
    assert sound(game)


@rules("victory-awaits", "10.7", "TEC")
def test_woods_towns_and_rivers_cut_a_pursuit_short() -> None:
    game = fight(["pz 1Pz 1724", "pz 2Pz 1724"], ["weak 1R 1825"], [6])
    do(game, "attack", hex="1825", units=["1Pz", "2Pz"])
    while owed(game)[0] == "soviet":
        game.apply(game.choices()[0])
    found = why(game, "pursue", unit="1Pz", path=["1724", "1825", "1924"])
    assert ("10.7", "ava.pursue.short-town") in found


@rules("victory-awaits", "3.4", "10.7")
def test_pursuit_takes_a_town() -> None:
    game = fight(["pz 1Pz 1724", "pz 2Pz 1724"], ["weak 1R 1825"], [6])
    do(game, "attack", hex="1825", units=["1Pz", "2Pz"])
    while owed(game)[0] == "soviet":
        game.apply(game.choices()[0])
    assert "ava.control.taken" in do(game, "pursue", unit="1Pz", path=["1724", "1825"])
    assert game.query("control")["1825"] == "axis"


@rules("victory-awaits", "10.7")
def test_who_has_pursued_into_the_hex_cannot_go_on_from_there() -> None:
    axis = ["mot 36M 1522", "mot 18M 1423"]
    game = fight(axis, ["rifle 179R 1523"], [5], sources=SOUTH)
    do(game, "attack", hex="1523", units=["36M", "18M"])
    while owed(game)[1] != "ava.pursue":
        game.apply(game.choices()[0])
    do(game, "pursue", unit="36M", path=["1522", "1523"])
    found = why(game, "pursue", unit="36M", path=["1523", "1524"])
    assert {("10.7", "ava.pursue.again"), ("10.7", "ava.pursue.first")} <= found
