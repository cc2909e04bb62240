"""What a shot meets and what it is worth: defence values, firepower, weapons thrown, works."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.conflict_of_heroes.counters.hits import change
from engine.conflict_of_heroes.counters.state import Setting, State, Work, hostile
from engine.conflict_of_heroes.counters.unit import BLUE, PLANE, RED
from engine.conflict_of_heroes.fire import combat, values
from engine.conflict_of_heroes.fire.attacks import attack_of, shells, shootable
from engine.conflict_of_heroes.fire.values import Attack, bare
from engine.conflict_of_heroes.hand.cards import WEAPONS
from engine.conflict_of_heroes.practice.numbers import (
    Numbered,
    Worked,
    carded,
    dropped,
    looked_at,
    need,
    position,
    shown,
    title,
)
from engine.conflict_of_heroes.works import HOLDS
from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.question import Option, Question, Text, good
from engine.values import Action, replace
from engine.verdict import Cited, Tally, frozen

TRIED = 60
"""Shots that are looked at in a position."""
SMOKE = {"smoke": 2, "thin": 1}
"""What a supposed smoke counter in the target's hex is worth (13.0)."""


def aimed(g: Setting, s: State, unit: str, target: str, card: str = "") -> Attack:
    """The attack of one unit on another that nothing forbids."""
    for one in (unit, target):
        need(g.here(s, one) and not s.of(one).hidden, "nobody is seen there")
    need(hostile(g.units[unit].side, g.units[target].side), "they are friends")
    need(not s.of(unit).carrier and g.units[unit].kind != PLANE, "it does not fire")
    seat, hex, side = s.position.place(unit), s.position.place(target), g.units[unit].side
    thrown = {"card": card} if card else {}
    attack = attack_of(g, s, Action("play" if card else "fire", unit=unit, hex=hex, **thrown))
    need(not any(combat.may_fire(g, s, side, unit, hex)), "it may not fire")
    if seat != hex:
        up = g.units[target].kind == PLANE
        need(not any(combat.sight_reasons(g, s, side, unit, "", hex, up)), "it is out of sight")
        need(up or not any(combat.gully_reasons(g, s, unit, hex)), "it lies in a gully")
        far = g.board.distance(seat, hex) > 1 if card else False
        need(not far and not any(combat.place_reasons(g, s, unit, hex)), "it is out of reach")
    need(target in shootable(g, s, attack), "it is not shot at")
    return attack


def pairs(g: Setting, s: State, random: Random) -> Iterator[tuple[str, str]]:
    """A shooter and a target each, some of those that there are."""
    units = shown(g, s)
    both = [(u, t) for u in units for t in units if hostile(g.units[u].side, g.units[t].side)]
    yield from random.sample(both, min(len(both), TRIED))


def supposed(g: Setting, s: State, args: Args) -> State:
    """The position with what the question supposes of the target."""
    target, what = args["target"], args.get("suppose", "")
    hex, piece, other = s.position.place(target), g.units[target], args.get("other", "")
    if what == "dug":
        need(piece.foot and not s.of(target).dug, "it cannot dig")
        return s.changed(target, dug=True)
    if what == "inside":
        kinds = [w.kind for w in s.works_in(hex) if w.kind in HOLDS]
        need(any(piece.kind in HOLDS[kind] for kind in kinds), "there is nothing to go into")
        return s.changed(target, inside=True)
    if what in HOLDS:
        need(piece.kind in HOLDS[what] and not s.works_in(hex), "it is not for it")
        work = Work(what, hex, facing=s.of(target).facing)
        return replace(s.changed(target, inside=True), works=(*s.works, work))
    if what in SMOKE:
        need(not s.smoke_in(hex), "there is smoke already")
        return replace(s, smoke={**s.smoke, hex: (SMOKE[what],)})
    if what == "between":
        need(not s.smoke_in(other), "there is smoke already")
        return replace(s, smoke={**s.smoke, other: (1,)})
    if what in ("carried", "beside"):
        need(g.here(s, other) and g.units[other].vehicle, "there is no vehicle")
        need(g.units[other].side == piece.side and piece.foot, "it does not ride in it")
        need(not s.of(target).carrier and not s.aboard(other), "somebody rides already")
        s = s.at(other, hex)
        return s.changed(target, carrier=other) if what == "carried" else s
    return s


