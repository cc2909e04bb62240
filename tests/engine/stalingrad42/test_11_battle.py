"""Chapters 11 to 15: stands, disruption, advance, breakthrough."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.zocbond.advance import Advance
from engine.zocbond.battle import Battle
from engine.zocbond.results import read_result
from engine.zocbond.stand import Stand
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
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


@rules("stalingrad42", "2.3.6", "2.3.2")
def test_kinds_of_units_pay_their_own_price():
    own = [
        unit("i", "0504"),
        unit("m", "0604", "motorized", full=[4, 4, 4]),
        unit("t", "0704", "tank", full=[4, 4, 4]),
    ]
    played = field("stalingrad42", own, [], ground={"0505": "w", "0605": "w", "0705": "w"})
    costs = {
        name: played.tally(move(name, f"{col}04", f"{col}05")).total
        for name, col in (("i", "05"), ("m", "06"), ("t", "07"))
    }
    assert costs == {"i": 1, "m": 2, "t": 2}
    assert played.rules.units["m"].infantry
    assert not played.rules.units["t"].infantry


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


@rules("stalingrad42", "13.2.1", "13.2.2")
def test_disrupted_units_keep_their_zone_and_tank_shifts():
    foes = [unit("x", "0505", "tank", dot="black", full=[7, 5, 5])]
    own = [unit("g", "0504", "tank", dot="black", full=[10, 9, 6]), unit("i", "0605")]
    played = field("stalingrad42", own, foes, phase="combat", marks={"x": ["disrupted"]})
    assert {"0504", "0605"} <= set(played.query("zoc", side="soviet"))
    found = played.query("battle", side="german", hex="0505", units=["g"])
    assert found["shift"] == 0
    assert found["defence"] == 3
    through = field(
        "stalingrad42",
        [],
        [unit("x", "0505"), unit("y", "0504")],
        side="soviet",
        marks={"x": ["disrupted"]},
    )
    through.apply(move("y", "0504", "0505", "0506"))
    assert through.query("marks", unit="y") == []


@rules("stalingrad42", "3.0 recovery phase", "13.4", "13.5")
def test_recovery_is_free_away_from_the_enemy_and_rolled_beside_him():
    own = [unit("a", "0101"), unit("b", "0504"), unit("c", "0101")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0505")],
        phase="recovery",
        marks={"a": ["disrupted"], "b": ["disrupted"], "c": ["routed", "replaced"]},
        dice=[4],
    )
    played.apply(Action("end"))
    assert "disrupted" not in played.query("marks", unit="a")
    assert "disrupted" in played.query("marks", unit="b")
    assert "disrupted" in played.query("marks", unit="c")
    assert "replaced" not in played.query("marks", unit="c")


def advancing(foes, own=None, *, length: int = 4, spent=(), **more):
    """An advance of four hexes after 0505 was cleared."""
    rows = own or [
        unit("t", "0504", "tank", full=[30, 9, 6]),
        unit("p", "0604", "tank", full=[30, 9, 6]),
    ]
    played = field("stalingrad42", rows, foes, phase="combat")
    units = tuple(row["id"] for row in rows)
    phase = Advance(Battle("german", "0505", units), length, True, spent=tuple(spent), **more)
    return played, phase


def objections(played, phase, action) -> tuple[str, ...]:
    """The rules against an action of an advance."""
    return tuple(phase.explain(played.rules, played.state.push(phase), action).rules)


@rules("stalingrad42", "14.4.1", "14.4.2", "15.2.6")
def test_an_advance_stops_in_a_zone_but_not_in_the_vacated_hex():
    played, phase = advancing([unit("x", "0506")])
    through = Action("advance", units=("t",), path=("0504", "0505", "0405"))
    assert objections(played, phase, through) == ()
    stop = Action("advance", units=("t",), path=("0504", "0505", "0605", "0705"))
    assert objections(played, phase, stop) == ()
    beside = Action("advance", units=("t",), path=("0504", "0505", "0606", "0706"))
    assert "14.4.2" in objections(played, phase, beside)


@rules("stalingrad42", "15.2.5", "15.2.2")
def test_targets_of_a_breakthrough_lie_beside_the_group():
    played, phase = advancing([unit("x", "0506"), unit("y", "0508")])
    moved = played.state.put("t", "0505")

    def against(hex: str, *units: str) -> tuple[str, ...]:
        action = Action("breakthrough", units=units, hex=hex)
        return tuple(phase.explain(played.rules, moved.push(phase), action).rules)

    assert against("0506", "t") == ()
    assert "8.1" in against("0508", "t")
    assert "15.2.2" in against("0506", "t", "p")


@rules("stalingrad42", "15.2.2", "15.2.1", "15.2.10")
def test_the_group_goes_first_and_the_others_after_it():
    played, phase = advancing([unit("x", "0506")], spent=[("p", 1), ("t", 1)])
    fight = Action("breakthrough", units=("t",), hex="0506")
    gone = played.state.put("t", "0505").put("p", "0605")
    assert "15.2.1" in phase.explain(played.rules, gone.push(phase), fight).rules
    left = played.state.put("t", "0606").put("p", "0505")
    assert "15.2.1" not in phase.explain(played.rules, left.push(phase), fight).rules
    _, after = advancing([unit("x", "0506")], spent=[("p", 2), ("t", 2)], group=("t",))
    on = Action("advance", units=("t",), path=("0505", "0405"))
    assert "15.2.1" in after.explain(played.rules, gone.push(after), on).rules


@rules("stalingrad42", "15.2.7", "15.2.4")
def test_a_failed_breakthrough_ends_the_advance_of_the_group():
    foes = [unit("x", "0505", full=[1, 1, 3], steps=1), unit("y", "0506", full=[9, 9, 3])]
    own = [unit("t", "0504", "tank", full=[20, 9, 6], steps=3, reduced=[20, 9, 6])]
    played = field("stalingrad42", own, foes, phase="combat", dice=[1])
    played.apply(attack("0505", "t"))
    assert played.query("phase") == "Advance"
    played.apply(Action("advance", units=("t",), path=("0504", "0505")))
    played.apply(Action("breakthrough", units=("t",), hex="0506"))
    while played.query("phase") not in ("Combat", "Advance"):
        played.apply(played.choices()[0])
    assert played.query("place", unit="y") == "0506"
    assert not [a for a in played.choices() if a.kind in ("advance", "breakthrough")]


@rules("stalingrad42", "22.3.1", "22.3.2", "14.1")
def test_replaced_units_do_not_attack_and_areas_are_left_by_the_edge():
    row = unit("a", "", full=[4, 4, 4])
    row["box"] = "german-W"
    del row["hex"]
    area = {"id": "german-W", "name": "W", "touches": ["0101", "0102"]}
    played = field("stalingrad42", [row], [unit("x", "0505")], areas=[area])
    assert "22.3.1" in forbidden(played, Action("enter", unit="a", path=("0505",)))
    played.apply(Action("enter", unit="a", path=("0102",)))
    assert played.query("place", unit="a") == "0102"


@rules("stalingrad42", "14.1", "15.2.2", "19.3")
def test_who_stood_with_the_attackers_advances_but_does_not_exploit():
    own = [
        unit("t", "0504", "tank", full=[30, 9, 6]),
        unit("p", "0504", "tank", full=[30, 9, 6]),
        unit("h", "0504", "army-hq", full=[0, 1, 4], steps=1, range=5),
        unit("k", "0504", "army-hq", full=[0, 1, 4], steps=1, range=5),
        unit("q", "0605", "infantry"),
    ]
    foes = [unit("x", "0505", full=[2, 5, 3], steps=1), unit("y", "0507")]
    played = field("stalingrad42", own, foes, phase="combat", dice=[6, 6, 6])
    played.apply(attack("0505", "t", guns=("h",)))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    able = {a["units"][0] for a in played.choices() if a.kind == "advance"}
    assert able == {"t", "p", "k"}
    for name in "tp":
        played.apply(Action("advance", units=(name,), path=("0504", "0505", "0506")))
    assert "15.2.2" in forbidden(played, Action("breakthrough", units=("t", "p"), hex="0507"))
    offered = {a["units"] for a in played.choices() if a.kind == "breakthrough"}
    assert offered == {("t",)}


@rules("stalingrad42", "22.1.2", "22.3.1", "22.3.2")
def test_a_unit_comes_on_and_goes_on_with_what_the_first_hex_leaves():
    rows = [unit("t", "", "tank", full=[9, 9, 4]), unit("i", "", full=[4, 4, 3])]
    for row in rows:
        row["box"] = "german-W"
        del row["hex"]
    shape = {
        "areas": [{"id": "german-W", "name": "W", "touches": ["0101", "0104"]}],
        "links": {"road": ["0101 0102 0103 0104 0105 0106 0107 0108 0109"]},
    }
    played = field("stalingrad42", rows, [unit("x", "1212")], **shape)

    def enter(name: str, *path: str) -> Action:
        return Action("enter", unit=name, path=path)

    assert forbidden(played, enter("i", "0101", "0102", "0103")) == ()
    assert "22.1.2" in forbidden(played, enter("i", "0101", "0102", "0103", "0104"))
    column = tuple(f"010{n}" for n in range(1, 9))
    assert forbidden(played, enter("t", *column)) == ()
    assert "22.1.2" in forbidden(played, enter("t", *column, "0109"))
    assert enter("t", *column) in played.choices(unit="t")
    watched = field("stalingrad42", rows, [unit("x", "0201")], **shape)
    assert "6.2" in forbidden(watched, enter("i", "0101", "0102"))
    theirs = field("stalingrad42", rows, [unit("x", "1212")], side="soviet", **shape)
    assert "5.1" in forbidden(theirs, enter("i", "0101"))


@rules("stalingrad42", "22.3.1")
def test_an_advance_may_end_in_an_own_area():
    area = {"id": "german-W", "name": "W", "touches": ["0101"]}
    played = field(
        "stalingrad42",
        [unit("t", "0102", "tank", full=[60, 9, 6])],
        [unit("x", "0101", steps=1)],
        phase="combat",
        areas=[area],
    )
    played.apply(attack("0101", "t"))
    played.apply(Action("advance", units=("t",), path=("0102", "0101", "german-W")))
    assert played.query("place", unit="t") == "german-W"
    assert played.query("phase") == "Combat"


@rules("stalingrad42", "8.6.2", "14.1")
def test_after_an_automatic_ds_only_those_still_there_ride_along():
    own = [
        unit("t", "0504", "tank", full=[40, 9, 6]),
        unit("p", "0504"),
        unit("q", "0504"),
    ]
    played = field("stalingrad42", own, [unit("x", "0505", full=[1, 2, 3], steps=1)])
    played.apply(Action("auto-ds", hex="0505", units=("t",)))
    played.apply(move("q", "0504", "0503"))
    played.apply(Action("end"))
    played.apply(Action("end"))
    assert played.query("phase") == "Advance"
    able = {a["units"][0] for a in played.choices() if a.kind == "advance"}
    assert able == {"t", "p"}
