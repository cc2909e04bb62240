"""Section 8.1: the action cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.agenda import Candidate, Reasons, Value
from engine.conflict_of_heroes.actions import orders
from engine.conflict_of_heroes.actions.orders import Turn, units_of, ways_of
from engine.conflict_of_heroes.actions.payment import CARD, caps, dice_reasons, stand_down
from engine.conflict_of_heroes.cards.deck import draw_one
from engine.conflict_of_heroes.counters.hits import put_back
from engine.conflict_of_heroes.counters.state import Setting, State, Work, hostile
from engine.conflict_of_heroes.fire.rally import attempt, rally_reasons
from engine.conflict_of_heroes.ground.sight import unseen, watches
from engine.conflict_of_heroes.ground.steps import going
from engine.conflict_of_heroes.hand.cards import Card, inner
from engine.conflict_of_heroes.hidden import MINE, reveal
from engine.conflict_of_heroes.movement.arrival import Onward
from engine.conflict_of_heroes.movement.moves import MOVE, retreat_reasons, walk
from engine.conflict_of_heroes.works import mines_under
from engine.values import Action, replace, text, whole, wholes
from engine.verdict import Course, Reason, enforces

NO_RUN = ("suppressed", "stunned", "crew-suppressed", "crew-stunned")
"""Hit markers that keep a unit from running; pinned and immobilized ones stay put anyhow (8.1)."""
SNIPED = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
"""CAP lost to the Sniper card by the die (8.1 sniper)."""


class CommandAction(Card):
    """Card 2: any one action of a unit or group, free; of an activated one as well (3.0, 9.1)."""

    diced = discreet = True

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterator[Candidate]:
        for order in p.orders().values():
            for option in order.options(g, s, p, given["unit"]):
                yield {"unit": None, **dict(option.args), "order": order.kind}

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        order = p.orders().get(text(action, "order"))
        if order is None:
            yield Reason.of(self.rule, "coh.card.order", order=text(action, "order"))
        else:
            yield from order.objections(g, s, p.side, inner(action), CARD)

    @enforces("8.1 command action")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        """As any other, dice that look for a sniper and all (10.3)."""
        return p.orders()[text(action, "order")].perform(g, s, p.side, inner(action), course)


class AutoRally(Card):
    """Card 3, and V05: units that can rally do so (8.1 auto-rally, 8.3 good leadership)."""

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        yield from self.own(g, s, p, action, "9.13")
        for unit in units_of(action):
            if g.here(s, unit):
                yield from rally_reasons(g, s, unit)

    @enforces("8.1 auto-rally", "8.3 good leadership")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        for unit in units_of(action):
            g.tell(course, unit, "8.1 auto-rally", "coh.rally.auto")
            s = put_back(g, s, unit)
        return s


class RallyAttempt(AutoRally):
    """Card 4: an attempt to rally (8.1 rally attempt)."""

    diced = True

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterable[Candidate]:
        return ({"cap": cap} for cap in caps(s.cap[p.side]))

    @enforces("8.1 rally attempt")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        return attempt(g, s, units_of(action), whole(action, "cap"), course)


class MoveTwoHexes(Card):
    """Card 5: two hexes, each of them open to the unit; not the pinned, nor the suppressed."""

    discreet = True

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterator[Candidate]:
        """Any two hexes; a hidden vehicle with CAP on the first dice that fall (14.1)."""
        unit = given["unit"]
        seat = s.position.place(unit)
        for near in g.board.neighbours(seat):
            for far in g.board.neighbours(near):
                if far == seat:
                    continue
                path = (near, far)
                yield {"path": path}
                diced = swamps(g, s, unit, path) if s.of(unit).hidden else []
                for cap in caps(s.cap[p.side])[1:] if diced else ():
                    yield {"path": path, "caps": [cap * (n == diced[0]) for n in range(2)]}

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        yield from self.own(g, s, p, action, "9.11")
        yield from orders.facing_reasons(action)
        if "units" in action and not orders.listed_ways(action):
            yield Reason.of("9.11", "coh.move.ways")
        yield from self._dice(g, s, p, action)
        for unit, path in ways_of(action):
            if not g.here(s, unit):
                continue
            if len(path) != 2:
                yield Reason.of(self.rule, "coh.card.two-hexes", units=(unit,))
                continue
            if s.of(unit).hit in NO_RUN:
                yield Reason.of(self.rule, "coh.card.cannot-run", units=(unit,))
            yield from retreat_reasons(g, s, unit, path[1:])
            step = s
            for hex in path:
                yield from MOVE.against(g, step, p.side, Action("move", unit=unit, path=[hex]))
                step = step.at(unit, hex) if hex in g.board else step

    def _dice(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        """CAP for the dice of hidden vehicles, listed for each hex of each way (10.1, 14.1)."""
        if "caps" not in action:
            return
        listed = wholes(action, "caps")
        hexes = [(unit, i) for unit, path in ways_of(action) for i in range(len(path))]
        if len(listed) != len(hexes):
            yield Reason.of(self.rule, "coh.card.caps", count=len(hexes))
            return
        if any(unit not in g.units for unit, _ in hexes):
            return
        diced = {(unit, i) for unit, path in ways_of(action) for i in swamps(g, s, unit, path)}
        for (unit, number), cap in zip(hexes, listed, strict=True):
            yield from dice_reasons(cap, s.cap[p.side])
            if cap and (unit, number) not in diced:
                yield Reason.of("3.23", "coh.dice.none", units=(unit,))
            elif cap and not s.of(unit).hidden:
                yield Reason.of("3.23", "coh.dice.each", units=(unit,))

    @enforces("8.1 move 2 hexes")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        listed = wholes(action, "caps")
        for (unit, path), facing in zip(ways_of(action), orders.facings_of(action), strict=True):
            way = Onward(unit, path, listed[: len(path)], asked=True)
            s, listed = walk(g, s, way, facing, course), listed[len(path) :]
        return s


def swamps(g: Setting, s: State, unit: str, path: tuple[str, ...]) -> list[int]:
    """Which hexes of a way a vehicle rolls in, counted from 0 (14.1)."""
    steps = enumerate(zip((s.position.place(unit), *path), path, strict=False))
    return [i for i, (here, to) in steps if to in g.board and going(g, s, unit, here, to).soft]


class MarkAsSpent(Card):
    """Card 6: one enemy unit on the map that can be seen there."""

    def units(self, g: Setting, s: State, p: Turn) -> list[str]:
        return g.foes(s, p.side)

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        unit = text(action, "unit")
        known = unit in g.units and hostile(g.units[unit].side, p.side)
        if not known or s.position.place(unit) not in g.board or s.of(unit).hidden:
            yield Reason.of(self.rule, "coh.card.enemy", unit=unit)

    @enforces("8.1 mark as spent")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        unit = text(action, "unit")
        return s.without(g.units[unit].side, (unit,)).changed(unit, spent=True)


class Bonus(Card):
    """Cards 7 and 8: for an activated unit or group (8.1 bonus ap, 8.1 bonus cap)."""

    named = False
    diced = True

    def played_on(self, s: State, side: str, action: Action) -> tuple[str, ...]:
        return s.active[side]

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        if not s.active[p.side]:
            yield Reason.of(self.rule, "coh.pay.nobody-active")

    def more(self, action: Action, course: Course) -> int:
        """What the die brings."""
        return max(course.chance.roll("coh.card") + whole(action, "cap"), 0)


class BonusAP(Bonus):
    """Card 7."""

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterable[Candidate]:
        return ({"cap": cap or None} for cap in caps(s.cap[p.side]))

    @enforces("8.1 bonus ap")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        s = replace(s, ap={**s.ap, p.side: s.ap[p.side] + self.more(action, course)})
        return s if s.ap[p.side] else stand_down(g, s, p.side, course)


class BonusCAP(Bonus):
    """Card 8."""

    @enforces("8.1 bonus cap")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        return s.with_cap(p.side, s.cap[p.side] + self.more(action, course))


class Firepower(Card):
    """Card 9: one for an attack; the next one waits for the next attack (8.1 firepower)."""

    named = False

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        if p.side in s.firepower:
            yield Reason.of(self.rule, "coh.card.in-force")

    @enforces("8.1 firepower")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        return replace(s, firepower=s.firepower | {p.side})


class DoubleAction(Card):
    """Card 10: before the first of two actions, and two are all (8.1 double action)."""

    named = False

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        if s.double == p.side:
            yield Reason.of(self.rule, "coh.card.in-force")

    @enforces("8.1 double action")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        return replace(s, double=p.side)


class HastyDefense(Card):
    """Card 11: anybody but units in close combat; the stunned do not dig (7.4 stunned)."""

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        yield from self.own(g, s, p, action, "9.14", rallying=False)
        for unit in units_of(action):
            if not g.here(s, unit):
                continue
            if g.foes_in(s, p.side, s.position.place(unit)):
                yield Reason.of(self.rule, "coh.card.close", units=(unit,))
            yield from carried(g, s, unit)
            if s.of(unit).dug:
                yield g.no(unit, "18.1", "coh.dig.already")

    @enforces("8.1 hasty defense")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        for unit in units_of(action):
            s = s.changed(unit, dug=True)
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return s


class Sniper(Card):
    """Card 13: an enemy player loses CAP; he is chosen, where there are several (21.0)."""

    named = False
    diced = True

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterator[Candidate]:
        foes = g.enemies(p.side)
        for foe in foes if len(foes) > 1 else (None,):
            yield from ({"side": foe, "cap": cap or None} for cap in caps(s.cap[p.side]))

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        named = text(action, "side")
        if named and named not in g.enemies(p.side):
            yield Reason.of(self.rule, "coh.card.player", side=named)

    @enforces("8.1 sniper")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        foe = text(action, "side") or g.enemies(p.side)[0]
        die = course.chance.roll("coh.card") + whole(action, "cap")
        return s.with_cap(foe, s.cap[foe] - SNIPED[min(max(die, 1), 6)])


class BoggedDown(Card):
    """Card 20: any one unit on the ground, activated or not, whoever's it is (2.2 action card)."""

    def units(self, g: Setting, s: State, p: Turn) -> Iterable[str]:
        return (u for u in s.position.units() if s.position.place(u) in g.board)

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        unit = text(action, "unit")
        if not g.here(s, unit):
            yield Reason.of(self.rule, "coh.no-unit", unit=unit)

    @enforces("8.1 bogged down")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        """Stuck; who is so in a swamp already does not come free at the end of the round (14.1)."""
        counter = s.of(action["unit"])
        mired = counter.mired or not counter.bogged
        return s.changed(action["unit"], bogged=True, mired=mired)


