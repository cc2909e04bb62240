"""Section 15.1: the surprise attack and the turns after it."""

from __future__ import annotations

from engine.chance import Seeded
from tests.engine.victory_awaits.field import check, do, field, owed, told, why
from tests.marks import rules


@rules("victory-awaits", "15.1", "11.1")
def test_the_axis_is_not_checked_before_turn_four() -> None:
    lost = ["inf 9 2517"]
    assert "9" not in check(lost, ["rifle 7R 1825"], turn=3).state.reduced
    assert "9" in check(lost, ["rifle 7R 1825"], turn=4).state.reduced


@rules("victory-awaits", "15.1")
def test_the_surprise_attack() -> None:
    axis = ["pzhq 4PzG 1422 4PzG", "pz 1Pz 1423 4PzG", "inf 21 1424 18A"]
    game = field(axis, ["rifle 1R 1523"], chits=["4PzG"], surprise=True, turns={"last": 1})
    assert owed(game) == ("axis", "ava.combat")
    assert ("10.1", "ava.attack.asleep") in why(game, "attack", hex="1523", units=["21"])
    choice = next(a for a in game.choices() if a.kind == "attack" and a["units"] == ("1Pz",))
    tally = game.tally(choice)
    assert tally is not None
    assert tally.parts[0].total == 8, "the brook does not count"
    do(game, "end")
    assert owed(game) == ("axis", "ava.move")


@rules("victory-awaits", "15.1")
def test_a_headquarters_without_a_formation_wakes_nobody_else_for_the_surprise_attack() -> None:
    axis = ["pzhq 4PzG 1422", "pz 1Pz 1423", "inf 21 1424"]
    game = field(axis, ["rifle 1R 1523"], chits=["4PzG"], surprise=True, turns={"last": 1})
    assert told(game.log, "ava.surprise.begins") == [{"count": 1}]
    assert owed(game) == ("axis", "ava.move"), "the headquarters alone has nobody to attack"


@rules("victory-awaits", "15.1", "17.5")
def test_the_limit_on_armour_holds_for_the_surprise_attack() -> None:
    hexes = ["1421", "1422", "1521", "1423", "1424", "1321", "1323"]
    armour = [f"pz {n}Pz {hexes[(n + 2) // 2]} 4PzG" for n in range(1, 12)]
    keys = {"chits": ["4PzG"], "surprise": True, "turns": {"last": 1}}
    axis = ["pzhq 4PzG 1421 4PzG", *armour, "inf 21 1322 4PzG"]
    game = field(axis, ["rifle 1R 1523"], on=["armour-limit"], **keys)
    assert owed(game) == ("axis", "ava.leave-out")
    assert why(game, "leave-out", unit="21") == {("17.5", "ava.leave-out.no")}
    there = {action["unit"] for action in game.choices(hex="1422")}
    assert there == {u for u in game.state.position.at("1422") if u.endswith("Pz")}
    do(game, "leave-out", unit="5Pz")
    assert owed(game) == ("axis", "ava.combat")
    assert "5Pz" not in game.state.top.active
    assert told(game.log, "ava.surprise.begins")[0]["count"] == 12, "ten, the 21st, and the HQ"
    free = field(axis, ["rifle 1R 1523"], **keys)
    assert "5Pz" in free.state.top.active


@rules("victory-awaits", "15.1", "10.7")
def test_rivers_do_not_stop_a_pursuit_in_the_surprise_attack() -> None:
    axis = ["pzhq 4PzG 1422 4PzG", "pz 1Pz 1423 4PzG", "pz 2Pz 1423 4PzG"]
    game = field(
        axis,
        ["weak 1R 1523"],
        [5],
        chits=["4PzG"],
        surprise=True,
        turns={"last": 1},
        sources={"soviet": ["1628"]},
    )
    do(game, "attack", hex="1523", units=["1Pz", "2Pz"])
    assert owed(game) == ("axis", "ava.pursue")
    assert not why(game, "pursue", unit="1Pz", path=["1423", "1523", "1524"])


@rules("victory-awaits", "15.1", "11.1")
def test_before_turn_four_the_soviets_are_checked_all_the_same() -> None:
    game = check(["inf 9 2523"], ["rifle 1R 2020"], turn=3, last=9, sources={"soviet": ["2523"]})
    assert "1R" in game.state.reduced, "no line, and a step lost"
    assert "9" not in game.state.reduced, "the Axis is not checked yet"


@rules("victory-awaits", "15.1", "20.2")
def test_a_team_game_without_surprise_begins_with_the_draw() -> None:
    game = field(
        ["pzhq 4PzG 1422 4PzG", "pz 1Pz 1423 4PzG"],
        ["rifle 1R 1523", "hq 8A 2521"],
        source=Seeded(1),
        chits=["4PzG", "8A"],
        player=[{"id": "P1", "side": "axis"}, {"id": "P2", "side": "soviet"}],
        team=True,
        turns={"first": 1, "last": 2},
    )
    assert not told(game.log, "ava.surprise.begins")
