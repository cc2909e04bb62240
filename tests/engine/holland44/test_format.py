"""What a scenario of Holland '44 has to say, and what is said when it does not."""

from __future__ import annotations

import pytest

from engine.catalogue import load
from engine.errors import Problem
from engine.values import Action
from tests.engine.holland44.parts import FOE, N, off
from tests.engine.zocbond.field import field, forbidden, unit
from tests.marks import rules


@rules("holland44", "19.1")
def test_a_reinforcement_needs_an_area():
    with pytest.raises(Problem, match="no entry area is named for the reinforcement 'a'") as found:
        field("holland44", [off("a", "reinforcements", turn=3)], FOE, areas=[N])
    assert "allied-N" in str(found.value)
    named = off("a", "reinforcements", turn=10, area="allied-N")
    played = field("holland44", [named], FOE, areas=[N])
    assert played.query("place", unit="a") == "reinforcements"


@rules("holland44", "23.4")
def test_a_corps_needs_a_sector():
    with pytest.raises(Problem, match="no sector of the corps '31' of 'a'"):
        field("holland44", [unit("a", "0505", sector="31")], FOE, tags={"corps-30": ["0505"]})


@rules("holland44", "24.3")
@pytest.mark.parametrize("jams", [{"7": "0505"}, {"1": "9999"}])
def test_traffic_markers_lie_on_the_map(jams):
    with pytest.raises(Problem, match=r"traffic marker .* cannot lie") as found:
        field("holland44", [unit("a", "0505")], FOE, jams=jams)
    assert "1 to 6" in str(found.value)
    played = field("holland44", [unit("a", "0505")], FOE, jams={"2": "0606"})
    assert played.query("track", of="traffic") == {"2": "0606"}


@rules("holland44", "21.2")
def test_only_counters_at_hand_have_two_sides():
    with pytest.raises(Problem, match="'a' is no detachment at hand"):
        field("holland44", [unit("a", "0505")], FOE, **{"two-sided": {"a": "a"}})


@rules("holland44", "17.3", "24.5", "S1.2")
def test_a_scenario_says_how_many_markers_there_are():
    guns = [unit(f"g{i}", f"0{i}05", "artillery", steps=1, full=[0, 1, 4]) for i in (1, 3)]
    few = {"movement-markers": {"allied": 1}}
    played = field("holland44", guns, FOE, **few)
    played.apply(Action("marker", unit="g1"))
    assert "17.3" in forbidden(played, Action("marker", unit="g3"))
    jammed = {"side": "german", "phase": "traffic", "traffic": True, "turn": 1}
    for at_hand in (1, 3):
        more = {**jammed, "traffic-markers": at_hand}
        ready = field("holland44", [unit("m", "0606", "motorized")], FOE, **more)
        assert dict(ready.decision.params)["left"] == at_hand


@rules("holland44", "17.6.2", "23.1.3")
@pytest.mark.parametrize("key", ["army-guns", "prepared-guns"])
def test_only_guns_are_the_armys_or_prepared(key):
    with pytest.raises(Problem, match="'a' is no artillery"):
        field("holland44", [unit("a", "0505")], FOE, **{key: ["a"]})
    with pytest.raises(Problem, match="there is no unit 'b'"):
        field("holland44", [unit("a", "0505")], FOE, **{key: ["b"]})


@rules("holland44", "10.7", "24.1", "S1.1")
def test_a_scenario_that_names_neither_has_no_aircraft_and_no_jams():
    plain = field("holland44", [unit("m", "0606", "motorized")], FOE, phase="combat")
    assert plain.query("track", of="air") == 0
    jams = field("holland44", [unit("m", "0606")], FOE, side="german", phase="traffic")
    assert jams.decision.kind != "h44.traffic"


ASIDES = {
    "lay-ferry": "23.3.1",
    "replace": "20.2.1",
    "detach": "21.1",
    "merge": "21.4",
    "marker": "17.3",
    "spend": "8.3.3",
}


@rules("holland44", "23.3.1", "20.2.1", "21.1", "21.4", "17.3", "8.3.3")
@pytest.mark.parametrize("kind", ASIDES)
def test_nobody_orders_the_enemys_units_or_none(kind):
    played = field("holland44", [unit("a", "0505")], [unit("x", "0606", "engineer")])
    needs = {"merge": {"into": "a"}, "lay-ferry": {"hex": "0605"}}.get(kind, {})
    reasons = played.explain(Action(kind, unit="x", **needs)).reasons
    assert [(r.rule, r.key) for r in reasons] == [(ASIDES[kind], "zb.no-unit")]
    assert not played.explain(Action(kind, unit="nobody", **needs))


@rules("holland44", "2.3.6", "10.6", "14.4.2")
def test_each_side_of_a_shipped_counter_has_its_own_quality():
    pieces = load("holland44/drills/parade").scenario.pieces
    assert [face.morale for face in pieces["2 Gren"].faces] == ["elite", "elite", "regular"]
    assert [face.morale for face in pieces["Huber"].faces] == ["regular", "low"]


@rules("holland44", "6.3")
def test_halves_of_a_battalion_in_a_shipped_stack_are_one_unit():
    played = load("holland44/drills/crowd")
    assert played.query("over", side="german", hex="0604") == 0
    assert [u for u, p in played.scenario.pieces.items() if p.twin] == ["Bloch A", "Bloch B"]


@rules("holland44", "19.3.2")
def test_a_river_may_run_before_one_area_only():
    g = load("holland44/drills/come-in").rules
    assert g.ground.side("german-H", "0501") == {"large-river"}
    assert g.ground.side("german-H", "0601") == frozenset()


@rules("holland44", "5.8")
def test_work_on_a_bridge_may_have_begun_before_the_scenario():
    played = load("holland44/drills/under-repair")
    played.apply(Action("repair", bridge="0607-0608"))
    assert played.query("track", of="blown") == ()
    assert "0607-0608" in played.query("track", of="intact")
