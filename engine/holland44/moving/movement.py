"""Chapters 6 to 8: stacking, bonds, ways of moving, rivers and ferries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.agenda import Deed, Reasons, Slots
from engine.hexset import HexSet
from engine.holland44.board.crossings import ferrying
from engine.holland44.setting import ALLIED, GERMAN, Setting, records
from engine.holland44.supply.lines import line_wet
from engine.holland44.supply.replacements import STEPS
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Reason, enforces
from engine.zocbond.battle.losses import lose_step
from engine.zocbond.battle.retreat import disrupt
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import HALF, barred_hex, bridged, road
from engine.zocbond.board.reaching import reach, stops
from engine.zocbond.board.state import (
    AUTO_DS,
    DISMOUNTED,
    DISRUPTED,
    ENGAGED,
    MOVING,
    OUT,
    REPLACED,
    ROUTED,
    SCATTERED,
    SPENT,
    Passage,
    State,
    lasting,
)
from engine.zocbond.board.unit import Unit
from engine.zocbond.board.walking import EXTENDED, TACTICAL, modes, stuck
from engine.zocbond.board.zones import combat_units, held, over, zoc
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement

FREE = ("artillery", "bridge", "engineer", "flak")
SLOWED = (
    (DISRUPTED, "14.2"),
    (ENGAGED, "11.5.1"),
    (OUT, "18.4"),
    (SCATTERED, "22.3.6"),
    (REPLACED, "20.2.5"),
)
"""Markers that leave tactical movement only."""


def must_leave(piece: Unit) -> Reason:
    """A low-quality unit in disorder goes first, out of the enemy ZOC (14.2)."""
    return Reason.of("14.2", "h44.move.must-leave", units=(piece.id,), unit=piece.name)


def off_road_barred(g: Setting, s: State, unit: str, here: str, there: str) -> bool:
    """Whether a step without a road leads into or out of ground closed to a unit (8.6.2)."""
    if road(g, s, here, there):
        return False
    piece = g.units[unit]
    return barred_hex(g, s, piece, there) or g.leaves_barred(s, (unit,), here)


def mounted(g: Setting, s: State, unit: str) -> bool:
    """Mechanized, and not dismounted (18.6)."""
    return g.units[unit].mechanized and not g.on_foot(s, unit)


def holds_open(g: Setting, hex: str) -> bool:
    """Whether a hex is woods or a town, where units that stay let others through (8.3.3)."""
    return g.board.terrain(hex) == "woods" or g.ground.town(hex)


@lasting
def held_open(g: Setting, s: State, side: str) -> HexSet:
    """Where units of two steps or more let others through (8.3.3). They have given up their move;
    who is Spent after a storm has not (25.3.3)."""
    steps: dict[str, int] = {}
    for unit in g.fighters(side).intersection(records(s).gave_up):
        steps[s.place(unit)] = steps.get(s.place(unit), 0) + g.left(s, unit)
    seats = (hex for hex, left in steps.items() if left >= 2 and hex in g.board)
    return g.board.set(hex for hex in seats if holds_open(g, hex))


def overfull(g: Setting, s: State, side: str) -> HexSet:
    """The hexes that hold more of a side than their limit."""
    at, limit = s.position.at, g.figure("stack")
    crowds = (hex for hex in held(g, s, side) if len(at(hex)) > limit)
    return g.board.set(hex for hex in crowds if over(g, s, side, hex))


def second_depot(g: Setting, s: State, unit: str, hex: str, group: Names = ()) -> bool:
    """Whether a second airborne supply unit would come to a hex, which takes one (6.1)."""
    if unit not in g.depots:
        return False
    return any(u in g.depots for u in (*s.position.at(hex), *group) if u != unit)


def should_leave(g: Setting, s: State, unit: str) -> bool:
    """Whether a low-quality unit in disorder stands in an enemy ZOC and can get out (14.2)."""
    piece, seat = g.units[unit], s.place(unit)
    if piece.morale != "low" or s.good(unit) or not piece.combat:
        return False
    watched = zoc(g, s, g.other[piece.side])
    if seat not in watched or stuck(g, s, unit):
        return False
    return s.once(("should-leave", unit), _gets_out, g, s, unit, watched)


def _gets_out(g: Setting, s: State, unit: str, watched: HexSet) -> bool:
    """Whether a unit can end in a hex that nobody watches."""
    return any(
        True
        for mode in modes(g, s, (unit,))
        if stops(g, s, (unit,), mode, reach(g, s, (unit,), mode).hexes - watched)
    )


class Spend(Deed[Setting, State, Movement]):
    """A hex gives up its movement so that others infiltrate through it (8.3.3)."""

    kind, rule = "spend", "8.3.3"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in orders.mine(g, s, p.side)
                if unit not in p.moved and s.place(unit) in g.board and holds_open(g, s.place(unit))
            )
        }

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """Own units in woods or towns that have not moved (8.3.3); no unknown ones (25.2.1)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("8.3.3", "zb.no-unit", unit=unit)
            return
        seat = s.place(unit)
        if unit in p.moved or s.has(unit, SPENT, AUTO_DS):
            yield g.against(unit, "8.3.3", "zb.move.again")
        if g.units[unit].kind == "unknown":
            yield g.against(unit, "25.2.1", "h44.move.unknown")
        if seat not in g.board or not holds_open(g, seat):
            yield g.against(unit, "8.3.3", "h44.spend.ground")
        elif should_leave(g, s, unit):
            yield must_leave(g.units[unit])

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, "8.3.3", "h44.spent")
        s = s.instead(p.having_moved((unit,))).mark((unit,), SPENT)
        return s.keep(replace(records(s), gave_up=(*records(s).gave_up, unit)))


