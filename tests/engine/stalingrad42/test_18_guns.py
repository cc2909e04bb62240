"""Chapter 18: supply points and guns."""

from __future__ import annotations

import pytest

from engine.values import Action
from engine.words import catalogue
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import FAR, NORTH, WEST, gun, store
from tests.engine.zocbond.field import attack, field, forbidden, home, move, unit
from tests.marks import rules


@rules("stalingrad42", "18.6.1", "18.1", "19.4")
def test_a_resource_point_brings_a_supply_point_to_an_area():
    own = [unit("a", "0104"), store("s", "used")]
    played = field(
        "stalingrad42", own, [unit("x", "1212")], phase="initial", areas=[WEST, NORTH], resources=1
    )
    assert "18.6.1" in forbidden(played, Action("stock", unit="s", to="soviet-A"))
    assert "18.6.1" in forbidden(played, Action("stock", unit="a", to="german-W"))
    played.apply(Action("stock", unit="s", to="german-W"))
    assert played.query("place", unit="s") == "german-W"
    assert played.query("phase") == "Movement"


@rules("stalingrad42", "18.6.2", "18.6.3")
def test_sides_of_a_supply_point():
    own = [store("s", "0304"), gun("h", "0304"), unit("a", "0404")]
    played = field("stalingrad42", own, [unit("x", "0405")], links={"road": ["0304 0305 0306"]})
    assert "18.6.3" in forbidden(played, move("s", "0304", "0303", "0302", "0301"))
    assert forbidden(played, move("s", "0304", "0303", mode="tactical")) == ()
    played.apply(Action("flip", unit="s", to="moving"))
    assert forbidden(played, move("s", "0304", "0303", "0302", "0301")) == ()
    assert forbidden(played, move("s", "0304", "0303", mode="extended")) == ("18.6.3",)
    assert "18.6.2" in forbidden(played, Action("flip", unit="s", to="ready"))
    assert played.query("guns", gun="s", units=["a"]) == ["s42.guns.supply"]
    played.apply(move("s", "0304", "0305"))
    assert "18.6.2" in forbidden(played, Action("flip", unit="s", to="dump"))


@rules("stalingrad42", "18.6.4", "18.6.7", "3.0 supply phase")
@pytest.mark.parametrize("phase", ["initial", "supply"])
def test_a_supply_point_in_the_hex_makes_a_gun_ready(phase):
    own = [gun("h", "0103"), store("s", "0103"), store("t", "0104")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "1212")],
        phase=phase,
        areas=[WEST],
        marks={"h": ["fired"]},
    )
    assert "18.6.4" in forbidden(played, Action("feed", unit="h", point="t"))
    played.apply(Action("feed", unit="h", point="s"))
    assert played.query("marks", unit="h") == []
    assert played.query("place", unit="s") == "used"
    shaken = field(
        "stalingrad42",
        [*own, gun("k", "0104"), store("r", "0104")],
        [unit("x", "1212")],
        phase=phase,
        areas=[WEST],
        marks={"h": ["fired", "disrupted"], "k": ["fired"]},
    )
    assert "18.6.4" in forbidden(shaken, Action("feed", unit="h", point="s"))


