"""Sections 7.3 to 7.5 and 15.2: hit markers, what they take, and rallying."""

from __future__ import annotations

from typing import Any

import pytest

from engine.catalogue import load
from engine.chance import Seeded
from engine.conflict_of_heroes.counters.hits import full_cups
from engine.game import Game
from engine.values import Action
from tests.engine.conflict_of_heroes.field import (
    FAR,
    G,
    S,
    cost,
    do,
    fight,
    of,
    why,
)
from tests.marks import rules

WIRE = [{"kind": "wire", "hex": "G7"}]


SHOT = {"unit": "P", "hex": "G7", "pay": "cap"}


def shooter(hit: str, *foes: str, **keys: Any) -> Game:
    """A tank whose gun is damaged, and what is before it in G7."""
    return fight([f"pz3h P G4 S hit=gun-damaged-{hit}"], foes, **keys)


VEHICLE = {
    "crew-suppressed": (4, 1, 0, 16, 14),
    "immobilized": (3, 4, 5, 15, 15),
    "light-damage": (3, 4, 5, 16, 14),
    "crew-panicked": (3, 4, 5, 12, 14),
}


MARKERS = [
    ("pinned", "move", "7.4 pinned", "coh.move.lost"),
    ("stunned", "move", "7.4 stunned", "coh.stunned"),
    ("panicked", "fire", "7.4 panicked", "coh.fire.lost"),
]


def game_need(game: Game, unit: str) -> int:
    """What a unit must roll to rally."""
    return int(game.judge("rally", unit=unit).total)


@rules("conflict-of-heroes", "7.4", "18.4", "17.0")
def test_a_marker_that_changes_the_price_of_a_step_is_shown() -> None:
    wire = [{"kind": "wire", "hex": "G4"}]
    game = fight(["german-rifles P G5 N hit=cowering"], [FAR], [1], work=wire)
    do(game, "move", unit="P", path=["G4"], pay="cap")
    assert game.state.of("P").shown
    rows = ["german-rifles P G5 N hit=cowering", "opel T G5 N"]
    lift = fight(rows, [FAR])
    do(lift, "load", unit="T", cargo="P", pay="cap")
    assert lift.state.of("P").shown


@rules("conflict-of-heroes", "7.4", "10.0")
def test_a_side_is_shown_only_what_it_may_see() -> None:
    game = fight([G], ["soviet-rifles S D4 N hidden", "soviet-rifles T G9 N hit=pinned"])
    german, soviet = game.query("view", side="german"), game.query("view", side="soviet")
    assert sorted(german) == ["G", "T"]
    assert german["T"]["hit"] == "?"
    assert sorted(soviet) == ["G", "S", "T"]
    assert soviet["T"]["hit"] == "pinned"


@rules("conflict-of-heroes", "7.4", "15.2")
def test_the_cups_hold_twenty_each() -> None:
    game = fight([G], [S])
    cups = full_cups(game.rules)  # type: ignore[arg-type]
    assert {name: len(cup) for name, cup in cups.items()} == {"infantry": 20, "vehicle": 20}
    assert cups["infantry"].count("pinned") == 5


@rules("conflict-of-heroes", "7.4 killed")
def test_killed_is_gone_at_once() -> None:
    game = fight(["german-rifles G G4 S"], [S], [4, 4, 6])
    do(game, "fire", unit="G", hex="G7", pay="cap")
    assert "coh.destroyed" in do(game, "roll", target="S", cap=0)
    assert of(game, "S")["hex"] == "lost"
    assert game.judge("side", side="soviet")["cap"] == 8
    assert game.judge("hit_cups")["infantry"] == 20
    # somebody may still ask what it would hit, and a screen call the shot by its name
    assert game.judge("shots", action=Action("fire", unit="S", hex="G4")) == []


@rules("conflict-of-heroes", "7.4 pinned", "18.2")
def test_the_pinned_do_not_turn_on_their_way_out_of_a_trench() -> None:
    trench = [{"kind": "trench", "hex": "G4"}]
    game = fight([G + " inside hit=pinned"], [S], work=trench)
    assert ("7.4 pinned", "coh.move.lost") in why(
        game, "leave", unit="G", facing="N", pay="opportunity"
    )


