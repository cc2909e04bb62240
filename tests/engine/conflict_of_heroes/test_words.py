"""Every key that the rules name has words, and every reason a way out; every rule id exists."""

from __future__ import annotations

import re
from pathlib import Path

from engine.catalogue import GAMES
from engine.words import catalogue

CODE = Path(__file__).parents[3] / "engine" / "conflict_of_heroes"
TEXT = "\n".join(path.read_text("utf-8") for path in sorted(CODE.rglob("*.py")))
BOOK = GAMES["conflict-of-heroes"].rulebook
WORDS = catalogue()
ROLLS = {"coh.ap", "coh.attack", "coh.bog", "coh.card", "coh.deck", "coh.detect", "coh.mine"}
ROLLS |= {"coh.initiative", "coh.rally", "coh.wire", "coh.solitaire", "coh.objective"}


def test_every_key_has_words() -> None:
    owed = set(re.findall(r'Decision\.of\(\s*[^"]*?"(coh\.[a-z-]+)"', TEXT))
    keys = set(re.findall(r'"(coh\.[a-z0-9.-]+)"', TEXT)) - ROLLS
    missing = {key for key in keys - owed if key not in WORDS and f"decision.{key}" not in WORDS}
    assert missing == set()


def test_every_reason_says_what_would_help() -> None:
    keys = set(re.findall(r'(?:Reason\.of|no)\(\s*[^()]*?"(coh\.[a-z0-9.-]+)"', TEXT))
    keys = {key for key in keys if not key.startswith("coh.broken")}
    assert len(keys) > 80
    assert {key for key in keys if not WORDS.fix(key)} == set()


def test_every_rule_that_is_cited_exists() -> None:
    cited = set(re.findall(r'(?:\.of|tell|no)\(\s*(?:unit,\s*)?"(\d+\.\d[\da-z. -]*)"', TEXT))
    assert len(cited) > 50
    assert cited - set(BOOK.rules) == set()
