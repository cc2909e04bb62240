"""Messages: one line, and never so long that nobody reads it."""

from __future__ import annotations

import pytest

from engine.errors import MOST_TOLD, Problem

LONG = "x" * 5000


def test_a_message_of_usual_length_is_told_whole() -> None:
    problem = Problem("it\n is odd.", file="a.toml", place="units[3]", remedy="Mend it.")
    assert str(problem) == "a.toml, units[3]: it is odd. Mend it."
    assert str(Problem("it is odd")) == "it is odd"


@pytest.mark.parametrize(
    "parts",
    [
        {"file": LONG},
        {"place": LONG},
        {"remedy": LONG},
        {"file": LONG, "place": LONG, "remedy": LONG},
        {"file": "\n" * 600 + "x"},
    ],
)
@pytest.mark.parametrize("what", ["it is odd", LONG])
def test_no_message_is_longer_than_anybody_reads(what: str, parts: dict[str, str]) -> None:
    text = str(Problem(what, **parts))
    assert len(text) <= MOST_TOLD
    assert "\n" not in text
    if what != LONG:
        assert what in text, "what is wrong is told whole"
