"""Chapters 9 and 10: who may attack over what, halving, doubling, shifts, support."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from engine.agenda import Reasons
from engine.holland44.battle.advance import join_reasons
from engine.holland44.board.crossings import assault_reasons, waiting
from engine.holland44.moving.areas import edge_reasons
from engine.holland44.moving.detachments import GUESS
from engine.holland44.setting import ALLIED, Setting, records
from engine.values import Action, Names, replace
from engine.verdict import Course, Line, Reason, enforces
from engine.zocbond.battle.battle import (
    Battle,
    Share,
    attacked_before,
    defenders,
    everyone,
    from_wet,
    odds_name,
)
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import barred_side, bridged, on_road, road, touching, water
from engine.zocbond.board.state import (
    DISRUPTED,
    ENGAGED,
    FIRED,
    MOVING,
    OUT,
    REPLACED,
    ROUTED,
    SCATTERED,
    SPENT,
    State,
)

CORPS_TROOPS = "corps"
"""The one formation of all corps troops, whatever their corps (10.2.4)."""


def leading(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """The units of the lead formation and the one attached (10.2.1, 10.2.2, 10.2.3)."""
    return tuple(
        unit
        for unit in battle.units
        if unit not in battle.halved
        and (g.formation(s, unit) == battle.lead or unit == battle.attached)
    )


@enforces("10.3.3")
def best_armour(g: Setting, s: State, units: Names, attacking: bool) -> int:
    """The best armour class among units; anti-tank units attack at one less (10.3.3)."""
    classed = (g.units[u] for u in units if g.units[u].armour)
    return max((piece.armour - (attacking and piece.anti_tank) for piece in classed), default=0)


@enforces("8.6.3", "10.3.4")
def armour_ground(g: Setting, s: State, battle: Battle, unit: str) -> bool:
    """Whether a tank may earn the shift over this ground (10.3.4, 8.6.3, 10.8.4)."""
    seat, hex = s.place(unit), battle.hex
    if g.board.terrain(hex) in ("woods", "polder-woods", "swamp", "city"):
        return False
    if seat not in g.board:
        return not g.ground.trait(hex, "polder") or on_road(g, hex)
    if barred_side(g, s, g.units[unit], seat, hex):
        return False
    wet = any(g.ground.trait(h, "polder") or g.ground.trait(h, "swamp") for h in (seat, hex))
    return not wet or road(g, s, seat, hex) is not None


@enforces("2.3.15")
def tank_shift(g: Setting, s: State, battle: Battle, foes: Names) -> bool:
    """A tank of the lead formation, and an attacker of better armour class than all defenders. Only
    tank units earn the shift (2.3.15, 10.3.1)."""
    tanks = (u for u in leading(g, s, battle) if g.units[u].tank)
    if not any(g.armour_ground(s, battle, unit) for unit in tanks):
        return False
    return best_armour(g, s, battle.units, True) > best_armour(g, s, foes, False)


def tank_shift_back(g: Setting, s: State, battle: Battle, foes: Names) -> bool:
    """No armour class in the lead formation, a tank among the defenders (10.3.2)."""
    classed = any(g.units[u].armour for u in leading(g, s, battle))
    return not classed and any(g.units[u].tank for u in foes)


def armour_shift(g: Setting, s: State, side: str, hex: str, units: Names) -> int:
    """The tank shift alone: 1 for the attacker, -1 for the defender, 0 for neither (10.3)."""
    battle = Battle(side, hex, tuple(units), g.usual_lead(s, tuple(units)))
    foes = defenders(g, s, battle)
    return int(tank_shift(g, s, battle, foes)) - int(tank_shift_back(g, s, battle, foes))


def unsupported(g: Setting, s: State, battle: Battle, foes: Names) -> bool:
    """Tanks without infantry in their hex, attacked by infantry that leads (10.5.2)."""
    tanks = any(g.units[u].tank for u in foes)
    helped = any(g.units[u].infantry and not s.has(u, ROUTED) for u in everyone(g, s, battle))
    return tanks and not helped and any(g.units[u].infantry for u in leading(g, s, battle))


def elite_majority(g: Setting, s: State, lead: Names) -> bool:
    """Most steps of the lead formation with its attached unit are elite (10.6)."""
    steps = {u: g.left(s, u) for u in lead}
    elite = sum(n for u, n in steps.items() if g.units[u].morale == "elite")
    return 2 * elite > sum(steps.values())


def gun_trouble(g: Setting, s: State, gun: str, hex: str) -> Reasons:
    """Ready, in range and in a state to fire (17.2, 17.4, 17.5, 17.6.1)."""
    piece, seat = g.units[gun], s.place(gun)
    no = partial(g.against, gun, hex=hex)
    if piece.kind != "artillery":
        yield no("17.1", "zb.guns.not-artillery")
        return
    if s.has(gun, FIRED):
        yield no("17.5", "zb.guns.fired")
    if s.has(gun, SCATTERED, ENGAGED, DISRUPTED, ROUTED, MOVING):
        yield no("17.6.1", "zb.guns.state")
    if seat == hex:
        yield no("17.6.1", "h44.guns.own-hex")
    away = gun_distance(g, s, gun, hex)
    if away is None or away > piece.range:
        yield g.against(
            gun, "17.4", "zb.guns.range", hex=hex, distance=away or 0, range=piece.range
        )


@enforces("19.8")
def gun_distance(g: Setting, s: State, gun: str, hex: str) -> int | None:
    """Hexes to the battle; from an entry area the first map hex is the first (19.8)."""
    seat = s.place(gun)
    if seat in g.board:
        return g.board.distance(seat, hex)
    if seat in g.board.areas:
        gates = g.board.areas[seat].touches
        return 1 + min(g.board.distance(gate, hex) for gate in gates)
    return None


@enforces("10.2.4")
def attachable(g: Setting, s: State, units: Names, lead: str) -> list[str]:
    """Who may be attached to a lead formation, the strongest first (10.2.3, 10.2.4)."""
    seats = {s.place(u) for u in units if g.formation(s, u) == lead}
    others = [u for u in units if g.formation(s, u) != lead]
    able = [u for u in others if g.units[u].corps or s.place(u) in seats]
    return sorted(able, key=lambda u: (-g.face(s, u).attack, u))


def supports(
    g: Setting, s: State, hex: str, units: Names, lead: str
) -> Iterator[Mapping[str, str | tuple[str, ...]]]:
    """None, each gun in reach, 5 AGRA with one of the lead, an aircraft (17.6.2, 10.7)."""
    yield {}
    side = g.units[units[0]].side
    guns = [
        gun
        for gun, piece in g.units.items()
        if piece.kind == "artillery" and piece.side == side and not any(gun_trouble(g, s, gun, hex))
    ]
    yield from ({"guns": (gun,)} for gun in guns)
    for army in (gun for gun in guns if gun in g.army_guns):
        own = (one for one in guns if one != army and g.formation(s, one) == lead)
        yield from ({"guns": (army, one)} for one in own)
    if records(s).air:
        yield {"air": "aircraft"}


@enforces("10.2.2", "10.2.4")
def formation(g: Setting, s: State, unit: str) -> str:
    """Corps troops are one formation (10.2.4), a detachment is of its parent's (21.1)."""
    piece = g.units[records(s).parents.get(unit, unit)]
    return CORPS_TROOPS if piece.corps else piece.formation


