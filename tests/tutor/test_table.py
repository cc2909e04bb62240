"""The table: a learner's board, driven by the callbacks that a browser would call."""

from __future__ import annotations

import base64
import json
import logging
import re
from dataclasses import replace
from typing import Any

import ipywidgets as widgets
import pytest

from engine import catalogue, record
from engine.catalogue import GAMES
from engine.chance import Seeded, Typed
from engine.game import Game
from engine.values import Action
from tests.tutor.sitting import (
    all_widgets,
    buttons,
    click,
    do,
    frontend,
    place,
    point,
    press,
    upload,
    words,
)
from tests.tutor.small import ROAD, toy
from tutor.art.themes import DAY, NIGHT
from tutor.look import framed
from tutor.table import Tabletop
from tutor.table.canvas import WIDGET_VIEW
from tutor.table.cell import SORRY

MARCH = "victory-awaits/drills/march"
RIVER_LINE = "victory-awaits/river-line"


@pytest.fixture
def table() -> Tabletop:
    """A table with everything, the Axis on the march."""
    return Tabletop(catalogue.load(MARCH, Seeded(1)))


def saved(table: Tabletop) -> bytes:
    """What the download link holds."""
    found = re.search(
        r'download="[\w-]+\.json" href="data:[\w/]+;base64,([^"]+)"', table.file.saved.value
    )
    assert found is not None, table.file.saved.value
    return base64.b64decode(found[1])


# -- the board ------------------------------------------------------------------------------------


def test_a_click_picks_and_another_goes(table: Tabletop) -> None:
    assert "7 units can act" in words(table.selection.value)
    click(table, "1222")
    assert "in 1222: 5-4 / 8" in words(table.selection.value)
    click(table, "1721")
    assert place(table, "36M") == "1721"
    assert 'class="sr-notice sr-info"' in table.notice.value
    assert "1721" in words(table.notice.value)
    assert "1721" in words(table.logbook.value)
    assert not table.undo.disabled


def test_pointing_shows_the_sum_beside_the_board(table: Tabletop) -> None:
    click(table, "1222")
    point(table, "1721")
    assert words(table.preview.value).endswith("Movement cost 8 of 8")
    point(table, "2120")
    assert 'data-rule="9.2"' in table.preview.value
    frontend(table, "mouse_out", x=0, y=0)
    assert table.preview.value == ""
    assert place(table, "36M") == "1222"


def test_a_refusal_is_told_once_with_its_rule(table: Tabletop) -> None:
    click(table, "1222")
    click(table, "1822")
    assert 'data-rule="3.1"' in table.notice.value
    assert "sr-reasons" not in table.preview.value
    assert place(table, "36M") == "1222"
    assert any(overlay.kind == "cause" for overlay in table.board.view.overlays)


def test_the_board_is_played_by_keys(table: Tabletop) -> None:
    press(table, "n")
    assert table.desk.pointer.unit == table.desk.hands.pickable()[0]
    for key in ("Escape", "n", "n", "ArrowRight", "Enter"):
        press(table, key)
    assert place(table, table.desk.hands.game.history[-1].action["unit"]) != "1222"
    assert table.board.view.cursor is not None
    assert table.desk.game.can_undo


def test_the_theme_is_told_as_a_key(table: Tabletop) -> None:
    press(table, "theme-dark")
    assert table.board.theme is NIGHT
    press(table, "theme-light")
    assert table.board.theme is DAY
    press(table, "theme-plaid")
    assert table.board.theme is DAY


def test_the_screen_reader_is_told_what_changed(table: Tabletop) -> None:
    click(table, "1222")
    assert "Picked: Axis 36M in 1222." in words(table.board.words.value)


# -- beside the board -----------------------------------------------------------------------------


def test_undo_redo_and_reset_are_buttons(table: Tabletop) -> None:
    back_and_forth = (table.undo, table.reset, table.redo)
    assert [button.disabled for button in back_and_forth] == [True, True, True]
    click(table, "1222")
    click(table, "1721")
    assert [button.disabled for button in back_and_forth] == [False, False, True]
    do(table, "Undo")
    assert place(table, "36M") == "1222"
    assert [button.disabled for button in back_and_forth] == [True, True, False]
    do(table, "Redo")
    assert place(table, "36M") == "1721"
    do(table, "Reset")
    assert place(table, "36M") == "1222"
    assert [button.disabled for button in back_and_forth] == [True, True, False]


