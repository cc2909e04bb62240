"""Groups whose units part: each goes a way of its own, or faces a way of its own.

The units are asked one after another, and answer by clicks on the map; a group that is driven or
runs by a card names several hexes for one unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from engine.action import Action
from engine.hexes import DIRECTIONS
from tutor.art.views import Overlay
from tutor.games.conflict_of_heroes import wording
from tutor.games.conflict_of_heroes.dice import WayDice
from tutor.games.conflict_of_heroes.plans import ClickPlan, kept
from tutor.games.conflict_of_heroes.turn import RUN
from tutor.games.conflict_of_heroes.view import AWAY
from tutor.games.pointer import Tool

if TYPE_CHECKING:
    pass


class Parting(ClickPlan):
    """A group that does one thing, each unit in its own way (9.11, 9.1)."""

    order = ""
    switch = ""
    """The button that begins it."""
    together = ""
    """The button that lets them do it."""
    faced = False
    """Whether each faces as was chosen before its click."""

    switched = kept("switched", bool)
    named = kept("named", dict)
    """What each was told: a way, or somebody."""
    faces = kept("faces", dict)

    @property
    def on(self) -> bool:
        """Whether the next click is one unit's."""
        return self.switched and bool(self.hands.pointer.mates)

    @property
    def units(self) -> tuple[str, ...]:
        """Who takes part."""
        return (self.hands.pointer.unit or "", *self.hands.pointer.mates)

    def next(self) -> str | None:
        """Whose click is the next."""
        return next((unit for unit in self.units if not self.ready(unit)), None)

    def ready(self, unit: str) -> bool:
        """Whether a unit has all it needs."""
        return unit in self.named

    def may(self) -> bool:
        """Whether the leader could do it at all, in the way of paying that is switched on."""
        return any(self.hands.order_of(a) == self.order for a in self._leaders())

    def _leaders(self) -> list[Action]:
        return self.hands.of_unit(self.hands.pointer.unit or "")

    def touch(self, hex: str) -> str | None:
        """The next unit's hex."""
        unit = self.next() if self.on else None
        if unit is None:
            return None
        self.take(unit, hex)
        return self.ask()

    def take(self, unit: str, hex: str) -> None:
        """A click for a unit."""

    def ask(self) -> str:
        """What the next click says, or that all is said."""
        unit = self.next()
        if unit is None:
            return f"That is everybody. Press {self.together}, or Space."
        return self.wanted(self.hands.unit_name(unit))

    def wanted(self, name: str) -> str:
        """What a unit is asked for."""
        return ""

    def told(self, unit: str) -> str:
        """What a unit has been told to do."""
        return ""

    def tools(self) -> Iterator[Tool]:
        """The switch, each unit's part, and the button that lets them go."""
        hands = self.hands
        if not hands.pointer.mates or hands.pointer.unit is None or not (self.on or self.may()):
            return
        action = self.action()
        if action is not None and hands.game.explain(action):
            price = wording.price(hands, action)
            yield Tool(f"{self.together}{price}", action=action, first=True, name=self.together)
        if self.may():
            yield Tool(self.switch, self._switch, on=self.on)
        for unit in self.units if self.on else ():
            yield Tool(
                f"{hands.unit_name(unit)}: {self.told(unit)}",
                partial(self.forget, unit),
                on=unit == self.next(),
                tip="Choose again for this one",
                name=(self.switch, unit),
            )

    def _switch(self) -> str:
        """On, and what is to be clicked; or off."""
        before = self.switched
        for plan in self.hands.partings:
            plan.clear()
        self.switched = not before
        return self.ask() if self.on else ""

    def forget(self, unit: str) -> str:
        """What a unit was told is taken back, and asked for again."""
        self.named.pop(unit, None)
        self.faces.pop(unit, None)
        return self.ask()

    def action(self) -> Action | None:
        """All of them at once; none while somebody is still to be told."""
        if not self.on or self.next() is not None:
            return None
        return self.whole()

    def whole(self) -> Action:
        """What all of them do, everybody having been told."""
        told = {"units": self.units, "facings": self.facings(), **self.more()}
        return self.hands.paid(self.order, **told)

    def more(self) -> dict[str, object]:
        """What the action names besides who does it and where each faces."""
        return {}

    def back(self) -> None:
        """The last click is taken back."""
        if self.named:
            unit, way = self.named.popitem()
            self.faces.pop(unit, None)
            if way[:-1]:
                self.named[unit] = way[:-1]

    def facings(self) -> tuple[str, ...] | None:
        """Which way each is to face; None where nobody was told."""
        faces = tuple(self.faces.get(unit, "") for unit in self.units)
        return faces if any(faces) else None


