"""The arguments of an action are read whatever somebody may have written there."""

from __future__ import annotations

import pytest

from engine import Action
from engine.values import text, texts, whole, wholes

ODD = [None, 3, 1.5, True, (), ("0101", 2), ("0101", ("0102",))]


@pytest.mark.parametrize("value", [*ODD, ("0101",)])
def test_only_a_text_is_a_text(value: object) -> None:
    assert text(Action("move", unit=value), "unit") == ""
    assert text(Action("move"), "unit") == ""


def test_a_single_text_is_no_list() -> None:
    assert texts(Action("move", path="0101"), "path") == ()
    assert texts(Action("move", path=["0101", "0102"]), "path") == ("0101", "0102")


@pytest.mark.parametrize("value", ODD)
def test_a_list_with_anything_but_texts_is_none(value: object) -> None:
    assert texts(Action("move", path=value), "path") == ()


@pytest.mark.parametrize("value", ["3", 1.5, True, (3,)])
def test_a_wrong_number_can_be_told_from_none(value: object) -> None:
    assert whole(Action("fire", count=value), "count") == 0
    assert whole(Action("fire", count=value), "count", wrong=-1) == -1
    assert whole(Action("fire"), "count", wrong=-1) == 0
    assert whole(Action("fire", count=3), "count", wrong=-1) == 3


def test_whole_numbers_stand_alone_or_not_at_all() -> None:
    assert wholes(Action("move", caps=[0, 2]), "caps") == (0, 2)
    assert wholes(Action("move", caps=[0, True]), "caps") == ()
    assert wholes(Action("move", caps=2), "caps") == ()
