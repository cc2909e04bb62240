"""Chapters 19 and 23: entry areas, reinforcements, corps boundaries."""

from __future__ import annotations

import pytest

from engine.action import Action
from engine.errors import Problem
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

FOE = [unit("x", "1212")]
N = {"id": "allied-N", "name": "N", "touches": ["0512", "0612"]}
M = {"id": "allied-M", "name": "M", "touches": ["0312", "0412"]}
FAR = {"id": "allied-O", "name": "O", "touches": ["1012"]}
G = {"id": "german-G", "name": "G", "touches": ["0101", "0201"]}


def off(id, box, **more):
    """A unit in an area or a box."""
    found = unit(id, "0101", box=box, **more)
    del found["hex"]
    return found


@rules("holland44", "19.1", "3")
def test_reinforcements_come_to_their_areas_and_drive_on():
    fast = off("a", "reinforcements", kind="motorized", full=[4, 4, 6])
    more = {"phase": "begin", "areas": [N, G], "arrive-at": {"a": "allied-N"}}
    early = field("holland44", [fast], FOE, turn=5, arrive={"a": 6}, **more)
    assert early.query("place", unit="a") == "reinforcements"
    played = field("holland44", [fast], FOE, turn=6, arrive={"a": 6}, **more)
    assert played.query("place", unit="a") == "allied-N"
    played.apply(Action("enter", unit="a", path=("0512",)))
    assert played.decision.kind == "zb.march"
    far = Action("march", unit="a", path=("0512", "0511", "0510", "0509", "0508", "0507", "0506"))
    assert "8.1" in forbidden(played, far)
    played.apply(Action("march", unit="a", path=("0512", "0511", "0510")))
    assert played.query("place", unit="a") == "0510"
    watched = field("holland44", [fast], [unit("x", "0511")], turn=6, arrive={"a": 6}, **more)
    watched.apply(Action("enter", unit="a", path=("0512",)))
    assert watched.decision.kind == "zb.move"


@rules("holland44", "23.5")
def test_the_dice_bring_the_406th_division():
    units = [off(f"d{i}", "reinforcements") for i in range(3)]
    more = {
        "side": "german",
        "phase": "begin",
        "areas": [N, G],
        "arrive-at": {f"d{i}": "german-G" for i in range(3)},
        "division-406": ["d0", "d1", "d2"],
    }
    played = field("holland44", [unit("a", "1212")], units, turn=2, dice=[2, 3, 1], **more)
    assert [played.query("place", unit=f"d{i}") for i in range(3)] == [
        "german-G",
        "reinforcements",
        "german-G",
    ]
    last = field("holland44", [unit("a", "1212")], units, turn=4, **more)
    assert last.query("place", unit="d1") == "german-G"


@rules("holland44", "19.6", "19.3.1")
def test_from_area_to_area():
    played = field("holland44", [off("a", "allied-N")], [unit("x", "0412")], areas=[N, M, FAR, G])
    assert "19.6" in forbidden(played, Action("pass-area", unit="a", area="allied-O"))
    assert "19.6" in forbidden(played, Action("pass-area", unit="a", area="german-G"))
    played.apply(Action("pass-area", unit="a", area="allied-M"))
    assert played.query("place", unit="a") == "allied-M"
    played.apply(Action("end"))
    assert "19.6" in forbidden(played, attack("0412", "a"))


@rules("holland44", "19.3.1", "19.4")
def test_off_the_map_into_an_area():
    played = field("holland44", [unit("a", "0512"), unit("b", "0101")], FOE, areas=[N, G])
    assert "19.4" in forbidden(played, Action("pass-area", unit="b", area="german-G"))
    assert "19.3.1" in forbidden(played, Action("pass-area", unit="b", area="allied-N"))
    played.apply(Action("pass-area", unit="a", area="allied-N"))
    assert played.query("place", unit="a") == "allied-N"
    assert "8.1" in forbidden(played, Action("pass-area", unit="a", area="allied-N"))
    tired = field("holland44", [unit("a", "0508")], FOE, areas=[N, G])
    path = ("0508", "0509", "0510", "0511", "0512")
    out = Action("pass-area", unit="a", area="allied-N", path=path)
    assert "19.3.1" in forbidden(tired, out)


@rules("holland44", "19.3.1", "8.1")
def test_a_stack_leaves_the_map_as_one():
    own = [unit("a", "0511", full=[4, 4, 8]), unit("b", "0511"), unit("s", "0511", full=[4, 4, 1])]
    played = field("holland44", [*own, unit("c", "0512")], FOE, areas=[N, G])
    way = {"area": "allied-N", "path": ("0511", "0512")}
    # A point for 0512 and one for the area: the slowest has only one.
    slow = Action("pass-area", unit="a", mates=("b", "s"), **way)
    assert forbidden(played, slow) == ("19.3.1",)
    assert "8.1" in forbidden(played, Action("pass-area", unit="a", mates=("c",), **way))
    played.apply(Action("pass-area", unit="a", mates=("b",), **way))
    assert [played.query("place", unit=u) for u in "abs"] == ["allied-N", "allied-N", "0511"]
    assert "8.1" in forbidden(played, Action("pass-area", unit="b", area="allied-N"))
    inside = field("holland44", [off("a", "allied-N"), off("b", "allied-N")], FOE, areas=[N, M])
    inside.apply(Action("pass-area", unit="a", mates=("b",), area="allied-M"))
    assert [inside.query("place", unit=u) for u in "ab"] == ["allied-M"] * 2


