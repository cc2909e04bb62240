"""The texts beside a board: every number with its parts, every verdict with its rule."""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.catalogue import GAMES
from engine.chance import Seeded
from engine.coverage import Covered
from engine.enforcing import CodePlace
from engine.files import package_file
from engine.game import Prospect
from engine.values import Action
from engine.verdict import ALLOWED, Event, Line, Reason, Tally, Verdict
from tests.tutor.small import ROAD
from tutor import panels
from tutor.desk import Desk, Notice, Preview
from tutor.games import hands_for
from tutor.games.pointer import Proposal

AVA = "victory-awaits"
NASTY = '<img src=x onerror="alert(1)">&'
VOID = {"br", "img"}


class Reader(HTMLParser):
    """Reads HTML back: its words, its tags, and whether every tag is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == [], f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        """All its words."""
        return " ".join(" ".join(self.words).split())


@pytest.fixture
def desk() -> Desk:
    """The Axis is on the march."""
    return Desk(catalogue.load("victory-awaits/drills/march", Seeded(1)))


# -- rules ----------------------------------------------------------------------------------------


def test_a_rule_opens_into_what_it_says() -> None:
    rule = GAMES[AVA].rulebook.rules["9.2"]
    read = Reader(panels.rule_chip(AVA, "9.2"))
    assert read.tags[:2] == ["details", "summary"]
    assert read.words[0] == "9.2"
    assert rule.title in read.text
    assert rule.original in read.text
    assert rule.summary in read.text
    assert 'lang="pl"' in panels.rule_chip(AVA, "9.2")


def test_an_unknown_rule_is_named_and_no_rule_is_nothing() -> None:
    assert panels.rule_chip(AVA, "99.9") == '<span class="sr-rule-id">99.9</span>'
    assert panels.rule_chip(AVA, "") == ""


def test_a_card_tells_where_a_rule_lives() -> None:
    rule = GAMES[AVA].rulebook.rules["9.2"]
    covered = Covered(
        AVA,
        rule,
        code=[CodePlace("engine/victory_awaits/movement/segment.py", 9, "reason")],
        tests=[f"tests/test_{n}.py::t" for n in range(9)],
        examples=["AVA-9.2-a"],
        lessons=["lessons/victory-awaits/09-movement"],
        drills=20,
    )
    card = panels.page("rules").card(AVA, covered)
    read = Reader(card)
    assert 'id="rule-9.2"' in card
    assert '<a href="victory-awaits/09-movement.ipynb">chapter 9: movement</a>' in card
    assert "AVA-9.2-a" in read.text
    assert "engine/victory_awaits/movement/segment.py" in read.text
    assert card.count("tests/test_") == 6
    assert "Gap" not in read.text


def test_a_card_tells_what_is_missing() -> None:
    rule = GAMES[AVA].rulebook.rules["9.2"]
    read = Reader(panels.page("rules").card(AVA, Covered(AVA, rule)))
    assert "Gap unexplained: no code, no test, no lesson" in read.text
    assert "Enforced by" not in read.text


# -- verdicts -------------------------------------------------------------------------------------


def test_every_reason_is_told_with_its_rule_and_the_way_out(desk: Desk) -> None:
    verdict = desk.game.explain(Action("move", unit="36M", path=(*ROAD, "1822")))
    assert len(verdict.reasons) > 1
    html = panels.reasons_html(AVA, verdict.reasons)
    read = Reader(html)
    assert read.tags.count("li") == len(verdict.reasons)
    assert re.findall(r'data-rule="([\d.]+)"', html) == [r.rule for r in verdict.reasons]
    assert "Go round, or drive the enemy out" in read.text
    assert 'class="sr-fix"' in html


def test_no_reasons_are_no_list() -> None:
    assert panels.reasons_html(AVA, ()) == ""


# -- sums -----------------------------------------------------------------------------------------


def test_a_sum_shows_every_part_and_its_rule(desk: Desk) -> None:
    tally = desk.game.tally(Action("move", unit="36M", path=ROAD))
    html = panels.tally_html(AVA, tally, "8")
    read = Reader(html)
    assert "into 1322: along the road, whatever the hex 1 9.2" in read.text
    assert "into 1721 4 9.2" in read.text
    assert html.count('class="sr-part"') == 3
    assert read.text.endswith("Movement cost 8 of 8")


def test_a_sum_with_a_result_shows_it() -> None:
    tally = Tally.adding("odds", [Line.of("9.2", "men", 3), Line.of("9.2", "a note")], "3-1")
    assert Reader(panels.tally_html(AVA, tally)).text.endswith("odds 3 → 3-1")


def test_a_sum_of_sums_heads_each_of_them() -> None:
    parts = (
        Tally.adding("attack", [Line.of("9.2", "guns", Fraction(7, 2))]),
        Tally.adding("defence", [Line.of("9.2", "walls", 2)]),
    )
    tally = Tally("odds", (Line.of("9.2", "shift", 1),), 1, None, parts)
    html = panels.tally_html(AVA, tally)
    read = Reader(html)
    assert html.count('class="sr-part-head"') == 2
    assert "attack 3½" in read.text
    assert "defence 2" in read.text


def test_the_reason_is_told_once_and_the_sum_may_be_hidden(desk: Desk) -> None:
    desk.click("1222", "36M")
    desk.point("2120")
    look = desk.preview
    assert look is not None
    whole = panels.preview_html(AVA, look)
    assert "sr-reasons" in whole
    assert "sr-tally" in whole
    assert "sr-reasons" not in panels.preview_html(AVA, look, told=True)
    assert "sr-tally" not in panels.preview_html(AVA, look, hide_tally=True)


def test_what_costs_nothing_shows_no_sum() -> None:
    look = Preview("0101", Proposal(Action("rest")), ALLOWED, Tally("nothing"))
    assert panels.preview_html(AVA, look) == ""


# -- what happened --------------------------------------------------------------------------------


def test_the_log_is_newest_first_and_ends_somewhere() -> None:
    events = [Event.of("9.2", f"event-{number}") for number in range(70)]
    read = Reader(panels.log_html(AVA, events[-60:], len(events)))
    told = re.findall(r"event-(\d+)", read.text)
    assert told == [str(number) for number in range(69, 9, -1)]
    assert read.text.endswith("and 10 earlier lines")


def test_a_notice_is_reasons_or_events_or_words() -> None:
    reason = Reason.of("9.2", "why")
    assert "sr-reasons" in panels.notice_html(AVA, Notice("no", "words", (reason,)))
    told = panels.notice_html(AVA, Notice("ok", "", (), (Event.of("9.2", "came", hexes=["0101"]),)))
    assert "came" in told
    assert "sr-info" in told, "neither good nor bad"
    for kind, shown in (("ok", "sr-ok"), ("no", "sr-no"), ("info", "sr-info")):
        assert f'class="sr-notice {shown}"' in panels.notice_html(AVA, Notice(kind, "words"))
    assert panels.notice_html(AVA, Notice("info")) == ""


def test_who_is_picked_or_how_to_begin(desk: Desk) -> None:
    assert "7 units can act" in panels.selection_html(desk)
    desk.frozen = True
    assert panels.selection_html(desk) == ""
    desk.frozen = False
    desk.click("1222", "36M")
    read = Reader(panels.selection_html(desk))
    assert "in 1222: 5-4 / 8, full strength." in read.text
    desk.click("1721")
    assert "6 units can act" in panels.selection_html(desk)


def test_of_many_events_those_behind_the_decision_come_first() -> None:
    events = tuple(Event.of("9.2", f"came-{place}") for place in range(9))
    told = panels.notice_html(AVA, Notice("ok", "", (), events))
    first, _, rest = told.partition("<details><summary>3 before that</summary>")
    assert re.findall(r"came-(\d)", first) == list("345678")
    assert re.findall(r"came-(\d)", rest) == list("012")


def test_a_phase_of_cards_is_stepped_through_card_by_card() -> None:
    card = [Event.of("3.0", "pav.wehrmacht.card", card=name) for name in ("sfh18", "ju87")]
    came = [Event.of("3.0", f"came-{place}") for place in range(4)]
    events = (came[0], card[0], came[1], came[2], card[1], came[3])
    told = panels.notice_html("pavlovs-house", Notice("ok", "", (), events))
    read = Reader(told)
    assert told.count('<details name="sr-cards"') == 2
    assert "1 of 2: Wehrmacht card: 15cm sFH 18. came-1" in read.text
    last = told.partition('<details name="sr-cards" open>')[2]
    assert "2 of 2: Wehrmacht card: Ju-87." in last
    assert re.findall(r"came-(\d)", last) == ["3"]


# -- odds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("odds", "text"),
    [
        (Fraction(1, 2), "50%"),
        (Fraction(1, 6), "17%"),
        (Fraction(1), "100%"),
        (Fraction(0), "0%"),
        (Fraction(1, 200), "0.5%"),
    ],
)
def test_odds_read_as_a_person_reads_them(odds: Fraction, text: str) -> None:
    assert panels.percent(odds) == text


def test_odds_of_the_same_outcome_are_added_and_the_likeliest_comes_first() -> None:
    begin, hit, miss = (Event.of("9.2", key) for key in ("begin", "hit", "miss"))
    prospects = [
        Prospect(Fraction(1, 6), 0, (begin, hit)),
        Prospect(Fraction(1, 2), 1, (begin, miss)),
        Prospect(Fraction(1, 3), 2, (begin, miss)),
    ]
    html = panels.odds_html(prospects)
    read = Reader(html)
    assert read.text == "miss 83% hit 17%"
    assert 'style="width:83.3%"' in html


def test_an_outcome_like_all_the_others_is_nothing_more() -> None:
    begin, hit = Event.of("9.2", "begin"), Event.of("9.2", "hit")
    prospects = [Prospect(Fraction(1, 2), 0, (begin,)), Prospect(Fraction(1, 2), 1, (begin, hit))]
    assert Reader(panels.odds_html(prospects)).text == "hit 50% nothing more 50%"


# -- nothing gets out of its place ----------------------------------------------------------------


@given(st.text(max_size=30) | st.just(NASTY))
def test_whatever_the_words_are_the_html_stays_whole(words: str) -> None:
    reason, event = Reason.of(words, words), Event.of(words, words)
    line = Line.of(words, words, 1)
    tally = Tally.adding(words, [line], words)
    look = Preview("0101", Proposal(Action("x")), Verdict((reason,)), tally)
    for html in (
        panels.log_html(AVA, [event], 1),
        panels.tally_html(AVA, tally, words),
        panels.preview_html(AVA, look),
        panels.notice_html(AVA, Notice("info", words)),
        panels.notice_html(AVA, Notice("no", words, (reason,))),
        panels.odds_html([Prospect(Fraction(1), 0, (event,)), Prospect(Fraction(1), 0, ())]),
    ):
        assert {"img", "script"}.isdisjoint(Reader(html).tags)


def test_as_many_shifts_as_sums_are_not_taken_for_their_heads() -> None:
    shifts = tuple(Line.of("9.2", "shift", 1) for _ in range(2))
    sums = tuple(
        Tally.adding(name, [Line.of("9.2", f"unit-{n}", 2) for n in range(2)])
        for name in ("attack", "defence")
    )
    html = panels.tally_html("victory-awaits", Tally("odds", shifts, 2, "3-1", sums))
    assert html.count("sr-part-head") == 2
    assert html.rindex("attack") < html.index("shift")


def test_what_bots_came_to_is_said_where_it_is_said_how_one_wins(tmp_path: Path) -> None:
    text = package_file("scenarios", "holland44", "play", "hells-highway.toml").read_text("utf-8")
    told = '[measured]\nbots = "brisk"\ngames = 20\nwon = { allied = 12, german = 8 }\n\n[start]'
    files = tmp_path / "plain.toml", tmp_path / "measured.toml"
    files[0].write_text(text, "utf-8")
    files[1].write_text(text.replace("[start]", told, 1), "utf-8")
    plain, measured = (catalogue.load(str(file), Seeded(1)) for file in files)
    said = "of 20 games between brisk bots won: Allies 12, German 8"
    assert said in hands_for(measured).tracks_html()
    assert "Measured" not in hands_for(plain).tracks_html()
    assert plain.scenario.fingerprint == measured.scenario.fingerprint
