"""A lesson on its page, worked through by the callbacks that a browser would call."""

from __future__ import annotations

import asyncio
import base64
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pytest

from tests.tutor.sitting import all_widgets, buttons, click, do, in_a_loop, point, words
from tests.tutor.small import ROAD, lesson, step_data
from tutor.lesson import kinds as step_kinds
from tutor.lesson.prose import prose
from tutor.look import framed
from tutor.pages import lesson as lesson_page
from tutor.pages.lesson import LessonPage, StepCard, open_page
from tutor.progress import Progress
from tutor.table import repeat
from tutor.table.canvas import WIDGET_VIEW
from tutor.table.cell import SORRY


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where progress is kept; nobody waits long for a locked one."""
    path = tmp_path / "progress.sqlite"
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(path))
    monkeypatch.setattr(lesson_page, "Progress", partial(Progress, wait=0.05))
    return path


@pytest.fixture
def shown(record: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All that a notebook is asked to display."""
    seen: list[Any] = []
    monkeypatch.setattr(lesson_page.ipython, "display", lambda *things: seen.extend(things))
    return seen


class Reader:
    """A learner who has a whole small lesson before them."""

    def __init__(self, *names: str, who: str = "Ann", **changes: Any) -> None:
        steps = [step_data(name, **changes) for name in names]
        self.page = LessonPage(lesson(*steps), who)
        self.page.opening()
        for step in self.page.lesson.steps:
            self.page.step(step.id)

    def card(self, name: str) -> StepCard:
        """The card of a step."""
        return self.page.cards[name]

    def is_open(self, name: str) -> bool:
        """Whether a step is open."""
        return self.card(name).table is not None

    def press(self, name: str, button: str) -> None:
        """Press a button of a step."""
        buttons(self.card(name).widget)[button].click()

    def said(self, name: str) -> str:
        """What a step says."""
        return words(self.card(name).message.value)


@pytest.fixture
def reader(shown: list[Any]) -> Reader:
    """A learner at the beginning of the small lesson."""
    return Reader()


def html(shown: list[Any]) -> str:
    """All the HTML that was displayed."""
    return "".join(getattr(thing, "data", None) or "" for thing in shown)


# -- the story ------------------------------------------------------------------------------------


def test_the_page_opens_with_what_it_is_about(reader: Reader, shown: list[Any]) -> None:
    told = html(shown)
    assert "Small &amp; simple." in told
    assert "chapter 9 · about 10 minutes" in words(told)
    assert "Step 1 of 6 · Look" in words(told)
    assert "Step 6 of 6 · Watch" in words(told)
    assert [type(thing) for thing in shown].count(StepCard) == 6
    assert "sr-warn" not in told


@pytest.mark.parametrize(
    ("name", "folded"),
    [("pavlovs-house/03-wehrmacht", True), ("pavlovs-house/05-medics", False)],
)
def test_many_rules_are_folded_and_few_are_shown(shown: list[Any], name: str, folded: bool) -> None:
    page = open_page(name)
    page.opening()
    told, rules = html(shown), page.lesson.rules
    assert all(f">{rule}<" in told for rule in rules)
    assert (f"<summary>Rules: {len(rules)} sections</summary>" in told) == folded


def test_prose_has_a_small_markup_and_nothing_else() -> None:
    text = 'A **bold** & *odd* <b>word</b> [9.2].\n\nNo [77.7], no "tag" [x](y).'
    made = prose("victory-awaits", text)
    assert made.count('<div class="sr-p">') == 2
    assert "<strong>bold</strong> &amp; <em>odd</em> &lt;b&gt;word&lt;/b&gt;" in made
    assert 'class="sr-rule-id" title="Normal movement">9.2<' in made
    assert "[77.7]" in made
    assert prose("victory-awaits", "  ") == '<div class="sr-p"></div>'