def named_lead(g: Setting, s: State, units: Names, lead: str) -> str:
    """The lead formation; whoever names a corps means its troops (10.2.4)."""
    corps = {piece.formation for piece in g.units.values() if piece.corps}
    others = {piece.formation for piece in g.units.values() if not piece.corps}
    named = CORPS_TROOPS if lead in corps - others else lead
    return named or g.usual_lead(s, units)


def leads(g: Setting, s: State, units: Names) -> Names:
    """The formations of a group, one of which leads; a single one needs no naming (10.2.1)."""
    found = sorted({g.formation(s, unit) for unit in units})
    return found if len(found) > 1 else ("",)


def usual_lead(g: Setting, s: State, units: Names) -> str:
    """The formation that odds reckon with before one is named: the strongest (10.2.1)."""
    sums: dict[str, int] = {}
    for unit in units:
        name = g.formation(s, unit)
        sums[name] = sums.get(name, 0) + g.face(s, unit).attack
    return max(sums, key=lambda name: (sums[name], name)) if sums else ""


def attack_share(g: Setting, s: State, battle: Battle, unit: str) -> Share:
    """A unit's attack and all that halves it (10.1)."""
    piece, seat = g.units[unit], s.place(unit)
    halved: list[tuple[str, str]] = []
    if unit in battle.halved or unit in g.all_of(Chapter.joiners, s, battle):
        halved.append(("16.5", "h44.half.joins"))
    elif unit not in leading(g, s, battle):
        halved.append(("10.2.1", "h44.half.formation"))
    kind = water(g, seat, battle.hex) if touching(g, seat, battle.hex) else None
    if kind == "large-river" and bridged(g, s, seat, battle.hex):
        halved.append(("9.5.2", "h44.half.bridge"))
    elif kind is not None and (piece.technical or kind != "minor-river"):
        halved.append(("10.8.2", "h44.half.water"))
    if piece.technical:
        for hex in (seat, battle.hex):
            if hex in g.board and g.ground.trait(hex, "swamp"):
                halved.append(("10.8.3", "h44.half.swamp"))
            if hex in g.board and g.ground.trait(hex, "polder"):
                halved.append(("10.8.4", "h44.half.polder"))
    if piece.tank or (piece.armour and piece.kind != "flak"):
        mine = best_armour(g, s, battle.units, True)
        theirs = best_armour(g, s, defenders(g, s, battle), False)
        if theirs > mine:
            halved.append(("10.4", "h44.half.anti-tank"))
    for mark, rule in ((ENGAGED, "11.5.1"), (OUT, "18.4"), (SCATTERED, "22.3.6")):
        if s.has(unit, mark):
            halved.append((rule, f"zb.half.{mark}"))
    if unit in records(s).dives.get(battle.hex, ()):
        halved.append(("22.6", "h44.half.drop"))
    return Share(unit, g.face(s, unit).attack, tuple(halved))


