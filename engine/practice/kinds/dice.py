"""What comes of it: with these dice, and how likely."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias, TypeVar

from engine.chance import Chance, Scripted, Seeded, Source, enumerate_branches
from engine.game import Game
from engine.plain import plain, value_of
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.question import (
    Happening,
    NotGood,
    Number,
    Option,
    Question,
    Text,
    digest,
    good,
    shuffled,
)
from engine.values import Action
from engine.verdict import Cited, Course, Event

T = TypeVar("T")
Way: TypeAlias = tuple[Fraction, tuple[int, ...], tuple[Event, ...]]
"""How likely, what the dice show, what comes of it."""
MOST_BRANCHES, MOST_EVENTS, MOST = 216, 6, 4
"""Ways that the dice may fall; things that may happen at once; answers to choose from."""

THROWN, FAR = 1_000, 5
"""Games that a chance is tried in; standard deviations that are no accident."""


def branches(game: Game, action: Action) -> list[Way]:
    """Every way the dice can fall: how likely, what they show, what comes of it."""
    start = game.rules.seen(game.state)
    found: list[Way] = []

    def run(chance: Chance) -> tuple[tuple[int, ...], tuple[Event, ...]]:
        if len(found) > MOST_BRANCHES:
            raise NotGood("too many ways")
        course = Course(chance)
        game.rules.apply(start, action, course)
        if course.halted:
            raise NotGood("a throw is made again")
        return tuple(answer for _, answer in chance.answers), tuple(course.events)

    for weight, (faces, events) in enumerate_branches(run):
        found.append((weight, faces, events))
    return found


def throws(game: Game, action: Action) -> bool:
    """Whether dice fall in an action."""
    start = game.rules.seen(game.state)
    thrown = enumerate_branches(lambda chance: _first(game, start, action, chance))
    return next(thrown)[1]


def _first(game: Game, start: Any, action: Action, chance: Chance) -> bool:
    game.rules.apply(start, action, Course(chance))
    return bool(chance.answers)


def common(many: Sequence[tuple[Event, ...]]) -> frozenset[Event]:
    """What happens in any case."""
    return frozenset.intersection(*map(frozenset, many)) if many else frozenset()


def name_of(events: Sequence[Event]) -> str:
    """A name for what happens, by all that is said of it."""
    return digest(repr(events)) if events else "nothing"


class Noted(Chance):
    """Remembers of each number whether it was a die; a draw of a card or a chit is none."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.dice: list[bool] = []

    def roll(self, name: str, sides: int = 6) -> int:
        self.dice.append(True)
        return super().roll(name, sides)

    def draw(self, name: str, items: Sequence[T]) -> T:
        self.dice.append(False)
        return super().draw(name, items)

    def below(self, name: str, options: int) -> int:
        self.dice.append(False)
        return super().below(name, options)


class Timed(Course):
    """Remembers how many dice had fallen when something was told."""

    def __init__(self, source: Source) -> None:
        self.noted = Noted(source)
        super().__init__(self.noted)
        self.fallen: list[int] = []

    def tell(self, rule: str, key: str, **told: Any) -> None:
        super().tell(rule, key, **told)
        self.fallen.append(len(self.chance.answers))


TRIED, AHEAD, LOOKED = 2, 3, 3
"""Throws that are tried of an action; things that are asked about of each; actions and ways that
are looked at."""


