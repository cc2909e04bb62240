"""Chapter 12: determined defence."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import struck
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules


def gun(id="gun", hex="0508", **more):
    """A gun that reaches far."""
    return unit(id, hex, "artillery", steps=1, full=[0, 1, 4], range=6, **more)


@rules("holland44", "12.6", "12.1.2")
def test_who_may_not_lead_may_still_hold_against_a_spent_attack():
    own = [unit("a", "0506", steps=1, full=[4, 4, 4], formation="f")]
    foes = [unit("x", "0505", full=[1, 1, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[4], marks={"x": ["disrupted"]})
    column = played.query("battle", side="allied", hex="0505", units=["a"])["column"]
    crt = played.rules.charts["crt"]
    die = next((n for n in range(1, 7) if crt.value(str(n), column) == "A1/DR"), 0)
    held = field("holland44", own, foes, phase="combat", dice=[die], marks={"x": ["disrupted"]})
    held.apply(attack("0505", "a"))
    assert {a.kind for a in held.choices()} == {"go-back", "hold"}
    assert forbidden(held, Action("stand", lead="x")) == ("12.1.2",)
    held.apply(Action("hold"))
    assert held.query("place", unit="x") == "0505"


@rules("holland44", "12.6", "10.2.3", "11.2")
@pytest.mark.parametrize(("steps", "holds"), [(1, True), (2, False)])
def test_an_attached_unit_does_not_keep_a_spent_attack_up(steps, holds):
    own = [
        unit("a", "0506", steps=steps, full=[4, 4, 4], formation="f"),
        unit("b", "0506", steps=2, full=[4, 4, 4], formation="g"),
    ]
    foes = [unit("x", "0505", full=[1, 2, 4])]
    more = {"lead": "f", "attached": "b"}
    start = field("holland44", own, foes, phase="combat")
    column = start.query("battle", side="allied", hex="0505", units=["a", "b"], **more)["column"]
    crt = start.rules.charts["crt"]
    die = next(n for n in range(1, 7) if crt.value(str(n), column) == "A1/DR")
    played = field("holland44", own, foes, phase="combat", dice=[die])
    played.apply(attack("0505", "a", "b", **more))
    # Either of them may bear the loss (11.2); the lead formation is gone if a, of one step, does.
    assert {a["unit"] for a in played.choices()} == {"a", "b"}
    played.apply(Action("lose", unit="a"))
    assert (Action("hold") in played.choices()) == holds


@rules("holland44", "17.6.1", "17.6.3", "16.3.5", "17.2")
def test_guns_help_every_friendly_formation_to_stand_but_not_in_a_breakthrough():
    foes = [unit("x", "0505", formation="f"), gun("g", "0503", formation="h")]
    own = [unit("a", "0506", full=[12, 4, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[4])
    played.apply(attack("0505", "a"))
    assert played.decision.kind == "zb.stand"
    assert "g" in {a.get("aid") for a in played.choices()}
    own = [unit("a", "0507", full=[30, 4, 4])]
    deep = [
        unit("w", "0506", steps=1, full=[1, 1, 4]),
        unit("x", "0505", full=[1, 9, 4]),
        gun("g", "0503"),
    ]
    later = field("holland44", own, deep, phase="combat", dice=[6, 4])
    later.apply(attack("0506", "a"))
    later.apply(Action("advance", units=("a",), path=("0507", "0506")))
    later.apply(Action("breakthrough", units=("a",), hex="0505"))
    if later.decision.kind == "zb.lose":
        later.apply(later.choices()[0])
    assert later.decision.kind == "zb.stand"
    assert {a.get("aid") for a in later.choices()} == {None}


@rules("holland44", "12.4")
def test_a_desperate_defence_may_be_given_up():
    board = field("holland44", [unit("a", "0101")], [unit("x", "0505")]).scenario.board
    ring = enumerate(board.neighbours("0505"))
    own = [unit(f"a{i}", hex, full=[6, 4, 4]) for i, hex in ring]
    foes = [unit("x", "0505", steps=3, full=[1, 4, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[4, 2])
    played.apply(attack("0505", "a0", "a1"))
    while played.decision.kind == "zb.lose":
        played.apply(played.choices()[0])
    assert played.decision.kind == "zb.desperate"
    played.apply(Action("stand", lead="x"))
    assert played.query("left", unit="x") == 2
    assert played.explain(Action("go-back"))
    played.apply(Action("go-back"))
    assert played.query("left", unit="x") == 0


@rules("holland44", "12.3", "16.3.1")
def test_a_held_hex_is_not_entered_in_a_breakthrough_either():
    played = field(
        "holland44",
        [unit("a", "0507", full=[12, 4, 8], formation="f")],
        [unit("x", "0506", steps=1, full=[1, 1, 4]), unit("y", "0505", steps=1)],
        phase="combat",
        ground={"0505": "w"},
        dice=[6, 4, 4],
    )
    played.apply(attack("0506", "a"))
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    played.apply(Action("breakthrough", units=("a",), hex="0505"))
    played.apply(Action("stand", lead="y"))
    assert played.query("left", unit="y") == 0
    assert played.decision.kind == "zb.combat"
    assert played.query("place", unit="a") == "0506"


@rules("holland44", "12.4", "13.5")
@pytest.mark.parametrize("came", [True, False])
def test_who_came_in_by_a_retreat_faces_destruction_too(came):
    foes = [unit("f", "0505", "flak", full=[0, 3, 0])]
    foes.append(unit("b", "0505", full=[1, 0, 4], steps=1))
    marks = {"b": ["retreated", "sheltered"] if came else []}
    own = [unit("a", "0506", full=[9, 4, 4])]
    played = field("holland44", own, foes, phase="combat", marks=marks, dice=[5, 2])
    played.apply(attack("0505", "a"))
    assert played.decision.kind == ("zb.desperate" if came else "zb.stand")
    played.apply(Action("stand", lead="f"))
    # No success is a step lost and another roll, where both would die; else the flak is lost.
    assert played.query("left", unit="f") == (1 if came else 0)
    assert played.query("place", unit="b") == "0505"
    assert played.decision.kind == ("zb.desperate" if came else "zb.retreat")


@rules("holland44", "17.6.3", "12.4")
def test_in_a_desperate_defence_every_roll_may_have_a_gun_of_its_own():
    board = field("holland44", [unit("a", "0101")], [unit("x", "0505")]).scenario.board
    own = [unit(f"a{i}", h, full=[6, 4, 4]) for i, h in enumerate(board.neighbours("0505"))]
    guns = [gun(name, hex) for name, hex in (("g", "0503"), ("h", "0403"))]
    foes = [unit("x", "0505", steps=3, full=[1, 4, 4]), *guns]
    played = field("holland44", own, foes, phase="combat", dice=[4, 1, 1])
    played.apply(attack("0505", "a0", "a1"))
    while played.decision.kind == "zb.lose":
        played.apply(played.choices()[0])
    assert played.tally(Action("stand", lead="x", aid="g")).total == 1
    played.apply(Action("stand", lead="x", aid="g"))
    assert played.decision.kind == "zb.desperate"
    assert played.tally(Action("stand", lead="x")).total == 0
    assert {a.get("aid") for a in played.choices()} == {None, "h"}
    assert "17.6.3" in forbidden(played, Action("stand", lead="x", aid="g"))


@rules("holland44", "12.6")
@pytest.mark.parametrize(("code", "holds"), [("A1/DR", True), ("A1/D1", True), ("DRX", False)])
def test_the_last_step_of_the_lead_lets_the_defenders_hold(code, holds):
    strength = {"A1/DR": 12, "A1/D1": 24, "DRX": 16}[code]
    own = [unit("a", "0506", steps=1, full=[strength, 4, 4], formation="f")]
    played = struck(code, own, [unit("x", "0505", steps=3)], "a")
    assert played.query("left", unit="a") == 0
    assert played.decision.kind == "zb.stand"
    assert (Action("hold") in played.choices()) == holds
    assert played.explain(Action("hold")).allowed == holds
    lost = played.query("left", unit="x")
    if holds:
        played.apply(Action("hold"))
        assert (played.query("place", unit="x"), played.query("left", unit="x")) == ("0505", lost)
        assert played.query("marks", unit="x") == []


@rules("holland44", "12.1.3")
@pytest.mark.parametrize(
    ("letter", "kind", "column"),
    [
        ("s", "infantry", "other"),
        ("s", "tank", "clear"),
        ("w", "tank", "other"),
        ("C", "infantry", "city"),
        ("t", "infantry", "other"),
        ("p", "infantry", "clear"),
    ],
)
def test_the_ground_says_in_which_column_one_stands(letter, kind, column):
    foes = [unit("x", "0505", kind)]
    played = field("holland44", [unit("a", "0506")], foes, ground={"0505": letter})
    assert played.rules.stand_column(played.state, "0505", "x") == column
