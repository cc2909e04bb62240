"""Showing: a game as others are to see it: its record without a seed, or what one side knows of it,
and what is drawn on it."""

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
from tutor.referee.seen import SeenGame, news_of
from tutor.referee.shared import WATCHER

MOST = 150_000
"""Letters of a game that is shown: the referee takes two of them, and no more."""
Position = Mapping[str, Any]


def position_of(game: Game, eyes: str | None = None) -> dict[str, Any]:
    """A game as it has come about: every action with its dice, and no dice to come. With the eyes
    of a seat, or of a watcher, what may be known there, and nothing else."""
    scenario = game.scenario
    told: dict[str, Any] = {"scenario": scenario.id, "switches": dict(scenario.switches)}
    if isinstance(game, SeenGame):
        told |= {"seat": game.seat, "news": game.news()}
    elif eyes is not None:
        told |= {"seat": eyes, "news": news_of(game, eyes)}
    else:
        made = record.record_of(game)
        done = [{**action.to_json(), "dice": list(dice)} for action, dice in made.actions]
        told |= {"opening": list(made.opening), "actions": done}
    if len(json.dumps(told)) > MOST:
        raise trouble("school.too-long")
    return told


def game_of(position: Position) -> Game:
    """The game of a position, with dice of its own for what is done from there."""
    rules = catalogue.rules_of(position["scenario"], position["switches"])
    if "news" in position:
        seen = SeenGame(rules, position["seat"])
        seen.hear(position["news"])
        return seen
    game = Game(rules, Scripted(position["opening"], then=Seeded(secrets.token_hex(8))))
    return _on(game, position["actions"])


def eyes_of(game: Game) -> list[tuple[str, str | None]]:
    """With whose eyes a game can be shown: what is read, and the seat."""
    told: list[tuple[str, str | None]] = [("all of it", None)]
    if isinstance(game, SeenGame):
        return told
    names = {side.id: side.name for side in game.scenario.sides}
    seats: dict[str, str] = {}
    for seat, side in game.rules.chairs.items():
        seats.setdefault(side, seat)
    told += [(f"what the {names[side]} side knows", seat) for side, seat in seats.items()]
    return [*told, ("what everybody may know", WATCHER)]


def follow(game: Game, position: Position) -> Game:
    """A game brought to a position: by what is new in it where it is the same game."""
    known = position_of(game)
    alike = ("scenario", "switches", "opening", "seat")
    if any(known.get(part) != position.get(part) for part in alike):
        return game_of(position)
    if isinstance(game, SeenGame):
        game.hear(position["news"])
        return game
    wanted, same = position["actions"], 0
    for one, other in zip(known["actions"], wanted, strict=False):
        if one != other:
            break
        same += 1
    while len(game.history) - 1 > same:
        game.undo()
    return _on(game, wanted[same:])


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


def shown_of(desk: Desk, marks: Marks, eyes: str | None = None) -> dict[str, Any]:
    """All that others see of a desk; what is in hand may be hidden from the eyes of a seat."""
    at = desk.pointer
    held: dict[str, Any] = {"cursor": at.cursor, "unit": at.unit, "mates": list(at.mates)}
    if eyes is not None:
        held = {"cursor": None, "unit": None, "mates": []}
    return {"position": position_of(desk.game, eyes), **held, **marks.told()}


def board_of(desk: Desk | None, about: str) -> dict[str, Any] | None:
    """What stands before somebody, and what it is about; of a game that others play too, what he
    may know."""
    return None if desk is None else {"about": about, **shown_of(desk, Marks())}


def hold(desk: Desk, shown: Mapping[str, Any], point: str = "") -> None:
    """A desk has in hand what the one who shows has, and the same is drawn on it."""
    at, unit = desk.pointer, shown["unit"]
    desk.put_down()
    if unit is not None:
        at.take_up(unit, tuple(shown["mates"]), desk.where(unit))
    at.cursor = shown["cursor"]
    desk.drawn = Marks(shown).overlays(point)
