"""Chapters 6, 7 and 12: who may fire where, and at what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.agenda import Candidate, Reasons, Slots, once_a_state
from engine.conflict_of_heroes.actions.orders import Bills, Order, Turn, cluster, together
from engine.conflict_of_heroes.actions.payment import CARD, OPPORTUNITY
from engine.conflict_of_heroes.counters.hits import change, hit_rule, lost, marker, show
from engine.conflict_of_heroes.counters.state import Setting, State, Work, hostile
from engine.conflict_of_heroes.counters.unit import BLUE, GUN, PLANE, RED
from engine.conflict_of_heroes.fire import attacks, values
from engine.conflict_of_heroes.fire.values import CLOSE, Attack, colour_against, reach_of
from engine.conflict_of_heroes.ground.sight import behind_walls, hidden_by, in_arc, sees, watches
from engine.conflict_of_heroes.ground.steps import summed
from engine.conflict_of_heroes.hidden import covert, reveal
from engine.conflict_of_heroes.works import mines_under
from engine.values import Action, text, texts, whole
from engine.verdict import Course, Line, Reason, enforces

SPOTTING = 2
"""A mortar's spotter stands so near (12.0)."""


def may_fire(g: Setting, s: State, side: str, unit: str, hex: str) -> Reasons:
    """Passengers, the panicked and units in close combat do not fire (7.4, 7.63, 17.0)."""
    seat = s.position.place(unit)
    if s.of(unit).carrier:
        yield g.no(unit, "17.0 passenger", "coh.fire.carried", hexes=(seat,))
    if lost(g, s, unit) == "fire":
        rule, hit = hit_rule(g, s, unit), s.of(unit).hit
        yield g.no(unit, rule, "coh.fire.lost", hexes=(seat,), hit=hit)
    if seat != hex and g.foes_in(s, side, seat):
        yield g.no(unit, "7.63 limits", "coh.fire.close-only", hexes=(seat,))


def sight_reasons(
    g: Setting, s: State, side: str, unit: str, spotter: str, hex: str, up: bool = False
) -> Reasons:
    """The shooter sees the hex, or a spotter does (6.0, 12.0 spotter). A plane over the hex is seen
    by whom it sees itself (6.0, 20.3)."""
    if spotter:
        yield from spotter_reasons(g, s, side, unit, spotter, hex)
        return
    seat = s.position.place(unit)
    blockers = g.ground.blind_from_air(hex, seat) if up else hidden_by(g, s, seat, hex)
    if blockers:
        yield g.no(unit, "6.0", "coh.fire.blocked", hexes=blockers, hex=hex, blockers=blockers)


def place_reasons(g: Setting, s: State, unit: str, hex: str) -> Reasons:
    """Range and arc (6.1, 7.6, 12.0, 15.5)."""
    piece, seat = g.units[unit], s.position.place(unit)
    away, reach = g.board.distance(seat, hex), reach_of(g, s, unit)
    far = {"away": away, "range": reach}
    if away > 2 * reach:
        yield g.no(unit, "7.61", "coh.fire.range", (hex,), **far)
    if away < piece.minimum:
        yield g.no(unit, "12.0", "coh.fire.minimum", (hex,), least=piece.minimum, **far)
    aside = not in_arc(g.board, seat, s.of(unit).facing, hex)
    # a hidden unit faces no way until it is found (10.0)
    if aside and not piece.has("turret") and not s.of(unit).hidden:
        yield g.no(unit, "6.1", "coh.fire.arc", (seat, hex), **far)
    yield from wall_reasons(g, s, unit, hex)


def swing_lines(g: Setting, s: State, unit: str, hex: str, pay: str) -> Iterator[Line]:
    """What a turret pays to fire out of its arc, shells or smoke (15.5). An opportunity action or a
    card swings it for nothing."""
    seat = s.position.place(unit)
    if pay in (OPPORTUNITY, CARD) or not g.units[unit].has("turret"):
        return
    away = hex in g.board and hex != seat and not s.of(unit).hidden
    if away and not in_arc(g.board, seat, s.of(unit).facing, hex):
        yield Line.of("15.5", "coh.line.turret", 1)


def gully_reasons(g: Setting, s: State, unit: str, hex: str) -> Reasons:
    """Vehicles and guns fire, and throw, nothing down into a gully (11.5 sight)."""
    piece, seat = g.units[unit], s.position.place(unit)
    heavy = piece.vehicle or piece.kind == GUN
    if heavy and g.ground.gully(hex) and not g.ground.gully(seat):
        yield g.no(unit, "11.5 sight", "coh.fire.into-gully", (seat, hex))


