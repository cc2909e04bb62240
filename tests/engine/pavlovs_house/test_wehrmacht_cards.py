"""Chapter 3: the Wehrmacht cards of every kind."""

from __future__ import annotations

import pytest

from engine.chance import Seeded
from tests.engine.pavlovs_house.post import do, opens, owed, place, post, tokens, told, why
from tests.marks import rules

TWO = ["pavlov red-2", "glushchenko red-3"]


@rules("pavlovs-house", "3.0")
def test_three_cards_are_opened_each_settled_before_the_next() -> None:
    game, events = opens(["W05", "W17", "W42", "W18"], [1, 2, 3], TWO)
    assert [params["card"] for params in told(events, "pav.wehrmacht.card")] == ["panzer-2"] * 3
    assert owed(game) == ("soviet", "pav.moves")
    assert game.query("decks")["wehrmacht"] == {"panzer-3": 1}


@rules("pavlovs-house", "3.0 sniper", "3.0 sniper colour")
def test_a_sniper_finds_nobody_on_an_empty_colour() -> None:
    game, events = opens("W06", [5, 1], TWO)
    assert told(events, "pav.fire.nobody") == [{"colour": "purple"}]
    assert not told(events, "pav.fire.position"), "no second die"
    assert game.query("men") == ["pavlov", "glushchenko"]


@rules("pavlovs-house", "3.0 sniper", "3.0 sniper position")
@pytest.mark.parametrize(
    ("die", "spot"), [(1, "red-3"), (3, "red-3"), (4, "red-5"), (5, "red-5"), (6, "red-5")]
)
def test_the_die_goes_up_first_and_then_down(die: int, spot: str) -> None:
    men = ["pavlov red-3", "glushchenko red-5"]
    game, _ = opens("W06", [3, die, 6, 6, 6, 6], men)
    hit = "pavlov" if spot == "red-3" else "glushchenko"
    assert place(game, hit) == "out"
    assert len(game.query("men")) == 1


@rules("pavlovs-house", "3.0 mortar", "3.0 mortar colour", "3.0 mortar position")
def test_a_mortar_damages_the_one_on_the_position() -> None:
    game, _ = opens("W07", [4, 3, 1, 1, 1, 6], TWO)
    assert not game.query("unit", unit="pavlov")["damaged"]
    assert game.query("unit", unit="glushchenko")["damaged"]
    game, events = opens("W07", [1, 6], TWO)
    assert told(events, "pav.fire.nobody") == [{"colour": "green"}]


AIMED = [
    ("W06", [5], ["3.0 sniper colour"] * 2),
    ("W06", [3, 2, 1, 1, 1, 1], ["3.0 sniper colour", "3.0 sniper position", "3.0 sniper"]),
    ("W07", [5], ["3.0 mortar colour"] * 2),
    ("W07", [3, 2, 1, 1, 1, 1], ["3.0 mortar colour", "3.0 mortar position", "3.0 mortar"]),
    ("W22", [6, 6, 1, 1, 1, 1], ["3.0 shelling"] * 3),
    ("W12", [], ["3.0 assault suppression"]),
    ("W12", [2, 1], ["3.0 assault suppression"] * 2),
]


@rules(
    "pavlovs-house",
    "3.0 sniper colour",
    "3.0 sniper position",
    "3.0 mortar colour",
    "3.0 mortar position",
    "3.0 shelling",
    "3.0 assault suppression",
)
@pytest.mark.parametrize(("card", "dice", "cited"), AIMED)
def test_each_card_finds_its_target_by_its_own_rules(
    card: str, dice: list[int], cited: list[str]
) -> None:
    _, events = opens(card, dice, TWO, ["scouts-1 3-1" if dice else "scouts-1 6-1"])
    assert [event.rule for event in events if event.key.startswith("pav.fire.")] == cited


@rules("pavlovs-house", "3.0 shelling")
def test_a_gun_lowers_a_colour_that_nobody_holds() -> None:
    game, events = opens("W22", [6, 6, 1, 1, 1, 1], TWO)
    assert game.query("defence")["purple"] == 5
    assert not told(events, "pav.fire.nobody")