@rules("stalingrad42", "18.6.6", "19.3")
def test_supply_points_stay_and_fall_others_go_along():
    foes = [
        unit("x", "0505", full=[2, 3, 3]),
        store("s", "0505"),
        unit("q", "0505", "soviet-hq", full=[0, 0, 5], steps=1),
    ]
    own = [unit("a", "0504", full=[12, 9, 4])]
    played = field("stalingrad42", own, foes, phase="combat", dice=[6], areas=[NORTH])
    played.apply(attack("0505", "a"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    assert played.query("place", unit="s") == "0505"
    assert played.query("place", unit="q") not in ("0505", "pool")
    played.apply(Action("advance", units=("a",), path=("0504", "0505")))
    assert played.query("place", unit="s") == "used"


@rules("stalingrad42", "18.6.8")
def test_five_mobile_supply_points_at_most():
    own = [store(f"s{i}", f"0{i}05") for i in range(1, 6)] + [store("t", "0701")]
    own += [store("w", "german-W")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "1212")],
        areas=[WEST],
        dumps=["t"],
        links={"rail": ["0701 0702"]},
    )
    assert "18.6.8" in forbidden(played, Action("flip", unit="t", to="moving"))
    assert "18.6.8" in forbidden(played, move("t", "0701", "0702", mode="tactical"))
    assert forbidden(played, Action("rail", unit="t", hex="0702")) == ()
    assert "18.6.8" in forbidden(played, Action("enter", unit="w", path=("0101",)))
    played.apply(Action("flip", unit="s1", to="dump"))
    assert forbidden(played, Action("flip", unit="t", to="moving")) == ()


@rules("stalingrad42", "18.2.1", "18.2.3", "18.3.1", "18.4", "18.5", "9.4")
def test_massed_bombardment_needs_a_division():
    own = [
        unit("x", "0504", full=[9, 9, 4]),
        gun("d", "0503", "artillery-division"),
        gun("e", "0503", "artillery-division"),
        gun("f", "0503", "front-hq"),
        gun("h", "0502", "front-hq"),
    ]
    played = field("stalingrad42", [unit("g", "0505")], own, side="soviet", phase="combat")
    assert "18.5" in forbidden(played, attack("0505", "x", guns=("f", "h")))
    assert attack("0505", "x", guns=("d", "f")) in played.choices()
    plain = played.query("battle", side="soviet", hex="0505", units=["x"])["shift"]
    both = played.query("battle", side="soviet", hex="0505", units=["x"], guns=("d", "f"))
    assert both["shift"] == plain + 2
    played.apply(attack("0505", "x", guns=("d", "f")))
    assert played.query("place", unit="d") == "used"
    assert played.query("marks", unit="f") == ["fired"]


@rules("stalingrad42", "18.2.2", "13.1.2")
def test_guns_that_go_far_are_disrupted():
    road = {"links": {"road": ["0501 0502 0503 0504 0505"]}}
    own = [gun("h", "0501")]
    played = field("stalingrad42", own, [unit("x", "1212")], **road)
    assert "18.2.2" in forbidden(played, move("h", "0501", "0502", mode="extended"))
    played.apply(move("h", "0501", "0502", "0503", "0504"))
    assert played.query("marks", unit="h") == ["disrupted"]
    near = field("stalingrad42", own, [unit("x", "1212")], **road)
    near.apply(move("h", "0501", "0502", "0503"))
    assert near.query("marks", unit="h") == []


@rules("stalingrad42", "18.3.2", "11.3", "18.6.5")
def test_a_gun_or_its_supply_point_helps_a_stand():
    own = [unit("g", "0505", full=[3, 5, 4]), gun("h", "0506"), store("s", "0506")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0504", full=[20, 9, 4])],
        side="soviet",
        phase="combat",
        dice=[4, 4],
    )
    played.apply(attack("0505", "x"))
    while played.query("phase") != "Stand":
        played.apply(played.choices()[0])
    aids = {a.get("aid") for a in played.choices() if a.kind == "stand"}
    assert aids == {None, "h", "s"}
    lines = played.tally(Action("stand", lead="g", aid="h")).lines
    assert [line.rule for line in lines].count("11.3") == 1
    played.apply(Action("stand", lead="g", aid="s"))
    assert played.query("place", unit="s") == "used"
    assert played.query("marks", unit="h") == []


