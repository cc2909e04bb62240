"""Chapters 2 and 3 as questions: who can go and come, what the cards can do where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.game import Game
from engine.pavlovs_house.board.pieces import (
    OUT,
    STOCK,
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
from engine.practice.kinds.count import Amount, Found, amount, forgetting
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.mark import Marked
from engine.practice.question import NotGood
from engine.values import Action, replace

Answer = frozenset[str]
SOME = 2
"""Questions of a kind that are tried in a position."""


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
        deed = play.deed(g, held, "play")
        return deed is not None and not any(deed.reasons(g, held, play, action))


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
        g, s = sight_of(game)
        cards = {action["card"] for action in game.choices() if action.kind == "play"}
        assert isinstance(s.top, SovietCards), "there is a hand to play"
        return str(min(s.top.left, len(cards | set(s.top.usable(g, s)))))


KINDS: tuple[Kind, ...] = (
    Goers(),
    Sortie(),
    Comers(),
    Through(),
    PushedTo(),
    Unwired(),
    DoneWhere(),
    Hand(),
)
