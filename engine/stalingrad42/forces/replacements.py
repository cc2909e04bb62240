"""Section 10.4 and chapter 21: what is left of a unit of three steps; replacements by type, and
units that return from the destroyed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.files import Table
from engine.stalingrad42.board.places import letter, rebuild_boxes, transit_full
from engine.stalingrad42.board.railheads import rail_net
from engine.stalingrad42.setting import GERMAN, GUNS, HEADS, NATIONAL, SOVIET, Setting, records
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.losses import alive, destroy, destroyed
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import FIRED, OUT, REPLACED, State
from engine.zocbond.board.unit import Unit
from engine.zocbond.board.zones import held
from engine.zocbond.moving import orders
from engine.zocbond.supply.lines import supplied_at

if TYPE_CHECKING:
    from engine.stalingrad42.sequence import Resources

THREE = 3
OWN = ("", "german", "soviet")
SPECIAL = ("motorized", "mountain", "marine", "nkvd", "anti-tank")
NORTH = "ABC"
NEAR_RAIL = 2
CORPS = ("corps", "XXX")
"""How scenarios write the size of a corps (2.3.2)."""
RETURN_STEPS = 2
"""Steps of the reduced side, that of a division of three or four steps (10.4.2, 32.4)."""


def spare(g: Setting, unit: str, taken: Iterable[str]) -> bool:
    """Whether a remnant counter of the right type is left on the display, beside those that stand
    in for some units (10.4.2)."""
    piece = g.units[unit]
    most = g.remnants.get(f"{piece.side}-{piece.kind}", g.remnants.get(piece.side))
    if most is None:
        return True
    used = [u for u in taken if g.units[u].side == piece.side]
    if f"{piece.side}-{piece.kind}" in g.remnants:
        used = [u for u in used if g.units[u].kind == piece.kind]
    return len(used) < most


def down_to_one(g: Setting, unit: str, lost: int) -> bool:
    """Whether these losses leave one step of a unit that has three or more (10.4.1)."""
    return g.units[unit].steps >= THREE and g.units[unit].steps - lost == 1


def read_remnants(g: Setting, start: Table) -> tuple[str, ...]:
    """The units that begin as remnants: down to the last of three steps or more (10.4.1)."""
    found: list[str] = []
    for unit, lost in g.first_losses().items():
        if g.scenario.where[unit].startswith("destroyed") or not down_to_one(g, unit, lost):
            continue
        if not spare(g, unit, found):
            what = f"there is no remnant counter left for '{unit}'"
            raise start.problem(what, f"lost.{unit}", "Raise the number in [start.remnants].")
        found.append(unit)
    return tuple(found)


class Disband(Deed[Setting, State, "SecondLoss"]):
    """The unit is set aside (10.4.2)."""

    kind, rule = "disband", "10.4.2"

    def slots(self) -> Slots[Setting, State, SecondLoss]:
        return {"unit": lambda g, s, p, given: (p.unit,)}

    def reasons(self, g: Setting, s: State, p: SecondLoss, action: Action) -> Reasons:
        if action.get("unit") != p.unit:
            yield Reason.of("10.4.1", "s42.remnant.other")

    def apply(self, g: Setting, s: State, p: SecondLoss, action: Action, course: Course) -> State:
        return destroy(g, s.pop(), p.unit, course, "10.4.2")


class Form(Disband):
    """A remnant stands in for the unit (10.4.1)."""

    kind, rule = "form", "10.4.1"

    def apply(self, g: Setting, s: State, p: SecondLoss, action: Action, course: Course) -> State:
        g.tell(course, p.unit, "10.4.1", "s42.remnant.formed")
        return s.pop().keep(replace(records(s), remnants=(*records(s).remnants, p.unit)))


class SecondLoss(Phase):
    """Form a remnant, or set the unit aside to be rebuilt (10.4.1, 10.4.2)."""

    unit: str

    can = (Form(), Disband())

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.open(g, s) or not spare(g, self.unit, records(s).remnants):
            return None
        piece = g.units[self.unit]
        return Decision.of(piece.side, "s42.remnant", "10.4.1", unit=piece.name)

    def open(self, g: Setting, s: State) -> bool:
        """Whether it still has the one step."""
        return alive(g, s, self.unit) and g.left(s, self.unit) == 1

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Without a counter the unit must go (10.4.2)."""
        s = s.pop()
        return destroy(g, s, self.unit, course, "10.4.2") if self.open(g, s) else s


