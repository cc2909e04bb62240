"""Chapter 8: the cards, those that are tied to veterans (8.3), those that answer what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, Unpack

from engine.agenda import Candidate, Deed, Phase, Reasons, Slots
from engine.conflict_of_heroes.actions.orders import Turn, group_reasons, units_of
from engine.conflict_of_heroes.actions.payment import CARD, units_reasons
from engine.conflict_of_heroes.counters.hits import destroy
from engine.conflict_of_heroes.counters.state import Change, Setting, State
from engine.conflict_of_heroes.counters.unit import DIRECTION, GUN, PLANE, Rating, Unit
from engine.conflict_of_heroes.movement.arrival import Onward
from engine.conflict_of_heroes.movement.moves import MOVE
from engine.values import Action, changed, replace, text
from engine.verdict import Course, Decision, Reason, enforces

WEAPONS = {
    "demolition-charge": "8.2 demolition charge",
    "flamethrower": "8.2 flamethrower",
    "extra-grenades": "8.2 extra grenades",
    "magnetic-mine": "8.2 magnetic mine",
    "molotov-cocktail": "8.2 molotov cocktail",
    "tellermine": "8.2 tellermine",
}
VETERANS = {
    "good-leadership": "8.3 good leadership",
    "extra-initiative": "8.3 extra initiative",
    "forced-march": "8.3 forced march",
    "better-equipped": "8.3 better equipped",
    "high-morale": "8.3 high morale",
    "experience": "8.3 experience",
    "blood-and-honor": "8.3 blood and honor",
    "sixth-sense": "8.3 sixth sense",
    "close-call": "8.3 close call",
    "organized-retreat": "8.3 organized retreat",
    "feared-reputation": "8.3 feared reputation",
    "iron-will": "8.3 iron will",
    "hidden-action": "8.3 hidden action",
    "combat-hardened": "8.3 combat hardened",
    "use-of-terrain": "8.3 use of terrain",
    "overrun": "8.3 overrun",
}
RULES = {
    "command-action": "8.1 command action",
    "auto-rally": "8.1 auto-rally",
    "rally-attempt": "8.1 rally attempt",
    "move-2-hexes": "8.1 move 2 hexes",
    "mark-as-spent": "8.1 mark as spent",
    "bonus-ap": "8.1 bonus ap",
    "bonus-cap": "8.1 bonus cap",
    "firepower": "8.1 firepower",
    "double-action": "8.1 double action",
    "hasty-defense": "8.1 hasty defense",
    "sniper": "8.1 sniper",
    "bogged-down": "8.1 bogged down",
    "reveal-hidden": "8.1 reveal hidden",
    "lay-land-mine": "8.1 lay land mine",
    "defuse-land-mine": "8.1 defuse land mine",
    "luck": "8.1 luck",
    "score": "8.1 score",
    "firefight-event": "8.1 firefight event",
    "game-ends": "8.1 game ends",
    **WEAPONS,
    **VETERANS,
}
"""The section of every card but the batteries, which are plotted (12.3)."""
METAL_ONLY = ("magnetic-mine", "tellermine")


def inner(action: Action) -> Action:
    """The action that a Command Action card pays for."""
    rest = {k: v for k, v in action.args if k not in ("card", "order", "pay")}
    return Action(text(action, "order"), **rest, pay=CARD)


class Card:
    """One kind of card that is played in a turn (8.1 to 8.3)."""

    named = True
    """Whether it is played on a unit."""
    diced = False
    """Whether CAP may change a roll of its own, or of the action that it pays for (3.23)."""
    discreet = False
    """Whether it does not by itself betray the hidden unit that it is played on (10.0)."""

    def __init__(self, name: str) -> None:
        self.name, self.rule = name, RULES[name]

    def played_on(self, s: State, side: str, action: Action) -> tuple[str, ...]:
        """The units that it is played on."""
        return units_of(action)

    def units(self, g: Setting, s: State, p: Turn) -> Iterable[str | None]:
        """The units that it may be offered for; nobody where none is named."""
        return g.on_map(s, p.side) if self.named else (None,)

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterable[Candidate]:
        """What else it may be told."""
        return (None,)

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        """What forbids it, its price aside."""
        return iter(())

    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        """What it does."""
        raise NotImplementedError

    def own(
        self, g: Setting, s: State, p: Turn, action: Action, rule: str, rallying: bool = True
    ) -> Reasons:
        """Units of one's own that can act, together if they are several."""
        units = units_of(action)
        yield from units_reasons(g, s, p.side, units, rallying)
        yield from group_reasons(g, s, units, rule)

    def alone(self, action: Action) -> Reasons:
        """Some cards are for one unit, and never for a group (8.1)."""
        if "units" in action:
            yield Reason.of(self.rule, "coh.group.single", units=units_of(action))


