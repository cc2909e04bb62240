"""Style and script come with the widgets: as text to a page of others, by address to our own."""

from __future__ import annotations

import re

import ipywidgets as widgets
import pytest

from tutor import look

OURS = re.compile(r"\.sr-|\.staffride-|\[data-page")
AT_ONCE = re.compile(r"@(keyframes|import|font-face|layer|property)")


def test_a_foreign_page_is_given_the_text_of_style_and_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(look.SCRIPT_VARIABLE, raising=False)
    brought = look.Look()
    assert brought._esm == (look.FOLDER / look.SCRIPT).read_text("utf-8")
    for name in look.SHEETS:
        assert (look.FOLDER / name).read_text("utf-8") in brought._css
    brought.close()


def test_our_own_page_is_given_an_address_and_has_the_sheets_already(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(look.SCRIPT_VARIABLE, "http://127.0.0.1:8866/staffride/static/look.js")
    brought = look.Look()
    assert brought._esm == "http://127.0.0.1:8866/staffride/static/look.js"
    assert brought._css == ""
    brought.close()


def test_what_is_shown_says_that_it_is_ours_where_the_page_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(look.SCRIPT_VARIABLE, raising=False)
    shown = widgets.HTML("One")
    frame = look.framed(shown)
    assert look.framed(shown) is frame
    assert frame.children == (shown,)
    assert look.OURS in frame._dom_classes
    assert look.framed_html("<p>Two</p>") == '<div class="sr-page sr-html"><p>Two</p></div>'
    monkeypatch.setenv(look.SCRIPT_VARIABLE, "http://127.0.0.1/look.js")
    assert look.framed(shown) is shown
    assert look.framed_html("<p>Two</p>") == "<p>Two</p>"


@pytest.mark.parametrize("name", look.SHEETS)
def test_a_sheet_touches_nothing_that_is_not_ours(name: str) -> None:
    text = re.sub(r"/\*.*?\*/", "", (look.FOLDER / name).read_text("utf-8"), flags=re.S)
    assert not AT_ONCE.search(text), "it would be lost inside a rule"
    inside: list[str] = []
    for lead, mark in re.findall(r"([^{};]*)([{};])", text):
        if mark == "}":
            inside.pop()
        elif mark == "{":
            rule = " ".join(lead.split())
            if all(outer.startswith("@") for outer in inside) and rule[0] != "@":
                parts = re.split(r",(?![^(]*\))", rule)
                assert all(OURS.search(part) for part in parts), rule
            inside.append(rule)
