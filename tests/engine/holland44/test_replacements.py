"""Chapters 20 and 22.7: replacements and stragglers."""

from __future__ import annotations

from engine.values import Action
from tests.engine.holland44.parts import FOE, G, N, flyer, off
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WEST_C = {"id": "german-C", "name": "C", "touches": ["0105"]}


EAST_G = {"id": "german-G", "name": "G", "touches": ["1205"]}


ROADS = {"road": ["0105 0205 0305"]}


def german(units, **more):
    """A German movement phase at night."""
    plain = {"side": "german", "turn": 8, "areas": [WEST_C, EAST_G, N], "links": ROADS}
    return field("holland44", [unit("a", "0712")], units, **{**plain, **more})


def dead(id="w", **more):
    """A destroyed German unit."""
    found = unit(id, "0101", box="destroyed-german", **more)
    del found["hex"]
    return found


def paras(**more):
    """Two parachute battalions beside their supply unit, each a step short."""
    own = [
        unit("p", "0505", "parachute", division="82"),
        unit("q", "0506", "parachute", division="82"),
        unit("s", "0505", "airborne-supply", division="82", steps=1, full=[0, 1, 4]),
    ]
    plain = {"lost": {"p": 1, "q": 1}, "stragglers": {"82": 2}, "turn": 4, "exhausted": ["s"]}
    return field("holland44", own, FOE, **{**plain, **more})


@rules("holland44", "20.2.4")
def test_a_city_in_an_enemy_zone_takes_no_rebuilt_unit():
    lost = unit("x", "0101", box="destroyed-german")
    del lost["hex"]
    area = {"id": "german-B", "name": "B", "touches": ["0501"]}
    road = {"road": ["0501 0502 0503 0504 0505"]}
    more = {
        "side": "german",
        "turn": 8,
        "areas": [area],
        "links": road,
        "ground": {"0505": "C"},
        "control": {"0505": "german"},
        "lost": {"x": 2},
    }
    rebuilt = Action("replace", unit="x", area="german-B", hex="0505")
    far = field("holland44", [unit("a", "1212")], [lost, unit("y", "0505")], **more)
    assert far.explain(rebuilt)
    near = field("holland44", [unit("a", "0506")], [lost, unit("y", "0505")], **more)
    assert "20.2.4" in forbidden(near, rebuilt)


@rules("holland44", "20.2.3", "18.2.1")
def test_a_replacement_comes_past_an_enemy_at_the_edge():
    own = [unit("a", "0512", nation="british")]
    start = {"turn": 8, "lost": {"a": 1}, "areas": [N]}
    played = field("holland44", own, [unit("x", "0511")], **start)
    assert played.explain(Action("replace", unit="a", area="allied-N"))


@rules("holland44", "20.2.5", "19.7")
def test_a_replaced_unit_bars_its_own_stack_only_in_an_area():
    own = [off("a", "allied-N"), off("b", "allied-N")]
    more = {"areas": [N], "phase": "combat", "marks": {"b": ["replaced"]}}
    played = field("holland44", own, [unit("x", "0512")], **more)
    assert played.explain(attack("0512", "a"))
    assert "20.2.5" in forbidden(played, attack("0512", "a", "b"))


@rules("holland44", "20.2.4")
def test_a_city_that_nobody_took_is_german():
    city = {"ground": {"0503": "C"}, "links": {"road": ["0501 0502 0503"]}, "turn": 8}
    gone = [off("y", "destroyed-german")]
    rebuilt = Action("replace", unit="y", area="german-G", hex="0503")
    for control, own in (({}, True), ({"0503": "allied"}, False)):
        more = {**city, "areas": [G], "lost": {"y": 2}, "control": control}
        played = field("holland44", FOE, gone, side="german", **more)
        assert played.explain(rebuilt).allowed == own


@rules("holland44", "22.7", "22.3.3")
def test_the_poles_have_a_marker_of_their_own():
    plain = {"division": "1", "formation": "1"}
    own = [
        unit("w", "0505", "parachute", nation="polish", **plain),
        unit("b", "0506", "parachute", nation="british", **plain),
        unit("s", "0507", "airborne-supply", steps=1, division="1"),
    ]
    for pools, back in (({"1": 1}, "b"), ({"polish": 1}, "w")):
        played = field("holland44", own, FOE, turn=6, lost={"w": 1, "b": 1}, stragglers=pools)
        allowed = [u for u in "wb" if played.explain(Action("replace", unit=u))]
        assert allowed == [back]
    dropping = {"drop-zones": {"polish": ["0505"]}, "phase": "drops", "turn": 6, "sky": "clear"}
    lost = field("holland44", [flyer("w", nation="polish", **plain)], FOE, dice=[6], **dropping)
    lost.apply(Action("drop", unit="w", hex="0505"))
    assert lost.query("track", of="stragglers") == {"polish": 1}


@rules("holland44", "20.1", "20.2.1", "20.2.2", "20.2.5")
def test_german_replacements_come_at_night_from_two_sides():
    units = [unit(u, h) for u, h in (("w", "0205"), ("v", "0305"), ("e", "1205"))]
    lost = {"w": 1, "v": 1, "e": 1}
    west = Action("replace", unit="w", area="german-C")
    assert "20.2.1" in forbidden(german(units, lost=lost, turn=7), west)
    assert "20.2.1" in forbidden(german(units, lost=lost, turn=5), west)
    played = german(units, lost=lost)
    played.apply(west)
    assert played.query("left", unit="w") == 2
    assert "20.2.2" in forbidden(played, Action("replace", unit="v", area="german-C"))
    played.apply(Action("replace", unit="e", area="german-G"))
    assert "20.2.5" in forbidden(played, move("w", "0205", "0206"))
    two = move("w", "0205", "0206", "0207", mode="tactical")
    assert "8.3.1" in forbidden(played, two)
    assert played.explain(move("w", "0205", "0206", mode="tactical"))


