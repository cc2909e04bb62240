"""Chapter 5: what a medic bag undoes, and what it does not."""

from __future__ import annotations

from tests.engine.pavlovs_house.post import do, opens, owed, place, tokens, why
from tests.marks import rules

TWO = ["pavlov red-2", "glushchenko red-3"]
BAG = {"supply": {"medic": 1}}


@rules("pavlovs-house", "5.0", "5.0 what a bag undoes")
def test_a_bag_undoes_a_snipers_hit() -> None:
    game, _ = opens("W06", [3, 2, 6, 1, 1, 1], TWO, tokens=BAG)
    assert owed(game) == ("soviet", "pav.wound")
    assert why(game, "bag", unit="glushchenko") == {("5.0 what a bag undoes", "pav.wound.other")}
    assert {action.kind for action in game.choices()} == {"bag", "lose"}
    do(game, "bag", unit="pavlov")
    assert place(game, "pavlov") == "red-2"
    assert tokens(game, "supply") == {}
    assert tokens(game, "stock")["medic"] == 4


@rules("pavlovs-house", "5.0")
def test_a_bag_need_not_be_spent_and_only_bags_in_the_house_count() -> None:
    game, _ = opens("W06", [3, 2, 6, 1, 1, 1], TWO, tokens=BAG)
    do(game, "lose", unit="pavlov")
    assert place(game, "pavlov") == "out"
    assert tokens(game, "supply") == {"medic": 1}
    game, _ = opens("W06", [3, 2, 6, 1, 1, 1], TWO, tokens={"staging": {"medic": 4}, "supply": {}})
    assert place(game, "pavlov") == "out"


@rules("pavlovs-house", "5.0 what a bag undoes", "3.0 mortar second damage")
def test_a_bag_undoes_a_second_damage_but_not_the_first() -> None:
    game, _ = opens("W07", [4, 2, 6, 1, 1, 1], TWO, tokens=BAG)
    assert owed(game)[1] == "pav.moves", "a first token is no wound"
    game, _ = opens("W07", [4, 2, 6, 1, 1, 1], ["pavlov red-2 damaged", TWO[1]], tokens=BAG)
    do(game, "bag", unit="pavlov")
    assert game.query("unit", unit="pavlov") == {
        "place": "red-2",
        "damaged": True,
        "exhausted": False,
        "acted": False,
        "ordered": False,
    }


@rules("pavlovs-house", "5.0 what a bag undoes", "3.0 resupply")
def test_a_bag_feeds_one_who_goes_without() -> None:
    game, _ = opens("bank", [], TWO, tokens=BAG)
    do(game, "lose", unit="pavlov")
    do(game, "bag", unit="pavlov")
    assert why(game, "lose", unit="pavlov") == {("3.0 resupply", "pav.hungry.named")}
    do(game, "lose", unit="glushchenko")
    assert game.query("men") == ["pavlov"]
    assert game.query("cards")["storm"] == "bank"
