"""The '4x games in a real browser by keyboard alone: a stack on the move."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Served
from tests.browser.sitting import clean


def test_a_stack_moves_and_attacks_by_keyboard_alone(
    server: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(server.page("sandbox.ipynb?scenario=holland44/hells-highway"))
    picked, log = page.locator(".sr-picked strong"), page.locator(".sr-logbook")

    def keys(*names: str) -> None:
        page.locator("canvas").focus()
        for name in names:
            page.keyboard.press(name)

    def press(name: str) -> None:
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_enabled()
        button.focus()
        page.keyboard.press("Enter")

    keys("n", "g")
    expect(picked).to_have_text("Allied 1 Gds Tank, Allied 2 Gds Tank")
    keys("ArrowUp", "Enter")
    expect(log).to_contain_text("1 Gds Tank, 2 Gds Tank: from 0508 to 0507")
    press("Undo")
    expect(log).not_to_contain_text("1 Gds Tank, 2 Gds Tank")
    press("Redo")
    expect(log).to_contain_text("1 Gds Tank, 2 Gds Tank: from 0508 to 0507")
    press("End the movement phase")
    expect(page.locator(".sr-prompt")).to_contain_text("Attack enemy hexes")
    keys("n", "ArrowUp", "Enter")
    expect(page.locator(".sr-plan")).to_contain_text("14 against 3 is 4-1")
    press("add Allied Gds Guns")
    expect(page.locator(".sr-plan")).to_contain_text("column 7-1")
    press("Attack")
    expect(log).to_contain_text("Attack on 0506 by 1 Gds Tank, 2 Gds Tank: column 7-1.")
    assert clean(page)