def defence_shares(g: Setting, s: State, battle: Battle) -> list[Share]:
    """The defenders, doubled in towns and cities or when every attacker comes over water."""
    units = defenders(g, s, battle)
    fighters = [u for u in units if g.units[u].kind != "airborne-supply"]
    shares = []
    wet = from_wet(g, s, battle)
    from_above = bool(set(battle.units) & set(records(s).dives.get(battle.hex, ())))
    for unit in fighters or units:
        piece = g.units[unit]
        halved = (("14.2", "zb.half.disrupted"),) if s.has(unit, DISRUPTED) else ()
        doubled = []
        packed = s.has(unit, MOVING)  # such a gun has 1, and no ground doubles it (17.3)
        built = g.ground.town(battle.hex) or g.ground.trait(battle.hex, "doubles")
        if built and not piece.technical:
            doubled.append(("10.5.1", "h44.twice.town"))
        if wet and not packed:
            doubled.append(("10.8.2", "h44.twice.water"))
        if from_above:
            doubled.append(("22.6", "h44.twice.drop"))
        known = piece.kind != "unknown"
        strength = g.face(s, unit).defence if known else GUESS
        strength = 1 if packed else strength
        shares.append(Share(unit, strength, halved, tuple(doubled)))
    return shares


def swampy(g: Setting, s: State, hex: str) -> bool:
    """Attackers out of swamp count as coming over water (10.8.2)."""
    return bool(g.ground.trait(hex, "swamp"))


