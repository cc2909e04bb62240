"""Chapter 11: determined defence, stubborn and desperate, and who helps it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.stalingrad42.battle.modifiers import freezing, helped_by_ground
from engine.stalingrad42.battle.stand import city_level
from engine.stalingrad42.options.contested_cities import besieged
from engine.stalingrad42.sequence import tidy
from engine.values import Action
from engine.zocbond.battle.advance import AfterBreakthrough
from engine.zocbond.battle.battle import Battle, read_result
from engine.zocbond.battle.determined_defence import Stand
from engine.zocbond.battle.retreat import Retreat
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import NEAR_EAST, advance, course
from tests.engine.zocbond.field import attack, field, forbidden, noting, unit
from tests.marks import rules


def standing(defender, *, cell: str = "DR2 Adv 2", ground=None, forts=None, **more):
    """A Stand phase for the defenders of 0505, and the game it is in."""
    played = field(
        "stalingrad42",
        [unit("g", "0504", full=[9, 9, 4])],
        defender,
        ground=ground or {},
        forts=forts or {},
        turn=10,
        **more,
    )
    battle = Battle("german", "0505", ("g",))
    return played, Stand(battle, read_result(played.rules, cell))


def modifiers(played, phase, lead: str, aid: str = "") -> int:
    """What is added to the die."""
    return sum(line.value for line in phase.modifiers(played.rules, played.state, lead, aid))


@rules("stalingrad42", "11.2.3", "18.2.1")
def test_who_may_lead_a_stand():
    rows = [
        unit("a", "0505"),
        unit("b", "0505"),
        unit("c", "0505"),
        unit("h", "0505", "front-hq", full=[0, 1, 4], steps=1),
    ]
    played, phase = standing(rows, marks={"b": ["disrupted"], "c": ["train"]})
    assert phase.leads(played.rules, played.state) == ["a"]
    refused = phase.explain(played.rules, played.state, Action("stand", lead="b"))
    assert "11.2.3" in refused.rules


@rules("stalingrad42", "11.2.4", "11.2.2")
@pytest.mark.parametrize(
    ("morale", "cell", "aid", "total"),
    [
        ("regular", "DR2 Adv 2", "", 0),
        ("elite", "DR2 Adv 2", "", 1),
        ("low", "DR2 Adv 2", "", -1),
        ("elite", "D1 Adv 3?", "", 0),
        ("low", "DR2 Adv 2", "gun", 0),
    ],
)
def test_what_is_added_to_a_stand(morale, cell, aid, total):
    played, phase = standing([unit("a", "0505", morale=morale)], cell=cell)
    assert modifiers(played, phase, "a", aid) == total


@rules("stalingrad42", "11.2.4")
@pytest.mark.parametrize(("nation", "value"), [("", 1), ("romanian", -1)])
def test_germans_are_elite_in_cities_and_fortifications(nation, value):
    own = [unit("g", "0505", morale="low", nation=nation)]
    for more in ({"ground": {"0505": "c"}}, {"forts": {"0505": "german"}}):
        played = field(
            "stalingrad42", own, [unit("x", "0504", full=[9, 9, 4])], side="soviet", **more
        )
        battle = Battle("soviet", "0505", ("x",))
        phase = Stand(battle, read_result(played.rules, "DR2 Adv 2"))
        assert modifiers(played, phase, "g") == value


@rules("stalingrad42", "11.6", "11.6.1", "11.6.2")
def test_a_partial_success_depends_on_the_ground():
    for letter, found in ((".", "W"), ("w", "W"), ("c", "C"), ("C", "C")):
        played, _ = standing([unit("a", "0505")], ground={"0505": letter})
        assert played.query("partial", hex="0505") == found
    small, _ = standing([unit("a", "0505")], ground={"0505": "c"})
    assert small.query("partial", hex="0505", level=1) == "W"
    large, _ = standing([unit("a", "0505")], ground={"0505": "C"})
    assert large.query("partial", hex="0505", level=1) == "C"
    assert large.query("partial", hex="0505", level=2) == "W"


@rules("stalingrad42", "11.5.1", "16.2.3")
def test_a_port_that_supplies_is_defended_desperately():
    foes = [unit("x", "0505")]
    port = {"tags": {"black-sea": ["0505"]}}
    played, phase = standing(foes, **port)
    assert phase.desperate(played.rules, played.state)
    plain, phase = standing(foes)
    assert not phase.desperate(plain.rules, plain.state)


def holding(*foes, turn: int = 10, breakthrough: bool = False, cell: str = "DR2 Adv 2", **more):
    """The game, and its state with a stand of the defenders of 0505 on top."""
    own = [unit("g", "0504", full=[9, 9, 4], steps=3)]
    played = field("stalingrad42", own, foes, turn=turn, phase="combat", **more)
    battle = Battle("german", "0505", ("g",), breakthrough=breakthrough)
    g, s = played.rules, played.state
    s = noting(s, helped=helped_by_ground(g, s, battle))
    return g, s.push(Stand(battle, read_result(g, cell)))


SHUT = {"sides": {"impassable": ["0505 NE SE S SW NW"]}, "ground": {"0505": "C"}}


@rules("stalingrad42", "11.1.2", "20.3")
def test_before_turn_8_the_nkvd_leads_in_the_open():
    foes = [unit("x", "0505"), unit("n", "0505", "nkvd")]
    g, s = holding(*foes, turn=7)
    assert s.top.leads(g, s) == ["n"]
    late, t = holding(*foes, turn=8)
    assert set(t.top.leads(late, t)) == {"x", "n"}
    city, u = holding(*foes, turn=7, ground={"0505": "c"})
    assert set(u.top.leads(city, u)) == {"x", "n"}
    shut, v = holding(*foes, turn=7, sides=SHUT["sides"])
    assert v.top.desperate(shut, v)
    assert set(v.top.leads(shut, v)) == {"x", "n"}


@rules("stalingrad42", "11.1.2")
def test_before_turn_8_only_whom_the_city_doubles_leads_there():
    foes = [unit("x", "0505"), unit("t", "0505", "tank", dot="black")]
    g, s = holding(*foes, turn=7, ground={"0505": "c"})
    assert s.top.leads(g, s) == ["x"]
    rough, t = holding(*foes, turn=7, ground={"0505": "r"})
    assert set(t.top.leads(rough, t)) == {"x", "t"}


@rules("stalingrad42", "11.1.2", "9.5.1")
def test_the_river_helped_although_the_attacker_is_dead_now():
    played = field(
        "stalingrad42",
        [unit("g", "0504", full=[9, 9, 4], steps=1)],
        [unit("x", "0505")],
        turn=7,
        phase="combat",
        sides={"minor-river": ["0505 N"]},
        dice=[5],
    )
    battle = Battle("german", "0505", ("g",))
    played.apply(attack("0505", "g"))
    told = [dict(e.params).get("result") for e in played.log if e.key == "zb.attack.result"]
    assert told == ["A1/DR2 Adv 2"]
    assert played.query("left", unit="g") == 0
    assert not any(share.doubled for share in played.rules.defence_shares(played.state, battle))
    assert played.decision.kind == "zb.stand"


@rules("stalingrad42", "11.2.2")
def test_a_hex_with_points_allows_the_stand_of_a_weak_colour():
    plain, s = holding(unit("x", "0505"), cell="D1 Adv 3?")
    assert s.top.decision(plain, s) is None
    worth, t = holding(unit("x", "0505"), cell="D1 Adv 3?", points={"0505": 1})
    assert t.top.decision(worth, t) is not None


@rules("stalingrad42", "11.3", "11.5.2")
def test_support_counts_in_every_roll_of_a_desperate_defence_and_comes_once():
    guns = [unit(n, "0505", "front-hq", full=[0, 1, 4], steps=1, range=9) for n in ("f", "k")]
    own = [unit("g", "0504", full=[9, 9, 4], steps=3)]
    played = field(
        "stalingrad42", own, [unit("x", "0505", steps=3), *guns], turn=10, sides=SHUT["sides"]
    )
    g, battle = played.rules, Battle("german", "0505", ("g",))
    stand = Stand(battle, read_result(g, "DR2 Adv 2"))
    s = replace(played.state, agenda=()).push(stand)
    assert {a.get("aid") for a in stand.choices(g, s, None, None)} == {None, "f", "k"}
    s = stand.apply(g, s, Action("stand", lead="x", aid="f"), course(1))
    again = s.top
    assert isinstance(again, Stand)
    assert {a.get("aid") for a in again.choices(g, s, None, None)} == {None}
    assert again.tally(g, s, Action("stand", lead="x")).total == 1


@rules("stalingrad42", "11.6.1")
def test_a_second_withdrawal_in_a_row_costs_the_defender_alone():
    g, s = holding(unit("x", "0505", steps=3), **{**SHUT, "city-battles": {"0505": 2}})
    first = replace(s.top, rolls=1, last="P")
    s = s.instead(first)
    after = first.settled(g, s, "x", 4, (0, "city", True), course())
    assert g.left(after, "x") == 2
    assert not [p for p in after.agenda if type(p).__name__ == "Losses"]


@rules("stalingrad42", "11.6.1", "15.3")
def test_a_withdrawal_from_breakthrough_combat_spares_those_who_had_retreated():
    for through in (True, False):
        g, s = holding(unit("x", "0505", steps=3), breakthrough=through)
        after = s.top.settled(g, s, "x", 5, (0, "clear", False), course())
        retreat = after.top.proceed(g, after, course()).top
        assert isinstance(retreat, Retreat)
        assert retreat.again is not through


@rules("stalingrad42", "11.4.2", "15.2.7")
def test_a_breakthrough_that_only_kills_the_stand_goes_no_farther():
    foes = [unit("x", "0505", steps=1)]
    played = field("stalingrad42", [unit("g", "0504", "tank", steps=3)], foes, phase="combat")
    g, battle = played.rules, Battle("german", "0505", ("g",), breakthrough=True)
    s = played.state.push(AfterBreakthrough(battle, True, True))
    assert g.held_on(s, battle, "S", (), course()).top.again is False


def siege(**more):
    """A city with a marker, brought there by g."""
    foes = [unit("x", "0505")]
    own = [unit("g", "0504"), unit("h", "0404")]
    played = field("stalingrad42", own, foes, ground={"0505": "C"}, **more)
    s = noting(played.state, city_battles={"0505": 1}, besiegers={"0505": ("g",)})
    return played.rules, s


@rules("stalingrad42", "11.6.2")
def test_a_city_marker_goes_with_the_defenders_or_with_those_who_brought_it():
    g, s = siege()
    assert tidy(g, s, course()) is s
    for gone in (s.put("x", "0507"), s.put("g", "0501"), s.put("g", "destroyed-german")):
        assert tidy(g, gone, course()).records.city_battles == {}
    beside = s.put("g", next(iter(g.board.neighbours("0505"))))
    assert tidy(g, beside, course()) is beside


@rules("stalingrad42", "11.6.2")
def test_a_second_attack_does_not_change_who_brought_the_marker():
    g, s = siege(phase="combat")
    s = g.held_on(s, Battle("german", "0505", ("h",)), "C", ["x"], course())
    assert city_level(s, "0505") == 2
    assert tidy(g, s.put("g", "0501"), course()).records.city_battles == {}
    assert tidy(g, s.put("h", "0501"), course()).records.city_battles == {"0505": 2}


NEAR_WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102"]}


def stood(remnants, steps=3, lost=1):
    """A lone unit that held at the cost of a step, of two or of one that it had left."""
    row = {"reduced": [4, 4, 4], "remnant": [1, 1, 4], "steps": steps}
    played = field(
        "stalingrad42",
        [unit("g", "0504", full=[20, 9, 4], steps=3)],
        [unit("x", "0505", **row), unit("far", "1212")],
        phase="combat",
        dice=[3, 6],
        turn=10,
        remnants=remnants,
        lost={"x": lost},
    )
    played.apply(attack("0505", "g"))
    while played.decision.kind != "zb.stand":
        played.apply(played.choices()[0])
    played.apply(Action("stand", lead="x"))
    return played


@rules("stalingrad42", "11.4.2", "10.4.2", "14.2.3")
def test_a_unit_that_leaves_no_remnant_leaves_its_hex_to_a_limited_advance():
    gone = stood({"soviet": 0})
    assert gone.query("place", unit="x") == "destroyed-soviet"
    assert gone.query("phase") == "Advance"
    assert gone.explain(advance("g", "0504", "0505"))
    assert "14.2.3" in forbidden(gone, advance("g", "0504", "0505", "0506"))


@rules("stalingrad42", "11.4.2", "10.4.1", "10.4.2")
@pytest.mark.parametrize(("kind", "phase"), [("form", "Combat"), ("disband", "Advance")])
def test_its_owner_says_whether_a_remnant_keeps_the_hex(kind, phase):
    asked = stood({"soviet": 5})
    assert asked.decision.kind == "s42.remnant"
    asked.apply(Action(kind, unit="x"))
    assert asked.query("phase") == phase


@rules("stalingrad42", "11.5.1", "16.2.4")
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_a_port_on_the_sea_of_azov_is_defended_desperately(side):
    defence, assault = [unit("u", "1106")], [unit("g", "1107", full=[8, 8, 4], steps=3)]
    german, soviet = (assault, defence) if side == "soviet" else (defence, assault)
    played = field(
        "stalingrad42",
        german,
        soviet,
        phase="combat",
        side="german" if side == "soviet" else "soviet",
        tags={"azov-sea": ["1106"], "temryuk": ["0203"]},
        areas=[NEAR_EAST if side == "soviet" else NEAR_WEST],
        links={"road": ["1105 1106", "0102 0202 0203"]},
        control={"0203": side, "1106": side},
    )
    g, s = played.rules, played.state
    assert played.query("supply", unit="u").traced
    battle = Battle(g.other[side], "1106", ("g",))
    for temryuk in (side, g.other[side]):
        s = noting(
            replace(s, control={**s.control, "0203": temryuk}),
            helped=helped_by_ground(g, s, battle),
        )
        now = s.push(Stand(battle, read_result(g, "DR2 Adv 2")))
        assert now.top.desperate(g, now) is (temryuk == side)


@rules("stalingrad42", "11.2.1", "23.4")
@pytest.mark.parametrize(
    ("kind", "column"), [("village", "other"), ("port", "other"), ("landmark", "clear")]
)
def test_a_landmark_is_no_village(kind, column):
    places = [{"hex": "0505", "name": "There", "kind": kind}]
    played = field("stalingrad42", [unit("g", "0505")], [unit("x", "1212")], turn=28, places=places)
    g, s = played.rules, played.state
    assert g.stand_column(s, "0505", "g") == column
    assert freezing(g, s, "g") is (column == "clear")


@rules("stalingrad42", "11.1.1")
def test_nobody_just_holds():
    """Who does not roll goes back: no attack spends itself here as in the sister game."""
    game, s = holding(unit("x", "0505"))
    assert s.top.explain(game, s, Action("hold")).rules == ("11.1.1",)
    assert {a.kind for a in s.top.choices(game, s, None, None)} == {"stand", "go-back"}


@rules("stalingrad42", "11.1.2")
@pytest.mark.parametrize(
    ("turn", "side", "bars"), [(7, "soviet", True), (8, "soviet", False), (7, "german", False)]
)
def test_not_a_step_back_binds_soviets_from_turn_8_on(turn, side, bars):
    """Before, only whom something helped may stand in the open; Germans always may."""
    men, foes = [unit("d", "0505")], [unit("g", "0504", full=[9, 9, 4])]
    sides = (foes, men) if side == "soviet" else (men, foes)
    played = field("stalingrad42", *sides, turn=turn)
    battle = Battle("german" if side == "soviet" else "soviet", "0505", ("g",))
    found = list(
        played.rules.all_of(
            Chapter.stand_bars, played.state, battle, read_result(played.rules, "DR2"), False
        )
    )
    assert [r.rule for r in found] == (["11.1.2"] if bars else [])
    assert played.rules.may_lead(played.state, battle, "d") is not bars


@rules("stalingrad42", "11.6.2")
def test_a_city_marker_stays_while_one_of_those_who_brought_it_does():
    g, s = siege()
    s = noting(s, besiegers={"0505": ("g", "h")})
    assert besieged(g, s, "0505")
    assert besieged(g, s.put("h", "0101"), "0505")
    assert besieged(g, s.put("g", "0101").put("h", "0405"), "0505")
    assert not besieged(g, s.put("g", "0101").put("h", "0101"), "0505")


@rules("stalingrad42", "11.1.2", "9.6.3")
def test_one_whom_the_city_doubles_stands_for_the_others():
    """Before turn 8 infantry in a city leads; the tanks beside it do not."""
    foes = [unit("i", "0505"), unit("t", "0505", "tank")]
    played = field(
        "stalingrad42", [unit("g", "0504", full=[9, 9, 4])], foes, turn=7, ground={"0505": "C"}
    )
    battle = Battle("german", "0505", ("g",))
    s = noting(played.state, helped=helped_by_ground(played.rules, played.state, battle))
    assert s.records.helped == ("i",)
    result = read_result(played.rules, "DR2")
    assert list(played.rules.all_of(Chapter.stand_bars, s, battle, result, False)) == []
    assert played.rules.may_lead(s, battle, "i")
    assert not played.rules.may_lead(s, battle, "t")


@rules("stalingrad42", "11.6", "11.6.1", "11.6.2", "11.4.3", "11.5.2")
def test_what_a_partial_success_comes_to():
    foes = [unit("x", "0505")]
    for ground, level, desperate, last, comes in (
        *((".", 0, False, "", "W"), (".", 0, True, "", "W"), (".", 0, True, "F", "W")),
        *((".", 0, True, "P", "S-after-P"), ("C", 0, False, "", "C"), ("C", 1, False, "", "C")),
        *(("C", 2, False, "", "W"), ("c", 0, True, "P", "C"), ("c", 1, False, "", "W")),
        *(("c", 1, True, "P", "S-after-P"), ("C", 2, True, "", "W")),
    ):
        played = field("stalingrad42", [unit("g", "0504")], foes, ground={"0505": ground})
        s = noting(played.state, city_battles={"0505": level} if level else {})
        battle = Battle("german", "0505", ("g",))
        assert played.rules.partial(s, battle, "P", desperate, last) == comes
        assert played.rules.partial(s, battle, "F", desperate, last) == "F"
        assert played.rules.partial(s, battle, "S", desperate, last) == "S"
