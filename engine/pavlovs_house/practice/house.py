"""Chapters 1, 2, 4 and 6 as questions: who can hit, go, come or act, what can be done where, and
what the score is."""

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
    STOCK,
)
from engine.pavlovs_house.counters.phase import (
    CounterActions,
    can_carry,
    entry_reasons,
    may_share,
    ways,
)
from engine.pavlovs_house.practice.fire import sight_of, some
from engine.pavlovs_house.soviet.commands import (
    ACTS,
    SIGNALS,
    SovietCards,
    open_places,
    places_for,
    sortie_tally,
)
from engine.pavlovs_house.turn import award, score
from engine.practice.kinds.count import Amount, Found, Pick, amount, forgetting
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.mark import Marked
from engine.practice.question import NotGood, Text
from engine.values import Action, replace
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


class Goers(Marked):
    """Who could go on a sortie now?"""

    name = "goers"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(filter(s.fresh, g.men(s)))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        return {"3.0 storm group members": frozenset(g.men(s))}

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = sight_of(game)
        return g.inside(s, name) and name not in s.exhausted and not s.damaged(name)


class Sortie(Amount):
    """How many dice do they throw on a sortie?"""

    name = "sortie"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        fresh = sorted(filter(s.fresh, g.men(s)))
        if len(fresh) > 1:
            yield {"units": random.sample(fresh, random.randint(2, min(5, len(fresh))))}

    def find(self, game: Game, args: Args) -> Found:
        g, _ = sight_of(game)
        tally = sortie_tally(g, next(iter(g.kit.storm_groups)), tuple(args["units"]))
        tally = type(tally)(tally.key, tally.lines, tally.total)
        attack = sum(g.kit.men[unit].attack for unit in args["units"])
        return amount(tally.dice, {**forgetting(tally), "3.0 storm group": [attack]}, (tally,))

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        g, _ = sight_of(game)
        return {"names": tuple(map(g.unit_name, args["units"]))}


class Comers(Marked):
    """Which of these could reinforcements bring?"""

    name = "comers"
    units = True

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        ours = [*g.kit.men, *g.kit.weapons]
        gone = [unit for unit in ours if s.place(unit) == OUT]
        here = [unit for unit in ours if s.place(unit) not in (OUT, STOCK)]
        left = [unit for unit in ours if s.place(unit) == STOCK]
        named = {*some(random, gone, 3), *some(random, here, 2), *some(random, left, 5)}
        if left:
            yield {"units": sorted(named), "points": random.choice((1, 1, 2))}

    def answer(self, game: Game, args: Args) -> Answer:
        return frozenset(unit for unit in args["units"] if self.one(game, args, unit))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        right, units = self.answer(game, args), args["units"]
        cheap = {unit for unit in units if g.kit.costs[unit] <= args["points"]}
        return {
            "0.0 removed from the game": right | {u for u in cheap if s.place(u) == OUT},
            "0.0 stock": right | {u for u in cheap if s.place(u) not in (OUT, STOCK)},
            "2.0 division command reinforcements": frozenset(
                u for u in units if s.place(u) == STOCK
            ),
        }

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = sight_of(game)
        return s.place(name) == STOCK and g.kit.costs[name] <= args["points"]

    def among(self, game: Game, args: Args) -> Answer:
        return frozenset(args["units"])

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        return {"points": args["points"]}


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


class Through(Marked):
    """On which paths would one more German push the foremost into the House?"""

    name = "through"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        paths = g.kit.paths.values()
        return frozenset(p.spaces[0] for p in paths if all(map(s.position.at, p.spaces)))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        paths = [path for path in g.kit.paths.values() if s.position.at(path.spaces[-1])]
        nobody: Answer = frozenset()
        off = {"3.0 placement advance": frozenset(path.spaces[0] for path in paths)}
        return off | dict.fromkeys(("3.0 placement breakthrough", "6.0 immediate loss"), nobody)

    def among(self, game: Game, args: Args) -> Answer:
        g, _ = sight_of(game)
        return frozenset(path.spaces[0] for path in g.kit.paths.values())

    def one(self, game: Game, args: Args, name: str) -> bool:
        """Space by space."""
        g, s = sight_of(game)
        return all(s.position.at(space) for space in g.kit.spaces[name].spaces)