def test_worked_examples_state_that_they_hold(shown: list[Any]) -> None:
    page = open_page("victory-awaits/09-movement")
    page.examples("AVA-9.2-a", "AVA-9.2-c")
    assert [note.result.passed for note in shown] == [True, True]
    assert repr(shown[0]).startswith("AVA-9.2-a: holds\n  ")
    assert "sr-ok" in shown[0]._repr_html_()


def test_what_comes_of_a_worked_example_is_to_be_opened(shown: list[Any]) -> None:
    """Read from top to bottom it stands right under a prediction of the same."""
    open_page("victory-awaits/09-movement").examples("AVA-9.2-a")
    told, expected = shown[0]._repr_html_(), escape(shown[0].found.expect)
    before, _, after = told.partition(expected)
    assert after
    assert before.rpartition("<details")[2].startswith("><summary>")
    assert "</details>" not in before.rpartition("<details")[2]


def test_an_example_that_fails_says_so(shown: list[Any]) -> None:
    page = open_page("victory-awaits/09-movement")
    page.examples("AVA-9.2-a")
    shown[0].result.passed, shown[0].result.reason = False, "a fact is <wrong>"
    assert repr(shown[0]).startswith("AVA-9.2-a: FAILS, a fact is <wrong>")
    assert "FAILS, a fact is &lt;wrong&gt;" in shown[0]._repr_html_()


# -- one step after another -----------------------------------------------------------------------


def test_only_the_first_step_is_open(reader: Reader) -> None:
    assert [name for name in reader.page.cards if reader.is_open(name)] == ["look"]
    assert set(buttons(reader.card("guess").widget)) == {"Open this step"}


def test_a_finished_step_is_kept_and_the_next_one_opens(reader: Reader, record: Path) -> None:
    reader.press("look", "Seen it, go on")
    assert reader.said("look") == "Done. Next: Guess."
    assert reader.is_open("guess")
    assert not reader.is_open("choose")
    assert Progress(record).steps("Ann", "victory-awaits/small") == {"look"}


def test_any_step_can_be_opened_out_of_turn(reader: Reader) -> None:
    reader.press("go", "Open this step")
    assert reader.is_open("go")
    click(reader.card("go").table, "1222")
    click(reader.card("go").table, "1721")
    assert reader.said("go").startswith("Done. Every point is spent. Next: Look.")
    assert not reader.is_open("film")


def test_what_is_said_when_a_step_is_done_is_told_in_our_markup(shown: list[Any]) -> None:
    reader = Reader("go", "look", title="Why?", done="**Two** [9.2] < 3.")
    click(reader.card("go").table, "1222")
    click(reader.card("go").table, "1721")
    assert "<strong>Two</strong>" in reader.card("go").message.value
    assert ">9.2</summary>" in reader.card("go").message.value
    assert reader.said("go").endswith(" < 3. Next: Why?")


def test_whoever_comes_back_goes_on_where_they_were(reader: Reader, shown: list[Any]) -> None:
    reader.press("look", "Seen it, go on")
    later = Reader(who="Ann")
    assert later.is_open("guess")
    assert not later.is_open("look")
    assert later.said("look") == "Done."
    assert set(buttons(later.card("look").widget)) == {"Do it again"}
    later.press("look", "Do it again")
    later.press("look", "Seen it, go on")
    assert later.said("look") == "Done."
    assert Reader(who="Bob").is_open("look")


def test_a_whole_lesson_is_worked_through(reader: Reader, record: Path) -> None:
    reader.press("look", "Seen it, go on")
    reader.card("guess").kind.given.value = "8 MP"
    reader.press("guess", "Answer")
    reader.press("choose", "four")
    reader.press("spot", "2 is illegal")
    click(reader.card("go").table, "1222")
    click(reader.card("go").table, "1721")
    reader.press("film", "Next")
    reader.press("film", "Next")
    assert reader.said("film") == "Done. That was the last step."
    assert reader.page.next_step is None
    done = Progress(record).done("Ann")
    assert [one.step for one in done] == [step.id for step in reader.page.lesson.steps]
    assert {(one.tries, one.hints) for one in done} == {(0, 0)}