@rules("stalingrad42", "18.3.3", "15.2.9")
def test_allied_headquarters_serve_their_nation_and_areas_lend_guns():
    own = [
        unit("g", "0103", full=[9, 9, 4]),
        unit("r", "0203", full=[9, 9, 4], nation="romanian"),
        gun("h", "0102", nation="romanian"),
    ]
    area_gun = gun("k", "german-W")
    area_gun["box"] = area_gun.pop("hex")
    played = field(
        "stalingrad42", [*own, area_gun], [unit("x", "0104")], phase="combat", areas=[WEST]
    )
    assert "18.3.3" in forbidden(played, attack("0104", "g", guns=("h",)))
    assert "18.3.3" not in forbidden(played, attack("0104", "g", "r", guns=("h",)))
    assert forbidden(played, attack("0104", "g", guns=("k",))) == ()
    assert attack("0104", "g", guns=("k",)) in played.choices()


@rules("stalingrad42", "18.6.8", "18.6.5", "18.6.6")
def test_two_dumps_of_a_hex_become_one_counter_that_holds_two():
    own = [gun("h", "0303"), *(store(n, "0303") for n in "stm"), store("u", "0404")]
    own += [unit("a", "0504")]
    played = field(
        "stalingrad42", own, [unit("x", "0505")], dumps=["s", "t", "u"], marks={"h": ["fired"]}
    )
    assert "18.6.8" in forbidden(played, Action("merge", unit="m", into="s"))
    assert "18.6.8" in forbidden(played, Action("merge", unit="u", into="s"))
    assert "18.6.8" in forbidden(played, Action("merge", unit="s", into="s"))
    played.apply(Action("merge", unit="t", into="s"))
    assert (played.state.place("t"), played.state.place("s")) == ("used", "0303")
    assert "18.6.8" in forbidden(played, Action("flip", unit="s", to="moving"))
    played.apply(Action("end"))
    played.apply(attack("0505", "a", guns=("s",)))
    assert played.state.place("s") == "0303"
    assert not played.state.records.double_dumps


@rules("stalingrad42", "18.6.8", "18.6.6")
def test_a_counter_of_two_is_lost_with_both_and_feeds_twice():
    start = {"dumps": ["s"], "double-dumps": ["s"]}
    foes = [store("s", "0505"), unit("x", "1212")]
    overrun = field("stalingrad42", [unit("a", "0504")], foes, **start)
    overrun.apply(move("a", "0504", "0505"))
    assert overrun.state.place("s") == "used"
    assert overrun.state.records.double_dumps == ()
    own = [gun("h", "0303"), gun("k", "0303"), store("s", "0303")]
    fed = field(
        "stalingrad42",
        own,
        [unit("x", "1212")],
        phase="supply",
        areas=[WEST],
        marks={"h": ["fired"], "k": ["fired"]},
        **start,
    )
    for name in ("h", "k"):
        fed.apply(Action("feed", unit=name, point="s"))
    assert fed.state.place("s") == "used"


@rules("stalingrad42", "18.6.5", "18.3.3", "18.4")
def test_supply_serves_whichever_headquarters_of_the_hex_can_use_it():
    near = gun("h", "0303")
    own = [
        gun("r", "0303", nation="romanian"),
        near,
        gun("n", "0303", range=1),
        store("s", "0303"),
        unit("a", "0504"),
    ]
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat")
    assert forbidden(played, attack("0505", "a", guns=("s",))) == ()
    own.remove(near)
    far = field("stalingrad42", own, [unit("x", "0505")], phase="combat")
    assert {"18.3.3", "18.4"} & set(forbidden(far, attack("0505", "a", guns=("s",))))


@rules("stalingrad42", "18.3.3", "22.7", "18.4")
def test_attackers_in_an_area_are_in_range_of_guns_there_and_near_its_edge():
    rows = [unit("a", ""), gun("k", ""), gun("h", "0303", range=2), gun("m", "0303", range=3)]
    for row in rows[:2]:
        row["box"] = "german-W"
        del row["hex"]
    played = field("stalingrad42", rows, [unit("x", "0102")], phase="combat", areas=[WEST])
    assert forbidden(played, attack("0102", "a", guns=("k",))) == ()
    assert forbidden(played, attack("0102", "a", guns=("m",))) == ()
    assert "18.4" in forbidden(played, attack("0102", "a", guns=("h",)))


