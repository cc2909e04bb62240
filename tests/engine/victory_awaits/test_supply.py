"""Chapters 11, 12, 14: supply, reinforcements, fortresses; 15 and 16 with them."""

from __future__ import annotations

from typing import Any

from engine.chance import Seeded
from engine.game import Game
from tests.engine.victory_awaits.field import do, field, owed, place, sound, told, why
from tests.marks import rules

HQS = ["hq 18A 1123"], ["hq 8A 2421"]


def check(axis: list[str], soviet: list[str], turn: int = 4, last: int = 9, **keys: Any) -> Game:
    """A game whose first chit is the supply check of a turn."""
    return field(
        [*HQS[0], *axis],
        [*HQS[1], *soviet],
        source=Seeded(5),
        chits=["supply"],
        turns={"first": turn, "last": last},
        **keys,
    )


def arrive(side: str, turn: int = 4, *units: str, **keys: Any) -> Game:
    """A game whose first chit is a side's reinforcements."""
    other = keys.pop("others", [])
    box = [f"{text} box:{side}-available" for text in units]
    axis, soviet = (box, other) if side == "axis" else (other, box)
    track = keys.pop("arrive", {"german": 2, "soviet": 2, "romanian": 0})
    return field(
        [*HQS[0], *axis],
        [*HQS[1], *soviet],
        source=Seeded(5),
        chits=[f"{side}-reinforcements"],
        turns={"first": turn, "last": turn},
        track=[{"turn": turn, "reinforcements": track}],
        **keys,
    )


@rules("victory-awaits", "11.0", "11.1", "10.8", "12.3")
def test_units_without_a_line_lose_a_step_and_never_return() -> None:
    ring = ["inf 1 1520", "inf 2 1620", "inf 3 1720", "inf 4 1519", "inf 5 1719", "inf 6 1618"]
    game = check(ring, ["weak 9R 1619", "rifle 7R 1922"])
    checks = told(game.log, "ava.supply.check")
    assert [params["side"] for params in checks] == ["soviet", "axis"], "Soviets first"
    assert place(game, "9R") == "soviet-eliminated", "infantry too: it starved"
    assert place(game, "7R") == "1922"


@rules("victory-awaits", "15.1", "11.1")
def test_the_axis_is_not_checked_before_turn_four() -> None:
    lost = ["inf 9 2517"]
    assert "9" not in check(lost, ["rifle 7R 1825"], turn=3).state.reduced
    assert "9" in check(lost, ["rifle 7R 1825"], turn=4).state.reduced


@rules("victory-awaits", "11.2")
def test_axis_units_with_a_line_may_leave_the_map() -> None:
    game = check(["inf 21 1122", "inf 9 2517"], ["rifle 7R 1825"])
    assert owed(game) == ("axis", "ava.withdraw")
    assert why(game, "withdraw", unit="9") == {("11.2", "ava.withdraw.no-line")}
    assert why(game, "withdraw", unit="7R") == {("11.2", "ava.withdraw.not-yours")}
    do(game, "withdraw", unit="21")
    assert place(game, "21") == "axis-available"
    assert why(game, "withdraw", unit="21") == {("11.2", "ava.move.not-on-map")}


MARKERS = ["fort F1 box:fortress-markers", "fort F2 box:fortress-markers"]


def building(*more: str, **keys: Any) -> Game:
    game = check([], [*MARKERS, *more], **keys)
    while game.decision is not None and owed(game)[0] == "axis":
        do(game, "end")
    return game


@rules("victory-awaits", "11.3", "14.0", "14.1", "14.3")
def test_fortresses_rise_by_levels() -> None:
    game = building()
    assert owed(game) == ("soviet", "ava.build")
    assert why(game, "build", hex="1825") == {("14.1", "ava.build.no-city")}
    do(game, "build", hex="2122")
    assert "F1" in game.state.reduced, "the +1 side"
    do(game, "build", hex="2122")
    assert "F1" not in game.state.reduced, "the +2 side, and two levels a check"
    assert sound(game)
    assert game.state.turn == 5 or owed(game)[1] != "ava.build"


