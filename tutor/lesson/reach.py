"""Whether a step's goal can still be reached from where the learner is, and how far that is."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from engine import bots
from engine.errors import Problem
from engine.game import Game
from engine.values import Action
from tutor.lesson import Step, play, reached

PATIENCE = 0.3
"""Seconds that are given to looking for a way before the learner is answered."""
DETOUR = 2
"""A way may have so many actions more than the solution."""


def done_by(game: Game, others: Sequence[str]) -> list[Action]:
    """What the learner has done so far; bots answer by themselves."""
    states = [step.state for step in game.history]
    pairs = zip(states, game.history[1:], strict=False)
    return [s.action for before, s in pairs if s.action and game.player_at(before) not in others]


def passed(step: Step, done: Sequence[Action]) -> int | None:
    """How much of the solution is behind the learner: its rest leads on from here, if it does."""
    trial = _at(step, done)
    return None if trial is None else _passed(step, trial)


class Hope:
    """The search for a way from where the learner is, in pieces: a page goes on between them."""

    def __init__(self, step: Step, done: Sequence[Action]) -> None:
        trial = _at(step, done)
        on_the_way = trial is None or _passed(step, trial) is not None
        self.lost: bool | None = False if on_the_way else None
        """Whether no way leads to the goal any more, in the phases that the solution is played in;
        None for as long as that is not known."""
        self._places = iter(()) if trial is None else _places(step, trial)

    def look(self, seconds: float) -> bool | None:
        """Look on for so long; whether the goal is lost, if that is known by then."""
        until = time.monotonic() + seconds
        while self.lost is None:
            try:
                found = next(self._places, None)
            except Problem:  # a way on which dice fall that the step does not have
                found = True
            if found is None or found:
                self.lost = found is None
            elif time.monotonic() > until:
                break
        return self.lost


def _at(step: Step, done: Sequence[Action]) -> Game | None:
    """The step's game after what was done; none where it cannot be done again."""
    trial = step.game()
    try:
        play(trial, done, step.bots)
    except Problem:
        return None
    return trial


def _passed(step: Step, trial: Game) -> int | None:
    here = len(trial.history)
    for start in reversed(range(len(step.solution) + 1)):
        try:
            play(trial, step.solution[start:], step.bots)
        except Problem:
            continue
        else:
            if reached(trial, step):
                return start
        finally:
            _back(trial, here)
    return None


def _back(trial: Game, length: int) -> None:
    while len(trial.history) > length:
        trial.undo()


def _places(step: Step, trial: Game) -> Iterator[bool]:
    """Every place on every way from here, as long as a decision is of a kind that the solution
    takes: whether it is the goal."""
    game, kinds = step.game(), set()
    for action in step.solution:
        kinds |= {game.decision.kind} if game.decision else set()
        play(game, (action,), step.bots)
    wanted = set(step.solution)
    # what has happened counts for some goals, and not only how things stand
    told = any("event" in goal for goal in step.goal)
    seen: set[tuple[int, int]] = set()

    def places(most: int) -> Iterator[bool]:
        yield reached(trial, step)
        decision, now = trial.decision, (most, hash(repr(trial.state)))
        if not most or decision is None or decision.kind not in kinds or now in seen:
            return
        if not told:
            seen.add(now)
        here = len(trial.history)
        for action in sorted(trial.choices(), key=lambda each: each not in wanted):
            trial.apply(action)
            bots.answer(trial, step.bots)
            yield from places(most - 1)
            _back(trial, here)

    return places(len(step.solution) + DETOUR)
