"""Chapter 3: what pays for an action: AP, CAP, opportunity actions, CAP on dice."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.chance import Seeded
from engine.conflict_of_heroes.actions.payment import PAYS
from engine.conflict_of_heroes.rounds.rounds import ORDERS, Turn
from engine.conflict_of_heroes.secrets import UNSEEN
from engine.values import Action
from tests.engine.conflict_of_heroes.field import FAR, G, S, cost, do, fight, of, offered, why
from tests.marks import rules


@rules("conflict-of-heroes", "3.0", "2.2 use ap")
def test_ap_belong_to_the_activated_unit() -> None:
    game = fight([G], [S])
    move = {"unit": "G", "path": ["G5"], "pay": "ap"}
    assert why(game, "move", **move) == {("3.0", "coh.pay.nobody-active")}
    do(game, "activate", unit="G")
    assert not why(game, "move", **move)
    assert why(game, "activate", unit="G") == {("3.0", "coh.activate.already")}
    assert ("2.2", "coh.not-yours") in why(game, "activate", unit="S")


@rules("conflict-of-heroes", "3.01", "3.23")
def test_cap_change_the_dice_of_random_ap() -> None:
    game = fight([G], [S], [1, 2], on=["random-ap"])
    offered = {a.get("cap", 0) for a in game.choices() if a.kind == "activate"}
    assert offered == {0, 1, 2}
    do(game, "activate", unit="G", cap=2)
    assert game.judge("side", side="german")["ap"] == 5
    assert game.judge("side", side="german")["cap"] == 7
    plain = fight([G], [S])
    assert why(plain, "activate", unit="G", cap=1) == {("3.23", "coh.dice.none")}


@rules("conflict-of-heroes", "3.01", "3.0")
def test_no_ap_at_all_spend_the_unit_at_once() -> None:
    game = fight([G], [S], [1, 1], on=["random-ap"])
    do(game, "activate", unit="G", cap=-2)
    assert of(game, "G")["spent"]
    assert not of(game, "G")["active"]


@rules("conflict-of-heroes", "3.1", "2.2 opportunity action")
def test_an_opportunity_action_is_free_and_spends_the_unit() -> None:
    game = fight([G], [S])
    do(game, "move", unit="G", path=["G5"], facing="S", pay="opportunity")
    assert of(game, "G")["spent"]
    assert game.judge("side", side="german")["cap"] == 9
    do(game, "pass")
    assert why(game, "turn", unit="G", facing="N", pay="opportunity") == {("3.1", "coh.pay.spent")}


@rules("conflict-of-heroes", "3.2", "3.22", "2.2 use cap")
def test_cap_pay_for_anybody_while_they_last() -> None:
    game = fight(["german-rifles G G4 S spent"], [S], cap=(3, 3))
    assert not why(game, "fire", unit="G", hex="G7", pay="cap")
    game = fight(["german-rifles G G4 S spent"], [S], cap=(2, 3))
    assert why(game, "fire", unit="G", hex="G7", pay="cap") == {("3.22", "coh.pay.cap")}
    assert why(game, "fire", unit="G", hex="G7", pay="gold") == {("2.2", "coh.pay.how")}


@rules("conflict-of-heroes", "3.21")
def test_cap_may_pay_for_part_of_an_action_while_there_are_ap_left() -> None:
    active = {"ap": {"german": 7}, "active": {"german": ["P"]}}
    game = fight(["german-rifles P G5 N"], ["soviet-rifles R G3 S"], cap=(4, 9), start=active)
    shot = {"unit": "P", "hex": "G3", "pay": "ap"}
    mixed = {("3.21", "coh.pay.from-cap")}
    assert why(game, "fire", **shot, from_cap=5) >= mixed
    assert why(game, "fire", **{**shot, "pay": "opportunity"}, from_cap=1) >= mixed
    assert why(game, "fire", **shot, from_cap=2) == set()
    do(game, "fire", **shot, from_cap=2)
    side = game.judge("side", side="german")
    assert (side["ap"], side["cap"]) == (6, 2), "a shot for 3: 1 AP and 2 CAP"
    poor = fight(["german-rifles P G5 N"], ["soviet-rifles R G3 S"], cap=(1, 9), start=active)
    assert why(poor, "fire", **shot, from_cap=2) == {("3.21", "coh.pay.ap")}


@rules("conflict-of-heroes", "3.23", "18.4")
def test_cap_change_the_die_of_the_wire() -> None:
    wire = [{"kind": "wire", "hex": "G5"}]
    game = fight([G], [S], [4], work=wire)
    assert {a.get("cap", 0) for a in offered(game, "move", unit="G", path=("G5",))} >= {0, -1, -2}
    do(game, "move", unit="G", path=["G5"], facing="S", pay="cap", cap=-2)
    assert game.judge("side", side="german")["cap"] == 7
    assert cost(game, "cross") == 3
    do(game, "cross")
    assert game.judge("side", side="german")["cap"] == 4


@rules("conflict-of-heroes", "3.23", "8.1 sniper", "8.1 bonus ap")
def test_cap_on_the_die_of_a_card() -> None:
    game = fight([G], [S], [4], cards={"german": ["sniper"]})
    do(game, "play", card="sniper", cap=2)
    assert game.judge("side", side="soviet")["cap"] == 6
    assert game.judge("side", side="german")["cap"] == 7


@rules("conflict-of-heroes", "3.23")
@given(st.integers(-5, 5))
def test_at_most_two_cap_either_way_on_a_roll(cap: int) -> None:
    game = fight([G], [S])
    do(game, "fire", unit="G", hex="G7", pay="opportunity")
    assert bool(why(game, "roll", target="S", cap=cap)) == (abs(cap) > 2)


@rules("conflict-of-heroes", "3.23")
def test_no_cap_are_declared_where_no_dice_fall() -> None:
    game = fight([G], [S])
    assert why(game, "turn", unit="G", facing="N", pay="cap", cap=2) == {("3.23", "coh.dice.none")}


@rules("conflict-of-heroes", "3.23", "14.1", "7.51", "8.1 command action")
def test_cap_on_the_dice_of_what_a_command_card_pays_for() -> None:
    cards = {"german": ["command-action", "command-action"]}
    game = fight(["pz3h T C9 S", f"{G} hit=pinned"], [FAR], [1, 3, 2, 3], cards=cards)
    card = {"card": "command-action", "order": "move", "unit": "T"}
    offered = {
        a.get("cap", 0) for a in game.choices() if a.get("path") == ("C10",) and "order" in a
    }
    assert offered == {0, 1, 2}
    do(game, "play", **card, path=["C10"], cap=2)
    assert (of(game, "T")["bogged"], game.judge("side", side="german")["cap"]) == (False, 7)
    do(game, "stall", pay="cap")
    do(game, "play", card="command-action", order="rally", unit="G", cap=2)
    assert (of(game, "G")["hit"], game.judge("side", side="german")["cap"]) == ("", 5)
    assert not game.judge("hand", side="german")


@rules("conflict-of-heroes", "3.23", "10.1", "8.1 command action")
def test_listed_cap_of_a_group_are_paid_when_a_card_moves_it() -> None:
    rows = ["pz3h T C9 S hidden", "pz3h U C9 S hidden"]
    game = fight(rows, [FAR], [1, 3, 1, 3], cards={"german": ["command-action"]})
    march = {"order": "move", "units": ["T", "U"], "to": ["C10", "C10"], "caps": [2, 2]}
    do(game, "play", card="command-action", **march)
    assert [of(game, u)["bogged"] for u in "TU"] == [False, False]
    assert game.judge("side", side="german")["cap"] == 5


@rules("conflict-of-heroes", "3.24", "2.1", "2.0")
def test_a_tie_is_declared_and_rolled_anew() -> None:
    game = fight([G], [S], [3, 3, 2, 4, 6, 6, 1, 1], start={"passes": 1})
    do(game, "pass")
    assert game.decision
    assert game.decision.kind == "coh.initiative"
    assert game.decision.side == "soviet"
    do(game, "add-cap", cap=0)
    assert "coh.initiative.tie" in do(game, "add-cap", cap=0)
    do(game, "add-cap", cap=0)
    assert "coh.initiative.won" in do(game, "add-cap", cap=1)
    assert game.decision.side == "soviet"


NEEDLESS: list[tuple[str, dict[str, Any]]] = [
    ("dig", {"unit": "A", "pay": "cap", "path": ["Z9"]}),
    ("fire", {"unit": "A", "hex": "G7", "pay": "cap", "to": "Z9"}),
    ("fire", {"unit": "A", "hex": "G7", "pay": "opportunity", "to": "Z9"}),
    ("fire", {"unit": "A", "hex": "G7", "pay": "ap", "paths": ["Z9 Z8"]}),
    ("turn", {"unit": "A", "facing": "N", "pay": "cap", "hex": "Z9"}),
    ("rally", {"unit": "B", "pay": "cap", "to": "Z9"}),
    ("occupy", {"unit": "A", "pay": "cap", "path": ["Z9"]}),
]


@rules("conflict-of-heroes", "3.0", "3.1", "3.22")
@pytest.mark.parametrize(("kind", "args"), NEEDLESS)
def test_nothing_needless_in_an_action_saves_its_price(kind: str, args: dict[str, Any]) -> None:
    rows = ["german-rifles A G4 S spent", "german-rifles B A1 S hit=pinned spent"]
    work = [{"kind": "trench", "hex": "G4"}]
    game = fight(rows, ["soviet-rifles S G7 N"], cap=(0, 9), work=work)
    before = game.state
    assert not game.explain(Action(kind, **args))
    assert game.state is before


POOL: tuple[Any, ...] = (
    *("A", "B", "S", "H", "zz", "", "G4", "G7", "Z9", "away", "unseen", "N", "up", "attack G7"),
    *("overrun", "command-action", "molotov-cocktail", "fire", "move", "planes", "black", "?"),
    *(0, 1, -1, 99, True, None, ["A", "B"], ["Z9"], ["G5"], ["G5 Z9"], ["zz"], [], ["go G5"], [1]),
)
NAMES = ("unit", "units", "hex", "path", "paths", "to", "facing", "facings", "pay", "cap", "caps")
NAMES += ("spotter", "spotters", "support", "aim", "steps", "card", "order", "cargo", "cargos")
NAMES += ("target", "side", "colour", "altitude", "from_cap", "careful", "openly", "joined", "lay")


@rules("conflict-of-heroes", "2.2")
def test_no_action_however_odd_stops_the_program() -> None:
    dice = random.Random(1)
    rows = ["german-rifles A G4 S", "apc-251 B G4 S", "german-mortar M G3 S", "stuka P A4 S"]
    foes = ["soviet-rifles S G7 N", "soviet-rifles H C4 N hidden"]
    held = ["command-action", "molotov-cocktail", "overrun", "move-2-hexes", "lay-land-mine"]
    game = fight(rows, foes, cards={"german": [*held, "tellermine", "hasty-defense"]})
    kinds = game.state.top.kinds(game.rules, game.state)
    for _ in range(6000):
        names = dice.sample(NAMES, dice.randrange(1, 6))
        args = {name: dice.choice(POOL) for name in names}
        if dice.random() < 0.7:
            args |= {"unit": dice.choice(("A", "B", "M", "P")), "pay": dice.choice(("ap", "cap"))}
        if dice.random() < 0.3:
            args |= {"card": dice.choice(held), "order": dice.choice(kinds)}
        action = Action(dice.choice(kinds), **args)
        legal = bool(game.explain(action))
        game.tally(action)
        if legal:
            before = game.state
            game.apply(action)
            assert game.rules.violations(game.state) == [], action
            game.undo()
            assert game.state is before


@rules("conflict-of-heroes", "2.2 use ap", "2.2 opportunity action", "2.2 use cap", "3.0", "3.1")
@pytest.mark.parametrize(
    ("pay", "spent", "ap", "cap"),
    [("ap", False, 4, 9), ("opportunity", True, 0, 9), ("cap", False, 0, 6)],
)
def test_what_a_shot_takes_in_every_way_of_paying(pay: str, spent: bool, ap: int, cap: int) -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-rifles S G7 N"], [1, 1])
    if pay == "ap":
        do(game, "activate", unit="G")
    do(game, "fire", unit="G", hex="G7", pay=pay)
    side = game.judge("side", side="german")
    assert (game.judge("unit", unit="G")["spent"], side["ap"], side["cap"]) == (spent, ap, cap)


@rules("conflict-of-heroes", "3.1", "3.22", "3.0")
def test_who_is_spent_acts_on_cap_alone() -> None:
    game = fight(["german-rifles G G4 S spent", "german-rifles H A1 S"], ["soviet-rifles S G7 N"])
    shot = {"unit": "G", "hex": "G7"}
    assert why(game, "fire", **shot, pay="opportunity") == {("3.1", "coh.pay.spent")}
    assert why(game, "fire", **shot, pay="cap") == set()
    assert why(game, "activate", unit="G") == {("3.0", "coh.pay.spent")}
    do(game, "activate", unit="H")
    own = {"unit": "H", "facing": "N"}
    assert why(game, "turn", **own, pay="opportunity") == {("3.1", "coh.pay.activated")}


@rules("conflict-of-heroes", "3.01", "3.23", "3.0")
@pytest.mark.parametrize("cap", [0, 2, 3])
def test_random_ap_are_two_dice_with_two_cap_at_most(cap: int) -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-rifles S G7 N"], [2, 5], on=["random-ap"])
    given = {"cap": cap or None, "unit": "G"}
    if cap == 3:
        assert ("3.23", "coh.dice.limit") in why(game, "activate", **given)
        return
    do(game, "activate", **given)
    side = game.judge("side", side="german")
    assert (side["ap"], side["cap"]) == (7 + cap, 9 - cap)


@rules("conflict-of-heroes", "3.01", "8.3 experience")
def test_experience_adds_four_to_the_dice_of_random_ap() -> None:
    bonds = [{"card": "experience", "units": ["G"]}]
    game = fight([G], [S], [2, 5], on=["random-ap"], veteran=bonds)
    do(game, "activate", unit="G")
    assert game.judge("side", side="german")["ap"] == 7 + 4


OFF_MAP: dict[str, dict[str, Any]] = {
    "fire": {"hex": "G7"},
    "smoke": {"hex": "G7"},
    "move": {"path": ["G5"]},
    "turn": {"facing": "N"},
    "rally": {},
    "dig": {},
    "occupy": {},
    "leave": {},
    "hide": {"hex": "G4"},
    "exit": {},
    "activate": {},
}


@rules("conflict-of-heroes", "2.2")
@pytest.mark.parametrize("kind", OFF_MAP)
def test_who_is_off_the_map_does_nothing_on_it(kind: str) -> None:
    rows = ["german-mortar A away S", "german-rifles G G4 S"]
    game = fight(rows, ["soviet-rifles S G7 N", "soviet-rifles T away N"])
    pay = {} if kind == "activate" else {"pay": "cap"}
    action = Action(kind, unit="A", **pay, **OFF_MAP[kind])
    assert ("2.2", "coh.not-on-map") in {(r.rule, r.key) for r in game.explain(action).reasons}
    assert game.tally(action) is None


@rules("conflict-of-heroes", "2.2")
@pytest.mark.parametrize("kind", OFF_MAP)
def test_nobody_commands_the_enemys_units(kind: str) -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-mortar A G7 N"])
    pay = {} if kind == "activate" else {"pay": "cap"}
    action = Action(kind, unit="A", **pay, **OFF_MAP[kind])
    assert ("2.2", "coh.not-yours") in {(r.rule, r.key) for r in game.explain(action).reasons}


@rules("conflict-of-heroes", "3.0")
def test_nobody_is_marked_spent_who_is_not_activated() -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-rifles S G7 N"])
    assert {r.key for r in game.explain(Action("mark-spent")).reasons} == {"coh.pay.nobody-active"}
    do(game, "activate", unit="G")
    do(game, "mark-spent")
    assert game.judge("unit", unit="G")["spent"]
    assert game.decision
    assert game.decision.side == "german", "it is no action"


BROKEN: dict[str, dict[str, Any]] = {
    "coh.broken.negative": {"cap": {"german": -1, "soviet": 0}},
    "coh.broken.pool": {"ap": {"german": 3, "soviet": 0}},
    "coh.broken.spent": {
        "ap": {"german": 3, "soviet": 0},
        "active": {"german": ("H",), "soviet": ()},
    },
    "coh.broken.cup": {"cups": {"infantry": (), "vehicle": ()}},
}


@rules("conflict-of-heroes", "3.2", "9.0", "3.0", "7.4")
@pytest.mark.parametrize("key", BROKEN)
def test_a_broken_position_is_noticed(key: str) -> None:
    rows = ["german-rifles G G4 S", "german-rifles H A1 S spent"]
    game = fight(rows, ["soviet-rifles S G7 N"])
    assert game.rules.violations(game.state) == []
    found = game.rules.violations(replace(game.state, **BROKEN[key]))
    assert {reason.key for reason in found} == {key}
    minus = replace(game.state, ap={"german": -1, "soviet": 0})
    assert "coh.broken.negative" in {reason.key for reason in game.rules.violations(minus)}


@rules("conflict-of-heroes", "17.0", "10.0 detection")
def test_lost_passengers_and_the_unfound_are_noticed() -> None:
    rows = ["opel T G4 S", "german-rifles G G4 S carried=T"]
    game = fight(rows, ["soviet-rifles S G7 N"])
    apart = game.state.at("G", "G5")
    assert {r.key for r in game.rules.violations(apart)} == {"coh.broken.carrier"}
    unfound = game.state.at("S", "G5").changed("S", hidden=True)
    assert {r.key for r in game.rules.violations(unfound)} == {"coh.broken.hidden"}


@rules("conflict-of-heroes", "2.2")
@pytest.mark.parametrize("name", ["ambush", "from-the-air", "trenches", "four-armies"])
def test_every_way_of_paying_that_the_reasons_allow_is_listed(name: str) -> None:
    game = catalogue.load(f"conflict-of-heroes/{name}", Seeded(3))
    luck, compared = random.Random(name), 0
    while game.decision is not None and len(game.history) < 60:
        s, phase = game.rules.seen(game.state), game.state.top
        if isinstance(phase, Turn):
            listed = {a for a in game.choices() if a.kind in ORDERS}
            for order in ORDERS.values():
                for unit in game.rules.units:
                    on_map = s.position.place(unit) in game.rules.board
                    mine = game.rules.units[unit].side == phase.side
                    if not mine or order.entering == on_map or s.position.place(unit) == UNSEEN:
                        continue
                    for option in order.options(game.rules, s, phase, unit):
                        for pay in PAYS:
                            action = option.replaced(pay=pay)
                            assert (action in listed) == bool(game.explain(action)), action
                            compared += 1
        action = game.sample(luck)
        assert action is not None
        game.apply(action)
    assert compared > 500
