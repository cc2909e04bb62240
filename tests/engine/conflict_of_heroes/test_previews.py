"""What is shown of an attack beforehand is what its dice come to (7.1, 7.2): an oracle by play."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from engine.chance import enumerate_branches
from engine.conflict_of_heroes.fire.attacks import Shots, attacks
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from tests.engine.conflict_of_heroes.field import do, fight
from tests.engine.conflict_of_heroes.positions import made, played
from tests.marks import SOAK, rules
from tutor.desk import Desk
from tutor.games.conflict_of_heroes import words

MADE, PLAYED = SOAK // 10 or 10, SOAK // 400 or 1
"""How many positions are made up, and how often every firefight is played."""
STRIDE = 7 if SOAK else 15
"""Every so many decisions all that is on offer is compared."""
SHOWN = ("coh.shot.hit", "coh.shot.two")


def at_dice(game: Game, state: Any) -> Any:
    """On to the dice of an attack, past the facing of whoever comes out of hiding."""
    while state.agenda and not isinstance(state.top, Shots):
        if state.top.kinds(game.rules, state) != ("face",):
            return None
        choice = next(game.rules.choices(state, None, None))
        state = _apply(game, state, choice)
    return state if state.agenda else None


def _apply(game: Game, state: Any, action: Action) -> Any:
    """The first branch; nothing is rolled before the dice of an attack."""
    ways = enumerate_branches(lambda chance: game.rules.apply(state, action, Course(chance)))
    return next(iter(ways))[1]


def rolled(game: Game, state: Any, target: str, cap: int = 0) -> tuple[Fraction, Fraction]:
    """How often the dice really hit a target, and how often twice."""
    hit = twice = Fraction(0)
    roll = Action("roll", target=target, cap=cap)

    def run(chance: Any) -> list[str]:
        course = Course(chance)
        after = game.rules.apply(state, roll, course)
        while after.agenda and type(after.top).__name__ == "Rolled":
            after = game.rules.apply(after, Action("keep"), course)
        return [event.key for event in course.events]

    for weight, keys in enumerate_branches(run):
        hit += weight * any(key in SHOWN for key in keys)
        twice += weight * ("coh.shot.two" in keys)
    return hit, twice


def compared(game: Game) -> Iterator[str]:
    """Differences between what is shown of every attack on offer and what its dice come to."""
    hands = Desk(game).hands
    for action in [a for a in game.choices() if attacks(a)]:
        shown = hands.sums(action)
        state = at_dice(game, _apply(game, game.state, action))
        if state is None:
            yield f"{action}: no dice"
            continue
        left = hands.cap_left(action)
        if left != state.cap[state.top.attack.side]:
            yield f"{action}: leaves {state.cap} for the dice, not {left}"
        seen = [t for t in state.top.left if state.top.named(t) != "suspected"]
        if sorted(target for target, *_ in shown) != sorted(seen):
            yield f"{action}: shows {[t for t, *_ in shown]}, rolls for {seen}"
            continue
        for target, power, shield in shown:
            need = int(shield.total) - int(power.total)
            told = game.rules.tally(state, Action("roll", target=target, cap=0))
            if told is None or told.total != need or told.parts != (power, shield):
                yield f"{action} at {target}: shows {need}, then {told}"
            real = rolled(game, state, target)
            reckoned = words.at_least(need), words.at_least(need + 4)
            if real != reckoned:
                yield f"{action} at {target}: shows {reckoned}, dice give {real}"


@rules("conflict-of-heroes", "7.0", "7.1", "7.2", "7.63", "8.2", "9.12", "12.1", "13.0", "18.6")
@pytest.mark.parametrize("seed", range(MADE))
def test_everything_at_once_is_rolled_as_it_is_shown(seed: int) -> None:
    assert list(compared(made(seed))) == []


def prices(game: Game) -> Iterator[str]:
    """Differences between the price shown of an order and what its side really pays."""
    owed = game.decision
    assert owed
    side, before = owed.side, game.state
    for action in game.choices():
        tally, pay = game.tally(action), action.get("pay")
        # who sneaks is spent, wire asks for its die first (10.1, 18.4)
        if tally is None or pay not in ("ap", "cap") or action.kind in ("stall", "play"):
            continue
        after = _apply(game, before, action)
        if any(type(phase).__name__ == "Crossing" for phase in after.agenda):
            continue
        dice = abs(action.get("cap") or 0) + sum(map(abs, action.get("caps", ())))
        paid = before.ap[side] + before.cap[side] - after.ap[side] - after.cap[side] - dice
        lost = after.active[side] != before.active[side] and not after.ap[side]
        if paid != tally.total and not (lost and paid > tally.total):
            yield f"{action}: shows {tally.total}, takes {paid}"


ROLLS = {
    "Shots": ("coh.shot.hit", "coh.shot.two"),
    "Detection": ("coh.revealed",),
    "Rallying": ("coh.rally.done",),
}


def rolls(game: Game) -> Iterator[str]:
    """Differences between the number shown for a roll that is owed and what its dice do."""
    state = game.state
    phase = type(state.top).__name__
    if phase not in ROLLS:
        return
    for action in game.choices():
        tally = game.tally(action)
        if action.kind != "roll" or tally is None or tally.key == "":
            continue
        count, good = 1 if phase == "Detection" else 2, Fraction(0)

        def run(chance: Any, action: Action = action) -> list[str]:
            course = Course(chance)
            after = game.rules.apply(state, action, course)
            while after.agenda and type(after.top).__name__ == "Rolled":
                after = game.rules.apply(after, Action("keep"), course)
            return [event.key for event in course.events]

        for weight, keys in enumerate_branches(run):
            good += weight * any(key in ROLLS[phase] for key in keys)
        reckoned = words.at_least(int(tally.total), count)
        if good != reckoned:
            yield f"{action}: shows {reckoned}, dice give {good}"


def shown(game: Game, **shot: Any) -> list[int]:
    """What the page says that the dice must show, target by target."""
    action = Action(shot.pop("kind", "fire"), **{"pay": "cap", **shot})
    return [int(d.total) - int(f.total) for _, f, d in Desk(game).hands.sums(action)]


WIRE = [{"kind": "wire", "hex": "G7"}]
SMOKE = {"G4": [1]}


@rules("conflict-of-heroes", "7.63", "12.0", "12.2")
@pytest.mark.parametrize(("hex", "need"), [("G5", 3), ("D4", 5)])
def test_a_mortar_in_its_own_hex_fights_hand_to_hand(hex: str, need: int) -> None:
    game = fight([f"german-mortar M {hex} S"], [f"soviet-rifles S {hex} N"])
    assert shown(game, unit="M", hex=hex) == [need]
    assert list(compared(game)) == []


@rules("conflict-of-heroes", "11.2", "20.0 anti-aircraft")
def test_height_is_no_help_in_the_sums_of_a_shot_at_a_plane() -> None:
    flak, plane = "apc-251-17 F G7 N", "shturmovik P G4 S altitude=1"
    needs = [
        shown(fight([flak], [plane], board=board), unit="F", hex="G4")
        for board in ("ridge", "practice")
    ]
    assert needs[0] == needs[1] != []


@rules("conflict-of-heroes", "8.1 firepower")
def test_a_card_for_more_firepower_is_in_the_sums() -> None:
    game = fight(
        ["german-rifles G G4 S"], ["soviet-rifles S G7 N"], cards={"german": ["firepower"]}
    )
    assert shown(game, unit="G", hex="G7") == [8]
    do(game, "play", card="firepower")
    assert shown(game, unit="G", hex="G7") == [6]


@rules("conflict-of-heroes", "8.3 overrun")
def test_an_overrun_is_in_the_sums() -> None:
    tank, foe = "pz3h P G4 S", "soviet-rifles S G5 N"
    game = fight([tank], [foe], cards={"german": ["overrun"]})
    assert shown(game, unit="P", hex="G5") == [5]
    do(game, "play", card="overrun", unit="P")
    assert shown(game, unit="P", hex="G5") == [3]


@rules("conflict-of-heroes", "13.0", "13.0 second round", "18.4 cutting", "18.6")
@pytest.mark.parametrize(("smoke", "need"), [({}, 11), ({"G6": [1]}, 12), ({"G4": [2]}, 13)])
def test_smoke_on_the_way_is_in_the_sums_of_wire(smoke: dict[str, Any], need: int) -> None:
    game = fight(["german-rifles G G4 S"], ["soviet-rifles S A1 N"], work=WIRE, smoke=smoke)
    assert shown(game, unit="G", hex="G7") == [need]
    assert list(compared(game)) == []


@rules("conflict-of-heroes", "7.0", "7.1", "7.2", "7.5", "7.7", "3.0", "3.22", "10.3")
def test_in_play_attacks_rolls_and_prices_are_as_they_are_shown() -> None:
    for seed in range(PLAYED):
        for number, game in enumerate(played(seed)):
            assert list(rolls(game)) == []
            if number % STRIDE == 0:
                assert list(prices(game)) == []
                assert list(compared(game)) == []
