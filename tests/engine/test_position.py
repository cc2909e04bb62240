"""Where the pieces are: an immutable index that agrees with itself both ways."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.position import Position

units = st.sampled_from("abcde")
places = st.sampled_from(["0101", "0102", "0201", "box"])


@given(st.dictionaries(units, places), st.lists(st.tuples(units, places), max_size=12))
def test_after_any_moves_units_and_places_agree_and_old_positions_stay(start, moves):
    position, where = Position(start), dict(start)
    kept = []
    for unit, to in moves:
        kept.append((position, dict(where)))
        position = position.moved(unit, to)
        where[unit] = to
    for found, wanted in [*kept, (position, where)]:
        assert found.to_json() == wanted
        assert {place: set(found.at(place)) for place in found.places()} == {
            place: {u for u, p in wanted.items() if p == place} for place in wanted.values()
        }
        assert all(found.place(unit) == place for unit, place in wanted.items())
        assert set(found.units()) == set(wanted)


def test_the_last_to_come_lies_on_top():
    position = Position({"a": "0101", "b": "0102"}).moved("b", "0101")
    assert position.at("0101") == ("a", "b")
    assert position.moved("a", "0102").moved("a", "0101").at("0101") == ("b", "a")


def test_going_nowhere_is_the_same_position():
    position = Position({"a": "0101"})
    assert position.moved("a", "0101") is position


def test_what_was_worked_out_for_one_position_is_not_believed_of_another():
    position = Position({"a": "0101"})
    position.cache["zoc"] = "old"
    assert position.moved("a", "0102").cache == {}


@given(st.dictionaries(units, places))
def test_equal_positions_are_equal_and_hash_alike(where):
    one, two = Position(where), Position(dict(reversed(where.items())))
    assert one == two
    assert hash(one) == hash(two)
    assert one != where
    assert one.moved("z", "box") != one
    assert "z" not in one