@rules("pavlovs-house", "3.0 mortar second damage")
def test_a_second_damage_token_removes() -> None:
    game, _ = opens("W07", [4, 3, 1, 1, 1, 6], ["pavlov red-2", "glushchenko red-3 damaged"])
    assert place(game, "glushchenko") == "out"
    assert tokens(game, "stock")["damage"] == 36


GUNS = [("W22", 5), ("W10", 4), ("W08", 3), ("W09", 3)]


@rules("pavlovs-house", "3.0 shelling", "3.0 shelling guns")
@pytest.mark.parametrize(("card", "dice"), GUNS)
def test_each_gun_has_its_dice(card: str, dice: int) -> None:
    _, events = opens(card, [4] + [5] * dice, TWO, defence={"red": 6, "green": 6, "purple": 6})
    assert [len(params["dice"]) for params in told(events, "pav.fire.miss")] == [dice]


@rules("pavlovs-house", "3.0 shelling at three")
def test_at_three_everybody_on_the_colour_is_damaged() -> None:
    men = ["pavlov red-2", "khait green-red", "chekhov green-1", "anikin red-4 damaged"]
    game, _ = opens("W22", [4, 3, 1, 1, 1, 1], men, defence={"red": 3})
    assert game.query("defence")["red"] == 3
    assert game.query("unit", unit="pavlov")["damaged"]
    assert game.query("unit", unit="khait")["damaged"], "a two-coloured position counts"
    assert not game.query("unit", unit="chekhov")["damaged"]
    assert place(game, "anikin") == "out", "damaged already"


@rules("pavlovs-house", "3.0 bombing", "3.0 bombing anti-aircraft")
def test_two_dice_a_token_and_four_turns_a_plane_away() -> None:
    flak = {"8": {"anti-aircraft": 1}, "13": {"anti-aircraft": 1}}
    game, _ = opens("W11", [], TWO, tokens=flak)
    assert owed(game) == ("soviet", "pav.flak")
    assert len(game.choices()) == 4
    rule = "3.0 bombing anti-aircraft"
    assert why(game, "flak", places=["9"]) == {(rule, "pav.flak.not-ready")}
    assert why(game, "flak", places=["8", "8"]) == {(rule, "pav.flak.twice")}
    events = do(game, "flak", [4, 5], places=["8"])
    assert not told(events, "pav.bomb.falls"), "both planes of two are gone"
    assert tokens(game, "13") == {"anti-aircraft": 1}


@rules("pavlovs-house", "3.0 bombing target", "3.0 bombing")
def test_a_bomb_takes_a_token_or_leaves_damage() -> None:
    laid = {"6": {"medic": 1}, "10": {"artillery": 1}}
    game, _ = opens("W11", [1, 2, 3, 4, 3, 2], TWO, tokens=laid)
    assert tokens(game, "6") == {}
    assert tokens(game, "9") == {"damage": 1}


@rules("pavlovs-house", "3.0 bombing fog")
def test_bombed_signals_bring_fog_into_the_discards() -> None:
    game, events = opens("W11", [5, 5, 4, 5, 5, 5], TWO)
    assert len(told(events, "pav.bomb.fog")) == 2
    before = post(TWO, phase="cards", cards={"wehrmacht": ["W11"]}).query("decks")["fog_stock"]
    assert game.query("decks")["fog_stock"] == before - 2


@rules("pavlovs-house", "3.0 bombing fog", "0.0 token limit")
def test_without_fog_in_the_stock_the_signals_are_only_damaged() -> None:
    every = [str(card) for card in range(96, 103)]
    cards = {"hand": ["68", *every[:3]], "soviet": every[3:], "wehrmacht": ["W11"]}
    game = post(TWO, phase="cards", cards=cards)
    events = do(game, "end", [5, 5, 4, 5, 5, 5])
    assert tokens(game, "14") == tokens(game, "15") == {"damage": 1}
    assert told(events, "pav.bomb.fog") == []


@rules("pavlovs-house", "3.0 bombing location 3")
def test_a_second_bomb_on_three_damages_every_position() -> None:
    men = ["pavlov red-2", "khait green-1", "svirin reserve", "anikin red-4 damaged"]
    game, _ = opens("W11", [1, 1, 1, 1, 1, 1], men)
    assert game.query("unit", unit="pavlov")["damaged"]
    assert game.query("unit", unit="khait")["damaged"]
    assert not game.query("unit", unit="svirin")["damaged"], "the reserve is spared"
    assert place(game, "anikin") == "out"