class RemnantChapter(Chapter[Setting]):
    """Remnants of units of three steps."""

    @enforces("2.3.5")
    def after_loss(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """A unit of three steps took its second loss: its owner will say what becomes of it
        (2.3.5); or one of four, as Wiking is in the end, its third (32.4)."""
        if not down_to_one(g, unit, s.lost[unit]):
            return s
        return s.keep(replace(records(s), second_loss=(*records(s).second_loss, unit)))

    def after_destruction(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """A destroyed remnant frees its counter; the unit is out for good (10.4.3)."""
        if unit not in records(s).remnants:
            return s
        rest = tuple(u for u in records(s).remnants if u != unit)
        return s.keep(replace(records(s), remnants=rest, gone=(*records(s).gone, unit)))


@enforces("21.5.1", "21.5.2")
def types_for(piece: Unit) -> tuple[str, ...]:
    """The replacements a unit can take (21.1.2, 21.5.1, 21.5.2)."""
    if piece.nation not in OWN:
        return (piece.nation, "axis") if piece.nation in NATIONAL else ("axis",)
    if piece.kind == "panzergrenadier" or (piece.tank and piece.free):
        return ("special", "tank")
    if piece.tank or corps(piece):
        return ("tank",)
    if piece.kind in (*SPECIAL, *GUNS) or piece.free:
        return ("special",)
    if piece.kind == "cavalry":
        return ("cavalry",)
    return ("infantry", "cavalry", "special")


def lost_on_return(piece: Unit) -> int:
    """The losses of a unit that returns on its reduced side, with two steps at most (10.4.2)."""
    steps = piece.steps
    return max(steps - RETURN_STEPS, min(1, steps - 1))


def corps(piece: Unit) -> bool:
    """A Soviet tank or mechanized corps: every tank unit but the brigades that stack free (4.3)."""
    named = piece.mechanized and piece.size in CORPS
    return piece.side == SOVIET and not piece.free and (piece.tank or named)


def income(g: Setting, s: State, side: str) -> Mapping[str, int]:
    """The replacements of a turn (21.1.1)."""
    track = g.replacement_track.get(side, {})
    return track.get(s.turn, g.replacements.get(side, {}))


class Paid(Deed[Setting, State, "Resources"]):
    """An action that costs a replacement; `of` names its type."""

    def open_types(self, g: Setting, p: Resources, unit: str) -> list[str]:
        """The types at hand that suit a unit."""
        left = dict(p.steps)
        return [kind for kind in types_for(g.units[unit]) if left.get(kind, 0) > 0]

    def paid_by(self, g: Setting, p: Resources, action: Action) -> str:
        """The type that pays: the one named, or the only one."""
        kinds = self.open_types(g, p, text(action, "unit"))
        return text(action, "of") or (kinds[0] if len(kinds) == 1 else "")

    def type_reasons(self, g: Setting, p: Resources, action: Action) -> Reasons:
        """There is one left, and it suits (21.1.1, 21.1.2)."""
        unit = text(action, "unit")
        kinds = self.open_types(g, p, unit)
        if not any(count for _, count in p.steps):
            yield g.against(unit, "21.1.1", "s42.replace.none")
        elif not kinds:
            yield g.against(unit, "21.1.2", "s42.replace.type")
        elif self.paid_by(g, p, action) not in kinds:
            yield g.against(unit, "21.1.2", "s42.replace.name-type", of=tuple(kinds))

    def pay(self, g: Setting, s: State, p: Resources, action: Action) -> State:
        """One replacement less."""
        used = self.paid_by(g, p, action)
        steps = tuple((kind, n - (kind == used)) for kind, n in p.steps)
        return s.instead(replace(p, steps=steps))

    def named(self, g: Setting, p: Resources, unit: str) -> Iterator[str | None]:
        """Each way to pay, as an action names it."""
        kinds = self.open_types(g, p, unit)
        yield from kinds if len(kinds) > 1 else [None]


def step_trouble(g: Setting, s: State, unit: str) -> Iterator[str]:
    """What keeps a unit in play from a step, as keys: one a turn, in good order, in supply (21.2),
    without the marker of those cut off (16.4)."""
    if s.has(unit, REPLACED):
        yield "s42.replace.once"
    if not s.good(unit):
        yield "s42.replace.disorder"
    if g.seat(s, unit) in g.board and (s.has(unit, OUT) or not g.in_supply(s, unit)):
        yield "s42.replace.supply"


def regain(s: State, unit: str) -> State:
    """A step more; a remnant gives way to its unit, reduced (21.3.4)."""
    rest = tuple(u for u in records(s).remnants if u != unit)
    s = s.keep(replace(records(s), remnants=rest))
    return replace(s, lost={**s.lost, unit: s.lost[unit] - 1})


class Replace(Paid):
    """A step for a unit in play (21.1.1, 21.2)."""

    kind, rule = "replace", "21.1.1"

    def slots(self) -> Slots[Setting, State, Resources]:
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in (orders.mine(g, s, p.side) if any(n for _, n in p.steps) else ())
                if s.lost.get(unit, 0) and alive(g, s, unit)
            ),
            "of": lambda g, s, p, given: self.named(g, p, given["unit"]),
        }

    def reasons(self, g: Setting, s: State, p: Resources, action: Action) -> Reasons:
        """In good order, in supply, one a turn (21.2)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side or s.place(unit) == "pool":
            yield Reason.of("21.1.1", "zb.no-unit", unit=unit)
            return
        no = partial(g.against, unit)
        yield from self.type_reasons(g, p, action)
        if not s.lost.get(unit, 0) or not alive(g, s, unit) or lacks_regiment(g, s, unit):
            yield no("21.1.1", "s42.replace.full")
        for key in step_trouble(g, s, unit):
            yield no("21.2", key)

    def apply(self, g: Setting, s: State, p: Resources, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, "21.1.1", "s42.replace.done")
        s = self.pay(g, s, p, action)
        if unit in records(s).remnants:
            g.tell(course, unit, "21.3.4", "s42.replace.remnant")
        return regain(s, unit).mark((unit,), REPLACED)


class Rebuild(Paid):
    """A destroyed unit comes back (21.3.1)."""

    kind, rule = "rebuild", "21.3.1"

    def slots(self) -> Slots[Setting, State, Resources]:
        return {
            "unit": lambda g, s, p, given: (
                s.position.at(destroyed(p.side)) if any(n for _, n in p.steps) else ()
            ),
            "to": lambda g, s, p, given: (
                *self.places(g, s, p.side),
                *rebuild_boxes(g, s, given["unit"]),
            ),
            "of": lambda g, s, p, given: self.named(g, p, given["unit"]),
        }

    def places(self, g: Setting, s: State, side: str) -> list[str]:
        """Own areas, large cities, headquarters: where a unit may return if anywhere."""
        areas = [a for a in g.board.areas if g.own_area(s, side, a)]
        cities = [h for h in g.board.hexes if g.board.terrain(h) == "large-city"]
        seats = [s.place(u) for u in g.units if self._head(g, u, side)]
        return [*areas, *dict.fromkeys([*cities, *(h for h in seats if h in g.board)])]

    def _head(self, g: Setting, unit: str, side: str) -> bool:
        return g.units[unit].side == side and g.units[unit].kind == HEADS[side]

    def spots(self, g: Setting, s: State, unit: str, to: str) -> list[str]:
        """What makes a hex a place to return: its large city, each headquarters (21.3.1)."""
        side = g.units[unit].side
        net = rail_net(g, s, side)
        found = []
        # nobody has passed an unmarked city after the unit that stands there (16.3.4)
        owner = s.control.get(to, side if to in held(g, s, side) else "")
        city = g.board.terrain(to) == "large-city" and owner == side
        if city and to in net:
            found.append(f"city@{to}")
        close = any(g.board.distance(to, rail) <= NEAR_RAIL for rail in net)
        nation = g.units[unit].nation
        heads = [
            u
            for u in s.position.at(to)
            if self._head(g, u, side)
            and (side == SOVIET or (g.units[u].nation or GERMAN) == (nation or GERMAN))
        ]
        if heads and close and supplied_at(g, s, heads[0], to):
            found += [f"hq@{head}" for head in heads]
        return found

    def reasons(self, g: Setting, s: State, p: Resources, action: Action) -> Reasons:
        """Where it may return, and whether it may at all (21.3.1, 10.4.3)."""
        unit, to = text(action, "unit"), text(action, "to")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("21.3.1", "zb.no-unit", unit=unit)
            return
        piece = g.units[unit]
        no = partial(g.against, unit, hex=to)
        yield from self.type_reasons(g, p, action)
        if alive(g, s, unit):
            yield no("21.3.1", "s42.rebuild.alive")
        if unit in records(s).gone:
            yield no("10.4.3", "s42.rebuild.gone")
        if piece.kind == "engineer":
            yield no("20.9", "s42.rebuild.never")
        elif piece.size == "garrison":
            yield no("20.4", "s42.rebuild.never")
        if to not in rebuild_boxes(g, s, unit):
            for key in self.place_trouble(g, s, unit, to):
                yield no("22.6.4" if key == "s42.area.full" else "21.3.1", key)

    def place_trouble(self, g: Setting, s: State, unit: str, to: str) -> Iterator[str]:
        """What is against a place of return, as keys (21.3.1)."""
        side = g.units[unit].side
        area = to in g.board.areas and g.own_area(s, side, to)
        if corps(g.units[unit]) and not (area and letter(to) in NORTH):
            yield "s42.rebuild.corps"
        if area:
            if transit_full(g, s, unit, to):
                yield "s42.area.full"
            return
        if to not in g.board:
            yield "s42.rebuild.where"
            return
        foes = held(g, s, g.other[side])
        beside = (h for h in g.board.neighbours(to) if not g.parted(s, to, h))
        if to in foes or any(h in foes for h in beside):
            yield "s42.rebuild.near"
        if not self.spots(g, s, unit, to):
            yield "s42.rebuild.where"
        elif not self.open_spot(g, s, unit, to):
            yield "s42.rebuild.full"

    def open_spot(self, g: Setting, s: State, unit: str, to: str) -> str:
        """What still takes a unit back in a hex this turn (21.3.1)."""
        full = records(s).spots
        return next((spot for spot in self.spots(g, s, unit, to) if spot not in full), "")

    @enforces("21.3.2", "21.3.3")
    def apply(self, g: Setting, s: State, p: Resources, action: Action, course: Course) -> State:
        """On its reduced side, under a marker; guns come used (21.3.3); stacking waits (21.3.2)."""
        unit, to = action["unit"], action["to"]
        if to in rebuild_boxes(g, s, unit):
            g.tell(course, unit, "34.5", "s42.mask.rebuilt")
        else:
            g.tell(course, unit, "21.3.1", "s42.rebuild.done", hex=to)
        s = self.pay(g, return_spot(g, s, unit, to), p, action)
        s = replace(s, lost={**s.lost, unit: lost_on_return(g.units[unit])}).put(unit, to)
        marks = (REPLACED, FIRED) if g.units[unit].kind in GUNS else (REPLACED,)
        return s.mark((unit,), *marks)


REBUILD = Rebuild()


def return_places(g: Setting, s: State, unit: str) -> list[str]:
    """Where what never fights comes back: wherever a destroyed unit may (19.4, 21.3.1)."""
    places = REBUILD.places(g, s, g.units[unit].side)
    return [to for to in places if not any(REBUILD.place_trouble(g, s, unit, to))]


def return_spot(g: Setting, s: State, unit: str, to: str) -> State:
    """The state in which a hex has taken it back."""
    spot = REBUILD.open_spot(g, s, unit, to) if to in g.board else ""
    return s.keep(replace(records(s), spots=(*records(s).spots, spot))) if spot else s


def lacks_regiment(g: Setting, s: State, unit: str) -> bool:
    """Wiking has three steps until its third regiment comes in turn 13 (32.4)."""
    if g.units[unit].division != "viking" or records(s).viking:
        return False
    return s.lost.get(unit, 0) <= 1
