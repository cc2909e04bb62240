"""Two players on two pages share a game: each by what his page offers, through reloads, and through
the death of kernels, referee and server.
"""

from __future__ import annotations

import re
import signal
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine import catalogue, record
from engine.bots import make_bot
from engine.chance import Seeded
from engine.game import Game
from engine.words import catalogue as words
from tests.browser.conftest import Served, serve, stop, watch
from tests.browser.driver import PAINTED, LessonDriver
from tests.browser.sitting import EVERY, clean, sample
from tutor.desk import Desk

STEP: Any = SimpleNamespace(id="sandbox", kind="try", unaided=False, bots={})
FIREFIGHT, SMALL = "conflict-of-heroes/granary-with-cards", "holland44/hells-highway"
MOST = 10_000 if EVERY else 16
"""So many actions are done on the pages; `make soak` plays to the end."""


class Player(LessonDriver):
    """Plays in the sandbox by what the page offers."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def card(self, step: object) -> Locator:
        """The whole sandbox is one card."""
        return self.page.locator(".sr-sandbox")

    def sits(self) -> None:
        """The shared board has come."""
        expect(self.table).to_contain_text("(you)")
        board = self.card(STEP).locator("canvas")
        expect(board).to_have_count(1)
        self.page.wait_for_function(PAINTED, arg=board.element_handle())

    @property
    def table(self) -> Locator:
        """Who sits there, and what is settled."""
        return self.page.locator(".sr-together")


class House:
    """A server that can be killed and started again where it was, and its visitors."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder, self.browser = folder, browser
        self.record = folder / "record.sqlite"
        self.served = self._serve()
        self.port = int(re.findall(r":(\d+)", self.served.url)[0])

    def _serve(self, *more: str) -> Served:
        return serve("--progress", str(self.record), *more, log=self.folder / "log")

    def visitor(self, path: str) -> Player:
        """Somebody with a browser of his own opens a page."""
        page = watch(self.browser.new_context().new_page())
        page.goto(self.served.page(path))
        expect(page.locator(".sr-sandbox .sr-setup")).to_be_visible()
        return Player(page)

    def kill(self, what: str) -> None:
        """Processes of the server end without a word."""
        for process in psutil.Process(self.served.process.pid).children(recursive=True):
            is_referee = "tutor.referee" in process.cmdline()
            if is_referee if what == "referee" else self._kernel(process):
                process.send_signal(signal.SIGKILL)

    @staticmethod
    def _kernel(process: psutil.Process) -> bool:
        parent = process.parent()
        return parent is not None and "tutor.serving.nursery" in parent.cmdline()

    def crash(self) -> None:
        """The server itself ends without a word, and is started again at the same address."""
        self.served.process.kill()
        self.served.process.wait()
        self.served = self._serve("--port", str(self.port))

    def game(self, code: str) -> Game:
        """The true game as it begins, for who knows the seed: nobody but the database."""
        asked = "select scenario, seed from shared_game where code = ?"
        scenario, seed = sqlite3.connect(self.record).execute(asked, (code,)).fetchone()
        return Game(catalogue.rules_of(scenario), Seeded(seed))


@pytest.fixture
def house(tmp_path: Path, browser: Browser) -> Iterator[House]:
    built = House(tmp_path, browser)
    yield built
    stop(built.served)


def opened(house: House, scenario: str) -> tuple[str, dict[str, Player]]:
    """Ann opens a table, Bob joins by its code."""
    sides = [side.id for side in catalogue.rules_of(scenario).scenario.sides]
    ann = house.visitor(f"sandbox.ipynb?learner=Ann&scenario={scenario}")
    other = ann.page.locator(".sr-setup select").last
    other.select_option(label="somebody at another screen")
    ann.page.get_by_role("button", name="Set it up").click()
    code = ann.page.locator(".sr-code").inner_text()
    bob = house.visitor("sandbox.ipynb?learner=Bob")
    bob.page.get_by_role("button", name="Join a table").click()
    bob.page.get_by_label("Code of the table").fill(code.lower())
    bob.page.get_by_label("Code of the table").press("Tab")
    bob.page.get_by_role("button", name="Join", exact=True).click()
    bob.page.get_by_role("button", name=re.compile("^Play ")).click()
    expect(ann.table).to_contain_text("Bob")
    ann.sits()
    bob.sits()
    return code, dict(zip(sides, (ann, bob), strict=True))