@rules("pavlovs-house", "3.0 bombing next location")
def test_a_hit_passes_from_damaged_to_higher_locations() -> None:
    laid = {str(n): {"damage": 1} for n in (14, 15, 17)}
    game, events = opens("W11", [5, 5, 4, 5, 6, 6], TWO, tokens=laid)
    assert tokens(game, "16") == {"damage": 1}
    assert tokens(game, "18") == {"damage": 1}
    assert len(told(events, "pav.bomb.passes")) == 2
    laid = {"10": {"damage": 1}, "11": {"artillery": 1}}
    game, _ = opens("W11", [3, 3, 4, 6, 6, 6], TWO, tokens=laid)
    assert tokens(game, "11") == {}, "a hit passed on still takes a token first"


@rules("pavlovs-house", "3.0 placement", "3.0 placement path", "3.0 placement kinds")
@pytest.mark.parametrize(
    ("die", "colour"),
    [(1, "green"), (2, "green"), (3, "red"), (4, "red"), (5, "red"), (6, "purple")],
)
def test_the_die_is_the_path_and_the_path_has_a_colour(die: int, colour: str) -> None:
    rounds = {c: {"suppression": 1} for c in ("green", "red", "purple") if c != colour}
    game, _ = opens("W01", [die], TWO, tokens=rounds)
    assert place(game, "riflemen-1") == f"{die}-1", "tokens of other colours do not help"
    assert game.query("germans", colour=colour) == ["riflemen-1"]


@rules("pavlovs-house", "3.0 placement suppressing fire", "3.0 placement kinds")
def test_infantry_can_be_kept_off_and_armour_cannot() -> None:
    laid = {"green": {"suppression": 2}}
    game, _ = opens("W04", [1], TWO, tokens=laid)
    assert owed(game) == ("soviet", "pav.repel")
    assert [a["count"] for a in game.choices()] == [0, 1, 2]
    assert why(game, "repel", count=3) == {("3.0 placement suppressing fire", "pav.repel.tokens")}
    assert why(game, "repel", count=-1) == {("3.0 placement suppressing fire", "pav.repel.tokens")}
    do(game, "repel", [4, 4], count=2)
    assert place(game, "scouts-1") == "1-1", "scouts have 5"
    assert tokens(game, "green") == {}
    assert tokens(game, "stock")["suppression"] == 10
    game, _ = opens("W05", [1], TWO, tokens=laid)
    assert place(game, "panzer-2-1") == "1-1"


@rules("pavlovs-house", "3.0 placement advance")
def test_only_what_stands_close_behind_is_pushed() -> None:
    german = ["scouts-1 4-1", "riflemen-1 4-2", "stug-1 4-4"]
    game, _ = opens("W05", [4], TWO, german)
    assert {u: place(game, u) for u in ("panzer-2-1", "scouts-1", "riflemen-1", "stug-1")} == {
        "panzer-2-1": "4-1",
        "scouts-1": "4-2",
        "riflemen-1": "4-3",
        "stug-1": "4-4",
    }


@rules("pavlovs-house", "3.0 placement breakthrough", "6.0 immediate loss")
def test_pushed_off_the_end_the_game_is_lost() -> None:
    german = [f"riflemen-{n} 4-{n}" for n in range(1, 6)]
    game, _ = opens("W05", [4], TWO, german)
    assert game.decision is None
    assert game.ending is not None
    assert (game.ending.winner, game.ending.key) == ("german", "pav.lost.breakthrough")
    assert game.query("lost") == "pav.lost.breakthrough"


@rules("pavlovs-house", "3.0 placement mines")
def test_a_mine_goes_off_whether_it_hits_or_not() -> None:
    german = ["riflemen-1 4-1", "panzer-4-1 4-2"]
    for dice, where in (([1, 1, 6], "stock"), ([5, 5, 5], "4-3")):
        game, _ = opens("W05", [4, *dice], TWO, german, tokens={"4-3": {"sapper": 1}})
        assert place(game, "panzer-4-1") == where
        assert tokens(game, "4-3") == {}
        assert tokens(game, "stock")["sapper"] == 6