@rules("holland44", "20.2.5")
def test_a_replaced_unit_forbids_attacks_out_of_its_hex():
    played = field(
        "holland44",
        [unit("a", "0506", formation="f"), unit("b", "0506", formation="f")],
        [unit("x", "0505")],
        phase="combat",
        marks={"a": ["replaced"]},
    )
    assert "20.2.5" in forbidden(played, attack("0505", "b", lead="f"))


@rules("holland44", "20.2.3", "11.5.1")
def test_who_receives_no_replacement():
    def no(change=None, **more):
        one = {**unit("w", "0205"), **(change or {})}
        return forbidden(
            german([one], lost={"w": 1}, **more), Action("replace", unit="w", area="german-C")
        )

    assert no() == ()
    assert "20.2.3" in no({"morale": "elite"})
    assert "20.2.3" in no({"kind": "tank"})
    assert "20.2.3" in no({"hex": "0808"})
    assert "20.2.3" in no(marks={"w": ["disrupted"]})
    assert "11.5.1" in no(marks={"w": ["engaged"]})
    assert "20.2.2" in no({"kind": "recon", "full": [2, 2, 4]}) or "20.2.3" in no({"kind": "recon"})


@rules("holland44", "20.2.2", "20.2.3")
def test_the_british_replacement_comes_from_the_south():
    own = [unit("b", "0512", nation="british"), unit("y", "0512", nation="american")]
    played = field("holland44", own, FOE, turn=8, areas=[N], lost={"b": 1, "y": 1})
    assert "20.2.2" in forbidden(played, Action("replace", unit="y", area="allied-N"))
    assert played.explain(Action("replace", unit="b", area="allied-N"))
    flown = [unit("p", "0512", "parachute", division="82")]
    para = field("holland44", flown, FOE, turn=8, areas=[N], lost={"p": 1})
    assert "22.7" in forbidden(para, Action("replace", unit="p", area="allied-N"))


@rules("holland44", "20.2.4", "11.4")
def test_destroyed_units_come_back():
    more = {
        "lost": {"w": 2},
        "ground": {"0305": "C", "0808": "C"},
        "control": {"0305": "german", "0808": "german"},
    }
    area = german([dead(), unit("y", "1101")], **more)
    area.apply(Action("replace", unit="w", area="german-C"))
    assert (area.query("place", unit="w"), area.query("left", unit="w")) == ("german-C", 1)
    city = german([dead(), unit("y", "1101")], **more)
    assert "20.2.4" in forbidden(city, Action("replace", unit="w", area="german-C", hex="0808"))
    assert "20.2.4" in forbidden(city, Action("replace", unit="w", area="german-C", hex="0404"))
    city.apply(Action("replace", unit="w", area="german-C", hex="0305"))
    assert city.query("place", unit="w") == "0305"
    large = {**more, "lost": {"w": 3}, "remnants": {"german-infantry": 0}}
    none = german([dead(steps=3), unit("y", "1101")], **large)
    assert "11.4" in forbidden(none, Action("replace", unit="w", area="german-C"))
    near = field(
        "holland44",
        [unit("a", "0306")],
        [dead(), unit("y", "1101")],
        side="german",
        turn=8,
        areas=[WEST_C, EAST_G, N],
        links=ROADS,
        **more,
    )
    assert "20.2.4" in forbidden(near, Action("replace", unit="w", area="german-C", hex="0305"))


@rules("holland44", "22.7")
def test_stragglers_find_their_way_back():
    played = paras()
    played.apply(Action("replace", unit="p"))
    assert played.query("left", unit="p") == 2
    assert "22.7" in forbidden(played, Action("replace", unit="q"))
    assert "22.7" in forbidden(paras(stragglers={}), Action("replace", unit="p"))
    shaken = paras(marks={"p": ["disrupted"]})
    assert "20.2.3" in forbidden(shaken, Action("replace", unit="p"))
    cut = field(
        "holland44",
        [
            unit("p", "0101", "parachute", division="82"),
            unit("s", "0909", "airborne-supply", division="82", steps=1, full=[0, 1, 4]),
        ],
        FOE,
        lost={"p": 1},
        stragglers={"82": 1},
    )
    assert "22.7" in forbidden(cut, Action("replace", unit="p"))


@rules("holland44", "20.2.2", "20.2.3", "20.2.5")
def test_who_was_filled_up_once_waits_and_germans_of_the_air_are_infantry():
    far = {"id": "german-D", "name": "D", "touches": ["0101"]}
    units = [unit("w", "0205", steps=3), unit("p", "0305", "parachute", nation="german")]
    lost = {"w": 2, "p": 1}
    played = german(units, lost=lost, areas=[WEST_C, EAST_G, N, far])
    assert forbidden(played, Action("replace", unit="w", area="german-D")) == ("20.2.2",)
    assert played.explain(Action("replace", unit="p", area="german-C"))
    played.apply(Action("replace", unit="w", area="german-C"))
    again = Action("replace", unit="w", area="german-G")
    assert "20.2.5" in forbidden(played, again)