@rules("holland44", "19.3.2")
def test_no_way_over_a_large_river():
    tags = {"river-edge": ["0512", "0612"], "edge-ferry": ["0612"]}
    units = [off(u, "allied-N", steps=1) for u in "ab"] + [off("c", "allied-N")]
    played = field("holland44", units, FOE, areas=[N, G], tags=tags)
    assert "19.3.2" in forbidden(played, Action("enter", unit="a", path=("0512",)))
    over = [Action("enter", unit=u, path=("0612",)) for u in "abc"]
    assert "8.5.7" in forbidden(played, over[2])
    assert played.explain(over[1])
    played.apply(over[0])
    assert "8.3.1" in forbidden(played, Action("march", unit="a", path=("0612", "0611", "0610")))
    played.apply(Action("halt"))
    assert "8.5.6" in forbidden(played, over[1])
    closed = field("holland44", units, [unit("x", "0611")], areas=[N, G], tags=tags)
    assert "8.5.5" in forbidden(closed, over[0])
    out = field("holland44", [unit("a", "0512")], FOE, areas=[N, G], tags=tags)
    assert "19.3.2" in forbidden(out, Action("pass-area", unit="a", area="allied-N"))


@rules("holland44", "19.2.1", "19.2.2")
def test_two_areas_change_hands_in_turn_7():
    a = {"id": "german-A", "name": "A", "touches": ["0103", "0104"]}
    b = {"id": "german-B", "name": "B", "touches": ["0102"]}
    c = {"id": "german-C", "name": "C", "touches": ["0105"]}
    units = [off("x", "german-A"), off("y", "german-A")]
    more = {"phase": "hand-over", "turn": 7, "marks": {"y": ["disrupted"]}}
    played = field("holland44", [unit("o", "1212")], units, areas=[a, b], **more)
    assert played.query("place", unit="x") == "german-B"
    assert played.query("marks", unit="x") == ["disrupted"]
    assert played.query("marks", unit="y") == ["routed"]
    choice = field(
        "holland44", [unit("o", "1212")], units[:1], areas=[a, b, c], turn=7, phase="hand-over"
    )
    assert choice.decision.rule == "19.2.2"
    choice.apply(Action("pass-area", unit="x", area="german-C"))
    assert choice.query("place", unit="x") == "german-C"
    friend = field("holland44", [off("m", "german-A")], FOE, areas=[a], turn=7)
    assert friend.explain(Action("enter", unit="m", path=("0103",)))


@rules("holland44", "23.1.2")
def test_german_movement_in_turn_1():
    played = field(
        "holland44", [unit("a", "1212")], [unit("x", "0101")], side="german", turn=1, areas=[G]
    )
    assert "23.1.2" in forbidden(played, Action("pass-area", unit="x", area="german-G"))
    assert "23.1.2" in forbidden(played, move("x", "0101", "0102"))
    assert played.explain(move("x", "0101", "0102", mode="tactical"))


@rules("holland44", "23.4")
def test_a_corps_goes_one_hex_beyond_its_boundary():
    tags = {
        "corps-30": [f"{c:02d}{r:02d}" for c in range(1, 6) for r in range(5, 13)],
        "corps-8": [f"{c:02d}{r:02d}" for c in range(6, 13) for r in range(5, 13)],
    }
    tank = [unit("a", "0509", full=[4, 4, 8]), unit("b", "0612")]
    more = {"tags": tags, "corps": {"a": "30", "b": "8"}}
    played = field("holland44", tank, FOE, turn=6, **more)
    assert played.explain(move("a", "0509", "0609"))
    assert "23.4" in forbidden(played, move("a", "0509", "0609", "0709"))
    north = field("holland44", [unit("a", "0904", full=[4, 4, 8]), tank[1]], FOE, turn=6, **more)
    assert north.explain(move("a", "0904", "0903"))
    assert "23.4" in forbidden(north, move("a", "0904", "0905"))
    later = field("holland44", tank, FOE, turn=7, **more)
    assert later.explain(move("a", "0509", "0609", "0709"))


@rules("holland44", "2.2.3")
def test_a_river_inside_a_hex_is_for_cities_and_swamps():
    ground = {"0505": "s"}
    plain = field("holland44", [unit("a", "0506")], FOE, ground=ground)
    inner = field(
        "holland44", [unit("a", "0506")], FOE, ground=ground, tags={"inner-river": ["0505"]}
    )
    step = move("a", "0506", "0505")
    assert inner.tally(step).total == plain.tally(step).total
    with pytest.raises(Problem, match="inside hex 0606"):
        field("holland44", [unit("a", "0506")], FOE, tags={"inner-river": ["0606"]})


