"""Chapters 8 to 15 where they say no: limits of attacks, stands, sieges, breakthroughs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.action import Action
from engine.chance import Chance, Scripted
from engine.game import Course
from engine.zocbond.advance import Advance, AfterBreakthrough
from engine.zocbond.battle import Battle
from engine.zocbond.results import read_result
from engine.zocbond.retreat import Retreat
from engine.zocbond.stand import Stand
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}


def course(*dice: int) -> Course:
    """Somewhere to roll and to tell."""
    return Course(Chance(Scripted.dice(dice)))


def holding(*foes, turn: int = 10, breakthrough: bool = False, cell: str = "DR2 Adv 2", **more):
    """The game, and its state with a stand of the defenders of 0505 on top."""
    own = [unit("g", "0504", full=[9, 9, 4], steps=3)]
    played = field("stalingrad42", own, foes, turn=turn, phase="combat", **more)
    battle = Battle("german", "0505", ("g",), breakthrough=breakthrough)
    g, s = played.rules, played.state
    s = s.track(helped=g.helped(s, battle))
    return g, s.push(Stand(battle, read_result(g, cell)))


SHUT = {"sides": {"impassable": ["0505 NE SE S SW NW"]}, "ground": {"0505": "C"}}


# ---------------------------------------------------------------- 8 attacks


@rules("stalingrad42", "8.1", "12.4")
def test_who_was_attacked_is_not_attacked_alone_where_it_goes():
    own = [unit("a", "0504", full=[9, 9, 4]), unit("b", "0506", full=[9, 9, 4])]
    played = field("stalingrad42", own, [unit("x", "0507"), unit("y", "0911")], phase="combat")
    g, s = played.rules, played.state.track(struck=("x",))
    assert "8.1" in g.explain(s, attack("0507", "b")).rules
    joined = s.put("y", "0507")
    assert g.explain(joined, attack("0507", "b"))
    fought = g.before_fight(played.state, Battle("german", "0507", ("b",)), course())
    assert fought.tracks["struck"] == ("x",)
    assert g.end_combat(fought, "german", course()).tracks["struck"] == ()


@rules("stalingrad42", "8.6.1", "22.7")
def test_no_automatic_ds_out_of_an_area():
    row = unit("a", "", full=[40, 9, 4])
    row["box"] = row.pop("hex") or "german-W"
    played = field("stalingrad42", [row], [unit("x", "0102")], areas=[WEST])
    assert "8.6.1" in forbidden(played, Action("auto-ds", hex="0102", units=("a",)))


@rules("stalingrad42", "10.2.1", "13.3.2")
def test_where_nobody_defends_the_routed_bear_the_loss():
    foes = [unit("x", "0505"), unit("y", "0505")]
    played = field("stalingrad42", [unit("g", "0504")], foes, marks={"x": ["routed"]})
    g, battle = played.rules, Battle("german", "0505", ("g",))
    assert g.loss_pool(played.state, battle, "defender", "DS") == ("y",)
    both = played.state.mark(("y",), "routed")
    assert set(g.loss_pool(both, battle, "defender", "DS")) == {"x", "y"}


# ---------------------------------------------------------------- 11 stands


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
        (retreat,) = [p for p in after.agenda if isinstance(p, Retreat)]
        assert retreat.again is not through


@rules("stalingrad42", "11.4.2", "15.2.7")
def test_a_breakthrough_that_only_kills_the_stand_goes_no_farther():
    foes = [unit("x", "0505", steps=1)]
    played = field("stalingrad42", [unit("g", "0504", "tank", steps=3)], foes, phase="combat")
    g, battle = played.rules, Battle("german", "0505", ("g",), breakthrough=True)
    s = played.state.push(AfterBreakthrough(battle, True, True))
    assert g.held_on(s, battle, "S", (), course()).top.again is False


# ---------------------------------------------------------------- 11.6.2 city battles


def besieged(**more):
    """A city with a marker, brought there by g."""
    foes = [unit("x", "0505")]
    own = [unit("g", "0504"), unit("h", "0404")]
    played = field("stalingrad42", own, foes, ground={"0505": "C"}, **more)
    s = played.state.track(**{"city-battles": {"0505": 1}, "besiegers": {"0505": ("g",)}})
    return played.rules, s


@rules("stalingrad42", "11.6.2")
def test_a_city_marker_goes_with_the_defenders_or_with_those_who_brought_it():
    g, s = besieged()
    assert g.tidy(s, course()) is s
    for gone in (s.put("x", "0507"), s.put("g", "0501"), s.put("g", "destroyed-german")):
        assert g.tidy(gone, course()).tracks["city-battles"] == {}
    beside = s.put("g", next(iter(g.board.neighbours("0505"))))
    assert g.tidy(beside, course()) is beside


@rules("stalingrad42", "11.6.2")
def test_a_second_attack_does_not_change_who_brought_the_marker():
    g, s = besieged(phase="combat")
    s = g.held_on(s, Battle("german", "0505", ("h",)), "C", ["x"], course())
    assert g.city_level(s, "0505") == 2
    assert g.tidy(s.put("g", "0501"), course()).tracks["city-battles"] == {}
    assert g.tidy(s.put("h", "0501"), course()).tracks["city-battles"] == {"0505": 2}


# ---------------------------------------------------------------- 15 breakthrough


@rules("stalingrad42", "15.2.3", "9.7.2")
def test_a_breakthrough_group_keeps_to_the_stacking_limit():
    names = ("a", "b", "c", "d")
    own = [unit(n, "0505", "tank", full=[9, 9, 6], steps=3) for n in names]
    foes = [unit("x", "0506")]
    played = field("stalingrad42", own, foes, phase="combat")
    battle = Battle("german", "0505", names)
    phase = Advance(battle, 4, True, spent=tuple((n, 1) for n in names), entered=frozenset(names))
    s = played.state.push(phase)

    def says(units, state=s):
        action = Action("breakthrough", units=units, hex="0506")
        return phase.explain(played.rules, state, action).rules

    assert "15.2.3" in says(names)
    assert says(names[:3]) == ()
    assert "9.7.2" in says(names[:3], s.track(building={"0505": "german"}))


# ---------------------------------------------------------------- 13 rout, 16 control, 27 slipping


@rules("stalingrad42", "13.4", "13.3.2")
def test_a_routed_unit_may_be_left_routed():
    own = [unit("a", "0101"), unit("b", "0103"), unit("c", "0105")]
    marks = {"a": ["routed"], "b": ["routed"], "c": ["disrupted"]}
    played = field("stalingrad42", own, [unit("x", "1212")], phase="recovery", marks=marks)
    assert (played.decision.kind, played.decision.side) == ("s42.rally", "german")
    assert "13.4" in forbidden(played, Action("stay-routed", unit="c"))
    played.apply(Action("stay-routed", unit="a"))
    played.apply(Action("end"))
    state = played.state
    assert [state.has(u, "routed") for u in "abc"] == [True, False, False]
    assert [state.has(u, "disrupted") for u in "abc"] == [False, True, False]
    assert state.tracks["staying-routed"] == ()


@rules("stalingrad42", "13.3.2", "19.2")
def test_who_never_fights_drives_nobody_off():
    own = [unit("a", "0303"), unit("q", "0303", "army-hq", full=[0, 0, 5], steps=1)]
    own[1]["kind"] = "commander"
    played = field("stalingrad42", own, [unit("x", "0505")], marks={"x": ["routed"]})
    g, s = played.rules, played.state
    calm = g.after_step(s, "german", ("q",), ("0504",), course())
    assert not [p for p in calm.agenda if isinstance(p, Retreat)]
    driven = g.after_step(s, "german", ("a",), ("0504",), course())
    assert [p.units for p in driven.agenda if isinstance(p, Retreat)] == [("x",)]


@rules("stalingrad42", "16.3.4", "9.7.5")
def test_a_retreat_through_a_city_takes_it_and_its_markers():
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [unit("x", "0505")],
        ground={"0506": "c"},
        control={"0506": "german"},
        forts={"0507": "german"},
    )
    after = played.rules.withdrawn(played.state, "x", ("0506", "0507"), course())
    assert after.control["0506"] == "soviet"
    assert after.tracks["forts"] == {}


@rules("stalingrad42", "27.2.3", "12.1.3")
def test_who_slips_away_goes_in_any_direction():
    own = [unit("a", "0705")]
    played = field("stalingrad42", own, [unit("x", "1212")], phase="combat", areas=[WEST])
    g, s = played.rules, played.state
    bound, free = (
        {a["path"][-1] for a in retreat.choices(g, s.push(retreat), None, None)}
        for retreat in (
            Retreat("german", ("a",), 1, 2, False),
            Retreat("german", ("a",), 1, 2, False, anywhere=True),
        )
    )
    assert bound < free
    assert len(free) == 18


@rules("stalingrad42", "13.3.2")
def test_a_move_goes_on_where_routed_units_have_given_way():
    own = [unit("a", "0303", full=[4, 4, 6]), unit("b", "0605", full=[4, 4, 6])]
    foes = [unit("x", "0505"), unit("y", "1212")]
    played = field("stalingrad42", own, foes, marks={"x": ["routed"]})
    through = move("a", "0303", "0404", "0504", "0505", "0506")
    assert "13.3.2" in forbidden(played, move("b", "0605", "0505"))
    assert forbidden(played, through) == ()
    played.apply(through)
    while played.decision.kind == "zb.retreat":
        played.apply(next(a for a in played.choices() if a["path"][-1] not in ("0506", "0507")))
    assert played.state.place("a") == "0506"
    assert played.state.place("x") != "0505"
    assert "5.1" in forbidden(played, move("a", "0506", "0507"))
    assert played.rules.violations(played.state) == []


@rules("stalingrad42", "13.3.2", "5.1")
def test_routed_units_among_others_hold_their_hex():
    own = [unit("a", "0303", full=[4, 4, 6])]
    foes = [unit("x", "0505"), unit("y", "0505")]
    played = field("stalingrad42", own, foes, marks={"x": ["routed"]})
    assert "5.1" in forbidden(played, move("a", "0303", "0404", "0504", "0505"))
    alone = field("stalingrad42", own, foes[:1], marks={"x": ["routed"]})
    store = field(
        "stalingrad42",
        [unit("s", "0303", "commander", full=[0, 0, 9], steps=1)],
        foes[:1],
        marks={"x": ["routed"]},
    )
    assert forbidden(alone, move("a", "0303", "0404", "0504", "0505")) == ()
    assert "5.1" in forbidden(store, move("s", "0303", "0404", "0504", "0505"))


# ---------------------------------------------------------------- 12 retreats stopped short


def cornered(steps: tuple[int, int]):
    """A stack with one way out, a hex with friends; beyond it nothing."""
    foes = [
        unit("x", "0505", steps=2),
        unit("y", "0505", steps=2),
        unit("f", "0506", steps=3),
    ]
    shape = {
        "sides": {"impassable": ["0505 N NE SE SW NW", "0506 NE SE S SW NW"]},
        "lost": {u: 2 - n for u, n in zip("xy", steps, strict=True)},
    }
    return field("stalingrad42", [unit("g", "0101")], foes, phase="combat", **shape)


@rules("stalingrad42", "12.1.3")
@pytest.mark.parametrize(("steps", "left"), [((2, 2), 3), ((2, 1), 2), ((1, 1), 1)])
def test_a_group_that_stops_short_pays_once(steps, left):
    played = cornered(steps)
    g = played.rules
    s = played.state.push(Retreat("soviet", ("x", "y"), 2, 2, False))
    for name in "xy":
        (way,) = s.top.choices(g, s, name, None)
        assert way["path"] == ("0505", "0506")
        s = g.settle(s.top.apply(g, s, way, course()), course())
    if g.decision(s).kind == "zb.stop-price":
        s = g.settle(s.top.apply(g, s, Action("lose", unit="x"), course()), course())
    assert sum(g.left(s, u) for u in "xy") == left
    assert s.top.__class__.__name__ == "Combat"


@rules("stalingrad42", "12.1.3", "12.2")
def test_a_last_step_alone_cannot_pay_for_a_shorter_way():
    played = cornered((1, 1))
    g, s = played.rules, played.state.put("y", "1212")
    s = g.settle(s.push(Retreat("soviet", ("x",), 2, 2, False)), course())
    assert s.place("x") == "destroyed-soviet"


@rules("stalingrad42", "14.5")
def test_only_who_attacked_over_a_river_crosses_it_in_the_advance():
    own = [unit("a", "0504", steps=3), unit("r", "0504", steps=3)]
    river = {"major-river": ["0505 N"]}
    played = field("stalingrad42", own, [unit("x", "1212")], phase="combat", sides=river)
    battle = Battle("german", "0505", ("a",))
    s = played.state.track(riders={"0505": ("r",)}).push(Advance(battle, 2, False))
    go = [Action("advance", units=(u,), path=("0504", "0505")) for u in "ar"]
    assert [s.top.explain(played.rules, s, action).rules for action in go] == [(), ("14.5",)]
