"""Chapter 1: the state of a game, and the House - who is where in it, who sees whom (1.2, 1.3);
dice and draws, thrown by the rules and reckoned beforehand for the player."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.agenda import AgendaState, End, Phase, Reasons
from engine.pavlovs_house.board.pieces import COLOURS, RESERVE, STOCK, SUPPLY, Kit, Unit
from engine.position import Position
from engine.rules import AgendaRules
from engine.values import Action, Names, replace
from engine.verdict import Course, Decision, Line, Reason, Tally, added


def throw(course: Course, name: str, count: int) -> tuple[int, ...]:
    """So many dice."""
    return tuple([course.chance.roll(name) for _ in range(count)])


def draw(cards: Names, name: str, course: Course) -> tuple[str, tuple[str, ...]]:
    """One of some shuffled cards - the last without chance - and those that are left."""
    place = course.chance.below(name, len(cards)) if len(cards) > 1 else 0
    return cards[place], (*cards[:place], *cards[place + 1 :])


def hits(faces: Iterable[int], need: int) -> int:
    """How many dice reach a defence value (0.0, 3.0 sniper)."""
    return sum(face >= need for face in faces)


def hit_chance(dice: int, need: int) -> Fraction:
    """The chance that one die or more of several reaches a defence value."""
    miss = Fraction(min(max(need - 1, 0), 6), 6)
    return 1 - miss ** max(dice, 0)


def sum_chance(dice: int, need: int) -> Fraction:
    """The chance that several dice add up to a number or more (3.0 storm group)."""
    ways = {0: 1}
    for _ in range(dice):
        rolled: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, 7):
                rolled[total + face] = rolled.get(total + face, 0) + count
        ways = rolled
    return Fraction(sum(n for total, n in ways.items() if total >= need), 6**dice)


@dataclass(frozen=True, slots=True)
class Throw(Tally):
    """Dice about to be thrown: how many, as the sum of its lines, and what they must come to."""

    need: int = 0
    """What one of them must reach, or all of them together."""
    summed: bool = False

    @property
    def dice(self) -> int:
        """How many; a line may take off more than there are."""
        return max(0, int(self.total))

    @property
    def chance(self) -> Fraction:
        """The chance of success, reckoned and not enumerated."""
        return (sum_chance if self.summed else hit_chance)(self.dice, self.need)


def against(key: str, lines: Iterable[Line], need: int) -> Throw:
    """Dice of which one must reach a defence value (0.0, 3.0 sniper)."""
    kept = tuple(lines)
    return Throw(key, kept, added(kept), f"{need}+", need=need)


def together(key: str, lines: Iterable[Line], need: int) -> Throw:
    """Dice that must add up to a number (3.0 storm group)."""
    kept = tuple(lines)
    return Throw(key, kept, added(kept), f"sum {need}", need=need, summed=True)


def succeeds(
    fire: Throw, name: str, rule: str, keys: tuple[str, str], course: Course, **about: object
) -> bool:
    """Throw the dice; whether one of them reaches the defence, told by the first of two keys."""
    dice = throw(course, name, fire.dice)
    hit = hits(dice, fire.need) > 0
    course.tell(rule, keys[0 if hit else 1], dice=dice, need=fire.need, **about)
    return hit


Tokens = Mapping[tuple[str, str], int]
Deck = tuple[tuple[str, ...], ...]
"""Cards in parts, top first; within a part the order is not known."""


@dataclass(frozen=True)
class State(AgendaState):
    """Everything that changes during play."""

    turn: int
    position: Position
    tokens: Tokens
    """How many tokens of a kind lie in a place; a place may be a Soviet counter."""
    defence: Mapping[str, int]
    exhausted: frozenset[str] = frozenset()
    deck: tuple[str, ...] = ()
    """Soviet cards still to come, in no order: a draw is one of them at random."""
    hand: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    fog: tuple[str, ...] = ()
    """Fog of war cards in the stock."""
    wehrmacht: Deck = ()
    played: tuple[str, ...] = ()
    """Wehrmacht cards that have been settled."""
    storm: str | None = None
    """The card in the storm group area."""
    won: tuple[str, ...] = ()
    """Storm group and support cards kept for their points."""
    gone: tuple[str, ...] = ()
    """Cards removed from the game."""
    unseen: tuple[str, ...] = ()
    """Cards removed at the start that nobody may look at (0.0 setup wehrmacht deck)."""
    moved: frozenset[str] = frozenset()
    """Counters that have made their move of this phase."""
    tactics: Deck = ()
    open_tactics: tuple[str, ...] = ()
    tactics_turn: int = 0
    """The turn for whose rest the open tactics cards hold (7.2.1 play)."""
    support: tuple[str, ...] = ()
    open_support: str | None = None
    german_hand: tuple[str, ...] = ()
    german_tactics: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()
    planned_tactic: str | None = None
    milk_house_played: bool = False
    lost: tuple[str, str] | None = None
    """The rule and the key of a sudden defeat (6.0 immediate loss)."""

    # ------------------------------------------------------------ tokens

    def count(self, kind: str, place: str) -> int:
        """How many tokens of a kind lie in a place."""
        return self.tokens.get((kind, place), 0)

    def shifted(self, kind: str, start: str, goal: str, number: int = 1) -> State:
        """Tokens from one place to another; what is not there does not move (0.0 token limit)."""
        there = self.tokens.get((kind, start), 0)
        if number <= 0 or not there:
            return self
        tokens = dict(self.tokens)
        if number < there:
            tokens[kind, start] = there - number
        else:
            number = tokens.pop((kind, start))
        tokens[kind, goal] = tokens.get((kind, goal), 0) + number
        return replace(self, tokens=tokens)

    def damaged(self, place: str) -> bool:
        """Whether a location or a Soviet counter has a damage token."""
        return ("damage", place) in self.tokens

    def bags(self) -> int:
        """Medic bags in the supply area (5.0)."""
        return self.count("medic", SUPPLY)

    def with_defence(self, colour: str, change: int) -> State:
        """A defence marker moved (0.0 setup defence markers)."""
        return replace(self, defence={**self.defence, colour: self.defence[colour] + change})

    # ------------------------------------------------------------ counters

    def place(self, unit: str) -> str:
        """Where a counter is."""
        return self.position.place(unit)

    def at(self, unit: str, place: str, keep: Iterable[Hashable] = ()) -> State:
        """The same state with a counter in another place; what is known of others holds on."""
        return replace(self, position=self.position.moved(unit, place, keep))

    def fresh(self, unit: str) -> bool:
        """Whether a Soviet counter is neither exhausted nor damaged."""
        return unit not in self.exhausted and not self.damaged(unit)

    def without_marks(self, unit: str) -> State:
        """A Soviet counter that leaves play: its tokens go back to the stock."""
        s = self
        for kind in ("damage", "action", "order"):
            if (kind, unit) in s.tokens:
                s = s.shifted(kind, unit, STOCK, s.count(kind, unit))
        return replace(s, exhausted=s.exhausted - {unit}) if unit in s.exhausted else s


OF_THE_HOUSE = ("men",)
"""What is known of the House whoever changes places in it."""
OF_SOVIETS = (*OF_THE_HOUSE, "held", *(("defenders", colour) for colour in (None, *COLOURS)))
"""What is known of the Soviets in it whatever Germans and weapons do."""


class House(AgendaRules):
    """What every chapter asks of a scenario's rules, and who is where."""

    kit: Kit
    units: Mapping[str, Unit]
    seats: Mapping[str, str]
    """The side that decides on Soviet cards, counters, in the Wehrmacht phase, or plans (7.3)."""
    last_turn: int
    """The turn after which the game is over, whatever the decks hold; 0 for none."""
    stacked_support: bool
    """Whether the scenario lists the support cards in their order (7.1)."""

    def on(self, switch: str) -> bool:
        """Whether a variant is in use (7.0)."""
        return self.scenario.switches[switch]

    # ------------------------------------------------------------ who is where

    def men(self, s: State) -> tuple[str, ...]:
        """The Soviet counters in the House, the reserve included, in the order of the box."""
        return s.position.once("men", self._men, s)

    def _men(self, s: State) -> tuple[str, ...]:
        men, inside = self.kit.men, self.kit.inside
        seated = zip(men, s.position.seats(men), strict=True)
        return tuple([man for man, place in seated if place in inside])

    def inside(self, s: State, unit: str) -> bool:
        """Whether a counter is in the House: on a position or in the reserve."""
        return s.place(unit) in self.kit.inside

    def posted(self, s: State, unit: str) -> bool:
        """Whether a counter holds a fighting position."""
        return s.place(unit) in self.kit.spots

    def defenders(self, s: State, colour: str | None = None) -> tuple[str, ...]:
        """The Soviet counters on positions, perhaps only on those of a colour."""
        return s.position.once(("defenders", colour), self._defenders, s, colour)

    def _defenders(self, s: State, colour: str | None) -> tuple[str, ...]:
        spots = self.kit.by_number[colour] if colour else self.kit.spots.values()
        return tuple([unit for spot in spots for unit in self.holders(s, spot.id)])

    def holders(self, s: State, spot: str) -> tuple[str, ...]:
        """The Soviet counters on a position: none, one, or two who share a weapon."""
        here = s.position.at(spot)
        return tuple([unit for unit in here if unit in self.kit.men]) if here else ()

    def held(self, s: State) -> Mapping[str, tuple[str, ...]]:
        """The positions that are held, and the Soviet counters on each."""
        return s.position.once("held", self._held, s)

    def _held(self, s: State) -> Mapping[str, tuple[str, ...]]:
        men, spots = self.kit.men, self.kit.spots
        there = ((to, units) for to, units in s.position.stacks() if to in spots)
        return {to: tuple([unit for unit in units if unit in men]) for to, units in there}

    def weapons(self, s: State, place: str) -> list[str]:
        """The weapon counters in a place."""
        return [unit for unit in s.position.at(place) if unit in self.kit.weapons]

    def germans(self, s: State, colour: str | None = None) -> tuple[str, ...]:
        """The German counters on the paths, those nearest the House last on each path."""
        return s.position.once(("germans", colour), self._germans, s, colour)

    def _germans(self, s: State, colour: str | None) -> tuple[str, ...]:
        paths = [path for path in self.kit.paths.values() if colour in (None, path.colour)]
        at = s.position.at
        return tuple([unit for path in paths for space in path.spaces for unit in at(space)])

    def sees(self, spot: str, space: str) -> bool:
        """Line of sight: a colour in common (1.3)."""
        return not set(self.kit.colours_of(spot)).isdisjoint(self.kit.colours_of(space))

    def in_sight(self, s: State, unit: str) -> list[str]:
        """The German counters that a Soviet counter sees, or the other way round (1.3)."""
        german, colours = unit in self.kit.germans, self.kit.colours_of(s.place(unit))
        seen = s.position.once(("seen", german, colours), self._seen, s, german, colours)
        return list(seen)

    def _seen(self, s: State, german: bool, colours: tuple[str, ...]) -> tuple[str, ...]:
        others, mine = self.defenders(s) if german else self.germans(s), set(colours)
        return tuple([u for u in others if not mine.isdisjoint(self.kit.colours_of(s.place(u)))])

    def aimed_at(self, s: State, colour: str, number: int) -> str | None:
        """The position a die points at: its number, else ever higher, else lower (3.0 sniper)."""
        order = self.kit.by_number[colour]
        above = [spot for spot in order if spot.numbers[colour] >= number]
        below = [spot for spot in reversed(order) if spot.numbers[colour] < number]
        return next((spot.id for spot in (*above, *below) if self.holders(s, spot.id)), None)


