"""The page of rules: search in English and in the rulebooks' own words, cards, tables."""

from __future__ import annotations

import re
from html import unescape

import pytest

from engine.catalogue import GAMES
from tests.tutor.sitting import words
from tutor.pages import rules as page
from tutor.pages.rules import SEVERAL, SHOWN, RuleSearch, coverage_table, glossary
from tutor.table.cell import SORRY


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> RuleSearch:
    """A search over everything."""
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return RuleSearch()


def cards(search: RuleSearch) -> list[str]:
    """The ids of the rules that are shown."""
    return re.findall(r'<article class="sr-card" id="rule-([^"]+)"', search.found.value)


def test_before_a_search_the_rulebooks_are_listed(search: RuleSearch) -> None:
    for info in GAMES.values():
        assert f"{len(info.rulebook.rules)} rules" in words(search.found.value)
        assert info.rulebook.chapters[0].title in words(search.found.value)


def test_a_rule_is_found_by_its_number(search: RuleSearch) -> None:
    search.game.value = "victory-awaits"
    search.words.value = "9.2"
    assert cards(search)[0] == "9.2"
    assert "Normal movement" in words(search.found.value)
    assert "engine/victory_awaits/movement/segment.py" in words(search.found.value)
    assert 'href="victory-awaits/09-movement.ipynb"' in search.found.value


@pytest.mark.parametrize(
    "asked", ["zone of control", "ZONE", "strefa kontroli", "Strefa", "STREFA  kontroli "]
)
def test_a_rule_is_found_in_english_and_in_polish(search: RuleSearch, asked: str) -> None:
    search.game.value = "victory-awaits"
    search.words.value = asked
    assert "3.2" in cards(search)
    assert re.match(r"\d+ rules found", words(search.found.value))


def test_every_game_is_searched_unless_one_is_chosen(search: RuleSearch) -> None:
    search.words.value = "zone of control"
    everywhere = search.found.value
    games = {info.title for info in GAMES.values() if info.title in words(everywhere)}
    assert len(games) > 1
    search.game.value = "holland44"
    assert {t for t in games if t in words(search.found.value)} == {GAMES["holland44"].title}


def test_many_are_grouped_by_game_with_titles_first(search: RuleSearch) -> None:
    search.words.value = "retreat"
    told = words(search.found.value)
    heads = re.findall(r'<h2 class="sr-title">(.*?)</h2>', search.found.value)
    assert len(heads) > 2
    assert sum(int(head.rpartition(": ")[2].split()[0]) for head in heads) == int(told.split()[0])
    assert len(cards(search)) <= SEVERAL * len(heads)
    assert "more</summary>" in search.found.value
    for info in GAMES.values():
        named = ["retreat" in r.title.casefold() for r in info.rulebook.find("retreat")]
        assert named[: sum(named)] == [True] * sum(named) or info.rulebook.language != "en"
    search.game.value = "holland44"
    assert SEVERAL < len(cards(search)) <= SHOWN


@pytest.mark.parametrize(
    ("game", "asked", "rule"),
    [
        ("stalingrad42", "отступление", "12"),
        ("stalingrad42", "отступлений", "12"),
        ("victory-awaits", "strefami kontrol", "3.2"),
        ("victory-awaits", "odwrotu", "10.6"),
        ("holland44", "retreating", "13"),
    ],
)
def test_a_word_is_found_in_any_of_its_forms(
    search: RuleSearch, game: str, asked: str, rule: str
) -> None:
    search.game.value = game
    search.words.value = asked
    assert any(found.startswith(rule) for found in cards(search)[:5]), cards(search)


def test_nothing_found_says_what_to_try(search: RuleSearch) -> None:
    search.words.value = "<b>quidditch</b>"
    assert cards(search) == []
    assert "No rule holds '<b>quidditch</b>'. Try another word" in words(search.found.value)
    assert "<b>" not in search.found.value


def test_the_address_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "game=victory-awaits&rule=8.2")
    assert cards(RuleSearch())[0] == "8.2"
    monkeypatch.setenv("QUERY_STRING", "game=chess&q=stacking")
    search = RuleSearch()
    assert search.game.value == ""
    assert search.words.value == "stacking"
    assert cards(search)


def test_a_game_of_the_address_that_there_is_not_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "game=nope<b>&q=stacking")
    search = RuleSearch()
    assert search.game.value == ""
    assert "There is no game &#x27;nope&lt;b&gt;&#x27;." in search.found.value
    assert "rules found" in search.found.value
    search.words.value = "bridge"
    assert "no game" not in search.found.value


def test_what_goes_wrong_is_said(
    search: RuleSearch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(page, "coverage", fail)
    search.words.value = "9.2"
    assert words(search.found.value) == SORRY
    assert "a wheel came off" in caplog.text


@pytest.mark.parametrize("game", GAMES)
def test_a_glossary_has_every_term_with_its_original(game: str) -> None:
    table = glossary(game)
    terms = GAMES[game].rulebook.terms
    assert list(table.index) == sorted((t.en for t in terms), key=str.casefold)
    assert list(table.columns) == ["original", "meaning", "rule"]
    assert set(table["rule"]) <= set(GAMES[game].rulebook.rules)
    shown = unescape(table._repr_html_())
    assert all(f"<td>{t.meaning}</td>" in shown for t in terms), "no meaning is cut short"


def test_the_table_of_coverage_adds_up() -> None:
    table = coverage_table()
    assert list(table.index) == [info.title for info in GAMES.values()]
    sections, binding, *parts = (table[name] for name in table.columns)
    assert (binding == sum(parts)).all()
    assert [int(n) for n in sections] == [len(i.rulebook.rules) for i in GAMES.values()]


def test_without_a_kernel_the_search_says_what_it_needs(search: RuleSearch) -> None:
    assert "needs a running page" in search._repr_mimebundle_()["text/plain"]
