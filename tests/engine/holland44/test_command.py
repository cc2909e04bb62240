"""Sections 9.3, 10.2: who leads, with what help."""

from __future__ import annotations

from engine.values import Action
from tests.engine.holland44.parts import behind, mark, off
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules


def two(a="0506", b="0506", **more):
    """Two units of two formations."""
    return [unit("a", a, formation="f", **more), unit("b", b, formation="g", **more)]


UNKNOWN = mark("q", "0505")


@rules("holland44", "10.2.1")
def test_the_attacker_names_the_lead_formation_where_there_is_a_choice():
    played = field("holland44", two(), [unit("x", "0505")], phase="combat")
    assert "10.2.1" in forbidden(played, attack("0505", "a", "b"))
    assert played.explain(attack("0505", "a", "b", lead="f"))
    assert played.explain(attack("0505", "a"))
    leads = {a.get("lead") for a in played.choices() if a.get("units") == ("a", "b")}
    assert leads == {"f", "g"}


@rules("holland44", "9.3", "25.3.4", "17.6.2")
def test_support_is_named_when_the_unknown_unit_is_turned():
    gun = unit("gun", "0508", "artillery", steps=1, range=5, formation="f")
    own = [unit("a", "0506", formation="f"), gun]
    played = field("holland44", own, [UNKNOWN, behind("v", [1, 2, 4])], phase="combat")
    played.apply(attack("0505", "a"))
    assert played.query("place", unit="v") == "0505"
    assert played.decision.kind == "h44.command"
    assert {a.get("guns") for a in played.choices()} == {None, ("gun",)}
    sheet = played.tally(Action("command", lead="f", guns=("gun",)))
    assert [line.rule for line in sheet.lines] == ["17.6.2"]
    played.apply(Action("command", lead="f", guns=("gun",)))
    assert "fired" in played.query("marks", unit="gun")
    plain = field("holland44", own[:1], [UNKNOWN, behind("v", [1, 2, 4])], phase="combat")
    plain.apply(attack("0505", "a"))
    assert plain.decision.kind != "h44.command"


@rules("holland44", "5.4", "9.3", "10.2.1")
def test_a_fallen_bridge_may_cost_the_lead_formation():
    own = [
        *two(a="0506", b="0606"),
        unit("c", "0405", formation="h"),
        unit("gun", "0408", "artillery", steps=1, range=5, formation="h"),
    ]
    played = field(
        "holland44",
        own,
        [unit("x", "0505")],
        phase="combat",
        sides={"large-river": ["0506 N"]},
        links={"road": ["0506 0505"]},
        dice=[6],
    )
    played.apply(attack("0505", "a", "b", "c", lead="f"))
    played.apply(Action("blow", bridge="0505-0506"))
    played.apply(Action("fight-on"))
    assert played.decision.kind == "h44.command"
    assert {a["lead"] for a in played.choices()} == {"g", "h"}
    assert ("gun",) in {a.get("guns") for a in played.choices()}


@rules("holland44", "9.3", "6.4.2", "17.6.2")
def test_support_is_named_after_the_defenders_of_a_crowded_hex():
    gun = unit("gun", "0508", "artillery", steps=1, range=5, formation="f")
    own = [unit("a", "0506", full=[8, 4, 4], formation="f"), gun]
    crowd = [unit(name, "0505", full=[1, 2, 4]) for name in "xyz"]
    played = field("holland44", own, crowd, phase="combat")
    played.apply(attack("0505", "a"))
    played.apply(Action("muster", units=("x", "y")))
    assert played.decision.kind == "h44.command"
    told = played.apply(Action("command", lead="f", guns=("gun",)))
    assert [e.key for e in told][:2] == ["zb.attack.declared", "zb.guns.spent"]


@rules("holland44", "10.2.4", "10.2.1")
def test_corps_troops_of_three_corps_are_one_formation():
    own = [
        unit(name, hex, formation=corps, corps=True)
        for name, hex, corps in (("a", "0506", "8C"), ("b", "0606", "30C"), ("c", "0405", "12C"))
    ]
    played = field("holland44", own, [unit("x", "0505")], phase="combat")
    for lead in (None, "corps", "30C"):
        everybody = attack("0505", "a", "b", "c", lead=lead)
        assert played.tally(everybody).parts[0].total == 12
        assert played.explain(everybody)
    mixed = [*own, unit("d", "0605", formation="gds")]
    asked = field("holland44", mixed, [unit("x", "0505")], phase="combat")
    leads = {a["lead"] for a in asked.choices() if len(a.get("units", ())) == 4}
    assert leads == {"corps", "gds"}
    # Halved, the three of the corps come to 6; one of them may be attached from any hex.
    assert asked.tally(attack("0505", "a", "b", "c", "d", lead="gds")).parts[0].total == 10
    with_one = attack("0505", "a", "b", "c", "d", lead="gds", attached="b")
    assert asked.explain(with_one)
    assert asked.tally(with_one).parts[0].total == 12


@rules("holland44", "21.1", "10.2.1", "10.2.2")
def test_a_detachment_is_of_its_parents_formation():
    part = off("d", "detachments", steps=1, full=[4, 2, 4], size="detachment", formation="43")
    own = [unit("a", "0506", full=[9, 4, 4], formation="52"), part]
    played = field("holland44", own, [unit("x", "0505")])
    played.apply(Action("detach", unit="a"))
    played.apply(Action("end"))
    assert played.explain(attack("0505", "a", "d"))
    assert played.tally(attack("0505", "a", "d")).parts[0].total == 13
