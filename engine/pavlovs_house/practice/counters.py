"""Chapters 1 and 4 as questions: who can hit whom, who may enter, share, act and is tired then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.chance import Chance, Seeded
from engine.game import Game
from engine.pavlovs_house.board.house import House, State
from engine.pavlovs_house.board.pieces import (
    ANTI_TANK,
    INSPIRATION,
    MACHINE_GUN,
    ORDER,
    OUT,
)
from engine.pavlovs_house.counters.phase import (
    CounterActions,
    can_carry,
    entry_reasons,
    may_share,
    ways,
)
from engine.pavlovs_house.practice.fire import sight_of, some
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.mark import Marked
from engine.practice.question import NotGood
from engine.values import Action
from engine.verdict import Course

Answer = frozenset[str]
SOME = 2
"""Questions of a kind that are tried in a position."""


class Targets(Marked):
    """On which spaces can Germans be hit from here?"""

    name = "targets"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        for unit in some(random, g.defenders(s), SOME):
            yield {"unit": unit}
        for weapon in g.kit.weapons.values():
            if g.posted(s, weapon.id) and weapon.mark in (ANTI_TANK, MACHINE_GUN):
                yield {"unit": weapon.id}

    def _rule(self, g: House, unit: str) -> str:
        mark = g.kit.weapons[unit].mark if unit in g.kit.weapons else ""
        return {"": "4.0 attack", ANTI_TANK: "4.0 anti-tank weapon"}.get(mark, "4.0 machine gun")

    def _fits(self, g: House, unit: str, german: str) -> bool:
        armour = self._rule(g, unit) == "4.0 anti-tank weapon"
        return g.kit.germans[german].infantry != armour

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        seen = g.in_sight(s, args["unit"])
        return frozenset(s.place(one) for one in seen if self._fits(g, args["unit"], one))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        unit = args["unit"]
        fit = (one for one in g.germans(s) if self._fits(g, unit, one))
        return {
            self._rule(g, unit): frozenset(map(s.place, g.in_sight(s, unit))),
            "1.3": frozenset(map(s.place, fit)),
        }

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(map(s.place, g.germans(s)))

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        g, _ = sight_of(game)
        return {"unit": g.unit_name(args["unit"])}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        _, s = sight_of(game)
        return (s.place(args["unit"]),)

    def one(self, game: Game, args: Args, name: str) -> bool:
        """A colour in common, and the right sort."""
        g, s = sight_of(game)
        (german,) = s.position.at(name)
        return g.sees(s.place(args["unit"]), name) and self._fits(g, args["unit"], german)


class Entered(Marked):
    """Which positions that are held can a counter enter?"""

    name = "entered"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        for unit in some(random, g.men(s), SOME):
            yield {"unit": unit}

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        g, _ = sight_of(game)
        return {"unit": g.unit_name(args["unit"])}

    def _held(self, g: House, s: State, unit: str) -> dict[str, tuple[str, ...]]:
        return {to: there for to, there in g.held(s).items() if to != s.place(unit)}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        open_ = {way if isinstance(way, str) else way["to"] for way in ways(g, s, args["unit"])}
        return frozenset(to for to in self._held(g, s, args["unit"]) if to in open_)

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        held, right = self._held(g, s, args["unit"]), self.answer(game, args)
        lone = frozenset(to for to, there in held.items() if len(there) == 1)
        shared = (to for to in right if self._shares(g, s, args["unit"], to))
        return {
            "4.0 movement swap": right | lone,
            "4.0 movement": frozenset(shared),
            "4.0 weapons sharing": right | frozenset(held) if right >= lone else right,
        }

    def _shares(self, g: House, s: State, unit: str, to: str) -> bool:
        there = g.holders(s, to)
        return len(there) == 1 and may_share(g.kit, unit, there[0], g.weapons(s, to))

    def one(self, game: Game, args: Args, name: str) -> bool:
        """Whatever is taken along and whoever gives way, asked one by one."""
        g, s = sight_of(game)
        unit = args["unit"]
        return any(
            not any(entry_reasons(g, s, unit, name, weapon, displace))
            for weapon in ("", *can_carry(g, s, unit))
            for displace in ("", *g.holders(s, name))
        )


class Shared(Marked):
    """Who could share a position with somebody over the weapon that is there?"""

    name = "shared"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        for weapon in g.kit.weapons:
            there = g.holders(s, s.place(weapon)) if g.posted(s, weapon) else ()
            alone = len(g.weapons(s, s.place(weapon))) == 1
            if len(there) == 1 and s.fresh(there[0]) and alone:
                yield {"unit": there[0], "weapon": weapon}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        place = s.place(args["unit"])
        present = g.weapons(s, place)
        others = (man for man in g.men(s) if man != args["unit"])
        return frozenset(man for man in others if may_share(g.kit, args["unit"], man, present))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        every = frozenset(g.men(s)) - {args["unit"]}
        mark = g.kit.weapons[args["weapon"]].mark
        weapons = {weapon.mark for weapon in g.kit.weapons.values()}
        armed = frozenset(man for man in every if g.kit.men[man].marks & weapons)
        return {"4.0 weapons sharing": armed if mark else every, "4.0 weapons": every}

    def one(self, game: Game, args: Args, name: str) -> bool:
        """By the mark on the weapon."""
        g, _ = sight_of(game)
        both = (g.kit.men[args["unit"]], g.kit.men[name])
        return all(g.kit.weapons[args["weapon"]].mark in man.marks for man in both)

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        g, _ = sight_of(game)
        return {"unit": g.unit_name(args["unit"]), "weapon": g.unit_name(args["weapon"])}


class Tired(Marked):
    """Who is exhausted when this is done?"""

    name = "tired"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        _, s = sight_of(seen.game)
        if not s.agenda or not isinstance(s.top, CounterActions):
            return
        for kind, actions in seen.legal.items():
            if kind != "end":
                yield {"action": random.choice(actions).to_json()}

    def _after(self, game: Game, args: Args, seed: int = 1) -> Answer:
        g, s = sight_of(game)
        action = Action.from_json(args["action"])
        if not game.explain(action) or not isinstance(s.top, CounterActions):
            raise NotGood("it is forbidden")
        after = s.top.apply(g, s, action, Course(Chance(Seeded(seed))))
        return frozenset(after.exhausted) & frozenset(g.men(s))

    def answer(self, game: Game, args: Args) -> Answer:
        return self._after(game, args)

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        action = Action.from_json(args["action"])
        before = frozenset(s.exhausted) & frozenset(g.men(s))
        if action.kind == "recover":
            return {"4.0 recovery": before | {action["unit"]}}
        off = {"4.0 exhaustion": before}
        return off | ({"4.0 weapons": before | {action["unit"]}} if "mate" in action else {})

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(g.men(s))

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        return {}

    def shown(self, args: Args) -> Action:
        return Action.from_json(args["action"])

    def one(self, game: Game, args: Args, name: str) -> bool:
        """With other dice."""
        return name in self._after(game, args, 2)


class Inspiring(Marked):
    """Who inspires those who serve a kind of weapon?"""

    name = "inspiring"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield from ({"mark": mark} for mark in (ANTI_TANK, MACHINE_GUN))

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(unit for unit in g.men(s) if self.one(game, args, unit))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        marked = frozenset(unit for unit in g.men(s) if args["mark"] in g.kit.men[unit].marks)
        able = frozenset(unit for unit in g.men(s) if INSPIRATION in g.kit.men[unit].marks)
        return {"4.0 inspiration": marked if marked != self.answer(game, args) else able}

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(g.defenders(s))

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = sight_of(game)
        return g.posted(s, name) and {INSPIRATION, args["mark"]} <= g.kit.men[name].marks


class CommandGroup(Marked):
    """Who must still take up a position for the fourth move and action?"""

    name = "command-group"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        if any(s.place(unit) == OUT for unit in self._group(g)):
            raise NotGood("they will never be together")
        return frozenset(unit for unit in self._group(g) if not g.posted(s, unit))

    def _group(self, g: House) -> list[str]:
        return [unit for unit, man in g.kit.men.items() if ORDER in man.marks]

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        absent = frozenset(unit for unit in self._group(g) if not g.inside(s, unit))
        return {"4.0 command group": absent}

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset((*self._group(g), *g.men(s)))

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = sight_of(game)
        return ORDER in g.kit.men[name].marks and s.place(name) not in g.kit.spots


KINDS: tuple[Kind, ...] = (
    Targets(),
    Entered(),
    Shared(),
    Tired(),
    Inspiring(),
    CommandGroup(),
)
