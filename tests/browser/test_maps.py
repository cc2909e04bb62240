"""A map larger than its window: zoomed by wheel, fingers and keys, moved, and played on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Served, eventually
from tests.browser.fingers import Finger
from tutor.art.scene import layout_for
from tutor.desk import Desk
from tutor.lesson import open_lesson
from tutor.lesson.kinds import BOARD_SIZE

LESSON, STEP = "victory-awaits/09-movement", "terrain"
UNIT, HEX, NAME = "21", "1526", "Axis 21"
LARGE = "victory-awaits/campaign"
PLACES = """() => {
  const frame = document.querySelector(".sr-out:not([hidden]) .staffride-board-frame");
  const canvas = frame.querySelector("canvas");
  const [board, window] = [canvas, frame].map((one) => one.getBoundingClientRect());
  const { scene, at = "" } = frame.querySelector(".staffride-board-text p").dataset;
  const tile = frame.dataset.painted ?? "";
  return {
    zoomed: frame.classList.contains("sr-zoomed"), scene: scene.split(" ").map(Number),
    waits: "waits" in frame.dataset, tile: tile.split(" ").map(Number),
    at: at.split(" ").map(Number), pixels: canvas.width,
    board: [board.x, board.y, board.width, board.height],
    frame: [window.x, window.y, window.width, window.height],
  };
}"""
PIXELS = """async () => {
  const canvas = document.querySelector(".staffride-board-frame canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...sum].join();
}"""
"""What a board shows, in short."""
Open = Callable[..., Page]


@dataclass
class Map:
    """The board of a step, or of the sandbox."""

    page: Page
    desk: Desk

    @property
    def canvas(self) -> Locator:
        """Its canvas."""
        return self.page.locator(".sr-out:not([hidden]) canvas").first

    @property
    def picked(self) -> Locator:
        """Who is picked."""
        return self.page.locator(".sr-out:not([hidden]) .sr-picked strong")

    def places(self) -> dict[str, list[float]]:
        """Where things are."""
        found: dict[str, list[float]] = self.page.evaluate(PLACES)
        return found

    @property
    def zoom(self) -> float:
        """How many pixels of the page one of the scene's is."""
        told = self.places()
        return told["board"][2] / told["tile"][2]

    def spot(self, hex: str) -> tuple[float, float]:
        """Where the middle of a hex is on the page."""
        told = self.places()
        x, y = layout_for(self.desk.view(), BOARD_SIZE).centre(hex)
        left, top = told["tile"][:2]
        return told["board"][0] + (x - left) * self.zoom, told["board"][1] + (y - top) * self.zoom

    def settled(self) -> None:
        """What is shown has been painted for where it is shown."""
        assert eventually(
            lambda: (
                not self.places()["waits"] and abs(self.zoom / self.places()["tile"][4] - 1) < 0.01
            )
        )

    def wheel(self, hex: str, notches: int) -> None:
        """The wheel is turned over a hex."""
        self.page.mouse.move(*self.spot(hex))
        for _ in range(abs(notches)):
            self.page.mouse.wheel(0, -100 if notches > 0 else 100)
        self.settled()


@pytest.fixture
def step(server: Served, open_page: Open) -> Map:
    """A step of a lesson whose board fits its window."""
    page = open_page(server.page(f"{LESSON}.ipynb?learner=maps#step-{STEP}"))
    desk = Desk(open_lesson(LESSON).step(STEP).game())
    board = Map(page, desk)
    expect(board.canvas).to_be_visible()
    assert eventually(lambda: board.places()["tile"] != [0])
    return board


def test_the_wheel_zooms_about_the_pointer_and_back(step: Map) -> None:
    assert not step.places()["zoomed"]
    whole, before = step.zoom, step.spot(HEX)
    step.wheel(HEX, 4)
    told = step.places()
    assert told["zoomed"]
    assert step.zoom > 1.8 * whole
    assert step.spot(HEX) == pytest.approx(before, abs=3)
    seen = 1.9 * told["frame"][2]
    assert told["pixels"] <= seen, "what is far out of sight is not painted"
    step.wheel(HEX, -6)
    assert eventually(lambda: not step.places()["zoomed"])
    assert eventually(lambda: step.zoom == pytest.approx(whole, rel=0.01))


def test_a_zoomed_map_is_dragged_and_played_on(step: Map) -> None:
    step.wheel(HEX, 5)
    x, y = step.spot("1524")
    step.page.mouse.move(x, y)
    step.page.mouse.down()
    step.page.mouse.move(x + 60, y - 40, steps=6)
    step.page.mouse.up()
    assert step.spot("1524") == pytest.approx((x + 60, y - 40), abs=3)
    expect(step.picked).to_have_count(0)
    step.settled()
    step.page.mouse.click(*step.spot(HEX))
    expect(step.picked).to_have_text(NAME)


def test_a_counter_is_dragged_to_where_it_goes(step: Map) -> None:
    start, goal = step.spot(HEX), step.spot("1525")
    step.page.mouse.move(*start)
    step.page.mouse.down()
    step.page.mouse.move(start[0] + 10, start[1] - 12, steps=3)
    expect(step.picked).to_have_text(NAME)
    expect(step.page.locator(".sr-ghost")).to_have_count(1)
    step.page.mouse.move(*goal, steps=4)
    step.page.mouse.up()
    expect(step.page.locator(".sr-ghost")).to_have_count(0)
    expect(step.page.locator(".sr-out:not([hidden]) .sr-notice")).to_contain_text("moves from 1526")


def test_keys_and_buttons_zoom_and_find_the_unit(step: Map) -> None:
    step.canvas.focus()
    whole = step.zoom
    for _ in range(3):
        step.page.keyboard.press("+")
    step.settled()
    assert step.zoom > 2 * whole
    step.page.keyboard.press("n")
    expect(step.picked).to_have_count(1)
    step.page.locator(".sr-zoom button[title='Go to the unit']").click()

    def centred() -> bool:
        told = step.places()
        (x, y), (left, top) = told["at"], told["tile"][:2]
        spot = told["board"][0] + (x - left) * step.zoom, told["board"][1] + (y - top) * step.zoom
        window = told["frame"]
        return window[0] < spot[0] < window[0] + window[2] and (
            window[1] < spot[1] < window[1] + window[3]
        )

    assert eventually(centred)
    step.page.locator(".sr-zoom button[title='Whole map (0)']").click()
    assert eventually(lambda: not step.places()["zoomed"])
    expect(step.canvas).to_be_focused()
    step.page.keyboard.press("+")
    assert eventually(lambda: bool(step.places()["zoomed"]))
    step.page.keyboard.press("0")
    assert eventually(lambda: not step.places()["zoomed"])


def test_one_finger_drags_a_counter_or_the_map_and_two_zoom(
    server: Served, open_page: Open
) -> None:
    page = open_page(server.page(f"{LESSON}.ipynb?learner=fingers#step-{STEP}"), has_touch=True)
    board = Map(page, Desk(open_lesson(LESSON).step(STEP).game()))
    expect(board.canvas).to_be_visible()
    assert eventually(lambda: board.places()["tile"] != [0])
    finger = Finger(page)
    start, goal = board.spot(HEX), board.spot("1525")
    finger.drag(*start, goal[0] - start[0], goal[1] - start[1])
    expect(page.locator(".sr-out:not([hidden]) .sr-notice")).to_contain_text("moves from 1526")
    page.locator(".sr-out:not([hidden])").get_by_role("button", name="Undo", exact=True).tap()
    expect(page.locator(".sr-out:not([hidden]) .sr-notice")).to_contain_text("Taken back")
    whole, (x, y) = board.zoom, board.spot("1625")
    finger.pinch(x, y, 40, 120)
    assert eventually(lambda: board.zoom > 1.5 * whole)
    board.settled()
    x, y = board.spot("1524")
    finger.drag(x, y, 50, -110)
    assert eventually(lambda: board.spot("1524") == pytest.approx((x + 50, y - 110), abs=4))
    board.settled()
    finger.tap(*board.spot(HEX))
    expect(board.picked).to_have_text(NAME)


def test_a_large_map_opens_where_one_can_read_and_is_led_by_the_small_one(
    server: Served, open_page: Open
) -> None:
    page = open_page(server.page(f"sandbox.ipynb?scenario={LARGE}&learner=maps"))
    frame = page.locator(".staffride-board-frame")
    expect(frame).to_have_class(re.compile(r"\bsr-zoomed\b"))

    def told() -> dict[str, list[float]]:
        found: dict[str, list[float]] = page.evaluate(PLACES)
        return found

    # a hex is large enough for its number
    assert eventually(lambda: told()["scene"][2] * told()["tile"][4] >= 25)
    small = page.locator(".sr-mini")
    expect(small.locator("img")).to_be_visible()
    assert small.locator("circle").count() > 20
    box = small.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + 12)
    assert eventually(lambda: told()["tile"][1] < 1)
    # whoever is taken up is painted alone, and it looks as if all had been painted
    picked = page.locator(".sr-picked strong")
    page.locator(".staffride-board-frame canvas").focus()
    for _ in range(3):
        page.keyboard.press("n")
        expect(picked).to_have_count(1)
        assert eventually(lambda: not told()["waits"])
    shown = page.evaluate(PIXELS)
    theme = page.get_by_role("button", name="Dark colours")
    theme.click()
    assert eventually(lambda: page.evaluate(PIXELS) != shown)
    theme.click()
    assert eventually(lambda: page.evaluate(PIXELS) == shown)
