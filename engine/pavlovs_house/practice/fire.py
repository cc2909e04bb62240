"""Chapter 3 as questions: what a card, a bomb or an assault would do now, with how many dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from engine.chance import Chance, Request
from engine.game import Game
from engine.pavlovs_house.board.house import House, State
from engine.pavlovs_house.board.pieces import COLOURS, STOCK
from engine.pavlovs_house.wehrmacht.cards import Entry, advance, hunger
from engine.pavlovs_house.wehrmacht.cards import settle as turn_up
from engine.pavlovs_house.wehrmacht.fire import (
    AIMING,
    GUNS,
    AntiAircraft,
    assault_tally,
    card_tally,
    hit,
    plane_defence,
    spared_by,
)
from engine.practice.kinds.count import Amount, Found, Pick, amount
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.supposed import Supposed
from engine.practice.question import NotGood, Number, Place, Said, Text
from engine.values import Action
from engine.verdict import Course

NOBODY = "nobody"
SOME = 3
"""Questions of a kind that are tried in a position."""


def some(random: Random, names: Iterable[str], count: int) -> list[str]:
    """A few of some names."""
    found = sorted(names)
    return random.sample(found, min(len(found), count))


def sight_of(game: Game) -> tuple[House, State]:
    """The rules and the state as they are seen."""
    assert isinstance(game.rules, House), "it is a game of the House"
    return game.rules, game.rules.seen(game.state)


class OfTheHouse(Supposed):
    """What comes of it if no tokens are spent against it?"""

    def onward(self, g: House, s: State, course: Course) -> State | None:
        unspent = {Entry: Action("repel", count=0), AntiAircraft: Action("flak", places=())}
        action = unspent.get(type(s.top))
        if action is None:
            return None
        after: State = g.apply(s, action, course)
        return after


class Card(OfTheHouse):
    """A Wehrmacht card is turned up, and nothing is spent against it."""

    name = "card"
    told = 1

    def begin(self, g: House, s: State, args: Args, course: Course) -> State:
        if args["row"] in (s.storm, *s.won, *s.gone):
            raise NotGood("the card has come already")
        return turn_up(g, s, args["row"], course)

    def cases(self, g: House, s: State, random: Random) -> Iterator[Args]:
        seen = {s.storm, *s.won, *s.gone, *s.played}
        rows = [*g.kit.chart("wehrmacht").rows, *g.kit.resupply_cards]
        left = {g.kit.wehrmacht_kind(card): card for card in rows if card not in seen}
        left.pop("ju87", None)  # how many fly is on the card
        wanted = {*some(random, left, SOME), "assault", random.choice((*AIMING, *GUNS))}
        yield from ({"row": left[kind], "card": kind} for kind in sorted(wanted & set(left)))

    def named(self, args: Args) -> Args:
        return {"card": args["card"]}


class Bomb(OfTheHouse):
    """A bomb falls on a location."""

    name = "bomb"

    def begin(self, g: House, s: State, args: Args, course: Course) -> State:
        return hit(g, s, args["location"], course)

    def cases(self, g: House, s: State, random: Random) -> Iterator[Args]:
        hurt = [place for place in g.kit.locations if s.damaged(place)]
        for place in sorted({*some(random, hurt, SOME), random.choice(g.kit.locations)}):
            yield {"location": place}

    def named(self, args: Args) -> Args:
        return {"place": int(args["location"])}


class Enters(OfTheHouse):
    """A German counter enters a path."""

    name = "enters"

    def begin(self, g: House, s: State, args: Args, course: Course) -> State:
        return advance(g, s, args["unit"], str(args["path"]), course)

    def cases(self, g: House, s: State, random: Random) -> Iterator[Args]:
        stock = [unit for unit in g.kit.germans if s.place(unit) == STOCK]
        full = [path for path in g.kit.paths.values() if s.position.at(path.spaces[-2])]
        mined = [path for path in g.kit.paths.values() if s.count("sapper", path.sapper)]
        for path in sorted({one.id for one in (*full, *mined)}) if stock else ():
            yield {"unit": random.choice(stock), "path": int(path)}

    def named(self, args: Args) -> Args:
        return {"unit": args["unit"], "path": args["path"]}


class Raid(Amount):
    """How many bombs fall of a raid, when the guns have fired?"""

    name = "raid"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, _ = sight_of(seen.game)
        guns = random.choice((1, 1, 2, 2, 3))
        dice = [random.randint(1, 6) for _ in range(guns * g.kit.dice("anti-aircraft"))]
        yield {"planes": random.randint(2, 4), "guns": guns, "dice": dice}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        need, dice, planes = plane_defence(g, s), args["dice"], args["planes"]
        away = sum(die >= need for die in dice)
        off = {
            "3.0 bombing": [planes, 0 if away else planes],
            "3.0 bombing anti-aircraft": [
                max(0, planes - min(away, args["guns"])),
                max(0, planes - sum(die > need for die in dice)),
            ],
        }
        return amount(max(0, planes - away), off, most=planes)

    def other(self, game: Game, args: Args) -> str:
        """Plane by plane."""
        g, s = sight_of(game)
        left = args["planes"]
        for die in args["dice"]:
            if left and die >= plane_defence(g, s):
                left -= 1
        return str(left)


class Spared(Pick):
    """Where does the bomb do its work?"""

    name = "bomb-works"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        for place in g.kit.locations:
            if s.damaged(place):
                yield {"place": place}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        *_, last = spared_by(g, s, args["place"])
        places = list(g.kit.locations)
        here, there = places.index(args["place"]), places.index(last)
        near = places[max(0, here - 1) : there + 2]
        off = {"3.0 bombing next location": {args["place"], *near[:1]}}
        return Found(last, off, {place: Place(place) for place in near}, lit=(args["place"],))

    def about(self, game: Game, args: Args) -> Mapping[str, object]:
        return {"place": int(args["place"])}

    def other(self, game: Game, args: Args) -> str:
        """What the bomb itself changes."""
        g, s = sight_of(game)
        course = Course(Chance(_NoDice()))
        hit(g, s, args["place"], course)
        return course.events[-1].hexes[0]


class _NoDice:
    """Nothing falls."""

    def answer(self, request: Request) -> int:
        raise NotGood("a die falls")


class Aimed(Pick):
    """At which position do the two dice of a card point?"""

    name = "aimed"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        if len(g.held(s)) < 2:
            return
        for card in AIMING:
            for _ in range(SOME):
                yield {
                    "card": card,
                    "colour_die": random.randint(1, 6),
                    "position_die": random.randint(1, 6),
                }

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        first, second = AIMING[args["card"]]
        number = args["position_die"]
        colour = str(g.kit.chart("bands").value(args["card"], str(args["colour_die"])))
        aims = {one: g.aimed_at(s, one, number) or NOBODY for one in COLOURS}
        on = next((p.id for p in g.kit.by_number[colour] if p.numbers[colour] == number), NOBODY)
        plainly = on if on in g.held(s) else NOBODY
        below = [
            spot.id
            for spot in g.kit.by_number[colour]
            if spot.numbers[colour] < number and spot.id in g.held(s)
        ]
        off = {first: set(aims.values()), second: {plainly, *below[-1:]}}
        others: dict[str, Said] = {spot: Place(spot) for spot in sorted(g.held(s))[:8]}
        others |= {spot: Place(spot) for spot in (*aims.values(), *below) if spot != NOBODY}
        return Found(aims[colour], off, others | {NOBODY: Text("practice.nobody")})

    def other(self, game: Game, args: Args) -> str:
        """Number by number, upwards, then downwards."""
        g, s = sight_of(game)
        colour = str(g.kit.chart("bands").value(args["card"], str(args["colour_die"])))
        die = args["position_die"]
        for number in (*range(die, 7), *range(die - 1, 0, -1)):
            for spot in g.kit.spots.values():
                if spot.numbers.get(colour) == number and g.holders(s, spot.id):
                    return spot.id
        return NOBODY


def dice_against(dice: int, need: int) -> str:
    """Dice and what one must show: `4 x 5+`."""
    return f"{dice} × {need}+"


class Volley(Pick):
    """How many dice does a card throw at a colour, and what must one of them show?"""

    name = "volley"
    mixed = False

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for card in (*AIMING, *GUNS):
            yield {"card": card, "colour": random.choice(COLOURS)}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        fire = card_tally(g, s, args["card"], args["colour"])
        counts = {g.kit.dice(card) for card in (*AIMING, *GUNS)}
        off: dict[str, set[str]] = {}
        for line in fire.lines:
            wrong = {fire.dice - int(line.value or 0)}
            if line.key == "pav.dice.card":  # he takes it for another card
                wrong = {count + fire.dice - g.kit.dice(args["card"]) for count in counts}
            off.setdefault(line.rule, set()).update(dice_against(n, fire.need) for n in wrong)
        right = dice_against(fire.dice, fire.need)
        near = [
            dice_against(fire.dice, fire.need + step) for step in (1, -1) if fire.need + step <= 6
        ]
        names = sorted({right, *near, *(one for wrong in off.values() for one in wrong)})
        others = {name: Number(name) for name in names}
        return Found(right, off, others, (fire,))


class Storming(Amount):
    """How many dice do the Germans of a colour throw in an assault?"""

    name = "assault"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = sight_of(seen.game)
        for colour in COLOURS:
            for infantry in (True, False):
                if len(g.germans(s, colour)) > 1:
                    yield {"colour": colour, "arm": "infantry" if infantry else "armour"}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        infantry = args["arm"] == "infantry"
        fire = assault_tally(g, s, args["colour"], infantry)
        if not fire.dice:
            raise NotGood("nobody throws")
        there = [g.kit.germans[unit] for unit in g.germans(s, args["colour"])]
        extra = fire.dice - sum(german.value for german in there if german.infantry == infantry)
        rule = "3.0 assault suppression" if infantry else "3.0 assault shelling"
        head = sum(german.infantry == infantry for german in there) + extra
        every = (g.kit.germans[unit] for unit in g.germans(s))
        all_paths = sum(german.value for german in every if german.infantry == infantry)
        off = {
            rule: [head],
            "3.0 placement kinds": [sum(german.value for german in there) + extra],
            "3.0 assault": [all_paths + extra],
        }
        off |= {line.rule: [fire.dice - extra] for line in fire.lines if line.key == TACTICS}
        return amount(fire.dice, off, (fire,), _spaces(g, s, args["colour"]))


TACTICS = "pav.dice.tactics"


def _spaces(g: House, s: State, colour: str) -> tuple[str, ...]:
    return tuple(s.place(unit) for unit in g.germans(s, colour))


class Hungry(Amount):
    """How many go hungry if a resupply card is turned up now?"""

    name = "hungry"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        yield {}

    def find(self, game: Game, args: Args) -> Found:
        g, s = sight_of(game)
        tally = hunger(g, s)
        men, tokens = len(g.men(s)), s.count("provision", "supply")
        posted = len(g.defenders(s))
        off = {"3.0 resupply": [max(0, men - tokens), max(0, posted - 5 * tokens)]}
        return amount(int(tally.total), off, (tally,))

    def other(self, game: Game, args: Args) -> str:
        """Five by five."""
        g, s = sight_of(game)
        unfed = len(g.men(s))
        for _ in range(s.count("provision", "supply")):
            unfed = max(0, unfed - 5)
        return str(unfed)


KINDS: tuple[Kind, ...] = (
    Card(),
    Bomb(),
    Enters(),
    Raid(),
    Spared(),
    Aimed(),
    Volley(),
    Storming(),
    Hungry(),
)