def test_what_needs_no_pointing_is_a_button(table: Tabletop) -> None:
    assert "End the segment" in buttons(table.choices)
    do(table, "End the segment")
    assert len(table.desk.game.history) == 2


def test_a_frozen_board_offers_nothing_to_do(table: Tabletop) -> None:
    table.desk.frozen = True
    table.refresh()
    assert buttons(table.choices) == {}
    assert table.modes.mode.layout.display == "none"
    assert table.selection.value == ""
    click(table, "1222")
    assert table.desk.pointer.unit is None
    assert "Hex 1222" in words(table.notice.value)


def test_strategic_movement_is_a_mode(table: Tabletop) -> None:
    click(table, "1017")
    assert [text for text, _ in table.modes.mode.options] == ["Normal move", "Strategic move"]
    table.modes.mode.value = "strategic"
    assert table.desk.pointer.mode == "strategic"
    click(table, "1621")
    assert place(table, "217") == "1621"


def test_a_way_can_be_gone_step_by_step(table: Tabletop) -> None:
    table.modes.step.value = True
    click(table, "1222")
    for hex in ROAD[1:]:
        click(table, hex)
    assert place(table, "36M") == "1222"
    do(table, "Go this way")
    assert place(table, "36M") == "1721"
    assert "Go this way" not in buttons(table.widget)


def test_a_click_that_may_mean_two_things_is_a_question() -> None:
    table = Tabletop(catalogue.load("victory-awaits/drills/concepts", Seeded(1)))
    click(table, "1321")
    click(table, "1422")
    assert {"Go to 1422", "Pick Axis 251"} <= set(buttons(table.choices))
    do(table, "Pick Axis 251")
    assert table.desk.pointer.unit == "251"
    assert "Go to 1422" not in buttons(table.choices)
    press(table, "Escape")
    click(table, "1321")
    click(table, "1422")
    do(table, "Go to 1422")
    assert place(table, "21") == "1422"


def test_overlays_are_switched(table: Tabletop) -> None:
    for key, text in table.desk.hands.overlays:
        toggle = next(
            child
            for child in all_widgets(table.widget)
            if isinstance(child, widgets.ToggleButton) and child.description == text
        )
        toggle.value = True
        assert key in table.desk.shown
        toggle.value = False
        assert key not in table.desk.shown
    assert table.board.view == table.desk.view()


def test_a_table_has_only_the_tools_it_is_given() -> None:
    bare = Tabletop(catalogue.load(MARCH, Seeded(1)), tools=(), shown=["zoc-enemy"])
    shown = set(buttons(bare.widget))
    assert shown == {"End the segment"}
    assert any(overlay.kind == "zoc" for overlay in bare.board.view.overlays)
    assert bare.logbook.value == ""


def test_the_sum_may_be_kept_back() -> None:
    table = Tabletop(catalogue.load(MARCH, Seeded(1)), hide_tally=True)
    click(table, "1222")
    point(table, "1721")
    assert table.preview.value == ""


