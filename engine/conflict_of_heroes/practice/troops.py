"""Who helps, whom a mine strikes, who is found, who is rolled for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from engine.conflict_of_heroes.counters.state import Setting, State, Work, hostile
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.fire import values
from engine.conflict_of_heroes.fire.attacks import attack_of, shootable, suspected
from engine.conflict_of_heroes.fire.combat import FIRE, spotters
from engine.conflict_of_heroes.ground.sight import watches
from engine.conflict_of_heroes.ground.steps import covers
from engine.conflict_of_heroes.hidden import NEAR, given_away
from engine.conflict_of_heroes.practice.numbers import (
    explained,
    looked_at,
    need,
    position,
    shown,
    title,
)
from engine.conflict_of_heroes.works import sets_off
from engine.game import Game
from engine.practice.kinds.kind import Args, Seen, only
from engine.practice.kinds.mark import Mark
from engine.practice.question import Question
from engine.values import Action
from engine.verdict import Reason, Verdict

TURN = "coh.turn"
MANY, FAR = 10, 3
"""Units that are asked about; how far off a spotted target lies."""


def mover(g: Setting, s: State) -> str:
    """The side whose turn it is; empty in between."""
    owed = g.decision(s)
    return owed.side if owed is not None and owed.kind == TURN else ""


def alone(reasons: Iterable[Reason]) -> str:
    """The rule that forbids something alone; empty where there are several."""
    return only(Verdict(tuple(reasons)))


def opened(right: frozenset[str], refused: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """What would be right without each rule that alone refuses somebody."""
    off: dict[str, frozenset[str]] = {}
    for name, rule in refused.items():
        if rule:
            off[rule] = off.get(rule, right) | {name}
    return off


def worded(posed: Question, key: str) -> Question:
    """The same question in other words."""
    about = type(posed.about)(
        posed.about.rule, key, posed.about.params, posed.about.hexes, posed.about.units
    )
    return Question(**{**vars(posed), "about": about})


class AtHex(Mark):
    """A question about a unit and a hex: both are named and lit."""

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, s = position(game)
        seat = s.position.place(args["unit"])
        return {"unit": title(g, args["unit"]), "seat": seat, "hex": args["hex"]}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        _, s = position(game)
        return (s.position.place(args["unit"]), args["hex"])


class Support(AtHex):
    """Who may support a shot?"""

    name = "support"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        side = mover(g, s)
        shots = [a for a in seen.legal.get("fire", ()) if "spotter" not in a]
        leads = dict.fromkeys((a["unit"], a["hex"]) for a in shots)
        if side and g.setup.section >= 2:
            for unit, hex in random.sample(sorted(leads), min(len(leads), 5)):
                yield {"unit": unit, "hex": hex}

    def _against(self, game: Game, args: Args) -> dict[str, list[Reason]]:
        g, s = position(game)
        unit, hex = args["unit"], args["hex"]
        need(g.here(s, unit), "it is gone")
        side, seat = g.units[unit].side, s.position.place(unit)
        shot = Action("fire", unit=unit, hex=hex)
        need(not any(FIRE.against(g, s, side, shot)), "it may not fire")
        near = [
            u
            for u in g.on_map(s, side)
            if u != unit and g.units[u].kind != PLANE and not s.of(u).hidden
        ]
        near = [u for u in near if g.board.distance(seat, s.position.place(u)) <= 3]
        return {
            u: list(FIRE.against(g, s, side, shot.filled({"support": (u,)}))) for u in near[:MANY]
        }

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(u for u, reasons in self._against(game, args).items() if not reasons)

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = position(game)
        against = self._against(game, args)
        seat = s.position.place(args["unit"])
        beside = frozenset(u for u in against if g.board.distance(seat, s.position.place(u)) <= 1)
        off = opened(
            frozenset(u for u, reasons in against.items() if not reasons),
            {u: alone(reasons) for u, reasons in against.items()},
        )
        # everybody beside it, whatever he sees and has
        return {**off, "9.12": beside}

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(self._against(game, args))

    def pose(self, game: Game, args: Args) -> Question:
        why = {u: tuple(reasons) for u, reasons in self._against(game, args).items()}
        return explained(super().pose(game, args), why)


class Spotters(AtHex):
    """Who may spot a hex for a mortar?"""

    name = "spotters"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit in [u for u in shown(g, s) if g.units[u].indirect]:
            foes = {s.position.place(u) for u in g.foes(s, g.units[unit].side)}
            near = [h for h in g.board.hexes if g.board.distance(s.position.place(unit), h) >= FAR]
            hexes = sorted(foes & set(g.board.hexes)) + random.sample(near, min(len(near), 4))
            for hex in random.sample(hexes, min(len(hexes), 4)):
                yield {"unit": unit, "hex": hex}

    def _friends(self, g: Setting, s: State, unit: str) -> list[str]:
        need(g.here(s, unit), "it is gone")
        friends = g.friends(s, g.units[unit].side)
        return [u for u in friends if u != unit and not s.of(u).hidden][:MANY]

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = position(game)
        friends = self._friends(g, s, args["unit"])
        return frozenset(spotters(g, s, args["unit"], args["hex"])) & frozenset(friends)

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = position(game)
        friends, seat = self._friends(g, s, args["unit"]), s.position.place(args["unit"])
        near = {u for u in friends if g.board.distance(seat, s.position.place(u)) <= NEAR}
        return {
            "12.0 spotter": frozenset(u for u in friends if watches(g, s, u, args["hex"])),
            "6.0": frozenset(near),
        }

    def among(self, game: Game, args: Args) -> frozenset[str]:
        g, s = position(game)
        return frozenset(self._friends(g, s, args["unit"]))


class Mines(Mark):
    """Who would set off a mine?"""

    name = "mines"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].kind != PLANE]
        for colour in ("red", "blue", "black"):
            some = random.sample(units, min(len(units), 8))
            engineers = [u for u in units if g.units[u].has("engineer")][:1]
            yield {"colour": colour, "units": sorted({*some, *engineers})}

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = position(game)
        need(all(g.here(s, u) for u in args["units"]), "somebody is gone")
        mine = Work("mine", "", 0, args["colour"], 8)
        return frozenset(u for u in args["units"] if sets_off(g, s, u, mine))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = position(game)
        right, colour = self.answer(game, args), args["colour"]
        struck = frozenset(u for u in args["units"] if colour == "black" or _fits(g, u, colour))
        off = {}
        if colour != "black":
            black = Work("mine", "", 0, "black", 8)
            off["18.5 colours"] = frozenset(u for u in args["units"] if sets_off(g, s, u, black))
        off["19.0"] = right | {u for u in struck if g.units[u].has("engineer")}
        off["17.0"] = right | {u for u in struck if s.of(u).carrier}
        side = mover(g, s)
        if side:
            # friend or foe: it is laid by who decides
            off["18.5"] = frozenset(u for u in right if hostile(g.units[u].side, side))
        return off

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["units"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, s = position(game)
        return {"colour": args["colour"], "side": mover(g, s)}

    def pose(self, game: Game, args: Args) -> Question:
        g, s = position(game)
        need(mover(g, s), "it is nobody's turn")
        return super().pose(game, args)


def _fits(g: Setting, unit: str, colour: str) -> bool:
    return g.units[unit].vehicle == (colour == "blue")


class Found(Mark):
    """Where would a hidden unit be found at once?"""

    name = "found"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].kind != PLANE and not s.of(u).carrier]
        for unit in random.sample(units, min(len(units), 3)):
            foes = [u for u in g.foes(s, g.units[unit].side) if not s.of(u).hidden]
            seats = sorted({s.position.place(u) for u in foes})
            if not seats:
                continue
            seat = random.choice(seats)
            near = [h for h in g.board.hexes if 1 <= g.board.distance(seat, h) <= NEAR + 1]
            near = [h for h in near if not s.position.at(h)]
            yield {"unit": unit, "hexes": sorted(random.sample(near, min(len(near), 8)))}

    def _at(self, s: State, unit: str, hex: str) -> State:
        return s.at(unit, hex).changed(unit, hidden=True, dug=False, inside=False, carrier=None)

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s = position(game)
        unit = args["unit"]
        need(g.here(s, unit) and g.setup.section >= 2, "it is gone")
        return frozenset(h for h in args["hexes"] if given_away(g, self._at(s, unit, h), unit))

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s = position(game)
        foes = [u for u in g.foes(s, g.units[args["unit"]].side) if not s.of(u).hidden]

        def close(hex: str, foe: str) -> bool:
            return g.board.distance(hex, s.position.place(foe)) <= NEAR

        hexes = args["hexes"]
        return {
            # whoever is seen from near by, in cover as in the open
            "10.0 detection": frozenset(
                h for h in hexes if any(close(h, f) and watches(g, s, f, h) for f in foes)
            ),
            "6.0": frozenset(
                h for h in hexes if not covers(g, s, h) and any(close(h, f) for f in foes)
            ),
        }

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["hexes"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, _ = position(game)
        return {"unit": title(g, args["unit"])}


class RolledFor(Mark):
    """For which units of a hex are dice thrown?"""

    name = "rolled-for"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].kind != PLANE and not s.of(u).carrier]
        for unit in random.sample(units, min(len(units), 4)):
            side = g.units[unit].side
            foes = [u for u in units if hostile(g.units[u].side, side)]
            friends = [u for u in units if u != unit and not hostile(g.units[u].side, side)]
            for foe in random.sample(foes, min(len(foes), 3)):
                friend = random.choice(["", *friends])
                inside = bool(friend) and random.random() < 0.4
                yield {"unit": unit, "foe": foe, "friend": friend, "inside": inside}

    def _attack(self, game: Game, args: Args) -> tuple[Setting, State, values.Attack]:
        g, s = position(game)
        unit, foe, friend = args["unit"], args["foe"], args["friend"]
        need(all(g.here(s, u) for u in (unit, foe)), "somebody is gone")
        hex = s.position.place(foe)
        for one in (friend, *((unit,) if args["inside"] else ())):
            s = s.at(one, hex) if one else s
        shot = Action("fire", unit=unit, hex=hex)
        side = g.units[unit].side
        need(not any(FIRE.against(g, s, side, shot)), "it may not fire")
        return g, s, attack_of(g, s, shot)

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s, attack = self._attack(game, args)
        return frozenset(u for u in shootable(g, s, attack) if u in g.units)

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, s, attack = self._attack(game, args)
        there = [u for u in s.position.at(attack.hex) if not s.of(u).hidden and u != args["unit"]]
        foes = frozenset(u for u in there if hostile(g.units[u].side, attack.side))
        everybody = frozenset(there)
        if g.units[args["unit"]].has("sniper"):
            return {"10.3": everybody}
        rule = "7.63" if args["inside"] else "7.63 outside fire"
        off = {rule: everybody if args["inside"] else foes}
        if len(foes) > 1:
            off["7.7"] = frozenset((args["foe"],))
        return off

    def among(self, game: Game, args: Args) -> frozenset[str]:
        g, s, attack = self._attack(game, args)
        around = (attack.hex, *g.board.neighbours(attack.hex), attack.seat)
        return frozenset(u for hex in around for u in s.position.at(hex) if not s.of(u).hidden)

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, _, attack = self._attack(game, args)
        friend = args["friend"]
        told = {"unit": title(g, args["unit"]), "hex": attack.hex}
        return {**told, "friend": title(g, friend)} if friend else told

    def pose(self, game: Game, args: Args) -> Question:
        key = "inside" if args["inside"] else "with" if args["friend"] else ""
        posed = super().pose(game, args)
        return worded(posed, f"practice.rolled-for-{key}") if key else posed

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        *_, attack = self._attack(game, args)
        return tuple(dict.fromkeys((attack.seat, attack.hex)))


class Suspected(Mark):
    """Who is rolled for when somebody fires blind?"""

    name = "suspected"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].kind != PLANE and not s.of(u).carrier]
        for unit in random.sample(units, min(len(units), 4)):
            foes = [u for u in units if hostile(g.units[u].side, g.units[unit].side)]
            if len(foes) > 1:
                yield {"unit": unit, "foes": sorted(random.sample(foes, min(len(foes), 3)))}

    def _hidden(self, game: Game, args: Args) -> tuple[Setting, State, values.Attack]:
        g, s = position(game)
        unit, foes = args["unit"], args["foes"]
        need(all(g.here(s, u) for u in (unit, *foes)), "somebody is gone")
        hex = s.position.place(foes[0])
        for one in foes:
            s = s.at(one, hex).changed(one, hidden=True, carrier=None, inside=False, dug=False)
        return g, s, attack_of(g, s, Action("fire", unit=unit, hex=hex))

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        g, s, attack = self._hidden(game, args)
        need(g.setup.section >= 2 and attack.mode != values.CLOSE, "nobody hides there")
        return frozenset(suspected(g, s, attack)[:1])

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        g, _, attack = self._hidden(game, args)
        foes, above = args["foes"], attack.mode in values.FROM_ABOVE
        met = {u: g.units[u].flank.value if above else g.units[u].front.value for u in foes}
        wrong = {u: g.units[u].front.value if above else g.units[u].flank.value for u in foes}
        need(list(met.values()).count(min(met.values())) == 1, "two are as weak")
        # the strongest of them, or the weakest on the wrong side
        off = {"10.0 fire": frozenset((max(foes, key=lambda u: met[u]),))}
        if list(wrong.values()).count(min(wrong.values())) == 1 and above:
            off["12.1"] = frozenset((min(foes, key=lambda u: wrong[u]),))
        return off

    def among(self, game: Game, args: Args) -> frozenset[str]:
        return frozenset(args["foes"])

    def about(self, game: Game, args: Args) -> Mapping[str, str]:
        g, _, attack = self._hidden(game, args)
        group = ", ".join(title(g, u) for u in args["foes"])
        return {"shooter": title(g, args["unit"]), "hex": attack.hex, "group": group}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        *_, attack = self._hidden(game, args)
        return tuple(dict.fromkeys((attack.seat, attack.hex)))

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The one whose figure on its counter is lowest."""
        g, _, attack = self._hidden(game, args)
        flank = g.units[args["unit"]].has("mortar")
        figures = {u: g.units[u].flank if flank else g.units[u].front for u in args["foes"]}
        lowest = min(rating.value for rating in figures.values())
        if {u for u, rating in figures.items() if rating.value == lowest} != posed.right:
            yield f"the lowest figure in {attack.hex} is {lowest}"