def suppositions(
    g: Setting, s: State, unit: str, target: str, random: Random
) -> Iterator[dict[str, str]]:
    """What may be supposed of a target."""
    yield {}
    yield {"suppose": random.choice(["dug", "inside", "smoke", "thin"])}
    yield {"suppose": random.choice(sorted(HOLDS))}
    side = g.units[target].side
    vehicles = [u for u in g.on_map(s, side) if g.units[u].vehicle and not s.of(u).hidden]
    if vehicles:
        yield {"suppose": random.choice(["carried", "beside"]), "other": random.choice(vehicles)}
    way = g.ground.way(s.position.place(unit), s.position.place(target))
    alone = [group[0] for group in way if len(group) == 1 and group[0]]
    if alone:
        yield {"suppose": "between", "other": random.choice(alone)}


def told(g: Setting, s: State, args: Args) -> dict[str, str | int]:
    """What a question about a shot names."""
    unit, target, other = args["unit"], args["target"], args.get("other", "")
    seat, hex = s.position.place(unit), s.position.place(target)
    named = {"unit": title(g, unit), "seat": seat, "target": title(g, target), "hex": hex}
    return {**named, "other": title(g, other) if other in g.units else other}


def lit(g: Setting, s: State, args: Args) -> tuple[str, ...]:
    """Where the shot comes from, and where it goes."""
    return tuple(dict.fromkeys(s.position.place(args[who]) for who in ("unit", "target")))


def other_rating(g: Setting, s: State, attack: Attack, target: str, tally: Tally) -> int | None:
    """The defence value with the rating of the wrong side; None where it differs in more."""
    piece, flank = g.units[target], values.is_flank(g, s, attack, target)
    if piece.front.colour != piece.flank.colour or s.of(target).inside:
        return None
    ratings = {"flank": piece.flank.value, "front": piece.front.value}
    mine, wrong = ("flank", "front") if flank else ("front", "flank")
    turned = ratings[wrong] - ratings[mine]
    return int(tally.total) + turned + change(g, s, target, wrong) - change(g, s, target, mine)


def defended(g: Setting, s: State, attack: Attack, target: str) -> tuple[Tally, dict[str, int]]:
    """A defence value, and what it would be without each rule."""
    tally = values.defence(g, s, attack, target)
    rating, *more = tally.lines
    off = dropped(tally, rating.rule)
    wrong = other_rating(g, s, attack, target, tally)
    if wrong is not None:
        off[rating.rule] = wrong
    if any(line.key == "coh.line.air-burst" for line in more):
        off["12.2"] = int(tally.total) + g.ground.of(attack.hex)["dm"]
    deep = g.ground.gully(attack.seat) or g.ground.gully(attack.hex)
    if "11.2" in off and deep:
        off["11.5"] = off["11.2"]
    added = {line.rule: int(line.value or 0) for line in more}
    work = next((added[rule] for rule in added if rule.startswith("18.2")), 0)
    if work and added.get("4.0"):
        # one bonus or the other, not both (18.0)
        off["18.0"] = int(tally.total) - min(work, added["4.0"])
    return tally, off


class Defence(Numbered):
    """What is the defence value against a shot?"""

    name = "defence"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit, target in pairs(g, s, random):
            for more in suppositions(g, s, unit, target, random):
                yield {"unit": unit, "target": target, **more}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        what = args.get("suppose", "")
        then = supposed(g, s, args)
        attack = aimed(g, then, args["unit"], args["target"])
        tally, off = defended(g, then, attack, args["target"])
        key = f"-{what}" if what else ""
        return Worked(int(tally.total), off, (tally,), key, told(g, s, args), lit(g, s, args))