# -- read and try ---------------------------------------------------------------------------------


def test_a_position_to_look_at_has_its_lights_on(reader: Reader) -> None:
    overlays = reader.card("look").table.desk.view().overlays
    assert {"zoc", "target"} <= {overlay.kind for overlay in overlays}
    assert "Ostrov" in [overlay.text for overlay in overlays]


def test_hints_come_one_by_one(shown: list[Any]) -> None:
    reader = Reader("go")
    assert reader.said("go") == ""
    reader.press("go", "Hint")
    assert reader.said("go") == "Take the road. 1 more hint."
    reader.press("go", "Hint")
    told = "Take the road. Click 1721. These are all the hints. Show me plays the solution."
    assert reader.said("go") == told
    reader.press("go", "Hint")
    assert reader.said("go") == told


def test_tries_and_hints_are_counted(shown: list[Any], record: Path) -> None:
    reader = Reader("go")
    table = reader.card("go").table
    click(table, "1222")
    click(table, "1822")
    assert 'data-rule="3.1"' in table.notice.value
    click(table, "2120")
    reader.press("go", "Hint")
    click(table, "1721")
    (done,) = Progress(record).done("Ann")
    assert (done.step, done.tries, done.hints) == ("go", 2, 1)


def test_the_solution_is_shown_after_the_hints(shown: list[Any], record: Path) -> None:
    reader = Reader("go")
    reader.press("go", "Show me")
    assert "hints first" in reader.said("go")
    assert Progress(record).done("Ann") == []
    reader.press("go", "Hint")
    reader.press("go", "Hint")
    reader.press("go", "Show me")
    assert reader.said("go").startswith("Done.")
    assert reader.card("go").table.desk.game.state.position.place("36M") == "1721"
    assert Progress(record).done("Ann")[0].hints == 2


def test_a_step_can_be_begun_again(shown: list[Any]) -> None:
    reader = Reader("go")
    table = reader.card("go").table
    click(table, "1222")
    click(table, "1322")
    not_yet = "The goal is not reached yet. Go on, or Undo, or start again."
    assert reader.said("go") == not_yet, "as many actions as the solution takes"
    reader.press("go", "Start again")
    assert reader.said("go") == ""
    assert table.desk.game.state.position.place("36M") == "1222"
    assert not table.desk.game.can_undo
    do(table, "End the segment")
    missed = "This was not what the step asks for. Undo, or start again. The rule behind it: 9.2 "
    assert reader.said("go").startswith(missed)
    do(table, "Undo")
    click(table, "1222")
    click(table, "1322")
    assert reader.said("go") == not_yet


def test_bots_play_the_other_side_of_a_step(shown: list[Any]) -> None:
    reader = Reader("go", start="river-line", bots={"axis": "random"}, goal=[{"over": True}])
    game = reader.card("go").table.desk.game
    for _ in range(60):
        if game.decision is None:
            break
        assert game.decision.side == "soviet"
        do(reader.card("go").table, "End the segment")
    assert game.decision is None
    assert reader.said("go").startswith("Done.")


def test_a_way_that_is_to_be_found_is_not_given_away(shown: list[Any]) -> None:
    page = open_page("victory-awaits/10-combat")
    page.step("way-back")
    card = page.cards["way-back"]
    card.open()
    desk = card.table.desk
    click(card.table, "1523")
    assert desk.pointer.unit == "179R"
    assert desk.hands.ways("179R"), "one way is left, and it would be a button"
    assert not [name for name in buttons(card.widget) if "1625" in name]
    lit = [o.kind for o in desk.view().overlays]
    desk.unaided = False
    assert len(lit) < len(desk.view().overlays)


