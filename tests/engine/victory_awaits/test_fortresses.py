"""Chapter 14: fortresses."""

from __future__ import annotations

from typing import Any

from engine.chance import Seeded
from engine.game import Game
from engine.victory_awaits.combat.segment import at_fortress, read_result
from engine.victory_awaits.supply import Building
from tests.engine.victory_awaits.field import (
    check,
    do,
    field,
    owed,
    place,
    scenario,
    sound,
    why,
)
from tests.marks import rules


@rules("victory-awaits", "14.2")
def test_retreats_become_losses_in_a_fortress() -> None:
    result = at_fortress(read_result("1RR"))
    assert (result.defender, result.retreat) == (3, 0)


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


@rules("victory-awaits", "14.1", "11.3")
def test_a_city_without_a_line_or_in_enemy_hands_gets_no_fortress() -> None:
    def against(hex: str, *axis: str, **keys: Any) -> set[tuple[str, str]]:
        game = check(list(axis), MARKERS, **keys)
        g: Any = game.rules
        return {(why.rule, why.key) for why in Building().objections(g, game.state, hex)}

    assert against("2122") == set()
    cut = against("2122", "inf 9 2523", sources={"soviet": ["2523"]})
    assert cut == {("11.3", "ava.build.no-line")}
    lost: dict[str, Any] = {"start": {"holds": ["2122"]}}
    assert against("2122", **lost) == {("14.1", "ava.build.not-held")}
    assert against("2222", **lost) == set()


@rules("victory-awaits", "14.3", "2.2")
def test_a_marker_is_built_on_the_map_it_bears() -> None:
    game = field(
        ["hq 18A 0203"],
        ["hq 8A 1504", "fort F1 box:fortress-markers map:kiev"],
        source=Seeded(1),
        board="front",
        chits=["supply"],
        turns={"first": 4, "last": 5},
    )
    do(game, "end")
    assert owed(game) == ("soviet", "ava.build")
    assert why(game, "build", hex="1306") == {("14.3", "ava.build.no-marker")}, "Leningrad's map"
    assert {action["hex"] for action in game.choices() if "hex" in action} == set(
        game.scenario.board.tagged("map-kiev") & set(game.rules.cities)  # type: ignore[attr-defined]
    )
    do(game, "build", hex="1329")
    assert place(game, "F1") == "1329"


@rules("victory-awaits", "14.0")
def test_six_hexes_hold_a_fortress_and_no_seventh() -> None:
    def against(built: int) -> set[tuple[str, str]]:
        rules_for_it: Any = scenario("campaign")
        cities = [hex for hex in rules_for_it.cities if hex != "1330"]
        forts = [f"fort F{n} {cities[n]}" for n in range(built)]
        game = field(
            ["hq 18A 0203"],
            ["hq 8A 1504", *forts, "fort F9 box:fortress-markers"],
            source=Seeded(1),
            board="front",
            chits=["supply"],
            turns={"first": 4, "last": 5},
        )
        g: Any = game.rules
        return {(why.rule, why.key) for why in Building().objections(g, game.state, "1330")}

    assert against(5) == set()
    assert against(6) == {("14.0", "ava.build.too-many")}
