"""Rules that the other tests of the family leave out."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

FOE = [unit("x", "1212")]
N = {"id": "allied-N", "name": "N", "touches": ["0512"]}


@rules("holland44", "2.3.14", "2.3.16", "8.6.2")
@pytest.mark.parametrize("kind", ["infantry", "motorized", "engineer", "tank", "artillery"])
def test_technical_units_keep_to_roads_and_bridges(kind):
    technical = kind in ("tank", "artillery")
    own = [unit("a", "0506", kind, steps=1, full=[1, 4, 6])]
    over = field("holland44", own, FOE, sides={"minor-river": ["0506 N"]})
    step = move("a", "0506", "0505", mode="tactical")
    assert bool(forbidden(over, step)) == technical
    swamp = field("holland44", own, FOE, ground={"0505": "s"})
    assert bool(forbidden(swamp, step)) == technical
    road = field("holland44", own, FOE, ground={"0505": "s"}, links={"road": ["0506 0505"]})
    assert forbidden(road, step) == ()


@rules("holland44", "2.3.15", "10.3.1")
def test_only_tanks_earn_the_tank_shift():
    def shift(kind, armour=3):
        own = [unit("a", "0506", kind, steps=1, armour=armour, formation="f")]
        played = field("holland44", own, [unit("x", "0505")], phase="combat")
        return played.query("armour-shift", side="allied", hex="0505", units=("a",))

    assert shift("tank") == 1
    assert shift("recon") == 0


@rules("holland44", "6.3", "6.5")
def test_half_battalions_and_mixed_stacks():
    halves = [
        unit("a", "0505", twin="b"),
        unit("b", "0505", twin="a"),
        unit("c", "0505", nation="polish"),
    ]
    played = field("holland44", halves, FOE)
    assert played.query("over", side="allied", hex="0505") == 0
    three = [unit(u, "0505", nation=n) for u, n in (("a", "british"), ("b", "polish"), ("c", ""))]
    assert field("holland44", three, FOE).query("over", side="allied", hex="0505") == 1


@rules("holland44", "13.1.4", "6.4.1")
def test_a_crowded_hex_is_trimmed_at_the_end_of_movement():
    crowd = [unit(f"u{i}", "0505", steps=2) for i in range(5)]
    played = field("holland44", crowd, FOE)
    assert sum(played.query("left", unit=f"u{i}") for i in range(5)) == 10
    played.apply(Action("end"))
    while played.decision is not None and played.decision.kind != "zb.combat":
        played.apply(played.choices()[0])
    assert sum(played.query("left", unit=f"u{i}") for i in range(5)) == 9


@rules("holland44", "16.4", "16.3.2")
def test_breakthrough_against_units_that_retreated():
    own = [unit("a", "0507", full=[12, 4, 4], formation="f")]
    foes = [unit("x", "0506", full=[1, 1, 4]), unit("y", "0505", full=[4, 4, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    played.apply(attack("0506", "a", lead="f"))
    while played.decision.kind != "zb.advance":
        played.apply(played.choices()[0])
    assert "routed" in played.query("marks", unit="x")
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    through = Action("breakthrough", units=("a",), hex="0505")
    assert played.explain(through)
    played.apply(through)
    while played.decision.kind not in ("zb.advance", "zb.combat"):
        played.apply(played.choices()[0])
    again = Action("breakthrough", units=("a",), hex="0505")
    assert forbidden(played, again)


@rules("holland44", "17.2")
def test_guns_lead_no_defence_and_stack_free():
    guns = [unit("g", "0505", "artillery", steps=1, full=[0, 1, 4])]
    played = field(
        "holland44",
        [unit("a", "0506", full=[4, 4, 4], formation="f")],
        [*guns, unit("y", "0505"), unit("z", "0505")],
        phase="combat",
    )
    assert played.query("over", side="german", hex="0505") == 0
    alone = field(
        "holland44",
        [unit("a", "0506", full=[4, 4, 4], formation="f")],
        guns,
        phase="combat",
        dice=[5],
    )
    alone.apply(attack("0505", "a", lead="f"))
    assert not any(event.key == "zb.stand.rolled" for event in alone.log)
    assert alone.decision.kind != "zb.stand"


def para_gun(turn, zone="0508", **more):
    """A gun that fired, its supply unit, and a drop zone of its division."""
    own = [
        unit("g", "0505", "artillery", steps=1, full=[0, 1, 4], division="82", airborne=True),
        unit("s", "0506", "airborne-supply", steps=1, full=[0, 1, 4], division="82"),
    ]
    plain = {"phase": "rearm", "turn": turn, "marks": {"g": ["fired"]}}
    zones = {"drop-zones": {"82": [zone]}}
    return field("holland44", own, FOE, **{**plain, **zones, **more})


@rules("holland44", "17.8.2")
def test_airborne_guns_are_supplied_from_the_air():
    ready = Action("rearm", unit="g")
    assert para_gun(3).explain(ready)
    far = para_gun(3, "0512")
    assert far.query("phase") == "Movement"
    assert para_gun(6, "0512").explain(ready)
    woods = para_gun(3, ground={"0508": "w"})
    assert woods.query("phase") == "Movement"
    clouds = para_gun(3, sky="overcast")
    assert clouds.query("phase") == "Movement"


@rules("holland44", "19.5", "19.7")
def test_out_of_an_area_and_back_into_it():
    area = {"id": "german-G", "name": "G", "touches": ["0501"]}
    held = unit("y", "0101", box="german-G", full=[9, 4, 4], formation="f")
    del held["hex"]
    played = field(
        "holland44",
        [unit("a", "0501", steps=1, full=[1, 1, 4])],
        [held],
        side="german",
        phase="combat",
        areas=[area],
        dice=[6],
    )
    played.apply(attack("0501", "y", lead="f"))
    while played.decision.kind == "zb.retreat":
        played.apply(played.choices()[0])
    assert played.decision.kind == "zb.advance"
    played.apply(Action("advance", units=("y",), path=("german-G", "0501")))
    assert played.query("place", unit="y") == "0501"
    back = field(
        "holland44",
        [unit("a", "0502", full=[9, 4, 4], formation="f")],
        [unit("x", "0501")],
        phase="combat",
        areas=[area],
    )
    ways = back.query("retreats", unit="x", length=2, most=2)
    assert "german-G" in ways["ends"] or "german-G" not in ways["deadly"]


@rules("holland44", "24.1", "24.3")
def test_traffic_markers_are_the_germans_to_place():
    played = field(
        "holland44",
        [unit("m", "0606", "motorized")],
        [unit("x", "1201")],
        side="german",
        phase="traffic",
        turn=4,
        traffic=True,
        dice=[1, 1],
    )
    assert played.decision.side == "german"
    for hex in ("0608", "0808", "1008"):
        played.apply(Action("jam", hex=hex))
    played.apply(Action("end"))
    assert played.query("track", of="traffic") == {"2": "0808", "3": "1008"}


def slip(dice, **more):
    """A unit in contact that tries to slip away."""
    plain = {"phase": "combat", "rules": {"disengagement": True}, "areas": [N]}
    return field(
        "holland44",
        [unit("a", "0506", formation="f"), unit("b", "0101")],
        [unit("x", "0505")],
        dice=dice,
        **{**plain, **more},
    )


@rules("holland44", "27.1.1", "27.1.2", "27")
def test_disengagement():
    away = Action("disengage", unit="a")
    played = slip([4])
    assert "27.1.1" in forbidden(played, Action("disengage", unit="b"))
    played.apply(away)
    assert played.decision.kind == "h44.slip"
    watched = Action("retreat", unit="a", path=("0506", "0606"))
    assert forbidden(played, watched) == ("13.2", "27.1.1")
    ends = {a["path"][-1] for a in played.choices() if a.kind == "retreat"}
    assert "0507" in ends
    assert "0606" not in ends
    assert {"0508", "0407"} <= ends
    played.apply(Action("retreat", unit="a", path=("0506", "0507")))
    assert played.query("place", unit="a") == "0507"
    assert "disrupted" in played.query("marks", unit="a")
    kept = slip([4])
    kept.apply(away)
    kept.apply(Action("stay"))
    assert kept.query("place", unit="a") == "0506"
    assert kept.query("marks", unit="a") == []
    failed = slip([1])
    failed.apply(away)
    assert failed.query("place", unit="a") == "0506"
    assert "27.1.2" in forbidden(failed, away)
    shaken = slip([4], marks={"a": ["disrupted"]})
    assert "27.1.2" in forbidden(shaken, away)
    off = slip([4], rules={})
    assert forbidden(off, away)


@rules("holland44", "19.7", "19.4")
def test_attackers_out_of_an_area_stack_at_its_edge():
    area = {"id": "german-G", "name": "G", "touches": ["0501"]}
    units = []
    for name in ("x", "y", "z"):
        one = unit(name, "0101", box="german-G", formation="f")
        del one["hex"]
        units.append(one)
    played = field(
        "holland44", [unit("a", "0501")], units, side="german", phase="combat", areas=[area]
    )
    assert "19.7" in forbidden(played, attack("0501", "x", "y", "z", lead="f"))
    assert played.explain(attack("0501", "x", "y", lead="f"))


@rules("holland44", "18.6")
def test_dismounted_infantry_mounts_when_its_line_is_dry():
    own = [unit("m", "0505", "motorized", full=[4, 4, 8])]
    more = {"marks": {"m": ["dismounted"]}, "areas": [N]}
    wet = field(
        "holland44",
        own,
        FOE,
        sides={
            "canal": [
                "0506 N",
                "0406 N",
                "0606 N",
                "0606 NW",
                "0606 NE",
                "0406 NE",
                "0406 NW",
                "0306 N",
                "0706 N",
            ]
        },
        links={"road": ["0512 0511 0510 0509 0508 0507 0506"]},
        **more,
    )
    assert wet.query("allowance", unit="m") == 3
    dry = field(
        "holland44", own, FOE, links={"road": ["0512 0511 0510 0509 0508 0507 0506"]}, **more
    )
    assert dry.query("allowance", unit="m") == 8


@rules("holland44", "25.4", "8.7")
def test_an_automatic_ds_reckons_with_two_and_turns_the_counter():
    own = [unit(f"a{i}", f"0{4 + i}06", full=[30, 4, 4], formation="f") for i in range(2)]
    foes = [
        unit("q", "0505", "unknown", full=[0, 2, 0], steps=1),
        unit("x", "0505", full=[2, 2, 4]),
    ]
    played = field("holland44", own, foes)
    shatter = Action("auto-ds", hex="0505", units=("a0", "a1"))
    assert played.tally(shatter).parts[1].total == 4
    played.apply(shatter)
    assert played.query("place", unit="q") == "out-of-play"


@rules("holland44", "8.7", "27.1.2")
def test_who_shattered_a_defence_does_not_slip_away():
    shatter = Action("auto-ds", hex="0505", units=("a",))
    played = field(
        "holland44",
        [unit("a", "0506", full=[40, 4, 4])],
        [unit("x", "0505", full=[1, 1, 4]), unit("y", "0606")],
        rules={"disengagement": True},
    )
    played.apply(shatter)
    while played.decision.kind != "zb.move":
        played.apply(next(iter(played.choices())))
    played.apply(Action("end"))
    assert forbidden(played, Action("disengage", unit="a")) == ("8.7",)
