"""Gestures: actions that a learner did at one go, so that they are taken back at one go."""

from __future__ import annotations


class Gestures:
    """Which stretches of a game's history were one gesture each."""

    def __init__(self) -> None:
        self._starts: dict[int, int] = {}
        """By the length of the history after a gesture, its length before."""

    def note(self, start: int, end: int) -> None:
        """What was done from one length of the history to another was one gesture."""
        if end > start + 1:
            self._starts[end] = start

    def forget(self, length: int) -> None:
        """Something new is done here: what came later in the history is gone."""
        self._starts = {end: start for end, start in self._starts.items() if end <= length}

    def start(self, length: int) -> int:
        """How far one step back leads."""
        return self._starts.get(length, length - 1)

    def end(self, length: int) -> int:
        """How far one step forward leads."""
        return next((end for end, start in self._starts.items() if start == length), length + 1)