@rules("victory-awaits", "14.1", "14.0", "14.3")
def test_where_and_when_no_fortress_can_be_built() -> None:
    near = check(["inf 9 2022"], MARKERS)
    do(near, "end")
    assert ("14.1", "ava.build.enemy-near") in why(near, "build", hex="2122")
    full = building(limits={"fortress_hexes": 1})
    do(full, "build", hex="2122")
    assert ("14.0", "ava.build.too-many") in why(full, "build", hex="2222")
    assert why(full, "build", hex="2122") == set()
    done = check([], ["fort F1 2122", "fort F2 box:fortress-markers"])
    do(done, "end")
    assert why(done, "build", hex="2122") == {("14.1", "ava.build.highest")}
    early = building(turn=3, last=3)
    assert early.decision is None or owed(early)[1] != "ava.build"


@rules("victory-awaits", "14.2", "3.2", "3.1")
def test_enemy_zocs_do_not_reach_into_a_fortress() -> None:
    axis = ["inf 21 1522"]
    open_hex = field(axis, ["rifle 1R 1523"], start={"side": "soviet"})
    forted = field(axis, ["rifle 1R 1523", "fort F1 1523"], start={"side": "soviet"})
    assert "1523" in open_hex.query("zoc", side="axis")
    assert "1523" not in forted.query("zoc", side="axis")
    assert not forted.query("stack", unit="1R", hex="1523")


@rules("victory-awaits", "14.2", "14.3")
def test_a_fortress_starves_never_and_moves_never() -> None:
    ring = ["inf 1 1520", "inf 2 1620", "inf 3 1720", "inf 4 1519", "inf 5 1719", "inf 6 1618"]
    game = check(ring, ["fort F1 1619"])
    assert place(game, "F1") == "1619"
    assert "F1" not in game.state.reduced
    game = field(["inf 21 1522"], ["fort F1 1523"], start={"side": "soviet", "segment": "combat"})
    assert game.decision is None


@rules("victory-awaits", "12.0", "12.1", "12.2")
def test_reinforcements_arrive_on_an_open_railway() -> None:
    game = arrive("axis", 4, "inf 61", "inf 93", "inf 94")
    assert owed(game) == ("axis", "ava.arrive")
    assert why(game, "arrive", unit="61", hex="1119") == {("12.1", "ava.arrive.no-rail")}
    do(game, "arrive", unit="61", hex="1225")
    do(game, "arrive", unit="93", hex="1225")
    assert place(game, "94") == "axis-available", "two are due, and no more"
    assert game.decision is None


@rules("victory-awaits", "12.1", "3.1")
def test_no_enemy_zoc_may_lie_on_the_railway() -> None:
    others = ["rifle 9R 1424"]
    game = arrive("axis", 4, "inf 61", others=others)
    assert why(game, "arrive", unit="61", hex="1425") == {("12.1", "ava.arrive.in-zoc")}
    assert why(game, "arrive", unit="61", hex="1625") == {("12.1", "ava.arrive.no-line")}
    assert not why(game, "arrive", unit="61", hex="1225")
    assert "1225" in game.query("railheads", side="axis")


@rules("victory-awaits", "12.2", "12.3")
def test_who_may_arrive() -> None:
    game = arrive("axis", 4, "inf 61")
    assert why(game, "arrive", unit="8A", hex="1225") == {("12.2", "ava.arrive.not-yours")}
    assert why(game, "arrive", unit="18A", hex="1225") >= {("12.2", "ava.arrive.not-available")}


@rules("victory-awaits", "12.3")
def test_the_starved_never_return() -> None:
    game = field(
        HQS[0],
        [*HQS[1], "rifle 1R box:soviet-eliminated", "rifle 2R box:soviet-available"],
        chits=["soviet-reinforcements"],
        turns={"first": 4, "last": 4},
        track=[{"turn": 4, "reinforcements": {"soviet": 2}}],
    )
    assert ("12.3", "ava.arrive.never-again") in why(game, "arrive", unit="1R", hex="2420")
    do(game, "arrive", unit="2R", hex="2420")


