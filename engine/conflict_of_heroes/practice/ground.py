"""What the ground does: who sees what over it, what a step costs, how far one drives and fires."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import cast

from engine import sight
from engine.conflict_of_heroes.counters.state import Setting, State, Work
from engine.conflict_of_heroes.counters.unit import PLANE, TRACKED, WHEELED
from engine.conflict_of_heroes.fire.values import reach_of
from engine.conflict_of_heroes.ground import steps
from engine.conflict_of_heroes.ground.sight import (
    SMALL_GULLY,
    THICK,
    Ground,
    hidden_by,
    in_arc,
    once_a_ground,
    sees,
)
from engine.conflict_of_heroes.movement.moves import open_ways, stuck
from engine.conflict_of_heroes.practice.numbers import (
    Numbered,
    Worked,
    dropped,
    explained,
    looked_at,
    need,
    position,
    shown,
    title,
)
from engine.game import Game
from engine.hexes import DIRECTIONS
from engine.hexset import HexSet
from engine.practice.kinds.kind import Args, Seen
from engine.practice.kinds.mark import Mark
from engine.practice.question import Question
from engine.values import Names, replace
from engine.verdict import Cited, Line, Tally

SEATS, ASKED, NEAR, GOALS = 5, 8, 6, 10
"""Places to look from; hexes that are asked about; how far off they lie at most; goals of a drive
that somebody is to point at."""
SMOKES: Mapping[str, tuple[int, ...]] = {"thick": (2,), "thin": (1,), "two": (1, 1)}
"""Counters of smoke that a question supposes in a hex (13.0)."""


@once_a_ground
def misread(ground: Ground, rule: str, seat: str) -> HexSet:
    """What somebody thinks is seen from a hex who leaves out what a rule says of the ground."""
    board, level, height = ground.board, list(ground.sight.level), list(ground.height)
    slope = ground.slope
    if rule == "11.3":
        level = [0] * len(level)
    elif rule == "11.5 sight":
        level = [max(one, 0) for one in level]
    elif rule in ("4.0 corn", "4.0 wheat"):
        crop, tall = rule.removeprefix("4.0 "), rule == "4.0 wheat"
        height = [
            int(tall) if name == crop else old
            for name, old in zip(board.terrain_at, height, strict=True)
        ]
    top = [low + high for low, high in zip(level, height, strict=True)]
    found = sight.Sight(board, level, top)
    excused = (lambda high, here, low: True) if rule == "11.4" else slope
    numbers = found.field(board.index[seat], excused)
    return board.set(board.hexes[i] for i in numbers)


GROUND = ("4.0 corn", "4.0 wheat", "11.3", "11.4", "11.5 sight")
"""Rules of what is in sight that somebody may leave out."""


def smoked(s: State, args: Args) -> State:
    """The position with the smoke that a question supposes."""
    laid = args.get("smoke", {})
    if not laid:
        return s
    need(not any(s.smoke_in(hex) for hex in laid), "there is smoke already")
    return replace(s, smoke={**s.smoke, **{hex: SMOKES[kind] for hex, kind in laid.items()}})


class InSight(Mark):
    """Which of these hexes are seen from one?"""

    name = "in-sight"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, _ = looked_at(seen)
        hexes = g.board.hexes
        for seat in random.sample(hexes, min(len(hexes), SEATS)):
            near = [h for h in hexes if 1 < g.board.distance(seat, h) <= NEAR]
            field = g.ground.field(seat)
            apart = {
                rule: [h for h in near if (h in field) != (h in misread(g.ground, rule, seat))]
                for rule in GROUND
            }
            odd = [h for found in apart.values() for h in found[:3]]
            telling = random.sample(odd, min(len(odd), 4))
            rest = [h for h in near if h not in telling]
            more = random.sample(rest, min(len(rest), ASKED - len(telling)))
            asked = sorted({*telling, *more})
            if len(asked) >= 4:
                yield {"hex": seat, "hexes": asked}
            clear = [h for h in near if h in field]
            if len(clear) >= 4:
                target = random.choice(clear)
                way = [w[0] for w in g.ground.way(seat, target) if len(w) == 1 and w[0]]
                dark = [h for h in near if h not in field]
                far = random.sample(clear, min(len(clear), ASKED - 2))
                far += random.sample(dark, min(len(dark), 2))
                if way:
                    kind = random.choice(["thick", "thin", "two"])
                    count = random.randint(1, min(len(way), 2)) if kind == "thin" else 1
                    laid = dict.fromkeys(random.sample(way, count), kind)
                    yield {"hex": seat, "hexes": sorted({target, *far}), "smoke": laid}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = position(game)
        then = smoked(s, args)
        return frozenset(h for h in args["hexes"] if sees(g, then, args["hex"], h))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = position(game)
        seat, asked = args["hex"], frozenset(args["hexes"])
        then, right = smoked(s, args), self.answer(game, args)
        if args.get("smoke"):
            kinds = set(args["smoke"].values())
            rule = {"thick": "13.0", "two": "13.0 adding"}.get(
                min(kinds), "13.0 adding" if len(args["smoke"]) > 1 else "13.0 second round"
            )
            clear = replace(then, smoke=s.smoke)
            solid = replace(then, smoke={**s.smoke, **dict.fromkeys(args["smoke"], (THICK,))})
            other = solid if rule == "13.0 second round" else clear
            return {rule: frozenset(h for h in asked if sees(g, other, seat, h))}
        off = {rule: asked & frozenset(misread(g.ground, rule, seat)) for rule in GROUND}
        if not any(w != right for w in off.values()):
            off["6.0"] = asked
        return off

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["hexes"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        return {"hex": args["hex"]}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        return (args["hex"],)

    def pose(self, game: Game, args: Args) -> Question:
        """The words say what smoke is supposed; of each hex, what hides it."""
        g, s = position(game)
        then, seat = smoked(s, args), args["hex"]
        why = {
            h: (Cited.of("6.0", "practice.hidden-by", hex=h, blockers=blockers),)
            for h in args["hexes"]
            if (blockers := tuple(dict.fromkeys(hidden_by(g, then, seat, h))))
        }
        posed = explained(super().pose(game, args), dict(why))
        laid = args.get("smoke", {})
        if not laid:
            return posed
        kind = next(iter(laid.values()))
        params = (("hex", args["hex"]), ("smoke", tuple(laid)))
        about = replace(posed.about, key=f"practice.in-sight-{kind}", params=params)
        return replace(posed, about=about)

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """From the other end, hex by hex: sight is mutual (6.0)."""
        g, s = position(game)
        then = smoked(s, args)
        back = {h for h in args["hexes"] if sees(g, then, h, args["hex"])}
        if back != posed.right:
            yield f"looking back it is {', '.join(sorted(back))}"


class Reach(Mark):
    """At which of these hexes does a unit fire without a penalty for range?"""

    name = "reach"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].kind != PLANE and not s.of(u).carrier]
        for unit in random.sample(units, min(len(units), 4)):
            seat, reach = s.position.place(unit), reach_of(g, s, unit)
            near = [h for h in g.board.hexes if 0 < g.board.distance(seat, h) <= 2 * reach + 1]
            ahead = [h for h in near if in_arc(g.board, seat, s.of(unit).facing, h)]
            some = random.sample(ahead, min(len(ahead), 5)) + random.sample(near, min(len(near), 3))
            yield {"unit": unit, "hexes": sorted(set(some))}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = position(game)
        ranges = cast("Mapping[str, Names]", g.questions["ranges"](g, s, args["unit"]))
        return frozenset(args["hexes"]) & frozenset(ranges["near"])

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = position(game)
        unit, asked = args["unit"], args["hexes"]
        piece, seat, facing = g.units[unit], s.position.place(unit), s.of(unit).facing
        reach, whole = reach_of(g, s, unit), piece.has("turret")

        def fits(least: int, most: int, arc: bool) -> frozenset[str]:
            return frozenset(
                h
                for h in asked
                if least <= g.board.distance(seat, h) <= most
                and (not arc or in_arc(g.board, seat, facing, h))
            )

        off = {"15.3" if piece.vehicle else "7.6": fits(piece.minimum, 2 * reach, not whole)}
        if whole:
            off["15.5"] = fits(piece.minimum, reach, arc=True)
        else:
            off["6.1"] = fits(piece.minimum, reach, arc=False)
        if piece.minimum:
            off["12.0"] = fits(0, reach, not whole)
        return off

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["hexes"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, s = position(game)
        unit = args["unit"]
        return {"unit": title(g, unit), "hex": s.position.place(unit)}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        _, s = position(game)
        return (s.position.place(args["unit"]),)


BARRED = "barred"


class Step(Numbered):
    """What does one step cost a unit, or may it not be made?"""

    name = "step"
    also = (BARRED,)
    least = 1

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].kind != PLANE]
        for unit in random.sample(units, min(len(units), 4)):
            hexes = random.sample(g.board.hexes, min(len(g.board.hexes), 40))
            found = 0
            for here in hexes:
                for there in random.sample(list(g.board.neighbours(here)), 2):
                    way = steps.going(g, s, unit, here, there)
                    if (way.bars or way.more or way.entry) and found < 6:
                        found += 1
                        back = random.random() < 0.15
                        yield {"unit": unit, "here": here, "there": there, "back": back}
            yield from self._into_works(g, s, unit, random)

    def _into_works(self, g: Setting, s: State, unit: str, random: Random) -> Iterator[Args]:
        """Into wire, barred trenches and jams, there or supposed (16.0, 18.2 trench, 18.4)."""
        wheels = g.units[unit].kind == WHEELED
        jams = [
            s.position.place(u) for u in shown(g, s) if g.units[u].vehicle and u != unit and wheels
        ]
        roads = [h for h in jams if steps.on_road(g.ground, h)]
        for there in random.sample(roads, min(len(roads), 2)):
            here = random.choice(list(g.board.neighbours(there)))
            yield {"unit": unit, "here": here, "there": there, "back": False}
        odd = [*g.board.tagged("ditch")]
        odd += [
            h
            for h in g.board.hexes
            if any(SMALL_GULLY in g.board.side(h, near) for near in g.board.neighbours(h))
        ]
        for there in random.sample(odd, min(len(odd), 3)):
            here = random.choice(list(g.board.neighbours(there)))
            yield {"unit": unit, "here": here, "there": there, "back": False}
        for kind in ("wire", "trench") if g.units[unit].vehicle else ("wire",):
            there = random.choice(g.board.hexes)
            here = random.choice(list(g.board.neighbours(there)))
            told = {"unit": unit, "here": here, "there": there, "back": False}
            die = {} if g.units[unit].vehicle else {"die": random.randint(1, 6)}
            yield {**told, "suppose": kind, **die}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        unit, here, there, back = (args[name] for name in ("unit", "here", "there", "back"))
        ahead = g.board.direction(here, there)
        need(ahead is not None and s.of(unit).hit is None, "it is no step")
        assert ahead is not None
        facing, kind = (ahead + 3 * back) % 6, args.get("suppose", "")
        if kind:
            s = replace(s, works=(*s.works, Work(kind, there, barring=kind == "trench")))
        then = s.at(unit, here).facing(unit, facing)
        piece, way = g.units[unit], steps.going(g, s, unit, here, there)
        lines = list(steps.step_lines(g, then, unit, here, there, back))
        if die := args.get("die", 0):
            lines.append(Line.of("18.4", "coh.line.wire-die", die))
        tally = Tally.adding("coh.cost.move", lines)
        total = int(tally.total)
        named = {"unit": title(g, unit), "here": here, "there": there, "die": die}
        key = "-die" if die else f"-{kind}" if kind else "-back" if back else ""
        if way.bars:
            off: dict[str, int | str] = {}
            if len({rule for rule, _ in way.bars}) == 1:
                off[way.bars[0][0]] = total
            return Worked(BARRED, off, (), key, named, (here, there))
        off = dict(dropped(tally, "14.0" if piece.vehicle else "5.0"))
        into = sum(int(line.value or 0) for line in lines if line.key == "coh.line.into")
        if into:
            off["14.0" if piece.vehicle else "5.0"] = total - into
        elif any(line.key == "coh.line.road" for line in lines):
            extra = g.ground.of(there)[piece.kind if piece.vehicle else "infantry"]
            rule = "14.0 road" if piece.vehicle else "5.0"
            off[rule] = BARRED if extra < 0 else total + extra
        return Worked(total, off, (tally,), key, named, (here, there))

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """As the ways are priced that are listed for the unit."""
        g, s = position(game)
        unit, here, there = args["unit"], args["here"], args["there"]
        ahead = g.board.direction(here, there)
        assert ahead is not None
        if kind := args.get("suppose", ""):
            s = replace(s, works=(*s.works, Work(kind, there, barring=kind == "trench")))
        then = s.at(unit, here).facing(unit, (ahead + 3 * args["back"]) % 6)
        then = then.changed(unit, carrier=None, hidden=False)
        priced = steps.priced(g, then, unit, steps.lanes(g, then, unit), sneaks=False)
        lane = priced.get((there,))
        if posed.right != {BARRED if lane is None else str(lane[1] + args.get("die", 0))}:
            yield f"among the ways it is {lane and lane[1]}"


class Drive(Mark):
    """Where can a vehicle end a single move?"""

    name = "drive"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].vehicle and not stuck(g, s, u)]
        for unit in random.sample(units, min(len(units), 3)):
            yield {"unit": unit}
            for _ in range(3):
                near = random.choice(g.board.hexes)
                yield {"unit": unit, "hex": near, "facing": random.choice(DIRECTIONS)}

    def _then(self, game: Game, args: Args) -> tuple[Setting, State]:
        g, s = position(game)
        unit = args["unit"]
        need(g.here(s, unit) and not s.aboard(unit), "it tows")
        if "hex" in args:
            need(not s.position.at(args["hex"]), "somebody is there")
            s = s.at(unit, args["hex"]).facing(unit, DIRECTIONS.index(args["facing"]))
        return g, s

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = self._then(game, args)
        found = frozenset(path[-1] for path in open_ways(g, s, args["unit"]))
        need(len(found) <= GOALS, "it is too much to point at")
        return found

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = self._then(game, args)
        unit, seat = args["unit"], s.position.place(args["unit"])
        ways = open_ways(g, s, unit)
        kind = g.units[unit].kind
        rule = {TRACKED: "14.0 tracked", WHEELED: "14.0 wheeled"}[kind]
        return {
            rule: frozenset(path[-1] for path in ways if len(path) == 1),
            "14.0 road": frozenset(
                path[-1] for path in ways if roadless(g.ground, kind, (seat, *path))
            ),
            "14.0 backward": self._forgiven(g, s, unit),
        }

    def _forgiven(self, g: Setting, s: State, unit: str) -> frozenset[str]:
        """Where it would get with its bonus whichever way it faced."""
        every = (s.facing(unit, facing) for facing in range(6))
        return frozenset(path[-1] for turned in every for path in open_ways(g, turned, unit))

    def among(self, game: Game, args: Args) -> frozenset[str]:
        g, s = self._then(game, args)
        goals = {s.position.place(args["unit"]), *self.answer(game, args)}
        around = {near for goal in goals for near in g.board.neighbours(goal)}
        return frozenset(around - {s.position.place(args["unit"])})

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, s = self._then(game, args)
        unit = args["unit"]
        facing = DIRECTIONS[s.of(unit).facing]
        return {"unit": title(g, unit), "hex": s.position.place(unit), "facing": facing}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        _, s = self._then(game, args)
        return (s.position.place(args["unit"]),)


def roadless(ground: Ground, kind: str, way: tuple[str, ...]) -> bool:
    """Whether a way lies open to a vehicle that makes no use of roads (14.0 road)."""
    for number, (here, there) in enumerate(pairwise(way)):
        if not steps.by_road(ground, here, there):
            continue
        row = ground.of(there)
        if row[kind] < 0 or (len(way) > 2 and not (kind == TRACKED and row["bonus"])):
            return False
        if number == 0 and kind == WHEELED and len(way) > 2:
            return False
    return True
