"""Chapter 10: shifts, halving, doubling."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import N, off
from tests.engine.zocbond.field import attack, field, unit
from tests.marks import rules


@rules("holland44", "10.3.1")
def test_the_best_armour_of_all_attackers_counts():
    own = [
        unit("t", "0506", "tank", steps=2, armour=1, formation="f"),
        unit("s", "0506", "tank", steps=2, armour=4, formation="g"),
    ]
    foes = [unit("x", "0505", "anti-tank", steps=1, armour=2)]
    played = field("holland44", own, foes, phase="combat")
    found = played.query("battle", side="allied", hex="0505", units=["t", "s"], lead="f")
    assert ("10.3.1", "h44.shift.tank", 1) in found["shifts"]


@rules("holland44", "10.3.3", "10.3.1")
@pytest.mark.parametrize(("theirs", "shift"), [(1, 1), (2, 0), (3, 0)])
def test_an_anti_tank_unit_attacks_with_a_class_less(theirs, shift):
    own = [
        unit("t", "0506", "tank", armour=1, formation="f"),
        unit("s", "0506", "anti-tank", armour=3, formation="f"),
    ]
    played = field("holland44", own, [unit("x", "0505", "recon", armour=theirs)], phase="combat")
    assert played.query("armour-shift", side="allied", hex="0505", units=("t", "s")) == shift


@rules("holland44", "10.3.4", "10.8.4", "19.7")
def test_no_tank_shift_out_of_an_area_into_polder_without_a_road():
    tank = [off("t", "allied-N", "tank", full=[8, 4, 8], armour=3)]
    foes = [unit("x", "0512", full=[2, 4, 4])]
    more = {"areas": [N], "phase": "combat", "ground": {"0512": "p"}}
    for links, shift in (({}, 0), ({"road": ["0512 0511"]}, 1)):
        played = field("holland44", tank, foes, links=links, **more)
        found = played.query("armour-shift", side="allied", hex="0512", units=("t",))
        assert found == shift


@rules("holland44", "2.3.15", "10.3.1")
def test_only_tanks_earn_the_tank_shift():
    def shift(kind, armour=3):
        own = [unit("a", "0506", kind, steps=1, armour=armour, formation="f")]
        played = field("holland44", own, [unit("x", "0505")], phase="combat")
        return played.query("armour-shift", side="allied", hex="0505", units=("a",))

    assert shift("tank") == 1
    assert shift("recon") == 0


@rules("holland44", "8.6.3", "10.8.4")
def test_polder_woods_deny_the_tank_shift_where_they_are_attacked():
    def shift(seat, hex):
        ground = {"0506": seat, "0505": hex}
        own = [unit("t", "0506", "tank", armour=3)]
        played = field(
            "holland44",
            own,
            [unit("x", "0505")],
            phase="combat",
            ground=ground,
            links={"road": ["0506 0505"]},
        )
        return played.query("armour-shift", side="allied", hex="0505", units=("t",))

    assert shift("p", "p") == 1
    assert shift(".", "P") == 0
    assert shift("P", ".") == 1


@rules("holland44", "10.8.2", "10.1")
@pytest.mark.parametrize(
    ("water", "bridge", "foot", "tank", "defence"),
    [
        ("minor-river", False, 8, 4, 8),
        ("minor-river", True, 8, 4, 8),
        ("canal", False, 4, 4, 8),
        ("canal", True, 4, 4, 8),
        ("large-river", True, 4, 4, 8),
        (None, False, 8, 8, 4),
    ],
)
def test_what_water_halves_and_doubles(water, bridge, foot, tank, defence):
    for kind, strength in (("infantry", foot), ("tank", tank)):
        played = field(
            "holland44",
            [unit("a", "0506", kind, full=[8, 4, 8])],
            [unit("x", "0505")],
            phase="combat",
            sides={water: ["0506 N"]} if water else {},
            links={"road": ["0506 0505"]} if bridge else {},
        )
        sums = played.tally(attack("0505", "a")).parts
        assert (sums[0].total, sums[1].total) == (strength, defence)


@rules("holland44", "10.4", "10.3.1")
@pytest.mark.parametrize(
    ("theirs", "halved", "shift"), [(2, False, 1), (3, False, 0), (4, True, 0)]
)
def test_only_a_better_armour_class_halves_and_only_a_worse_one_gives_way(theirs, halved, shift):
    own = [unit("t", "0506", "tank", full=[8, 4, 8], armour=3)]
    foes = [unit("x", "0505", "flak", steps=1, armour=theirs)]
    played = field("holland44", own, foes, phase="combat")
    found = played.tally(attack("0505", "t"))
    assert found.parts[0].total == (4 if halved else 8)
    assert ("10.4" in {line.rule for line in found.parts[0].lines}) == halved
    assert sum(line.value for line in found.lines if line.rule == "10.3.1") == shift


@rules("holland44", "10.5.2")
def test_only_infantry_that_leads_profits_from_unsupported_tanks():
    def shift(*kinds, guard=(), lead="f", marks=None):
        own = [unit(f"a{n}", "0506", kind, formation=f) for n, (kind, f) in enumerate(kinds)]
        foes = [unit("t", "0505", "tank", steps=2), *guard]
        played = field("holland44", own, foes, phase="combat", marks=marks or {})
        names = [u["id"] for u in own]
        told = played.tally(attack("0505", *names, lead=lead)).lines
        return sum(line.value for line in told if line.rule == "10.5.2")

    assert shift(("infantry", "f")) == 1
    assert shift(("tank", "f")) == 0
    assert shift(("tank", "f"), ("infantry", "g")) == 0
    escort = [unit("i", "0505")]
    assert shift(("infantry", "f"), guard=escort) == 0
    assert shift(("infantry", "f"), guard=escort, marks={"i": ["routed"]}) == 1


@rules("holland44", "10.7")
def test_support_of_an_attack_on_no_hex_is_no_question():
    played = field("holland44", [unit("a", "0506")], [unit("x", "0505")], phase="combat", air=1)
    nowhere = Action("attack", units=("a",), air="aircraft")
    assert {reason.key for reason in played.explain(nowhere).reasons} == {"zb.attack.empty"}


@rules("holland44", "10.7")
def test_an_aircraft_is_used_up():
    own = [unit("a", "0506", nation="british")]
    played = field("holland44", own, [unit("x", "0505", steps=3)], phase="combat", air=2, dice=[1])
    played.apply(attack("0505", "a", air="aircraft"))
    assert played.query("track", of="air") == 1


@rules("holland44", "10.4")
@pytest.mark.parametrize(("kind", "halved"), [("tank", True), ("recon", True), ("flak", False)])
def test_whom_a_better_armour_class_halves(kind, halved):
    own = [unit("a", "0506", kind, full=[8, 4, 8], armour=1)]
    played = field("holland44", own, [unit("x", "0505", "flak", armour=4)], phase="combat")
    assert played.tally(attack("0505", "a")).parts[0].total == (4 if halved else 8)
