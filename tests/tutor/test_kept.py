"""Games that are kept as they are played, and taken up again."""

from __future__ import annotations

import errno
import os
import random
from itertools import pairwise
from pathlib import Path

import pytest

from engine import bots, catalogue, record
from engine.chance import Seeded
from engine.errors import Problem
from engine.game import Game
from tests.tutor.sitting import buttons, do, words
from tutor.pages import kept
from tutor.pages.kept import MOST_KEPT, Keeper
from tutor.pages.sandbox import KEPT, Sandbox
from tutor.table import Tabletop

RIVER_LINE = "victory-awaits/river-line"
GAMES = [
    RIVER_LINE,
    "holland44/first-span",
    "stalingrad42/steppe-ride",
    "conflict-of-heroes/crossroads",
    "pavlovs-house/three-turns",
]


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    """Ann's."""
    return Keeper("Ann", tmp_path / "class.games")


def again(keeper: Keeper) -> Keeper:
    """The same learner on a page opened later."""
    return Keeper(keeper.learner, keeper.shelf)


def same(one: Game, other: Game) -> bool:
    """Whether two games are the same to the last die."""
    return (
        record.dumps(record.record_of(one)) == record.dumps(record.record_of(other))
        and one.state == other.state
        and one.log == other.log
        and one.decision == other.decision
    )


def move(game: Game, luck: random.Random) -> None:
    """One action of a bot."""
    game.apply(bots.BOTS["random"](luck.random()).choose(game))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_taken_up_is_what_was_left_wherever_that_was(keeper: Keeper, name: str) -> None:
    game, luck = catalogue.load(name, Seeded(5)), random.Random(5)
    for turn in range(60):
        if game.decision is None:
            break
        move(game, luck)
        if luck.random() < 0.2:
            for _ in range(luck.randrange(1, 4)):
                game.undo()
        if luck.random() < 0.3:
            game.redo()
        keeper.follow(game, {})
        if turn % 7 == 0 and len(game.history) > 1:
            left = again(keeper).last()
            assert left is not None
            assert same(left.game(), game), turn
    taken = again(keeper).last()
    assert taken is not None
    back = taken.game()
    assert same(back, game)
    if game.decision is not None:
        action = game.choices()[0]
        assert back.apply(action) == game.apply(action), "and the dice to come are the same"


def test_nothing_is_kept_of_a_game_that_nobody_has_begun(keeper: Keeper) -> None:
    keeper.follow(catalogue.load(RIVER_LINE), {})
    assert not keeper.folder.exists()
    assert not keeper.keeps
    assert keeper.last() is None


def test_a_game_all_taken_back_is_none_and_the_one_before_it_is_offered(keeper: Keeper) -> None:
    before, game = catalogue.load(RIVER_LINE, Seeded(1)), catalogue.load(RIVER_LINE, Seeded(2))
    move(before, random.Random(1))
    keeper.follow(before, {})
    for file in keeper.folder.iterdir():
        os.utime(file, (1, 1))
    move(game, random.Random(1))
    keeper.follow(game, {})
    game.undo()
    keeper.follow(game, {})
    found = keeper.last()
    assert found is not None
    assert found.record.seed == 1


def test_an_action_costs_a_line_and_not_the_game(keeper: Keeper) -> None:
    game, luck, sizes = catalogue.load(RIVER_LINE), random.Random(1), []
    for _ in range(40):
        move(game, luck)
        keeper.follow(game, {})
        (file,) = keeper.folder.iterdir()
        sizes.append(file.stat().st_size)
    grown = [after - before for before, after in pairwise(sizes)]
    assert max(grown) < 600
    before = file.stat().st_size
    keeper.follow(game, {})
    assert file.stat().st_size == before, "nothing happened, nothing is written"


def test_nobody_reads_in_it_what_lies_face_down(keeper: Keeper) -> None:
    game = catalogue.load("conflict-of-heroes/crossroads", Seeded("a long seed"))
    move(game, random.Random(1))
    keeper.follow(game, {})
    (file,) = keeper.folder.iterdir()
    text = file.read_text()
    assert "seed" not in text
    assert '"' not in text
    assert (file.stat().st_mode & 0o077, keeper.folder.stat().st_mode & 0o077) == (0, 0)


def test_a_line_that_broke_off_was_never_played(keeper: Keeper) -> None:
    game, luck = catalogue.load(RIVER_LINE), random.Random(1)
    for _ in range(3):
        move(game, luck)
        keeper.follow(game, {})
    (file,) = keeper.folder.iterdir()
    whole = file.read_bytes()
    for cut in range(1, 30):
        file.write_bytes(whole[:-cut])
        found = keeper.last()
        assert found is not None
        assert len(found.record.actions) == 2


