"""Chapters 18, 20, 22.7 and 27: depots, replacements, stragglers, the surrounded."""

from __future__ import annotations

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

FOE = [unit("x", "1212")]
C = {"id": "german-C", "name": "C", "touches": ["0105"]}
G = {"id": "german-G", "name": "G", "touches": ["1205"]}
N = {"id": "allied-N", "name": "N", "touches": ["0512"]}
ROADS = {"road": ["0105 0205 0305"]}


def german(units, **more):
    """A German movement phase at night."""
    plain = {"side": "german", "turn": 8, "areas": [C, G, N], "links": ROADS}
    return field("holland44", [unit("a", "0712")], units, **{**plain, **more})


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


def dead(id="w", **more):
    """A destroyed German unit."""
    found = unit(id, "0101", box="destroyed-german", **more)
    del found["hex"]
    return found


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
        areas=[C, G, N],
        links=ROADS,
        **more,
    )
    assert "20.2.4" in forbidden(near, Action("replace", unit="w", area="german-C", hex="0305"))


def paras(**more):
    """Two parachute battalions beside their supply unit, each a step short."""
    own = [
        unit("p", "0505", "parachute", division="82"),
        unit("q", "0506", "parachute", division="82"),
        unit("s", "0505", "airborne-supply", division="82", steps=1, full=[0, 1, 4]),
    ]
    plain = {"lost": {"p": 1, "q": 1}, "stragglers": {"82": 2}, "turn": 4, "exhausted": ["s"]}
    return field("holland44", own, FOE, **{**plain, **more})


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


@rules("holland44", "18.2.3", "18.2.2")
def test_a_lost_supply_unit_comes_back_exhausted():
    gone = unit(
        "s",
        "0101",
        "airborne-supply",
        division="82",
        steps=1,
        full=[0, 1, 4],
        box="destroyed-allied",
    )
    del gone["hex"]
    own = [unit("p", "0505", "parachute", division="82"), gone]
    played = field("holland44", own, FOE, phase="supply", lost={"s": 1})
    assert played.query("place", unit="s") == "0505"
    assert played.query("marks", unit="s") == ["disrupted"]
    assert played.query("track", of="exhausted") == ("s",)
    two = [*own, unit("q", "0707", "parachute", division="82")]
    choice = field("holland44", two, FOE, phase="supply", lost={"s": 1})
    assert choice.decision.rule == "18.2.3"
    assert "18.2.3" in forbidden(choice, Action("depot", unit="s", hex="0808"))
    choice.apply(Action("depot", unit="s", hex="0707"))
    assert choice.query("place", unit="s") == "0707"
    never = field("holland44", [gone, unit("o", "0404")], FOE, phase="supply", lost={"s": 1})
    assert never.query("track", of="gone") == ("s",)


RING = ("0405", "0505", "0605", "0606", "0507", "0406")


def ring(turn, dice, **more):
    """A British unit with enemies on all sides."""
    foes = [unit(f"x{i}", hex) for i, hex in enumerate(RING)]
    return field(
        "holland44",
        [unit("a", "0506", **more)],
        foes,
        phase="supply",
        turn=turn,
        marks={"a": ["out"]},
        dice=dice,
        areas=[N],
        rules={"surrounded-losses": True},
    )


@rules("holland44", "27.2.1", "27.2.2", "27.2.3", "27")
def test_the_surrounded_lose_steps_at_night():
    assert ring(8, [3]).query("left", unit="a") == 1
    assert ring(8, [4]).query("left", unit="a") == 2
    assert ring(7, [1]).query("left", unit="a") == 2
    off = field(
        "holland44",
        [unit("a", "0506")],
        [unit(f"x{i}", h) for i, h in enumerate(RING)],
        phase="supply",
        turn=8,
        marks={"a": ["out"]},
        areas=[N],
    )
    assert off.query("left", unit="a") == 2
    assert ring(8, [1]).query("surround", unit="a").total == 1