@enforces("6.5")
def limit(g: Setting, s: State, side: str, hex: str) -> int:
    """Two units of any nations or branches, and one of each free kind (6.1, 6.2, 6.5). The halves
    of a battalion count once where they are together (6.3)."""
    return g.figure("stack")


def never_counts(g: Setting, s: State, unit: str) -> bool:
    """Airborne supply and unknown units stack free (6.1)."""
    return g.units[unit].kind in ("airborne-supply", "unknown")


@enforces("6.2", "17.2")
def free_group(g: Setting, s: State, unit: str, named: Names) -> str | None:
    """One each of artillery, bridge, engineer, flak; a single one-step armoured unit (6.2),
    such as the remnants of a larger one (11.4)."""
    piece = g.units[unit]
    if piece.kind in FREE:
        return piece.kind
    others = [u for u in named if u != unit and g.units[u].tank]
    small = piece.steps == 1 or (piece.steps == STEPS and g.left(s, unit) == 1)
    if piece.tank and small and not others:
        return "armour"
    return None


def excess(g: Setting, s: State, side: str, hex: str) -> int:
    """Of an overstacked hex the steps over nine, at the end of movement and combat (6.4.1)."""
    if not over(g, s, side, hex):
        return 0
    steps = sum(
        g.left(s, unit) for unit in combat_units(g, s, side, hex) if not g.never_counts(s, unit)
    )
    return max(0, steps - g.figure("overstack-steps"))


def shed(g: Setting, s: State, unit: str, course: Course) -> State:
    """Step by step (6.4.1)."""
    return lose_step(g, s, unit, course, "6.4.1")


@enforces("7.4.1")
def bonding(g: Setting, s: State, side: str, hex: str, fit: frozenset[str] | None = None) -> bool:
    """Two steps in good order, with their zones (7.1); unknown and airborne supply units add
    none (7.4.1)."""
    steps = sum(
        g.left(s, unit)
        for unit in combat_units(g, s, side, hex)
        if s.good(unit)
        and g.units[unit].kind not in ("unknown", "airborne-supply")
        and (fit is None or unit in fit)
    )
    return steps >= g.figure("bond-steps")


def bond_alone(g: Setting, s: State, side: str) -> frozenset[str]:
    """Units of two steps, none of them lost, in good order (7.1, 7.4.1)."""
    weak = {*s.lost, *(unit for unit in s.marks if not s.good(unit))}
    return g.two_steps[side] - weak if weak else g.two_steps[side]


@enforces("7.4.6")
def bond_barred(g: Setting, s: State, hex: str) -> bool:
    """No bond runs through a city (7.4.6). Breaking, crossing and the map edge are alike in both
    games (7.4.3, 7.4.4, 7.4.5)."""
    return g.board.terrain(hex) == "city"