@rules("holland44", "24.2", "8.6.1", "19.1")
def test_the_first_hex_on_the_map_costs_what_any_hex_does():
    def coming(**more):
        fast = off("a", "allied-N", kind="motorized", full=[4, 4, 5])
        return field("holland44", [fast, unit("b", "0511")], FOE, areas=[N, G], **more)

    way = Action("enter", unit="a", path=("0512", "0412", "0312", "0212"))
    assert coming().explain(way)
    jammed = coming(phase="traffic", side="german", traffic=True, dice=[6, 6])
    jammed.apply(Action("jam", hex="0512"))
    jammed.apply(Action("end"))
    assert forbidden(jammed, way) == ("8.1",)
    woods = {"0512": "w", "0412": "w", "0312": "w"}
    on_foot = off("a", "allied-N", full=[4, 4, 6])
    thick = field("holland44", [on_foot], FOE, areas=[N], ground=woods)
    # Two points each, and one more for the third woods hex.
    assert forbidden(thick, Action("enter", unit="a", path=("0512", "0412", "0312"))) == ("8.1",)
    assert thick.explain(Action("enter", unit="a", path=("0512", "0412", "0411")))


@rules("holland44", "19.3.1", "8.2.1", "8.3.1")
def test_off_the_map_faster_or_tactically():
    def out(mode=None, *path):
        return Action("pass-area", unit="a", area="allied-N", path=path or None, mode=mode)

    gate = [{**N, "touches": ["0512"]}]
    slow = field("holland44", [unit("a", "0511", full=[4, 4, 1])], [unit("x", "0510")], areas=gate)
    assert forbidden(slow, out(None, "0511", "0512")) == ("8.1", "19.3.1")
    assert out("tactical", "0511", "0512") in list(slow.choices(unit="a"))
    slow.apply(out("tactical", "0511", "0512"))
    assert slow.query("place", unit="a") == "allied-N"
    far = ("0508", "0509", "0510", "0511", "0512")
    fast = field("holland44", [unit("a", "0508")], FOE, areas=gate)
    assert forbidden(fast, out(None, *far)) == ("19.3.1",)
    assert "8.3.1" in forbidden(fast, out("tactical", *far))
    assert "8.1" in forbidden(fast, out("flying", *far))
    assert out("extended", *far) in list(fast.choices(unit="a"))
    fast.apply(out("extended", *far))
    assert fast.query("place", unit="a") == "allied-N"
    shaken = field("holland44", [unit("a", "0511")], FOE, areas=[N], marks={"a": ["disrupted"]})
    assert "14.2" in forbidden(shaken, out("extended", "0511", "0512"))


def with_detachment(**more):
    """A battalion in an area, and a counter that it may detach."""
    part = off("p", "detachments", kind="motorized", steps=1, full=[2, 2, 6], size="detachment")
    fast = off("a", "allied-N", kind="motorized", full=[9, 4, 6])
    return field("holland44", [fast, part], FOE, areas=[N, G], **more)


@rules("holland44", "21.1", "21.3", "8.5.7")
def test_a_step_is_detached_before_it_comes_in():
    shed = Action("detach", unit="a")
    tags = {"river-edge": ["0512", "0612"], "edge-ferry": ["0612"]}
    played = with_detachment(tags=tags)
    ferry = Action("enter", unit="a", path=("0612",))
    assert forbidden(played, ferry) == ("8.5.7",)
    played.apply(shed)
    assert played.query("place", unit="p") == "allied-N"
    played.apply(Action("enter", unit="p", path=("0612",)))
    assert played.query("place", unit="p") == "0612"
    theirs = off("x", "allied-M")
    assert "21.1" in forbidden(
        field("holland44", [unit("a", "0101")], [theirs], areas=[M], side="german"),
        Action("detach", unit="x"),
    )


@rules("holland44", "21.3", "19.1")
def test_a_pause_on_the_way_in_lets_it_detach_there():
    way = Action("enter", unit="a", path=("0512", "0511"))
    plain = with_detachment()
    plain.apply(way)
    assert plain.decision.kind == "zb.move"
    played = with_detachment()
    played.apply(way.replaced(pause=True))
    assert played.decision.kind == "zb.march"
    played.apply(Action("detach", unit="a"))
    assert played.query("place", unit="p") == "0511"
    played.apply(Action("march", unit="a", path=("0511", "0510")))
    assert played.query("place", unit="a") == "0510"
    end = Action("enter", unit="a", path=("0512", "0511", "0510", "0509", "0508", "0507"))
    assert with_detachment().explain(end)
    assert forbidden(with_detachment(), end.replaced(pause=True)) == ("8.1",)