class PushedTo(Marked):
    """Which spaces of a path are held after one more German has entered it?"""

    name = "pushed"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        for path in g.kit.paths.values():
            if any(map(s.position.at, path.spaces)):
                yield {"path": path.id}

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        return {"path": int(args["path"])}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        spaces = g.kit.paths[args["path"]].spaces
        held = [space for space in spaces if s.position.at(space)]
        free = next((space for space in spaces if space not in held), None)
        if free is None:
            raise NotGood("the path is full")
        if any(s.count("sapper", space) for space in spaces):
            raise NotGood("a mine may go off")
        return frozenset((*held, free))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        spaces = g.kit.paths[args["path"]].spaces
        held = {number for number, space in enumerate(spaces) if s.position.at(space)}
        every = {0, *(number + 1 for number in held)}
        moved = frozenset(space for number, space in enumerate(spaces) if number in every)
        return {"3.0 placement advance": moved}

    def among(self, game: Game, args: Args) -> Answer:
        g, _ = sight_of(game)
        return frozenset(g.kit.paths[args["path"]].spaces)

    def one(self, game: Game, args: Args, name: str) -> bool:
        """Held before, or the first that is free."""
        g, s = sight_of(game)
        spaces = g.kit.paths[args["path"]].spaces
        before = spaces[: spaces.index(name)]
        return bool(s.position.at(name)) or all(map(s.position.at, before))


class Unwired(Marked):
    """Where is wire still wanted for the fourth action of the Soviet cards?"""

    name = "unwired"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(post for post in g.kit.locations_of(SIGNALS) if not s.count("wire", post))

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        posts = self.answer(game, args)
        whole = frozenset(post for post in posts if not s.damaged(post))
        laid = len(posts) < len(g.kit.locations_of(SIGNALS))
        nothing: Answer = frozenset()
        return {"2.0 unbroken signals": whole if whole != posts else nothing if laid else posts}

    def among(self, game: Game, args: Args) -> Answer:
        g, _ = sight_of(game)
        return frozenset((*g.kit.locations_of(SIGNALS), *g.kit.locations_of("artillery")))

    def one(self, game: Game, args: Args, name: str) -> bool:
        g, s = sight_of(game)
        return name in g.kit.locations_of(SIGNALS) and not s.tokens.get(("wire", name))


