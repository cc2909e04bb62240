"""Chapter 6: stacking, overstacked hexes, who attacks and defends out of them."""

from __future__ import annotations

import pytest

from engine.values import Action
from engine.zocbond.battle.checks import crowding
from tests.engine.holland44.parts import FOE, N, off
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules


@rules("holland44", "6.4.2")
def test_of_an_overstacked_hex_only_some_attack():
    own = [unit(name, "0506") for name in "abc"]
    foes = [unit("x", "0505"), unit("y", "0606")]
    played = field("holland44", own, foes, phase="combat")
    assert "6.4.2" in forbidden(played, attack("0505", "a", "b", "c"))
    played.apply(attack("0505", "a", "b"))
    while played.decision.kind != "zb.combat":
        played.apply(played.choices()[-1])
    assert "6.4.2" in forbidden(played, attack("0606", "c"))
    many = field("holland44", [*own, unit("d", "0506")], foes, phase="combat")
    groups = {a["units"] for a in many.choices(hex="0505") if a.kind == "attack"}
    assert groups
    assert all(len(group) == 2 for group in groups)


@rules("holland44", "6.1", "18.2.3")
def test_one_airborne_supply_unit_a_hex():
    depots = [unit(n, h, "airborne-supply", steps=1) for n, h in (("d", "0505"), ("e", "0506"))]
    played = field("holland44", depots, FOE)
    assert "6.1" in forbidden(played, move("d", "0505", "0506", mode="tactical"))


@rules("holland44", "6.4.1")
@pytest.mark.parametrize(("third", "asked"), [("engineer", False), ("infantry", True)])
def test_only_overstacked_hexes_give_up_steps_over_nine(third, asked):
    own = [unit(name, "0506", steps=4) for name in "ab"]
    played = field("holland44", [*own, unit("c", "0506", third)], [unit("x", "0101")])
    played.apply(Action("end"))
    assert (played.decision is not None and played.decision.kind == "zb.excess") == asked


@rules("holland44", "6.2", "6.4.2")
def test_of_two_light_tanks_none_fights_free_in_an_overstacked_hex():
    own = [unit(t, "0506", "tank", steps=1, armour=2) for t in ("t1", "t2")]
    own += [unit(name, "0506") for name in "ab"]
    played = field("holland44", own, [unit("x", "0505")], phase="combat")
    assert forbidden(played, attack("0505", "a", "b", "t1")) == ("6.4.2",)
    assert played.explain(attack("0505", "a", "t1"))
    alone = [u for u in own if u["id"] != "t2"]
    free = field("holland44", [*alone, unit("c", "0506")], [unit("x", "0505")], phase="combat")
    assert free.explain(attack("0505", "a", "b", "t1"))


@rules("holland44", "6.2", "6.4.2")
def test_nor_does_one_of_them_defend_free():
    foes = [unit(t, "0505", "tank", steps=1, armour=2) for t in ("t1", "t2")]
    foes += [unit(name, "0505") for name in "ab"]
    played = field("holland44", [unit("a1", "0506", full=[30, 1, 4])], foes, phase="combat")
    played.apply(attack("0505", "a1"))
    assert all(len(a["units"]) == 2 for a in played.choices())
    assert "6.4.2" in forbidden(played, Action("muster", units=("a", "b", "t1")))


@rules("holland44", "6.3", "6.4.2")
def test_any_two_units_defend_where_there_are_halves_of_a_battalion():
    foes = [unit("h1", "0505", twin="h2"), unit("h2", "0505", twin="h1")]
    foes += [unit("c", "0505"), unit("d", "0505")]
    played = field("holland44", [unit("a", "0506")], foes, phase="combat")
    played.apply(attack("0505", "a"))
    found = {frozenset(action["units"]) for action in played.choices()}
    assert found == {frozenset(g) for g in (("h1", "h2", "c"), ("h1", "h2", "d"), ("c", "d"))}


@rules("holland44", "6.2", "11.4")
@pytest.mark.parametrize(("steps", "lost", "over"), [(3, 2, 0), (3, 1, 1), (2, 1, 1), (1, 0, 0)])
def test_the_remnants_of_a_tank_unit_stack_free(steps, lost, over):
    own = [unit("t", "0506", "tank", steps=steps), unit("a", "0506"), unit("b", "0506")]
    played = field("holland44", own, [unit("x", "0101")], lost={"t": lost})
    assert played.query("over", side="allied", hex="0506") == over


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


@rules("holland44", "6.4.2")
def test_a_crowded_hex_takes_vehicles_in_tactically_only() -> None:
    crowd = [unit(name, "0505") for name in "abc"]
    tank, foot = unit("t", "0506", "tank"), unit("f", "0405")
    game = field("holland44", [*crowd, tank, foot], [unit("x", "1111")])

    def into(name: str, seat: str, mode: str | None) -> tuple[str, ...]:
        return game.explain(Action("move", units=(name,), path=(seat, "0505"), mode=mode)).rules

    assert into("t", "0506", None) == ("6.4.2",)
    assert into("t", "0506", "tactical") == ()
    assert into("f", "0405", None) == ()


@rules("holland44", "6.4.1")
def test_a_hex_left_with_ten_steps_is_a_mistake_that_is_noted():
    crowd = [unit(f"u{i}", "0505", steps=2) for i in range(5)]
    played = field("holland44", crowd, FOE)
    noted = crowding(played.rules, played.state, "allied")
    assert "zb.broken.stack" in {r.key for r in played.rules.violations(noted)}
    waits = field("holland44", [off(f"u{i}", "allied-N") for i in range(5)], FOE, areas=[N])
    fine = crowding(waits.rules, waits.state, "allied")
    assert played.rules.violations(fine) == []
