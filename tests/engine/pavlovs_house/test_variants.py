"""Chapter 7: support, tactics, two together, the German player."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load
from engine.bots import make_bot, play_out
from engine.chance import Seeded
from engine.game import Game
from engine.pavlovs_house.board.pieces import Kit
from tests.engine.pavlovs_house.post import (
    do,
    offered,
    opens,
    owed,
    place,
    post,
    rules_for,
    tokens,
    told,
    why,
)
from tests.marks import rules

TWO = ["pavlov red-2", "glushchenko red-3"]
SUPPORT = {"card": "68", "command": "army-command", "act": "support"}
HAND = {"hand": ["68", "96", "97", "98"], "soviet": ["95"], "wehrmacht": []}


@rules("pavlovs-house", "7.1", "7.1 army command", "7.1 setup")
def test_support_is_an_army_command_action_only_in_its_variant() -> None:
    game = post(TWO, phase="cards", cards=HAND)
    assert why(game, "play", **SUPPORT) == {("2.2", "pav.card.act")}
    game = post(TWO, phase="cards", cards=HAND, on=["operational-support"])
    assert game.query("cards")["support"] in Kit().chart("support").rows
    assert len(game.state.support) == 7
    assert why(game, "play", **SUPPORT) == set()
    assert [e.rule for e in game.log if e.key == "pav.support.opened"] == ["7.1 setup"]


@rules("pavlovs-house", "0.0 setup tactics cards", "0.0 setup support cards")
def test_without_a_variant_its_cards_stay_in_the_box() -> None:
    state = load("pavlovs-house/the-house", Seeded(5)).state
    assert (state.tactics, state.open_tactics, state.support) == ((), (), ())
    assert state.open_support is None


@rules("pavlovs-house", "7.3", "7.4")
def test_three_players_share_the_competitive_game() -> None:
    game = load("pavlovs-house/three-at-the-table", Seeded(5))
    assert owed(game) == ("german", "pav.plan")
    while owed(game)[0] == "german":
        game.apply(game.choices()[0])
    assert owed(game) == ("staff", "pav.cards")


@rules("pavlovs-house", "7.1 support action")
def test_support_needs_tokens_of_the_stock_and_whole_locations() -> None:
    cards = {**HAND, "support": ["elevator", "station"]}
    laid = {"supply": {"provision": 5}, "4": {"damage": 1}}
    game = post(TWO, phase="cards", cards=cards, tokens=laid, on=["operational-support"])
    rule = "7.1 support action"
    assert why(game, "play", **SUPPORT) == {
        (rule, "pav.support.token"),
        (rule, "pav.support.damaged"),
    }
    game = post(TWO, phase="cards", cards=cards, on=["operational-support"])
    events = do(game, "play", **SUPPORT)
    assert [event.rule for event in events if event.key == "pav.support.opened"] == [rule]
    assert tokens(game, "out") == {"provision": 2}
    assert game.query("cards")["won"] == ["elevator"]
    assert game.query("cards")["support"] == "station"
    assert game.query("score").total == 2 + 2


@rules("pavlovs-house", "7.1", "7.1 support action")
def test_there_is_no_support_once_every_card_is_met() -> None:
    cards = {**HAND, "hand": ["68", "69", "96", "97"], "support": ["elevator"]}
    game = post(TWO, phase="cards", cards=cards, on=["operational-support"])
    assert why(game, "play", **SUPPORT) == set()
    do(game, "play", **SUPPORT)
    assert game.query("cards")["support"] is None
    again = {**SUPPORT, "card": "69"}
    assert why(game, "play", **again) == {("7.1", "pav.support.none")}
    assert offered(game, "play", **again) == []


USES = [
    ("veteran", [6, 5, 5, 5], 21),
    ("guards", [7, 5, 5, 5], 22),
    ("competitive", [8, 5, 5, 5], 23),
]


@rules("pavlovs-house", "7.2.1 setup", "7.2.2 setup", "7.4 setup")
@pytest.mark.parametrize(("use", "sizes", "total"), USES)
def test_the_tactics_deck_is_cut_down_for_each_use(use: str, sizes: list[int], total: int) -> None:
    game = load("pavlovs-house/the-house", Seeded(5), {use: True})
    state = game.state
    left = [len(part) for part in state.tactics]
    drawn = 30 - total
    gone = [card for card in state.unseen if card.startswith("T")]
    assert len(gone) == drawn
    assert sum(left) + len(state.german_tactics) == total
    if use != "competitive":
        assert left == sizes


@rules("pavlovs-house", "7.2.1", "7.2.1 play")
def test_veteran_opens_a_card_every_turn() -> None:
    game, _ = opens(["W05", "W17"], [1, 2], TWO, on=["veteran"])
    assert len(game.state.open_tactics) == 1


@rules("pavlovs-house", "7.2.1 play", "7.2.2 play")
@pytest.mark.parametrize("level", ["veteran", "guards"])
def test_an_open_card_holds_for_the_rest_of_its_turn_only(level: str) -> None:
    deck = ["W05", "W17", "W42", "W01", "W02", "W14"]
    cards = {"wehrmacht": deck, "tactics": ["T05", "T25", "T06", "T26"]}
    game = post(TWO, ["riflemen-1 6-5"], phase="cards", cards=cards, on=[level])
    assert game.query("german_defence", unit="riflemen-1") == 4
    do(game, "end", [1, 2, 3])
    assert game.query("german_defence", unit="riflemen-1") == (5 if level == "veteran" else 6)
    do(game, "end")
    do(game, "end")
    assert owed(game) == ("soviet", "pav.cards")
    assert game.query("cards")["tactics"][0] == "Infiltration", "it lies there until the next opens"
    assert game.query("german_defence", unit="riflemen-1") == 4


@rules("pavlovs-house", "7.2.2", "7.2.2 play")
def test_guards_opens_two_and_then_one_a_turn() -> None:
    deck = ["W05", "W17", "W42", "W18", "W29"]
    game, _ = opens(deck, [1, 2, 3], TWO, on=["guards"])
    first = game.state.open_tactics
    assert len(first) == 2
    do(game, "end")
    do(game, "end")
    do(game, "end", [4, 5])
    assert len(game.state.open_tactics) == 2
    assert game.state.open_tactics[0] == first[1]
    assert first[0] in game.state.gone


def tactic(effect: str) -> str:
    rows = Kit().chart("tactics").rows
    return next(card for card in rows if rows[card]["effect"] == effect)


EFFECTS = [
    ("guns", "fire", {"card": "lefh18", "colour": "red"}, 5),
    ("sniper", "fire", {"card": "sniper", "colour": "red"}, 5),
    ("mortar", "fire", {"card": "mortar", "colour": "red"}, 5),
    ("mines", "mine", {"unit": "riflemen-1"}, 2),
]


@rules("pavlovs-house", "7.2.1 play")
@pytest.mark.parametrize(("effect", "question", "args", "dice"), EFFECTS)
def test_an_open_tactics_card_changes_its_number(
    effect: str, question: str, args: dict[str, str], dice: int
) -> None:
    cards = {"wehrmacht": [], "tactics": ["T30"], "open-tactics": [tactic(effect)]}
    game = post(TWO, ["riflemen-1 1-1"], cards=cards, on=["veteran"])
    assert game.query(question, **args).total == dice


@rules("pavlovs-house", "7.2.1 play")
def test_tactics_raise_the_defence_of_germans_and_planes() -> None:
    for effect, unit, need in (
        ("infantry-defence", "riflemen-1", 5),
        ("armour-defence", "stug-1", 6),
    ):
        cards = {"wehrmacht": [], "tactics": ["T30"], "open-tactics": [tactic(effect)]}
        game = post(TWO, [f"{unit} 1-1"], cards=cards, on=["veteran"])
        assert game.query("german_defence", unit=unit) == need
    cards = {"wehrmacht": [], "tactics": ["T30"], "open-tactics": [tactic("plane-defence")]}
    assert post(TWO, cards=cards, on=["veteran"]).query("plane_defence") == 5


@rules("pavlovs-house", "7.3")
def test_two_together_each_decides_in_his_own_phase() -> None:
    game = load("pavlovs-house/two-together", Seeded(4))
    bots = {side.id: make_bot("random", side.id) for side in game.scenario.sides}
    seats = {}
    for _ in range(400):
        if game.decision is None:
            break
        seats.setdefault(game.decision.kind, game.decision.side)
        game.apply(bots[game.decision.side].choose(game))
    assert seats["pav.cards"] == "staff"
    assert seats["pav.moves"] == seats["pav.acts"] == "garrison"
    assert set(seats.values()) == {"staff", "garrison"}


def together(soviet: list[str], **keys: Any) -> Game:
    """Two players in a phase of a position: the staff and the garrison."""
    men = [dict(zip(("id", "at"), text.split(), strict=True)) for text in soviet]
    garrison = {"id": "garrison", "name": "Garrison", "units": men}
    sides = [garrison, {"id": "staff", "name": "Staff"}, {"id": "german", "name": "Wehrmacht"}]
    return Game(rules_for((), side=sides, **keys), Seeded(1))


@rules("pavlovs-house", "7.3", "5.0", "3.0 storm group casualties")
def test_whose_phase_it_is_decides_on_the_wounded_of_a_sortie() -> None:
    people = ["pavlov reserve", "anikin reserve"]
    keys = {"tokens": {"supply": {"medic": 1}}}
    sortie = {"card": "68", "command": "army-command", "act": "sortie"}
    game = together(people, start={"phase": "cards"}, cards={**HAND, "storm": "bank"}, **keys)
    do(game, "play", **sortie)
    do(game, "join", unit="pavlov")
    do(game, "storm", [1, 1, 1, 1])
    assert owed(game) == ("staff", "pav.wound"), "the staff sent them, in its own phase"
    milk = {"wehrmacht": [], "storm": "milk-house"}
    game = together(people, start={"phase": "actions"}, cards=milk, **keys)
    do(game, "end")
    do(game, "join", unit="pavlov")
    do(game, "storm", [1, 1, 1, 1])
    assert owed(game) == ("garrison", "pav.wound"), "the last sortie is the garrison's"


def planning(*hand: str) -> Game:
    """The German player with some cards to come."""
    return post(
        TWO,
        phase="planning",
        on=["competitive"],
        cards={"wehrmacht": list(hand), "tactics": ["T01", "T02", "T03", "T04"]},
    )


@rules("pavlovs-house", "7.4", "7.4 planning")
def test_the_german_lays_three_cards_in_order_and_a_tactics_card() -> None:
    game = planning("W05", "W17", "W42", "W18", "W29", "W30", "W40")
    assert owed(game) == ("german", "pav.plan")
    assert why(game, "lay", card="W29") == {("7.4 planning", "pav.plan.not-held")}
    for card in ("W42", "W05", "W18"):
        do(game, "lay", card=card)
    assert owed(game) == ("german", "pav.plan-tactics")
    assert sum(map(len, game.state.wehrmacht)) == 3
    events = do(game, "lay", card="T03")
    assert told(events, "pav.plan.drawn") == [{"count": 4}], "as many are drawn again at once"
    assert owed(game)[0] == "soviet"
    assert game.query("plan", side="german") == {
        "hand": ["panzer-2", "panzer-3", "stug", "panzer-4"],
        "tactics": ["T01", "T02", "T04"],
        "laid": ["panzer-2", "panzer-2", "panzer-3"],
    }
    assert game.query("plan", side="soviet") == {"hand": [], "tactics": [], "laid": 3}


@rules("pavlovs-house", "7.4 wehrmacht phase", "7.4 planning")
def test_the_laid_cards_open_from_top_to_bottom() -> None:
    game = planning("W05", "W17", "W18", "W29", "W30", "W40", "W41")
    for card in ("W29", "W05", "W17", "T02"):
        do(game, "lay", card=card)
    do(game, "end", [1, 1, 1])
    assert [place(game, unit) for unit in ("panzer-3-1", "panzer-2-1", "panzer-2-2")] == [
        "1-3",
        "1-2",
        "1-1",
    ]
    assert game.query("cards")["tactics"] == ["Air Superiority"]
    do(game, "end")
    do(game, "end")
    assert owed(game) == ("german", "pav.plan")
    assert len(game.state.german_hand) == 4
    assert game.state.german_tactics == ("T01", "T03", "T04")


@rules("pavlovs-house", "7.4 planning", "7.4 wehrmacht phase")
@pytest.mark.parametrize(("phase", "then"), [("cards", "pav.cards"), ("wehrmacht", "pav.moves")])
def test_a_turn_joined_late_is_planned_all_the_same(phase: str, then: str) -> None:
    cards = {"wehrmacht": ["W05", "W17", "W18", "W29"], "tactics": ["T01", "T02", "T03"]}
    game = post(TWO, phase=phase, on=["competitive"], cards=cards)
    assert owed(game) == ("german", "pav.plan")
    for card in ("W29", "W05", "W17"):
        do(game, "lay", card=card)
    do(game, "lay", [1, 1, 1], card="T02")
    assert owed(game)[1] == then
    if phase == "cards":
        do(game, "end", [1, 1, 1])
    assert place(game, "panzer-3-1") == "1-3", "the cards that were laid have opened"


@rules("pavlovs-house", "7.4 planning")
@pytest.mark.parametrize("phase", ["counters", "actions"])
def test_a_game_joined_after_the_wehrmacht_cards_needs_no_plan_yet(phase: str) -> None:
    assert owed(post(TWO, phase=phase, on=["competitive"]))[0] == "soviet"


@rules("pavlovs-house", "7.4 forced cards")
def test_resupply_and_storm_cards_cannot_be_held_back() -> None:
    game = planning("bank", "W61", "W05", "W17", "W18")
    do(game, "lay", card="W05")
    assert why(game, "lay", card="W17") == {("7.4 forced cards", "pav.plan.forced")}
    assert {a["card"] for a in game.choices()} == {"bank", "W61"}


@rules("pavlovs-house", "7.4 end")
def test_the_milk_house_ends_the_competitive_game() -> None:
    game = planning("W61", "W05", "W17", "W18", "W29", "W30", "W40")
    for card in ("W61", "W05", "W17", "T02"):
        do(game, "lay", card=card)
    do(game, "end", [1, 2])
    do(game, "end")
    do(game, "end")
    assert owed(game)[1] == "pav.sortie"
    do(game, "end")
    assert game.ending is not None


@rules("pavlovs-house", "7.4 end", "3.0 milk house")
def test_a_check_after_the_milk_house_does_not_keep_the_game_going() -> None:
    game = planning("W61", "bank", "W05", "W17", "W18", "W29", "W30", "W40", "W41")
    for card in ("W61", "bank", "W05", "T02"):
        do(game, "lay", card=card)
    do(game, "end", [1])
    assert game.query("cards")["storm"] == "bank"
    do(game, "end")
    do(game, "end")
    assert game.ending is not None, "whatever lies there now"


@rules("pavlovs-house", "7.4 end", "6.0")
def test_three_cards_in_the_hand_are_a_turn_more_and_two_are_none() -> None:
    whole = ["W05", "W17", "W18", "W29", "W30", "W40"]
    for rest, more in ((whole, True), (whole[:5], False)):
        game = planning(*rest)
        for card in (*rest[:3], "T02"):
            do(game, "lay", card=card)
        do(game, "end", [1, 2, 3])
        do(game, "end")
        do(game, "end")
        assert (game.ending is None) is more
        assert len(game.state.german_hand) == len(rest) - 3


@rules("pavlovs-house", "7.4 planning")
def test_the_german_holds_four_cards_and_three_tactics_cards() -> None:
    game = planning("W05", "W17", "W18", "W29", "W30", "W40", "W41")
    assert (len(game.state.german_hand), len(game.state.german_tactics)) == (4, 3)


@rules("pavlovs-house", "7.2.1 play", "7.2.2 play", "7.4 wehrmacht phase")
@pytest.mark.parametrize(
    ("use", "rule"),
    [
        ("veteran", "7.2.1 play"),
        ("guards", "7.2.2 play"),
        ("competitive", "7.4 wehrmacht phase"),
    ],
)
def test_a_tactics_card_is_cited_by_the_level_that_uses_it(use: str, rule: str) -> None:
    cards = {"wehrmacht": [], "open-tactics": ["T01"]}
    game = post(TWO, phase="counters", on=[use], cards=cards)
    lines = game.query("fire", card="sfh18", colour="red").lines
    assert [(line.rule, line.value) for line in lines] == [("3.0 shelling guns", 5), (rule, 1)]


@rules("pavlovs-house", "7.2.1 play")
def test_an_open_card_of_the_turn_before_does_nothing_before_the_wehrmacht_phase() -> None:
    cards = {"wehrmacht": [], "open-tactics": ["T01"]}
    game = post(TWO, phase="cards", on=["veteran"], cards=cards)
    assert game.query("fire", card="sfh18", colour="red").total == 5


@rules("pavlovs-house", "7.4 setup", "7.4 end")
def test_the_competitive_game_adds_a_card_and_is_played_to_its_end() -> None:
    game = load("pavlovs-house/german-command", Seeded(8))
    total = sum(map(len, game.state.wehrmacht)) + len(game.state.german_hand)
    assert total == 64
    bots = {side.id: make_bot("greedy", side.id) for side in game.scenario.sides}
    assert play_out(game, bots) == []
    assert game.ending is not None


@rules("pavlovs-house", "7.2.1 play")
def test_a_card_that_lies_open_when_a_position_begins_is_at_work() -> None:
    game = load("pavlovs-house/drills/07-tactics", Seeded(1))
    assert game.state.turn == 3
    assert game.query("plane_defence") == 5
