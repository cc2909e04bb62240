"""Groups of whom each does the same in a way of its own: goes, faces, takes aboard, lays smoke.

The units are asked one after another and answer by clicks on the map. What each was told are
arguments of one action, a list of them for the whole group.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.hexes import DIRECTIONS
from engine.values import Action
from tutor.art.views import Overlay
from tutor.games.conflict_of_heroes import words
from tutor.games.conflict_of_heroes.plans import Flight
from tutor.games.conflict_of_heroes.settings import RUN, Kept, Settings
from tutor.games.conflict_of_heroes.view import AWAY
from tutor.games.pointer import Tool

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands

LISTED = {"facing": "facings", "cargo": "cargos", "to": "to", "spotter": "spotters"}
"""What a unit is told, and the list of it in the action of the group."""


class Parting(Kept):
    """A group that does one thing, each unit in its own way (9.11, 9.1)."""

    faced = False
    """Whether each faces as was chosen before its click."""
    switched = False

    def __init__(self, hands: Hands, order: str) -> None:
        super().__init__(hands)
        self.order = order
        self.told: dict[str, dict[str, Any]] = {}
        """What each was told, by the names that an action has for it."""

    def say(self, key: str, **named: Any) -> str:
        """What is said about it."""
        return words.say(f"coh.each.{self.order}.{key}", **named)

    @property
    def on(self) -> bool:
        """Whether the next click is one unit's."""
        return self.switched and bool(self.hands.pointer.mates)

    @property
    def units(self) -> tuple[str, ...]:
        """Who takes part."""
        return self.hands.in_hand

    def next(self) -> str | None:
        """Whose click is the next."""
        return next((unit for unit in self.units if not self.ready(unit)), None)

    def ready(self, unit: str) -> bool:
        """Whether a unit has all it needs."""
        return unit in self.told

    def may(self) -> bool:
        """Whether the leader could do it at all, in the way of paying that is switched on."""
        doings = self.hands.of_unit(self.hands.pointer.unit or "")
        return any(self.hands.order_of(a) in self.orders for a in doings)

    @property
    def orders(self) -> tuple[str, ...]:
        """What it comes to; who marches moves, or comes in."""
        return ("move", "enter") if self.order == "march" else (self.order,)

    def touch(self, hex: str) -> str | None:
        """The next unit's hex."""
        unit = self.next() if self.on else None
        if unit is None:
            return None
        self.take(unit, hex)
        return self.ask()

    def take(self, unit: str, hex: str) -> None:
        """A click for a unit."""

    def ask(self, unit: str | None = None) -> str:
        """What the next click says, or that all is said."""
        unit = unit or self.next()
        if unit is None:
            return words.say("coh.each.spare", go=self.say("go"))
        second = "second " if self.told.get(unit) else ""
        return self.say("ask", unit=self.hands.unit_name(unit), second=second)

    def answer(self, unit: str) -> str:
        """What a unit has been told to do."""
        if unit not in self.told:
            return self.say("open")
        told, name = self.told[unit], self.hands.unit_name
        found = [" - ".join(told.get("way", ())) or told.get("to", "")]
        found += [name(told["cargo"])] if "cargo" in told else []
        if facing := told.get("facing"):
            found.append(f"{'facing ' if any(found) else ''}{words.facing_name(facing)}")
        if told.get("spotter"):
            found.append(words.say("coh.each.spots", eyes=name(told["spotter"])))
        return ", ".join(filter(None, found)) or words.say("coh.each.stays")

    def tools(self) -> Iterator[Tool]:
        """The switch, each unit's part, and the button that lets them go."""
        hands, may = self.hands, self.may
        if not hands.pointer.mates or hands.pointer.unit is None or not (self.on or may()):
            return
        action, go = self.action(), self.say("go")
        if action is not None and hands.game.explain(action):
            yield Tool(go + hands.price(action), action=action, first=True, name=go)
        if may():
            yield Tool(self.say("on"), self._switch, on=self.on)
        for unit in self.units if self.on else ():
            yield Tool(
                f"{hands.unit_name(unit)}: {self.answer(unit)}",
                partial(self.forget, unit),
                on=unit == self.next(),
                tip=words.say("coh.each.again"),
                name=(self.say("on"), unit),
            )
        if self.on:
            yield from self.more_tools()

    def more_tools(self) -> Iterator[Tool]:
        """What else can be said of it."""
        return iter(())

    def _switch(self) -> str:
        """On, and what is to be clicked; or off."""
        plan = self.hands.plan.parted(self.order, not self.switched)
        return plan.ask() if plan.on else ""

    def forget(self, unit: str) -> str:
        """What a unit was told is taken back, and asked for again."""
        self.told.pop(unit, None)
        return self.ask()

    def back(self) -> None:
        """The last click is taken back."""
        if self.told:
            self.told.popitem()

    def action(self) -> Action | None:
        """All of them at once; none while somebody is still to be told."""
        return self.whole(self.units) if self.on and self.next() is None else None

    def whole(self, units: tuple[str, ...]) -> Action:
        """What units do together that have been told."""
        return self.hands.paid(self.order, units=units, **self.lists(units))

    def overlays(self) -> Iterator[Overlay]:
        """The plan on the map."""
        return iter(())

    def lists(self, units: tuple[str, ...]) -> dict[str, Any]:
        """What each was told, in lists."""
        found = {
            plural: tuple(self.told[unit].get(name, "") for unit in units)
            for name, plural in LISTED.items()
        }
        return {plural: told for plural, told in found.items() if any(told)}