@pytest.mark.parametrize(
    ("name", "step", "done", "unit", "goal"),
    [
        ("victory-awaits/10-combat", "river-behind", 0, "90R", "1520"),
        ("stalingrad42/12-retreats", "find-the-gap", 2, "184", "0704"),
    ],
)
def test_nor_are_others(
    shown: list[Any], name: str, step: str, done: int, unit: str, goal: str
) -> None:
    page = open_page(name)
    page.step(step)
    card = page.cards[step]
    card.open()
    for action in card.step.solution[:done]:
        card.table.act(action)
    card.table.desk.pick(unit)
    card.table.refresh()
    assert not [text for text in buttons(card.widget) if goal in text]
    lit = {hex for over in card.table.desk.view().overlays for hex in over.hexes}
    assert goal not in lit


# -- predict --------------------------------------------------------------------------------------


def test_a_prediction_is_made_before_the_sum_is_shown(shown: list[Any]) -> None:
    reader = Reader("guess")
    card = reader.card("guess")
    point(card.table, "1721")
    click(card.table, "1222")
    assert card.table.preview.value == ""
    assert "sr-tally" not in card.message.value
    path = [o.path for o in card.table.desk.view().overlays if o.kind == "path"]
    assert path == [ROAD]
    assert "End the segment" not in buttons(card.widget)
    assert "Undo" not in buttons(card.widget)


def test_a_wrong_prediction_gives_the_next_hint(shown: list[Any], record: Path) -> None:
    reader = Reader("guess")
    card = reader.card("guess")
    reader.press("guess", "Answer")
    assert reader.said("guess") == "Write your answer first."
    card.kind.given.value = "<7>"
    reader.press("guess", "Answer")
    said = reader.said("guess")
    assert said.startswith("Not <7>. Think again. The rule behind it: 9.2 ")
    assert said.endswith(" Four hexes of road.")
    assert "sr-no" in card.message.value
    assert "sr-tally" not in card.message.value
    card.kind.given.value = "9"
    reader.press("guess", "Answer")
    assert "And four for the last one." in reader.said("guess")
    card.kind.given.value = "8.0"
    # Enter in the field is as good as the button
    card.kind.given._handle_custom_msg({"event": "submit"}, [])
    assert reader.said("guess").startswith("Done. Four and four.")
    assert "Movement cost 8" in reader.said("guess")
    (done,) = Progress(record).done("Ann")
    assert (done.tries, done.hints) == (2, 2)


def test_a_wrong_number_is_told_what_it_leaves_out(shown: list[Any]) -> None:
    page = open_page("victory-awaits/09-movement")
    page.step("zone-to-zone")
    card = page.cards["zone-to-zone"]
    card.open()
    for given, told in {
        "4": "That leaves out: clear",
        "3": " or ",
        "77": "Not 77. Think again. The rule behind it:",
    }.items():
        card.kind.answer(given)
        assert told.casefold() in words(card.message.value).casefold(), words(card.message.value)


def test_an_answer_is_chosen_among_some(shown: list[Any]) -> None:
    reader = Reader("choose")
    reader.press("choose", "two")
    said = reader.said("choose")
    told = "Not two. Think again. That counts one side only. The rule behind it: 9.2 "
    assert said.startswith(told)
    assert said.endswith(" Count.")
    reader.press("choose", "four")
    assert reader.said("choose").startswith("Done.")
    assert "The rule behind it: 9.2" in reader.said("choose")


# -- find -----------------------------------------------------------------------------------------


def test_options_are_told_and_looked_at(shown: list[Any]) -> None:
    reader = Reader("spot")
    card = reader.card("spot")
    told = [words(w.value) for w in all_widgets(card.widget) if isinstance(w, widgets.HTML)]
    assert f"1 Axis 36M: {' - '.join(ROAD)}" in told
    assert "4 End the segment" in told
    reader.press("spot", "Show 2")
    who, way = card.table.desk.extra
    assert (who.hexes, way.path) == (("1222",), (*ROAD, "1720"))
    reader.press("spot", "Show 4")
    assert card.table.desk.extra == ()


