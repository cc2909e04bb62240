"""The catalogue of words: what a key says to a person."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import engine.words
from engine.words import Catalogue, Entry, catalogue, show

WORDS = Catalogue(
    {
        "a.b": Entry("{unit} pays {cost} MP.", "Stop in {hex}."),
        "a.plain": Entry("Nothing to fill in."),
    }
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (Fraction(3), "3"),
        (Fraction(1, 2), "½"),
        (Fraction(5, 2), "2½"),
        (Fraction(-5, 2), "-2½"),
        (Fraction(1, 4), "¼"),
        (Fraction(7, 4), "1¾"),
        (Fraction(1, 3), "1/3"),
        (Fraction(4, 3), "1 1/3"),
        (("21", "36M"), "21, 36M"),
        ([Fraction(1, 2), 2], "½, 2"),
        ("0101", "0101"),
    ],
)
def test_a_parameter_reads_as_a_person_writes_it(value, text):
    assert show(value) == text


def test_a_key_is_filled_in():
    params = (("unit", "21"), ("cost", Fraction(3, 2)), ("hex", "0101"))
    assert WORDS.say("a.b", params) == "21 pays 1½ MP."
    assert WORDS.fix("a.b", params) == "Stop in 0101."
    assert WORDS.fix("a.plain") == ""


def test_what_is_missing_shows_and_breaks_nothing():
    assert WORDS.say("a.b", [("unit", "21")]) == "21 pays <cost> MP."
    assert WORDS.say("no.such.key") == "no.such.key"
    assert WORDS.fix("no.such.key") == ""
    assert "a.b" in WORDS
    assert "no.such.key" not in WORDS


def test_every_entry_of_the_catalogue_says_something_and_can_be_filled_in():
    words = catalogue()
    assert len(words.entries) > 50
    for key, entry in words.entries.items():
        assert entry.text.strip(), key
        assert words.say(key), key
        assert entry.text.count("{") == entry.text.count("}"), key


def test_one_is_told_apart_from_many() -> None:
    words = Catalogue({"left": Entry("{left:step|steps} to lose")})
    assert words.say("left", [("left", 1)]) == "1 step to lose"
    assert words.say("left", [("left", 2)]) == "2 steps to lose"


def test_whatever_is_counted_has_a_singular() -> None:
    nouns = "hexes|units|steps|points|actions|moves|chits|levels|cards|turns|dice|tokens|markers"
    told = [f"{entry.text} {entry.fix}" for entry in catalogue().entries.values()]
    found = [m[0] for text in told for m in re.finditer(rf"{{(\w+)}} (?:{nouns})\b", text)]
    # "moves", "turns" and "points" are verbs too: somebody moves, a die points.
    assert set(found) <= {"{unit} moves", "{unit} turns", "{die} points"}
    assert sum("|" in text for text in told) > 50


def keys(table: dict[str, object], before: str = "") -> list[str]:
    """Every key of a file of words, written out."""
    found = []
    for key, value in table.items():
        more = isinstance(value, dict) and "text" not in value
        found += keys(value, f"{before}{key}.") if more else [before + key]
    return found


def test_no_file_of_words_overrides_another() -> None:
    folder = Path(engine.words.__file__).parent / "en"
    files = folder.glob("*.toml")
    known = Counter(key for file in files for key in keys(tomllib.loads(file.read_text("utf-8"))))
    assert len(known) > 1000
    assert [key for key, count in known.items() if count > 1] == []


def test_a_side_is_named_the_same_way_in_every_game() -> None:
    assert catalogue().say("coh.line.points-of", {"side": "german"}.items()) == "German"
