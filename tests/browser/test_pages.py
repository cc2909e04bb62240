"""The pages around the lessons, in a real browser: home, sandbox, rules, examples, every screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from engine.catalogue import GAMES
from tests.browser.conftest import Served, eventually
from tests.browser.driver import LessonDriver
from tests.browser.fingers import Finger
from tests.browser.sitting import clean
from tutor.art.layout import Layout
from tutor.desk import Desk
from tutor.lesson import lesson_ids, open_lesson
from tutor.lesson.kinds import BOARD_SIZE
from tutor.pages.home import MORE

MOVEMENT = "victory-awaits/09-movement"
RIVER_LINE = "victory-awaits/river-line"
FOUR_ARMIES = "conflict-of-heroes/four-armies"
SIZES = [(1280, 800), (1920, 1080), (820, 1180)]
PAGES = [
    "index.ipynb",
    f"sandbox.ipynb?scenario={RIVER_LINE}",
    "examples.ipynb",
    "rules.ipynb?q=supply",
]
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PIXEL = "(c) => Array.from(c.getContext('2d').getImageData(3, 3, 1, 1).data)"
Open = Callable[..., Page]


def board(page: Page) -> Locator:
    """The first board of a page."""
    return page.locator("canvas.staffride-board").first


def choose_file(page: Page, file: Path | FilePayload) -> None:
    """Choose a file behind the Load button."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=re.compile("^Load")).click()
    chooser.value.set_files(file)


# -- home -----------------------------------------------------------------------------------------


def test_home_lists_five_games_with_their_chapters(server: Served, open_page: Open) -> None:
    page = open_page(server.url)
    cards = page.locator("article.sr-game")
    expect(cards).to_have_count(5)
    for number, info in enumerate(GAMES.values()):
        card = cards.nth(number)
        expect(card.locator("h2")).to_have_text(info.title)
        listed = len(info.rulebook.chapters) + len(MORE.get(info.id, ()))
        expect(card.locator("ul.sr-chapters li")).to_have_count(listed)
    for name in lesson_ids():
        expect(page.locator(f'ul.sr-chapters a[href*="{name}.ipynb"]')).to_have_count(1)
    assert clean(page)


def test_home_leads_into_the_first_lesson(server: Served, open_page: Open) -> None:
    page = open_page(f"{server.url}?learner=Newcomer")
    first = open_lesson(lesson_ids()[0])
    begin = page.locator(".sr-next")
    expect(begin).to_contain_text("Begin with")
    begin.get_by_role("link", name=GAMES[first.game].title).click()
    expect(page.locator("h1")).to_be_visible()
    assert f"/{first.id}.ipynb?learner=Newcomer" in page.url


def test_a_name_is_given_and_carried_along(server: Served, open_page: Open) -> None:
    page = open_page(server.url)
    page.get_by_label("Your name").fill("Ann Lee")
    page.get_by_label("Your name").press("Enter")
    expect(page.get_by_label("Your name")).to_have_value("Ann Lee")
    expect(page.locator(".sr-who")).to_have_text("Ann Lee")
    links = page.locator("ul.sr-chapters a")
    expect(links.first).to_have_attribute("href", re.compile("learner=Ann%20Lee"))
    assert clean(page)


def test_rules_are_searched_from_home(server: Served, open_page: Open) -> None:
    page = open_page(server.url)
    page.get_by_label("Search all rules").fill("stacking")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator("article.sr-card").first).to_contain_text("tacking")
    assert "q=stacking" in page.url


# -- the sandbox ----------------------------------------------------------------------------------


WORD = """(label) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode()); ) {
    const start = node.data.indexOf(label);
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + label.length);
    const box = range.getBoundingClientRect();
    if (box.width) return [box.x + box.width / 2, box.y + box.height / 2];
  }
}"""
"""Where a word stands in the window."""


def test_a_hex_lights_up_while_its_number_is_pointed_at(server: Served, open_page: Open) -> None:
    page = open_page(server.page(f"sandbox.ipynb?scenario={RIVER_LINE}"))
    page.locator("summary", has_text="How to win").click()
    cursor = page.locator(".staffride-board-text [data-at]")
    expect(cursor).to_have_count(0)
    page.mouse.move(*page.evaluate(WORD, "1825"))
    expect(cursor).to_have_count(1)
    page.locator(".sr-brand").hover()
    expect(cursor).to_have_count(0)