def test_a_legal_option_is_shown_with_what_it_costs(shown: list[Any], record: Path) -> None:
    reader = Reader("spot")
    reader.press("spot", "1 is illegal")
    assert reader.said("spot").startswith("No rule forbids this one.")
    assert "Movement cost 8" in reader.said("spot")
    reader.press("spot", "4 is illegal")
    assert reader.said("spot").startswith(
        "No rule forbids this one. Look at the others. The rule behind it: 9.2 "
    )
    reader.press("spot", "2 is illegal")
    assert reader.said("spot").startswith("Done. Nine is too many.")
    assert 'data-rule="9.2"' in reader.card("spot").message.value
    assert Progress(record).done("Ann")[0].tries == 2


# -- watch ----------------------------------------------------------------------------------------


def test_a_demonstration_goes_forward_and_back(shown: list[Any]) -> None:
    reader = Reader("film")
    card = reader.card("film")
    start = card.table.desk.game.state
    assert words(card.kind.player.caption.value) == "0 of 2. Before."
    reader.press("film", "Back")
    assert words(card.kind.player.caption.value) == "0 of 2. Before."
    reader.press("film", "Next")
    assert words(card.kind.player.caption.value) == "1 of 2. The road & the stream."
    assert card.table.desk.game.state.position.place("36M") == "1721"
    reader.press("film", "Back")
    assert card.table.desk.game.state is start
    assert reader.said("film") == ""
    reader.press("film", "Next")
    reader.press("film", "Next")
    assert reader.said("film").startswith("Done.")
    reader.press("film", "Next")
    assert words(card.kind.player.caption.value) == "2 of 2. The bank."


def test_a_demonstration_cannot_be_meddled_with(shown: list[Any]) -> None:
    reader = Reader("film")
    card = reader.card("film")
    click(card.table, "1222")
    click(card.table, "1721")
    assert card.table.desk.game.state.position.place("36M") == "1222"
    assert not {"End the segment", "Undo", "Reset"} & set(buttons(card.widget))


def test_a_demonstration_plays_by_itself(shown: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeat, "BEAT_SECONDS", 0)
    reader = Reader("film")
    card = reader.card("film")

    async def watch() -> None:
        reader.press("film", "Play")
        assert card.kind.player.play.description == "Pause"
        assert card.kind.player.beat.task is not None
        await asyncio.gather(card.kind.player.beat.task, return_exceptions=True)

    in_a_loop(watch())
    assert card.kind.player.place == 2
    assert reader.said("film").startswith("Done.")
    assert card.kind.player.play.description == "Play"
    assert not card.kind.player.beat.running


def test_a_demonstration_pauses(shown: list[Any]) -> None:
    reader = Reader("film")
    card = reader.card("film")

    async def watch() -> None:
        reader.press("film", "Play")
        await asyncio.sleep(0)
        reader.press("film", "Pause")

    in_a_loop(watch())
    assert (card.kind.player.place, card.kind.player.beat.running) == (0, False)
    assert card.kind.player.play.description == "Play"


# -- without a kernel -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["look", "guess", "film"])
def test_every_card_keeps_a_picture_for_where_there_is_no_kernel(reader: Reader, name: str) -> None:
    data = reader.card(name)._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert (
        data["text/plain"].startswith("Crossings of the Velikaya") or "hexes" in data["text/plain"]
    )
    assert data[WIDGET_VIEW]["model_id"] == framed(reader.card(name).widget).model_id


# -- a record that cannot be used -----------------------------------------------------------------


@pytest.fixture(params=["locked", "folder", "damaged", "newer"])
def trouble(
    request: pytest.FixtureRequest, record: Path
) -> Iterator[tuple[str, Callable[[], None]]]:
    """A record that cannot be used: what is said of it, and how to make it so."""
    kept = Progress(record)
    kept.finish("Bob", "victory-awaits/small", "look")
    with closing(sqlite3.connect(record, isolation_level=None)) as other:

        def locked() -> None:
            other.execute("pragma locking_mode = exclusive")
            other.execute("begin exclusive")

        def folder() -> None:
            record.unlink()
            record.mkdir()

        def damaged() -> None:
            record.write_text("Dear diary, " * 500)

        def newer() -> None:
            other.execute("pragma user_version = 99")

        spoil = {"locked": locked, "folder": folder, "damaged": damaged, "newer": newer}
        told = {
            "locked": "is locked by another program",
            "folder": "cannot be opened",
            "damaged": "is damaged",
            "newer": "has schema 99",
        }
        yield told[request.param], spoil[request.param]


