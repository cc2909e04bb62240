"""Chapters 11.4, 16.5, 17.3, 21: remnants, joint attacks, markers, detachments."""

from __future__ import annotations

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules


def boxed(id, box, kind="infantry", **more):
    """A unit beside the map."""
    found = unit(id, "0101", kind, box=box, **more)
    del found["hex"]
    return found


def part(id="d", kind="infantry", **more):
    """A detachment at hand."""
    return boxed(id, "detachments", kind, steps=1, full=[1, 2, 4], size="detachment", **more)


FOE = [unit("x", "1212")]


@rules("holland44", "21.1", "21.3", "8.5.7")
def test_a_unit_sheds_a_step():
    played = field("holland44", [unit("a", "0505"), part()], FOE)
    played.apply(Action("detach", unit="a"))
    assert played.query("place", unit="d") == "0505"
    assert played.query("left", unit="a") == 1
    assert "21.3" in forbidden(played, Action("detach", unit="a"))
    assert "21.1" in forbidden(played, Action("detach", unit="d"))
    assert played.explain(move("d", "0505", "0504"))
    shaken = field("holland44", [unit("a", "0505"), part()], FOE, marks={"a": ["disrupted"]})
    assert "21.3" in forbidden(shaken, Action("detach", unit="a"))


@rules("holland44", "21.2", "21.1", "21.3")
def test_a_detachment_is_of_its_parents_sort():
    parts = [part("di"), part("dm", "motorized"), part("dt", "tank"), part("dp", "parachute")]
    parts[3]["division"] = "82"
    own = [
        unit("m", "0505", "motorized"),
        unit("t", "0606", "tank"),
        unit("p", "0707", "parachute", division="82"),
        unit("o", "0808", "parachute", division="101"),
    ]
    played = field("holland44", [*own, *parts], FOE)
    for parent, child in (("m", "dm"), ("t", "dt"), ("p", "dp")):
        played.apply(Action("detach", unit=parent))
        assert played.query("place", unit=child) == played.query("place", unit=parent)
    assert "21.3" in forbidden(played, Action("detach", unit="o"))


@rules("holland44", "21.1", "15.1")
def test_a_step_is_shed_in_an_advance():
    played = field(
        "holland44",
        [unit("a", "0506", full=[9, 4, 4], formation="f"), part()],
        [unit("x", "0505", steps=1, full=[1, 1, 4])],
        phase="combat",
        dice=[6],
    )
    played.apply(attack("0505", "a", lead="f"))
    played.apply(Action("detach", unit="a"))
    played.apply(Action("advance", units=("d",), path=("0506", "0505")))
    assert played.query("place", unit="a") == "0506"


@rules("holland44", "21.4")
def test_a_detachment_goes_back_to_its_parent():
    played = field("holland44", [unit("a", "0505"), unit("b", "0505"), part()], FOE)
    played.apply(Action("detach", unit="a"))
    assert "21.4" in forbidden(played, Action("merge", unit="d", into="b"))
    played.apply(Action("merge", unit="d", into="a"))
    assert played.query("left", unit="a") == 2
    assert played.query("place", unit="d") == "detachments"
    assert "8.1" in forbidden(played, move("a", "0505", "0504"))
    spent = field("holland44", [unit("a", "0505"), part()], FOE, ground={"0505": "w"})
    spent.apply(Action("detach", unit="a"))
    spent.apply(Action("spend", unit="d"))
    spent.apply(Action("merge", unit="d", into="a"))
    assert "spent" in spent.query("marks", unit="a")


@rules("holland44", "21.5")
def test_german_units_fill_each_other_up():
    def pair(**other):
        giver = unit("g", "0505", formation="1P")
        taker = unit("t", "0505", formation="1P")
        return [{**giver, **other}, taker]

    more = {"side": "german", "lost": {"t": 1}}
    merge = Action("merge", unit="g", into="t")
    played = field("holland44", [unit("a", "1212")], pair(), **more)
    played.apply(merge)
    assert (played.query("left", unit="g"), played.query("left", unit="t")) == (1, 2)
    for other in ({"formation": "II SS"}, {"kind": "motorized"}, {"morale": "low"}):
        refused = field("holland44", [unit("a", "1212")], pair(**other), **more)
        assert "21.5" in forbidden(refused, merge)
    british = field("holland44", pair(), FOE, lost={"t": 1})
    assert "21.5" in forbidden(british, merge)
    last = field(
        "holland44", [unit("a", "1212")], pair(steps=1), marks={"g": ["disrupted"]}, **more
    )
    last.apply(merge)
    assert last.query("left", unit="g") == 0
    assert last.query("marks", unit="t") == ["disrupted"]