def desks(game: Game, sides: Any) -> dict[str, Desk]:
    """What each of them should see of the true game."""
    found = {}
    for side in sides:
        found[side] = desk = Desk(game)
        desk.match.away = frozenset(sides) - {side}
        desk.seats.owner = side
    return found


ACCIDENTS = {4: "referee", 7: "kernels", 10: "", 13: "server"}
"""What ends without a word, and before which action; after some of them pages are loaded anew."""


def accident(house: House, what: str, players: Iterable[Player]) -> None:
    """It happens, and everybody comes back."""
    if what == "server":
        house.crash()
    elif what:
        house.kill(what)
    if what != "referee":
        for player in players:
            player.page.reload()
            player.sits()


@pytest.mark.parametrize("scenario", sample([FIREFIGHT, SMALL], 2))
def test_two_pages_play_and_nothing_is_lost_whatever_dies(house: House, scenario: str) -> None:
    code, players = opened(house, scenario)
    game = house.game(code)
    seen, bot = desks(game, players), make_bot("greedy", 1)
    for number in range(MOST):
        if game.decision is None:
            break
        if number in ACCIDENTS:
            accident(house, ACCIDENTS[number], players.values())
            if ACCIDENTS[number] != "referee":
                seen = desks(game, players)
        side = game.player
        assert side is not None
        for desk in seen.values():
            desk.view()
        players[side].do(STEP, seen[side], bot.choose(game))
        for other, player in players.items():
            prompt = player.card(STEP).locator(".sr-prompt p")
            expect(prompt).to_have_attribute("data-done", str(len(game.history)))
            if game.decision is not None:
                mine = re.compile("^Your turn" if game.player == other else "^Sandbox")
                expect(player.page).to_have_title(mine)
    assert len(game.history) > min(MOST, 16)
    log = sqlite3.connect(house.record).execute("select count(*) from log").fetchone()
    assert log == (len(game.history) - 1,)
    if game.decision is None:
        for player in players.values():
            assert game.ending is not None
            expect(player.card(STEP).locator(".sr-prompt")).to_contain_text(
                words().say(game.ending.key)
            )


def test_what_is_asked_of_the_other_is_answered_on_his_page(house: House) -> None:
    _, players = opened(house, SMALL)
    ann, bob = players.values()

    def press(player: Player, name: str) -> None:
        player.page.get_by_role("button", name=name, exact=True).click()

    press(ann, "Offer a draw")
    expect(bob.table).to_contain_text("offers a draw")
    press(bob, "Refuse")
    expect(ann.table).not_to_contain_text("offers a draw")
    press(bob, "Resign")
    press(bob, "Resign")
    for player in (ann, bob):
        expect(player.card(STEP).locator(".sr-prompt")).to_contain_text("given up")
    with ann.page.expect_download() as brought:
        press(ann, "Save the game")
    kept = record.loads(Path(brought.value.path()).read_text(encoding="utf-8"))
    assert kept.scenario == SMALL
    assert len(record.replay(kept).history) == 1
    bob.page.close()
    expect(ann.table).to_contain_text("not here now")


def test_a_third_may_watch_and_does_nothing(house: House) -> None:
    code, players = opened(house, SMALL)
    cleo = house.visitor(f"sandbox.ipynb?learner=Cleo&table={code}")
    cleo.page.get_by_role("button", name="Watch").click()
    expect(cleo.table).to_contain_text("1 watching")
    expect(cleo.page.locator("canvas.staffride-board").first).to_be_visible()
    expect(cleo.page.get_by_role("button", name="Resign")).to_have_count(0)
    for player in players.values():
        expect(player.table).to_contain_text("1 watching")
    cleo.page.reload()
    expect(cleo.table).to_contain_text("1 watching")
    assert clean(cleo.page)


def test_a_code_that_there_is_not_is_said_so(house: House) -> None:
    lost = house.visitor("sandbox.ipynb?learner=Dan&table=ZZZZZ")
    expect(lost.page.locator(".sr-sandbox")).to_contain_text("There is no table of that code")
    assert clean(lost.page)


def test_who_comes_to_a_seat_that_is_taken_is_offered_the_others(house: House) -> None:
    code, players = opened(house, SMALL)
    taken = next(iter(players))
    late = house.visitor(f"sandbox.ipynb?learner=Eve&table={code}&side={taken}").page
    expect(late.locator(".sr-sandbox")).to_contain_text("This seat is somebody else's")
    late.get_by_role("button", name="Watch").click()
    expect(late.locator(".sr-together")).to_contain_text("1 watching")
    assert clean(late)