@rules("pavlovs-house", "0.0 token limit", "3.0 placement")
def test_without_a_counter_in_the_stock_none_is_placed() -> None:
    german = [f"panzer-2-{n} {n}-1" for n in range(1, 5)]
    game, events = opens("W05", [], TWO, german)
    assert told(events, "pav.stock.empty") == [{"token": "Panzer II"}]
    assert len(game.query("germans")) == 4


@rules("pavlovs-house", "3.0 assault", "3.0 assault suppression", "3.0 assault shelling")
def test_an_assault_adds_up_each_colour() -> None:
    german = ["machine-gunners-1 1-1", "scouts-1 2-4", "panzer-4-1 6-1", "stug-1 6-2"]
    game, events = opens(
        "W12", [1, 1, 6, 1, 1, 1, 1, 1, 1, 1, 6], ["pavlov green-4", "khait red-2"], german
    )
    groups = told(events, "pav.assault.group")
    assert groups == [{"colour": "green", "dice": 3}, {"colour": "purple", "dice": 7}]
    assert game.query("unit", unit="pavlov")["damaged"]
    assert game.query("defence") == {"green": 6, "red": 6, "purple": 5}


@rules("pavlovs-house", "3.0 assault")
def test_losses_of_a_colour_are_settled_before_the_next() -> None:
    german = ["riflemen-1 1-1", "riflemen-2 3-1"]
    men = ["pavlov green-4 damaged", "khait red-2"]
    game, events = opens("W12", [1, 6], men, german, tokens={"supply": {"medic": 1}})
    assert owed(game) == ("soviet", "pav.wound")
    assert len(told(events, "pav.assault.group")) == 1
    events = do(game, "lose", [1, 6], unit="pavlov")
    assert game.query("unit", unit="khait")["damaged"]


def fed(men: int, provisions: int) -> int:
    names = list(post(TWO).rules.kit.men)[:men]  # type: ignore[attr-defined]
    start = [f"{name} reserve" for name in names]
    laid = {"supply": {"provision": provisions}}
    game = post(start, phase="cards", cards={"wehrmacht": ["bank"]}, tokens=laid)
    return int(game.query("hunger").total)


@rules("pavlovs-house", "3.0 resupply")
@pytest.mark.parametrize(
    ("men", "provisions", "unfed"),
    [(4, 1, 0), (5, 1, 0), (6, 1, 1), (6, 2, 0), (17, 3, 2), (17, 4, 0), (3, 0, 3)],
)
def test_one_provision_feeds_five(men: int, provisions: int, unfed: int) -> None:
    assert fed(men, provisions) == unfed


@rules("pavlovs-house", "3.0 resupply")
def test_no_more_provisions_are_spent_than_needed() -> None:
    game, _ = opens("bank", [], TWO, tokens={"supply": {"provision": 3}})
    assert tokens(game, "supply") == {"provision": 2}
    assert game.query("men") == ["pavlov", "glushchenko"]


@rules("pavlovs-house", "3.0 resupply", "6.0 immediate loss")
def test_if_all_starve_the_game_is_lost() -> None:
    game, _ = opens("bank", [], TWO, tokens={"supply": {"provision": 0}})
    assert owed(game) == ("soviet", "pav.hungry")
    do(game, "lose", unit="pavlov")
    do(game, "lose", unit="glushchenko")
    assert game.ending is not None
    assert game.ending.key == "pav.lost.nobody"


@rules("pavlovs-house", "3.0 resupply turned over", "3.0 storm group card", "3.0 milk house")
def test_storm_group_cards_replace_one_another() -> None:
    game, _ = opens(["bank", "brewery", "W61"], [], TWO)
    cards = game.query("cards")
    assert cards["storm"] == "milk-house"
    assert {"bank", "brewery"} <= set(cards["gone"])
    assert tokens(game, "supply") == {"suppression": 10}, "the Milk House asks for no provisions"


def sortie(*german: str, men: list[str] | None = None, card: str = "railwaymen", **keys: object):  # type: ignore[no-untyped-def]
    hand: dict[str, object] = {"hand": ["68", "96", "97", "98"], "soviet": ["95"]}
    hand |= {"wehrmacht": ["W05"], **({"storm": card} if card else {})}
    start = men or ["pavlov reserve", "aleksandrov reserve", "demchenko red-2"]
    return post(start, german, phase="cards", cards=hand, **keys)  # type: ignore[arg-type]


