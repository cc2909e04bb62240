"""Chapter 2: what is printed on a unit."""

from __future__ import annotations

from engine.values import Action
from engine.zocbond.battle.battle import Battle
from engine.zocbond.turn import recovery_tally
from tests.engine.stalingrad42.setting import boxed
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules


@rules("stalingrad42", "2.3.6", "2.3.2")
def test_kinds_of_units_pay_their_own_price():
    own = [
        unit("i", "0504"),
        unit("m", "0604", "motorized", full=[4, 4, 4]),
        unit("t", "0704", "tank", full=[4, 4, 4]),
    ]
    played = field("stalingrad42", own, [], ground={"0505": "w", "0605": "w", "0705": "w"})
    costs = {
        name: played.tally(move(name, f"{col}04", f"{col}05")).total
        for name, col in (("i", "05"), ("m", "06"), ("t", "07"))
    }
    assert costs == {"i": 1, "m": 2, "t": 2}
    assert played.rules.units["m"].infantry
    assert not played.rules.units["t"].infantry


@rules("stalingrad42", "2.3.2", "5.3", "22.1.2")
def test_an_allowance_in_a_black_box_bars_extended_movement():
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    rows = [
        unit("a", "0502", black_box=True),
        unit("b", "0502"),
        boxed("c", "german-W", black_box=True),
    ]
    played = field("stalingrad42", rows, [unit("x", "1212")], areas=[area])
    for name, against in (("a", ("5.3",)), ("b", ())):
        assert forbidden(played, move(name, "0502", "0503", mode="extended")) == against
    assert forbidden(played, move("a", "0502", "0503")) == ()
    assert forbidden(played, move("a", "0502", "0503", mode="tactical")) == ()
    both = Action("move", units=("a", "b"), path=("0502", "0503"), mode="extended")
    assert forbidden(played, both) == ("5.3",)
    enter = Action("enter", unit="c", path=("0102", "0202"), mode="extended")
    assert "5.3" in forbidden(played, enter)


FACES = {
    **{"full": [6, 5, 6], "dot": "black", "morale": "elite"},
    "reduced": {"strengths": [3, 3, 5], "dot": "", "morale": "low", "black-box": True},
}


@rules("stalingrad42", "2.3.2", "9.2.1", "11.2.4", "13.5", "5.3")
def test_each_side_of_a_counter_has_its_own_quality_dot_and_box():
    own, foes = [unit("t", "0504", "tank", steps=2, **FACES)], [unit("x", "0505", full=[2, 2, 4])]
    for lost, column, morale, barred in (({}, "4-1", 1, ()), ({"t": 1}, "1-1", -1, ("5.3",))):
        played = field("stalingrad42", own, foes, phase="combat", lost=lost, turn=10)
        assert played.query("battle", side="german", hex="0505", units=["t"])["column"] == column
        g, s = played.rules, played.state
        assert g.stand_morale(s, Battle("soviet", "0504", ("x",)), "t") == morale
        assert recovery_tally(g, s, "t").total == morale
        away = field("stalingrad42", own, [unit("x", "1212")], lost=lost)
        assert forbidden(away, move("t", "0504", "0503", mode="extended")) == barred


@rules("stalingrad42", "9.8")
def test_brackets_may_change_with_the_side():
    own = [unit("a", "0504", full=[9, 4, 4])]
    weak = {"full": [4, 4, 4], "reduced": {"strengths": [2, 3, 4], "bracketed": True}}
    foes = [unit("x", "0505", steps=2, **weak), unit("y", "0505", full=[2, 2, 4])]
    for lost, defence in (({}, 6), ({"x": 1}, 2)):
        played = field("stalingrad42", own, foes, phase="combat", lost=lost)
        found = played.query("battle", side="german", hex="0505", units=["a"])
        assert found["defence"] == defence
