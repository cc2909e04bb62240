"""Whether a step's goal can still be reached from where the learner is, and how far that is."""

from __future__ import annotations

import time
from collections.abc import Sequence

from engine import bots
from engine.action import Action
from engine.errors import Problem
from engine.game import Game
from tutor.lesson import Step, play, reached

PATIENCE = 0.3
"""Seconds that are given to looking for a way; what is not settled by then is left open."""
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


def hopeless(step: Step, done: Sequence[Action]) -> bool:
    """Whether no way leads to the goal any more, in the phases that the solution is played in."""
    trial = _at(step, done)
    if trial is None or _passed(step, trial) is not None:
        return False
    search = _Search(step, trial)
    try:
        return not search.leads_on(len(step.solution) + DETOUR)
    except TimeoutError:
        return False


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


class _Search:
    """Every way from a position, as long as a decision is of a kind that the solution takes."""

    def __init__(self, step: Step, trial: Game) -> None:
        self.step, self.trial = step, trial
        self.until = time.monotonic() + PATIENCE
        # what has happened counts for some goals, and not only how things stand
        self.told = any("event" in goal for goal in step.goal)
        self.seen: set[tuple[int, str]] = set()
        self.kinds = self._kinds()

    def _kinds(self) -> set[str]:
        game, found = self.step.game(), set()
        for action in self.step.solution:
            found |= {game.decision.kind} if game.decision else set()
            play(game, (action,), self.step.bots)
        return found

    def leads_on(self, most: int) -> bool:
        """Whether some way of at most so many actions reaches the goal."""
        trial = self.trial
        if reached(trial, self.step):
            return True
        if time.monotonic() > self.until:
            raise TimeoutError
        decision = trial.decision
        if not most or decision is None or decision.kind not in self.kinds:
            return False
        if not self.told:
            here_now = (most, repr(trial.state))
            if here_now in self.seen:
                return False
            self.seen.add(here_now)
        here = len(trial.history)
        wanted = set(self.step.solution)
        for action in sorted(trial.choices(), key=lambda each: each not in wanted):
            trial.apply(action)
            bots.answer(trial, self.step.bots)
            if self.leads_on(most - 1):
                return True
            _back(trial, here)
        return False