def test_a_page_works_without_its_record_and_says_so_once(
    shown: list[Any], trouble: tuple[str, Callable[[], None]]
) -> None:
    told, spoil = trouble
    spoil()
    reader = Reader("look", "choose")
    assert told in words(html(shown))
    assert html(shown).count("sr-warn") == 1
    assert "Your progress is not kept" in words(html(shown))
    reader.press("look", "Seen it, go on")
    assert reader.said("look") == "Done. Next: Choose."
    assert reader.is_open("choose")
    reader.press("choose", "four")
    assert reader.said("choose").startswith("Done. That was the last step. The rule behind it: 9.2")
    assert "sr-warn" not in reader.card("choose").message.value


def test_a_record_that_is_lost_on_the_way_is_told_of_once(
    shown: list[Any], trouble: tuple[str, Callable[[], None]]
) -> None:
    told, spoil = trouble
    reader = Reader("look", "choose")
    assert "sr-warn" not in html(shown)
    spoil()
    reader.press("look", "Seen it, go on")
    assert reader.said("look").startswith("Done. Next: Choose. This was not kept:")
    assert told in reader.said("look")
    assert reader.card("look").message.value.count("sr-warn") == 1
    assert reader.is_open("choose")
    reader.press("choose", "four")
    assert reader.said("choose").startswith("Done. That was the last step. The rule behind it: 9.2")
    assert "sr-warn" not in reader.card("choose").message.value


# -- what goes wrong in the program ---------------------------------------------------------------


def test_a_step_that_cannot_be_opened_says_so(
    shown: list[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reader = Reader("look", "go")

    def fail(*_: Any) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(step_kinds.Try, "build", fail)
    with caplog.at_level(logging.ERROR, "staffride"):
        reader.press("go", "Open this step")
    assert reader.said("go") == SORRY
    assert "a wheel came off" in caplog.text
    monkeypatch.undo()
    reader.press("go", "Open this step")
    assert reader.is_open("go")


def test_a_failing_button_of_a_step_says_so(
    shown: list[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reader = Reader("go")

    def fail(*_: Any) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(LessonPage, "finish", fail)
    table = reader.card("go").table
    click(table, "1222")
    with caplog.at_level(logging.ERROR, "staffride"):
        click(table, "1721")
    assert words(table.notice.value) == SORRY
    assert "a wheel came off" in caplog.text


def test_what_could_not_be_kept_is_kept_with_the_next_step(shown: list[Any], record: Path) -> None:
    reader = Reader("look", "choose")
    whole = record.read_bytes()
    record.write_text("Dear diary, " * 500)
    reader.press("look", "Seen it, go on")
    assert "This was not kept:" in reader.said("look")
    assert "It is tried again by itself." in reader.said("look")
    record.write_bytes(whole)
    reader.press("choose", "four")
    assert Progress(record).steps("Ann", reader.page.lesson.id) == {"look", "choose"}
    assert reader.said("look").endswith("It is kept now.")
    assert "not kept" not in reader.said("look")


def test_what_could_not_be_kept_is_tried_again_by_itself(
    shown: list[Any], record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_page, "AGAIN_SECONDS", 0)
    reader = Reader("look", "choose")
    whole = record.read_bytes()

    async def lost_and_found() -> None:
        record.write_text("Dear diary, " * 500)
        reader.press("look", "Seen it, go on")
        assert reader.page.beat.running
        await asyncio.sleep(0)
        record.write_bytes(whole)
        while reader.page.beat.running:
            await asyncio.sleep(0)

    in_a_loop(lost_and_found())
    assert Progress(record).steps("Ann", reader.page.lesson.id) == {"look"}
    assert reader.said("look").endswith("It is kept now.")