TIED = {
    "better-equipped": "",
    "high-morale": "high-morale",
    "experience": "experienced",
    "organized-retreat": "organized-retreat",
    "use-of-terrain": "use-of-terrain",
}
"""Cards tied to units for good, and the trait they give (8.3)."""
FIGURES = ("fire", "move", "red", "blue", "range", "front", "flank")


@dataclass(frozen=True, slots=True)
class Bond:
    """A veteran card and the units it belongs to (8.3)."""

    card: str
    units: tuple[str, ...]
    figures: Mapping[str, int]


@enforces("8.3 better equipped")
def improved(unit: Unit, bond: Bond) -> Unit:
    """A unit as its veteran card makes it (8.3 better equipped, high morale, experience)."""
    trait = TIED.get(bond.card, "")
    more: dict[str, object] = {"traits": unit.traits | {trait}} if trait else {}
    for name, change in bond.figures.items():
        old = getattr(unit, name)
        more[name] = (
            Rating(old.value + change, old.colour) if isinstance(old, Rating) else old + change
        )
    return changed(unit, more)


def tied_reasons(g: Setting, card: str, units: tuple[str, ...]) -> Reasons:
    """A veteran card serves its own units only (8.3)."""
    for bond in g.setup.bonds:
        if bond.card == card and not set(units) <= set(bond.units):
            yield Reason.of("8.3", "coh.card.tied", units=bond.units)


MARCH = 4
"""AP that a forced march adds (a reconstruction: as many as experience)."""
Unfit: TypeAlias = Callable[[Setting, State, str], bool]
"""Whether a card is nothing for a unit."""


class Veteran(Card):
    """A card that changes something about one unit."""

    def __init__(self, name: str, unfit: Unfit, key: str, **change: Unpack[Change]) -> None:
        super().__init__(name)
        self.unfit, self.key, self.change = unfit, key, change
        self.discreet = "covert" in change

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        return self.against(g, s, p.side, text(action, "unit"))

    def against(self, g: Setting, s: State, side: str, unit: str) -> Reasons:
        """One of one's own on the map, whom it is tied to, and fit for it."""
        if unit not in g.units or g.units[unit].side != side:
            yield Reason.of(self.rule, "coh.no-unit", unit=unit)
            return
        if s.position.place(unit) not in g.board:
            yield g.no(unit, self.rule, "coh.not-on-map")
            return
        yield from tied_reasons(g, self.name, (unit,))
        if self.unfit(g, s, unit):
            yield g.no(unit, self.rule, self.key)

    @enforces("8.3 iron will", "8.3 sixth sense", "8.3 hidden action", "8.3 overrun")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        return s.changed(action["unit"], **self.change)


class ForcedMarch(Veteran):
    """An activated unit that has only moved gets more AP (8.3 forced march)."""

    def against(self, g: Setting, s: State, side: str, unit: str) -> Reasons:
        yield from super().against(g, s, side, unit)
        if side in s.busy and unit in s.active[side]:
            yield g.no(unit, self.rule, "coh.card.marched")

    @enforces("8.3 forced march")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        return replace(s, ap={**s.ap, p.side: s.ap[p.side] + MARCH})


