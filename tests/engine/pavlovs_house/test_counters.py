"""Chapter 4: moves, actions, orders, weapons, abilities."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.catalogue import load
from engine.files import package_file
from engine.game import Game
from engine.values import Action
from tests.engine.pavlovs_house.post import do, offered, opens, owed, place, post, tokens, why
from tests.marks import rules


def acting(*soviet: str, german: list[str] | None = None, **keys: object) -> Game:
    """The actions of the Soviet counter phase."""
    game = post(soviet, german or [], **keys)  # type: ignore[arg-type]
    do(game, "end")
    return game


@rules("pavlovs-house", "4.0", "4.0 movement")
def test_three_counters_move_once_each() -> None:
    game = post(["khait reserve", "svirin red-3", "dronov red-4", "anikin red-5", "sukba red-2"])
    do(game, "move", unit="khait", to="green-1")
    assert why(game, "move", unit="khait", to="green-2") == {("4.0 movement", "pav.move.again")}
    assert why(game, "move", unit="svirin", to="reserve") == {
        ("4.0 movement", "pav.move.no-position")
    }
    assert why(game, "move", unit="svirin", to="red-3") == {("4.0 movement", "pav.move.there")}
    assert why(game, "move", unit="chekhov", to="green-3") == {
        ("4.0 movement", "pav.unit.not-here")
    }
    assert why(game, "move", unit="riflemen-1", to="green-3") == {("4.0 movement", "pav.unit.none")}
    do(game, "move", unit="svirin", to="green-3")
    do(game, "move", unit="dronov", to="green-2")
    assert owed(game) == ("soviet", "pav.acts")
    assert game.state.exhausted == frozenset(), "moving does not exhaust"
    assert game.state.moved == frozenset()


@rules("pavlovs-house", "4.0 movement", "4.0 recovery")
@pytest.mark.parametrize("marks", ["exhausted", "damaged", "damaged exhausted"])
def test_exhausted_and_damaged_counters_move_but_do_not_act(marks: str) -> None:
    game = post([f"khait reserve {marks}", "maxim-1 reserve", "svirin red-3"])
    assert offered(game, "move", unit="khait", to="green-1", weapon="maxim-1")
    do(game, "move", unit="khait", to="green-1")
    assert place(game, "khait") == "green-1"
    found = game.query("unit", unit="khait")
    assert (found["exhausted"], found["damaged"]) == ("exhausted" in marks, "damaged" in marks)
    do(game, "end")
    assert {action.kind for action in offered(game, "recover", unit="khait")} == {"recover"}
    assert game.choices(unit="khait") == offered(game, "recover", unit="khait"), "nothing else"


@rules("pavlovs-house", "4.0 movement", "4.0 movement swap")
def test_who_cannot_give_way_can_be_moved_out_of_the_way() -> None:
    game = post(["khait red-2 damaged", "svirin red-3"])
    assert why(game, "move", unit="svirin", to="red-2", displace="khait") == {
        ("4.0 movement swap", "pav.move.unfit")
    }
    do(game, "move", unit="khait", to="red-4")
    do(game, "move", unit="svirin", to="red-2")
    assert dict(game.decision.params)["left"] == 1, "two moves were spent"  # type: ignore[union-attr]


@rules("pavlovs-house", "4.0 movement swap")
def test_a_holder_gives_way_free_of_charge() -> None:
    game = post(["khait red-2", "svirin red-3", "dronov red-4 exhausted", "anikin red-5"])
    assert why(game, "move", unit="khait", to="red-3") == {("4.0 weapons sharing", "pav.move.held")}
    assert why(game, "move", unit="khait", to="red-4", displace="dronov") == {
        ("4.0 movement swap", "pav.move.unfit")
    }
    assert why(game, "move", unit="khait", to="red-3", displace="anikin") == {
        ("4.0 movement swap", "pav.move.not-holder")
    }
    do(game, "move", unit="khait", to="red-3", displace="svirin")
    assert owed(game) == ("soviet", "pav.displaced")
    assert why(game, "yield", unit="svirin", to="red-5") == {
        ("4.0 movement swap", "pav.move.not-empty")
    }
    assert why(game, "yield", unit="khait", to="5") == {
        ("4.0 movement swap", "pav.move.not-displaced"),
        ("4.0 movement swap", "pav.move.no-position"),
    }
    do(game, "yield", unit="svirin", to="red-2")
    assert (place(game, "khait"), place(game, "svirin")) == ("red-3", "red-2")
    assert game.decision is not None
    assert dict(game.decision.params)["left"] == 2, "one move was spent"
    assert offered(game, "move", unit="svirin"), "who gave way may still move"


@rules("pavlovs-house", "4.0 movement swap")
def test_who_gives_way_may_join_others_in_the_reserve() -> None:
    game = post(["khait red-2", "svirin red-3", "anikin reserve"])
    do(game, "move", unit="khait", to="red-3", displace="svirin")
    assert why(game, "yield", unit="svirin", to="reserve") == set()
    do(game, "yield", unit="svirin", to="reserve")
    assert (place(game, "svirin"), place(game, "anikin")) == ("reserve", "reserve")


@rules("pavlovs-house", "4.0 command group", "4.0")
def test_the_command_group_gives_four_of_each() -> None:
    three = ["pavlov red-2", "afanasyev green-1", "naumov purple-3"]
    for men, number in ((three, 4), ([*three[:2], "naumov reserve"], 3)):
        game = post(men)
        assert game.decision is not None
        assert dict(game.decision.params)["left"] == number
        do(game, "end")
        assert game.decision is not None
        assert dict(game.decision.params)["left"] == number
        game = post(men, phase="actions")
        assert owed(game) == ("soviet", "pav.acts"), "the moves are made"
        assert game.decision is not None
        assert dict(game.decision.params)["left"] == number


@rules("pavlovs-house", "4.0 attack", "4.0 exhaustion", "4.0 who may act")
def test_an_attack_exhausts_and_a_counter_acts_once() -> None:
    game = acting(
        "chekhov green-1",
        "ulyanova red-2",
        "gridin reserve",
        german=["riflemen-1 1-1", "panzer-2-1 2-1", "scouts-1 3-1"],
    )
    assert why(game, "attack", unit="chekhov", target="panzer-2-1") == {
        ("4.0 attack", "pav.deed.not-infantry")
    }
    assert why(game, "attack", unit="chekhov", target="scouts-1") == {("1.3", "pav.deed.no-sight")}
    assert why(game, "attack", unit="gridin", target="scouts-1") == {
        ("4.0 attack", "pav.deed.reserve")
    }
    (said,) = game.explain(Action("attack", unit="gridin", target="scouts-1")).reasons
    assert dict(said.params)["unit"] == "Gridin", "by his name"
    assert why(game, "attack", unit="chekhov", target="riflemen-2") == {
        ("4.0 attack", "pav.deed.no-target")
    }
    do(game, "attack", [1, 2, 3, 3], unit="chekhov", target="riflemen-1")
    assert place(game, "riflemen-1") == "1-1"
    assert game.query("unit", unit="chekhov") == {
        "place": "green-1",
        "damaged": False,
        "exhausted": True,
        "acted": True,
        "ordered": False,
    }
    assert why(game, "attack", unit="chekhov", target="riflemen-1") == {
        ("4.0", "pav.deed.acted"),
        ("4.0 recovery", "pav.unit.exhausted"),
    }
    assert ("4.0", "pav.deed.acted") in why(game, "recover", unit="chekhov", how="fresh")
    for unit, mark in (("ulyanova", "order"), ("ulyanova", "spot")):
        assert ("4.0 who may act", "pav.deed.mark") in why(game, mark, unit=unit)


@rules("pavlovs-house", "4.0 suppression")
def test_a_two_coloured_position_may_split_its_tokens() -> None:
    game = acting("anikin green-red", "khait red-2", tokens={"supply": {"suppression": 3}})
    found = {(a.get("green", 0), a.get("red", 0)) for a in offered(game, "suppress", unit="anikin")}
    assert found == {(0, 1), (0, 2), (1, 0), (1, 1), (2, 0)}
    rule = "4.0 suppression"
    assert why(game, "suppress", unit="anikin", green=2, red=2) == {
        (rule, "pav.deed.too-many"),
        (rule, "pav.deed.supply"),
    }
    assert why(game, "suppress", unit="anikin", purple=1) == {(rule, "pav.deed.colour")}
    assert why(game, "suppress", unit="anikin") == {(rule, "pav.deed.no-tokens")}
    assert why(game, "suppress", unit="anikin", green=0) == {(rule, "pav.deed.no-tokens")}
    do(game, "suppress", unit="anikin", green=1, red=1)
    assert tokens(game, "green") == tokens(game, "red") == {"suppression": 1}
    assert "anikin" in game.state.exhausted


@rules("pavlovs-house", "4.0 order", "4.0 order limits")
def test_an_order_reaches_neither_commanders_nor_those_who_acted() -> None:
    game = acting(
        "pavlov red-2",
        "naumov red-3 exhausted",
        "khait reserve damaged",
        "svirin green-1",
        "afanasyev reserve",
        german=["riflemen-1 1-1"],
    )
    assert ("4.0 order", "pav.deed.reserve") in why(game, "order", unit="afanasyev")
    do(game, "attack", [1], unit="svirin", target="riflemen-1")
    do(game, "order", unit="pavlov")
    assert why(game, "recover", unit="naumov", how="fresh") == {
        ("4.0 order limits", "pav.order.commander")
    }
    assert why(game, "recover", unit="svirin", how="fresh") == {
        ("4.0 order limits", "pav.order.acted")
    }
    assert why(game, "recover", unit="khait", how="fresh") == {
        ("4.0 recovery", "pav.recover.fresh")
    }
    assert why(game, "recover", unit="khait", how="rest") == {("4.0 recovery", "pav.recover.how")}
    do(game, "recover", unit="khait", how="damage")
    assert owed(game)[1] == "pav.acts", "nobody else can be helped"
    assert tokens(game, "khait") == {"order": 1}


@rules("pavlovs-house", "4.0 order")
def test_an_order_with_nobody_to_help_is_refused() -> None:
    game = acting("pavlov red-2", "khait red-3")
    assert why(game, "order", unit="pavlov") == {("4.0 order", "pav.order.nobody")}


@rules("pavlovs-house", "4.0 reinforcement request")
def test_the_radio_calls_two_points_unless_the_division_post_is_damaged() -> None:
    game = acting("khait green-6", "svirin green-1")
    assert why(game, "call", unit="svirin") == {("4.0 reinforcement request", "pav.deed.radio")}
    do(game, "call", unit="khait")
    assert why(game, "bring", unit="chekhov") == {("4.0 reinforcement request", "pav.bring.cost")}
    do(game, "bring", unit="naumov")
    assert place(game, "naumov") == "reserve"
    assert "khait" in game.state.exhausted
    game = acting("khait green-6", tokens={"4": {"damage": 1}})
    assert why(game, "call", unit="khait") == {("4.0 reinforcement request", "pav.card.damaged")}


@rules("pavlovs-house", "4.0 artillery spotting")
def test_spotting_needs_a_gun_sight_and_neighbours() -> None:
    german = ["riflemen-1 1-1", "stug-1 1-3", "scouts-1 2-1", "panzer-2-1 3-1", "panzer-3-1 1-2"]
    game = acting("potansky green-1", german=german, tokens={"11": {"artillery": 1}})
    rule = "4.0 artillery spotting"
    spot = {"unit": "potansky", "place": "11"}
    assert why(game, "spot", **spot, targets=["riflemen-1", "stug-1"]) == {(rule, "pav.spot.apart")}
    assert why(game, "spot", **spot, targets=["riflemen-1", "scouts-1"]) == {
        (rule, "pav.spot.apart")
    }
    assert why(game, "spot", **spot, targets=["panzer-2-1"]) == {("1.3", "pav.deed.no-sight")}
    assert why(game, "spot", **spot) == {(rule, "pav.spot.number")}
    row = ["riflemen-1", "panzer-3-1", "stug-1"]
    assert why(game, "spot", **spot, targets=row) == {(rule, "pav.spot.number")}
    assert why(game, "spot", unit="potansky", place="10", targets=["stug-1"]) == {
        (rule, "pav.spot.no-gun")
    }
    do(game, "spot", [5, 1, 1, 4, 1, 1], **spot, targets=["panzer-3-1", "riflemen-1"])
    assert place(game, "panzer-3-1") == place(game, "riflemen-1") == "stock"
    assert tokens(game, "11") == {}


CREW = ["sobgaida green-1", "murzaev green-1", "53-k green-1"]


@rules("pavlovs-house", "4.0 weapons", "4.0 anti-tank weapon", "4.0 inspiration")
def test_two_men_serve_an_anti_tank_gun_for_two_actions() -> None:
    german = ["panzer-4-1 1-1", "riflemen-1 2-1"]
    game = acting(*CREW, "ramazanov purple-2", "khait red-2", german=german)
    shot = {"unit": "sobgaida", "mate": "murzaev", "weapon": "53-k"}
    rule = "4.0 anti-tank weapon"
    assert why(game, "anti-tank", **shot, target="riflemen-1") == {(rule, "pav.deed.not-armour")}
    assert why(game, "anti-tank", **{**shot, "mate": "sobgaida"}, target="panzer-4-1") == {
        ("4.0 weapons", "pav.weapon.pair")
    }
    assert why(game, "anti-tank", **{**shot, "weapon": "ptrd-1"}, target="panzer-4-1") == {
        ("4.0 weapons", "pav.weapon.missing")
    }
    [action] = offered(game, "anti-tank")
    tally = game.tally(action)
    assert tally is not None
    assert [line.value for line in tally.lines] == [4, 1], "the gun, and one inspiring man"
    assert tally.result == "6+"
    do(game, "anti-tank", [1, 1, 1, 1, 6], **shot, target="panzer-4-1")
    assert place(game, "panzer-4-1") == "stock"
    assert game.state.exhausted == {"sobgaida", "murzaev"}
    assert game.decision is not None
    assert dict(game.decision.params)["left"] == 1, "it took two of three actions"


@rules("pavlovs-house", "4.0 inspiration")
def test_inspiration_counts_on_a_position_only_and_once() -> None:
    for extra, dice in ((["ramazanov reserve"], 4), (["ramazanov red-2"], 5)):
        game = acting(*CREW, *extra, german=["panzer-4-1 1-1"])
        tally = game.tally(offered(game, "anti-tank")[0])
        assert tally is not None
        assert tally.total == dice


@rules("pavlovs-house", "4.0 machine gun", "4.0 inspiration")
def test_a_machine_gun_attacks_or_suppresses() -> None:
    crew = ["khait red-2", "svirin red-2", "maxim-1 red-2", "ivashchenko green-1"]
    german = ["riflemen-1 3-1", "panzer-2-1 4-1"]
    game = acting(*crew, german=german)
    gun = {"unit": "khait", "mate": "svirin", "weapon": "maxim-1"}
    assert why(game, "machine-gun", **gun, target="panzer-2-1") == {
        ("4.0 machine gun", "pav.deed.not-infantry")
    }
    assert max(a.get("red", 0) for a in offered(game, "machine-gun")) == 5
    do(game, "machine-gun", **gun, red=5)
    assert tokens(game, "red") == {"suppression": 5}
    game = acting(*crew, german=german)
    do(game, "machine-gun", [1, 1, 1, 1, 4], **gun, target="riflemen-1")
    assert place(game, "riflemen-1") == "stock"


@rules("pavlovs-house", "4.0 mortar")
def test_a_mortar_only_suppresses() -> None:
    crew = ["gridin purple-2", "sukba purple-2", "rm-50 purple-2", "ivashchenko green-1"]
    game = acting(*crew, german=["riflemen-1 6-1"])
    tube = {"unit": "gridin", "mate": "sukba", "weapon": "rm-50"}
    assert why(game, "mortar", **tube, target="riflemen-1") == {
        ("4.0 mortar", "pav.weapon.no-attack")
    }
    assert max(a.get("purple", 0) for a in offered(game, "mortar")) == 4, "never inspired"
    do(game, "mortar", **tube, purple=4)
    assert tokens(game, "purple") == {"suppression": 4}


@rules("pavlovs-house", "4.0 weapons")
def test_one_action_left_is_too_few_for_a_weapon() -> None:
    game = acting(*CREW, "khait red-2", "svirin red-3", german=["panzer-4-1 1-1"])
    do(game, "suppress", unit="khait", red=1)
    do(game, "suppress", unit="svirin", red=1)
    shot = {"unit": "sobgaida", "mate": "murzaev", "weapon": "53-k", "target": "panzer-4-1"}
    assert why(game, "anti-tank", **shot) == {("4.0 anti-tank weapon", "pav.weapon.two-actions")}
    assert offered(game, "anti-tank") == []


@rules("pavlovs-house", "4.0 weapons", "4.0 anti-tank weapon")
def test_two_actions_left_are_enough_for_a_weapon() -> None:
    game = acting(*CREW, "khait red-2", german=["panzer-4-1 1-1"])
    do(game, "suppress", unit="khait", red=1)
    shot = {"unit": "sobgaida", "mate": "murzaev", "weapon": "53-k", "target": "panzer-4-1"}
    assert why(game, "anti-tank", **shot) == set()
    assert len(offered(game, "anti-tank")) == 1


@rules("pavlovs-house", "4.0 order", "4.0 order limits")
def test_an_order_reaches_soviet_counters_in_the_house_only() -> None:
    game = acting("pavlov red-2", "khait red-3 exhausted", german=["riflemen-1 3-1"])
    do(game, "order", unit="pavlov")
    assert why(game, "recover", unit="riflemen-1", how="fresh") == {
        ("4.0 order limits", "pav.unit.none")
    }
    assert why(game, "recover", unit="chekhov", how="fresh") == {
        ("4.0 order", "pav.unit.not-here"),
        ("4.0 recovery", "pav.recover.fresh"),
    }


@rules("pavlovs-house", "4.0 attack")
def test_who_has_no_attack_value_does_not_attack(tmp_path: Path) -> None:
    ours = Path(str(package_file("engine", "pavlovs_house", "tables.toml"))).read_text("utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(ours.replace('["Chekhov", 4,', '["Chekhov", 0,'), encoding="utf-8")
    game = load("pavlovs-house/drills/firing-line", tables=str(own))
    do(game, "end")
    assert ("4.0 attack", "pav.deed.no-value") in why(
        game, "attack", unit="chekhov", target="riflemen-1"
    )
    assert offered(game, "attack", unit="chekhov") == []


@rules("pavlovs-house", "4.0 weapons carrying", "4.0 weapons sharing", "4.0 weapons left alone")
def test_weapons_are_carried_shared_and_recalled() -> None:
    game = post(["sobgaida reserve", "murzaev reserve", "khait reserve", "53-k reserve"])
    assert why(game, "move", unit="khait", to="green-1", weapon="53-k") == {
        ("4.0 weapons carrying", "pav.move.weapon")
    }
    do(game, "move", unit="sobgaida", to="green-1", weapon="53-k")
    assert why(game, "move", unit="khait", to="green-1") == {
        ("4.0 weapons sharing", "pav.move.held")
    }
    do(game, "move", unit="murzaev", to="green-1")
    assert game.query("units", place="green-1") == ("sobgaida", "53-k", "murzaev")
    assert why(game, "move", unit="khait", to="green-1") == {("4.0 movement", "pav.move.full")}
    game = post(["sobgaida green-1", "53-k green-1"])
    do(game, "move", unit="sobgaida", to="green-2")
    assert place(game, "53-k") == "reserve", "left alone"


@rules("pavlovs-house", "4.0 weapons sharing", "4.0 movement swap")
def test_who_gives_way_leaves_the_weapon_over_which_the_others_share() -> None:
    game = post(["sobgaida green-2", "murzaev green-2", "turdyev reserve", "53-k green-2"])
    do(game, "move", unit="turdyev", to="green-2", displace="sobgaida")
    assert offered(game, "yield", weapon="53-k") == []
    assert why(game, "yield", unit="sobgaida", to="green-3", weapon="53-k") == {
        ("4.0 weapons sharing", "pav.move.parted")
    }
    do(game, "yield", unit="sobgaida", to="green-3")
    assert place(game, "53-k") == "green-2"
    game = post(["sobgaida green-2", "turdyev reserve", "53-k green-2"])
    do(game, "move", unit="turdyev", to="green-2", displace="sobgaida")
    do(game, "yield", unit="sobgaida", to="green-3", weapon="53-k")
    assert place(game, "53-k") == "green-3", "one man needs no weapon to stay"


@rules("pavlovs-house", "4.0 weapons sharing")
def test_two_without_a_weapon_would_be_a_mistake_of_the_program() -> None:
    game = post(["sobgaida green-2", "murzaev green-2", "53-k green-2"])
    broken = game.rules.violations(game.state.at("53-k", "reserve"))
    assert [(r.rule, r.key) for r in broken] == [("4.0 weapons sharing", "pav.broken.sharing")]


@rules("pavlovs-house", "4.0 weapons losses")
def test_a_mortar_damages_both_who_share() -> None:
    game, _ = opens("W07", [1, 1, 6, 1, 1, 1], CREW)
    assert game.query("unit", unit="sobgaida")["damaged"]
    assert game.query("unit", unit="murzaev")["damaged"]


@rules("pavlovs-house", "4.0 recovery", "4.0 exhaustion")
def test_recovery_is_an_action_that_does_not_exhaust() -> None:
    game = acting("khait reserve exhausted damaged", "svirin red-2")
    assert {a["how"] for a in offered(game, "recover", unit="khait")} == {"fresh", "damage"}
    assert offered(game, "suppress", unit="khait") == []
    do(game, "recover", unit="khait", how="damage")
    found = game.query("unit", unit="khait")
    assert (found["damaged"], found["exhausted"], found["acted"]) == (False, True, True)
    assert why(game, "recover", unit="svirin", how="damage") == {
        ("4.0 recovery", "pav.recover.whole")
    }


@rules("pavlovs-house", "4.0 end of phase")
def test_tokens_come_off_and_exhaustion_stays() -> None:
    game = acting("khait red-2", "svirin red-3", cards={"wehrmacht": ["W05", "W17"]})
    do(game, "suppress", unit="khait", red=1)
    do(game, "end")
    assert owed(game) == ("soviet", "pav.cards")
    assert tokens(game, "khait") == {}
    assert "khait" in game.state.exhausted
    assert tokens(game, "stock")["action"] == 4


@rules("pavlovs-house", "4.0 end of phase", "4.0 order")
def test_order_tokens_come_off_with_the_action_tokens() -> None:
    men = ["pavlov red-2", "khait red-3 exhausted", "svirin reserve damaged"]
    game = acting(*men, cards={"wehrmacht": ["W05", "W17"]})
    do(game, "order", unit="pavlov")
    do(game, "recover", unit="khait", how="fresh")
    do(game, "recover", unit="svirin", how="damage")
    assert tokens(game, "khait") == tokens(game, "svirin") == {"order": 1}
    do(game, "end")
    assert owed(game) == ("soviet", "pav.cards")
    assert all(tokens(game, unit) == {} for unit in ("pavlov", "khait", "svirin"))
    assert tokens(game, "stock")["order"] == 9


@pytest.mark.parametrize("kind", ["attack", "suppress", "order", "call", "spot", "anti-tank"])
def test_nonsense_is_refused_in_every_kind(kind: str) -> None:
    game = acting("khait red-2")
    for args in ({}, {"unit": 7}, {"unit": "riflemen-1"}, {"unit": "nobody", "targets": "x"}):
        assert why(game, kind, **args)
