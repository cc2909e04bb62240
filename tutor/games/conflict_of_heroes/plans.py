"""Plans of more than one click, and one of them: a plane's impulses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.action import Action
from engine.hexes import DIRECTIONS
from tutor.art.views import Overlay
from tutor.games.conflict_of_heroes import looks, wording
from tutor.games.conflict_of_heroes.view import PLANE
from tutor.games.pointer import Tool

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands


GO, TURN, UP, DOWN, ATTACK, BOMB, OFF = "go", "turn", "up", "down", "attack", "bomb", "off"
"""The words that impulses are written with (20.0)."""


def metres(altitude: int) -> str:
    """A height as the counters of a plane say it (20.1)."""
    return f"{50 * (altitude + 1)} m"


def kept(name: str, new: Callable[[], Any]) -> Any:
    """A part of a plan; what goes without saying where nothing has been said."""

    def read(plan: Kept) -> Any:
        return plan.so_far.setdefault(name, new())

    def write(plan: Kept, value: Any) -> None:
        plan.so_far[name] = value

    return property(read, write)


class Kept:
    """Something that the pointer keeps, until everything is put down."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    @property
    def so_far(self) -> dict[str, Any]:
        """What has been said for it."""
        said: dict[str, Any] = self.hands.pointer.chosen.setdefault(self, {})
        return said

    def clear(self) -> None:
        """Nothing has been said."""
        self.hands.pointer.chosen.pop(self, None)


class ClickPlan(Kept):
    """Something put together click by click and then let go at once."""

    @property
    def on(self) -> bool:
        """Whether clicks on the map belong to the plan."""
        return False

    def touch(self, hex: str) -> str | None:
        """What a click does to the plan; None where the plan has no use for it."""
        return None

    def tools(self) -> Iterator[Tool]:
        """Buttons that change the plan."""
        return iter(())

    def action(self) -> Action | None:
        """What the plan comes to."""
        return None

    def back(self) -> None:
        """The last step is taken back."""

    def overlays(self) -> Iterator[Overlay]:
        """The plan on the map."""
        return iter(())