def wall_reasons(g: Setting, s: State, unit: str, hex: str) -> Reasons:
    """Out of a bunker one sees and fires into its arc only (18.2 bunker)."""
    seat = s.position.place(unit)
    if seat != hex and behind_walls(g, s, unit, hex):
        yield g.no(unit, "18.2 bunker", "coh.fire.bunker", (seat, hex))


def spotter_reasons(g: Setting, s: State, side: str, unit: str, spotter: str, hex: str) -> Reasons:
    """Firing over a friend's eyes (12.0 spotter)."""
    piece = g.units[unit]
    if not piece.indirect:
        yield g.no(unit, "12.0", "coh.fire.no-indirect")
    if spotter not in g.units or hostile(g.units[spotter].side, side):
        yield Reason.of("12.0 spotter", "coh.fire.no-spotter", spotter=spotter)
        return
    near, seat = s.position.place(spotter), s.position.place(unit)
    name = g.units[spotter].title
    if near not in g.board:
        yield Reason.of("12.0 spotter", "coh.fire.no-spotter", spotter=name)
        return
    who = {"units": (spotter,), "spotter": name}
    if g.board.distance(near, seat) > SPOTTING:
        hexes, key = (near, seat), "coh.fire.spotter-far"
        yield Reason.of("12.0 spotter", key, hexes=hexes, limit=SPOTTING, **who)
    yield from wall_reasons(g, s, spotter, hex)
    flies = g.units[spotter].kind == PLANE
    blockers = g.ground.blind_from_air(near, hex) if flies else hidden_by(g, s, near, hex)
    if blockers or (not flies and g.foes_in(s, side, near)):
        yield Reason.of("12.0 spotter", "coh.fire.spotter-blind", hexes=blockers, hex=hex, **who)


def spotters(g: Setting, s: State, unit: str, hex: str) -> Iterator[str]:
    """Who may spot a hex for a mortar (12.0 spotter)."""
    seat = s.position.place(unit)
    for eyes in g.friends(s, g.units[unit].side):
        near = eyes != unit and g.board.distance(seat, s.position.place(eyes)) <= SPOTTING
        if near and watches(g, s, eyes, hex):
            yield eyes


def company(g: Setting, s: State, unit: str) -> list[tuple[str, str]]:
    """Who is near enough to take part in a unit's shot, and as what: support, or a mortar's spotter
    (9.12, 12.0)."""
    friends = [u for u in g.on_map(s, g.units[unit].side) if u != unit] if g.here(s, unit) else []
    here, seats = s.position.place(unit), {u: s.position.place(u) for u in friends}
    linked = cluster(g, here, {*seats.values()}) if g.setup.section >= 2 else ()
    found = []
    for friend, seat in seats.items():
        if seat in linked and g.units[friend].kind != PLANE:
            found.append((friend, "support"))
        if g.units[unit].indirect and g.board.distance(here, seat) <= SPOTTING:
            found.append((friend, "spotter"))
    return found


@once_a_state
def _in_sight(g: Setting, s: State, side: str) -> tuple[str, ...]:
    """The hexes where visible enemies of a side are."""
    return tuple(s.position.seats(u for u in g.foes(s, side) if not s.of(u).hidden))


@enforces("18.4 cutting", "18.5 clearing")
def breakable(g: Setting, s: State, unit: str, work: Work) -> bool:
    """Whether a unit's fire might break a work (15.2, 18.4 cutting, 18.5 clearing, 18.6)."""
    if lost(g, s, unit) == RED:
        return False
    if work.kind != "mine":
        return bool(g.charts["works"].rows[work.kind]["rating"])
    piece = g.units[unit]
    return piece.has("mortar") or (piece.foot and s.position.place(unit) == work.hex)