class Firepower(Numbered):
    """What is the firepower of a shot?"""

    name = "firepower"
    least = -9

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit, target in pairs(g, s, random):
            for suppose in ("", random.choice(["card", "overrun"])):
                yield {"unit": unit, "target": target, "suppose": suppose}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        unit, target, what = args["unit"], args["target"], args["suppose"]
        piece = g.units[unit]
        then = s
        if what == "card":
            then = replace(s, firepower=s.firepower | {piece.side})
        elif what == "overrun":
            need(piece.vehicle, "it is no vehicle")
            then = s.changed(unit, overrun=True)
        attack = aimed(g, then, unit, target)
        need(what != "overrun" or attack.overrun, "it is too far")
        colour = values.colour_against(g, then, attack, target)
        tally = values.firepower(g, then, attack, colour, target)
        off = dropped(tally, "7.1")
        if "11.2" in off and g.ground.gully(attack.hex):
            off["11.5"] = off["11.2"]
        other = RED if colour == BLUE else BLUE
        if piece.firepower(other):
            with_other = int(values.firepower(g, then, attack, other, target).total)
            colours = {
                values.colour_against(g, then, attack, u)
                for u in shootable(g, then, attack)
                if u in g.units
            }
            opened = g.units[target].has("open-top") and colour == RED
            off["15.1" if len(colours) > 1 else "15.4" if opened else "15.0"] = with_other
        distance = sum(int(n.value or 0) for n in tally if n.rule in ("7.61", "7.62"))
        if piece.vehicle and distance:
            off["15.3"] = int(tally.total) - distance
        key = f"-{what}" if what else ""
        return Worked(int(tally.total), off, (tally,), key, told(g, s, args), lit(g, s, args))


class Thrown(Numbered):
    """What does a weapon card meet?"""

    name = "thrown"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit, target in pairs(g, s, random):
            if g.board.distance(s.position.place(unit), s.position.place(target)) <= 1:
                for card in random.sample(sorted(WEAPONS), 3):
                    for ask in ("defence", "firepower"):
                        yield {"unit": unit, "target": target, "card": card, "ask": ask}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        unit, target, card = args["unit"], args["target"], args["card"]
        attack = aimed(g, s, unit, target, card)
        need(g.units[unit].foot, "it throws nothing")
        need(card != "demolition-charge" or attack.hex == attack.seat, "it is too far")
        rule, named = WEAPONS[card], {**told(g, s, args), "card": carded(card)}
        if args["ask"] == "defence":
            tally, off = defended(g, s, attack, target)
            if bare(attack):
                covered = replace(attack, card="extra-grenades")
                off[rule] = int(values.defence(g, s, covered, target).total)
            return Worked(int(tally.total), off, (tally,), "", named, lit(g, s, args))
        colour = values.colour_against(g, s, attack, target)
        tally = values.firepower(g, s, attack, colour, target)
        off = {r: n for r, n in dropped(tally).items() if r != "8.2"}
        far = sum(int(line.value or 0) for line in tally if line.key == "coh.line.long")
        if far:
            off[rule] = int(tally.total) - far
        near = attack.hex == attack.seat
        # no bonus of short range or close combat (8.2)
        off["8.2"] = int(tally.total) + (values.CLOSE_BONUS if near else values.SHORT)
        return Worked(int(tally.total), off, (tally,), "-power", named, lit(g, s, args))


BREAKABLE = {"wire": "18.4 cutting", "mine": "18.5 clearing", "bunker": "18.6"}