SIXTH_SENSE = Veteran(
    "sixth-sense",
    lambda g, s, unit: g.units[unit].kind in (GUN, PLANE),
    "coh.card.foot-or-wheels",
    wary=True,
    exposed=False,
)
VETERAN_CARDS = (
    SIXTH_SENSE,
    ForcedMarch(
        "forced-march",
        lambda g, s, unit: unit not in s.active[g.units[unit].side],
        "coh.card.whose",
    ),
    Veteran(
        "iron-will",
        lambda g, s, unit: s.of(unit).hit is None,
        "coh.rally.unhurt",
        iron=True,
        shown=True,
    ),
    Veteran(
        "hidden-action",
        lambda g, s, unit: not s.of(unit).hidden,
        "coh.card.hidden-only",
        covert=True,
    ),
    Veteran(
        "overrun", lambda g, s, unit: not g.units[unit].vehicle, "coh.card.vehicle", overrun=True
    ),
)


class Keep(Deed[Setting, State, "Answer"]):
    """The card stays in the hand."""

    kind, rule = "keep", "8.3"

    def apply(self, g: Setting, s: State, p: Answer, action: Action, course: Course) -> State:
        return s.pop()


class PlayAnswer(Deed[Setting, State, "Answer"]):
    """The card is played at its moment."""

    kind, rule, sure = "play", "8.3", True

    def slots(self) -> Slots[Setting, State, Answer]:
        return {"card": lambda g, s, p, given: (dict(action.args) for action in p.plays(g, s))}

    def reasons(self, g: Setting, s: State, p: Answer, action: Action) -> Reasons:
        """One of the ways there are; who moves by it faces any way after it (5.2)."""
        facing = text(action, "facing")
        if facing and facing not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=facing)
        elif action.replaced(facing=None) not in p.plays(g, s):
            yield Reason.of(p.rule, "coh.card.not-so", card=p.card)

    def hexes(self, g: Setting, s: State, p: Answer, action: Action) -> tuple[str, ...]:
        return (action["hex"],) if "hex" in action else ()

    def apply(self, g: Setting, s: State, p: Answer, action: Action, course: Course) -> State:
        course.tell(p.rule, "coh.card.played", side=p.side, card=p.card)
        return p.effect(g, s.pop().dropped(p.side, p.card), action, course)


class Answer(Phase):
    """A card that may be played at this one moment, or kept."""

    side: str

    card, rule = "", "8.3"

    can = (Keep(), PlayAnswer())

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Play it, or keep it; nobody is asked without the card."""
        if self.card not in s.hands.get(self.side, ()) or not any(self.plays(g, s)):
            return None
        return Decision.of(self.side, f"coh.{self.card}", self.rule)

    def plays(self, g: Setting, s: State) -> Iterator[Action]:
        """Every way of playing it that could do anything."""
        yield Action("play", card=self.card)

    def effect(self, g: Setting, s: State, action: Action, course: Course) -> State:
        """What it does."""
        raise NotImplementedError


class CloseCall(Answer):
    """Before shells fall, one unit in their area goes one hex away (8.3 close call)."""

    area: tuple[str, ...] = ()

    card, rule = "close-call", "8.3 close call"

    def plays(self, g: Setting, s: State) -> Iterator[Action]:
        bound = [b for b in g.setup.bonds if b.card == self.card]
        for unit in g.on_map(s, self.side):
            seat, own = s.position.place(unit), not bound or unit in bound[0].units
            if seat not in self.area or s.of(unit).carrier or not own:
                continue
            for hex in g.board.neighbours(seat):
                step = Action("move", unit=unit, path=[hex])
                if not next(MOVE.against(g, s, self.side, step), None):
                    yield Action("play", card=self.card, unit=unit, hex=hex)

    def effect(self, g: Setting, s: State, action: Action, course: Course) -> State:
        """It moves, turns as it likes and meets what waits there (5.2)."""
        unit, hex = action["unit"], action["hex"]
        if not s.of(unit).hidden:
            start = s.position.place(unit)
            g.tell(course, unit, self.rule, "coh.moved", (hex,), start=start, hex=hex)
        facing = DIRECTION.get(text(action, "facing"), s.of(unit).facing)
        s = s.changed(unit, dug=False, inside=False).facing(unit, facing)
        return Onward(unit, (hex,), asked=True).follow(g, s, course)


class Warned(Answer):
    """A unit that has just acted, or another, is put on its guard (8.3 sixth sense)."""

    card, rule = "sixth-sense", "8.3 sixth sense"

    def plays(self, g: Setting, s: State) -> Iterator[Action]:
        for unit in g.on_map(s, self.side):
            if not next(SIXTH_SENSE.against(g, s, self.side, unit), None):
                yield Action("play", card=self.card, unit=unit)

    def effect(self, g: Setting, s: State, action: Action, course: Course) -> State:
        return s.changed(action["unit"], **SIXTH_SENSE.change)


class Heavier(Answer):
    """Before shells of one's own fall, more firepower for them (8.1 firepower)."""

    card, rule = "firepower", "8.1 firepower"

    def effect(self, g: Setting, s: State, action: Action, course: Course) -> State:
        """For all seven hexes: the battery fires once."""
        return replace(s, firepower=s.firepower | {self.side})