STORM = {"card": "68", "command": "army-command", "act": "sortie"}


@rules("pavlovs-house", "3.0 storm group", "2.0 army command storm group")
def test_a_sortie_needs_clear_paths_of_its_colour() -> None:
    assert why(sortie("riflemen-1 2-5"), "play", **STORM) == {
        ("3.0 storm group", "pav.storm.germans")
    }
    assert why(sortie("riflemen-1 3-5"), "play", **STORM) == set()
    assert why(sortie(card=""), "play", **STORM) == {
        ("2.0 army command storm group", "pav.storm.no-card")
    }


@rules("pavlovs-house", "3.0 storm group members", "4.0 storm group ability")
def test_only_fit_counters_go_and_the_mark_adds_two_dice() -> None:
    men = ["pavlov reserve", "aleksandrov red-2", "khait red-3 damaged", "svirin red-4 exhausted"]
    game = sortie(men=men)
    do(game, "play", **STORM)
    rule = "3.0 storm group members"
    assert why(game, "join", unit="khait") == {(rule, "pav.unit.damaged")}
    assert why(game, "join", unit="svirin") == {(rule, "pav.unit.exhausted")}
    assert why(game, "join", unit="chekhov") == {(rule, "pav.unit.not-here")}
    assert why(game, "storm") == {(rule, "pav.storm.empty")}
    do(game, "join", unit="aleksandrov")
    assert why(game, "join", unit="aleksandrov") == {(rule, "pav.storm.joined")}
    do(game, "join", unit="pavlov")
    assert why(game, "end") == {("3.0 storm group", "pav.storm.begun")}
    tally = game.tally(game.choices()[-1])
    assert tally is not None
    assert [line.value for line in tally.lines] == [1, 1, 2]
    unfit = ["khait red-3 damaged"]
    assert why(sortie(men=unfit), "play", **STORM) == {(rule, "pav.storm.nobody")}


@rules("pavlovs-house", "3.0 storm group casualties", "5.0 what a bag undoes")
def test_every_member_rolls_and_a_bag_saves_the_wounded() -> None:
    game = sortie(tokens={"supply": {"medic": 1}})
    do(game, "play", **STORM)
    for unit in ("pavlov", "aleksandrov", "demchenko"):
        do(game, "join", unit=unit)
    do(game, "storm", [6, 6, 1, 1, 1, 5, 4])
    assert game.query("cards")["won"] == ["railwaymen"], "15 is enough"
    assert place(game, "pavlov") == "reserve"
    assert owed(game) == ("soviet", "pav.wound")
    do(game, "bag", [1], unit="aleksandrov")
    assert place(game, "aleksandrov") == "reserve", "the bag undoes his wound"
    assert place(game, "demchenko") == "out", "no bag was left for him"


@rules("pavlovs-house", "3.0 storm group casualties", "4.0 weapons left alone")
def test_who_is_saved_by_a_bag_returns_to_the_reserve_and_not_to_his_position() -> None:
    men = ["sobgaida green-1", "53-k green-1", "pavlov reserve"]
    game = sortie(men=men, tokens={"supply": {"medic": 1}})
    do(game, "play", **STORM)
    do(game, "join", unit="sobgaida")
    do(game, "storm", [1, 4])
    assert owed(game) == ("soviet", "pav.wound")
    do(game, "bag", unit="sobgaida")
    assert (place(game, "sobgaida"), place(game, "53-k")) == ("reserve", "reserve")
    assert tokens(game, "supply") == {}


@rules("pavlovs-house", "3.0 storm group card")
def test_a_card_whose_sortie_failed_stays() -> None:
    game = sortie()
    do(game, "play", **STORM)
    do(game, "join", unit="demchenko")
    do(game, "storm", [6, 5])
    assert game.query("cards")["storm"] == "railwaymen"
    assert place(game, "demchenko") == "reserve", "he comes back to the reserve, not to red 2"


def test_the_seeded_deck_is_the_same_for_the_same_seed() -> None:
    from engine import load

    a, b = (load("pavlovs-house/the-house", Seeded(9)) for _ in range(2))
    assert a.state == b.state