def column(g: Setting, place: int) -> str:
    """Below 1-3 the column 1-3, above 7-1 the column 7-1, all shifts made (9.4)."""
    return odds_name(max(g.figure("lowest"), min(g.figure("highest"), place)))


def attack_choices(g: Setting, s: State, hex: str, units: Names) -> Iterator[Action]:
    """Each lead formation, from any hexes around the one attacked (9.2); help or none."""
    crossing = tuple(dict.fromkeys(e for u in units if (e := g.carrier(s, u, hex))))
    for lead in g.leads(s, units):
        helps = list(supports(g, s, hex, units, lead or g.formation(s, units[0])))
        lent = attachable(g, s, units, lead) if lead else []
        for number, unit in enumerate((None, *lent)):
            # With help as well only the strongest: the others would make the list endless.
            for help in helps if number < 2 else helps[:1]:
                yield Action(
                    "attack",
                    hex=hex,
                    units=units,
                    crossing=crossing or None,
                    lead=lead or None,
                    attached=unit,
                    **help,
                )


class ModifierChapter(Chapter[Setting]):
    """How Holland '44 adds up a battle."""

    def lead_reasons(self, g: Setting, s: State, units: Names, lead: str) -> Reasons:
        """The attacker says which of several formations leads (10.2.1)."""
        if not lead and len(g.leads(s, units)) > 1:
            yield Reason.of("10.2.1", "h44.attack.name-lead", units=units)

    def battle_reasons(self, g: Setting, s: State, battle: Battle) -> Reasons:
        """The attached unit stands with the lead formation, save corps troops (10.2.3, 10.2.4);
        nobody is attacked twice (9.1)."""
        yield from attacked_before(g, s, battle)
        if battle.attached:
            piece = g.units.get(battle.attached)
            if piece is None or battle.attached not in battle.units:
                yield Reason.of("10.2.3", "zb.no-unit", unit=battle.attached)
                return
            seat = s.place(battle.attached)
            mates = [
                u for u in battle.units if g.formation(s, u) == battle.lead and s.place(u) == seat
            ]
            if not mates and not piece.corps:
                yield g.against(piece.id, "10.2.3", "h44.attack.attached")
        yield from join_reasons(g, s, battle)
        yield from edge_reasons(g, s, battle)
        if battle.lead and not any(g.formation(s, u) == battle.lead for u in battle.units):
            yield Reason.of("10.2.1", "h44.attack.no-lead", lead=battle.lead)

    def cannot_attack(self, g: Setting, s: State, battle: Battle, unit: str) -> Reasons:
        """Spent, replaced and unknown units do not attack (8.3.3, 20.2.5, 25.2.1)."""
        piece = g.units[unit]
        no = partial(g.against, unit)
        if s.has(unit, SPENT):
            yield no("8.3.3", "h44.attack.spent")
        seat = s.place(unit)
        here = s.position.at(seat) if seat in g.board else battle.units
        if any(s.has(u, REPLACED) and s.place(u) == seat for u in here):
            yield no("20.2.5", "zb.attack.replaced")
        if piece.kind == "unknown":
            yield no("25.2.1", "h44.move.unknown")
        if piece.kind == "artillery":
            yield no("17.7", "h44.attack.guns")
        if unit in records(s).passed:
            yield no("19.6", "h44.attack.passed")

    def attack_bars(self, g: Setting, s: State, battle: Battle, unit: str) -> Reasons:
        """A large river needs a bridge or an engineer; the engaged stay (9.5.1, 9.5.3, 11.5.1).
        Engineers carry an assault in the combat phase, not an automatic DS (8.7)."""
        seat = s.place(unit)
        kinds = g.board.side(seat, battle.hex)
        if s.has(unit, ENGAGED) and {"large-river", "canal"} & set(kinds):
            yield g.against(unit, "11.5.1", "h44.attack.engaged")
        if "large-river" not in kinds or bridged(g, s, seat, battle.hex):
            return
        if battle.auto:
            yield g.against(unit, "9.5.3", "h44.attack.auto-assault", (seat,))
            return
        engineer = next((e for e in battle.crossing if s.place(e) == seat), None)
        if engineer is None:
            yield g.against(unit, "9.5.3", "h44.attack.no-engineer", (seat,))
        else:
            yield from assault_reasons(g, s, engineer)

    def shift_lines(self, g: Setting, s: State, battle: Battle) -> Iterator[Line]:
        foes = defenders(g, s, battle)
        if tank_shift(g, s, battle, foes):
            yield Line.of("10.3.1", "h44.shift.tank", 1)
        if tank_shift_back(g, s, battle, foes):
            yield Line.of("10.3.2", "h44.shift.tank-defence", -1)
        if unsupported(g, s, battle, foes):
            yield Line.of("10.5.2", "h44.shift.unsupported", 1)
        if elite_majority(g, s, leading(g, s, battle)):
            yield Line.of("10.6", "h44.shift.elite", 1)
        if foes and all(g.units[u].morale == "low" for u in foes):
            yield Line.of("10.6", "h44.shift.low", 1)
        for gun in battle.guns:
            twice = s.turn == 1 and gun in g.prepared_guns
            rule = "23.1.3" if twice else "17.6.2"
            yield Line.of(rule, "zb.shift.guns", 2 if twice else 1, unit=g.unit_name(gun))
        if battle.air:
            yield Line.of("10.7", "zb.shift.air", 1)

    def support_reasons(self, g: Setting, s: State, battle: Battle) -> Reasons:
        """One gun (the Allies two, 5 AGRA among them), one aircraft (17.6, 10.7). An assault takes
        infantry that waited on the bank, in each hex of it (9.5.3)."""
        for engineer in battle.crossing:
            seat = s.place(engineer)
            if not waiting(g, s, battle.units, seat):
                yield Reason.of("9.5.3", "h44.attack.no-assault", units=battle.units, hexes=(seat,))
        for gun in battle.guns:
            yield from gun_trouble(g, s, gun, battle.hex)
            piece = g.units[gun]
            taking_part = (*battle.units, *g.all_of(Chapter.joiners, s, battle))
            formations = {g.formation(s, u) for u in taking_part}
            if not piece.corps and not formations & set(piece.formation.split("+")):
                yield g.against(gun, "17.6.1", "h44.guns.formation")
        if len(battle.guns) > 1:
            pair = len(battle.guns) == 2 and battle.side == ALLIED
            others = [gun for gun in battle.guns if gun not in g.army_guns]
            own = all(g.formation(s, gun) == battle.lead for gun in others)
            if not (pair and len(others) == 1 and own):
                yield Reason.of("17.6.2", "h44.guns.two", units=battle.guns)
        if battle.air:
            if battle.side != ALLIED or records(s).air < 1:
                yield Reason.of("10.7", "h44.air.none")
            near = any(
                s.place(u) in g.board and g.board.distance(s.place(u), battle.hex) <= 4
                for u, piece in g.units.items()
                if piece.nation == "british" and not piece.airborne and piece.side == ALLIED
            )
            if not near:
                yield Reason.of("10.7", "h44.air.far")

    def spend_support(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Guns that fired are flipped; the aircraft is used up (17.1, 10.7)."""
        for gun in battle.guns:
            g.tell(course, gun, "17.1", "zb.guns.spent")
        s = s.mark(battle.guns, FIRED)
        for engineer in battle.crossing:
            s = s.keep(replace(records(s), assaults=(*records(s).assaults, engineer)))
            course.tell("9.5.3", "h44.assault", units=(engineer,), hexes=(battle.hex,))
        if battle.air:
            s = s.keep(replace(records(s), air=records(s).air - 1))
        return s