@rules("stalingrad42", "18.2.2", "22.1.2")
def test_guns_that_come_on_and_go_far_are_disrupted():
    row = unit("h", "", "army-hq", full=[0, 1, 8], steps=1, range=5)
    row["box"] = "german-W"
    del row["hex"]
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    links = {"road": ["0102 0103 0104"]}
    for path, marks in ((("0102", "0103"), []), (("0102", "0103", "0104"), ["disrupted"])):
        played = field("stalingrad42", [row], [unit("x", "1212")], areas=[area], links=links)
        played.apply(Action("enter", unit="h", path=path))
        assert played.query("marks", unit="h") == marks


@rules("stalingrad42", "18.2.2", "13.3.2", "22.1.2")
def test_the_first_hex_counts_for_guns_that_drive_routed_units_off_their_way_too():
    row = unit("h", "", "army-hq", full=[0, 1, 8], steps=1, range=5)
    row["box"] = "german-W"
    del row["hex"]
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    foes, more = [unit("x", "0203")], {"marks": {"x": ["routed"]}, "areas": [area]}
    for path, marks in ((("0102", "0103"), []), (("0102", "0103", "0104"), ["disrupted"])):
        played = field("stalingrad42", [row], foes, **more)
        played.apply(Action("enter", unit="h", path=path))
        assert played.decision.kind == "zb.retreat"
        while played.decision.kind == "zb.retreat":
            off = {
                played.scenario.board.distance("0104", a["path"][-1]): a for a in played.choices()
            }
            played.apply(off[max(off)])
        assert played.query("place", unit="h") == path[-1]
        assert played.query("marks", unit="h") == marks


@rules("stalingrad42", "11.3", "18.3.2", "15.2.9", "18.3.3")
def test_guns_help_a_stand_against_a_breakthrough_and_shift_no_such_attack():
    foes = [unit("x", "0505"), gun("q", "0506", "front-hq"), FAR]
    played = field("stalingrad42", [unit("g", "0504", "tank")], foes, turn=10)
    battle = Battle("german", "0505", ("g",), breakthrough=True)
    assert list(played.rules.all_of(Chapter.stand_aids, played.state, battle, "x")) == ["q"]
    german = [unit("t", "0504", "tank", full=[30, 9, 6], steps=3), gun("h", "0503")]
    weak = [unit("w", "0505", full=[1, 1, 3], steps=1), unit("y", "0506", full=[9, 9, 3]), FAR]
    fight = field("stalingrad42", german, weak, phase="combat", dice=[6])
    fight.apply(attack("0505", "t"))
    fight.apply(Action("advance", units=("t",), path=("0504", "0505")))
    armed = fight.state.top.battle_for(
        fight.rules, fight.state, Action("breakthrough", units=("t",), hex="0506", guns=("h",))
    )
    assert armed.guns == ()


@rules("stalingrad42", "18.5", "9.4", "18.3.1")
def test_two_shifts_at_most_and_with_a_division_among_them():
    own = [unit("a", "0504", full=[12, 4, 4])]
    foes = [unit("g", "0505")]
    kinds = {"d": "artillery-division", "e": "artillery-division", "f": "front-hq", "h": "front-hq"}
    guns = [gun(name, "0503", kind) for name, kind in kinds.items()]
    shape = {"side": "soviet", "phase": "combat"}
    played = field("stalingrad42", foes, [*own, *guns], **shape)
    for named, shift in ((("f",), 1), (("d",), 1), (("d", "e"), 2), (("d", "f"), 2)):
        action = attack("0505", "a", guns=named)
        assert forbidden(played, action) == ()
        tally = played.tally(action)
        assert tally.total == shift
        line = next(line for line in tally.lines if "guns" in line.key)
        told = f"Artillery support of {', '.join(named)}"
        assert catalogue().say(line.key, line.params) == told
    for named in (("f", "h"), ("d", "e", "f"), ("d", "f", "h")):
        assert forbidden(played, attack("0505", "a", guns=named)) == ("18.5",)
    offered = {a["guns"] for a in played.choices() if a.kind == "attack" and "guns" in a}
    assert offered == {
        *(("d",), ("e",), ("f",), ("h",)),
        *(("d", "e"), ("d", "f"), ("d", "h"), ("e", "f"), ("e", "h")),
    }


