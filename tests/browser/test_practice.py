"""Practice in a real browser: sets by mouse and by keys, and every kind of question drawn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.catalogue import GAMES
from engine.practice.question import Question
from engine.practice.stock import Drill, stock
from tests.browser.conftest import Served
from tests.browser.driver import PAINTED, WAY, click_spot
from tests.browser.sitting import clean, sample
from tutor.art.scene import layout_for
from tutor.desk import Desk
from tutor.pages.posing import SIZE

Open = Callable[..., Page]
GAME = "victory-awaits"
ASKED_OF_SEEN = """() => {
  const frame = document.querySelector(".sr-asking .staffride-board-frame");
  const { at, scene } = frame.querySelector(".staffride-board-text p").dataset;
  if (!at) return true;
  const tile = frame.dataset.painted ?? `0 0 ${scene.split(" ")[0]}`;
  const [left, top, width] = tile.split(" ").map(Number);
  const canvas = frame.querySelector("canvas").getBoundingClientRect();
  const window = frame.getBoundingClientRect();
  const [x, y] = at.split(" ").map(Number), zoom = canvas.width / width;
  const [px, py] = [canvas.x + (x - left) * zoom, canvas.y + (y - top) * zoom];
  return px > window.x && px < window.right && py > window.y && py < window.bottom;
}"""
"""Whether the place that a question is about is in sight."""
SIZES = (820, 1180), (1280, 720)
ONWARD = re.compile("Next question|How it went")


def ten(game: str) -> list[Drill]:
    """Ten questions of as many kinds as there are."""
    kinds: dict[str, list[Drill]] = {}
    for drill in stock(game).drills:
        kinds.setdefault(drill.kind, []).append(drill)
    rounds = [found[place] for place in range(10) for found in kinds.values() if found[place:]]
    return rounds[:10]


def link(game: str, drills: list[Drill], learner: str) -> str:
    """The address of a set."""
    names = ",".join(drill.id for drill in drills)
    return f"practice.ipynb?game={game}&questions={names}&learner={learner}"


class Sitting:
    """Somebody who answers a set."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def answers(self) -> Locator:
        """The buttons to answer by."""
        return self.page.locator(".sr-asking .sr-answer")

    def is_asked(self, number: int, count: int) -> None:
        """A question is on the screen, with its board."""
        expect(self.page.locator(".sr-task .sr-kicker")).to_contain_text(f"{number} of {count}")
        board = self.page.locator(".sr-asking canvas").first
        expect(board).to_be_visible()
        self.page.wait_for_function(PAINTED, arg=board.element_handle())

    def point(self, drill: Drill, hex: str) -> None:
        """Click a hex of the board."""
        desk = Desk(drill.position())
        layout = layout_for(desk.view(), SIZE)
        frame = self.page.locator(".sr-asking .staffride-board-frame").first
        frame = self.page.locator(".sr-asking .staffride-board-frame").first
        click_spot(frame, *layout.centre(hex), layout.width)
        # the map may go after the cursor: what comes next is aimed when it is there
        described = desk.hands.describe(hex).removesuffix(".")
        expect(frame.locator(".staffride-board-text p")).to_contain_text(f"Cursor: {described}")

    def press(self, button: Locator, keyboard: bool) -> None:
        """Press a button, by mouse or by keys."""
        expect(button).to_be_visible()
        if not keyboard:
            button.click()
            return
        for _ in range(80):
            key = button.evaluate(WAY)
            if not key:
                break
            self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")

    def give(self, drill: Drill, posed: Question, keyboard: bool) -> None:
        """The right answer."""
        order = [option.name for option in posed.options]
        if posed.all:
            marks = self.page.locator(".sr-asking .sr-marks button")
            for name in sorted(posed.right):
                if marks.count():
                    self.press(marks.nth(order.index(name)), keyboard)
                else:
                    told = self.page.locator(".sr-ask .staffride-status", has_text="Marked:")
                    before = told.inner_text()
                    self.point(drill, name)
                    expect(told).not_to_have_text(before)
            self.press(self.page.get_by_role("button", name="Answer", exact=True), keyboard)
        else:
            self.press(self.answers.nth(order.index(min(posed.right))), keyboard)
        expect(self.page.locator(".sr-step-message")).to_contain_text("Right.")


@pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keys"])
def test_a_set_of_ten_is_answered(server: Served, open_page: Open, keyboard: bool) -> None:
    drills = [drill for drill in ten(GAME) if not (keyboard and drill.pose().all)]
    count = len(drills)
    page = open_page(server.page(link(GAME, drills, f"Ten{keyboard}")))
    sat = Sitting(page)
    for number, drill in enumerate(drills, start=1):
        sat.is_asked(number, count)
        sat.give(drill, drill.pose(), keyboard)
        onward = page.get_by_role("button", name=ONWARD)
        if keyboard:
            expect(onward).to_be_focused()
            page.keyboard.press("Enter")
        else:
            onward.click()
    expect(page.locator(".sr-practice")).to_contain_text(f"{count} of {count} right")
    assert clean(page)


def test_a_wrong_answer_is_explained_on_the_board_and_practised_again(
    server: Served, open_page: Open
) -> None:
    drill = next(one for one in stock(GAME).drills if one.kind == "allowed")
    posed = drill.pose()
    page = open_page(server.page(link(GAME, [drill], "Wrong")))
    sat = Sitting(page)
    sat.is_asked(1, 1)
    wrong = next(n for n, option in enumerate(posed.options) if option.name not in posed.right)
    sat.answers.nth(wrong).click()
    message = page.locator(".sr-step-message")
    expect(message).to_contain_text("Not quite.")
    expect(message).to_contain_text("Right is:")
    page.get_by_role("button", name="How it went").click()
    told = page.locator(".sr-practice")
    expect(told).to_contain_text("0 of 1 right")
    told.get_by_role("link", name="practise it").first.click()
    expect(page.locator(".sr-task .sr-kicker")).to_contain_text("1 of")
    assert clean(page)


def test_hexes_are_marked_by_keys(server: Served, open_page: Open) -> None:
    drill = next(one for one in stock(GAME).drills if one.kind == "where")
    page = open_page(server.page(link(GAME, [drill], "Keys")))
    sat = Sitting(page)
    sat.is_asked(1, 1)
    page.locator(".sr-asking canvas").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".sr-asking")).to_contain_text(re.compile(r"Marked: \S+"))
    assert clean(page)


def test_the_keys_stay_where_a_set_begins_and_ends(server: Served, open_page: Open) -> None:
    page = open_page(server.page(f"practice.ipynb?game={GAME}&learner=Begins"))
    today = page.get_by_role("button", name="Today's questions")
    today.focus()
    page.keyboard.press("Enter")
    Sitting(page).is_asked(1, 10)
    held = "() => document.activeElement.closest('.sr-asking') !== null"
    page.wait_for_function(held)
    enough = page.get_by_role("button", name="Enough for now")
    enough.focus()
    page.keyboard.press("Enter")
    expect(today).to_be_focused()
    assert clean(page)


@pytest.mark.parametrize(
    ("game", "size"), sample([(game, size) for game in GAMES for size in SIZES], 2 * len(GAMES))
)
def test_every_kind_is_drawn_in_one_window(
    server: Served, open_page: Open, game: str, size: tuple[int, int]
) -> None:
    kinds = {drill.kind: drill for drill in stock(game).drills}
    drills = list(kinds.values())
    viewport = {"width": size[0], "height": size[1]}
    page = open_page(server.page(link(game, drills, f"Kinds{size[0]}")), viewport=viewport)
    sat = Sitting(page)
    for number, drill in enumerate(drills, start=1):
        sat.is_asked(number, len(drills))
        # a large map is cut to its frame a moment after it is painted
        page.wait_for_function(
            "() => document.documentElement.scrollHeight === innerHeight && scrollY === 0"
        )
        page.wait_for_function(ASKED_OF_SEEN)
        posed = drill.pose()
        if posed.all:
            sat.give(drill, posed, keyboard=False)
        else:
            sat.answers.first.click()
        page.get_by_role("button", name=ONWARD).click()
    expect(page.locator(".sr-practice")).to_contain_text(f"of {len(drills)} right")
    assert clean(page)