class March(Parting):
    """Units that go together, each to a hex of its own or by a way of its own (9.11, 5.1, 14.0)."""

    faced = True
    longer: str | None = None
    """The vehicle whose way goes on over the hexes of its bonus."""

    def __init__(self, hands: Hands, order: str) -> None:
        super().__init__(hands, order)
        self.given: dict[tuple[str, str], int] = {}
        """The CAP on the dice of a unit in a hex of its way."""

    @property
    def on(self) -> bool:
        """The card that lets a group run asks for everybody's way (8.1 move 2 hexes)."""
        return bool(self.hands.pointer.mates) and (self.switched or self.running())

    def running(self) -> bool:
        """Whether the card is switched on that lets a group run (8.1 move 2 hexes)."""
        return self.hands.pay == RUN and self.hands.turn_owed()

    def ready(self, unit: str) -> bool:
        """One hex each, with the card two."""
        way = self.told[unit]["way"] if unit in self.told else ()
        return unit != self.longer and len(way) > self.running()

    def take(self, unit: str, hex: str) -> None:
        """A hex more for a unit; it faces as was chosen before the click (5.2)."""
        before = self.told.pop(unit, {"way": ()})["way"]
        self.told[unit] = {"way": (*before, hex), "facing": self.hands.pointer.facing}
        self._anew(unit)

    def _anew(self, unit: str) -> None:
        """It goes another way, over other dice."""
        self.longer = None
        self.given = {at: cap for at, cap in self.given.items() if at[0] != unit}

    def answer(self, unit: str) -> str:
        """Its way, and where it faces at the end of it."""
        if unit not in self.told:
            return self.say("run" if self.running() else "open")
        return super().answer(unit) + ("" if self.ready(unit) else f", {self.say('open')}")

    def more_tools(self) -> Iterator[Tool]:
        """CAP on the dice; the free hexes that a paid one earns a vehicle (3.23, 14.0)."""
        if self.longer is not None:
            return
        yield from self._dice_tools()
        for unit in () if self.running() else self.units:
            if unit in self.told and self.hands.rules.units[unit].vehicle:
                yield Tool(
                    words.say("coh.each.longer", unit=self.hands.unit_name(unit)),
                    partial(self._lengthen, unit),
                    tip=words.say("coh.each.longer-tip"),
                    name=("longer", unit),
                )

    def _lengthen(self, unit: str) -> str:
        """The next click is one hex more on this one's way."""
        self.longer = unit
        return self.ask(unit)

    def forget(self, unit: str) -> str:
        """Another way for this one."""
        self._anew(unit)
        return super().forget(unit)

    def back(self) -> None:
        """The hex named last is free again."""
        if self.longer is not None:
            self.longer = None
        elif self.told:
            unit, told = self.told.popitem()
            if told["way"][1:]:
                self.told[unit] = {"way": told["way"][:-1]}

    def whole(self, units: tuple[str, ...]) -> Action:
        """One way each, in the words of what they do, and the CAP on its dice."""
        march = self._march(units)
        found = self.hands.ask("way_dice", action=march)
        caps = tuple(
            die["sign"] * self.given.get((die["unit"], die["hex"]), 0) * die["said"]
            for die in found["dice"]
        )
        listed = sum(caps) if found["listed"] == "cap" else caps
        return march.replaced(**{found["listed"]: listed}) if any(caps) else march

    def _march(self, units: tuple[str, ...]) -> Action:
        """What units do together, no CAP being on their dice."""
        hands, ways = self.hands, [self.told[unit]["way"] for unit in units]
        far = self.running() or any(len(way) > 1 for way in ways)
        goals = {"paths": tuple(map(" ".join, ways))} if far else {"to": tuple(w[0] for w in ways)}
        told = {"units": units, **goals, **self.lists(units)}
        if self.running():
            return Action("play", card=RUN, **told)
        away = all(hands.where(unit) == AWAY for unit in self.units)
        return hands.settings.shown(hands.paid("enter" if away else "move", **told))

    def _dice_tools(self) -> Iterator[Tool]:
        """A button for every number of CAP on every roll for which they are said beforehand."""
        hands, told = self.hands, tuple(unit for unit in self.units if unit in self.told)
        dice = hands.ask("way_dice", action=self._march(told))["dice"] if told else ()
        most = min(hands.limit("dice"), hands.state.cap.get(hands.side, 0))
        for unit, hex in ((die["unit"], die["hex"]) for die in dice if die["said"]):
            where, on = f" in {hex}" if hex else "", self.given.get((unit, hex), 0)
            for cap in range(most + 1):
                name = hands.unit_name(unit)
                yield Tool(
                    words.say("coh.each.dice", cap=cap, unit=name, where=where),
                    partial(self.given.__setitem__, (unit, hex), cap),
                    on=on == cap,
                    name=("dice", unit, hex, cap),
                )

    def overlays(self) -> Iterator[Overlay]:
        """A line for each that has a hex."""
        for unit, told in self.told.items():
            steps = [h for h in (self.hands.where(unit), *told["way"]) if self.hands.on_board(h)]
            if len(set(steps)) > 1:
                yield Overlay("path", path=tuple(steps))