@rules("conflict-of-heroes", "7.4 pinned", "7.4 stunned", "7.4 panicked")
@pytest.mark.parametrize(("hit", "what", "rule", "key"), MARKERS)
def test_a_marker_takes_an_ability(hit: str, what: str, rule: str, key: str) -> None:
    game = fight([f"german-rifles G G4 S hit={hit}"], [S])
    args = {"path": ["G5"]} if what == "move" else {"hex": "G7"}
    assert (rule, key) in why(game, what, unit="G", pay="cap", **args)
    assert not why(game, "rally", unit="G", pay="cap")


@rules("conflict-of-heroes", "7.4 cowering", "7.4 suppressed", "7.4 unnerved")
def test_figures_under_markers() -> None:
    game = fight(
        [f"german-rifles {hit} G4 S hit={hit}" for hit in ("cowering", "suppressed", "unnerved")],
        [S],
    )
    figures = {u: game.judge("figures", unit=u) for u in ("cowering", "suppressed", "unnerved")}
    fire_move_red_range = {
        u: (f["fire"], f["move"], f["red"], f["range"]) for u, f in figures.items()
    }
    assert fire_move_red_range == {
        "cowering": (5, 2, 4, 1),
        "suppressed": (4, 1, 2, 5),
        "unnerved": (3, 1, 4, 5),
    }


@rules("conflict-of-heroes", "7.5", "7.51")
def test_rally_with_cover_and_friends() -> None:
    game = fight(
        ["german-rifles G D4 S hit=pinned", "german-rifles H D4 S", "german-rifles I D4 S"], [S]
    )
    assert game.judge("rally", unit="G").total == 4
    assert why(game, "rally", unit="H", pay="cap") == {("7.5", "coh.rally.unhurt")}
    assert cost(game, "rally", unit="G") == 5


@rules("conflict-of-heroes", "7.5")
def test_a_failed_rally_changes_nothing() -> None:
    game = fight(["german-rifles G G4 S hit=pinned"], [S], [3, 3])
    assert "coh.rally.failed" in do(game, "rally", unit="G", pay="cap")
    assert of(game, "G")["hit"] == "pinned"
    game.undo()
    assert "coh.rally.done" in do(game, "rally", unit="G", pay="cap", cap=1)


@rules("conflict-of-heroes", "7.51", "15.6", "21.0")
def test_an_ally_helps_as_a_friend_does() -> None:
    game = fight([G + " hit=pinned"], [S])
    assert game.judge("rally", unit="G").total == 7

    four = load("conflict-of-heroes/four-armies", Seeded(1))
    pieces = four.scenario.pieces
    one = next(u for u, p in pieces.items() if p.side == "german" and p.foot)
    other = next(u for u, p in pieces.items() if p.side == "german-2" and p.foot)
    state = four.state.at(one, "E5").at(other, "E5").changed(one, hit="pinned")
    need = four.rules.judge(state, "rally", unit=one)
    assert "coh.line.rally-friends" in {line.key for line in need.lines}


@rules("conflict-of-heroes", "7.51", "20.0")
def test_a_plane_overhead_does_not_help_a_unit_to_rally() -> None:
    game = fight(["german-rifles G E6 S hit=unnerved", "stuka P E6 S"], [FAR])
    tally = game.judge("rally", unit="G")
    assert tally.total == 7


@rules("conflict-of-heroes", "7.51", "18.2 gun pit", "16.1", "15.6")
def test_what_is_cover_for_a_rally() -> None:
    pit = [{"kind": "gun-pit", "hex": "G4", "facing": "S"}]
    gun = fight(["pak40 K G4 S inside hit=pinned"], [FAR], work=pit)
    truck = fight(["opel O G4 S", "german-rifles R G4 S carried=O hit=pinned"], [FAR])
    apc = fight(["apc-251 O G4 S", "german-rifles R G4 S carried=O hit=pinned"], [FAR])
    assert game_need(gun, "K") == 6
    assert game_need(truck, "R") == 6, "the truck is a friend, and no cover for who is in it"
    assert game_need(apc, "R") == 5


@rules("conflict-of-heroes", "15.2 destroyed", "15.3")
def test_a_tank_may_burn_at_the_first_hit() -> None:
    game = fight(["tiger T G2 S"], ["t34 V G7 N"], [3, 4, 1])
    do(game, "fire", unit="T", hex="G7", pay="opportunity")
    assert "coh.destroyed" in do(game, "roll", target="V", cap=0)
    game = fight(["pz2f T P1 SW"], ["soviet-rifles S J4 NE"])
    power = game.judge("firepower", unit="T", hex="J4")
    assert [line.value for line in power.lines] == [3, -2]