class UpTo(Phase):
    """Somebody may do something up to so many times, as long as it can be done at all."""

    left: int
    role = asks = rule = ""
    """Who decides; the key of the prompt; the section that allows it."""

    def open(self, g: House, s: State) -> bool:
        """Whether it can be done once more."""
        raise NotImplementedError

    def decision(self, g: House, s: State) -> Decision | None:
        if not self.open(g, s):
            return None
        return Decision.of(g.seats[self.role], self.asks, self.rule, left=self.left)


class Run(Phase):
    """A step of the turn in which nobody decides anything."""

    step: Callable[[House, State, Course], State]

    def proceed(self, g: House, s: State, course: Course) -> State:
        return self.step(g, s, course)


class Enough(End[State]):
    """No more: what comes then is what comes when no more can be done."""

    def apply(self, g: House, s: State, p: Phase, action: Action, course: Course) -> State:
        after: State = p.proceed(g, s, course)
        return after


ENOUGH = Enough()


def here_reasons(g: House, s: State, unit: str, rule: str, unknown: str) -> Reasons:
    """Only a Soviet counter in the House does anything there."""
    if unit not in g.kit.men:
        yield Reason.of(unknown, "pav.unit.none", unit=unit)
    elif not g.inside(s, unit):
        yield g.against(unit, rule, "pav.unit.not-here")


def unfit_reasons(g: House, s: State, unit: str, rule: str) -> Reasons:
    """Exhausted or damaged counters neither act nor go out (4.0 recovery, 3.0 storm group)."""
    if unit in s.exhausted:
        yield g.against(unit, rule, "pav.unit.exhausted")
    if s.damaged(unit):
        yield g.against(unit, rule, "pav.unit.damaged")


def recall_weapons(g: House, s: State, course: Course) -> State:
    """A weapon that is left alone on a position goes to the reserve (4.0 weapons left alone)."""
    weapons, spots = g.kit.weapons, g.kit.spots
    for unit, place in zip(weapons, s.position.seats(weapons), strict=True):
        if place in spots and not g.holders(s, place):
            name = g.kit.weapons[unit].name
            course.tell("4.0 weapons left alone", "pav.weapon.recalled", units=(unit,), unit=name)
            s = s.at(unit, RESERVE, OF_SOVIETS)
    return s
