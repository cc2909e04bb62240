"""Section 5.7: sea lanes and the strait."""

from __future__ import annotations

from engine.values import Action
from tests.engine.stalingrad42.setting import WEST, boxed
from tests.engine.zocbond.field import field, forbidden, unit
from tests.marks import rules


def coast(second, first=(), **more):
    """Two ports of the Black Sea and one of the Azov Sea, a Soviet movement phase."""
    return field(
        "stalingrad42",
        [unit("g", "1212"), *first],
        second,
        side="soviet",
        tags={"black-sea": ["0202", "0802"], "azov-sea": ["0402", "0602"]},
        **more,
    )


def sail(name: str, *way: str) -> Action:
    """A voyage."""
    return Action("sea", unit=name, way=way)


@rules("stalingrad42", "5.7.1")
def test_one_unit_on_foot_sails_on_each_sea():
    own = [
        unit("a", "0202"),
        unit("b", "0202"),
        unit("t", "0202", "tank"),
        unit("z", "0402"),
        unit("m", "0201", "marine"),
    ]
    played = coast(own)
    assert "5.7.1" in forbidden(played, sail("t", "0202", "0802"))
    assert "5.7.1" in forbidden(played, sail("a", "0202", "0602"))
    played.apply(sail("a", "0202", "0802"))
    assert played.query("marks", unit="a") == ["disrupted"]
    assert "5.7.1" in forbidden(played, sail("b", "0202", "0802"))
    played.apply(sail("z", "0402", "0602"))
    assert played.query("place", unit="z") == "0602"


@rules("stalingrad42", "5.7.1")
def test_marines_land_in_an_empty_german_port_in_good_order():
    own = [unit("m", "0201", "marine"), unit("a", "0202")]
    played = coast(own, control={"0802": "german"})
    assert "5.7.1" in forbidden(played, sail("a", "0202", "0802"))
    played.apply(sail("m", "0201", "0202", "0802"))
    assert played.query("marks", unit="m") == []
    assert played.query("control")["0802"] == "soviet"
    held = coast([unit("m", "0202", "marine")], [unit("k", "0802")])
    assert "5.7.1" in forbidden(held, sail("m", "0202", "0802"))
    assert "5.7.1" in forbidden(
        field("stalingrad42", [unit("a", "0202")], [], tags={"black-sea": ["0202", "0802"]}),
        sail("a", "0202", "0802"),
    )


@rules("stalingrad42", "5.7.2", "20.7")
def test_one_german_unit_a_turn_crosses_the_strait():
    own = [unit(n, "0101", box="german-W", division=d) for n, d in (("a", ""), ("b", "bluecher"))]
    for row in own:
        del row["hex"]
    cross = {"areas": [WEST], "tags": {"taman": ["0302"]}}
    played = field("stalingrad42", own, [unit("x", "0302")], **cross)
    assert forbidden(played, Action("strait", unit="a")) == ("5.7.2",)
    played = field("stalingrad42", own, [unit("x", "1212")], **cross)
    assert forbidden(played, Action("strait", unit="b")) == ("20.7",)
    assert "20.7" in forbidden(played, Action("enter", unit="b", path=("0101",)))
    played.apply(Action("strait", unit="a"))
    assert played.query("place", unit="a") == "0302"
    assert played.query("marks", unit="a") == ["disrupted"]
    assert forbidden(played, Action("strait", unit="b")) == ("5.7.2",)


@rules("stalingrad42", "5.7.3", "12.2")
def test_nobody_retreats_by_sea():
    played = field(
        "stalingrad42",
        [unit("g", "0603")],
        [unit("a", "0604")],
        ground={"0605": "~", "0606": "~"},
    )
    keys = played.query("deaths", unit="a", path=["0604", "0605"])
    assert "s42.retreat.sea" in keys


@rules("stalingrad42", "5.7.1", "6.2")
def test_marines_stop_in_an_enemy_zone_on_the_way():
    ports = {"black-sea": ["0505", "0909"]}
    foes = [unit("m", "0504", "marine", full=[3, 3, 4])]
    for watcher, stopped in (("0606", True), ("0206", False)):
        played = field("stalingrad42", [unit("g", watcher)], foes, side="soviet", tags=ports)
        trip = Action("sea", unit="m", way=("0504", "0505", "0909"))
        assert ("6.2" in forbidden(played, trip)) is stopped


@rules("stalingrad42", "5.7.1", "5.4", "5.5.2")
def test_marines_who_land_cross_no_major_river_without_a_bridge():
    """Tactical movement crosses from the bank where it began, and nobody began at the port."""
    ports = {"black-sea": ["0504", "0808"]}
    trip = Action("sea", unit="m", way=("0504", "0808", "0809"))
    first = Action("sea", unit="m", way=("0503", "0504", "0808"))
    for sides, landing, leaving in (
        ({}, (), ()),
        ({"major-river": ["0808 S"]}, ("5.5.2",), ()),
        ({"major-river": ["0503 S"]}, (), ()),
    ):
        for seat, action, why in (("0504", trip, landing), ("0503", first, leaving)):
            foes = [unit("m", seat, "marine", full=[3, 3, 4])]
            played = field("stalingrad42", [], foes, side="soviet", tags=ports, sides=sides)
            assert forbidden(played, action) == why
    frozen = {"major-river": ["0808 S"]}
    foes = [unit("m", "0504", "marine", full=[3, 3, 4])]
    played = field("stalingrad42", [], foes, side="soviet", tags=ports, sides=frozen, turn=28)
    assert forbidden(played, trip) == ()


@rules("stalingrad42", "5.7.1")
def test_no_voyage_from_a_port_to_itself_or_to_the_other_sea():
    tags = {"black-sea": ["0504", "0808"], "azov-sea": ["0110"]}
    foes = [unit("a", "0504")]
    played = field("stalingrad42", [], foes, side="soviet", tags=tags)
    for goal, why in (("0808", ()), ("0504", ("5.7.1",)), ("0110", ("5.7.1",))):
        assert forbidden(played, Action("sea", unit="a", way=("0504", goal))) == why


@rules("stalingrad42", "5.7.2")
def test_nobody_and_no_enemy_crosses_the_strait():
    foes = [unit("x", "1212")]
    own = [boxed("a", "german-W"), unit("b", "0101")]
    shape = {"areas": [WEST], "tags": {"taman": ["0302"]}}
    played = field("stalingrad42", own, foes, **shape)
    assert forbidden(played, Action("strait", unit="a")) == ()
    assert forbidden(played, Action("strait", unit="nobody"))
    for name in "xb":
        assert forbidden(played, Action("strait", unit=name)) == ("5.7.2",)