class WorkValue(Numbered):
    """What must an attack reach to destroy a work?"""

    name = "work-value"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        works = [w for w in s.works if w.kind in BREAKABLE]
        for work in random.sample(works, min(len(works), 4)):
            yield {"hex": work.hex, "kind": work.kind}
        covered = [hex for hex in g.board.hexes if g.ground.of(hex)["dm"]]
        for hex in random.sample(covered, min(len(covered), 6)):
            yield {"hex": hex, "kind": random.choice(sorted(BREAKABLE)), "suppose": True}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        hex, kind = args["hex"], args["kind"]
        if args.get("suppose"):
            s = replace(s, works=(*s.works, Work(kind, hex)))
        need(any(w.kind == kind and not w.hidden for w in s.works_in(hex)), "there is none")
        tally = values.work_defence(g, s, shells(g, s, "", "howitzer-122", hex), kind)
        rating, *more = tally.lines
        # its number alone, without what the ground adds
        off = dropped(tally, rating.rule)
        if more:
            off[BREAKABLE[kind]] = int(rating.value or 0)
        key = "-supposed" if args.get("suppose") else ""
        named: dict[str, str | int] = {"hex": hex, "fortified": kind}
        return Worked(int(tally.total), off, (tally,), key, named, (hex,))


class Shelled(Numbered):
    """What is the defence value against artillery off the board?"""

    name = "shelled"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        units = [u for u in shown(g, s) if g.units[u].kind != PLANE]
        covered = [h for h in g.board.hexes if g.ground.of(h)["dm"]]
        woods = [h for h in covered if g.board.terrain(h) == "woods"]
        for unit in random.sample(units, min(len(units), 5)):
            yield {"target": unit}
            yield {"target": unit, "suppose": random.choice(["dug", "inside", *HOLDS])}
            for hexes in (covered, woods):
                if hexes:
                    yield {"target": unit, "hex": random.choice(hexes)}

    def work(self, g: Setting, s: State, args: Args) -> Worked:
        target = args["target"]
        need(g.here(s, target) and not s.of(target).hidden, "it is gone")
        s = supposed(g, s, args)
        if "hex" in args:
            need(not s.position.at(args["hex"]), "somebody is there")
            s = s.at(target, args["hex"]).changed(target, inside=False, dug=False, carrier=None)
        hex = s.position.place(target)
        tally, off = defended(g, s, shells(g, s, "", "howitzer-122", hex), target)
        what = "there" if "hex" in args else args.get("suppose", "")
        named: dict[str, str | int] = {"target": title(g, target), "hex": hex}
        return Worked(int(tally.total), off, (tally,), f"-{what}" if what else "", named, (hex,))


class ColourMet(Kind):
    """Which firepower counts, the red or the blue?"""

    name = "colour-met"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = looked_at(seen)
        for unit, target in pairs(g, s, random):
            yield {"unit": unit, "target": target}
        for target in shown(g, s):
            if g.units[target].kind != PLANE:
                yield {"target": target}

    def pose(self, game: Game, args: Args) -> Question:
        g, s = position(game)
        unit, target = args.get("unit", ""), args["target"]
        need(g.here(s, target), "it is gone")
        hex = s.position.place(target)
        attack = aimed(g, s, unit, target) if unit else shells(g, s, "", "howitzer-122", hex)
        piece, flank = g.units[target], values.is_flank(g, s, attack, target)
        right = values.colour_against(g, s, attack, target)
        other = RED if right == BLUE else BLUE
        if flank and right != piece.flank.colour:
            rule = "15.4"
        elif piece.front.colour != piece.flank.colour:
            rule = flank or "7.2"
        else:
            rule = "15.0" if piece.vehicle else ""
        need(rule, "there is nothing to it")
        named = told(g, s, args) if unit else {"target": title(g, target), "hex": hex}
        about = Cited(rule, f"practice.{self.name}{'' if unit else '-shells'}", frozen(named))
        options = tuple(Option(name, Text(f"practice.colour.{name}")) for name in (RED, BLUE))
        off = {rule: frozenset((other,))}
        return good(Question(self.name, about, options, frozenset((right,)), off, lit=(hex,)))

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """As the defence value is worked out in that colour."""
        g, s = position(game)
        target = args["target"]
        hex = s.position.place(target)
        unit = args.get("unit", "")
        attack = aimed(g, s, unit, target) if unit else shells(g, s, "", "howitzer-122", hex)
        if posed.right != {values.defence(g, s, attack, target).result}:
            yield "the defence value has another colour"