@rules("conflict-of-heroes", "15.2 gun damaged", "18.6")
@pytest.mark.parametrize(("hit", "struck"), [("red", {"S"}), ("blue", {"work:bunker"})])
def test_a_gun_that_is_damaged_breaks_no_work_of_its_colour(hit: str, struck: set[str]) -> None:
    bunker = [{"kind": "bunker", "hex": "G7"}]
    game = shooter(hit, "t34 S G7 N", work=bunker)
    do(game, "fire", **SHOT)
    assert {action["target"] for action in game.choices()} == struck


@rules("conflict-of-heroes", "15.2 gun damaged", "18.4 cutting")
def test_who_has_lost_red_is_offered_no_wire_to_break() -> None:
    for hit, offered in (("red", False), ("blue", True)):
        game = shooter(hit, FAR, work=WIRE)
        shots = {a["hex"] for a in game.choices() if a.kind == "fire"}
        assert ("G7" in shots) is offered


@rules("conflict-of-heroes", "15.2 gun damaged", "10.0 fire")
@pytest.mark.parametrize(
    ("hit", "foe", "found"),
    [
        ("red", "soviet-rifles", False),
        ("blue", "soviet-rifles", True),
        ("red", "at57", True),
        ("blue", "at57", False),
    ],
)
def test_a_blind_shot_finds_nobody_in_the_colour_of_a_damaged_gun(
    hit: str, foe: str, found: bool
) -> None:
    game = shooter(hit, f"{foe} S G7 N hidden", dice=[6, 6])
    do(game, "fire", **SHOT)
    assert [action["target"] for action in game.choices()][:1] == ["suspected"]
    keys = do(game, "roll", target="suspected", cap=0)
    assert ("coh.shot.nothing" in keys) is not found
    assert of(game, "S")["hidden"] is not found


@rules(
    "conflict-of-heroes", "15.2 stunned", "15.2 panicked", "15.2 immobilized", "15.2 gun damaged"
)
def test_what_crews_cannot_do() -> None:
    game = fight(["pz3h T G4 S hit=crew-stunned", "pz3h U H4 S hit=crew-panicked"], [S])
    assert ("15.2 stunned", "coh.stunned") in why(game, "fire", unit="T", hex="G7", pay="cap")
    assert ("15.2 panicked", "coh.fire.lost") in why(game, "fire", unit="U", hex="G7", pay="cap")
    assert game.judge("rally", unit="U").total == 9
    game = fight(["pz3h T G4 S hit=immobilized", "pz3h U H4 S hit=gun-damaged-blue"], [S])
    assert ("15.2 immobilized", "coh.move.lost") in why(
        game, "move", unit="T", path=["G5"], pay="cap"
    )
    assert why(game, "rally", unit="T", pay="cap") == {("15.2 immobilized", "coh.rally.never")}
    assert not why(game, "fire", unit="U", hex="G7", pay="cap")


@rules(
    "conflict-of-heroes",
    "15.2 suppressed",
    "15.2 immobilized",
    "15.2 light damage",
    "15.2 panicked",
)
@pytest.mark.parametrize("hit", VEHICLE)
def test_vehicles_under_markers(hit: str) -> None:
    game = fight([f"pz3h T G4 S hit={hit}"], [S])
    found = game.judge("figures", unit="T")
    named = tuple(found[key] for key in ("fire", "red", "blue", "front", "flank"))
    assert named == VEHICLE[hit]


@rules("conflict-of-heroes", "7.4")
def test_the_marker_of_a_destroyed_unit_is_shown() -> None:
    game = fight(["german-hmg G G4 S"], ["soviet-rifles S G6 N hit=pinned"], [6, 6])
    do(game, "fire", unit="G", hex="G6", pay="opportunity")
    do(game, "roll", target="S", cap=0)
    lost = [event for event in game.told("german") if event.key == "coh.hit.lost"]
    assert [dict(event.params)["hit"] for event in lost] == ["pinned"]


