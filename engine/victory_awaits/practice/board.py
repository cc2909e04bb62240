"""Chapters 3, 8, 11 and 14 as questions: zones of control, lines of communication, command,
fortresses. All of them are pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from engine.game import Game
from engine.hexset import HexSet
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.mark import Marked
from engine.practice.question import NotGood
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.state import AXIS, SIDES, SOVIET, Setting, State, enemy
from engine.victory_awaits.components.terrain import MAJOR, RAIL
from engine.victory_awaits.components.track import headquarters
from engine.victory_awaits.concepts import (
    COMMAND_RANGE,
    STACK_LIMIT,
    activated,
    asleep,
    command_range,
    friendly_sources,
    full_hexes,
    held,
    lines_of,
    linked,
    may_wake,
    on_map,
    zoc,
)
from engine.victory_awaits.movement.segment import Movement
from engine.victory_awaits.supply import Building, railheads, starving

Answer = frozenset[str]
SOME, MANY = 2, 24
"""Questions of a kind that are tried in a position; more units than that nobody looks at."""


def sight_of(game: Game) -> tuple[Setting, State]:
    """The rules and the state as they are seen."""
    assert isinstance(game.rules, Setting), "it is a game of this kind"
    return game.rules, game.rules.seen(game.state)


def some(random: Random, names: Iterable[str], count: int = SOME) -> list[str]:
    """A few of some names."""
    found = sorted(names)
    return random.sample(found, min(len(found), count))


def few(units: Iterable[str]) -> Answer:
    """So many units as somebody can look at."""
    found = frozenset(units)
    if len(found) > MANY:
        raise NotGood("too many to look at")
    return found


class Zone(Marked):
    """Which hexes beside a unit are in an enemy zone of control?"""

    name = "zone"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        for unit in some(random, (u for side in SIDES for u in on_map(g, s, side)), 6):
            yield {"unit": unit}

    def _near(self, g: Setting, s: State, unit: str) -> HexSet:
        return g.board.set([s.position.place(unit)]).around()

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        foe = enemy(g.units[args["unit"]].side)
        return frozenset(self._near(g, s, args["unit"]) & zoc(g, s.position, foe))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        near, foe = self._near(g, s, args["unit"]), enemy(g.units[args["unit"]].side)
        foes = [unit for unit in on_map(g, s, foe) if not g.units[unit].fortress]
        combat = g.board.set([s.position.place(u) for u in foes if not g.units[u].hq])
        dry = frozenset(near & combat.around() & g.ground.dry)
        plain = frozenset(near & held(g, s.position, foe).around())
        over = frozenset(hex for hex in self.answer(game, args) if self._over(g, s, hex, foe))
        right = self.answer(game, args)
        readings = (over, dry, plain - self._forts(g, s))
        off = {"3.2": next((one for one in readings if one != right), right)}
        fort = right | (plain & self._forts(g, s))
        return {**off, "14.2": fort}

    def _forts(self, g: Setting, s: State) -> Answer:
        return frozenset(s.position.place(unit) for unit in g.fortresses)

    def _over(self, g: Setting, s: State, hex: str, foe: str) -> bool:
        """Whether a zone comes into a hex other than over a major river."""
        for near in g.board.neighbours(hex):
            slot = g.board.slot(hex, near)
            there = near in held(g, s.position, foe)
            if there and slot is not None and g.ground.river(slot) != MAJOR:
                return True
        return False

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(self._near(g, s, args["unit"]))

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        _, s = sight_of(game)
        return (s.position.place(args["unit"]),)

    def one(self, game: Game, args: Args, name: str) -> bool:
        """Neighbour by neighbour."""
        g, s = sight_of(game)
        side = g.units[args["unit"]].side
        fort = side == SOVIET and name in self._forts(g, s)
        foes = (u for near in g.board.neighbours(name) for u in s.position.at(near))
        return any(g.units[u].side != side for u in foes) and name in g.ground.dry and not fort


class Unlinked(Marked):
    """Which units have no line of communication?"""

    name = "unlinked"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield from ({"side": side} for side in SIDES)

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        every = on_map(g, s, args["side"])
        return frozenset(unit for unit in every if not linked(g, s, unit))

    def _cut_off(self, g: Setting, s: State, side: str, zones: bool, far: bool) -> Answer:
        """Who has no path at all; with or without regard for zones and for the railway."""
        lines = lines_of(g, s, side)
        onward = lines.onward if zones else g.board.grid.all
        ways = g.ground.cross_country[side].out_of(onward)
        start = lines.starts
        gap = lines.gap
        if lines.kinds and far:
            gap = None
        elif lines.kinds:
            along = [g.ground.along[kind, side].out_of(onward) for kind in lines.kinds]
            for one in along:
                start |= lines.starts.flood(one, among=lines.free)
        reached = start.flood(ways, gap, lines.free)
        return frozenset(u for u in on_map(g, s, side) if s.position.place(u) not in reached)

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        side, right = args["side"], self.answer(game, args)
        far = self._cut_off(g, s, side, zones=True, far=True)
        zoneless = self._cut_off(g, s, side, zones=False, far=False)
        if g.on("tight-soviet-supply") and side == SOVIET and far != right:
            return {"17.4": far}
        return {"3.3": zoneless if zoneless != right else far}

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return few(on_map(g, s, args["side"]))

    def one(self, game: Game, args: Args, name: str) -> bool:
        """By the line into its own hex."""
        return not game.query("communication", unit=name).exists


class Starving(Unlinked):
    """Who would lose a step if the supply chit were drawn now?"""

    name = "starving"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(unit for side in SIDES for unit in starving(g, s, side))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        alone = {side: frozenset(starving(g, s, side)) for side in SIDES}
        cut = {
            side: frozenset(u for u in on_map(g, s, side) if not linked(g, s, u)) for side in SIDES
        }
        nobody: Answer = frozenset()
        early = s.turn < g.setup.limits.axis_supply
        return {
            "11.0": alone[AXIS] if alone[SOVIET] else nobody,
            "11.1": nobody,
            **({"15.1": cut[AXIS] | cut[SOVIET]} if early else {}),
        }

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return few(u for side in SIDES for u in on_map(g, s, side))

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = sight_of(game)
        early = g.units[name].side == AXIS and s.turn < g.setup.limits.axis_supply
        return not early and not game.query("communication", unit=name).exists


class Woken(Marked):
    """Whom does a headquarters wake?"""

    name = "woken"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        heads = (hq for hq in headquarters(g.units) if s.position.place(hq) in g.board)
        yield from ({"hq": hq} for hq in some(random, heads, 4))

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(activated(g, s, args["hq"])) - {args["hq"]}

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        hq, right = g.units[args["hq"]], self.answer(game, args)
        near = command_range(g, s.position.place(hq.id))
        every = [g.units[u] for u in on_map(g, s, hq.side) if u != hq.id]
        there = [unit for unit in every if s.position.place(unit.id) in near]
        said = {unit.id: asleep(g, s, hq, unit) for unit in every}
        off: dict[str, Answer] = {}
        for rule in ("8.3", "13.0"):
            more = (u.id for u in there if (why := said[u.id]) is not None and why.rule == rule)
            off[rule] = right | frozenset(more)
        own = (u.id for u in there if u.id in right and u.formation == hq.formation)
        off["8.1"] = frozenset(own) if hq.formation else right
        off["8.2"] = self._past_zones(g, s, hq.id, right)
        if off["8.2"] == right:
            far = (u.id for u in every if (why := said[u.id]) is not None and why.rule == "8.2")
            mates = (u for u in far if g.board.distance(*self._seats(g, s, hq.id, u)) <= FAR)
            off["8.2"] = right | frozenset(mates)
        return off

    def _seats(self, g: Setting, s: State, one: str, other: str) -> tuple[str, str]:
        return s.position.place(one), s.position.place(other)

    def _past_zones(self, g: Setting, s: State, hq: str, right: Answer) -> Answer:
        """For somebody whose range does not run on through enemy zones."""
        onward = g.board.grid.all - zoc(g, s.position, enemy(g.units[hq].side))
        ways = g.ground.open_ways.out_of(onward)
        reached = g.board.set([s.position.place(hq)]).flood(ways, COMMAND_RANGE)
        return frozenset(unit for unit in right if s.position.place(unit) in reached)

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        hq = g.units[args["hq"]]
        seat = s.position.place(hq.id)
        near = (u for u in on_map(g, s, hq.side) if u != hq.id)
        return few(u for u in near if g.board.distance(seat, s.position.place(u)) <= FAR)

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        _, s = sight_of(game)
        return (s.position.place(args["hq"]),)

    def one(self, game: Game, args: Args, name: str) -> bool:
        """Why not, unit by unit."""
        g, s = sight_of(game)
        hq, unit = g.units[args["hq"]], g.units[name]
        return may_wake(g, s, hq, unit) and asleep(g, s, hq, unit) is None


FAR = COMMAND_RANGE + 2
"""Hexes from a headquarters within which somebody might take a unit for woken."""


class Fortified(Marked):
    """Where could a fortress level be built at a supply check now?"""

    name = "fortified"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def _why(self, game: Game) -> dict[str, set[str]]:
        g, s = sight_of(game)
        phase = Building()
        return {hex: {r.rule for r in phase.objections(g, s, hex)} for hex in g.cities}

    def answer(self, game: Game, args: Args) -> Answer:
        return frozenset(hex for hex, why in self._why(game).items() if not why)

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        why = self._why(game)
        rules = sorted(set().union(*why.values()))
        return {r: frozenset(hex for hex, w in why.items() if not w - {r}) for r in rules}

    def among(self, game: Game, args: Args) -> Answer:
        return frozenset(self._why(game))

    def one(self, game: Game, args: Args, name: str) -> bool:
        """City by city, as they would be offered."""
        g, s = sight_of(game)
        return name in set(Building().may(g, s))


class Landing(Marked):
    """At which of some hexes could reinforcements arrive?"""

    name = "landing"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        for side in SIDES:
            open_, foe = railheads(g, s, side), enemy(side)
            watched = g.ground.railway & zoc(g, s.position, foe)
            cut = g.ground.railway - open_ - watched - held(g, s.position, foe)
            hexes = [*some(random, open_, 3), *some(random, watched, 2), *some(random, cut, 2)]
            beside = open_.around() - g.ground.railway
            hexes += some(random, beside & g.ground.dry, 1)
            yield {"side": side, "hexes": sorted(set(hexes))}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        open_ = frozenset(args["hexes"]) & frozenset(railheads(g, s, args["side"]))
        return open_ - full_hexes(g, s.position, args["side"])

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        side = args["side"]
        foe = held(g, s.position, enemy(side))
        free = g.board.grid.all - foe
        starts = g.board.set(friendly_sources(g, s, side)) & free & g.ground.railway
        anyhow = starts.flood(g.ground.along[RAIL, side], among=free)
        rails = frozenset(g.ground.railway - foe)
        named = frozenset(args["hexes"])
        right = self.answer(game, args)
        full = full_hexes(g, s.position, side)
        zoneless = (named & frozenset(anyhow)) - full
        return {
            "12.1": zoneless if zoneless != right else (named & rails) - full,
            "3.1": named & frozenset(railheads(g, s, side)),
        }

    def among(self, game: Game, args: Args) -> Answer:
        return frozenset(args["hexes"])

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        return {"side": args["side"]}

    def one(self, game: Game, args: Args, name: str) -> bool:
        """Back along the railway from the hex itself."""
        g, s = sight_of(game)
        side = args["side"]
        closed = held(g, s.position, enemy(side)) | zoc(g, s.position, enemy(side))
        if name in closed or name not in g.ground.railway:
            return False
        if sum(not g.units[unit].fortress for unit in s.position.at(name)) >= STACK_LIMIT:
            return False
        seen, todo = {name}, [name]
        while todo:
            hex = todo.pop()
            if hex in friendly_sources(g, s, side):
                return True
            reached = g.board.set([hex]).spread(g.ground.along[RAIL, side].back())
            for near in reached - closed:
                if near not in seen:
                    seen.add(near)
                    todo.append(near)
        return False


class Active(Marked):
    """Which of some units may still move, or attack, in this segment?"""

    name = "active"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        top = s.agenda[-1] if s.agenda else None
        if isinstance(top, Movement | Combat):
            awake = frozenset(top.active) & frozenset(on_map(g, s, top.side))
            sleeping = frozenset(on_map(g, s, top.side)) - awake
            named = {*some(random, awake, 4), *some(random, sleeping, 4)}
            yield {"units": sorted(named)}

    def answer(self, game: Game, args: Args) -> Answer:
        return frozenset(unit for unit in args["units"] if self.one(game, args, unit))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        _, s = sight_of(game)
        top = s.agenda[-1] if s.agenda else None
        if isinstance(top, Movement):
            right = self.answer(game, args)
            again = frozenset(args["units"]) & frozenset(top.active)
            return {"9.0": right | (frozenset(args["units"]) - frozenset(top.active)), "9.1": again}
        return {}

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = sight_of(game)
        top = s.agenda[-1] if s.agenda else None
        if not isinstance(top, Movement):
            raise NotGood("it is another segment")
        return name in set(top.ready(g, s))

    def among(self, game: Game, args: Args) -> Answer:
        return frozenset(args["units"])

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        return {}


KINDS: tuple[Kind, ...] = (
    Zone(),
    Unlinked(),
    Starving(),
    Woken(),
    Fortified(),
    Landing(),
    Active(),
)
