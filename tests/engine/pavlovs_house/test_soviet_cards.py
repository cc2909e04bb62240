"""Chapter 2: the Soviet card phase and all eight commands."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.game import Game
from engine.values import Action
from tests.engine.pavlovs_house.post import cards, do, offered, owed, place, post, tokens, why
from tests.marks import rules

MEN = ["pavlov red-2", "glushchenko red-3"]


def phase(*hand: str, **keys: object) -> Game:
    """The Soviet card phase with some cards in the hand."""
    more = keys.pop("cards", {})
    soviet = keys.pop("soviet", MEN)
    assert isinstance(more, dict)
    assert isinstance(soviet, list)
    return post(soviet, phase="cards", cards=cards(*hand, **more), **keys)  # type: ignore[arg-type]


@rules("pavlovs-house", "2.2", "2.2 fog of war", "2.3")
def test_one_action_a_card_and_none_from_fog() -> None:
    game = phase("90", "77", tokens={"10": {"damage": 1}})
    play = {"command": "artillery", "act": "ready", "place": "11"}
    assert why(game, "play", card="96", **play) == {("2.2 fog of war", "pav.card.fog")}
    assert why(game, "play", card="95", **play) == {("2.2", "pav.card.not-held")}
    assert why(game, "play", card="90", command="sappers", act="mine") == {("2.2", "pav.card.half")}
    assert why(game, "play", card="90", command="artillery", act="load") == {
        ("2.2", "pav.card.act")
    }
    do(game, "play", card="90", **play)
    again = {"command": "artillery", "act": "repair", "place": "10"}
    assert ("2.2", "pav.card.used") in why(game, "play", card="90", **again)
    do(game, "play", card="77", **again)
    assert game.query("cards")["hand"] == [], "only fog is left: the hand is discarded"
    assert set(game.query("cards")["discard"]) >= {"90", "77", "96", "97"}


@rules("pavlovs-house", "2.1")
def test_an_empty_deck_is_made_of_the_discards() -> None:
    game = post(MEN, phase="cards", cards={"soviet": ["70", "71"], "wehrmacht": []})
    assert {"70", "71"} < set(game.query("cards")["hand"])
    assert len(game.query("cards")["hand"]) == 4
    assert game.query("decks")["discard"] == 0
    assert "pav.card.reshuffled" in {event.key for event in game.log}


REPAIRS = [
    ("68", "army-command", "18", "2.0 army command repair"),
    ("75", "division-command", "4", "2.0 division command repair"),
    ("86", "signals", "16", "2.0 signals repair"),
    ("90", "artillery", "11", "2.0 artillery repair"),
    ("90", "flotilla", "6", "2.0 flotilla repair"),
    ("95", "anti-aircraft-267", "12", "2.0 anti-aircraft 267 repair"),
    ("95", "anti-aircraft-1083", "9", "2.0 anti-aircraft 1083 repair"),
]


@rules(
    "pavlovs-house",
    "2.0 army command repair",
    "2.0 division command repair",
    "2.0 signals repair",
    "2.0 artillery repair",
    "2.0 flotilla repair",
    "2.0 anti-aircraft 267 repair",
    "2.0 anti-aircraft 1083 repair",
)
@pytest.mark.parametrize(("card", "command", "where", "rule"), REPAIRS)
def test_a_command_repairs_its_own_locations(
    card: str, command: str, where: str, rule: str
) -> None:
    game = phase(card, tokens={where: {"damage": 1}, "3": {"damage": 1}}, cards={"soviet": ("94",)})
    play = {"card": card, "command": command, "act": "repair"}
    assert why(game, "play", **play, place="3") == {(rule, "pav.card.place")}
    assert [a["place"] for a in offered(game, "play", **play)] == [where]
    do(game, "play", **play, place=where)
    assert tokens(game, where) == {}


@rules("pavlovs-house", "2.0 army command stocking")
def test_up_to_five_supplies_to_the_staging_area() -> None:
    game = phase("68")
    do(game, "play", card="68", command="army-command", act="stock")
    assert owed(game) == ("soviet", "pav.stocking")
    assert why(game, "take", token="wire") == {("2.0 army command stocking", "pav.cargo.kind")}
    for kind in ("ammunition", "ammunition", "medic", "provision", "sapper"):
        do(game, "take", token=kind)
    assert tokens(game, "staging") == {"ammunition": 2, "medic": 1, "provision": 1, "sapper": 1}
    assert owed(game)[1] != "pav.stocking"


@rules("pavlovs-house", "2.0 army command stocking")
@pytest.mark.parametrize("where", ["red-2", 7])
def test_an_action_without_a_place_takes_none(where: object) -> None:
    play = {"card": "68", "command": "army-command", "act": "stock"}
    assert why(phase("68"), "play", **play, place=where) == {("2.2", "argument.unknown")}
    [event, *_] = do(phase("68"), "play", **play)
    assert (event.key, event.hexes, dict(event.params)["place"]) == ("pav.act.stock", (), "")


@rules("pavlovs-house", "2.0 army command stocking", "2.0 army command storm group")
def test_a_damaged_army_post_neither_stocks_nor_storms() -> None:
    game = phase("68", tokens={"18": {"damage": 1}}, cards={"storm": "bank"})
    for act, rule in (("stock", "stocking"), ("sortie", "storm group")):
        found = why(game, "play", card="68", command="army-command", act=act)
        assert found == {(f"2.0 army command {rule}", "pav.card.damaged")}


@rules("pavlovs-house", "2.0 division command reinforcements")
def test_six_points_of_reinforcements() -> None:
    game = phase("75")
    do(game, "play", card="75", command="division-command", act="reinforce")
    tally = game.tally(offered(game, "bring", unit="chekhov")[0])
    assert tally is not None
    assert tally.total == 3
    do(game, "bring", unit="chekhov")
    do(game, "bring", unit="maxim-1")
    rule = "2.0 division command reinforcements"
    assert why(game, "bring", unit="naumov") == {(rule, "pav.bring.cost")}
    assert why(game, "bring", unit="pavlov") == {
        ("0.0 stock", "pav.bring.not-stock"),
        (rule, "pav.bring.cost"),
    }
    assert why(game, "bring", unit="riflemen-1") == {(rule, "pav.unit.none")}
    do(game, "bring", unit="khait")
    assert place(game, "maxim-1") == "reserve"
    assert game.decision is None or owed(game)[1] != "pav.bring", "all six are spent"


@rules("pavlovs-house", "2.0 division command reinforcements")
def test_a_damaged_division_post_sends_nobody() -> None:
    game = phase("75", tokens={"4": {"damage": 1}})
    assert why(game, "play", card="75", command="division-command", act="reinforce") == {
        ("2.0 division command reinforcements", "pav.card.damaged")
    }


@rules("pavlovs-house", "2.0 sappers fortify")
def test_sappers_raise_a_track_or_mend_location_three() -> None:
    play = {"card": "81", "command": "sappers", "act": "fortify"}
    setup = {"tokens": {"supply": {"sapper": 1}, "3": {"damage": 1}}, "defence": {"red": 4}}
    game = phase("81", **setup)
    assert why(game, "play", **play, place="green") == {("2.0 sappers fortify", "pav.card.highest")}
    do(game, "play", **play, place="red")
    assert game.query("defence")["red"] == 5
    assert tokens(game, "supply") == {}
    game = phase("81", **setup)
    do(game, "play", **play, place="3")
    assert tokens(game, "3") == {}
    game = phase("81", defence={"red": 4})
    assert why(game, "play", **play, place="3") == {
        ("2.0 sappers fortify", "pav.card.no-sapper"),
        ("2.0 sappers fortify", "pav.card.whole"),
    }


@rules("pavlovs-house", "2.0 sappers mine")
def test_mines_go_on_free_sapper_spaces() -> None:
    play = {"card": "81", "command": "sappers", "act": "mine"}
    game = post(
        MEN,
        ["scouts-1 2-3"],
        phase="cards",
        cards=cards("81"),
        tokens={"supply": {"sapper": 1}, "1-3": {"sapper": 1}},
    )
    assert [a["place"] for a in offered(game, "play", **play)] == ["3-3", "4-3", "5-3", "6-3"]
    for taken in ("1-3", "2-3"):
        assert why(game, "play", **play, place=taken) == {("2.0 sappers mine", "pav.card.taken")}
    assert why(game, "play", **play, place="3-1") == {("2.0 sappers mine", "pav.card.place")}
    do(game, "play", **play, place="6-3")
    assert tokens(game, "6-3") == {"sapper": 1}


@rules("pavlovs-house", "2.0 signals decision", "2.1")
def test_a_tactical_decision_swaps_fog_for_a_card() -> None:
    game = phase("81", "75")
    do(game, "play", card="81", command="signals", act="decide")
    hand = game.query("cards")["hand"]
    assert sorted(hand) == ["75", "81", "95", "97"], "one fog less, one new card"
    assert game.query("decks")["fog_stock"] == 6
    silent = {str(n): {"damage": 1} for n in range(14, 18)}
    game = phase("81", "75", tokens=silent)
    assert why(game, "play", card="81", command="signals", act="decide") == {
        ("2.0 signals decision", "pav.card.silent")
    }
    game = phase("81", "75", "90", "68")
    assert why(game, "play", card="81", command="signals", act="decide") == {
        ("2.0 signals decision", "pav.card.no-fog")
    }


@rules("pavlovs-house", "2.1")
def test_of_two_cards_left_either_may_be_drawn() -> None:
    hand = cards("81", soviet=["95", "75"])
    game = post(["pavlov red-2"], phase="cards", cards=hand)
    found = game.outlook(Action("play", card="81", command="signals", act="decide"))
    assert {p.state.hand[-1]: p.probability for p in found} == {
        "95": Fraction(1, 2),
        "75": Fraction(1, 2),
    }


@rules("pavlovs-house", "2.0 signals wire", "2.0 unbroken signals")
def test_four_wires_give_a_fourth_action() -> None:
    game = phase("81", tokens={"14": {"wire": 1}, "15": {"damage": 1}})
    play = {"card": "81", "command": "signals", "act": "wire"}
    assert [a["place"] for a in offered(game, "play", **play)] == ["16", "17"]
    do(game, "play", **play, place="16")
    assert tokens(game, "16") == {"wire": 1}
    wired = {str(n): {"wire": 1} for n in range(14, 18)}
    for laid, actions in ((wired, 4), ({**wired, "17": {}}, 3)):
        game = phase("81", "75", "90", "68", tokens=laid)
        assert game.decision is not None
        assert dict(game.decision.params)["left"] == actions


READY = [
    ("90", "artillery", "artillery", ["10", "11"], "2.0 artillery ready"),
    ("95", "anti-aircraft-267", "anti-aircraft", ["12", "13"], "2.0 anti-aircraft 267 ready"),
    ("95", "anti-aircraft-1083", "anti-aircraft", ["8", "9"], "2.0 anti-aircraft 1083 ready"),
]


@rules(
    "pavlovs-house",
    "2.0 artillery ready",
    "2.0 anti-aircraft 267 ready",
    "2.0 anti-aircraft 1083 ready",
)
@pytest.mark.parametrize(("card", "command", "token", "where", "rule"), READY)
def test_guns_are_made_ready(
    card: str, command: str, token: str, where: list[str], rule: str
) -> None:
    play = {"card": card, "command": command, "act": "ready"}
    more = {"cards": {"soviet": ("94",)}}
    game = phase(card, **more)
    assert [a["place"] for a in offered(game, "play", **play)] == where
    do(game, "play", **play, place=where[0])
    assert tokens(game, where[0]) == {token: 1}
    game = phase(card, tokens={where[0]: {token: 1}, where[1]: {"damage": 1}}, **more)
    assert why(game, "play", **play, place=where[0]) == {(rule, "pav.card.taken")}
    assert why(game, "play", **play, place=where[1]) == {(rule, "pav.card.damaged")}


@rules("pavlovs-house", "2.0 flotilla loading")
def test_one_token_a_boat_and_none_on_a_damaged_one() -> None:
    game = phase(
        "90",
        tokens={"staging": {"ammunition": 2, "medic": 1}, "5": {"damage": 1}, "6": {"sapper": 1}},
    )
    do(game, "play", card="90", command="flotilla", act="load")
    rule = "2.0 flotilla loading"
    assert why(game, "load", token="medic", place="5") == {(rule, "pav.card.damaged")}
    assert why(game, "load", token="medic", place="6") == {(rule, "pav.card.taken")}
    assert why(game, "load", token="provision", place="8") == {
        (rule, "pav.cargo.not-staged"),
        (rule, "pav.cargo.no-boat"),
    }
    do(game, "load", token="medic", place="7")
    assert tokens(game, "7") == {"medic": 1}
    assert game.decision is None or owed(game)[1] != "pav.loading", "no boat is free"


@rules("pavlovs-house", "2.0 flotilla delivery", "0.0 token limit")
def test_ammunition_becomes_five_rounds_as_far_as_they_go() -> None:
    game = phase(
        "90",
        tokens={
            "5": {"ammunition": 1},
            "6": {"medic": 1},
            "7": {"ammunition": 1},
            "supply": {"suppression": 12},
            "red": {"suppression": 1},
        },
    )
    do(game, "play", card="90", command="flotilla", act="deliver")
    assert why(game, "deliver", place="8") == {("2.0 flotilla delivery", "pav.cargo.empty")}
    do(game, "deliver", place="5")
    assert tokens(game, "supply") == {"suppression": 17}
    assert tokens(game, "stock")["ammunition"] == 3
    do(game, "deliver", place="7")
    assert tokens(game, "supply") == {"suppression": 19}, "the stock held two more"
    do(game, "deliver", place="6")
    assert tokens(game, "supply") == {"suppression": 19, "medic": 1}


@rules("pavlovs-house", "2.0 flotilla loading", "2.0 flotilla delivery")
def test_nothing_to_carry_and_nothing_to_deliver() -> None:
    game = phase("90", tokens={str(n): {"damage": 1} for n in (5, 6, 7)})
    assert why(game, "play", card="90", command="flotilla", act="load") == {
        ("2.0 flotilla loading", "pav.card.no-cargo"),
        ("2.0 flotilla loading", "pav.card.no-boat"),
    }
    assert why(game, "play", card="90", command="flotilla", act="deliver") == {
        ("2.0 flotilla delivery", "pav.card.empty-boats")
    }
