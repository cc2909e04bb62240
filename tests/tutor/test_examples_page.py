"""The example browser: a position, what it states, and that it holds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine import examples
from engine.catalogue import GAMES
from tests.marks import SOAK
from tests.tutor.sitting import buttons, do, words
from tutor.pages.examples import ExampleBrowser, overview
from tutor.table.cell import SORRY

ONE = "AVA-9.2-a"
CODE = re.compile(r"\b(?:equals|lacks|True|False)\b|[][{}<>_]|\bfact\.")
"""What a program writes, and no person."""


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> ExampleBrowser:
    """Open at one example."""
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return ExampleBrowser(ONE)


def test_an_example_is_told_and_holds(browser: ExampleBrowser) -> None:
    found, result = examples.find(ONE), examples.run(ONE)
    told = words(browser.text.value)
    assert GAMES[found.game].title in told
    assert " ".join(found.given.split()) in told
    assert " ".join(found.expect.split()) in told
    assert "It holds." in told
    assert result.passed
    assert browser.text.value.count("<li><code>") == len(result.facts) > 0
    for rule in found.rule:
        assert f">{rule}</summary>" in browser.text.value


def test_its_position_can_be_played_with(browser: ExampleBrowser) -> None:
    (widget,) = browser.place.children
    assert "Undo" in buttons(widget)
    before = widget
    browser.choose.value = "AVA-9.2-c"
    assert "AVA-9.2-c" in words(browser.text.value)
    assert browser.place.children[0] is not before


def test_an_example_is_followed_step_by_step(browser: ExampleBrowser) -> None:
    browser.game.value = "holland44"
    browser.choose.value = "H44-12.4"
    walk, table = browser.walk, browser.walk.table
    do(browser, "Next step")
    assert walk.caption.value.startswith("<p><strong>1 of 14.</strong> Done: ")
    assert "zb.attack.result" in [event.key for event in table.desk.notice.events]
    assert "The die shows 1" in words(table.notice.value)
    assert "by 1st, 4th" in words(table.notice.value)
    for _ in range(3):
        do(browser, "Next step")
    assert words(walk.caption.value) == "4 of 14. Tried, and allowed: Stand under German X"
    do(browser, "Back")
    assert walk.place == 3
    while walk.beat.act():
        pass
    assert walk.place == walk.count == 14


@pytest.mark.parametrize("game", GAMES)
def test_every_example_can_be_followed_to_its_end(game: str) -> None:
    for example in examples.example_ids(game)[:: 1 if SOAK else 3]:
        browser = ExampleBrowser(example)
        for count in range(1, browser.walk.count + 1):
            browser.walk.go(count)
            told = words(browser.walk.caption.value)
            assert told.startswith(f"{count} of ")
            assert not CODE.search(told), told
        browser.walk.table.refresh()


def test_every_example_can_be_chosen(browser: ExampleBrowser) -> None:
    offered = []
    for _, game in browser.game.options:
        browser.game.value = game
        assert GAMES[game].title in words(browser.text.value)
        assert browser.choose.value in words(browser.text.value)
        offered += [example for _, example in browser.choose.options]
    assert sorted(offered) == sorted(examples.example_ids())


def test_examples_stand_in_the_order_of_the_rulebook(browser: ExampleBrowser) -> None:
    browser.game.value = "conflict-of-heroes"
    offered = [example for _, example in browser.choose.options]
    assert offered.index("COH-3.1") < offered.index("COH-10") < offered.index("COH-10.1")


def test_every_example_says_what_it_is_about(browser: ExampleBrowser) -> None:
    assert ("AVA-9.2-a · Normal movement", ONE) in browser.choose.options
    assert "AVA-9.2-a: Normal movement" in words(browser.text.value)
    for _, game in browser.game.options:
        browser.game.value = game
        for text, example in browser.choose.options:
            assert text.startswith(f"{example} · ")
            assert text.removeprefix(f"{example} · ")


def test_the_address_may_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "example=AVA-9.2-c")
    right = ExampleBrowser()
    assert right.choose.value == "AVA-9.2-c"
    assert right.message.value == ""
    monkeypatch.setenv("QUERY_STRING", "example=AVA-99<b>")
    lost = ExampleBrowser()
    assert lost.choose.value == lost.choose.options[0][1]
    assert words(lost.message.value) == (
        "There is no example 'AVA-99<b>'. Choose one from the list."
    )
    lost.choose.value = "AVA-9.2-c"
    assert lost.message.value == ""


def test_an_example_that_fails_is_no_secret(
    browser: ExampleBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = replace(examples.run(ONE), passed=False, reason="the total is <8>, not 7")
    monkeypatch.setattr(examples, "run", lambda example: failed)
    browser.chosen()
    assert "It fails: the total is <8>, not 7" in words(browser.text.value)
    assert "&lt;8&gt;" in browser.text.value
    assert "sr-no" in browser.text.value
    assert set(overview("victory-awaits")["checked"]) == {"NO"}


def test_what_goes_wrong_is_said(
    browser: ExampleBrowser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(examples, "run", fail)
    browser.choose.value = "AVA-9.2-c"
    assert words(browser.message.value) == SORRY
    assert "a wheel came off" in caplog.text


def test_the_overview_has_every_example_once() -> None:
    table = overview()
    assert list(table.index) == examples.example_ids()
    held = {True: "yes", False: "NO"}
    assert list(table["checked"]) == [held[examples.run(name).passed] for name in table.index]
    assert set(table["kind"]) <= set(examples.KINDS)
    assert table.loc[ONE, "game"] == "A Victory Awaits"
    assert len(overview("holland44")) == len(examples.example_ids("holland44"))


def test_without_a_kernel_the_browser_says_what_it_is(browser: ExampleBrowser) -> None:
    assert "worked example" in browser._repr_mimebundle_()["text/plain"]