class Turning(Parting):
    """Units that turn where they stand, or leave their works, each its own way (5.3, 9.1, 18.2)."""

    def take(self, unit: str, hex: str) -> None:
        """It turns towards a hex; a click on its own hex leaves it as it stands.

        Whoever leaves and stays so turns not at all: the pinned may leave only so (18.2).
        """
        board, seat = self.hands.game.scenario.board, self.hands.where(unit)
        way = board.straight(seat, hex)
        turned = board.direction(seat, way[1]) if len(way) > 1 else None
        stays = "" if self.order == "leave" else DIRECTIONS[self.hands.state.of(unit).facing]
        self.told[unit] = {"facing": stays if turned is None else DIRECTIONS[turned]}


class Handling(Parting):
    """Vehicles that take somebody up each, or let him off facing some way (17.0, 9.11)."""

    alone = False
    """Whether nobody who is carried joins the activation."""

    @property
    def faced(self) -> bool:  # type: ignore[override]
        """Whoever gets off faces as was chosen (17.0)."""
        return self.order == "unload"

    @property
    def units(self) -> tuple[str, ...]:
        """The vehicles of the group; who stands with them may be what they carry."""
        pieces = self.hands.rules.units
        return tuple(unit for unit in super().units if unit in pieces and pieces[unit].vehicle)

    def may(self) -> bool:
        """Where several vehicles have somebody each."""
        return super().may() and len(self.units) > 1 and all(map(self._cargoes, self.units))

    def _cargoes(self, unit: str) -> list[str]:
        """Whom a vehicle can take up or let off, the price aside."""
        ways = self.hands.ask("doable", action=Action(self.order, unit=unit))
        return [way["cargo"] for way in ways]

    def _free(self, unit: str) -> list[str]:
        """Whom nobody else has been told to handle."""
        others = {told["cargo"] for one, told in self.told.items() if one != unit}
        return [cargo for cargo in self._cargoes(unit) if cargo not in others]

    def take(self, unit: str, hex: str) -> None:
        """A click on the vehicle's hex, where only one can be meant; else a button says who."""
        found = self._free(unit)
        if hex == self.hands.where(unit) and len(found) == 1:
            self._give(unit, found[0])

    def _give(self, unit: str, cargo: str) -> str:
        """A vehicle is told; who gets off faces as was chosen before (17.0)."""
        facing = self.hands.pointer.facing if self.faced else ""
        self.told[unit] = {"cargo": cargo, "facing": facing}
        return self.ask()

    def more_tools(self) -> Iterator[Tool]:
        """Everybody who may be meant for the next vehicle; who takes part."""
        unit = self.next() or ""
        for cargo in self._free(unit) if unit else ():
            told = self.hands.pairs(Action(self.order, unit=unit, cargo=cargo))
            yield Tool(told, partial(self._give, unit, cargo), name=(unit, cargo))
        if self.faced:
            tip = words.say("coh.each.alone-tip")
            yield self.switch("alone", words.say("coh.each.alone"), tip)

    def whole(self, units: tuple[str, ...]) -> Action:
        """Each his own; whether who is carried joins."""
        return super().whole(units).replaced(joined=False if self.alone else None)