class Flight(ClickPlan):
    """A set of impulses, put together one by one (20.0 impulses)."""

    steps = kept("steps", list)
    bombs = kept("bombs", int)

    @property
    def on(self) -> bool:
        """Whether a plane is in hand that flies."""
        return self.plane is not None

    @property
    def plane(self) -> str | None:
        """The picked plane, over the map or about to come in."""
        unit, rules = self.hands.pointer.unit, self.hands.rules
        if unit is None or not self.hands.turn_owed() or unit not in rules.units:
            return None
        flies = rules.units[unit].kind == PLANE
        return unit if flies and (self._over(unit) or self.coming) else None

    @property
    def coming(self) -> bool:
        """Whether the picked unit is still to come in: its first impulse is its entry (20.0)."""
        unit = self.hands.pointer.unit
        return unit is not None and self.hands.rules.waits(self.hands.state, unit)

    def _over(self, unit: str) -> bool:
        return self.hands.where(unit) in self.hands.game.scenario.board

    def _ahead(self, unit: str, here: str, facing: int) -> tuple[str, ...]:
        """The hexes that its next impulse may lead to."""
        if here in self.hands.game.scenario.board:
            return tuple(self.hands.ask("front", hex=here, facing=facing))
        return tuple(self.hands.ask("gates", unit=unit)) if here != OFF else ()

    def _now(self, unit: str) -> tuple[str, int, int, int]:
        """Where the plane would be: hex, facing, height, bombs left."""
        counter: Any = self.hands.state.of(unit)
        here, facing = self.hands.where(unit), counter.facing
        height, bombs = counter.altitude, counter.bombs
        if self.coming:
            height = self.hands.settings.altitude
            facing = (
                DIRECTIONS.index(self.hands.pointer.facing) if self.hands.pointer.facing else facing
            )
        for word, *rest in (step.split() for step in self.steps):
            if word == GO:
                here = rest[0]
            elif word == TURN:
                facing = DIRECTIONS.index(rest[0])
            elif word in (UP, DOWN):
                height += 1 if word == UP else -1
            elif word == BOMB:
                bombs -= int(rest[1])
        return here, facing, height, bombs

    def touch(self, hex: str) -> str | None:
        """A hex ahead is flown to, one farther off is fired at or bombed."""
        unit = self.plane
        if unit is None:
            return None
        here, facing, _, _ = self._now(unit)
        if here == OFF:
            return None
        if hex in self._ahead(unit, here, facing):
            self.steps.append(f"{GO} {hex}")
        elif here not in self.hands.game.scenario.board:
            return None
        elif self.bombs:
            self.steps.append(f"{BOMB} {hex} {self.bombs}")
            self.bombs = 0
        elif looks.foes(self.hands, hex) or self.hands.state.works_in(hex):
            self.steps.append(f"{ATTACK} {hex}")
        else:
            return None
        return self._told()

    def _told(self) -> str:
        left = self.hands.rules.units[self.plane or ""].impulses - len(self.steps)
        more = f"{left} more impulse{'s' if left != 1 else ''} can follow." if left > 0 else ""
        return f"{wording.flight(self.steps)}. {more} Press Fly, or Space, to go."

    def _add(self, step: str) -> None:
        self.steps.append(step)

    def tools(self) -> Iterator[Tool]:
        """Turn, climb, dive, bombs; and the button that lets the plane go."""
        unit = self.plane
        if unit is None:
            return
        hands = self.hands
        here, facing, height, bombs = self._now(unit)
        action = self.action()
        if action is not None:
            verb = "Come in" if self.coming else "Fly"
            text = f"{verb}{wording.price(hands, action)}: {wording.flight(self.steps)}"
            yield Tool(text, action=action, first=True, name="fly")
            yield Tool("Take the last impulse back", self.back)
        yield from self._aims()
        board = hands.game.scenario.board
        if here not in board:
            return
        if hands.ask("edge_ahead", hex=here, facing=facing):
            yield Tool("Off the map", partial(self._add, f"{GO} {OFF}"))
        if not self.steps:
            return
        for turn, word in ((-1, "left"), (1, "right")):
            to = DIRECTIONS[(facing + turn) % 6]
            yield Tool(f"Turn {word} to {to}", partial(self._add, f"{TURN} {to}"))
        yield Tool(f"Climb to {metres(height + 1)}", partial(self._add, UP))
        if height:
            yield Tool(f"Dive to {metres(height - 1)}", partial(self._add, DOWN))
        for count in range(1, bombs + 1):
            yield Tool(
                f"Drop {count} bomb{'s' if count > 1 else ''}",
                partial(setattr, self, "bombs", count),
                on=self.bombs == count,
                tip="Then click the hex to be bombed",
            )

    def _aims(self) -> Iterator[Tool]:
        """An attack where planes and targets on the ground are says at which (20.0)."""
        kind, hex, *aim = (self.steps[-1] if self.steps else f"{ATTACK} ").split(" ")
        plain = (*self.steps[:-1], f"{kind} {hex}")
        if kind != ATTACK or not hex or not self._unclear(self._flown(plain)):
            return
        for one, what in wording.AIMS.items():
            changed = [*self.steps[:-1], f"{kind} {hex} {one}"]
            yield Tool(f"At {what}{hex}", partial(setattr, self, "steps", changed), aim == [one])

    def _unclear(self, flight: Action) -> bool:
        return any(r.key == "coh.fire.aim" for r in self.hands.game.explain(flight).reasons)

    def action(self) -> Action | None:
        """The flight as far as it is planned."""
        return self._flown(tuple(self.steps)) if self.on and self.steps else None

    def _flown(self, steps: tuple[str, ...]) -> Action:
        """Impulses of the plane; of one that comes in the first is its entry (20.0)."""
        hands = self.hands
        if not self.coming:
            return hands.paid("fly", unit=hands.pointer.unit, steps=steps)
        hex, height = steps[0].split()[1], hands.settings.altitude
        facing = hands.pointer.facing or None
        entry = hands.paid(
            "enter", unit=hands.pointer.unit, hex=hex, facing=facing, altitude=height
        )
        return entry.replaced(steps=steps[1:]) if steps[1:] else entry

    def back(self) -> None:
        """The last impulse is taken back."""
        if self.steps:
            self.steps.pop()

    def overlays(self) -> Iterator[Overlay]:
        """The way, the hexes ahead, and whom the guns reach."""
        unit = self.plane
        if unit is None:
            return
        board, (here, facing, _, _) = self.hands.game.scenario.board, self._now(unit)
        hexes = [step.split()[1] for step in self.steps if step.startswith(GO)]
        way = tuple(h for h in (self.hands.where(unit), *hexes) if h in board)
        if len(way) > 1:
            yield Overlay("path", path=way)
        if ahead := self._ahead(unit, here, facing):
            yield Overlay("reach", ahead)
        struck = [s.split()[1] for s in self.steps if s.startswith((ATTACK, BOMB))]
        if struck:
            yield Overlay("goal", tuple(struck))