class Then(Kind):
    """What happens next, of all that comes of an action?"""

    name = "then"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for actions in seen.legal.values():
            for action in random.sample(actions, min(len(actions), 3)):
                for _ in range(TRIED):
                    yield from self.steps(seen, {"action": action.to_json()}, random)

    def steps(self, seen: Seen, args: Args, random: Random) -> Iterator[Args]:
        """Questions about some of the things that are told."""
        course = self.unfold(seen.game, args, Seeded(random.getrandbits(32)))
        answers = [answer for _, answer in course.chance.answers]
        seen.told.update((event.key, event) for event in course.events)
        places = range(len(course.events))
        mixed = random.sample(places, len(places))
        mixed.sort(key=lambda place: course.events[place].rule not in seen.wanted)
        for place in mixed[:AHEAD]:
            chapter = course.events[place].rule.partition(".")[0]
            others = [event for event in seen.told.values() if event.rule]
            random.shuffle(others)  # what is told in the same chapter could be meant
            others.sort(key=lambda event: event.rule.partition(".")[0] != chapter)
            chosen = others[:MOST]
            yield {
                **args,
                "dice": answers,
                "place": place,
                "others": [written(event) for event in chosen],
            }

    def unfold(self, game: Game, args: Args, source: Source) -> Timed:
        """What is told as it happens."""
        action = Action.from_json(args["action"])
        if not game.explain(action):
            raise NotGood("it is forbidden")
        return played(game, action, source)

    def named(self, args: Args) -> Args:
        """What the question names."""
        return {}

    def pose(self, game: Game, args: Args) -> Question:
        place = args["place"]
        course = self.unfold(game, args, Scripted(args["dice"]))
        if place >= len(course.events) or course.halted:
            raise NotGood("nothing more happens")
        event = course.events[place]
        since = course.fallen[place - 1] if place else 0
        if not event.rule or not dice_only(course, since, course.fallen[place]):
            raise NotGood("it is an accident")
        later = [e for e in course.events[place:] if e.rule != event.rule]
        found = {name_of((event,)): event}
        after = name_of((later[0],)) if later else NOTHING
        if later:
            found.setdefault(after, later[0])
        for other in map(read_event, args["others"]):
            if len(found) < MOST and other.key not in {e.key for e in found.values()}:
                found.setdefault(name_of((other,)), other)
        options = [Option(name, Happening((one,))) for name, one in found.items()]
        if len(options) < 3:
            raise NotGood("there is little to choose from")
        in_order = shuffled(options, str(args.get("action", place)))
        in_order += (Option(NOTHING, Text("practice.nothing")),)
        faces = [a + 1 for (_, a) in course.chance.answers[since : course.fallen[place]]]
        return good(
            Question(
                self.name,
                Cited.of(event.rule, f"practice.{self.name}", **self.named(args)),
                in_order,
                frozenset((name_of((event,)),)),
                {event.rule: frozenset((after,))},
                action=Action.from_json(args["action"]) if "action" in args else None,
                dice=tuple(faces),
                so_far=tuple(course.events[:place]),
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The game itself, with these dice."""
        if posed.action is None:
            events = tuple(self.unfold(game, args, Scripted(args["dice"])).events)
        else:
            _, events = scripted(game, posed.action, args["dice"])
        place = args["place"]
        if events[:place] != posed.so_far or {name_of(events[place : place + 1])} != posed.right:
            yield "the game itself tells of something else"


NOTHING = "nothing"


def written(event: Event) -> list[Any]:
    """An event as plain data, in few letters."""
    return [event.rule, event.key, plain(event.params), list(event.hexes), list(event.units)]


def read_event(data: list[Any]) -> Event:
    """The event of such data."""
    rule, key, params, hexes, units = data
    return Event(rule, key, value_of(params), tuple(hexes), tuple(units))


def played(game: Game, action: Action, source: Source) -> Timed:
    """What is told as an action is played."""
    course = Timed(source)
    game.rules.apply(game.rules.seen(game.state), action, course)
    return course


def dice_only(course: Timed, start: int, end: int) -> bool:
    """Whether what fell were dice, which a question can show."""
    return all(course.noted.dice[start:end])


def thrown(seen: Seen, random: Random) -> Iterator[tuple[Action, list[Way]]]:
    """Some actions in which dice fall, each with all that can come of it."""
    for actions in seen.legal.values():
        for action in random.sample(actions, min(len(actions), LOOKED)):
            if throws(seen.game, action):
                try:
                    yield action, branches(seen.game, action)
                except NotGood:
                    continue


class Outcome(Kind):
    """What comes of it with these dice?"""

    name = "outcome"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for action, ways in thrown(seen, random):
            for _, faces, _ in random.sample(ways, min(len(ways), LOOKED)):
                yield {"action": action.to_json(), "dice": list(faces)}

    def pose(self, game: Game, args: Args) -> Question:
        action, faces = Action.from_json(args["action"]), tuple(args["dice"])
        if not game.explain(action):
            raise NotGood("it is forbidden")
        ways = branches(game, action)
        mine = next((events for _, thrown, events in ways if thrown == faces), None)
        if mine is None:
            raise NotGood("the dice do not fall so")
        if not dice_only(played(game, action, Scripted(faces)), 0, len(faces)):
            raise NotGood("it is an accident")
        same = common([events for *_, events in ways])

        def told(events: Sequence[Event]) -> tuple[Event, ...]:
            return tuple(event for event in events if event not in same and not is_throw(event))

        right = told(mine)
        if len(right) > MOST_EVENTS:
            raise NotGood("too much happens")
        found: dict[str, tuple[Event, ...]] = {name_of(right): right}
        off = {}
        for rule in dict.fromkeys(event.rule for event in right if event.rule):
            less = tuple(event for event in right if event.rule != rule)
            off[rule] = frozenset((name_of(less),))
            if len(found) < MOST - 1:
                found.setdefault(name_of(less), less)
        for *_, events in sorted(ways, key=lambda way: digest(repr((faces, way[1])))):
            other = told(events)
            if len(found) < MOST and len(other) <= MOST_EVENTS:
                found.setdefault(name_of(other), other)
        if len(found) < 3:
            raise NotGood("there is little to choose from")
        options = shuffled(
            [Option(name, Happening(events)) for name, events in found.items()], str(args)
        )
        about = Cited.of(next(iter(off), ""), "practice.outcome")
        return good(
            Question(
                self.name,
                about,
                options,
                frozenset((name_of(right),)),
                off,
                action=action,
                dice=tuple(face + 1 for face in faces),
                because=mine,
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The game itself, with these dice."""
        assert posed.action is not None, "something is done"
        _, events = scripted(game, posed.action, args["dice"])
        if events != posed.because:
            yield "the game itself tells of something else"


def is_throw(event: Event) -> bool:
    """Whether an event only tells what the dice show, which the question tells as well."""
    return any(name in ("die", "dice", "roll", "rolls", "faces") for name, _ in event.params)


class Chances(Kind):
    """How likely is it?"""

    name = "chance"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for action, ways in thrown(seen, random):
            same = common([events for *_, events in ways])
            may = {event: None for *_, events in ways for event in events if event not in same}
            kept = [event for event in may if not is_throw(event)]
            for event in random.sample(kept, min(len(kept), 2)):
                yield {"action": action.to_json(), "event": digest(repr(event))}

    def pose(self, game: Game, args: Args) -> Question:
        action, wanted = Action.from_json(args["action"]), args["event"]
        if not game.explain(action):
            raise NotGood("it is forbidden")
        likely: dict[Event, Fraction] = {}
        ways = branches(game, action)
        for weight, _, events in ways:
            for one in dict.fromkeys(events):
                likely[one] = likely.get(one, Fraction(0)) + weight
        event = next((one for one in likely if digest(repr(one)) == wanted), None)
        if event is None or not event.rule or likely[event] in (0, 1):
            raise NotGood("it happens always or never")
        chance = likely[event]
        pip = min(weight for weight, *_ in ways)
        step = max(pip, Fraction(1, 6) if (chance * 6).denominator == 1 else Fraction(1, 36))
        near = [1 - chance, chance + step, chance - step, chance + 2 * step, chance - 2 * step]
        kept = [chance, Fraction(0)]
        kept += [one for one in dict.fromkeys(near) if 0 < one < 1 and one != chance][: MOST - 2]
        options = [Option(str(one), Number(str(one))) for one in sorted(set(kept))]
        off = {event.rule: frozenset(("0",))}
        about = Cited.of(event.rule, "practice.chance")
        return good(
            Question(
                self.name,
                about,
                tuple(options),
                frozenset((str(chance),)),
                off,
                action=action,
                of=(event,),
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """Thrown a thousand times."""
        assert posed.action is not None, "something is done"
        (event,), start, happened = posed.of, game.rules.seen(game.state), 0
        for seed in range(THROWN):
            course = Course(Chance(Seeded(seed)))
            game.rules.apply(start, posed.action, course)
            happened += event in course.events
        (chance,) = map(Fraction, posed.right)
        spread = math.sqrt(THROWN * chance * (1 - chance))
        if abs(happened - THROWN * chance) > FAR * spread:
            yield f"it happened {happened} times of {THROWN}, not {chance}"


def scripted(game: Game, action: Action, faces: Sequence[int]) -> tuple[Any, tuple[Event, ...]]:
    """An action played with given dice: the state after it, and what happened."""
    course = Course(Chance(Scripted(faces)))
    return game.rules.apply(game.rules.seen(game.state), action, course), tuple(course.events)
