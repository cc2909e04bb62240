"""Kept games: written down as they are played, and taken up again when their page has gone.

One file a game, one line for what has happened since the last: whoever is killed in the middle has
lost nothing but that. Every line lies in an envelope, for the seed foretells all dice and the
actions what lies face down.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import record
from engine.errors import Problem
from engine.game import Game, HistoryStep
from engine.record import Record
from engine.values import Action
from engine.words import trouble
from tutor.store import default_path

MOST_KEPT = 5
"""So many games of a learner are kept."""


@dataclass(frozen=True)
class KeptGame:
    """A game that can be taken up again."""

    file: Path
    record: Record
    players: Mapping[str, str]
    """The sides that bots play, and which."""

    @property
    def at(self) -> float:
        """When it was played last."""
        return self.file.stat().st_mtime

    def game(self) -> Game:
        """The game as it was left."""
        return record.replay(self.record, self.file.name)


@dataclass
class Keeper:
    """Keeps the games of one learner."""

    learner: str
    shelf: Path = field(default_factory=lambda: default_path().with_suffix(".games"))
    _game: Game | None = None
    _file: Path | None = None
    _written: list[HistoryStep] = field(default_factory=list)
    _players: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where they lie; a learner's name need not be fit for a file's."""
        return self.shelf / hashlib.sha256(self.learner.encode()).hexdigest()[:24]

    def follow(self, game: Game, players: Mapping[str, str]) -> None:
        """Write down what has happened in a game; nothing before anything has."""
        if game is not self._game:
            self._game, self._file, self._written, self._players = game, None, [], {}
        steps = game.history[1:]
        same = min(len(steps), len(self._written))
        # Steps follow one another: where one is the same, so are all before it.
        while same and steps[same - 1] is not self._written[same - 1]:
            same -= 1
        lines = [_did(step) for step in steps[same:]]
        if same < len(self._written):
            lines.insert(0, {"back": same})
        try:
            if self._file is None:
                self._begin(game, players, lines)
            elif lines or players != self._players:
                told = [] if players == self._players else [{"players": dict(players)}]
                _append(self._file, [*told, *lines])
        except OSError as error:
            # What is half written must not be written on.
            self._game = None
            raise trouble("save.unkept", reason=error.strerror) from None
        self._players = dict(players)
        self._written[same:] = steps[same:]

    @property
    def keeps(self) -> bool:
        """Whether the game that was followed last lies in a file."""
        return self._file is not None

    def _begin(self, game: Game, players: Mapping[str, str], lines: list[dict[str, Any]]) -> None:
        if not lines:
            return
        held = record.record_of(game)
        first = {
            "scenario": held.scenario,
            "fingerprint": held.fingerprint,
            "switches": dict(held.switches),
            "seed": held.seed,
            "opening": list(held.opening),
            **({"said": held.said} if held.said else {}),
            "players": dict(players),
        }
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self.folder / f"{time.time_ns()}-{secrets.token_hex(4)}.game"
        draft = file.with_suffix(".part")
        _append(draft, [first, *lines])
        os.replace(draft, file)
        self._file = file
        for old in _files(self.folder)[MOST_KEPT:]:
            old.unlink(missing_ok=True)

    def last(self) -> KeptGame | None:
        """The game that was played last, of those that can be read; one all taken back is none."""
        for file in _files(self.folder):
            try:
                kept = read(file)
            except Problem:
                continue
            if kept.record.actions:
                return kept
        return None


def read(file: Path) -> KeptGame:
    """A game out of its file; a Problem says what is wrong with it."""
    first, *rest = list(_lines(file))
    actions: list[tuple[Action, tuple[int, ...]]] = []
    players = first.get("players", {})
    try:
        for line in rest:
            if "back" in line:
                del actions[line["back"] :]
            elif "players" in line:
                players = line["players"]
            else:
                actions.append((Action.from_json(line["did"]), tuple(line["dice"])))
        held = Record(
            scenario=first["scenario"],
            fingerprint=first["fingerprint"],
            switches=first["switches"],
            seed=first["seed"],
            actions=tuple(actions),
            opening=tuple(first["opening"]),
            said=first.get("said", {}),
        )
    except (KeyError, TypeError) as error:
        raise _damaged(file) from error
    return KeptGame(file, held, players)


def _did(step: HistoryStep) -> dict[str, Any]:
    assert step.action is not None, "only the first step of a game is nobody's action"
    return {"did": step.action.to_json(), "dice": [number for _, number in step.answers]}


def _append(file: Path, lines: list[dict[str, Any]]) -> None:
    """Write lines behind what is there, all of them at once."""
    text = "".join(f"{record.seal(line)}\n" for line in lines).encode()
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if os.write(handle, text) < len(text):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    finally:
        os.close(handle)


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """What was written; a last line that broke off was never done."""
    try:
        whole = file.read_text(encoding="ascii").split("\n")[:-1]
        for line in whole or [""]:
            yield record.unseal(line)
    except (OSError, ValueError) as error:
        raise _damaged(file) from error


def _damaged(file: Path) -> Problem:
    return trouble("save.damaged", file=file.name)


def _files(folder: Path) -> list[Path]:
    """The games in a folder, the last played first."""
    try:
        return sorted(folder.glob("*.game"), key=lambda file: -file.stat().st_mtime_ns)
    except OSError:
        return []
