"""Point at all of them: zones of control, the ends of bonds, hexes with a supply line, hexes with
room, units that count, guns in range."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random

from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.mark import Mark, Marked
from engine.practice.question import Question
from engine.verdict import Reason
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import (
    bonding,
    bonds,
    combat_units,
    counted,
    enemy,
    held,
    over,
    watchers,
    zoc,
)
from engine.zocbond.practice.leaving import Off, answering, by_rule, family, left_out
from engine.zocbond.rules import Family
from engine.zocbond.supply.lines import endless, supplied_at, supply_line, traced

NONE: frozenset[str] = frozenset()
LONG = 99
"""Hexes of a line that nobody counts."""
SPOTS, NEAR, AROUND, FEW, RULES = 3, 2, 4, 8, 3
"""Places that a position is asked about; hexes round one of them; so far away at most; hexes or
units among which to choose; rules that are left out for one question."""


class Left(Mark):
    """Hexes or units of which the answer is another without a rule."""

    topic = ""

    def __init__(self, offs: Sequence[Off]) -> None:
        self.offs = offs

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        """What is right by some rules, in some state."""
        raise NotImplementedError

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        """What can be asked about in a position."""
        raise NotImplementedError

    def beside(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """What would be right without rules that are left out by plain reckoning."""
        return {}

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        game = seen.game
        offs = [off for off in self.offs if self.topic in off.of]
        wanted = [off for off in offs if off.rule in seen.wanted]
        tried = wanted or random.sample(offs, min(len(offs), 1))
        for args in self.asked(seen, random):
            right = self.answer(game, args)
            chosen = random.sample(tried, min(len(tried), RULES)) if right else []
            others = {off.rule: self.of(*left_out(game, off), args) for off in chosen}
            yield {
                **args,
                "rules": [r for r, other in others.items() if other not in (right, NONE)],
            }

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        return self.of(family(game), game.rules.seen(game.state), args)

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        found = dict(self.beside(game, args))
        for rule in args["rules"]:
            found[rule] = self.of(*left_out(game, by_rule(self.offs, rule)), args)
        return found

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args.get("among", ()))

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        named = ("side", "hex", "unit")
        told = {key: str(args[key]) for key in named if key in args}
        return {**told, "among": ", ".join(args.get("among", ()))}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        return (args["hex"],) if "hex" in args else tuple(args["among"])


def rules_of(game: Game) -> tuple[Family, State]:
    """The rules of a game and the state as whoever decides sees it."""
    return family(game), game.rules.seen(game.state)


def fronts(seen: Seen, random: Random) -> list[tuple[str, str]]:
    """Some hexes with units, those near the enemy first: a side, a hex."""
    g, s = rules_of(seen.game)
    found = []
    for side in g.sides:
        foes, mine = held(g, s, enemy(g, side)), list(held(g, s, side))
        for hex in random.sample(mine, min(len(mine), FEW)):
            far = not any(near in foes for near in g.board.within(hex, NEAR))
            found.append((far, random.random(), side, hex))
    return [(side, hex) for _, _, side, hex in sorted(found)[:SPOTS]]


class Zone(Left, Marked):
    """Which hexes around lie in a zone of control?"""

    name = topic = "zoc"

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        for side, hex in fronts(seen, random):
            yield {"side": side, "hex": hex}

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        return frozenset(
            h for h in g.board.within(args["hex"], NEAR) if h in zoc(g, s, args["side"])
        )

    def beside(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """All six hexes around every unit: whatever water lies between, whatever state it is in."""
        g, s = rules_of(game)
        around = {near for hex in held(g, s, args["side"]) for near in g.board.neighbours(hex)}
        return {g.rule("zoc"): frozenset(around & set(g.board.within(args["hex"], NEAR)))}

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(game.rules.scenario.board.within(args["hex"], NEAR))

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = rules_of(game)
        return bool(watchers(g, s, name, args["side"]))


class Bonded(Left):
    """With which hexes does a hex form a ZOC bond?"""

    name, topic = "bonded", "bond"

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        g, s = rules_of(seen.game)
        ends = {(b.side, end) for side in g.sides for b in bonds(g, s, side) for end in b.ends}
        kept = sorted(one for one in ends if one[1] in g.board)
        for side, hex in random.sample(kept, min(len(kept), SPOTS)):
            yield {"side": side, "hex": hex}

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        return frozenset(self._ends(g, s, args, lambda why: why is None))

    def _ends(
        self, g: Family, s: State, args: Args, fits: Callable[[str | None], bool]
    ) -> Iterator[str]:
        hex = args["hex"]
        for bond in bonds(g, s, args["side"]):
            if hex in bond.ends and fits(bond.broken):
                yield from (end for end in bond.ends if end != hex and end in g.board)

    def beside(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """Bonds that enemies or the ground break; hexes whose units are too weak to form one; bonds
        that the enemy's cross, which stand all the same."""
        (g, s), side, hex = rules_of(game), args["side"], args["hex"]
        right = self.of(g, s, args)
        fought = frozenset(self._ends(g, s, args, lambda why: why in ("enemy", "enemy-shift")))
        shut = frozenset(self._ends(g, s, args, lambda why: why in ("terrain", "city", "river")))
        strong = bonding(g, s, side)
        weak = {h for h in self.among(game, args) if h not in strong or hex not in strong}
        foes = [bond for bond in bonds(g, s, enemy(g, side)) if bond.broken is None]
        crossed = {
            end
            for bond in bonds(g, s, side)
            if bond.broken is None and hex in bond.ends
            if any(set(bond.cells) & set(foe.cells) for foe in foes)
            for end in bond.ends
        }
        return {
            g.rule("bond-break"): right | fought,
            g.rule("bond-terrain"): right | shut,
            g.rule("bond-form"): right | weak,
            g.rule("bond-crossing"): right - crossed,
        }

    def among(self, game: Game, args: Args) -> frozenset[str]:
        """The hexes with units of the side, two away."""
        (g, s), hex = rules_of(game), args["hex"]
        mine = held(g, s, args["side"])
        return frozenset(
            h for h in g.board.within(hex, 2) if h in mine and g.board.distance(h, hex) == 2
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """Asked bond by bond."""
        side, hex = args["side"], args["hex"]
        ends = (option.name for option in posed.options)
        fits = {e for e in ends if game.query("bond", side=side, ends=[hex, e])["stands"]}
        if fits != posed.right:
            yield f"asked one by one it is {', '.join(sorted(fits))}"


class Edged(Left):
    """Which hexes have a bond with the edge of the map, at an entry area of their own side?"""

    name, topic = "edged", "bond"

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        g, s = rules_of(seen.game)
        for side in g.sides:
            near = [hex for leap in g.ground.brinks for hex in held(g, s, side) & leap.starts]
            for hex in random.sample(near, min(len(near), 1)):
                around = [one for one in near if g.board.distance(one, hex) <= AROUND]
                yield {"side": side, "among": sorted(set(around))[:FEW]}

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        return frozenset(self._ends(g, s, args, broken=False)) & frozenset(args["among"])

    def _ends(self, g: Family, s: State, args: Args, broken: bool) -> Iterator[str]:
        for bond in bonds(g, s, args["side"]):
            if bond.ends[1] in g.board.areas and (broken or bond.broken is None):
                yield bond.ends[0]

    def beside(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """No bond with the edge at all; those that enemies or the ground break."""
        g, s = rules_of(game)
        every = frozenset(self._ends(g, s, args, broken=True)) & frozenset(args["among"])
        return {g.rule("bond-edge"): frozenset(), g.rule("bond-break"): every}

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """Asked bond by bond."""
        board, side = game.scenario.board, args["side"]
        fits = {
            hex
            for hex in args["among"]
            for area in board.areas
            if game.query("bond", side=side, ends=[hex, area])["stands"]
        }
        if fits != posed.right:
            yield f"asked one by one it is {', '.join(sorted(fits))}"


class Isolated(Mark):
    """Which of the units without a supply line are isolated?"""

    name, units = "isolated", True

    def __init__(self, rule: str, switch: str = "") -> None:
        self.rule, self.switch = rule, switch

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = rules_of(seen.game)
        if self.switch and not g.scenario.switches[self.switch]:
            return
        for side in g.sides:
            cut = [
                u for u in sorted(g.fighters(side)) if s.place(u) in g.board and not traced(g, s, u)
            ]
            if len(cut) > 1:
                yield {"side": side, "among": sorted(random.sample(cut, min(len(cut), FEW)))}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = rules_of(game)
        return frozenset(unit for unit in args["among"] if not endless(g, s, unit))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        return {self.rule: frozenset(args["among"])}

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["among"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        return {"side": str(args["side"])}

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """Whether a line of any length reaches a source, asked of a copy that has no limit."""
        free = Off("", (), answering(line_limit=lambda g, before, s: LONG))
        g, s = left_out(game, free)
        short = {unit for unit in args["among"] if traced(g, s, unit)}
        if short & posed.right:
            yield f"{', '.join(sorted(short & posed.right))} have a line by road"


class Lines(Left, Marked):
    """From which of these hexes would a unit have a supply line?"""

    name, topic = "line", "supply"

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        g, s = rules_of(seen.game)
        for side, hex in fronts(seen, random):
            mine = combat_units(g, s, side, hex)
            foes = held(g, s, enemy(g, side))
            free = [
                h for h in g.board.within(hex, AROUND) if h not in foes and h not in g.ground.closed
            ]
            if mine and free:
                among = sorted(random.sample(free, min(len(free), FEW)))
                yield {"side": side, "unit": mine[0], "among": among}

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        return frozenset(h for h in args["among"] if supplied_at(g, s, args["unit"], h))

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = rules_of(game)
        return supply_line(g, s.put(args["unit"], name), args["unit"]).traced


class Room(Left, Marked):
    """Into which of these hexes does one more unit fit?"""

    name, topic = "room", "stacking"

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        g, s = rules_of(seen.game)
        for side, hex in fronts(seen, random):
            stacks = [h for h in held(g, s, side) if h != hex]
            stacks.sort(key=lambda h: (g.board.distance(h, hex), h))
            full = [h for h in stacks if len(combat_units(g, s, side, h)) > 1][: FEW // 2]
            mine = combat_units(g, s, side, hex)
            among = sorted({*full, *stacks[: FEW // 2]})
            plain = [unit for unit in mine if full and not _raises(g, s, unit, among)]
            if plain:
                yield {"side": side, "unit": random.choice(plain), "among": among}

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        unit, side = args["unit"], args["side"]
        return frozenset(h for h in args["among"] if not over(g, s, side, h, (unit,)))

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = rules_of(game)
        return not over(g, s.put(args["unit"], name), args["side"], name)


def _raises(g: Family, s: State, unit: str, hexes: Iterable[str]) -> bool:
    """Whether a unit changes the very limit of a hex where it comes."""
    side = g.units[unit].side
    return any(g.limit(s.put(unit, hex), side, hex) != g.limit(s, side, hex) for hex in hexes)


class Counted(Left):
    """Which units of a hex count for stacking?"""

    name, topic, units = "counted", "stacking", True

    def asked(self, seen: Seen, random: Random) -> Iterator[dict[str, object]]:
        g, s = rules_of(seen.game)
        stacks = [
            (side, hex)
            for side in g.sides
            for hex in held(g, s, side)
            if len(combat_units(g, s, side, hex)) > 2
        ]
        for side, hex in random.sample(stacks, min(len(stacks), SPOTS)):
            yield {"side": side, "hex": hex}

    def of(self, g: Family, s: State, args: Args) -> frozenset[str]:
        return frozenset(counted(g, s, combat_units(g, s, args["side"], args["hex"])))

    def among(self, game: Game, args: Args) -> frozenset[str]:
        g, s = rules_of(game)
        return frozenset(combat_units(g, s, args["side"], args["hex"]))


Trouble = Callable[[Family, State, str, str], Iterable[Reason]]
"""Why a gun may not fire on a hex."""


class Guns(Mark):
    """Which of these guns may support a battle in a hex?"""

    name, units = "guns", True

    def __init__(self, trouble: Trouble, kinds: Sequence[str]) -> None:
        self.trouble, self.kinds = trouble, kinds

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = rules_of(seen.game)
        for side, hex in fronts(seen, random):
            foe = enemy(g, side)
            guns = [
                unit
                for unit, piece in g.units.items()
                if piece.kind in self.kinds and piece.side == foe and s.place(unit) in g.board
            ]
            guns.sort(key=lambda unit: (g.board.distance(s.place(unit), hex), unit))
            if len(guns) > 1:
                yield {"side": foe, "hex": hex, "among": sorted(guns[: FEW // 2 + 1])}

    def _why(self, game: Game, args: Args) -> dict[str, set[str]]:
        g, s = rules_of(game)
        return {u: {r.rule for r in self.trouble(g, s, u, args["hex"])} for u in args["among"]}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(unit for unit, rules in self._why(game, args).items() if not rules)

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        why = self._why(game, args)
        rules = dict.fromkeys(rule for found in why.values() for rule in sorted(found))
        return {
            rule: frozenset(unit for unit, found in why.items() if found <= {rule})
            for rule in rules
        }

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["among"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        return {"hex": args["hex"]}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        return (args["hex"],)


def marks(offs: Sequence[Off]) -> tuple[Kind, ...]:
    """Those that both games have."""
    return (Zone(offs), Bonded(offs), Edged(offs), Lines(offs), Room(offs), Counted(offs))
