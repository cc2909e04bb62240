"""Chapter 2: what is printed on a unit."""

from __future__ import annotations

from engine.action import Action
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
