"""Conflict of Heroes at the table: a game with secrets is saved in an envelope, under a curtain."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest

from engine import catalogue
from engine.chance import Seeded
from tests.marks import rules
from tests.tutor.firefight import GAME
from tests.tutor.sitting import do, upload, words
from tutor.table import Tabletop


def saved(table: Tabletop) -> bytes:
    """The file that is offered for download."""
    do(table, "Save")
    found = re.search(r'base64,([^"]+)"', table.file.saved.value)
    assert found is not None
    return base64.b64decode(found[1])


@rules("conflict-of-heroes", "10.0", "10.1")
@pytest.mark.parametrize("sit", [{"bots": {"soviet": "greedy"}}, {"screens": True}])
def test_a_game_with_secrets_is_saved_in_an_envelope(sit: dict[str, Any]) -> None:
    table = Tabletop(catalogue.load(f"{GAME}/ambush", Seeded(1)), **sit)
    assert "It is an envelope and no lock" in words(table.file.warning.value)
    for _ in range(4):
        table.desk.sit_down()
        table.act(table.desk.game.choices()[0])
    content = saved(table)
    assert set(json.loads(content)) == {
        "format", "schema", "engine", "scenario", "fingerprint", "switches", "sealed", "checksum",
    }  # fmt: skip
    before = table.desk.game.state
    do(table, "Reset")
    upload(table.file.upload, content)
    assert table.desk.game.state == before
    side = table.desk.game.decision.side
    assert table.desk.curtain == ("screens" in sit and table.desk.hands.secret(side))
    assert table.desk.hands.viewer == side


def test_a_game_without_secrets_or_with_open_hands_is_saved_plainly() -> None:
    plain = Tabletop(catalogue.load(f"{GAME}/drills/09-shared", Seeded(1)))
    assert plain.file.warning.value == ""
    assert "sealed" not in json.loads(saved(plain))
    table = Tabletop(catalogue.load(f"{GAME}/ambush", Seeded(1)), screens=True)
    do(table, "We may both see everything")
    assert table.file.warning.value == ""
    assert "sealed" not in json.loads(saved(table))


def test_behind_the_curtain_errors_are_told_and_nothing_is_taken_back_into_the_open() -> None:
    table = Tabletop(catalogue.load(f"{GAME}/ambush", Seeded(1)), screens=True)
    first = table.desk.game.decision.side
    table.desk.sit_down()
    while table.desk.game.decision.side == first:
        table.act(table.desk.game.choices()[0])
    assert table.desk.hands.viewer == table.desk.game.decision.side, "who has nothing to hide"
    do(table, "Undo")
    upload(table.file.upload, b"no save")
    assert table.desk.notice.kind == "no"
    assert table.desk.game.decision.side == first
    assert table.desk.curtain, "whoever took it back may be the other player"
    assert table.desk.hands.viewer == ""
    table.desk.sit_down()
    table.refresh()
    assert table.desk.hands.viewer == first
