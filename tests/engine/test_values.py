"""A copy of a value with some parts changed: as `dataclasses.replace`, only quicker."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from engine.values import replace


@dataclass(frozen=True)
class Plain:
    """Two parts, and one that no copy takes over."""

    a: int
    b: tuple[int, ...] = ()
    kept: dict[str, int] = field(default_factory=dict, init=False, compare=False)


@dataclass(frozen=True, slots=True)
class Slotted:
    """With slots."""

    a: int
    b: tuple[int, ...] = ()


@dataclass(frozen=True)
class Made:
    """One part follows from another."""

    a: int
    double: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "double", 2 * self.a)


@given(st.sampled_from([Plain, Slotted]), st.integers(), st.integers(), st.lists(st.integers()))
def test_a_copy_is_what_dataclasses_would_make(kind, a, other, more):
    value = kind(a, (1,))
    assert replace(value, a=other) == dataclasses.replace(value, a=other)
    assert replace(value, b=tuple(more)) == dataclasses.replace(value, b=tuple(more))
    assert value == kind(a, (1,)), "the old one stays"


def test_what_no_copy_takes_over_begins_anew():
    value = Plain(1)
    value.kept["seen"] = 1
    copy = replace(value, a=2)
    assert copy.kept == {}
    assert copy.kept is not value.kept
    assert value.kept == {"seen": 1}


def test_what_follows_from_a_part_follows_from_the_new_one():
    assert replace(Made(1), a=4).double == 8
