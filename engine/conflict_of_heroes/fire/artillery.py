"""Chapters 12 and 13: smoke, and guns off the board that are called for a round ahead."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from engine.agenda import END, Deed, Phase, Reasons, Slots
from engine.conflict_of_heroes.actions.orders import Bills, Order, Turn, each, listed
from engine.conflict_of_heroes.counters.hits import UNKNOWN
from engine.conflict_of_heroes.counters.state import Setting, State
from engine.conflict_of_heroes.fire import combat
from engine.conflict_of_heroes.fire.attacks import begin, hides, shells, shootable
from engine.conflict_of_heroes.fire.values import fire_lines
from engine.conflict_of_heroes.ground.sight import watches
from engine.conflict_of_heroes.hand.cards import CloseCall, Heavier
from engine.conflict_of_heroes.hidden import reveal
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Line, Reason, Tally, enforces

FIRST_ROUND = 2
"""The defence modifier of new smoke; a round later it is one less (13.0)."""
POTS = 3
"""What engineers pay for smoke pots (19.0)."""


def thin_out(s: State) -> State:
    """New smoke thins, thin smoke is gone (13.0 second round)."""
    left = {hex: tuple(n - 1 for n in marks if n > 1) for hex, marks in s.smoke.items()}
    return replace(s, smoke={hex: marks for hex, marks in left.items() if marks})


def lay(s: State, hex: str, course: Course) -> State:
    """A new smoke counter in a hex (13.0)."""
    course.tell("13.0", "coh.smoke.laid", hexes=(hex,), hex=hex)
    return replace(s, smoke={**s.smoke, hex: (*s.smoke.get(hex, ()), FIRST_ROUND)})


class Smoke(Order):
    """Smoke shells of mortars, smoke pots of engineers (13.1, 19.0); also of a group (9.14)."""

    kind, section, rule = "smoke", 3, "13.1"
    bill, swings = "coh.cost.smoke", True

    def _shells(self, action: Action) -> list[tuple[str, str, str]]:
        """Who makes smoke, where, over whose eyes: listed, or the same for all (9.14)."""
        units = self.doers(action)
        hexes = each(action, "to", "hex", len(units))
        eyes = each(action, "spotters", "spotter", len(units))
        return list(zip(units, hexes, eyes, strict=False))

    def bills(self, g: Setting, s: State, action: Action) -> Bills:
        """A shot, turret and all, or the price of the pots."""
        for unit, hex, spotter in self._shells(action):
            if g.units[unit].has("engineer"):
                yield unit, [Line.of("19.0", "coh.line.pots", POTS)]
            else:
                swing = combat.swing_lines(g, s, unit, hex, text(action, "pay"))
                yield unit, [*fire_lines(g, s, unit, bool(spotter)), *swing]

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """Mortars of 8 cm and more fire it as they fire shells; engineers here and next door."""
        yield from listed(action, "to", "spotters")
        for unit, hex, spotter in self._shells(action):
            if hex not in g.board:
                yield Reason.of("13.1", "coh.fire.off-map", hex=hex)
            elif g.here(s, unit):
                yield from self._unit_reasons(g, s, side, unit, hex, spotter)

    def _unit_reasons(
        self, g: Setting, s: State, side: str, unit: str, hex: str, spotter: str
    ) -> Reasons:
        piece, seat = g.units[unit], s.position.place(unit)
        yield from combat.may_fire(g, s, side, unit, hex)
        if piece.has("engineer"):
            if g.board.distance(seat, hex) > 1:
                yield g.no(unit, "19.0", "coh.smoke.far")
        elif not piece.has("smoke"):
            yield g.no(unit, "13.1", "coh.smoke.cannot")
        else:
            yield from combat.place_reasons(g, s, unit, hex)
            yield from combat.gully_reasons(g, s, unit, hex)
            yield from combat.sight_reasons(g, s, side, unit, spotter, hex)

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return g.units[unit].has("engineer") or g.units[unit].has("smoke")

    def ways(self) -> Slots[Setting, State, Turn]:
        """Engineers: here and next door; mortars: wherever they or a spotter can see."""
        return {
            "hex": lambda g, s, p, given: self._hexes(g, s, given["unit"]),
            "spotter": lambda g, s, p, given: self._eyes(g, s, given["unit"], given["hex"]),
        }

    def _hexes(self, g: Setting, s: State, unit: str) -> Iterable[str]:
        piece, seat = g.units[unit], s.position.place(unit)
        if piece.has("engineer"):
            return (seat, *g.board.neighbours(seat))
        return g.board.within(seat, 2 * piece.range)

    def _eyes(self, g: Setting, s: State, unit: str, hex: str) -> Iterable[str | None]:
        """Nobody where none is needed, else one who sees; smoke is the same whoever spots."""
        if g.units[unit].has("engineer") or watches(g, s, unit, hex):
            return (None,)
        return islice(combat.spotters(g, s, unit, hex), 1)

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        for unit, hex, _ in self._shells(action):
            s = reveal(g, lay(s, hex, course), unit, course, "10.0 acting", hex)
        return s


LAY_SMOKE = Smoke()


SMOKE = "smoke:"


@enforces("8.2 off-board artillery")
def batteries(g: Setting, s: State, side: str) -> list[str]:
    """The artillery cards in a hand (8.2 off-board artillery)."""
    cards = g.charts["cards"].rows
    held = dict.fromkeys(s.hands.get(side, ()))
    # a card face down is nobody's battery (8.0)
    return [card for card in held if card in cards and cards[card]["kind"] == "artillery"]


class Call(Deed[Setting, State, "Calling"]):
    """A battery is told where to fire a round later (12.3 spotter)."""

    kind, rule = "call", "12.3"

    def slots(self) -> Slots[Setting, State, Calling]:
        return {
            "card": lambda g, s, p, given: batteries(g, s, p.side),
            "hex": lambda g, s, p, given: g.board.hexes,
            "smoke": lambda g, s, p, given: (None, True),
        }

    def reasons(self, g: Setting, s: State, p: Calling, action: Action) -> Reasons:
        card, hex = text(action, "card"), text(action, "hex")
        if card not in batteries(g, s, p.side):
            yield Reason.of("12.3", "coh.call.card", card=card)
        if hex not in g.board:
            yield Reason.of("12.3", "coh.fire.off-map", hex=hex)
        elif hex not in g.setup.targets.get(p.side, ()) and not any(
            watches(g, s, u, hex) for u in g.friends(s, p.side)
        ):
            yield Reason.of("12.3 spotter", "coh.call.unseen", hexes=(hex,), hex=hex)

    def tally(self, g: Setting, s: State, p: Calling, action: Action) -> Tally | None:
        card = text(action, "card")
        if card not in batteries(g, s, p.side):
            return None
        power = int(g.charts["cards"].rows[card]["red"])
        return Tally.adding("coh.firepower", [Line.of("12.3", "coh.line.red", power)])

    def apply(self, g: Setting, s: State, p: Calling, action: Action, course: Course) -> State:
        card, side = action["card"], p.side
        order = f"{SMOKE}{card}" if action.get("smoke") else card
        aimed = {**s.aimed, side: (*s.aimed.get(side, ()), (order, action["hex"]))}
        course.tell("12.3", "coh.called", side=side)
        return replace(s.dropped(side, card), aimed=aimed)


class Calling(Phase):
    """One side names the hexes its artillery will hit a round later (12.3 spotter)."""

    side: str

    can = (Call(), END)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not batteries(g, s, self.side):
            return None
        return Decision.of(self.side, "coh.call", "12.3")


class Barrage(Phase):
    """The shells called for last round: the hex and the six about it, each apart (12.3)."""

    side: str
    card: str
    hex: str

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s = s.pop()
        if self.hex == UNKNOWN:
            return s  # whoever looks ahead knows that it comes, and not where
        area = [self.hex, *g.board.neighbours(self.hex)]
        course.tell("12.3", "coh.barrage", hexes=area, hex=self.hex)
        if self.card.startswith(SMOKE):
            for hex in area:
                s = lay(s, hex, course)
            return s
        s = s.push(Heavier(self.side), Salvo(self.side, self.card, self.hex))
        return s.push(*(CloseCall(side, area=tuple(area)) for side in g.sides))


class Salvo(Barrage):
    """The shells come down, when whoever can has got out of the way (12.3, 8.3 close call)."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s = s.pop()
        for hex in reversed([self.hex, *g.board.neighbours(self.hex)]):
            attack = shells(g, s, self.side, self.card, hex)
            if shootable(g, s, attack) or hides(g, s, self.side):
                s = begin(g, s, attack)
        return replace(s, firepower=s.firepower - {self.side})
