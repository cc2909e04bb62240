"""The home page: five games, their chapters, where to go on, and the learner's record."""

from __future__ import annotations

import base64
import json
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from engine.catalogue import GAMES
from tests.tutor.sitting import buttons, upload, words
from tutor import visit
from tutor.lesson import lesson_ids, open_lesson
from tutor.pages import home as home_page
from tutor.pages.home import Home, LearnerRow
from tutor.progress import Progress
from tutor.table.cell import SORRY

MOVEMENT = "victory-awaits/09-movement"


class Links(HTMLParser):
    """Every link of a page with its words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.now = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.now = dict(attrs).get("href") or ""
            self.found[self.now] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.now = ""

    def handle_data(self, data: str) -> None:
        if self.now:
            self.found[self.now] += data


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Progress:
    """Where progress is kept."""
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(tmp_path / "progress.sqlite"))
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return Progress(tmp_path / "progress.sqlite")


def finish(record: Progress, name: str, *, but: int = 0, who: str = "me") -> None:
    """Finish a lesson, but for its last steps."""
    steps = open_lesson(name).steps
    for step in steps[: len(steps) - but]:
        record.finish(who, name, step.id)


# -- games and chapters ---------------------------------------------------------------------------


def test_all_five_games_are_there_with_their_chapters(record: Progress) -> None:
    html = Home().games_html()
    assert html.count("<article") == len(GAMES) == 5
    told = words(html)
    for info in GAMES.values():
        assert info.title in told
        assert f"{len(info.rulebook.rules)} rules" in told
        for chapter in info.rulebook.chapters:
            taught = [open_lesson(name) for name in lesson_ids(info.id)]
            called = {lesson.chapter: lesson.title for lesson in taught}
            assert f"{chapter.label} {called.get(chapter.number, chapter.title)}" in told
            assert chapter.original in told


def test_every_lesson_is_linked_from_its_chapter(record: Progress) -> None:
    links = Links(Home().games_html()).found
    for name in lesson_ids():
        lesson = open_lesson(name)
        chapter = next(
            c for c in GAMES[lesson.game].rulebook.chapters if c.number == lesson.chapter
        )
        assert links[f"{name}.ipynb"] == f"{chapter.label} {lesson.title}"


def test_a_chapter_says_how_much_of_it_is_done(record: Progress) -> None:
    total = len(open_lesson(MOVEMENT).steps)
    finish(record, MOVEMENT, but=1)
    home = Home()
    assert home.count(open_lesson(MOVEMENT)) == (total - 1, total)
    assert f"{total - 1} of {total}" in words(home.games_html())
    finish(record, MOVEMENT)
    assert re.search(r'09-movement\.ipynb">[^\n]*?</a> <span class="sr-badge sr-ok">done',
                     Home().games_html())  # fmt: skip


def test_a_game_says_how_much_of_it_is_done(record: Progress) -> None:
    finish(record, MOVEMENT)
    record.finish("me", "victory-awaits/no-longer-there", "step")
    record.finish("me", MOVEMENT, "no-longer-there")
    done = len(open_lesson(MOVEMENT).steps)
    total = sum(len(open_lesson(name).steps) for name in lesson_ids("victory-awaits"))
    assert f'aria-label="{done} of {total} steps done"' in Home().games_html()


# -- where to go on -------------------------------------------------------------------------------


def test_a_beginner_begins_with_the_game_that_is_at_hand(
    record: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = Home().welcome_html()
    assert words(html).startswith("Begin with the game you have")
    firsts = {f"{lesson_ids(game)[0]}.ipynb": GAMES[game].title for game in GAMES}
    assert Links(html).found == firsts
    monkeypatch.setenv("QUERY_STRING", "game=holland44")
    first = open_lesson(lesson_ids("holland44")[0])
    told = words(Home().welcome_html())
    assert told.startswith("Begin with Holland '44")
    assert f"Next step: {first.steps[0].title} · 0 of {len(first.steps)} done" in told


def test_the_title_of_a_game_leads_to_where_one_goes_on(record: Progress) -> None:
    html = Home().games_html()
    for game, info in GAMES.items():
        first = visit.link(lesson_ids(game)[0])
        assert f'<h2 class="sr-title"><a href="{first}">{escape(info.title)}</a></h2>' in html
    finish(record, MOVEMENT, but=1)
    assert f'<a href="{visit.link(MOVEMENT)}">A Victory Awaits</a>' in Home().games_html()


def test_one_goes_on_with_what_one_did_last(record: Progress) -> None:
    other, after = lesson_ids("holland44")[:2]
    finish(record, MOVEMENT, but=1)
    finish(record, other)
    lesson = Home().next_lesson()
    assert lesson is not None
    assert lesson.id == after


def test_whoever_has_begun_goes_on_there(record: Progress) -> None:
    finish(record, MOVEMENT, but=2)
    steps = open_lesson(MOVEMENT).steps
    html = Home().welcome_html()
    assert words(html).startswith("Go on with")
    assert f"Next step: {steps[-2].title} · {len(steps) - 2} of {len(steps)} done" in words(html)
    assert f"{MOVEMENT}.ipynb" in Links(html).found


def test_whoever_has_finished_everything_is_told_so(record: Progress) -> None:
    for name in lesson_ids():
        finish(record, name)
    assert Home().next_lesson() is None
    assert "finished every lesson" in words(Home().welcome_html())


def test_without_lessons_there_is_nothing_to_begin_with(
    record: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_page, "lesson_ids", lambda: [])
    home = Home()
    assert home.next_lesson() is None
    assert "sr-next" not in home.welcome_html()
    assert "finished" not in home.welcome_html()
    assert words(home.games_html()).count("Lessons are still to come") == 5


def test_each_learner_has_a_record_of_their_own(
    record: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(record, MOVEMENT, who="Ann Lee")
    monkeypatch.setenv("QUERY_STRING", "learner=Ann%20Lee")
    home = Home()
    assert home.learner == "Ann Lee"
    total = len(open_lesson(MOVEMENT).steps)
    assert home.count(open_lesson(MOVEMENT)) == (total, total)
    for link in Links(home.games_html() + home.welcome_html()).found:
        assert link.endswith("?learner=Ann%20Lee")
    assert Home("Bob").count(open_lesson(MOVEMENT)) == (0, total)


def test_rules_are_searched_from_home_as_the_same_learner(record: Progress) -> None:
    assert 'name="learner"' not in Home().welcome_html()
    html = Home('A "B" <c>').welcome_html()
    assert 'name="learner" value="A &quot;B&quot; &lt;c&gt;"' in html
    assert 'action="rules.ipynb"' in html


def test_a_record_that_cannot_be_used_is_told_of_once_and_the_page_is_there(
    record: Progress,
) -> None:
    record.store.path.write_text("Dear diary, " * 500)
    home = Home()
    assert home.welcome_html().count("sr-warn") == 1
    assert "Progress is not kept" in words(home.welcome_html())
    assert "is damaged" in words(home.welcome_html())
    assert "Begin with" in words(home.welcome_html())
    assert "sr-warn" not in home.games_html()


def test_a_notebook_shows_both_parts(record: Progress, capsys: pytest.CaptureFixture[str]) -> None:
    home = Home()
    home.welcome()
    home.games()
    assert capsys.readouterr().out.count("HTML object") == 2


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann Lee", "Ann Lee"),
        ("  Ann  ", "Ann"),
        ("Żółć O'Hara-2.", "Żółć O'Hara-2."),
        ("<b>Ann</b>", "bAnnb"),
        ("../../etc", "....etc"),
        ("", "me"),
        ("<>", "me"),
        ("x" * 90, "x" * 40),
    ],
)
def test_names_are_fit_for_an_address(given: str, kept: str) -> None:
    assert visit.clean_name(given) == kept


def test_what_the_address_asks_for_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUERY_STRING", "learner=Ann&learner=Bob&rule=9.2&empty=")
    assert visit.asked() == {"learner": "Bob", "rule": "9.2"}
    assert visit.learner() == "Bob"
    assert visit.link("rules", rule="9.2") == "rules.ipynb?rule=9.2&learner=Bob"
    monkeypatch.delenv("QUERY_STRING")
    assert visit.asked() == {}
    assert visit.learner() == "me"
    assert visit.link("index") == "index.ipynb"
    (tmp_path / "holland44").mkdir()
    monkeypatch.chdir(tmp_path / "holland44")
    assert visit.link("index") == "../index.ipynb"


# -- the learner's row ----------------------------------------------------------------------------


@pytest.fixture
def row(record: Progress) -> LearnerRow:
    """The row of whoever sits at this machine."""
    finish(record, MOVEMENT, but=1)
    return Home().learner_row()


def test_a_name_counts_as_soon_as_it_is_entered(row: LearnerRow) -> None:
    form = row.name.value
    assert 'action="index.ipynb" method="get"' in form
    assert 'name="learner"' in form
    assert 'value=""' in form
    assert 'type="submit">Open my record' in form


def test_the_field_shows_whose_record_it_is(record: Progress) -> None:
    assert 'value="Ann"' in Home("Ann").learner_row().name.value
    assert 'value="A &quot;B"' in Home('A "B').learner_row().name.value


def exported(row: LearnerRow) -> bytes:
    """What the link holds that takes a record along."""
    buttons(row.widget)["Take my record along"].click()
    found = re.search(r'download="([\w.-]+)" href="data:application/json;base64,([^"]+)"',
                      row.out.value)  # fmt: skip
    assert found is not None, row.out.value
    assert found[1] == "staffride-progress.json"
    return base64.b64decode(found[2])


def test_a_record_is_taken_along_and_brought_in(row: LearnerRow, record: Progress) -> None:
    content = exported(row)
    assert len(json.loads(content)["done"]) == len(open_lesson(MOVEMENT).steps) - 1
    other = Home("Ann").learner_row()
    upload(other.bring, content)
    count = len(open_lesson(MOVEMENT).steps) - 1
    assert f"{count} steps taken in" in words(other.out.value)
    assert len(record.done("Ann")) == count
    assert other.bring.value == ()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", b'{"format": "staffride-save"}'])
def test_what_is_no_record_is_refused_in_words(
    row: LearnerRow, record: Progress, content: bytes
) -> None:
    before = record.export("me")
    upload(row.bring, content, "notes.json")
    assert words(row.out.value).startswith("notes.json, ")
    assert "sr-no" in row.out.value
    assert record.export("me") == before


def test_a_record_that_is_lost_is_told_of_in_the_row(row: LearnerRow, record: Progress) -> None:
    record.store.path.unlink()
    record.store.path.mkdir()
    buttons(row.widget)["Take my record along"].click()
    assert "cannot be opened" in words(row.out.value)


def test_what_goes_wrong_is_said(
    row: LearnerRow, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(Progress, "export", fail)
    buttons(row.widget)["Take my record along"].click()
    assert words(row.out.value) == SORRY
    assert "a wheel came off" in caplog.text


def test_without_a_kernel_the_row_says_what_it_needs(row: LearnerRow) -> None:
    data = row._repr_mimebundle_()
    assert "need a running page" in data["text/plain"]


def test_the_record_of_tests_is_not_the_learners_own(record: Progress, tmp_path: Path) -> None:
    assert Path(Home().progress.store.path).is_relative_to(tmp_path)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("\U0001f984\U0001f984", "\U0001f984\U0001f984"),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        ),
        ("Zo\u0065\u0308", "Zo\u00eb"),
        ("\u0930\u093e\u0927\u093e", "\u0930\u093e\u0927\u093e"),
        ("\u0141ukasz  O'Neil-Smith Jr.", "\u0141ukasz O'Neil-Smith Jr."),
        ("<b>Bo</b>", "bBob"),
        ("Ann\u202e\u200b\0\n", "Ann"),
        ("\u200d", "me"),
        ("  ", "me"),
        ("x" * 99, "x" * 40),
    ],
)
def test_a_name_is_what_can_be_read(name: str, kept: str) -> None:
    assert visit.clean_name(name) == kept
    assert visit.clean_name(kept) == kept


def test_a_learner_is_who_the_server_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "learner=Ann")
    monkeypatch.setenv("STAFFRIDE_LEARNER", "Bob")
    assert visit.learner() == "Bob"
    assert visit.own_link() == ""
    monkeypatch.setenv("STAFFRIDE_KEY", "0123")
    assert (
        Home().learner_row().own.value.startswith('<a href="index.ipynb?learner=Bob&amp;key=0123"')
    )