class Fire(Order):
    """An attack on a hex (7.0), alone or led with support (9.12)."""

    kind, rule, group = "fire", "7.0", "9.12"
    bill, swings = "coh.cost.fire", True

    def doers(self, action: Action) -> tuple[str, ...]:
        one = text(action, "unit")
        return (one, *texts(action, "support")) if one else ()

    def bills(self, g: Setting, s: State, action: Action) -> Bills:
        """The shooter's price; a turret out of its arc pays 1 more (7.0, 9.12, 15.5)."""
        unit = text(action, "unit")
        swing = swing_lines(g, s, unit, text(action, "hex"), text(action, "pay"))
        yield unit, [*values.fire_lines(g, s, unit, bool(text(action, "spotter"))), *swing]

    def due(self, g: Setting, s: State, action: Action) -> int:
        unit, hex, pay = (text(action, name) for name in ("unit", "hex", "pay"))
        price = values.printed_price(g, unit, bool(text(action, "spotter")))
        return price + change(g, s, unit, "fire") + summed(swing_lines(g, s, unit, hex, pay))

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        unit, hex = text(action, "unit"), text(action, "hex")
        if hex not in g.board:
            yield Reason.of("7.0", "coh.fire.off-map", hex=hex)
            return
        if not g.here(s, unit):
            return
        if g.units[unit].kind == PLANE:
            yield g.no(unit, "20.0 impulses", "coh.fire.plane")
            return
        aim = (unit, hex, text(action, "spotter"), text(action, "aim"), whole(action, "bombs"))
        yield from s.once(("shot", side, aim), tuple, self._lead_reasons(g, s, side, action))
        if texts(action, "support"):
            yield from self._support_reasons(g, s, side, attacks.attack_of(g, s, action))

    def _lead_reasons(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """Why the shooter may not fire, whoever supports it."""
        unit, hex, spotter = (text(action, name) for name in ("unit", "hex", "spotter"))
        seat, attack = s.position.place(unit), attacks.attack_of(g, s, action)
        yield from may_fire(g, s, side, unit, hex)
        if spotter or seat != hex:
            up = attacks.at_planes(g, s, attack)
            yield from sight_reasons(g, s, side, unit, spotter, hex, up)
            yield from place_reasons(g, s, unit, hex)
            if not up:
                yield from gully_reasons(g, s, unit, hex)
        yield from self._target_reasons(g, s, side, attack)

    def _target_reasons(self, g: Setting, s: State, side: str, attack: Attack) -> Reasons:
        """Somebody to hit; from section 2 on an empty hex may hide somebody (10.0 fire)."""
        unit, hex = attack.shooter, attack.hex
        foes = [
            u for u in s.position.at(hex) if hostile(g.units[u].side, side) and not s.of(u).hidden
        ]
        unclear = list(attacks.aim_reasons(g, s, attack))
        yield from unclear
        if unclear:
            return
        targets = attacks.shootable(g, s, attack)
        hit = any(t in foes or t.startswith("work:") for t in targets)
        if hit or attacks.blind(g, s, attack):
            return
        if foes and lost(g, s, unit) in (RED, BLUE):
            yield g.no(unit, "15.2 gun damaged", "coh.fire.gun-damaged")
        elif foes:
            name = g.units[unit].title
            yield Reason.of("20.0 anti-aircraft", "coh.fire.too-high", hexes=(hex,), unit=name)
        else:
            yield Reason.of("7.0", "coh.fire.nobody", hexes=(hex,), hex=hex)

    def _support_reasons(self, g: Setting, s: State, side: str, attack: Attack) -> Reasons:
        """Support beside the leader, in arc, unhurt, with firepower; nobody far off (9.12)."""
        support = attack.support
        lead = s.position.place(attack.shooter)
        if g.board.distance(lead, attack.hex) > reach_of(g, s, attack.shooter):
            yield g.no(attack.shooter, "9.12", "coh.fire.lead-far")
        targets = [t for t in attacks.shootable(g, s, attack) if t in g.units]
        colours = {colour_against(g, s, attack, t) for t in targets}
        colours = colours or {attacks.blind_colour(g, s, attack)}
        for unit in support:
            if not g.here(s, unit):
                continue
            piece, seat = g.units[unit], s.position.place(unit)
            alone = Action("fire", unit=unit, hex=attack.hex, aim=attack.aim or None)
            yield from self.against(g, s, side, alone)
            ahead = s.of(unit).hidden or in_arc(g.board, seat, s.of(unit).facing, attack.hex)
            if piece.has("turret") and not ahead:
                # a turret may swing for its own shot, but a group has its target ahead (15.5)
                yield g.no(unit, "9.12", "coh.fire.support-arc")
            if attack.hex in g.board and g.board.distance(seat, attack.hex) > reach_of(g, s, unit):
                yield g.no(unit, "9.12", "coh.fire.support-far")
            row = marker(g, s, unit)
            if row.get("red") or row.get("blue") or row.get("lost") in (RED, BLUE):
                yield g.no(unit, "9.12", "coh.fire.support-hurt")
            if all(piece.firepower(colour) <= 0 for colour in colours):
                yield g.no(unit, "9.12", "coh.fire.support-weak")
            if g.board.distance(lead, seat) > 1:
                yield g.no(unit, "9.12", "coh.group.apart")
            close = attack.mode == CLOSE or any(g.foes_in(s, side, hex) for hex in (lead, seat))
            if seat != lead and close:
                yield g.no(unit, "7.63 limits", "coh.fire.support-close")

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return g.units[unit].kind != PLANE

    def ways(self) -> Slots[Setting, State, Turn]:
        return {
            "hex": lambda g, s, p, given: self._hexes(g, s, given["unit"]),
            "aim": lambda g, s, p, given: (
                (aim or None for aim in attacks.aims(g, s, attacks.attack_of(g, s, given)))
                if attacks.may_fire_up(g, given["unit"])
                else (None,)
            ),
            "help": lambda g, s, p, given: s.once(
                ("help", given["unit"]), list, self._helpers(g, s, given["unit"])
            ),
        }

    def _hexes(self, g: Setting, s: State, unit: str) -> Iterable[str]:
        """Every hex that it may reach with a visible enemy or a work to break."""
        foes = _in_sight(g, s, g.units[unit].side)
        broken = (w.hex for w in s.works if breakable(g, s, unit, w))
        # over a spotter's eyes, or up at planes, it fires where it does not see the ground
        seat, far = s.position.place(unit), g.units[unit].indirect or attacks.may_fire_up(g, unit)
        return (
            hex
            for hex in dict.fromkeys((*foes, *broken))
            if hex == seat
            or ((far or sees(g, s, seat, hex)) and not any(place_reasons(g, s, unit, hex)))
        )

    def _helpers(self, g: Setting, s: State, unit: str) -> Iterator[Candidate]:
        """Nobody, each spotter, each supporter."""
        side = g.units[unit].side
        yield None
        if g.units[unit].indirect:
            yield from ({"spotter": u} for u in g.friends(s, side) if u != unit)
        if g.setup.section >= 2:
            for other in g.on_map(s, side):
                if other != unit and together(g, s, (unit, other)):
                    yield {"support": (other,)}

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Declare the attack; its dice follow, target by target (7.7)."""
        attack = attacks.attack_of(g, s, action)
        unit, hex = attack.shooter, attack.hex
        piece, seat = g.units[unit], s.position.place(unit)
        was_hidden = s.of(unit).hidden
        s = attacks.used(s, attack)
        unnoticed = covert(g, s, unit)
        sniping = was_hidden and piece.has("sniper") and not unnoticed
        if sniping or unnoticed:
            # what it is one hears by its fire, not which of them (8.3 hidden action, 10.3)
            course.tell("10.3", "coh.fired-unseen", hexes=(hex,), unit=piece.name, hex=hex)
        else:
            doers = (unit, *attack.support)
            course.tell("7.0", "coh.fired", units=doers, hexes=(hex,), unit=piece.title, hex=hex)
        if any(marker(g, s, unit).get(column) for column in ("fire", "red", "blue", "range")):
            s = show(g, s, unit)
        ahead = was_hidden or seat == hex or in_arc(g.board, seat, s.of(unit).facing, hex)
        if piece.has("turret") and not ahead:
            g.tell(course, unit, "15.5", "coh.turret")
        if attack.mode == CLOSE:
            # close combat in a minefield: first the attack, then the mines (18.5)
            for one in (unit, *attack.support):
                s = mines_under(g, s, one, hex, course)
        for one in attacks.shootable(g, s, attack) if was_hidden and piece.has("sniper") else ():
            if one in g.units:
                # it says whether its shot came from ahead of whom it hits, or not (10.3)
                faced = in_arc(g.board, hex, s.of(one).facing, attack.seat)
                key = "coh.sniper.ahead" if faced else "coh.sniper.behind"
                g.tell(course, one, "10.3", key)
        s = attacks.begin(g, s, attack, sniping)
        for one in attack.support if sniping else (unit, *attack.support):
            s = reveal(g, s, one, course, "10.0 acting", hex)
        return s


FIRE = Fire()