@rules("stalingrad42", "18.6.4", "3.0 supply phase")
def test_asked_for_one_gun_feeding_offers_no_end():
    foes = [gun("f", "0303", "front-hq"), store("p", "0303"), FAR]
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        foes,
        side="soviet",
        phase="supply",
        marks={"f": ["fired"]},
        areas=[home("soviet", "0303")],
    )
    assert played.decision.kind == "s42.feeding"
    assert {a.kind for a in played.choices()} == {"feed", "end"}
    assert {a.kind for a in played.choices(unit="f")} == {"feed"}
    assert {a.kind for a in played.choices(hex="0303")} == {"feed"}
    assert not played.choices(unit="g")
    assert not played.choices(hex="0404")


@rules("stalingrad42", "18.1", "18.2.1", "18.2.3")
def test_only_a_used_gun_in_good_order_on_the_net_is_made_ready():
    guns = [*(gun(n, "0102") for n in "abc"), gun("d", "0504"), unit("i", "0102")]
    marks = {"a": ["fired"], "c": ["fired", "disrupted"], "d": ["fired"]}
    played = field(
        "stalingrad42",
        guns,
        [FAR],
        phase="initial",
        resources=1,
        marks=marks,
        areas=[WEST],
        links={"rail": ["0101 0102"]},
    )
    for name, why in (
        *(("a", ()), ("b", ("18.1",)), ("c", ("18.2.3",))),
        *(("d", ("18.1",)), ("i", ("18.1",))),
    ):
        assert forbidden(played, Action("ready", unit=name)) == why


@rules("stalingrad42", "18.6.5", "18.6.2", "18.6.7", "18.3.1")
@pytest.mark.parametrize(
    ("hex", "start", "why"),
    [
        ("0503", {}, ()),
        ("0503", {"mobile": ["s"]}, ("18.6.5",)),
        ("0503", {"marks": {"s": ["train"]}}, ("18.6.5",)),
        ("0503", {"dumps": ["s"]}, ()),
        ("0403", {}, ("18.6.5",)),
        ("0503", {"marks": {"h": ["fired"]}}, ()),
        ("0503", {"marks": {"h": ["disrupted"]}}, ("18.6.5",)),
    ],
)
def test_ready_supply_with_a_staff_in_order_gives_a_shift(hex, start, why):
    own = [unit("a", "0504", full=[9, 4, 4]), gun("h", "0503"), store("s", hex)]
    played = field("stalingrad42", own, [unit("x", "0505"), FAR], phase="combat", **start)
    assert forbidden(played, attack("0505", "a", guns=("s",))) == why
    if not why:
        played.apply(attack("0505", "a", guns=("s",)))
        assert played.query("place", unit="s") == "used"
        assert ("fired" in played.query("marks", unit="h")) is ("marks" in start)


@rules("stalingrad42", "18.6.1")
def test_nobody_stocks_a_supply_point_of_the_enemy():
    played = field(
        "stalingrad42",
        [unit("a", "0104"), store("s", "used")],
        [FAR, store("theirs", "used")],
        phase="initial",
        areas=[WEST, NORTH],
        resources=1,
    )
    assert forbidden(played, Action("stock", unit="s", to="german-W")) == ()
    assert forbidden(played, Action("stock", unit="theirs", to="german-W")) == ("18.6.1",)