def allowance(g: Setting, s: State, unit: str) -> int:
    """Dismounted infantry walks at 3 (18.6); artillery with a marker drives at 5 (17.3)."""
    if g.on_foot(s, unit):
        return 3
    if s.has(unit, MOVING):
        return 5
    return g.face(s, unit).move


def on_foot(g: Setting, s: State, unit: str) -> bool:
    """Dismounted, and no dry line has come up by the time it sets out (18.6)."""
    if not s.has(unit, DISMOUNTED):
        return False
    phase = s.agenda[-1] if s.agenda else None
    if not isinstance(phase, Movement) or unit in phase.moved:
        return True
    return s.once(("on-foot", unit), lambda: not g.in_supply(s, unit) or line_wet(g, s, unit))


def uses_road(g: Setting, s: State, units: Names) -> bool:
    """Artillery pays road prices only with a movement marker (17.3)."""
    return all(g.units[u].kind != "artillery" or s.has(u, MOVING) for u in units)


def road_price(g: Setting, s: State, unit: str, kind: str) -> int:
    """Half a point mechanized, a point on foot (8.4)."""
    return 1 if mounted(g, s, unit) else HALF


def leaves_barred(g: Setting, s: State, units: Names, hex: str) -> bool:
    """Technical units leave polder and swamp by road only (8.6.2)."""
    if hex not in g.board:
        return False
    closed = g.ground.trait(hex, "swamp") or g.ground.trait(hex, "polder")
    return bool(closed) and any(g.units[u].technical for u in units)


def woods_extra(g: Setting, count: int) -> int:
    """From the third woods hex on, a point more (8.6.1)."""
    return HALF if count > 2 else 0


def tolls(g: Setting, s: State, units: Names) -> Mapping[str, int]:
    """A traffic marker: two points more for Allied mechanized units (24.2)."""
    jams = records(s).traffic.values()
    slow = jams and any(g.units[u].side == ALLIED and mounted(g, s, u) for u in units)
    return dict.fromkeys(jams, 2 * HALF) if slow else {}


def may_rout(g: Setting, s: State, unit: str) -> bool:
    """A disrupted unit may be routed of its owner's will (14.3.1)."""
    return s.has(unit, DISRUPTED)


def flushes(g: Setting, s: State, hex: str, near: str) -> bool:
    """As a zone of control would: not over a large river without a bridge (7.1, 14.3.2)."""
    return bridged(g, s, hex, near) if "large-river" in g.board.side(hex, near) else True