@rules("holland44", "11.3", "11.4")
def test_the_pool_of_remnants_is_limited():
    own = [unit(u, "0506", steps=3, formation="f", full=[4, 4, 4]) for u in ("a", "b")]
    foes = [unit("x", "0505", full=[8, 8, 4])]
    more = {"phase": "combat", "remnants": {"allied-infantry": 1}, "lost": {"a": 1, "b": 1}}
    played = field("holland44", own, foes, dice=[1], **more)
    played.apply(attack("0505", "a", lead="f"))
    assert played.query("left", unit="a") == 1
    none = field("holland44", own, foes, dice=[1], **{**more, "remnants": {"allied-infantry": 0}})
    none.apply(attack("0505", "a", lead="f"))
    assert none.query("left", unit="a") == 0
    para = [unit("p", "0506", "parachute", steps=3, formation="82", division="82")]
    flown = field(
        "holland44",
        para,
        foes,
        dice=[1],
        phase="combat",
        remnants={"82": 0},
        lost={"p": 1},
    )
    flown.apply(attack("0505", "p", lead="82"))
    assert flown.query("track", of="stragglers") == {"82": 1}


@rules("holland44", "11.2")
def test_who_bears_a_loss():
    own = [
        unit("a", "0506", formation="f", morale="elite"),
        unit("b", "0506", formation="f"),
        unit("c", "0406", formation="g"),
    ]
    foes = [unit("x", "0505", full=[8, 8, 4], steps=3)]
    played = field("holland44", own, foes, phase="combat", dice=[1])
    played.apply(attack("0505", "a", "b", "c", lead="f"))
    assert {a["unit"] for a in played.choices()} <= {"a", "b"}
    assert "c" not in {e.units[0] for e in played.log if e.key == "zb.loss.step"}


@rules("holland44", "17.3")
def test_movement_markers_are_few():
    guns = [unit(f"g{i}", f"0{i}05", "artillery", steps=1, full=[0, 1, 4]) for i in (1, 3, 5, 7)]
    played = field("holland44", guns, FOE)
    for gun in ("g1", "g3", "g5"):
        played.apply(Action("marker", unit=gun))
    assert forbidden(played, Action("marker", unit="g7")) == ("17.3",)
    assert played.query("allowance", unit="g1") == 5
    assert "17.3" in forbidden(played, Action("marker", unit="g1"))
    german = field("holland44", [unit("a", "1212")], guns, side="german")
    german.apply(Action("marker", unit="g1"))
    german.apply(Action("marker", unit="g3"))
    assert forbidden(german, Action("marker", unit="g5")) == ("17.3",)
    kept = field(
        "holland44", guns, FOE, marks={"g1": ["moving"], "g3": ["moving"], "g5": ["moving"]}
    )
    kept.apply(Action("marker", unit="g1"))
    assert kept.explain(Action("marker", unit="g7"))


@rules("holland44", "16.5")
def test_a_breakthrough_joins_the_next_attack():
    own = [
        unit("a", "0507", full=[12, 4, 4], formation="f"),
        unit("b", "0406", full=[4, 4, 4], formation="h"),
        unit("c", "0908", full=[4, 4, 4], formation="h"),
    ]
    foes = [
        unit("x", "0506", steps=1, full=[1, 1, 4]),
        unit("y", "0505", full=[4, 4, 4]),
        unit("z", "0907", full=[4, 4, 4]),
    ]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    join = Action("join", units=("a",), hex="0505")
    played.apply(attack("0506", "a", lead="f"))
    assert "16.5" in forbidden(played, join)
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    played.apply(join)
    while played.decision.kind != "zb.combat":
        played.apply(Action("end"))
    assert "16.5" in forbidden(played, attack("0907", "c", lead="h"))
    tally = played.tally(attack("0505", "b", lead="h"))
    assert tally.parts[0].total == 10
    played.apply(attack("0505", "b", lead="h"))
    assert not played.query("track", of="joining")