def test_the_sandbox_plays_a_bot_for_one_side(server: Served, open_page: Open) -> None:
    page = open_page(server.page(f"sandbox.ipynb?scenario={RIVER_LINE}"))
    prompt = page.locator(".sr-prompt")
    expect(prompt).to_contain_text("move its active units")
    log = page.locator("ol.sr-log li")
    before = log.count()
    side = "Soviet" if "27A" in prompt.inner_text() or "11A" in prompt.inner_text() else "Axis"
    page.get_by_label(side, exact=True).select_option("the greedy bot")
    expect(page.locator("ol.sr-log")).to_contain_text("moves")
    assert eventually(lambda: log.count() > before)
    # The bot owes nothing any more: the person of the other side does.
    end = page.get_by_role("button", name="End the segment", exact=True)
    for _ in range(40):
        if page.get_by_text("wins.").count():
            break
        was = log.count()
        end.click()
        assert eventually(lambda was=was: log.count() > was)
    expect(prompt).to_contain_text("wins.")
    assert clean(page)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900)])
def test_four_players_are_seated_in_one_line_above_a_whole_board(
    server: Served, open_page: Open, width: int, height: int
) -> None:
    size = {"width": width, "height": height}
    address = server.page(f"sandbox.ipynb?scenario={FOUR_ARMIES}&learner=Four-{width}")
    page = open_page(address, viewport=size)
    expect(board(page)).to_be_visible()
    fields = page.locator(".sr-setup :is(select, input)")
    expect(fields).to_have_count(7)
    places = [field.bounding_box() for field in fields.all()]
    assert len({round(place["y"] + place["height"]) for place in places if place}) == 1
    chosen = board(page).bounding_box()
    assert chosen is not None
    assert chosen["y"] + chosen["height"] <= height
    assert clean(page)