class MovementChapter(Chapter[Setting]):
    """How Holland '44 moves."""

    movement_deeds = (Spend(),)

    def sets_out(self, g: Setting, s: State, units: Names) -> State:
        """The marker of whoever has a dry line by now comes off before he moves (18.6)."""
        riders = [u for u in units if s.has(u, DISMOUNTED) and not g.on_foot(s, u)]
        return s.unmark(riders, DISMOUNTED)

    def stuck(self, g: Setting, s: State, unit: str) -> Reasons:
        """Spent and unknown units, who has no allowance, garrisons that nobody woke (8.3.3, 25.2.1,
        8.1, 23.6)."""
        piece = g.units[unit]
        no = partial(g.against, unit)
        if s.has(unit, SPENT):
            yield no("8.3.3", "h44.move.spent")
        if piece.kind == "unknown":
            yield no("25.2.1", "h44.move.unknown")
        elif not g.allowance(s, unit):
            yield no("8.1", "h44.move.fixed")
        yield from orders.asleep(g, s, unit, "23.6", "h44.move.garrison")
        if unit in records(s).assaults:
            yield no("23.3.3", "h44.move.assault")
        if piece.kind == "engineer" and ferrying(g, s, unit):
            yield no("23.3.3", "h44.move.ferrying")

    def arrived(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Whoever passes a garrison wakes it (23.6)."""
        return orders.rouse(g, s, passage.units, passage.hexes)

    def mode_reasons(self, g: Setting, s: State, units: Names, mode: str) -> Reasons:
        """Markers that allow tactical movement only (14.2, 11.5.1, 18.4, 22.3.6, 23.1.2)."""
        if mode == TACTICAL:
            return
        yield from orders.tactical_only(g, s, units, mode, SLOWED)
        for unit in units:
            piece = g.units[unit]
            if piece.kind == "airborne-supply":
                yield g.against(unit, "18.2.2", "zb.move.only-tactical")
            if piece.kind == "artillery" and not s.has(unit, MOVING):
                yield g.against(unit, "17.3", "zb.move.only-tactical")
            if s.turn == 1 and piece.side == GERMAN:
                yield g.against(unit, "23.1.2", "h44.move.first-turn")
            if mode == EXTENDED and s.has(unit, ROUTED):
                yield g.against(unit, "14.3.2", "zb.move.routed-extended")

    def stops_at(self, g: Setting, s: State, units: Names, mode: str) -> HexSet:
        """Where it stands already; in enemy ZOCs for who should leave them."""
        pieces = [g.units[unit] for unit in units]
        found = g.board.set(s.position.seats(units))
        if any(piece.morale == "low" and not s.good(piece.id) for piece in pieces):
            found |= zoc(g, s, g.other[pieces[0].side])
        return found

    def never_ends(self, g: Setting, s: State, units: Names, mode: str) -> HexSet:
        """Where friends stand, for extended movement, and anywhere for a group (8.2.2); where
        airborne supply does, for more of it (6.1)."""
        depots = [u for u in units if u in g.depots]
        if depots[1:] or (mode == EXTENDED and units[1:]):
            return g.board.grid.all
        found = g.board.set(s.position.seats(g.depots)) if depots else g.board.grid.none
        if mode == EXTENDED:
            found |= held(g, s, g.units[units[0]].side)
        return found - g.board.set(s.position.seats(units))

    def stop_reasons(self, g: Setting, s: State, units: Names, hex: str, mode: str) -> Reasons:
        """Extended movement ends in a hex of its own, also within a group (8.2.2); 6.1, 14.2."""
        side = g.units[units[0]].side
        if mode == EXTENDED:
            there = combat_units(g, s, side, hex)
            if others := tuple(u for u in there if u not in units) or units[1:]:
                key = "h44.move.extended-alone"
                yield Reason.of("8.2.2", key, hexes=(hex,), units=others, hex=hex)
        depots = [u for u in units if second_depot(g, s, u, hex, units)]
        if depots:
            yield Reason.of("6.1", "h44.move.two-depots", hexes=(hex,), units=depots, hex=hex)
        if hex in zoc(g, s, g.other[side]):
            yield from (must_leave(g.units[u]) for u in units if should_leave(g, s, u))

    def end_bars(self, g: Setting, s: State, phase: Movement) -> Sequence[Reason]:
        """Low-quality units in disorder get out of enemy ZOCs first, if they can (14.2)."""
        waiting = (u for u in s.position.units() if g.units[u].side == phase.side)
        return [
            must_leave(g.units[u])
            for u in waiting
            if u not in phase.moved and should_leave(g, s, u)
        ]

    def moved(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Engaged units and guns that go two hexes are disrupted (11.5.1, 17.3); whoever went
        anywhere has moved, even if he came back (9.5.3)."""
        units = passage.units
        if passage.hexes:
            s = s.keep(replace(records(s), went=(*records(s).went, *units)))
        for unit in units:
            two = len(passage.path) > 2  # and tactically: they move in no other way
            if s.has(unit, ENGAGED) and two:
                s = disrupt(g, s.unmark((unit,), ENGAGED), unit, course)
            if g.units[unit].kind == "artillery" and two and not s.has(unit, MOVING):
                s = disrupt(g, s, unit, course)
        if passage.mode == EXTENDED:
            s = s.keep(replace(records(s), sped=(*records(s).sped, *units)))
        return s

    def slips_through(self, g: Setting, s: State, units: Names, mode: str) -> HexSet:
        """Infiltration: through a city, or woods and towns that units hold open (8.3.3)."""
        if mode != TACTICAL:
            return g.board.grid.none
        return g.cities | held_open(g, s, g.units[units[0]].side)

    def overfull(self, g: Setting, s: State, units: Names) -> HexSet:
        """Hexes over their limit take mechanized units in by tactical movement only (6.4.2)."""
        if not any(mounted(g, s, u) for u in units):
            return g.board.grid.none
        side = g.units[units[0]].side
        return s.fact(("overfull", side), overfull, g, s, side)
