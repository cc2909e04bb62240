"""Losses, retreats and other answers: what they answer stays in sight; keys for what is rare."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.chance import Seeded
from engine.values import Action
from tests.tutor.sitting import buttons, words
from tutor.desk import Desk
from tutor.table import Tabletop

FALLING = "holland44/drills/exchange"


def fought(name: str, wanted: str) -> Desk:
    """A desk at the first decision of a kind, after whatever attack leads there."""
    for seed in range(40):
        desk = Desk(catalogue.load(name, Seeded(seed)))
        hands = desk.hands
        for _ in range(6):
            owed = desk.game.decision
            if owed is None or owed.kind == wanted:
                break
            attacks = [a for a in desk.game.choices() if a.kind == "attack"]
            ends = [a for a in desk.game.choices() if a.kind in ("end", "go-back")]
            desk.act((attacks or ends or desk.game.choices())[0])
        if desk.game.decision is not None and desk.game.decision.kind == wanted:
            assert hands is desk.hands
            return desk
    raise AssertionError(f"nothing leads to {wanted}")


def test_a_loss_is_taken_by_one_click_and_the_die_stays_in_sight() -> None:
    desk = fought("victory-awaits/drills/two-losses", "ava.lose")
    keys = [event.key for event in desk.notice.events]
    assert "ava.attack.result" in keys
    before = len(desk.game.history)
    unit = desk.game.choices()[0]["unit"]
    desk.click(desk.where(unit), unit)
    assert len(desk.game.history) == before + 1
    assert [event.key for event in desk.notice.events][: len(keys)] == keys
    assert len(desk.notice.events) > len(keys)


def test_picking_who_retreats_leaves_the_cause_in_sight() -> None:
    desk = fought("victory-awaits/drills/falling-back", "ava.retreat")
    keys = [event.key for event in desk.notice.events]
    assert "ava.attack.result" in keys
    desk.key("n")
    assert desk.pointer.unit is not None
    assert [event.key for event in desk.notice.events] == keys


def test_keys_step_through_targets_take_back_and_end() -> None:
    desk = Desk(catalogue.load("victory-awaits/drills/assault", Seeded(1)))
    targets = sorted(desk.game.query("targets"))
    seen = []
    for _ in range(len(targets) + 1):
        desk.key("t")
        seen.append(desk.pointer.cursor)
    assert seen[: len(targets)] == targets
    assert seen[-1] == targets[0]
    desk.key("E")
    assert len(desk.game.history) == 2
    desk.key("u")
    assert len(desk.game.history) == 1


def test_stalling_needs_no_handing_over(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Tabletop(catalogue.load("conflict-of-heroes/ambush", Seeded(1)), screens=True)
    for _ in range(60):
        decision = table.desk.game.decision
        assert decision is not None
        if decision.kind == "coh.turn":
            break
        table.desk.act(table.desk.game.choices()[0])
    table.refresh()
    assert table.desk.curtain
    stalls = [text for text in buttons(table.choices) if "Stall" in text or "Pass" in text]
    assert stalls
    assert all(text.startswith(("German: ", "Soviet: ")) for text in stalls)
    before = len(table.desk.game.history)
    buttons(table.choices)[stalls[0]].click()
    assert len(table.desk.game.history) == before + 1
    assert table.desk.hands.viewer == "" or not table.desk.curtain


def test_own_dice_name_what_they_are_for_and_forget_the_last_throw() -> None:
    table = Tabletop(catalogue.load("victory-awaits/drills/assault", Seeded(1)))
    table.dice.own.value = True
    hex, units = next(iter(table.desk.game.query("targets").items()))
    table.act(Action("attack", hex=hex, units=tuple(units)))
    table.act(Action("end"))
    for _ in range(3):
        if table.desk.asked is not None:
            break
        table.act(table.desk.game.choices()[0])
    assert table.desk.asked is not None
    told = words(table.dice.asking.value)
    assert told.startswith("Throw for")
    assert "(" in told
    assert table.dice.throw.value == 0
    table.dice.throw.value = 5
    table.dice._thrown()
    table.refresh()
    assert table.dice.throw.value == 0


def test_the_log_says_what_cap_were_spent() -> None:
    game = catalogue.load("conflict-of-heroes/crossroads", Seeded(1))
    table = Tabletop(game)
    for _ in range(40):
        before = dict(game.state.cap)
        actions = game.choices()
        paid = [a for a in actions if a.get("pay") == "cap" and a.kind == "move"]
        table.act((paid or actions)[0])
        if paid:
            break
    side, fell = next((s, before[s] - n) for s, n in game.state.cap.items() if n < before[s])
    name, left = game.scenario.side(side).name, game.state.cap[side]
    assert f"{name} spends {fell} CAP ({left} left)." in words(table.logbook.value)
