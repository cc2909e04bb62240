"""What is pointed at in Stalingrad '42 alone: railways, fortifications, units in the cold, units
that take a kind of replacement; how many aircraft there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.agenda import Phase
from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.mark import Mark
from engine.practice.question import NotGood, Number, Option, Question, Text, good
from engine.stalingrad42.battle.air import aircraft_now
from engine.stalingrad42.battle.modifiers import fortified, freezing
from engine.stalingrad42.board.calendar import winter
from engine.stalingrad42.board.railheads import converted, rail_link, rail_net, vladimirovka
from engine.stalingrad42.forces.replacements import types_for
from engine.stalingrad42.sequence import Initial, VictoryCheck
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import replace
from engine.verdict import Cited
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import eased, held
from engine.zocbond.moving.movement import Movement
from engine.zocbond.practice.leaving import family
from engine.zocbond.supply.lines import Supply
from engine.zocbond.turn import Recovery

FEW = 8
"""Units or hexes to choose from."""
GRENADIERS = "panzergrenadier"
SKIES = ("clear", "overcast", "rain", "snow")


class Rails(Mark):
    """Which railway hexes around belong to the rail net of a side?"""

    name = "rails"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = _rules(seen.game)
        for side in g.sides:
            net = rail_net(g, s, side)
            ends = [h for h in net if any(n not in net for n in g.railways.get(h, ()))]
            kept = sorted(hex for hex in ends if hex in g.board)
            for hex in random.sample(kept, min(len(kept), 2)):
                yield {"side": side, "hex": hex}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = _rules(game)
        return rail_net(g, s, args["side"]) & self._near(g, args)

    def _near(self, g: Setting, args: Args) -> frozenset[str]:
        return frozenset(hex for hex in g.board.within(args["hex"], 2) if hex in g.railways)

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """Every railway there is; on broad gauge too; on lines that are yet to be built."""
        g, s = _rules(game)
        side, near = args["side"], self._near(g, args)
        found = {"17.4": near}
        if not records(s).rail_net.get(side):
            found["17.1"] = _net(g, s, side, True, False) & near
            found["17.5"] = _net(g, s, side, False, True) & near
        return found

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return self._near(_rules(game)[0], args)


def _net(g: Setting, s: State, side: str, gauge: bool, unbuilt: bool) -> frozenset[str]:
    """The rail net, whatever the gauge, or with lines that are not finished."""
    closed = held(g, s, g.other[side]) | eased(g, s, side)

    def runs(hex: str) -> bool:
        return hex not in closed and (side == SOVIET or gauge or converted(g, s, hex))

    queue = [hex for hex in g.sources(s, side) if hex in g.railways and runs(hex)]
    found = set(queue)
    while queue:
        here = queue.pop()
        for there in g.board.neighbours(here):
            linked = there in g.railways.get(here, ()) and (unbuilt or rail_link(g, s, here, there))
            linked = linked or (side == SOVIET and vladimirovka(g, here, there))
            if there not in found and linked and runs(there):
                found.add(there)
                queue.append(there)
    return frozenset(found)


def _rules(game: Game) -> tuple[Setting, State]:
    g = family(game)
    assert isinstance(g, Setting), "a game of Stalingrad '42"
    return g, game.rules.seen(game.state)


class Forts(Mark):
    """Which of the printed fortifications still help the Soviets?"""

    name = "forts"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, _ = _rules(seen.game)
        printed = sorted(g.board.tagged("printed-fort"))
        for hex in random.sample(printed, min(len(printed), 1)):
            near = sorted(printed, key=lambda one: (g.board.distance(one, hex), one))[:FEW]
            yield {"among": sorted(near)}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = _rules(game)
        return frozenset(hex for hex in args["among"] if fortified(g, s, hex, SOVIET))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """None of them is one; they never lapse."""
        _, s = _rules(game)
        own = (hex for hex in args["among"] if records(s).forts.get(hex) == SOVIET)
        return {"9.7.6": frozenset(own), "9.7.7": frozenset(args["among"])}

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["among"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        return {"among": ", ".join(args["among"])}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        return tuple(args["among"])


class Units(Mark):
    """Which of some units are such?"""

    units = True

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["among"])


class Frozen(Units):
    """Which German units does the winter weaken where they stand?"""

    name = "frozen"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = _rules(seen.game)
        units = sorted(u for u in g.fighters(GERMAN) if s.place(u) in g.board) if winter(s) else []
        for _ in range(2 if len(units) > 2 else 0):
            yield {"among": sorted(random.sample(units, min(len(units), FEW)))}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = _rules(game)
        return frozenset(unit for unit in args["among"] if freezing(g, s, unit))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """Nobody freezes."""
        return {"23.4": frozenset()}

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        return {}


class Takes(Units):
    """Which of these units could take a replacement of a kind?"""

    name = "takes"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, _ = _rules(seen.game)
        for side in g.sides:
            units = sorted(unit for unit in g.fighters(side) if types_for(g.units[unit]))
            odd = [u for u in units if len(types_for(g.units[u])) > 1 or g.units[u].free]
            few = random.sample(odd, min(len(odd), FEW // 2))
            more = random.sample(units, min(len(units), FEW // 2))
            among = sorted({*few, *more})
            kinds = sorted({kind for unit in among for kind in types_for(g.units[unit])})
            for kind in random.sample(kinds, min(len(kinds), 2)):
                yield {"of": kind, "among": among}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, _ = _rules(game)
        return frozenset(u for u in args["among"] if args["of"] in types_for(g.units[u]))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """All take all; panzergrenadiers are infantry; brigades that stack free are as others."""
        g, _ = _rules(game)
        units = {unit: g.units[unit] for unit in args["among"]}
        foot = {u: replace(p, kind="infantry") for u, p in units.items() if p.kind == GRENADIERS}
        plain = {u: replace(p, free=False) for u, p in units.items() if p.tank and p.free}
        found = {
            rule: frozenset(u for u, p in {**units, **as_if}.items() if args["of"] in types_for(p))
            for rule, as_if in (("21.5.1", foot), ("21.5.2", plain))
        }
        return {**found, "21.1.2": frozenset(args["among"])}

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        return {"of": str(args["of"])}


class Aircraft(Kind):
    """How many air units would the German have under another sky?"""

    name = "aircraft"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = _rules(seen.game)
        if g.air.at(s.turn):
            yield {"sky": random.choice(SKIES)}

    def pose(self, game: Game, args: Args) -> Question:
        g, s = _rules(game)
        sky, most = args["sky"], g.air.at(s.turn)

        def ready(weather: str) -> int:
            return aircraft_now(g, s.keep(replace(records(s), weather=weather, sky=weather)))

        right = str(ready(sky))
        rules = {"overcast": "23.2 overcast", "rain": "23.2 rain", "snow": "23.2.3"}
        off = {rules[sky]: frozenset((str(ready("clear")),))} if sky in rules else {}
        if str(most) != right and sky == "clear":
            off["9.3.9"] = frozenset((str(most),))
        elif sky == "clear":
            off["23.2.1"] = frozenset(("0",))
        if any(one == {right} for one in off.values()):
            raise NotGood("the weather does not matter")
        names = [str(number) for number in range(max(most, 3) + 1)]
        options = tuple(Option(name, Number(name)) for name in names)
        about = Cited.of(next(iter(off)), "practice.aircraft", sky=sky)
        return good(Question(self.name, about, options, frozenset((right,)), off))


class Phases(Kind):
    """Which phases are still to come in this turn?"""

    name = "phases"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def pose(self, game: Game, args: Args) -> Question:
        _, s = _rules(game)
        ahead = [step(phase) for phase in s.agenda[:-1]]
        right = frozenset(name for name in ahead if name)
        if VICTORY not in right or type(s.top) not in STEPS:
            raise NotGood("no whole turn is played")
        names = [f"{side}-{of}" for side in (GERMAN, SOVIET) for of in STEPS.values()]
        off = {
            rule: frozenset(name for name in right if not name.endswith(f"-{of}"))
            for of, rule in ORDER.items()
        }
        soviet = (name for name in right if not name.startswith(SOVIET))
        off |= {"3.0 soviet turn": frozenset(soviet), "3.0 victory phase": right - {VICTORY}}
        off = {rule: one for rule, one in off.items() if one not in (right, frozenset())}
        options = [Option(name, Text(f"practice.phase-{name}")) for name in (*names, VICTORY)]
        about = Cited.of(next(iter(off), ""), "practice.phases")
        return good(Question(self.name, about, tuple(options), right, off, all=True))


VICTORY = "victory"
STEPS: Mapping[type[Phase], str] = {
    Initial: "initial",
    Movement: "movement",
    Combat: "combat",
    Recovery: "recovery",
    Supply: "supply",
}
"""The phases of a player turn."""
ORDER = {
    "initial": "3.0 initial phase",
    "movement": "3.0 movement phase",
    "combat": "3.0 combat phase",
    "recovery": "3.0 recovery phase",
    "supply": "3.0 supply phase",
}
"""The section on each."""


def step(phase: Phase) -> str:
    """The name of a phase of the turn; empty for what is none."""
    if isinstance(phase, VictoryCheck):
        return VICTORY
    of = STEPS.get(type(phase))
    return f"{getattr(phase, 'side', '')}-{of}" if of else ""


OWN: tuple[Kind, ...] = (Rails(), Forts(), Frozen(), Takes(), Aircraft(), Phases())
