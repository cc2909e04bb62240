"""What a plane may attack, and with what (chapter 20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.conflict_of_heroes.air import air_target
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import PLANE, RED
from engine.conflict_of_heroes.fire import values
from engine.conflict_of_heroes.fire.attacks import attack_of
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
from engine.conflict_of_heroes.practice.troops import alone, opened
from engine.game import Game
from engine.hexes import DIRECTIONS
from engine.practice.kinds.kind import Args, Seen
from engine.practice.kinds.mark import Mark
from engine.practice.question import Question
from engine.values import Action
from engine.verdict import Reason


class AirAttack(Mark):
    """Which hexes may a plane attack from where it is?"""

    name = "air-attack"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, _ = looked_at(seen)
        planes = [u for u in g.units if g.units[u].kind == PLANE]
        for unit in random.sample(planes, min(len(planes), 2)):
            for _ in range(3):
                seat, facing = random.choice(g.board.hexes), random.randrange(6)
                near = [h for h in g.board.hexes if 0 < g.board.distance(seat, h) <= 7]
                blind = [h for h in near if g.ground.blind_from_air(seat, h)]
                some = random.sample(near, min(len(near), 6))
                some += random.sample(blind, min(len(blind), 3))
                facings = DIRECTIONS[facing]
                yield {"unit": unit, "hex": seat, "facing": facings, "hexes": sorted(set(some))}

    def _refused(self, game: Game, args: Args) -> dict[str, list[Reason]]:
        g, _ = position(game)
        facing = DIRECTIONS.index(args["facing"])
        return {h: list(air_target(g, args["unit"], args["hex"], facing, h)) for h in args["hexes"]}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(h for h, reasons in self._refused(game, args).items() if not reasons)

    def pose(self, game: Game, args: Args) -> Question:
        why = {hex: tuple(reasons) for hex, reasons in self._refused(game, args).items()}
        return explained(super().pose(game, args), why)

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        refused = self._refused(game, args)
        return opened(self.answer(game, args), {h: alone(why) for h, why in refused.items()})

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["hexes"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, _ = position(game)
        return {"unit": title(g, args["unit"]), "hex": args["hex"], "facing": args["facing"]}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        return (args["hex"],)


class AirPower(Numbered):
    """What is the firepower of a plane, or its defence value?"""

    name = "air-power"
    least = -9

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        planes = [u for u in g.units if g.units[u].kind == PLANE]
        for unit in random.sample(planes, min(len(planes), 2)):
            foes = [u for u in shown(g, s) if hostile(g.units[u].side, g.units[unit].side)]
            foes = [u for u in foes if g.units[u].kind != PLANE]
            for target in random.sample(foes, min(len(foes), 3)):
                there = s.position.place(target)
                seats = [h for h in g.board.hexes if 2 <= g.board.distance(h, there) <= 6]
                for bomb in (False, True):
                    where = {"hex": random.choice(seats), "altitude": random.randint(0, 3)}
                    yield {"unit": unit, "target": target, "bomb": bomb, **where}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        unit, target, hex, bomb = (args[name] for name in ("unit", "target", "hex", "bomb"))
        piece, there = g.units[unit], s.position.place(target)
        need(g.here(s, target) and (not bomb or piece.bomb), "it has none")
        then = s.at(unit, hex).changed(unit, altitude=args["altitude"], bombs=1)
        facing = next((f for f in range(6) if not any(air_target(g, unit, hex, f, there))), None)
        need(facing is not None, "it cannot attack there")
        assert facing is not None
        then = then.facing(unit, facing)
        more = {"bombs": 1} if bomb else {}
        attack = attack_of(g, then, Action("fire", unit=unit, hex=there, **more))
        colour = values.colour_against(g, then, attack, target)
        tally = values.firepower(g, then, attack, colour, target)
        off = dropped(tally, "7.1", "20.4")
        reduced = sum(int(n.value or 0) for n in tally if n.rule in ("20.1", "20.2"))
        if bomb and reduced:
            off["20.4"] = int(tally.total) - reduced
        if not bomb and piece.red and piece.blue:
            other = "blue" if colour == RED else RED
            off["15.0"] = int(values.firepower(g, then, attack, other, target).total)
        named = {"unit": title(g, unit), "hex": hex, "altitude": args["altitude"]}
        named |= {"target": title(g, target), "there": there}
        return Worked(int(tally.total), off, (tally,), "-bomb" if bomb else "", named, (hex, there))
