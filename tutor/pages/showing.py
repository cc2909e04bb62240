"""Showing: a game as others are to see it: its record without a seed, and what is drawn on it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from engine import catalogue, record
from engine.chance import Scripted, Seeded
from engine.game import Game
from engine.values import Action
from engine.words import trouble
from tutor.art.views import Overlay
from tutor.desk import Desk
from tutor.referee.seat import SeatGame

MOST = 150_000
"""Letters of a game that is shown: the referee takes no longer ones."""
Position = Mapping[str, Any]


def position_of(game: Game) -> dict[str, Any]:
    """A game as it has come about: every action with its dice, and no dice to come."""
    made = record.record_of(game)
    told = {
        "scenario": made.scenario,
        "switches": dict(made.switches),
        "opening": list(made.opening),
        "actions": [{**action.to_json(), "dice": list(dice)} for action, dice in made.actions],
    }
    if len(json.dumps(told)) > MOST:
        raise trouble("school.too-long")
    return told


def game_of(position: Position) -> Game:
    """The game of a position, with dice of its own for what is done from there."""
    rules = catalogue.rules_of(position["scenario"], position["switches"])
    game = Game(rules, Scripted(position["opening"], then=Seeded(secrets.token_hex(8))))
    return _on(game, position["actions"])


def follow(game: Game, position: Position) -> Game:
    """A game brought to a position: by what is new in it where it is the same game."""
    known = position_of(game)
    if any(known[part] != position[part] for part in ("scenario", "switches", "opening")):
        return game_of(position)
    wanted, alike = position["actions"], 0
    for one, other in zip(known["actions"], wanted, strict=False):
        if one != other:
            break
        alike += 1
    while len(game.history) - 1 > alike:
        game.undo()
    return _on(game, wanted[alike:])


def _on(game: Game, actions: Sequence[Mapping[str, Any]]) -> Game:
    for entry in actions:
        done = {name: part for name, part in entry.items() if name != "dice"}
        after = Seeded(secrets.token_hex(8))
        game.source = Scripted(entry["dice"], then=after, first=game.history[-1].numbers)
        game.apply(Action.from_json(done))
    return game


# -- what is drawn on it ---------------------------------------------------------------------------


class Marks:
    """Arrows and marked hexes, as somebody draws them with clicks."""

    def __init__(self, told: Mapping[str, Any] | None = None) -> None:
        told = told or {}
        self.arrows: list[tuple[str, str]] = [(a, b) for a, b in told.get("arrows", ())]
        self.hexes: list[str] = list(told.get("hexes", ()))
        self.begun: str | None = None
        """Where the arrow begins that is being drawn."""

    def told(self) -> dict[str, Any]:
        """As plain data."""
        return {"arrows": [list(arrow) for arrow in self.arrows], "hexes": list(self.hexes)}

    def mark(self, hex: str) -> None:
        """Mark a hex, or unmark it."""
        if hex in self.hexes:
            self.hexes.remove(hex)
        else:
            self.hexes.append(hex)

    def arrow(self, hex: str) -> None:
        """An arrow begins or ends here; the same one once more is rubbed out."""
        begun, self.begun = self.begun, None
        if begun is None:
            self.begun = hex
        elif (begun, hex) in self.arrows:
            self.arrows.remove((begun, hex))
        elif begun != hex:
            self.arrows.append((begun, hex))

    def clear(self) -> None:
        """Nothing is drawn."""
        self.arrows, self.hexes, self.begun = [], [], None

    def overlays(self, point: str = "") -> tuple[Overlay, ...]:
        """What is laid over the board; `point` is where somebody points."""
        found = [Overlay("arrow", path=arrow) for arrow in self.arrows]
        if self.hexes:
            found.append(Overlay("sight-area", tuple(self.hexes)))
        if self.begun is not None:
            found.append(Overlay("selected", (self.begun,)))
        if point:
            found.append(Overlay("target", (point,)))
        return tuple(found)


def shown_of(desk: Desk, marks: Marks) -> dict[str, Any]:
    """All that others see of a desk."""
    at = desk.pointer
    held = {"cursor": at.cursor, "unit": at.unit, "mates": list(at.mates)}
    return {"position": position_of(desk.game), **held, **marks.told()}


def board_of(desk: Desk | None, about: str) -> dict[str, Any] | None:
    """What stands before somebody, and what it is about; none where he has no game of his own."""
    if desk is None or isinstance(desk.game, SeatGame):
        return None
    return {"about": about, **shown_of(desk, Marks())}


def hold(desk: Desk, shown: Mapping[str, Any], point: str = "") -> None:
    """A desk has in hand what the one who shows has, and the same is drawn on it."""
    at, unit = desk.pointer, shown["unit"]
    desk.put_down()
    if unit is not None:
        at.take_up(unit, tuple(shown["mates"]), desk.where(unit))
    at.cursor = shown["cursor"]
    desk.drawn = Marks(shown).overlays(point)