class Feared(Answer):
    """After the roll for the first turn its loser may take it all the same (8.3)."""

    card, rule = "feared-reputation", "8.3 feared reputation"

    def plays(self, g: Setting, s: State) -> Iterator[Action]:
        return super().plays(g, s) if s.turn != self.side else iter(())

    def effect(self, g: Setting, s: State, action: Action, course: Course) -> State:
        return replace(s, turn=self.side)


class Revenge(Answer):
    """A veteran was destroyed: its killer goes too (8.3 blood and honor)."""

    killers: tuple[str, ...] = ()

    card, rule = "blood-and-honor", "8.3 blood and honor"

    def plays(self, g: Setting, s: State) -> Iterator[Action]:
        return super().plays(g, s) if self._left(g, s) else iter(())

    def _left(self, g: Setting, s: State) -> tuple[str, ...]:
        return tuple(u for u in self.killers if s.position.place(u) in g.board)

    def effect(self, g: Setting, s: State, action: Action, course: Course) -> State:
        return s.push(Toll(self.side, self._left(g, s)))


class Lose(Deed[Setting, State, "Toll"]):
    """A unit that fired is lost (8.3 blood and honor)."""

    kind, rule = "lose", "8.3 blood and honor"

    def slots(self) -> Slots[Setting, State, Toll]:
        return {"unit": lambda g, s, p, given: p.killers}

    def reasons(self, g: Setting, s: State, p: Toll, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in p.killers:
            yield Reason.of("8.3 blood and honor", "coh.toll.who", unit=unit)

    def apply(self, g: Setting, s: State, p: Toll, action: Action, course: Course) -> State:
        return p.lose(g, s, action["unit"], course)


class Toll(Phase):
    """Which unit of a fire group is lost (8.3 blood and honor)."""

    by: str
    killers: tuple[str, ...]

    can = (Lose(),)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if len(self.killers) < 2:
            return None
        return Decision.of(g.units[self.killers[0]].side, "coh.toll", "8.3 blood and honor")

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        return self.lose(g, s, self.killers[0], course)

    def lose(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """It goes as one that is destroyed."""
        return destroy(g, s.pop(), unit, course, "8.3 blood and honor", self.by)


def avenge(g: Setting, s: State, unit: str, shooters: tuple[str, ...]) -> State:
    """A unit was destroyed by some others: its side may have a card for that."""
    side = g.units[unit].side
    if Revenge.card not in s.hands.get(side, ()):
        return s
    if next(tied_reasons(g, Revenge.card, (unit,)), None):
        return s
    killers = tuple(u for u in shooters if u in g.units)
    return s.push(Revenge(side, killers)) if killers else s


ANSWERING = (
    *("luck", "combat-hardened", "close-call", "feared-reputation", "blood-and-honor"),
    *(Warned.card, Heavier.card),
)
"""Cards that answer a moment: all but the last two are never played in a turn (8.1, 8.3)."""
