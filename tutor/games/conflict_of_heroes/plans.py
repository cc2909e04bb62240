"""A plane's impulses, put together click by click (20.0)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.hexes import DIRECTIONS
from engine.values import Action
from tutor.art.views import Overlay
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.settings import Kept
from tutor.games.conflict_of_heroes.view import PLANE
from tutor.games.pointer import Tool

GO, TURN, UP, DOWN, ATTACK, BOMB, OFF = "go", "turn", "up", "down", "attack", "bomb", "off"
"""The words that impulses are written with (20.0)."""


class Flight(Kept):
    """A set of impulses, put together one by one (20.0 impulses)."""

    steps: tuple[str, ...] = ()
    bombs = 0

    @property
    def on(self) -> bool:
        """Whether a plane is in hand, over the map or about to come in."""
        hands, unit = self.hands, self.hands.pointer.unit
        if unit is None or not hands.turn_owed() or unit not in hands.rules.units:
            return False
        flies = bool(hands.rules.units[unit].kind == PLANE)
        return flies and (hands.on_board(hands.where(unit)) or self.coming)

    @property
    def coming(self) -> bool:
        """Whether the picked unit is still to come in: its first impulse is its entry (20.0)."""
        unit = self.hands.pointer.unit
        return unit is not None and bool(self.hands.rules.waits(self.hands.state, unit))

    def _now(self) -> dict[str, Any]:
        """Where the plane would be after its impulses, and what lies ahead of it."""
        found: dict[str, Any] = self.hands.ask("flown", action=self._flown(self.steps))
        return found

    def touch(self, hex: str) -> str | None:
        """A hex ahead is flown to, one farther off is fired at or bombed."""
        if not self.on:
            return None
        now, hands = self._now(), self.hands
        if hex in now["ahead"]:
            self._add(GO, hex)
        elif now["over"] and self.bombs:
            self._add(BOMB, hex, str(self.bombs))
            self.bombs = 0
        elif now["over"] and (hands.foes(hex) or hands.state.works_in(hex)):
            self._add(ATTACK, hex)
        else:
            return None
        left = hands.rules.units[hands.pointer.unit].impulses - len(self.steps)
        more = words.say("coh.say.impulses", left=left) if left > 0 else ""
        return words.say("coh.say.fly", flight=words.flight(self.steps), more=more)

    def tools(self) -> Iterator[Tool]:
        """Turn, climb, dive, bombs; and the button that lets the plane go."""
        if not self.on:
            return
        now, action = self._now(), self.action()
        if action is not None:
            verb = "Come in" if self.coming else "Fly"
            text = f"{verb}{self.hands.price(action)}: {words.flight(self.steps)}"
            yield Tool(text, action=action, first=True, name="fly")
            yield Tool("Take the last impulse back", self.back)
        yield from self._aims()
        if now["edge"]:
            yield self._more("Off the map", GO, OFF)
        if not self.steps or not now["over"]:
            return
        for turn, word in ((-1, "left"), (1, "right")):
            to = DIRECTIONS[(now["facing"] + turn) % 6]
            yield self._more(f"Turn {word} to {to}", TURN, to)
        yield self._more(f"Climb to {words.metres(now['altitude'] + 1)}", UP)
        if now["altitude"]:
            yield self._more(f"Dive to {words.metres(now['altitude'] - 1)}", DOWN)
        for count in range(1, now["bombs"] + 1):
            text = f"Drop {count} bomb{'s' if count > 1 else ''}"
            yield self.choice("bombs", count, text, "Then click the hex to be bombed")

    def _add(self, *step: str) -> None:
        self.steps = (*self.steps, " ".join(step))

    def _more(self, text: str, *step: str) -> Tool:
        """A button for one impulse more."""
        return Tool(text, partial(self._add, *step))

    def _aims(self) -> Iterator[Tool]:
        """An attack where planes and targets on the ground are says at which (20.0)."""
        kind, *what = self.steps[-1].split() if self.steps else [""]
        if kind != ATTACK:
            return
        before, plain = self.steps[:-1], f"{kind} {what[0]}"
        reasons = self.hands.game.explain(self._flown((*before, plain))).reasons
        for one, said in words.AIMS.items() if "coh.fire.aim" in {r.key for r in reasons} else ():
            changed = (*before, f"{plain} {one}")
            press = partial(setattr, self, "steps", changed)
            yield Tool(f"At {said}{what[0]}", press, changed == self.steps)

    def action(self) -> Action | None:
        """The flight as far as it is planned."""
        return self._flown(self.steps) if self.on and self.steps else None

    def _flown(self, steps: tuple[str, ...]) -> Action:
        """Impulses of the plane; of one that comes in the first is its entry (20.0)."""
        hands, unit = self.hands, self.hands.pointer.unit
        if not self.coming:
            return hands.paid("fly", unit=unit, steps=steps)
        how = {"facing": hands.pointer.facing or None, "altitude": hands.settings.altitude}
        hex = steps[0].split()[1] if steps else None
        return hands.paid("enter", unit=unit, hex=hex, steps=steps[1:] or None, **how)

    def back(self) -> None:
        """The last impulse is taken back."""
        self.steps = self.steps[:-1]

    def overlays(self) -> Iterator[Overlay]:
        """The way, the hexes ahead, and whom the guns reach."""
        if not self.on:
            return
        hands, steps = self.hands, [step.split() for step in self.steps]
        way = [hands.where(hands.pointer.unit or ""), *(s[1] for s in steps if s[0] == GO)]
        way = [hex for hex in way if hands.on_board(hex)]
        if len(way) > 1:
            yield Overlay("path", path=tuple(way))
        if ahead := self._now()["ahead"]:
            yield Overlay("reach", tuple(ahead))
        if struck := tuple(s[1] for s in steps if s[0] in (ATTACK, BOMB)):
            yield Overlay("goal", struck)
