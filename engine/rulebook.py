"""Reads <game>/rulebook.toml: every section's id, title, one-line summary and original term."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from engine.errors import closest
from engine.files import Table, package_file, read

STATUSES = ("enforced", "component", "optional", "advice", "heading")
BINDING = ("enforced", "optional")
SHORT = 3
"""Words of so few letters are parts of many others."""
ENDINGS = re.compile(
    "(?:иями|ями|ами|иях|ого|его|ому|ему|ыми|ими|иям|ией|ях|ах|ям|ам|ых|их|ый|ий|ой|ей|ая|яя|ую|юю"
    "|ое|ее|ые|ие|ия|ию|ий|ов|ев|ом|ем|[аеиоуыьэюяй]"
    "|iami|ami|iach|ach|ego|emu|ymi|imi|iom|om|ych|ich|iej|ej|ow|ie|ia|iu|ią|ię|[aeiouyąę]"
    "|ings?|ed|es|s)$"
)
"""What Russian, Polish and English put behind the stem of a word."""
STEM = 4
"""A stem has so many letters at least."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered section of a rulebook, in our words; a chart has no chapter."""

    id: str
    title: str
    summary: str
    original: str
    status: str
    chapter: int | None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook."""

    number: int
    title: str
    original: str
    part: int | None = None
    part_title: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A word a player meets, with the original beside it."""

    en: str
    original: str
    meaning: str
    rule: str


@dataclass(frozen=True)
class Rulebook:
    """One game's rulebook as an index of its rules."""

    game: str
    title: str
    language: str
    chapters: tuple[Chapter, ...]
    rules: dict[str, Rule]
    terms: tuple[Term, ...]
    topics: dict[str, str]
    """The section on each topic that code shared with another game asks for."""
    gaps: dict[str, str]
    unplayed: dict[str, str]
    """Why no training scenario uses a binding rule."""
    undrilled: dict[str, str]
    """Why there are few questions on a binding rule, or none."""

    def gap(self, rule: Rule) -> str | None:
        """The reason given for a rule that is not built yet."""
        for key in (rule.id, str(rule.chapter), "*"):
            if key in self.gaps:
                return self.gaps[key]
        return None

    def practised(self, rule: str) -> bool:
        """Whether there are questions about a rule."""
        return self.rules[rule].status in BINDING and rule not in self.undrilled

    def find(self, words: str) -> list[Rule]:
        """Rules whose id, title, summary, original or glossary terms hold all the words, in any of
        their forms; those that hold them in the title first. Short ones must begin a word: DS is no
        part of woods."""
        wanted = [_stem(word) for word in _folded(words).split()]
        terms: dict[str, str] = {}
        for term in self.terms:
            terms[term.rule] = f"{terms.get(term.rule, '')} {term.en} {term.original}"
        found: list[tuple[bool, bool, int, Rule]] = []
        for rule in self.rules.values():
            text = f"{rule.id} {rule.title} {rule.summary} {rule.original} {terms.get(rule.id, '')}"
            folded = _folded(text)
            if wanted and all(_holds(folded, word) for word in wanted):
                exact = rule.id.casefold() == words.casefold()
                titles = _folded(f"{rule.title} {rule.original}")
                in_title = all(_holds(titles, word) for word in wanted)
                found.append((not exact, not in_title, len(found), rule))
        return [entry[-1] for entry in sorted(found, key=lambda entry: entry[:3])]


def _folded(text: str) -> str:
    """A text in small letters; odwrót becomes odwrotu, so both are written alike."""
    return text.casefold().replace("ó", "o").replace("ё", "е")


def _stem(word: str) -> str:
    """A word without its ending, where enough of it is left to be looked for."""
    stem = ENDINGS.sub("", word)
    return stem if len(stem) >= STEM else word


def _holds(text: str, word: str) -> bool:
    """Whether a word is in a text, a short one at the beginning of a word."""
    begins = re.escape(word) if len(word) > SHORT else rf"(?<!\w){re.escape(word)}"
    return re.search(begins, text) is not None


def _chapter_of(entry: Table) -> int | None:
    head = entry.need("id", str).split(".")[0]
    number = entry.get("chapter", int, int(head) if head.isdigit() else -1)
    return number if number >= 0 else None


def read_rulebook(top: Table) -> Rulebook:
    """The rulebook that a rulebook.toml describes."""
    chapters = tuple(
        Chapter(
            entry.need("number", int),
            entry.need("title", str),
            entry.need("original", str),
            entry.get("part", int, 0) or None,
            entry.get("part_title", str, "") or None,
            entry.get("label", str, "") or str(entry.data["number"]),
        )
        for entry in top.tables("chapter")
    )
    rules: dict[str, Rule] = {}
    topics: dict[str, str] = {}
    for entry in top.tables("rule"):
        rule = Rule(
            entry.need("id", str),
            entry.need("title", str),
            entry.need("summary", str),
            entry.need("original", str),
            entry.need("status", str),
            _chapter_of(entry),
        )
        if rule.status not in STATUSES:
            raise entry.problem(
                f"unknown status '{rule.status}'", "status", closest(rule.status, STATUSES)
            )
        if rule.id in rules:
            raise entry.problem(f"rule {rule.id} is listed twice", "id", "Keep one of them.")
        for topic in entry.texts("topics"):
            if topic in topics:
                what = f"the topic '{topic}' is rule {topics[topic]}'s and rule {rule.id}'s"
                raise entry.problem(what, "topics", "Keep one of them.")
            topics[topic] = rule.id
        entry.finish()
        rules[rule.id] = rule
    terms = []
    for entry in top.tables("term"):
        term = Term(*(entry.need(key, str) for key in ("en", "original", "meaning", "rule")))
        if term.rule not in rules:
            raise entry.problem(f"there is no rule {term.rule}", "rule", closest(term.rule, rules))
        terms.append(term)
    gaps, unplayed, undrilled = (top.table(key) for key in ("gaps", "unplayed", "undrilled"))
    book = Rulebook(
        top.need("game", str),
        top.need("title", str),
        top.need("language", str),
        chapters,
        rules,
        tuple(terms),
        topics,
        {key: gaps.need(key, str) for key in gaps.data},
        {key: unplayed.need(key, str) for key in unplayed.data},
        {key: undrilled.need(key, str) for key in undrilled.data},
    )
    top.finish()
    return book


@cache
def load_rulebook(package: str) -> Rulebook:
    """The rulebook of a game package, such as `victory_awaits`."""
    name = f"engine/{package}/rulebook.toml"
    return read_rulebook(read(package_file("engine", package, "rulebook.toml"), name))