WHOLE = {"fire": 3, "move": 1, "red": 4, "blue": 0, "front": 12, "flank": 11, "range": 5}
INFANTRY_MARKERS: dict[str, tuple[int, dict[str, int], int]] = {
    "stunned": (3, {}, 7),
    "unnerved": (2, {}, 7),
    "panicked": (2, {"front": -1, "flank": 1}, 8),
    "pinned": (5, {}, 7),
    "suppressed": (5, {"fire": 1, "red": -2, "blue": -2}, 7),
    "cowering": (2, {"fire": 2, "move": 1, "front": 1, "flank": 1, "range": -4}, 8),
}
"""By the text: how many there are, what they change, the number to rally on."""
ARMOUR = {"fire": 3, "move": 1, "red": 4, "blue": 5, "front": 16, "flank": 14, "range": 6}
VEHICLE_MARKERS: dict[str, tuple[int, dict[str, int], int]] = {
    "gun-damaged-red": (1, {}, 0),
    "gun-damaged-blue": (1, {}, 0),
    "immobilized": (5, {"front": -1, "flank": 1}, 0),
    "light-damage": (5, {}, 0),
    "crew-panicked": (1, {"front": -4}, 9),
    "crew-stunned": (1, {}, 9),
    "crew-suppressed": (5, {"fire": 1, "red": -3, "blue": -5}, 8),
}


@rules(
    "conflict-of-heroes",
    "7.4",
    "7.4 stunned",
    "7.4 unnerved",
    "7.4 panicked",
    "7.4 pinned",
    "7.4 suppressed",
    "7.4 cowering",
    "15.2",
    "15.2 gun damaged",
    "15.2 immobilized",
    "15.2 light damage",
    "15.2 panicked",
    "15.2 stunned",
    "15.2 suppressed",
    "7.5",
)
@pytest.mark.parametrize("hit", [*INFANTRY_MARKERS, *VEHICLE_MARKERS])
def test_every_marker_changes_what_is_printed_on_it_and_nothing_else(hit: str) -> None:
    crew = hit in VEHICLE_MARKERS
    count, changes, need = (VEHICLE_MARKERS if crew else INFANTRY_MARKERS)[hit]
    unit, whole = ("pz3h", ARMOUR) if crew else ("german-rifles", WHOLE)
    game = fight([f"{unit} G G4 S hit={hit}"], [FAR])
    assert game.judge("figures", unit="G") == {
        name: value + changes.get(name, 0) for name, value in whole.items()
    }
    assert game_need(game, "G") == need
    never = {rule for rule, key in why(game, "rally", unit="G", pay="cap")}
    title = hit.removeprefix("crew-").replace("-", " ").replace("gun damaged red", "gun damaged")
    title = title.replace("gun damaged blue", "gun damaged")
    assert never == (set() if need else {f"15.2 {title}"})
    cup = full_cups(game.rules)["vehicle" if crew else "infantry"]  # type: ignore[arg-type]
    assert cup.count(hit) == count
    lines = game.judge("rally", unit="G").lines
    assert [line.rule for line in lines] == [f"{'15.2' if crew else '7.4'} {title}"]


LOST = {
    "stunned": {"fire", "move", "turn", "dig"},
    "panicked": {"fire"},
    "pinned": {"move", "turn"},
    "suppressed": set(),
    "cowering": set(),
    "unnerved": set(),
    "immobilized": {"move", "turn"},
    "crew-stunned": {"fire", "move", "turn"},
    "crew-panicked": {"fire"},
    "gun-damaged-red": {"fire"},
    "gun-damaged-blue": set(),
    "light-damage": set(),
    "crew-suppressed": set(),
}


@rules(
    "conflict-of-heroes",
    "7.4 stunned",
    "7.4 panicked",
    "7.4 pinned",
    "15.2 immobilized",
    "15.2 stunned",
    "15.2 panicked",
    "15.2 gun damaged",
)
@pytest.mark.parametrize("hit", LOST)
def test_every_marker_takes_the_abilities_that_it_names(hit: str) -> None:
    crew = hit in VEHICLE_MARKERS
    unit = "pz3h" if crew else "german-rifles"
    game = fight([f"{unit} G G4 S hit={hit}"], ["soviet-rifles S G5 N", "soviet-rifles T G3 N"])
    orders: dict[str, dict[str, Any]] = {
        "fire": {"hex": "G5"},
        "move": {"path": ["H4"]},
        "turn": {"facing": "N"},
        "dig": {},
    }
    if crew:
        del orders["dig"]
    denied = {kind for kind, args in orders.items() if why(game, kind, unit="G", pay="cap", **args)}
    assert denied == LOST[hit]