class March(Parting):
    """Units that go together, each to a hex of its own or by a way of its own (9.11, 5.1, 14.0)."""

    order = "move"
    switch = "Each to a hex of its own"
    together = "Go together"
    faced = True

    longer = kept("longer", lambda: None)
    """The vehicle whose way goes on over the hexes of its bonus."""

    @property
    def dice(self) -> WayDice:
        """The dice on the ways, and the CAP on them."""
        return WayDice(self)

    @property
    def on(self) -> bool:
        """The card that lets a group run asks for everybody's way (8.1 move 2 hexes)."""
        return bool(self.hands.pointer.mates) and (self.switched or self.running())

    def running(self) -> bool:
        """Whether the card is switched on that lets a group run (8.1 move 2 hexes)."""
        return self.hands.pay == RUN and self.hands.turn_owed()

    def may(self) -> bool:
        """On the map whoever moves, off it whoever comes in; who runs cannot do otherwise."""
        return {"move", "enter"} & {self.hands.order_of(a) for a in self._leaders()} != set()

    def ready(self, unit: str) -> bool:
        """One hex each, with the card two."""
        need = 2 if self.running() else 1
        return unit != self.longer and len(self.named.get(unit, ())) >= need

    def take(self, unit: str, hex: str) -> None:
        """A hex more for a unit; it faces as was chosen before the click (5.2)."""
        self.named[unit] = (*self.named.pop(unit, ()), hex)
        self.faces[unit] = self.hands.pointer.facing
        self.longer = None
        self.dice.forget(unit)

    def wanted(self, name: str) -> str:
        """A hex, or the second one."""
        second = "second " if self.named.get(self.next() or "") else ""
        return f"Click the {second}hex for {name}."

    def told(self, unit: str) -> str:
        """Its way, and where it faces at the end of it."""
        way = self.named.get(unit, ())
        if not way:
            return "click two hexes" if self.running() else "click a hex"
        more = "" if self.ready(unit) else ", click a hex"
        face = self.faces.get(unit, "")
        facing = f", facing {wording.ARROWS[face]} {face}" if face else ""
        return f"{' - '.join(way)}{facing}{more}"

    def tools(self) -> Iterator[Tool]:
        """CAP on the dice; the free hexes that a paid one earns a vehicle (3.23, 14.0)."""
        yield from super().tools()
        if not self.on or self.longer is not None:
            return
        yield from self.dice.tools()
        for unit in () if self.running() else self.units:
            way, piece = self.named.get(unit, ()), self.hands.rules.units[unit]
            if way and piece.vehicle:
                yield Tool(
                    f"One hex more for {self.hands.unit_name(unit)}",
                    partial(self._lengthen, unit),
                    tip="Then click it; wheels and tracks go on for nothing where it is even",
                    name=("longer", unit),
                )

    def _lengthen(self, unit: str) -> str:
        """The next click is one hex more on this one's way."""
        self.longer = unit
        return self.wanted(self.hands.unit_name(unit))

    def forget(self, unit: str) -> str:
        """Another way for this one."""
        self.longer = None
        self.dice.forget(unit)
        return super().forget(unit)

    def back(self) -> None:
        """The hex named last is free again."""
        if self.longer is not None:
            self.longer = None
        else:
            super().back()

    def whole(self) -> Action:
        """One way each, in the words of what they do."""
        hands = self.hands
        ways, facings = [self.named[unit] for unit in self.units], self.facings()
        far = self.running() or any(len(way) > 1 for way in ways)
        goals = {"paths": tuple(map(" ".join, ways))} if far else {"to": tuple(w[0] for w in ways)}
        if self.running():
            run = Action("play", card=RUN, units=self.units, **goals, facings=facings)
            return run.replaced(**self.dice.args())
        march = hands.paid(self.kind(), units=self.units, **goals, facings=facings)
        return hands.settings.shown(march.replaced(**self.dice.args()))

    def kind(self) -> str:
        """Who waits off the map comes in."""
        away = all(self.hands.where(unit) == AWAY for unit in self.units)
        return "enter" if away else "move"

    def overlays(self) -> Iterator[Overlay]:
        """A line for each that has a hex."""
        board = self.hands.game.scenario.board
        for unit, way in self.named.items():
            steps = tuple(h for h in (self.hands.where(unit), *way) if h in board)
            if len(set(steps)) > 1:
                yield Overlay("path", path=steps)


class Turning(Parting):
    """Units that turn where they stand, each its own way (5.3, 9.1)."""

    order = "turn"
    switch = "Each faces its own way"
    together = "Turn together"

    def take(self, unit: str, hex: str) -> None:
        """It turns towards a hex; a click on its own hex leaves it as it stands."""
        board, seat = self.hands.game.scenario.board, self.hands.where(unit)
        way = board.straight(seat, hex)
        turned = board.direction(seat, way[1]) if len(way) > 1 else None
        facing = self.hands.state.of(unit).facing if turned is None else turned
        self.named[unit], self.faces[unit] = (hex,), DIRECTIONS[facing]

    def wanted(self, name: str) -> str:
        """A side of its hex."""
        return f"Click a hex that {name} is to face; its own hex leaves it as it stands."

    def told(self, unit: str) -> str:
        """Where it is to face."""
        face = self.faces.get(unit)
        return f"{wording.ARROWS[face]} {face}" if face else "click where to face"


class Leaving(Turning):
    """Units that leave their works, each facing its own way (18.2, 9.1)."""

    order = "leave"
    switch = "Each leaves facing its own way"
    together = "Leave together"

    def take(self, unit: str, hex: str) -> None:
        """Whoever stays as it stands turns not at all: the pinned may leave only so (18.2)."""
        super().take(unit, hex)
        if hex == self.hands.where(unit):
            self.faces[unit] = ""

    def told(self, unit: str) -> str:
        """Where it is to face, once it has been told."""
        return "as it stands" if self.faces.get(unit) == "" else super().told(unit)