@pytest.mark.parametrize(
    "text",
    ["", "\n", "no envelope\n", "ą\n", f"{record.seal({'scenario': 'x'})}\n"],
)
def test_what_is_damaged_is_not_offered(keeper: Keeper, text: str) -> None:
    keeper.folder.mkdir(parents=True)
    (keeper.folder / "1.game").write_text(text)
    assert keeper.last() is None
    with pytest.raises(Problem, match="damaged"):
        kept.read(keeper.folder / "1.game")


def test_the_last_game_is_offered_and_old_ones_go(keeper: Keeper) -> None:
    luck = random.Random(1)
    for seed in range(MOST_KEPT + 3):
        game = catalogue.load(RIVER_LINE, Seeded(seed))
        move(game, luck)
        keeper.follow(game, {"axis": "random"})
        for number, file in enumerate(sorted(keeper.folder.iterdir())):
            os.utime(file, (number, number))
    assert len(list(keeper.folder.iterdir())) == MOST_KEPT
    found = keeper.last()
    assert found is not None
    assert (found.record.seed, found.players) == (MOST_KEPT + 2, {"axis": "random"})


def test_games_are_their_learners_own(keeper: Keeper) -> None:
    game = catalogue.load(RIVER_LINE)
    move(game, random.Random(1))
    keeper.follow(game, {})
    assert Keeper("../Ann", keeper.shelf).last() is None
    assert Keeper("Bob", keeper.shelf).last() is None
    assert keeper.last() is not None


# -- in the sandbox -------------------------------------------------------------------------------


def table(sandbox: Sandbox) -> Tabletop:
    """Its table."""
    assert sandbox.table is not None
    return sandbox.table


def test_a_sandbox_offers_the_game_that_was_left_and_it_is_the_same(keeper: Keeper) -> None:
    first = Sandbox(RIVER_LINE, keeper)
    assert first.offer.children == ()
    assert KEPT not in first.widget._dom_classes
    first.seed.value = "7"
    do(first, "Set it up")
    first.players.children[1].value = "random"
    for _ in range(3):
        do(table(first), "End the segment")
    do(table(first), "Undo")
    assert KEPT in first.widget._dom_classes
    left = table(first).desk

    second = Sandbox("holland44/first-span", again(keeper))
    count = len(left.game.history) - 1
    assert f"The river line, {count} actions" in words(second.offer.children[0].value)
    do(second, "Take it up again")
    taken = table(second).desk
    assert same(taken.game, left.game)
    assert taken.match.bots == left.match.bots
    assert second.choose.value == RIVER_LINE
    assert [box.value for box in second.players.children] == ["person", "random"]
    assert second.message.value == ""
    assert "Take it up again" not in buttons(second.widget)
    do(table(second), "End the segment")
    do(table(first), "End the segment")
    assert same(table(second).desk.game, table(first).desk.game)


def test_a_game_of_one_action_is_said_to_have_one(keeper: Keeper) -> None:
    do(table(Sandbox(RIVER_LINE, keeper)), "End the segment")
    later = Sandbox(RIVER_LINE, again(keeper))
    assert "The river line, 1 action," in words(later.offer.children[0].value)
    do(later, "Take it up again")
    assert table(later).desk.notice.text == "Taken up again after 1 action."


def test_a_game_that_cannot_be_kept_is_told_of_and_goes_on(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    sandbox = Sandbox(RIVER_LINE, keeper)
    with monkeypatch.context() as patch:
        patch.setattr(kept.os, "write", full)
        do(table(sandbox), "End the segment")
        assert "this game is not kept (No space left on device)" in words(sandbox.message.value)
        assert KEPT not in sandbox.widget._dom_classes
        assert len(table(sandbox).desk.game.history) == 2
    do(table(sandbox), "End the segment")
    assert KEPT in sandbox.widget._dom_classes
    assert sandbox.message.value == "", "it is kept again"
    found = again(keeper).last()
    assert found is not None
    assert same(found.game(), table(sandbox).desk.game)


def test_outside_of_the_server_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Sandbox(RIVER_LINE).keeper is None
    monkeypatch.setenv("STAFFRIDE_LOG", "here")
    monkeypatch.setenv("STAFFRIDE_LEARNER", "Ann")
    served = Sandbox(RIVER_LINE).keeper
    assert served is not None
    assert served.learner == "Ann"