class DoneWhere(Marked):
    """Where can a command do something now? Of repairs, among everything that is damaged."""

    name = "done-where"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for command, act in ACTS:
            if act in ("repair", "wire", "ready", "mine", "fortify"):
                yield {"command": command, "act": act}

    def answer(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        found = open_places(g, s, args["command"], args["act"])
        return frozenset(place for place in found if place and place in game.scenario.board)

    def without(self, game: Game, args: Args) -> Mapping[str, Answer]:
        g, s = sight_of(game)
        command, act = args["command"], args["act"]
        every = frozenset(
            place for place in places_for(g, command, act) if place and place in game.scenario.board
        )
        hurt = frozenset(place for place in g.kit.locations if s.damaged(place))
        right = self.answer(game, args)
        wrong = hurt if act == "repair" and hurt != right else every
        return {ACTS[command, act]: wrong}

    def among(self, game: Game, args: Args) -> Answer:
        g, s = sight_of(game)
        return frozenset(place for place in g.kit.locations if s.damaged(place))

    def one(self, game: Game, args: Args, name: str) -> bool:
        """Whether a card that gives this command could do it there."""
        g, s = sight_of(game)
        command, act = args["command"], args["act"]
        rows = g.kit.chart("soviet").rows
        card = next(card for card in rows if command in g.kit.soviet_halves(card))
        held = replace(s, hand=(card,), used=())
        play = SovietCards(1)
        action = Action("play", card=card, command=command, act=act, place=name)
        return not any(play.deed(g, held, "play").reasons(g, held, play, action))  # type: ignore[union-attr]


class Hand(Amount):
    """How many actions can still come of the cards in the hand?"""

    name = "hand"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        _, s = sight_of(seen.game)
        if s.agenda and isinstance(s.top, SovietCards):
            yield {}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        if not isinstance(s.top, SovietCards):
            raise NotGood("it is another phase")
        unused = [card for card in s.hand if card not in s.used]
        usable = [card for card in unused if card not in g.kit.fog_cards]
        left = s.top.left
        off = {
            "2.2 fog of war": [min(left, len(unused))],
            "2.2": [len(usable), min(left, len(s.hand) - len(unused) + len(usable))],
        }
        return amount(min(left, len(usable)), off)

    def other(self, game: Game, args: Args) -> str:
        """Card by card, as they are listed to be played."""
        _, s = sight_of(game)
        cards = {action["card"] for action in game.choices() if action.kind == "play"}
        fit = cards | set(s.top.usable(game.rules, s))  # type: ignore[attr-defined]
        return str(min(s.top.left, len(fit)))  # type: ignore[attr-defined]


class Score(Amount):
    """What is the score if the game ends now?"""

    name = "score"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        tally = score(g, s)
        weapons = sum(g.inside(s, weapon) for weapon in g.kit.weapons)
        wrong = [tally.total + weapons, tally.total + 2 * len(g.germans(s))]
        off = forgetting(tally)
        off["6.0 scoring"] = [*off.get("6.0 scoring", ()), *map(int, wrong)][:4]
        return amount(tally.total, off, (tally,), least=None)

    def other(self, game: Game, args: Args) -> str:
        """Counted on the board."""
        g, s = sight_of(game)
        count = sum(s.place(man) in g.kit.inside for man in g.kit.men)
        count -= 3 * sum(s.place(unit) in g.kit.spaces for unit in g.kit.germans)
        for card in s.won:
            groups = g.kit.storm_groups
            count += groups[card].points if card in groups else 0
            if card not in groups:
                count += g.kit.chart("support").rows[card]["points"]
        return str(count)


OVER = {"win": 1, "draw": -9, "loss": -1_000}
"""The least score of each ending (6.0 result)."""


class Result(Pick):
    """Who has won, if the game ends now?"""

    name = "result"
    mixed = False

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        tally = score(g, s)
        right = next(name for name, least in OVER.items() if tally.total >= least)
        plain = "win" if tally.total > 0 else "draw" if tally.total == 0 else "loss"
        men = next(name for name, least in OVER.items() if len(g.men(s)) >= least)
        off = {"6.0 result": [plain], "6.0 scoring": [men]}
        return Found(right, off, {name: Text(f"practice.{name}") for name in OVER}, (tally,))


class Award(Pick):
    """Which award does a score come to?"""

    name = "awarded"
    mixed = False

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        points = random.randint(-25, 55)
        yield {"points": points}
        yield {"points": int(score(g, s).total)}

    def find(self, game: Game, args: Args) -> Found:
        g, _ = sight_of(game)
        rows, points = g.kit.chart("ranks").rows, args["points"]
        right = award(g, points)
        near = min(rows, key=lambda name: (abs(int(rows[name]["least"]) - points), name))
        names = list(rows)
        place = names.index(right)
        off = {"6.0 awards": {near, *names[max(0, place - 1) : place + 2]}}
        kept = names[max(0, min(place - 2, len(names) - 4)) :][:4]
        shown = [name for name in names if name in kept or name in off["6.0 awards"]]
        others = {name: Text(f"pav.score.total-{name.replace(' ', '-')}") for name in shown}
        return Found(right, off, others)


KINDS: tuple[Kind, ...] = (
    Targets(),
    Entered(),
    Shared(),
    Tired(),
    Goers(),
    Sortie(),
    Comers(),
    Inspiring(),
    CommandGroup(),
    Through(),
    PushedTo(),
    Unwired(),
    DoneWhere(),
    Hand(),
    Score(),
    Result(),
    Award(),
)
