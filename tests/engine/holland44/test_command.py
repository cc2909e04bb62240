"""Sections 9.3, 10.2.1 and 8.7: who leads, with what help, and who may be shattered."""

from __future__ import annotations

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

UNKNOWN = unit("q", "0505", "unknown", full=[0, 2, 0], steps=1)


def behind(defence=2, **more):
    """What stands behind an unknown unit."""
    found = unit("v", "0101", full=[1, defence, 4], steps=1, box="unknown-pool", **more)
    del found["hex"]
    return found


def two(a="0506", b="0506", **more):
    """Two units of two formations."""
    return [unit("a", a, formation="f", **more), unit("b", b, formation="g", **more)]


@rules("holland44", "10.2.1")
def test_the_attacker_names_the_lead_formation_where_there_is_a_choice():
    played = field("holland44", two(), [unit("x", "0505")], phase="combat")
    assert "10.2.1" in forbidden(played, attack("0505", "a", "b"))
    assert played.explain(attack("0505", "a", "b", lead="f"))
    assert played.explain(attack("0505", "a"))
    leads = {a.get("lead") for a in played.choices() if a.get("units") == ("a", "b")}
    assert leads == {"f", "g"}


@rules("holland44", "10.2.1", "25.3.1")
def test_a_storm_asks_who_leads():
    played = field("holland44", two(a="0507", b="0507"), [UNKNOWN, behind()])
    played.apply(Action("move", units=("a", "b"), path=("0507", "0506", "0505")))
    assert played.decision.kind == "h44.command"
    assert {a["lead"] for a in played.choices()} == {"f", "g"}
    assert "9.3" in forbidden(played, Action("command", lead="f", air="aircraft"))
    assert "10.2.1" in forbidden(played, Action("command"))
    assert next(e.key for e in played.apply(Action("command", lead="g"))) == "zb.attack.declared"
    alone = field("holland44", two(a="0507")[:1], [UNKNOWN, behind()])
    alone.apply(move("a", "0507", "0506", "0505"))
    assert alone.decision.kind != "h44.command"


@rules("holland44", "9.3", "25.3.4", "17.6.2")
def test_support_is_named_when_the_unknown_unit_is_turned():
    gun = unit("gun", "0508", "artillery", steps=1, range=5, formation="f")
    own = [unit("a", "0506", formation="f"), gun]
    played = field("holland44", own, [UNKNOWN, behind()], phase="combat")
    played.apply(attack("0505", "a"))
    assert played.query("place", unit="v") == "0505"
    assert played.decision.kind == "h44.command"
    assert {a.get("guns") for a in played.choices()} == {None, ("gun",)}
    sheet = played.tally(Action("command", lead="f", guns=("gun",)))
    assert [line.rule for line in sheet.lines] == ["17.6.2"]
    played.apply(Action("command", lead="f", guns=("gun",)))
    assert "fired" in played.query("marks", unit="gun")
    plain = field("holland44", own[:1], [UNKNOWN, behind()], phase="combat")
    plain.apply(attack("0505", "a"))
    assert plain.decision.kind != "h44.command"


@rules("holland44", "9.3", "5.4")
def test_an_unknown_unit_is_turned_before_the_bridges_are_tried():
    more = {
        "phase": "combat",
        "sides": {"large-river": ["0506 N"]},
        "links": {"road": ["0507 0506", "0506 0505"]},
    }
    played = field("holland44", [unit("a", "0506")], [UNKNOWN, behind()], **more)
    told = [event.key for event in played.apply(attack("0505", "a"))]
    assert told == ["h44.unknown.somebody"]
    assert played.decision.kind == "h44.offer"
    nobody = field("holland44", [unit("a", "0506")], [UNKNOWN, behind(defence=0)], **more)
    nobody.apply(attack("0505", "a"))
    assert nobody.decision.kind == "zb.advance"


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


@rules("holland44", "22.6", "10.2.1")
def test_a_landing_on_the_enemy_asks_who_leads():
    def para(id, formation):
        found = unit(id, "0101", "parachute", division="82", formation=formation, box="in-the-air")
        del found["hex"]
        return found

    units = [para("a", "f"), para("b", "g"), unit("s", "0404")]
    played = field(
        "holland44",
        units,
        [unit("x", "0505")],
        phase="drops",
        turn=3,
        **{"drop-zones": {"82": ["0505"]}},
    )
    for name in ("a", "b"):
        played.apply(Action("drop", unit=name, hex="0505"))
    assert played.decision.kind == "h44.command"
    assert {a["lead"] for a in played.choices()} == {"f", "g"}


@rules("holland44", "8.7", "6.4.2")
def test_the_owner_of_a_crowded_hex_names_who_is_shattered():
    crowd = [unit(name, "0505", full=[1, 1, 4]) for name in "xyz"]
    own = [unit("a", "0506", full=[30, 4, 4])]
    played = field("holland44", own, crowd)
    played.apply(Action("auto-ds", hex="0505", units=("a",)))
    assert played.decision.kind == "zb.muster"
    assert played.decision.side == "german"
    played.apply(Action("muster", units=("x", "y")))
    assert {a["unit"] for a in played.choices()} == {"x", "y"}
    assert "auto-ds" in played.query("marks", unit="a")
    played.apply(Action("lose", unit="x"))
    assert played.decision.kind == "zb.retreat"


@rules("holland44", "8.7", "6.4.2", "10.3.2")
def test_an_automatic_ds_holds_against_every_choice_of_defenders():
    foes = [unit("t", "0505", "tank", full=[1, 1, 4], armour=3, steps=2)]
    foes += [unit(name, "0505", full=[1, 1, 4]) for name in "yz"]
    own = [unit("a", "0506", full=[20, 4, 4])]
    played = field("holland44", own, foes)
    assert "8.7" in forbidden(played, Action("auto-ds", hex="0505", units=("a",)))
    even = field("holland44", own, foes[1:])
    assert even.explain(Action("auto-ds", hex="0505", units=("a",)))


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