def test_a_game_is_saved_and_loaded_on_the_page(server: Served, open_page: Open) -> None:
    page = open_page(server.page(f"sandbox.ipynb?scenario={RIVER_LINE}"))
    log = page.locator("ol.sr-log li")
    end = page.get_by_role("button", name="End the segment", exact=True)
    end.click()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_enabled()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("link", name="Save river-line.json again")).to_be_visible()
    saved = download.value.path()
    lines = log.count()
    end.click()
    assert eventually(lambda: log.count() > lines)
    choose_file(page, saved)
    expect(page.locator(".staffride-alert").filter(has_text="Loaded: 1 action")).to_be_visible()
    expect(log).to_have_count(lines)
    half = saved.read_bytes()[: saved.stat().st_size // 2]
    choose_file(page, {"name": "half.json", "mimeType": "application/json", "buffer": half})
    expect(page.get_by_text("the save is damaged")).to_be_visible()
    expect(log).to_have_count(lines)
    assert clean(page)


def test_a_game_is_kept_and_taken_up_where_it_was_left(server: Served, open_page: Open) -> None:
    address = server.page(f"sandbox.ipynb?scenario={RIVER_LINE}&learner=Keeper")
    page = open_page(address)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.get_by_role("button", name="End the segment", exact=True).click()
    expect(page.locator(".sr-sandbox.sr-kept")).to_be_visible()
    expect(page.locator(".sr-prompt [data-done='2']")).to_be_attached()
    prompt = page.locator(".sr-prompt").inner_text()
    page.reload()
    page.get_by_role("button", name="Take it up again", exact=True).click()
    expect(page.locator(".sr-prompt [data-done='2']")).to_be_attached()
    expect(page.locator(".sr-prompt")).to_have_text(prompt)
    assert asked == [], "what is kept is not lost, and nobody is asked"


# -- rules and examples ---------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["zone of control", "strefa kontroli"])
def test_a_rule_is_found_in_english_and_in_polish(
    server: Served, open_page: Open, words: str
) -> None:
    page = open_page(server.page("rules.ipynb?game=victory-awaits"))
    page.get_by_label("Search").fill(words)
    card = page.locator('article[id="rule-3.2"]')
    expect(card).to_be_visible()
    expect(card).to_contain_text("ones of control")
    expect(card.locator('em[lang="pl"]')).to_have_text(
        GAMES["victory-awaits"].rulebook.rules["3.2"].original
    )
    assert clean(page)


def test_an_example_is_seen_to_hold(server: Served, open_page: Open) -> None:
    page = open_page(server.page("examples.ipynb?example=AVA-9.2-a"))
    expect(page.get_by_role("heading", name="AVA-9.2-a: Normal movement")).to_be_visible()
    expect(page.get_by_text("It holds.")).to_be_visible()
    expect(board(page)).to_be_visible()
    # Boards that nobody looks at any more are cleared away behind the one that is shown.
    for other in ("AVA-9.2-c", "AVA-9.2-a", "AVA-9.2-c"):
        page.get_by_label("Example").select_option(f"{other} · Normal movement")
        expect(page.get_by_role("heading", name=f"{other}: Normal movement")).to_be_visible()
        expect(page.get_by_text("It holds.")).to_be_visible()
    expect(page.locator("canvas.staffride-board")).to_have_count(1)
    assert clean(page)


# -- every screen ---------------------------------------------------------------------------------


def test_the_theme_repaints_the_board(server: Served, open_page: Open) -> None:
    page = open_page(server.page(f"sandbox.ipynb?scenario={RIVER_LINE}"), color_scheme="light")
    layer = board(page)
    layer.scroll_into_view_if_needed()
    assert eventually(lambda: layer.evaluate(PIXEL)[3] == 255)
    day = layer.evaluate(PIXEL)
    page.get_by_role("button", name="Dark colours").click()
    assert eventually(lambda: sum(layer.evaluate(PIXEL)[:3]) < sum(day[:3]))
    page.get_by_role("button", name="Dark colours").click()
    assert eventually(lambda: layer.evaluate(PIXEL) == day)
    assert clean(page)


def fits(page: Page) -> bool:
    """Whether nothing is wider than the window, at every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert eventually(lambda: page.evaluate(OVERFLOW) <= 0, 5), f"{width}x{height}: {page.url}"
        for each in page.locator("canvas.staffride-board:visible").all():
            box = each.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["width"] > 250
    return True


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_every_screen(server: Served, open_page: Open, name: str) -> None:
    page = open_page(server.page(name))
    assert fits(page)
    assert clean(page)


def test_a_lesson_fits_every_screen(server: Served, open_page: Open) -> None:
    page = open_page(server.page(f"{MOVEMENT}.ipynb?learner=screens"))
    assert fits(page)
    page.get_by_role("button", name="Read the lesson as one document").click()
    for step in open_lesson(MOVEMENT).steps[1:3]:
        page.locator(f".sr-step-{step.id}").get_by_role("button", name="Open this step").click()
        expect(page.locator(f".sr-step-{step.id} canvas")).to_be_visible()
    assert page.locator("canvas.staffride-board").count() >= 3
    assert fits(page)
    assert clean(page)


def test_a_tap_picks_and_another_goes(server: Served, open_page: Open) -> None:
    page = open_page(
        "about:blank", state="", has_touch=True, viewport={"width": 820, "height": 1180}
    )
    sat = LessonDriver(page, server.url, MOVEMENT, "finger")
    step = sat.lesson.step("to-the-stream")
    sat.open(step)
    action = step.solution[0]
    desk = Desk(step.game())
    view = desk.view()
    layout = Layout(view.board, BOARD_SIZE, boxes=tuple(box.id for box in view.boxes))
    canvas, finger = sat.card(step).locator("canvas"), Finger(page)

    def tap(hex: str) -> None:
        canvas.scroll_into_view_if_needed()
        box = canvas.bounding_box()
        assert box is not None
        x, y = layout.centre(hex)
        scale = box["width"] / layout.width
        finger.tap(box["x"] + x * scale, box["y"] + y * scale)

    tap(action["path"][0])
    expect(sat.picked(step)).to_contain_text("36M")
    # What came of it is told right below the board, above all the buttons.
    said = sat.card(step).locator(".sr-acts > .staffride-alert")
    expect(said).to_contain_text("36M picked.")
    told, prompt = said.bounding_box(), sat.card(step).locator(".sr-prompt").bounding_box()
    assert told is not None
    assert prompt is not None
    assert told["y"] < prompt["y"]
    tap(action["path"][-1])
    sat.expect_done(step)
    assert clean(page)


def test_every_board_tells_a_screen_reader_what_it_shows(server: Served, open_page: Open) -> None:
    step = open_lesson(MOVEMENT).steps[0]
    for name in (
        f"{MOVEMENT}.ipynb?learner=ears#step-{step.id}",
        f"sandbox.ipynb?scenario={RIVER_LINE}",
    ):
        page = open_page(server.page(name))
        boards = page.locator("canvas.staffride-board")
        expect(boards.first).to_be_visible()
        for each in boards.all():
            expect(each).to_have_attribute("role", "application")
            label = each.get_attribute("aria-label") or ""
            assert "a map of" in label
            assert "Arrow keys move the cursor" in label
        assert clean(page)


def test_the_label_follows_what_is_done(server: Served, open_page: Open) -> None:
    page = open_page(server.page(f"sandbox.ipynb?scenario={RIVER_LINE}"))
    board(page).focus()
    page.keyboard.press("n")
    expect(board(page)).to_have_attribute("aria-label", re.compile("Picked:"))
    page.keyboard.press("Escape")
    expect(page.locator(".sr-picked")).to_have_count(0)
    assert clean(page)