class RevealHidden(Card):
    """Card 30: one of one's own units looks about."""

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        yield from self.alone(action)
        yield from self.own(g, s, p, action, "9.14")

    @enforces("8.1 reveal hidden")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        """Hidden enemies that it sees two hexes away and nearer are found."""
        eyes = text(action, "unit")
        seat = s.position.place(eyes)
        for unit in g.foes(s, p.side):
            place = s.position.place(unit)
            if g.board.distance(seat, place) <= 2 and watches(g, s, eyes, place):
                s = reveal(g, s, unit, course, self.rule)
        return s


class ExtraInitiative(Card):
    """V12: one card more (8.3 extra initiative)."""

    named = False

    @enforces("8.3 extra initiative")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        return draw_one(g, s, p.side, course)


COLOURS = ("black", "red", "blue")


class Miners(Card):
    """Cards 40 and 41: infantry, here or next door, out of close combat."""

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        colour = text(action, "colour")
        if colour not in ("", *COLOURS):
            yield Reason.of("18.5", "coh.place.mine", mine=colour)
        yield from self.alone(action)
        yield from self.own(g, s, p, action, "9.14", rallying=False)
        unit, hex = text(action, "unit"), text(action, "hex")
        if not g.here(s, unit):
            return
        yield from carried(g, s, unit)
        yield from self.skill(g, unit)
        seat = s.position.place(unit)
        if g.foes_in(s, p.side, seat):
            yield Reason.of(self.rule, "coh.card.close", units=(unit,))
        if hex not in g.board or g.board.distance(seat, hex) > 1:
            yield Reason.of(self.rule, "coh.card.far", hexes=(hex,) if hex in g.board else ())
        else:
            yield from self.place(g, s, p, action)

    def skill(self, g: Setting, unit: str) -> Reasons:
        """Why a unit cannot do it."""
        return iter(())

    def place(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        """Why it cannot be done in a hex."""
        raise NotImplementedError


class LayMine(Miners):
    """Card 40, a Tellermine too: a mine is laid (18.5)."""

    discreet = True

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterator[Mapping[str, Value]]:
        seat = s.position.place(given["unit"])
        for hex in (seat, *g.board.neighbours(seat)):
            for colour in COLOURS:
                yield {"hex": hex, "colour": colour}
                yield {"hex": hex, "colour": colour, "hidden": True}

    def skill(self, g: Setting, unit: str) -> Reasons:
        if not g.units[unit].foot:
            yield g.no(unit, self.rule, "coh.dig.infantry")

    def place(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        """One mine in a hex, none under an enemy, none in secret before his eyes."""
        hex = text(action, "hex")
        if g.foes_in(s, p.side, hex):
            yield Reason.of(self.rule, "coh.card.enemy-there", hexes=(hex,))
        if mines_in(s, hex):
            yield Reason.of("18.0", "coh.card.mine-there", hexes=(hex,))
        if action.get("hidden") and not unseen(g, s, p.side, (hex,)):
            yield Reason.of(self.rule, "coh.card.watched", hexes=(hex,))

    @enforces("8.1 lay land mine")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        """It lies there; who lays it next door acts among the mines of its own hex."""
        hex, unit = text(action, "hex"), text(action, "unit")
        secret = p.side if action.get("hidden") else ""
        mine = Work("mine", hex, 0, text(action, "colour") or "black", MINE, hidden=secret)
        if not secret:
            course.tell("8.1 lay land mine", "coh.placed-mine", hexes=(hex,), hex=hex)
        if s.position.place(unit) != hex:
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return replace(s, works=(*s.works, mine))


class DefuseMine(Miners):
    """Card 41: a mine is taken away (8.1 defuse land mine)."""

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterable[Candidate]:
        seat = s.position.place(given["unit"])
        return ({"hex": hex} for hex in (seat, *g.board.neighbours(seat)))

    def place(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        hex = text(action, "hex")
        if not mines_in(s, hex):
            yield Reason.of(self.rule, "coh.card.no-mine", hexes=(hex,))

    @enforces("8.1 defuse land mine")
    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        gone = mines_in(s, text(action, "hex"))[0]
        s = replace(s, works=tuple(w for w in s.works if w is not gone))
        unit = text(action, "unit")
        return mines_under(g, s, unit, s.position.place(unit), course)


def mines_in(s: State, hex: str) -> list[Work]:
    """The mines of a hex."""
    return [w for w in s.works_in(hex) if w.kind == "mine"]


def carried(g: Setting, s: State, unit: str) -> Reasons:
    """Who is carried neither digs nor handles mines (17.0 passenger)."""
    if s.of(unit).carrier:
        yield g.no(unit, "17.0 passenger", "coh.move.carried")


ACTION_CARDS = (
    *(CommandAction("command-action"), MoveTwoHexes("move-2-hexes")),
    *(AutoRally("auto-rally"), RallyAttempt("rally-attempt"), AutoRally("good-leadership")),
    *(MarkAsSpent("mark-as-spent"), BonusAP("bonus-ap"), BonusCAP("bonus-cap")),
    *(Firepower("firepower"), DoubleAction("double-action"), HastyDefense("hasty-defense")),
    *(Sniper("sniper"), BoggedDown("bogged-down"), RevealHidden("reveal-hidden")),
    *(LayMine("lay-land-mine"), DefuseMine("defuse-land-mine")),
    ExtraInitiative("extra-initiative"),
)