def test_the_odds_of_a_single_choice_are_exact(toys: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Tabletop(toy())
    assert table.odds.value == ""
    only = [Action("storm", hex="0303")]
    monkeypatch.setattr(table.desk.hands, "listed", lambda everything=False: only)
    table.refresh()
    assert words(table.odds.value).startswith("What may come of")
    assert words(table.odds.value).count("17%") == 5
    assert words(table.odds.value).count("8%") == 2


def test_whoever_listens_hears_of_every_change(table: Tabletop) -> None:
    heard: list[int] = []
    table.after.append(lambda: heard.append(len(table.desk.game.history)))
    click(table, "1222")
    click(table, "1721")
    assert heard[-1] == 2


def test_without_a_kernel_the_board_is_a_picture_and_words(table: Tabletop) -> None:
    data = table._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert data["text/plain"] == table.desk.text()
    assert data[WIDGET_VIEW]["model_id"] == framed(table.widget).model_id


# -- the learner's own dice -----------------------------------------------------------------------


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is one of the games, with the rulebook of another."""
    known = replace(GAMES["victory-awaits"], id="toy")
    monkeypatch.setitem(GAMES, "toy", known)


@pytest.fixture
def thrower(toys: None) -> Tabletop:
    """A learner who throws real dice has asked to storm the mill."""
    table = Tabletop(toy(Seeded(3)))
    table.dice.own.value = True
    do(table, "storm hex=0303")
    return table


def test_dice_are_asked_for_and_typed_in(thrower: Tabletop) -> None:
    assert "Use this throw" in buttons(thrower.widget)
    assert "storm (storm hex=0303), 1 to 6" in words(thrower.dice.asking.value)
    thrower.dice.throw.value = 6
    do(thrower, "Use this throw")
    assert "again (storm hex=0303), 1 to 2" in words(thrower.dice.asking.value)
    thrower.dice.throw.value = 2
    do(thrower, "Use this throw")
    assert "Use this throw" not in buttons(thrower.widget)
    assert thrower.desk.game.log[-1].key == "toy.threw-8"


def test_a_die_that_cannot_be_is_refused_in_words(thrower: Tabletop) -> None:
    thrower.dice.throw.value = 7
    do(thrower, "Use this throw")
    told = "7 is not on the die. Type a number from 1 to 6."
    assert words(thrower.notice.value) == told
    thrower.dice.throw.value = 2
    do(thrower, "Use this throw")
    assert thrower.desk.game.log[-1].key == "toy.threw-2"


def test_the_machine_throws_again_as_it_did_before(thrower: Tabletop) -> None:
    seeded = Tabletop(toy(Seeded(3)))
    do(seeded, "storm hex=0303")
    thrower.dice.own.value = False
    assert "Use this throw" not in buttons(thrower.widget)
    assert thrower.desk.game.state == seeded.desk.game.state
    assert thrower.desk.game.source is not None
    assert thrower.desk.game.log == seeded.desk.game.log


# -- saving and loading ---------------------------------------------------------------------------


@pytest.fixture
def moved(table: Tabletop) -> Tabletop:
    """The 36th has gone to 1721."""
    table.act(Action("move", unit="36M", path=ROAD))
    return table


def test_the_save_link_holds_a_record_that_loads(moved: Tabletop) -> None:
    do(moved, "Save")
    text = saved(moved).decode("utf-8")
    game = record.replay(record.loads(text))
    assert game.state == moved.desk.game.state
    assert [step.action for step in game.history] == [s.action for s in moved.desk.game.history]


def test_a_save_is_not_offered_once_the_game_has_gone_on(moved: Tabletop) -> None:
    do(moved, "Save")
    do(moved, "Undo")
    assert moved.file.saved.value == ""


def test_whose_decision_it_is_stands_above_a_prompt_that_does_not_say(table: Tabletop) -> None:
    assert words(table.turn.value) == ("" if "Axis" in table.desk.prompt else "Axis to decide")
    setup = Tabletop(catalogue.load("victory-awaits/nine-turns", Seeded(1)))
    assert words(setup.turn.value) == "Soviet to decide"
    assert setup.modes.step.layout.display == "none"


def test_a_save_is_loaded_where_it_was_left(moved: Tabletop) -> None:
    do(moved, "Save")
    content = saved(moved)
    do(moved, "Reset")
    moved.act(Action("move", unit="21", path=("1526", "1525")))
    upload(moved.file.upload, content)
    assert place(moved, "36M") == "1721"
    assert place(moved, "21") == "1526"
    assert "Loaded: 1 action played again." in words(moved.notice.value)
    assert moved.file.upload.value == ()
    do(moved, "Undo")
    assert place(moved, "36M") == "1222"
    upload(moved.file.upload, content)
    assert place(moved, "36M") == "1721"


def test_a_save_goes_on_with_the_dice_it_would_have_had() -> None:
    one = Tabletop(catalogue.load(RIVER_LINE, Seeded(9)))
    do(one, "Save")
    content = saved(one)
    other = Tabletop(catalogue.load(RIVER_LINE, Seeded(2)))
    upload(other.file.upload, content)
    for table in (one, other):
        for _ in range(3):
            table.act(table.desk.hands.listed()[0])
    assert one.desk.game.state == other.desk.game.state


def changed(content: bytes, **changes: Any) -> bytes:
    """A save with other values, its checksum set right."""
    body = {**json.loads(content), **changes}
    body.pop("checksum")
    body["checksum"] = record._checksum(body)
    return json.dumps(body).encode()


BAD: dict[str, tuple[Any, str]] = {
    "cut in half": (lambda save: save[: len(save) // 2], "damaged"),
    "empty": (lambda save: b"", "damaged"),
    "a changed byte": (lambda save: save.replace(b"1721", b"1722", 1), "checksum"),
    "a broken letter": (lambda save: save.replace(b"1721", b"17\xff1", 1), "not text"),
    "newer": (lambda save: changed(save, schema=record.SCHEMA + 1), "schema"),
    "another scenario": (lambda save: changed(save, scenario=RIVER_LINE), "belongs to"),
    "another version": (lambda save: changed(save, fingerprint="0"), "has changed since"),
    "an illegal move": (
        lambda save: changed(save, actions=[{"do": "move", "unit": "36M", "path": [], "dice": []}]),
        "illegal",
    ),
    "something else": (lambda save: b'{"format": "staffride-progress"}', "not a Staffride save"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_save_that_cannot_be_loaded_is_told_and_changes_nothing(
    moved: Tabletop, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    do(moved, "Save")
    spoil, told = BAD[kind]
    content = spoil(saved(moved))
    moved.act(Action("move", unit="21", path=("1526", "1525")))
    game, before, log = moved.desk.game, moved.desk.game.state, list(moved.desk.game.log)
    view = moved.board.view.counters
    upload(moved.file.upload, content, "mine.json")
    assert moved.desk.game is game
    assert moved.desk.game.state is before
    assert moved.desk.game.log == log
    assert moved.board.view.counters == view
    notice = words(moved.notice.value)
    assert moved.notice.value.count("sr-notice") == 1
    assert notice.startswith("mine.json, ")
    assert told in notice
    assert caplog.records == []
    do(moved, "Undo")
    assert place(moved, "21") == "1526"


def test_whoever_throws_dice_goes_on_throwing_after_loading() -> None:
    table = Tabletop(catalogue.load(RIVER_LINE, Seeded(9)))
    do(table, "Save")
    content = saved(table)
    table.dice.own.value = True
    upload(table.file.upload, content)
    assert isinstance(table.desk.game.source, Typed)
    table.dice.own.value = False
    assert not isinstance(table.desk.game.source, Typed)


def test_a_save_of_thrown_dice_keeps_the_seed_for_whoever_goes_on_without() -> None:
    table = Tabletop(catalogue.load(RIVER_LINE, Seeded(9)))
    table.dice.own.value = True
    do(table, "Save")
    assert record.loads(saved(table).decode()).seed == 9
    upload(table.file.upload, saved(table))
    do(table, "Save")
    assert record.loads(saved(table).decode()).seed == 9
    table.dice.own.value = False
    table.dice.own.value = True
    do(table, "Save")
    assert record.loads(saved(table).decode()).seed == 9


# -- what goes wrong in the program ---------------------------------------------------------------


def fail(*_: Any, **__: Any) -> Any:
    """Something that should not happen."""
    raise RuntimeError("a wheel came off")


HANDLERS: dict[str, tuple[str, Any]] = {
    "click": ("click", lambda table: click(table, "1222")),
    "key": ("key", lambda table: press(table, "n")),
    "button": ("act", lambda table: do(table, "End the segment")),
    "mode": ("set_mode", lambda table: setattr(table.modes.mode, "value", "strategic")),
    "step": ("set_step_by_step", lambda table: setattr(table.modes.step, "value", True)),
    "dice": ("throw_with", lambda table: setattr(table.dice.own, "value", True)),
    "load": ("replace", lambda table: upload(table.file.upload, record_text().encode())),
}


def record_text() -> str:
    """A save of the march."""
    return record.dumps(record.record_of(catalogue.load(MARCH, Seeded(1))))


@pytest.mark.parametrize("handler", HANDLERS)
def test_what_goes_wrong_is_said_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, handler: str
) -> None:
    name, use = HANDLERS[handler]
    monkeypatch.setattr(f"tutor.desk.Desk.{name}", fail)
    table = Tabletop.__new__(Tabletop)
    monkeypatch.setattr("tutor.table.trays.Modes.refresh", lambda self: None)
    Tabletop.__init__(table, catalogue.load(MARCH, Seeded(1)))
    if handler == "mode":
        table.modes.mode.options = [("Normal move", "normal"), ("Strategic move", "strategic")]
    with caplog.at_level(logging.ERROR, "staffride"):
        use(table)
    assert words(table.notice.value) == SORRY
    assert "a wheel came off" in caplog.text
    monkeypatch.undo()
    click(table, "1222")
    assert table.desk.pointer.unit == "36M"
    assert SORRY not in table.notice.value


def test_a_board_that_cannot_be_painted_is_said_and_logged(
    table: Tabletop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(table.board, "_hit", fail)
    with caplog.at_level(logging.ERROR, "staffride"):
        click(table, "1222")
    assert words(table.notice.value) == SORRY
    assert "a wheel came off" in caplog.text


def test_a_game_survives_an_error_in_the_rules(
    table: Tabletop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = table.desk.game.state
    monkeypatch.setattr(Game, "explain", fail)
    click(table, "1222")
    click(table, "1721")
    assert words(table.notice.value) == SORRY
    monkeypatch.undo()
    assert table.desk.game.state is before
    click(table, "1721")
    assert place(table, "36M") == "1721"
    assert len(caplog.records) == 1


# -- what is not the rulebook's --------------------------------------------------------------------


def test_a_reconstructed_table_is_named_as_ours_wherever_it_decides() -> None:
    table = Tabletop(catalogue.load("victory-awaits/examples/AVA-10.3-c", Seeded(1)), tools=())
    assert table.ours.value == ""
    click(table, "1523")
    assert "Reconstructed by us, not the printed figures: CRT (10.4)" in words(table.ours.value)
    assert "4-1" in words(table.ours.value)


def test_tables_copied_from_the_rulebook_are_not_called_ours() -> None:
    table = Tabletop(catalogue.load(MARCH, Seeded(1)), tools=("odds",))
    assert "TERRAIN" not in words(table.ours.value)


# -- what is said of a plan, and of a hex ----------------------------------------------------------


def test_a_refusal_does_not_stand_beside_a_legal_plan(table: Tabletop) -> None:
    table._clicked("1222", "36M")
    table._clicked("2120", None)
    assert "sr-reason" in table.notice.value
    table._pointed("1322", None)
    assert table.desk.preview is not None
    assert table.desk.preview.verdict
    assert table.notice.value == ""
    table._pointed("2120", None)
    assert "sr-reason" in table.notice.value
    table._pressed("Escape")
    assert "sr-reason" not in table.notice.value


def test_a_hex_lights_up_while_its_number_is_pointed_at(table: Tabletop) -> None:
    before = table.board.view
    table._pressed("hex-1322")
    assert table.board.view.cursor == "1322"
    table._pressed("hex-9999")
    assert table.board.view == before
    assert table.desk.pointer.cursor is None


def test_what_acts_stands_before_what_may_be_long() -> None:
    """A plan against several targets takes the height of a window; its buttons are above it."""
    table = Tabletop(catalogue.load("conflict-of-heroes/examples/COH-9.0", Seeded(1)))
    acts = list(all_widgets(table.side.children[0]))
    order = [acts.index(each) for each in (table.choices, table.undo, table.notice, table.plan)]
    assert order == sorted(order)
    assert acts.index(table.plan) < acts.index(table.preview)


def test_a_link_says_that_it_saves_and_not_that_it_has_saved(moved: Tabletop) -> None:
    """Only a page of ours follows it by itself; there is nothing saved before it is pressed."""
    do(moved, "Save")
    assert words(moved.file.saved.value).startswith("Save ")
    assert not words(moved.file.saved.value).endswith(" again")
