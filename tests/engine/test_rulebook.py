"""The five rulebooks as an index: whole, unambiguous, and found in English and in the original."""

from __future__ import annotations

import ast

import pytest

from engine.catalogue import GAMES
from engine.coverage import ROOT
from engine.enforcing import names_read, texts
from engine.files import Table
from engine.rulebook import BINDING, STATUSES, load_rulebook, read_rulebook
from tests.engine.problems import refused, says

BOOKS = {game: info.rulebook for game, info in GAMES.items()}
LANGUAGES = {
    "victory-awaits": "pl",
    "holland44": "ru",
    "stalingrad42": "ru",
    "conflict-of-heroes": "ru",
    "pavlovs-house": "ru",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_loads_and_belongs_to_its_game(game):
    book = BOOKS[game]
    assert book.title == GAMES[game].title
    assert book.language == LANGUAGES[game]
    assert len(book.rules) > 50
    assert any(rule.status in BINDING for rule in book.rules.values())


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique_and_every_entry_is_complete(game):
    book = BOOKS[game]
    assert len({rule.id for rule in book.rules.values()}) == len(book.rules)
    for key, rule in book.rules.items():
        assert key == rule.id
        assert rule.title.strip()
        assert rule.summary.strip()
        assert rule.original.strip()
        assert rule.status in STATUSES


@pytest.mark.parametrize("game", GAMES)
def test_titles_and_summaries_are_in_english(game):
    for rule in BOOKS[game].rules.values():
        assert not any("Ѐ" <= letter <= "ӿ" for letter in rule.title + rule.summary), rule.id


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_stands_in_a_chapter_that_is_there(game):
    book = BOOKS[game]
    numbers = [chapter.number for chapter in book.chapters]
    assert len(numbers) == len(set(numbers))
    for rule in book.rules.values():
        assert rule.chapter is None or rule.chapter in numbers, rule.id


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_found_by_its_id_first(game):
    book = BOOKS[game]
    for rule in book.rules.values():
        assert book.find(rule.id)[0] == rule


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_found_by_its_english_title_and_by_its_original(game):
    book = BOOKS[game]
    for rule in book.rules.values():
        assert rule in book.find(rule.title)
        assert rule in book.find(rule.original)


@pytest.mark.parametrize("game", GAMES)
def test_every_term_leads_to_its_rule_in_either_language(game):
    book = BOOKS[game]
    assert book.terms
    for term in book.terms:
        assert term.meaning.strip()
        assert book.rules[term.rule] in book.find(term.en)
        assert book.rules[term.rule] in book.find(term.original)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("zones of control", "3.2"),
        ("strefa kontroli", "3.2"),
        ("STREFA KONTROLI", "3.2"),
        ("ruch strategiczny", "9.3"),
        ("strategic movement", "9.3"),
        ("9.2", "9.2"),
        ("tec", "TEC"),
    ],
)
def test_the_best_match_comes_first(words, first):
    assert BOOKS["victory-awaits"].find(words)[0].id == first


def test_all_the_words_must_be_there_in_any_order():
    book = BOOKS["victory-awaits"]
    assert book.find("movement strategic")[0].id == "9.3"
    assert book.find("strategic zeppelin") == []
    assert book.find("") == []
    assert book.find("   ") == []


def test_short_words_are_no_parts_of_others():
    book = BOOKS["holland44"]
    assert "8.7" in {rule.id for rule in book.find("DS")}
    assert len(book.find("ds")) < len(book.find("bonds")) + len(book.find("woods"))
    assert book.find("ood") == []


def test_a_gap_is_explained_by_rule_chapter_or_game():
    data = {
        "game": "g",
        "title": "G",
        "language": "en",
        "chapter": [{"number": 1, "title": "One", "original": "Eins"}],
        "rule": [
            {"id": id, "title": "t", "summary": "s", "original": "o", "status": "enforced"}
            for id in ("1.1", "1.2", "2.1")
        ],
        "gaps": {"1.2": "the rule", "1": "the chapter"},
    }
    book = read_rulebook(Table(data, "rulebook.toml"))
    assert [book.gap(rule) for rule in book.rules.values()] == ["the chapter", "the rule", None]
    data["gaps"]["*"] = "the game"
    book = read_rulebook(Table(data, "rulebook.toml"))
    assert book.gap(book.rules["2.1"]) == "the game"


RULE = {"id": "1.1", "title": "t", "summary": "s", "original": "o", "status": "enforced"}
BAD = {
    "a rule listed twice": (
        {"rule": [RULE, RULE]},
        "rule 1.1 is listed twice",
        "rule[1].id",
        "Keep one of them",
    ),
    "two rules on one topic": (
        {"rule": [{**RULE, "topics": ["move"]}, {**RULE, "id": "1.2", "topics": ["move"]}]},
        "the topic 'move' is rule 1.1's and rule 1.2's",
        "rule[1].topics",
        "Keep one of them",
    ),
    "an unknown status": (
        {"rule": [{**RULE, "status": "enforcd"}]},
        "unknown status 'enforcd'",
        "rule[0].status",
        "Did you mean 'enforced'?",
    ),
    "a rule without a summary": (
        {"rule": [{k: v for k, v in RULE.items() if k != "summary"}]},
        "'summary' is missing",
        "rule[0]",
        "Give it a text",
    ),
    "a term of no rule": (
        {"rule": [RULE], "term": [{"en": "a", "original": "b", "meaning": "c", "rule": "1.2"}]},
        "there is no rule 1.2",
        "term[0].rule",
        "Did you mean '1.1'?",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_rulebook_names_file_place_and_remedy(name):
    more, what, place, remedy = BAD[name]
    top = Table({"game": "g", "title": "G", "language": "en", **more}, "rulebook.toml")
    problem = refused(lambda: read_rulebook(top))
    assert says(problem, what=what, file="rulebook.toml", place=place, remedy=remedy)


def test_a_rulebook_is_read_once():
    assert load_rulebook("victory_awaits") is load_rulebook("victory_awaits")


NO_TOPIC = {"stalingrad42": {"off-map"}}
"""No hex of Stalingrad '42 lies beside an area off the map."""


def asked_for(room):
    """The topics that the code of a package asks for, and those that it says it enforces."""
    found = set(), set()
    for path in sorted((ROOT / room).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for text in texts(tree, names_read([tree])):
            found[0].update([text.value] if text.topic else [])
            found[1].update([text.value] if text.how == "enforces" else [])
    return found


@pytest.mark.parametrize("game", GAMES)
def test_code_asks_for_the_topics_of_the_rulebooks_and_for_no_others(game):
    info = GAMES[game]
    asked, enforced = asked_for(f"engine/{info.family}") if info.family else (set(), set())
    asked |= asked_for(f"engine/{info.package}")[0]
    assert asked - NO_TOPIC.get(game, set()) <= info.rulebook.topics.keys()
    assert info.rulebook.topics.keys() <= asked | enforced


def test_every_topic_that_shared_code_enforces_is_one_of_a_game():
    known = [info.rulebook.topics for info in GAMES.values() if info.family]
    assert asked_for("engine/zocbond")[1] <= known[0].keys() | known[1].keys()
    assert asked_for("tutor")[0] <= known[0].keys() & known[1].keys()