class Salvo(Parting):
    """Units that lay smoke, in one hex or one each, and who spots for them (13.1, 9.14)."""

    def _spotters(self, unit: str, hex: str) -> list[str]:
        """Who can spot for a unit; nobody need where it sees the hex itself (12.0)."""
        own, ask = Action("smoke", unit=unit, hex=hex), self.hands.ask
        eyes = [] if ask("doable", action=own) else ask("spotters", unit=unit, hex=hex)
        return [one for one in eyes if ask("doable", action=own.replaced(spotter=one))]

    def take(self, unit: str, hex: str) -> None:
        """A hex; the first who sees it spots, until another is chosen."""
        self.told[unit] = {"to": hex, "spotter": next(iter(self._spotters(unit, hex)), "")}

    def more_tools(self) -> Iterator[Tool]:
        """Where several could spot, one of them is chosen (12.0)."""
        name = self.hands.unit_name
        for unit, told in self.told.items():
            found = self._spotters(unit, told["to"])
            for eyes in found if len(found) > 1 else ():
                text = words.say("coh.each.spots-for", eyes=name(eyes), unit=name(unit))
                press, on = partial(told.__setitem__, "spotter", eyes), told["spotter"] == eyes
                yield Tool(text, press, on, name=("spots", eyes, unit))

    def on_one(self, hex: str) -> Action:
        """The smoke of the whole group in one hex."""
        eyes = tuple(next(iter(self._spotters(unit, hex)), "") for unit in self.units)
        spotters = eyes if any(eyes) else None
        return self.hands.paid("smoke", units=self.units, hex=hex, spotters=spotters)

    def overlays(self) -> Iterator[Overlay]:
        """Where the next one can lay smoke; the hexes that are named."""
        unit = self.next() if self.on else None
        if unit is not None:
            ways = self.hands.ask("doable", action=Action("smoke", unit=unit))
            yield Overlay("target", tuple(dict.fromkeys(a["hex"] for a in ways)))
        if self.told:
            yield Overlay("goal", tuple(told["to"] for told in self.told.values()))


class Plan:
    """All that is planned by more than one click, until everything is put down."""

    def __init__(self, hands: Hands) -> None:
        self.hands, self.settings, self.flight = hands, Settings(hands), Flight(hands)
        self.parted()

    def parted(self, order: str = "", on: bool = False) -> Parting:
        """One way of parting is switched on, or none; what was told for others is forgotten."""
        self.partings = [make(self.hands, name) for name, make in PARTINGS.items()]
        found = next((plan for plan in self.partings if plan.order == order), self.partings[0])
        found.switched = on
        return found

    @property
    def parting(self) -> Parting | None:
        """Whether clicks say where each unit of a group goes or faces."""
        return next((plan for plan in self.partings if plan.on), None)

    @property
    def all(self) -> tuple[Parting | Flight, ...]:
        """Everything that clicks may belong to."""
        return (*self.partings, self.flight)


PARTINGS: dict[str, type[Parting]] = {
    "march": March,
    "turn": Turning,
    "leave": Turning,
    "load": Handling,
    "unload": Handling,
    "smoke": Salvo,
}
"""What a group can do of which each has his own part."""
