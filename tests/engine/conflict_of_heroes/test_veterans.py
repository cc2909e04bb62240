"""Section 8.3: veteran cards, tied to units or played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.chance import Chance, Scripted, Seeded
from engine.conflict_of_heroes.fire.artillery import Barrage
from engine.conflict_of_heroes.hand.cards import CloseCall, Toll
from engine.conflict_of_heroes.rounds.rounds import Initiative, Round
from engine.errors import Problem
from engine.values import Action
from engine.verdict import Course
from tests.engine.conflict_of_heroes.field import FAR, G, S, cost, do, fight, of, why
from tests.marks import rules

SHOT = {"unit": "G", "hex": "G7", "pay": "opportunity"}


@rules("conflict-of-heroes", "8.3", "8.3 better equipped", "8.3 experience", "8.3 high morale")
def test_veteran_cards_tied_to_units() -> None:
    bonds = [
        {"card": "better-equipped", "units": ["G"], "red": 2, "front": 1},
        {"card": "experience", "units": ["G"]},
    ]
    game = fight([G], [S], veteran=bonds)
    figures = game.judge("figures", unit="G")
    assert (figures["red"], figures["front"]) == (6, 13)
    do(game, "activate", unit="G")
    assert game.judge("side", side="german")["ap"] == 11
    with pytest.raises(Problem):
        fight([G], [S], veteran=[{"card": "experience", "units": ["G"], "red": 2}])
    tied = [{"card": "good-leadership", "units": ["G"]}]
    hurt = ["german-rifles G G4 S hit=pinned", "german-rifles H A4 S hit=pinned"]
    game = fight(hurt, [S], veteran=tied, cards={"german": ["good-leadership"]})
    assert why(game, "play", card="good-leadership", unit="H") == {("8.3", "coh.card.tied")}
    assert not why(game, "play", card="good-leadership", unit="G")


@rules("conflict-of-heroes", "8.3", "8.3 iron will", "8.3 good leadership")
def test_a_card_tied_to_one_unit_ties_no_other_card() -> None:
    hurt = ["german-rifles G G4 S hit=pinned", "german-rifles H A4 S hit=pinned"]
    tied = [{"card": "good-leadership", "units": ["G"]}]
    cards = {"german": ["good-leadership", "iron-will"]}
    game = fight(hurt, [FAR], veteran=tied, cards=cards)
    assert why(game, "play", card="good-leadership", unit="H") == {("8.3", "coh.card.tied")}
    assert why(game, "play", card="iron-will", unit="H") == set()


@rules("conflict-of-heroes", "8.3", "8.3 experience", "8.3 high morale", "8.3 good leadership")
def test_veterans() -> None:
    game = fight([G, "german-rifles H G3 S hit=pinned"], [S], cards={"german": ["good-leadership"]})
    do(game, "play", card="good-leadership", unit="H")
    assert of(game, "H")["hit"] == ""
    row = {"id": "V", "type": "german-rifles", "hex": "G4", "facing": "S"}
    sides = [
        {"id": "german", "name": "German", "units": [{**row, "traits": ["experienced"]}]},
        {
            "id": "soviet",
            "name": "Soviet",
            "units": [
                {**row, "id": "S", "hex": "G7", "facing": "N", "traits": ["high-morale"]},
            ],
        },
    ]
    game = fight([], [], [4, 4, 7], side=sides)
    do(game, "activate", unit="V")
    assert game.judge("side", side="german")["ap"] == 11
    do(game, "fire", unit="V", hex="G7", pay="ap")
    assert "coh.hit.shrugged" in do(game, "roll", target="S", cap=0)
    assert of(game, "S")["hit"] == ""


@rules("conflict-of-heroes", "8.3 forced march")
def test_forced_march_is_for_who_has_only_moved() -> None:
    game = fight([G], ["soviet-rifles S A12 N"], cards={"german": ["forced-march"]})
    whose = ("8.3 forced march", "coh.card.whose")
    assert whose in why(game, "play", card="forced-march", unit="G")
    do(game, "activate", unit="G")
    do(game, "move", unit="G", path=["G5"], pay="ap")
    do(game, "pass")
    do(game, "play", card="forced-march", unit="G")
    assert game.judge("side", side="german")["ap"] == 10
    game = fight([G], ["soviet-rifles S A12 N"], cards={"german": ["forced-march"]})
    do(game, "activate", unit="G")
    do(game, "turn", unit="G", facing="N", pay="ap")
    do(game, "pass")
    assert why(game, "play", card="forced-march", unit="G") == {
        ("8.3 forced march", "coh.card.marched")
    }


@rules("conflict-of-heroes", "8.3 blood and honor")
def test_a_veteran_takes_its_killer_along() -> None:
    game = fight(
        ["german-rifles G G4 S", "german-rifles H H4 S"],
        ["soviet-rifles S G7 N hit=pinned"],
        [6, 6],
        cards={"soviet": ["blood-and-honor"]},
    )
    do(game, "fire", unit="G", hex="G7", support=["H"], pay="cap")
    do(game, "roll", target="S", cap=0)
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("soviet", "coh.blood-and-honor")
    do(game, "play", card="blood-and-honor")
    assert (game.decision.side, game.decision.kind) == ("german", "coh.toll")
    assert why(game, "lose", unit="S") == {("8.3 blood and honor", "coh.toll.who")}
    assert "coh.destroyed" in do(game, "lose", unit="H")
    assert of(game, "H")["hex"] == "lost"
    assert of(game, "G")["hex"] == "G4"


@rules("conflict-of-heroes", "8.3 sixth sense")
def test_sixth_sense_is_one_more_of_defence_for_a_turn() -> None:
    game = fight([G], [S], cards={"german": ["sixth-sense"]})
    before = game.judge("defence", target="G", unit="S").total
    do(game, "play", card="sixth-sense", unit="G")
    assert game.judge("defence", target="G", unit="S").total == before + 1
    do(game, "stall", pay="cap")
    do(game, "stall", pay="cap")
    assert game.judge("defence", target="G", unit="S").total == before
    game = fight(["pak38 K G4 S"], [S], cards={"german": ["sixth-sense"]})
    assert ("8.3 sixth sense", "coh.card.foot-or-wheels") in why(
        game, "play", card="sixth-sense", unit="K"
    )


@rules("conflict-of-heroes", "8.3 close call", "12.3", "5.2")
def test_a_close_call_gets_a_unit_out_from_under_the_shells() -> None:
    game = fight([G], [S], cards={"soviet": ["close-call"]})
    rules_: Any = game.rules
    course = Course(Chance(game.source))
    state = replace(game.state, agenda=game.state.agenda[:1])
    state = rules_.settle(state.push(Barrage("german", "howitzer-105", "G7")), course)
    owed = rules_.decision(state)
    assert (owed.side, owed.kind) == ("soviet", "coh.close-call")
    ways = list(rules_.choices(state, None, None))
    assert Action("keep") in ways
    away = Action("play", card="close-call", unit="S", hex="G8")
    assert away in ways
    assert not rules_.explain(state, Action("play", card="close-call", unit="S", hex="A1"))
    assert not rules_.explain(state, away.replaced(facing="up"))
    assert rules_.explain(state, away.replaced(facing="SE"))
    state = rules_.apply(state, away.replaced(facing="SE"), course)
    assert (state.position.place("S"), state.of("S").facing) == ("G8", 2)
    assert state.hands["soviet"] == ()


@rules("conflict-of-heroes", "8.3 close call", "3.23", "14.1")
def test_a_tank_that_gets_away_from_shells_into_a_swamp_may_have_cap_on_its_dice() -> None:
    game = fight([G], ["t34 T C9 S", FAR], cards={"soviet": ["close-call"]})
    rules_: Any = game.rules
    course = Course(Chance(game.source))
    state = game.state.push(CloseCall("soviet", area=("C9",)))
    state = rules_.apply(state, Action("play", card="close-call", unit="T", hex="C10"), course)
    owed = rules_.decision(state)
    assert (owed.side, owed.kind) == ("soviet", "coh.bog-dice")


@rules("conflict-of-heroes", "8.3 organized retreat", "8.3 use of terrain")
def test_retreat_and_terrain() -> None:
    game = fight([G], [S], veteran=[{"card": "organized-retreat", "units": ["G"]}])
    assert cost(game, "move", unit="G", path=["G3"], pay="cap") == 1
    assert cost(fight([G], [S]), "move", unit="G", path=["G3"], pay="cap") == 2
    wood = fight([G], [S])
    there = next(h for h in wood.scenario.board.hexes if wood.scenario.board.terrain(h) == "woods")
    for bonds, value in (([], 13), ([{"card": "use-of-terrain", "units": ["G"]}], 14)):
        foes = [f"soviet-rifles S {there} N"]
        game = fight([f"german-rifles G {there} S"], foes, veteran=bonds)
        assert game.judge("defence", target="G", unit="S").total == value


@rules("conflict-of-heroes", "8.3 feared reputation", "2.1")
def test_a_feared_side_may_go_first_after_all() -> None:
    game = fight([G], [S], [1, 1, 6, 6], cards={"soviet": ["feared-reputation"]}, cap=(0, 0))
    rules_: Any = game.rules
    course = Course(Chance(game.source))
    state = replace(game.state, agenda=())
    state = rules_.settle(state.push(Initiative(), Round()), course)
    owed = rules_.decision(state)
    assert (owed.side, owed.kind) == ("soviet", "coh.feared-reputation")
    taken = rules_.apply(state, Action("play", card="feared-reputation"), course)
    assert rules_.decision(taken).side == "soviet"
    kept = rules_.apply(state, Action("keep"), course)
    assert rules_.decision(kept).side == "german"


@rules("conflict-of-heroes", "8.3 iron will")
def test_iron_will_lets_a_stunned_unit_fire() -> None:
    game = fight(["german-rifles G G4 S hit=stunned"], [S], [1, 1], cards={"german": ["iron-will"]})
    assert ("7.4 stunned", "coh.stunned") in why(game, "fire", **SHOT)
    do(game, "play", card="iron-will", unit="G")
    assert game.judge("turn") == "german"
    assert ("7.4 stunned", "coh.move.lost") in why(
        game, "move", unit="G", path=["G5"], pay="opportunity"
    )
    do(game, "fire", **SHOT)
    do(game, "roll", target="S", cap=0)
    do(game, "pass")
    assert game.judge("unit", unit="G")["hit"] == "stunned"
    assert not game.state.of("G").iron


@rules("conflict-of-heroes", "8.3 hidden action")
def test_hidden_action_keeps_a_unit_hidden() -> None:
    game = fight(["german-rifles G G4 S hidden"], [S], [1, 1], cards={"german": ["hidden-action"]})
    do(game, "play", card="hidden-action", unit="G")
    assert "coh.revealed" not in do(game, "fire", **SHOT)
    do(game, "roll", target="S", cap=0)
    assert of(game, "G")["hidden"]
    assert "G" not in game.query("view", side="soviet")
    game = fight([G], [S], cards={"german": ["hidden-action"]})
    assert ("8.3 hidden action", "coh.card.hidden-only") in why(
        game, "play", card="hidden-action", unit="G"
    )


@rules("conflict-of-heroes", "8.3 combat hardened")
def test_combat_hardened_throws_one_die_again() -> None:
    game = fight([G], [S], [1, 5, 6], cards={"german": ["combat-hardened"]})
    do(game, "fire", **SHOT)
    do(game, "roll", target="S", cap=0)
    assert why(game, "play", card="combat-hardened") == {("8.3 combat hardened", "coh.card.die")}
    events = game.apply(Action("play", card="combat-hardened", die=1))
    shot = next(event for event in events if event.key.startswith("coh.shot"))
    assert dict(shot.params)["dice"] == 11


@rules("conflict-of-heroes", "8.3 overrun")
def test_overrun_is_two_more_for_a_vehicle_at_close_quarters() -> None:
    game = fight(["pz3h T G6 S"], [S], [1, 1], cards={"german": ["overrun"]})
    do(game, "play", card="overrun", unit="T")
    do(game, "fire", unit="T", hex="G7", pay="opportunity")
    tally = game.tally(Action("roll", target="S", cap=0))
    assert tally is not None
    assert 2 in [line.value for line in tally.parts[0].lines]
    assert any(line.key == "coh.line.card" for line in tally.parts[0].lines)
    game = fight([G], [S], cards={"german": ["overrun"]})
    assert ("8.3 overrun", "coh.card.vehicle") in why(game, "play", card="overrun", unit="G")


UNSEEN = {
    "turn": {"facing": "N"},
    "dig": {},
    "occupy": {},
    "fire": {"hex": "G7"},
    "smoke": {"hex": "D5"},
}


@rules("conflict-of-heroes", "8.3 hidden action", "10.0 acting")
@pytest.mark.parametrize("kind", UNSEEN)
def test_of_a_hidden_action_nobody_hears_who_did_it(kind: str) -> None:
    type = "german-pioneers" if kind == "smoke" else "german-rifles"
    game = fight(
        [f"{type} G D4 S hidden", "german-rifles H A1 S"],
        ["soviet-rifles S G7 N"],
        cards={"german": ["hidden-action"]},
        work=[{"kind": "trench", "hex": "D4"}],
    )
    do(game, "play", card="hidden-action", unit="G")
    asked = Action(kind, unit="G", pay="opportunity", **UNSEEN[kind])
    assert "unit" not in game.query("heard", viewer="soviet", action=asked)
    before = len(game.log)
    do(game, kind, unit="G", pay="opportunity", **UNSEEN[kind])
    assert of(game, "G")["hidden"]
    for event in game.log[before:]:
        assert "G" not in event.units
        assert game.rules.units["G"].title not in str(event.params)  # type: ignore[attr-defined]
        assert "D4" not in event.hexes


@rules("conflict-of-heroes", "8.3 hidden action")
def test_a_hidden_action_serves_the_unit_it_was_played_on() -> None:
    rows = ["german-rifles G D4 S hidden", "german-rifles H A5 S hidden"]
    game = fight(rows, ["soviet-rifles S P12 N"], cards={"german": ["hidden-action"]})
    do(game, "play", card="hidden-action", unit="G")
    do(game, "dig", unit="H", pay="opportunity")
    assert not of(game, "H")["hidden"]


@rules("conflict-of-heroes", "8.3 overrun")
def test_an_overrun_serves_the_vehicle_it_was_played_on() -> None:
    rows = ["pz3h P G4 S", "pz3h Q G4 S"]
    game = fight(rows, ["soviet-rifles S G5 N"], cards={"german": ["overrun"]})
    do(game, "play", card="overrun", unit="P")
    power = {unit: game.judge("firepower", unit=unit, hex="G5") for unit in "PQ"}
    assert int(power["P"].total) - int(power["Q"].total) == 2
    assert {line.rule for line in power["P"].lines} - {line.rule for line in power["Q"].lines} == {
        "8.3 overrun"
    }
    do(game, "fire", unit="P", hex="G5", pay="cap")
    do(game, "roll", target="S", cap=0)
    assert game.judge("firepower", unit="P", hex="G5").total == power["Q"].total


MARCH = ("8.3 forced march", "coh.card.marched")


@rules("conflict-of-heroes", "8.3 forced march")
@pytest.mark.parametrize(
    ("doing", "marches"),
    [
        (("stall", {"pay": "ap"}), False),
        (("play", {"card": "bonus-ap", "pay": "ap"}), False),
        (("turn", {"unit": "G", "facing": "N", "pay": "ap"}), False),
        (("turn", {"unit": "H", "facing": "N", "pay": "cap"}), True),
        (("enter", {"unit": "E", "hex": "A1", "pay": "ap"}), True),
        (("move", {"unit": "G", "path": ["G5"], "pay": "ap"}), True),
    ],
)
def test_a_forced_march_follows_on_nothing_but_movement(
    doing: tuple[str, dict[str, Any]], marches: bool
) -> None:
    kind, args = doing
    who = "E" if kind == "enter" else "G"
    game = fight(
        ["german-rifles G G4 S", "german-rifles H C4 S", "german-rifles E away S"],
        ["soviet-rifles S P12 N"],
        cards={"german": ["forced-march", "bonus-ap"]},
        entry=[{"units": ["E"], "hexes": ["A1"], "round": 1}],
    )
    do(game, "activate", unit=who)
    do(game, kind, **args)
    do(game, "pass")
    assert (MARCH in why(game, "play", card="forced-march", unit=who)) != marches


@rules("conflict-of-heroes", "8.3 sixth sense")
def test_sixth_sense_may_wait_until_the_action_is_done() -> None:
    game = fight([G], ["soviet-rifles S G7 N"], [1, 1], cards={"german": ["sixth-sense"]})
    do(game, "fire", **SHOT)
    do(game, "roll", target="S", cap=0)
    assert game.decision
    assert (game.decision.side, game.decision.kind) == ("german", "coh.sixth-sense")
    assert game.query("owed", viewer="soviet") == {"side": "german", "kind": "coh.answer"}
    before = game.judge("defence", target="G", unit="S").total
    do(game, "play", card="sixth-sense", unit="G")
    assert game.judge("defence", target="G", unit="S").total == before + 1
    assert game.decision.side == "soviet"
    kept = fight([G], ["soviet-rifles S G7 N"], cards={"german": ["sixth-sense"]})
    do(kept, "turn", unit="G", facing="N", pay="cap")
    do(kept, "keep")
    assert kept.judge("hand", side="german") == ["sixth-sense"]
    do(kept, "pass")
    do(kept, "pass")
    assert kept.decision
    assert kept.decision.kind != "coh.sixth-sense", "nothing was done"


@rules("conflict-of-heroes", "8.3 sixth sense", "2.3")
def test_sixth_sense_lasts_through_the_enemys_turn_to_ones_own() -> None:
    game = fight([G], ["soviet-rifles S G7 N"], cards={"german": ["sixth-sense"]})
    before = game.judge("defence", target="G", unit="S").total
    do(game, "play", card="sixth-sense", unit="G")
    do(game, "stall", pay="cap")
    assert game.decision
    assert game.decision.side == "soviet"
    assert game.judge("defence", target="G", unit="S").total == before + 1
    do(game, "stall", pay="cap")
    assert game.judge("defence", target="G", unit="S").total == before


@rules("conflict-of-heroes", "8.3 iron will")
def test_iron_will_lasts_an_action_or_as_long_as_the_unit_is_activated() -> None:
    hurt = "german-rifles G G4 S hit=suppressed"
    game = fight([hurt], ["soviet-rifles S G7 N"], [1, 1], cards={"german": ["iron-will"]})
    do(game, "activate", unit="G")
    do(game, "play", card="iron-will", unit="G")
    assert game.judge("figures", unit="G")["red"] == 4
    do(game, "fire", unit="G", hex="G7", pay="ap")
    do(game, "roll", target="S", cap=0)
    do(game, "stall", pay="cap")
    assert game.judge("figures", unit="G")["red"] == 4, "it is activated still"
    once = fight([hurt], ["soviet-rifles S G7 N"], cards={"german": ["iron-will"]})
    do(once, "play", card="iron-will", unit="G")
    do(once, "turn", unit="G", facing="N", pay="cap")
    do(once, "stall", pay="cap")
    assert once.judge("figures", unit="G")["red"] == 2


@rules("conflict-of-heroes", "8.3 organized retreat", "5.2")
def test_an_organized_retreat_is_about_backward_steps_alone() -> None:
    game = fight([G], [S], veteran=[{"card": "organized-retreat", "units": ["G"]}])
    lines = {}
    for hex in ("G5", "G3"):
        tally = game.tally(Action("move", unit="G", path=[hex], pay="cap"))
        assert tally
        lines[hex] = [line.rule for line in tally.lines]
    assert lines == {"G5": ["5.0"], "G3": ["5.0", "8.3 organized retreat"]}


@rules("conflict-of-heroes", "8.3 use of terrain")
def test_use_of_terrain_wants_terrain() -> None:
    bonds = [{"card": "use-of-terrain", "units": ["G"]}]
    for hex, more in (("G4", 0), ("D4", 1)):
        found = [
            fight([f"german-rifles G {hex} S"], [S], veteran=veteran)
            .judge("defence", target="G", unit="S")
            .total
            for veteran in (bonds, [])
        ]
        assert found[0] - found[1] == more


@rules("conflict-of-heroes", "8.3 better equipped")
def test_better_equipment_adds_to_every_figure_that_it_names() -> None:
    more = {"fire": -1, "move": 1, "red": 2, "blue": 3, "range": 1, "front": 1, "flank": 2}
    bond = [{"card": "better-equipped", "units": ["G"], **more}]
    plain = fight([G], [S]).judge("figures", unit="G")
    better = fight([G], [S], veteran=bond).judge("figures", unit="G")
    assert {name: better[name] - plain[name] for name in more} == more


@rules("conflict-of-heroes", "8.3 high morale", "7.4 panicked")
@pytest.mark.parametrize("tied", [True, False])
def test_high_morale_shrugs_off_panic_and_nothing_else(tied: bool) -> None:
    bonds = [{"card": "high-morale", "units": ["G"]}] if tied else []
    drawn = set()
    for seed in range(40):
        game = fight([G], ["soviet-hmg S G7 N"], turn="soviet", veteran=bonds)
        game.source = Scripted.dice([4, 4], then=Seeded(seed))
        do(game, "fire", unit="S", hex="G4", pay="opportunity")
        do(game, "roll", target="G", cap=0)
        keys = {event.key for event in game.log}
        drawn.add("shrugged" if "coh.hit.shrugged" in keys else of(game, "G")["hit"])
    assert ("panicked" in drawn) != tied
    assert ("shrugged" in drawn) == tied
    assert {"pinned", "suppressed", "stunned"} <= drawn


@rules("conflict-of-heroes", "8.3 close call", "8.3")
@pytest.mark.parametrize(("tied", "away"), [([], {"G", "H"}), (["H"], {"H"})])
def test_a_close_call_is_for_whom_it_is_tied_to(tied: list[str], away: set[str]) -> None:
    bonds = [{"card": "close-call", "units": tied}] if tied else []
    rows = ["german-rifles G G4 S", "german-rifles H G5 S"]
    game = fight(rows, [S], cards={"german": ["close-call"]}, veteran=bonds)
    phase = CloseCall("german", area=("G4", "G5"))
    plays = phase.plays(game.rules, game.state)  # type: ignore[arg-type]
    assert {action["unit"] for action in plays} == away


@rules("conflict-of-heroes", "8.3 blood and honor")
def test_the_owner_of_a_fire_group_picks_who_goes() -> None:
    rows = ["german-rifles G G4 S", "german-rifles H H4 S"]
    game = fight(rows, [S])
    phase = Toll("soviet", ("G", "H"))
    asked = {
        (unit, hex): {a["unit"] for a in phase.choices(game.rules, game.state, unit, hex)}  # type: ignore[arg-type]
        for unit, hex in ((None, None), ("G", None), (None, "H4"), ("G", "H4"))
    }
    assert asked == {
        (None, None): {"G", "H"},
        ("G", None): {"G"},
        (None, "H4"): {"H"},
        ("G", "H4"): set(),
    }
