"""The sandbox: any scenario, for people or against bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from engine import bots, catalogue, record
from engine.chance import Seeded
from engine.values import Action
from tests.tutor.sitting import all_widgets, buttons, do, in_a_loop, upload, words
from tutor.pages import sandbox as sandbox_page
from tutor.pages.sandbox import Sandbox
from tutor.table import Tabletop, trays
from tutor.table.cell import SORRY

RIVER_LINE = "victory-awaits/river-line"


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """The training scenario, for two people."""
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return Sandbox(RIVER_LINE)


def table(sandbox: Sandbox) -> Tabletop:
    """Its table."""
    assert sandbox.table is not None
    return sandbox.table


def seat(sandbox: Sandbox, side: str, player: str) -> None:
    """Choose who plays a side."""
    (box,) = [box for box in sandbox.players.children if box.side == side]
    box.value = player


def test_every_scenario_can_be_chosen(sandbox: Sandbox) -> None:
    offered = []
    for _, game in sandbox.game.options:
        sandbox.game.value = game
        assert sandbox.choose.value == sandbox.first(game)
        offered += [name for _, name in sandbox.choose.options]
    assert sorted(offered) == sorted(catalogue.scenario_ids())
    sandbox.game.value = "conflict-of-heroes"
    fights = [title for title, _ in sandbox.choose.options]
    assert [title.partition(" ")[0] for title in fights[-3:]] == ["9", "10", "11"]
    sandbox.game.value = "victory-awaits"
    assert ("The river line", RIVER_LINE) in sandbox.choose.options
    assert sandbox.choose.value == RIVER_LINE
    assert table(sandbox).desk.game.scenario.id == RIVER_LINE


def test_the_address_may_choose_the_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    names = catalogue.scenario_ids()
    monkeypatch.setenv("QUERY_STRING", f"scenario={names[-1]}")
    assert Sandbox().choose.value == names[-1]
    assert Sandbox().message.value == ""
    monkeypatch.setenv("QUERY_STRING", "scenario=victory-awaits/nowhere")
    lost = Sandbox()
    assert lost.choose.value == RIVER_LINE
    assert "There is no scenario 'victory-awaits/nowhere'" in words(lost.message.value)
    monkeypatch.setenv("QUERY_STRING", "")
    assert Sandbox().message.value == ""


def test_two_people_play_and_nobody_is_moved_for_them(sandbox: Sandbox) -> None:
    desk = table(sandbox).desk
    assert desk.match.bots == {}
    for _ in range(3):
        do(table(sandbox), "End the segment")
    assert len(desk.game.history) == 4


def test_a_bot_plays_its_side_and_people_the_other(sandbox: Sandbox) -> None:
    desk = table(sandbox).desk
    mine = desk.game.decision.side
    theirs = next(side.id for side in desk.game.scenario.sides if side.id != mine)
    seat(sandbox, theirs, "greedy")
    for _ in range(30):
        if desk.game.decision is None:
            break
        assert desk.game.decision.side == mine
        do(table(sandbox), "End the segment")
    assert desk.game.decision is None
    assert desk.prompt.endswith("wins.")
    assert words(table(sandbox).prompt.value) == desk.prompt


def test_what_the_bot_did_is_in_the_log_and_can_be_taken_back(sandbox: Sandbox) -> None:
    desk = table(sandbox).desk
    mine = desk.game.decision.side
    seat(sandbox, mine, "random")
    assert desk.game.decision is not None
    assert desk.game.decision.side != mine
    assert len(desk.game.history) > 1
    assert words(table(sandbox).logbook.value) != "What happened"
    before = desk.game.state
    do(table(sandbox), "End the segment")
    do(table(sandbox), "Undo")
    assert desk.game.state is before


def test_what_a_bot_did_before_anybody_else_is_nothing_to_take_back(sandbox: Sandbox) -> None:
    board = table(sandbox)
    seat(sandbox, board.desk.game.decision.side, "random")
    assert len(board.desk.game.history) > 1
    assert (board.undo.disabled, board.reset.disabled) == (True, True)
    do(board, "End the segment")
    assert (board.undo.disabled, board.reset.disabled) == (False, False)
    do(board, "Reset")
    assert (board.undo.disabled, board.reset.disabled) == (True, True)


@pytest.fixture
def show(sandbox: Sandbox) -> Tabletop:
    """Bots play both sides."""
    do(sandbox, "Set it up")
    for side in ("soviet", "axis"):
        seat(sandbox, side, "random")
    do(table(sandbox), "Reset")
    return table(sandbox)


async def beats(show: Tabletop, until: Callable[[], bool]) -> None:
    """Let the show go on until something is so."""
    for _ in range(10_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("the show did not get there")


def test_bots_alone_wait_at_the_start_until_they_are_told_to_go_on(show: Tabletop) -> None:
    assert len(show.desk.game.history) == 1
    assert buttons(show.choices) == {}
    assert words(show.bots.children[0].value) == "Bots play every side. Actions so far: 0."
    do(show, "Next action")
    assert words(show.bots.children[0].value) == "Bots play every side. Actions so far: 1."
    assert len(show.desk.game.history) == 2
    assert show.desk.notice.events == show.desk.game.history[-1].events
    do(show, "Undo")
    assert len(show.desk.game.history) == 1


def test_bots_alone_play_to_the_end_and_reset_leads_to_the_start(
    show: Tabletop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def watch() -> None:
        do(show, "To the end")
        assert show.bots.next.disabled
        await beats(show, lambda: show.desk.game.decision is None)
        await beats(show, lambda: not show.bots.beat.running)

    in_a_loop(watch())
    assert "Next action" not in buttons(show.widget)
    assert show.desk.prompt.endswith("wins.")
    do(show, "Reset")
    assert len(show.desk.game.history) == 1
    assert {"Next action", "Play on", "To the end"} <= set(buttons(show.widget))


def test_a_show_is_watched_action_by_action_and_paused(
    show: Tabletop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trays, "BEAT_SECONDS", 0)

    async def watch() -> None:
        do(show, "Play on")
        assert "Play on" not in buttons(show.widget)
        await beats(show, lambda: len(show.desk.game.history) == 3)
        do(show, "Pause")
        for _ in range(20):
            await asyncio.sleep(0)

    in_a_loop(watch())
    assert len(show.desk.game.history) == 3
    assert "Play on" in buttons(show.widget)


def test_a_long_turn_of_a_bot_is_shown_as_it_goes_on_and_can_be_stopped(sandbox: Sandbox) -> None:
    do(sandbox, "Set it up")
    board = table(sandbox)
    whole = board.desk
    whole.match.patience = 0.0  # every action is a long one

    async def watch() -> None:
        other = next(s.id for s in whole.game.scenario.sides if s.id != whole.game.player)
        seat(sandbox, other, "random")
        while not whole.match.going:
            whole.act(whole.game.choices()[-1])
        begun = len(whole.game.history)
        board.refresh()
        told = words(board.bots.children[0].value)
        assert told == f"A bot is playing its turn. Actions so far: {begun - 1}."
        assert "Pause" in buttons(board.bots)
        assert not {"Next action", "To the end"} & set(buttons(board.bots))
        do(board, "Pause")
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(whole.game.history) == begun
        assert whole.match.going
        do(board, "Play on")
        await beats(board, lambda: not whole.match.going)
        assert len(whole.game.history) > begun

    in_a_loop(watch())
    assert not board.bots.beat.running
    assert not whole.match.bots_turn or whole.game.decision is None


def test_a_bot_that_fails_ends_the_show(
    show: Tabletop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("a wheel came off")

    async def watch() -> None:
        monkeypatch.setattr(show.desk, "go_on", fail)
        do(show, "To the end")
        await beats(show, lambda: not show.bots.beat.running)

    in_a_loop(watch())
    assert "a wheel came off" in caplog.text
    assert not show.bots.next.disabled
    assert len(show.desk.game.history) == 1


def test_the_same_seed_is_the_same_game(sandbox: Sandbox) -> None:
    states = []
    for seed in ("7", "7", "8"):
        sandbox.seed.value = seed
        do(sandbox, "Set it up")
        states.append(table(sandbox).desk.game.log)
    assert states[0] == states[1]
    assert table(sandbox).desk.game.source.seed == 8


@pytest.mark.parametrize("seed", ["", "seven", "--5", "²", "1.5", "9" * 5000])
def test_what_is_no_seed_is_said_and_the_game_goes_on(sandbox: Sandbox, seed: str) -> None:
    do(table(sandbox), "End the segment")
    game = table(sandbox).desk.game
    sandbox.seed.value = seed
    do(sandbox, "Set it up")
    assert "is no seed. Type a whole number." in words(sandbox.message.value)
    assert table(sandbox).desk.game is game
    assert len(game.history) == 2
    sandbox.seed.value = "-5"
    do(sandbox, "Set it up")
    do(sandbox, "Give it up and set up anew")
    assert sandbox.message.value == ""
    assert len(table(sandbox).desk.game.history) == 1


def test_players_wait_for_the_scenario_that_they_were_chosen_for(sandbox: Sandbox) -> None:
    other = next(name for name in catalogue.scenario_ids() if name != RIVER_LINE)
    game = table(sandbox).desk.game
    sandbox.choose.value = other
    assert words(sandbox.about.value) == catalogue.rules_of(other).scenario.summary
    seat(sandbox, game.decision.side, "random")
    assert len(game.history) == 1
    do(sandbox, "Set it up")
    assert table(sandbox).desk.game.scenario.id == other
    assert set(table(sandbox).desk.match.bots.values()) == {"random"}


def test_what_goes_wrong_in_a_bot_is_said(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Clumsy:
        def __init__(self, seed: int | str) -> None:
            self.seed = seed

        def choose(self, game: Any) -> Action:
            raise RuntimeError("a wheel came off")

    monkeypatch.setitem(bots.PLAYERS, "random", Clumsy)
    seat(sandbox, table(sandbox).desk.game.decision.side, "random")
    assert words(sandbox.message.value) == SORRY
    assert "a wheel came off" in caplog.text
    assert len(table(sandbox).desk.game.history) == 1


def test_a_summary_is_text_and_not_markup(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Rules:
        unplayed = ()

        class scenario:  # noqa: N801
            summary = "<b>bold</b> & brave"
            sides = ()

    monkeypatch.setattr(sandbox_page.catalogue, "rules_of", lambda name: Rules)
    sandbox.chosen()
    assert "&lt;b&gt;bold" in sandbox.about.value


def test_the_sandbox_has_every_tool_and_says_what_it_needs(sandbox: Sandbox) -> None:
    assert table(sandbox).tools == set(Tabletop.ALL)
    assert "needs a running page" in sandbox._repr_mimebundle_()["text/plain"]


def test_a_game_that_goes_on_is_given_up_only_by_who_says_so(sandbox: Sandbox) -> None:
    do(table(sandbox), "End the segment")
    game = table(sandbox).desk.game
    do(sandbox, "Set it up")
    assert table(sandbox).desk.game is game
    assert "1 action, would be given up" in words(sandbox.question.children[0].value)
    do(sandbox, "Go on with it")
    assert sandbox.question.children == ()
    assert table(sandbox).desk.game is game
    do(sandbox, "Set it up")
    do(sandbox, "Give it up and set up anew")
    assert len(table(sandbox).desk.game.history) == 1
    assert sandbox.question.children == ()
    do(sandbox, "Set it up")
    assert sandbox.question.children == (), "nothing is lost by what has not begun"


def test_another_scenario_keeps_who_plays(sandbox: Sandbox) -> None:
    seat(sandbox, "soviet", "greedy")
    sandbox.choose.value = "victory-awaits/minsk-1941"
    assert {box.side: box.value for box in sandbox.players.children}["soviet"] == "greedy"
    sandbox.game.value = "holland44"
    assert [box.value for box in sandbox.players.children] == ["person", "greedy"]


def test_a_look_at_a_game_for_one_gives_no_bot_a_second_side(sandbox: Sandbox) -> None:
    """Coming back to the game on the board one reads who plays it, and they go on."""
    seat(sandbox, "soviet", "greedy")
    before = dict(table(sandbox).desk.match.bots)
    sandbox.game.value = "pavlovs-house"
    assert [(box.side, box.value) for box in sandbox.players.children] == [("soviet", "person")]
    sandbox.game.value = "victory-awaits"
    sandbox.choose.value = RIVER_LINE
    players = {box.side: box.value for box in sandbox.players.children}
    assert players == {"axis": "person", "soviet": "greedy"}
    assert table(sandbox).desk.match.bots == before == {"soviet": "greedy"}


def test_nobody_is_asked_to_play_a_side_that_cards_play(sandbox: Sandbox) -> None:
    sandbox.game.value = "pavlovs-house"
    sandbox.choose.value = "pavlovs-house/the-house"
    assert [box.side for box in sandbox.players.children] == ["soviet"]
    sandbox.choose.value = "pavlovs-house/german-command"
    assert "german" in [box.side for box in sandbox.players.children]


@pytest.mark.parametrize("name", [f"{info.id}/{info.first}" for info in catalogue.GAMES.values()])
def test_it_is_said_what_wins(name: str) -> None:
    told = words(Sandbox(name).table.tracks.value)
    assert "How to win" in told
    assert "win" in told.partition("How to win")[2]


def test_a_saved_game_goes_on_against_the_bot(sandbox: Sandbox) -> None:
    desk = table(sandbox).desk
    mine = desk.game.decision.side
    theirs = next(side.id for side in desk.game.scenario.sides if side.id != mine)
    seat(sandbox, theirs, "random")
    desk.replace(catalogue.load(RIVER_LINE, Seeded(1)))
    do(table(sandbox), "End the segment")
    assert desk.game.decision is None or desk.game.decision.side == mine


def test_a_save_of_another_scenario_brings_its_board(sandbox: Sandbox) -> None:
    other = catalogue.load("victory-awaits/minsk-1941", Seeded(3))
    other.apply(other.choices()[0])
    content = record.dumps(record.record_of(other)).encode()
    upload(table(sandbox).file.upload, content)
    assert sandbox.choose.value == "victory-awaits/minsk-1941"
    desk = table(sandbox).desk
    assert (desk.game.scenario.id, len(desk.game.history)) == ("victory-awaits/minsk-1941", 2)
    assert desk.notice.text == "Loaded: 1 action played again."
    assert sandbox.message.value == "", "nothing waits to be set up"
    upload(table(sandbox).file.upload, content[:90])
    assert "damaged" in table(sandbox).desk.notice.text
    assert table(sandbox).desk is desk


def test_a_board_long_gone_is_closed_and_its_layers_with_it(sandbox: Sandbox) -> None:
    tables = [sandbox.table]
    for _ in range(2):
        assert all(one.comm is not None for one in all_widgets(tables[0].widget))
        sandbox.start()
        tables.append(sandbox.table)
    gone = [*all_widgets(tables[0].widget), *tables[0].board.canvas._canvases]
    assert {one.comm for one in gone} == {None}
    # The page may still be drawing the last one.
    kept = [one for table in tables[1:] for one in all_widgets(table.widget)]
    assert all(one.comm is not None for one in kept)
    do(sandbox.table, "End the segment")
    assert len(sandbox.table.desk.game.history) == 2


def test_a_show_ends_where_another_game_is_set_up(sandbox: Sandbox, show: Tabletop) -> None:
    sandbox.table = show

    async def watch() -> None:
        do(show, "Play on")
        assert show.bots.beat.running
        sandbox.start()
        assert not show.bots.beat.running

    in_a_loop(watch())
    assert len(show.desk.game.history) == 1