@rules("victory-awaits", "12.2")
def test_the_romanians_have_a_number_of_their_own() -> None:
    game = field(
        [*HQS[0], "inf R1 box:axis-available rum", "inf 61 box:axis-available"],
        HQS[1],
        chits=["axis-reinforcements"],
        turns={"first": 4, "last": 4},
        track=[{"turn": 4, "reinforcements": {"romanian": 1}}],
    )
    assert why(game, "arrive", unit="61", hex="1225") == {("12.2", "ava.arrive.too-many")}
    do(game, "arrive", unit="R1", hex="1225")


@rules("victory-awaits", "15.4")
def test_the_strategic_reserve_marches_in_from_moscow() -> None:
    game = arrive(
        "soviet",
        6,
        "rifle 1R",
        "rifle 2R",
        "rifle 3R",
        "rifle 4R",
        arrive={"soviet": 1},
        sources={"moscow": ["2523"]},
        limits={"reserve_units": 2},
    )
    do(game, "arrive", unit="1R", hex="2420")
    assert owed(game) == ("soviet", "ava.march")
    assert why(game, "move", unit="2R", path=["2520"]) == {("15.4", "ava.march.gate")}
    found = game.tally(next(a for a in game.choices(unit="2R") if a["path"] == ("2523", "2423")))
    assert found is not None
    assert found.total == 2, "a point for the gate's road, a point for the next"
    do(game, "move", unit="2R", path=["2523", "2423"])
    do(game, "move", unit="3R", path=["2523"], mode="strategic")
    assert place(game, "4R") == "soviet-available"
    assert game.decision is None, "no more than the limit"


@rules("victory-awaits", "15.3")
def test_the_19th_army_marches_in_by_one_gate() -> None:
    soviet = ["hq 19A box:turn-3 19A", "rifle 1R box:turn-3 19A", "rifle 2R 1922"]
    game = field(
        HQS[0],
        [*HQS[1], *soviet],
        chits=["19A"],
        turns={"first": 3, "last": 3},
        entry=[{"hq": "19A", "gates": ["2523", "2528"]}],
    )
    assert owed(game) == ("soviet", "ava.march")
    assert ("15.3", "ava.march.not-due") in why(game, "move", unit="2R", path=["2523"])
    do(game, "move", unit="19A", path=["2523", "2423"])
    assert ("15.3", "ava.march.gate") in why(game, "move", unit="1R", path=["2528"])
    do(game, "move", unit="1R", path=["2523"])
    assert sound(game)


@rules("victory-awaits", "15.3", "13.0")
def test_before_its_turn_the_19th_army_does_nothing() -> None:
    game = field(
        HQS[0],
        [*HQS[1], "hq 19A box:turn-3 19A"],
        chits=["19A"],
        turns={"first": 2, "last": 2},
        entry=[{"hq": "19A", "gates": ["2523"]}],
    )
    assert game.decision is None
    assert told(game.log, "ava.chit.no-hq")


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
    hexes = ["1421", "1422", "1521", "1423", "1424", "1321"]
    armour = [f"pz {n}Pz {hexes[n // 2]} 4PzG" for n in range(1, 12)]
    keys = {"chits": ["4PzG"], "surprise": True, "turns": {"last": 1}}
    axis = ["pzhq 4PzG 1422 4PzG", *armour, "inf 21 1322 4PzG"]
    game = field(axis, ["rifle 1R 1523"], on=["armour-limit"], **keys)
    assert owed(game) == ("axis", "ava.leave-out")
    assert why(game, "leave-out", unit="21") == {("17.5", "ava.leave-out.no")}
    do(game, "leave-out", unit="5Pz")
    assert owed(game) == ("axis", "ava.combat")
    assert "5Pz" not in game.state.top.active
    assert told(game.log, "ava.surprise.begins")[0]["count"] == 12, "ten, the 21st, and the HQ"
    free = field(axis, ["rifle 1R 1523"], **keys)
    assert "5Pz" in free.state.top.active


@rules("victory-awaits", "5.0")
def test_units_on_the_turn_track_become_available_with_their_turn() -> None:
    game = field(
        [*HQS[0], "pz 9Pz box:turn-2"], HQS[1], chits=["18A"], turns={"first": 1, "last": 2}
    )
    do(game, "end")
    assert place(game, "9Pz") == "axis-available"


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
