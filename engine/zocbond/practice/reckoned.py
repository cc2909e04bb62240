"""The questions that every game has, where no line, reason or event names the rule: what would be
allowed, what would it come to, what would come of it, if somebody left the rule out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from engine.chance import Chance, Scripted, Seeded
from engine.errors import Problem
from engine.game import Game
from engine.practice.kinds.allowed import LEGAL
from engine.practice.kinds.dice import NOTHING, dice_only, is_throw, name_of, played
from engine.practice.kinds.kind import Args, Kind, Seen, listed, sums
from engine.practice.kinds.sums import columns_of
from engine.practice.question import (
    Happening,
    NotGood,
    Number,
    Option,
    Question,
    Rule,
    Text,
    good,
    shuffled,
)
from engine.values import Action
from engine.verdict import Cited, Course, Event, Tally, Verdict, whole
from engine.zocbond.board.state import State
from engine.zocbond.practice.leaving import Off, by_rule, family, left_out
from engine.zocbond.rules import Family

LEFT_OUT, ACTIONS, OTHERS, MOST, MOST_EVENTS = 6, 5, 2, 5, 6
"""Rules that are left out in a position; actions that are tried of a kind without each; wrong rules
besides; numbers and things that happen to choose from."""


class Left(Kind):
    """A question of which the answer is another without a rule."""

    def __init__(self, offs: Sequence[Off]) -> None:
        self.offs = offs

    def tried(self, seen: Seen, random: Random, kind: str) -> list[Off]:
        """Rules that may matter for a kind of action, those with too few questions first."""
        found = [off for off in self.offs if kind in off.of]
        random.shuffle(found)
        return sorted(found, key=lambda off: off.rule not in seen.wanted)[:LEFT_OUT]


class Judged(Left):
    """Is this allowed? If not, which rule forbids it?"""

    name = "judged"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for kind in {**seen.legal, **seen.forbidden}:
            legal = seen.legal.get(kind, [])
            tried = random.sample(legal, min(len(legal), ACTIONS))
            refused = [action for action, _ in seen.forbidden.get(kind, ())]
            tried += random.sample(refused, min(len(refused), ACTIONS))
            for off in self.tried(seen, random, kind):
                g, s = left_out(seen.game, off)
                for action in tried:
                    if "pause" in action or "leave" in action:
                        continue
                    if bool(seen.game.explain(action)) != bool(g.explain(s, action)):
                        met = list(seen.met[kind])
                        others = random.sample(met, min(len(met), OTHERS + 2))
                        yield {"action": action.to_json(), "rule": off.rule, "others": others}

    def pose(self, game: Game, args: Args) -> Question:
        action, rule = Action.from_json(args["action"]), args["rule"]
        verdict = game.explain(action)
        g, s = left_out(game, by_rule(self.offs, rule))
        other: Verdict = g.explain(s, action)
        if max(len(verdict.rules), len(other.rules)) > MOST or rule in verdict.rules:
            raise NotGood("too many rules, or just this one")
        right, off = (frozenset(v.rules or (LEGAL,)) for v in (verdict, other))
        if right & off:
            raise NotGood("the rule does not matter")
        named = dict.fromkeys((*verdict.rules, *other.rules))
        more = [one for one in args["others"] if one not in named]
        options = [
            Option(one, Rule(one), tuple(r for r in verdict.reasons if r.rule == one))
            for one in (*named, *more[:OTHERS])
        ]
        in_order = (*shuffled(options, str(action)), Option(LEGAL, Text("practice.legal")))
        about = Cited.of(rule, "practice.allowed")
        said = verdict.reasons
        return good(
            Question(self.name, about, in_order, right, {rule: off}, action=action, because=said)
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """What is forbidden is not among what can be done."""
        assert posed.action is not None, "something is done"
        if LEGAL not in posed.right and listed(game, posed.action):
            yield f"{posed.action} is listed as legal"


class Reckoned(Left):
    """What does it come to?"""

    name = "reckoned"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for kind, actions in seen.legal.items():
            tried = random.sample(actions, min(len(actions), ACTIONS))
            offs = [(off, *left_out(seen.game, off)) for off in self.tried(seen, random, kind)]
            for action in tried:
                tally = seen.game.tally(action)
                noted = dict.fromkeys(note for note in notes(tally) if note)
                more = [by_rule(self.offs, rule) for rule in noted]
                others = [(off.rule, g.tally(s, action)) for off, g, s in offs]
                for off in more:
                    g, s = left_out(seen.game, off)
                    others.append((off.rule, g.tally(s, action)))
                for place, _ in [*sums(tally), *columns(seen.game, tally)]:
                    right = value(seen.game, tally, place)
                    found = [
                        rule
                        for rule, other in others
                        if value(seen.game, other, place) not in (None, right)
                    ]
                    if found:
                        rules = list(dict.fromkeys(found))[:MOST]
                        yield {"action": action.to_json(), "part": place, "rules": rules}

    def pose(self, game: Game, args: Args) -> Question:
        action, place = Action.from_json(args["action"]), args["part"]
        tally = game.tally(action)
        right = value(game, tally, place)
        if tally is None or right is None or not game.explain(action):
            raise NotGood("there is no sum")
        off = {}
        for rule in args["rules"]:
            g, s = left_out(game, by_rule(self.offs, rule))
            wrong = value(game, g.tally(s, action), place)
            if wrong is None:
                raise NotGood("there is no sum")
            off[rule] = frozenset((wrong,))
        kept = {right, *(one for wrong in off.values() for one in wrong)}
        steps = columns_of(game) if place == COLUMN else ()
        near = _columns_near(steps, right) if steps else _numbers_near(right)
        kept |= set([one for one in near if one not in kept][: max(0, MOST - len(kept))])
        order = steps.index if steps else Fraction
        options = [Option(one, Number(one)) for one in sorted(kept, key=order)]
        part = tally if place == COLUMN else dict(sums(tally))[place]
        key = "practice.column" if place == COLUMN else "practice.sum"
        about = Cited.of(next(iter(off), ""), key, what=part.key)
        return good(
            Question(
                self.name,
                about,
                tuple(options),
                frozenset((right,)),
                off,
                action=action,
                because=(part,),
            )
        )


COLUMN = "column"
"""In place of a part of a tally: the column that it ends in."""


def columns(game: Game, tally: Tally | None) -> Iterator[tuple[str, Tally]]:
    """The column of a tally, if it has one."""
    if tally is not None and tally.result in columns_of(game):
        yield COLUMN, tally


def notes(tally: Tally | None) -> Iterator[str]:
    """The rules of lines without a number, in a tally and its parts."""
    for one in (tally, *tally.parts) if tally is not None else ():
        yield from (line.rule for line in one if line.value is None)


def value(game: Game, tally: Tally | None, place: str) -> str | None:
    """What a part of a tally comes to; None where there is no such part."""
    if tally is None:
        return None
    if place == COLUMN:
        return tally.result if tally.result in columns_of(game) else None
    found = dict(sums(tally)).get(place)
    return str(whole(found.total)) if found is not None else None


def _columns_near(steps: Sequence[str], right: str) -> list[str]:
    at = steps.index(right)
    return sorted(steps, key=lambda one: (abs(steps.index(one) - at), one))


def _numbers_near(right: str) -> list[str]:
    total = Fraction(right)
    near = (total + 1, total - 1, total + 2, total * 2)
    return [str(whole(one)) for one in near if one >= 0 or total < 0]


class Comes(Left):
    """What comes of it with these dice?"""

    name = "comes"

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        for kind, actions in seen.legal.items():
            offs = self.tried(seen, random, kind)
            for action in random.sample(actions, min(len(actions), ACTIONS)) if offs else ():
                course = played(seen.game, action, Seeded(random.getrandbits(32)))
                if not dice_only(course, 0, len(course.chance.answers)):
                    continue
                faces = [answer for _, answer in course.chance.answers]
                for off in offs:
                    yield {"action": action.to_json(), "dice": faces, "rule": off.rule}

    def pose(self, game: Game, args: Args) -> Question:
        action, faces, rule = Action.from_json(args["action"]), args["dice"], args["rule"]
        if not game.explain(action):
            raise NotGood("it is forbidden")
        all_told = events(family(game), game.rules.seen(game.state), action, faces)
        g, s = left_out(game, by_rule(self.offs, rule))
        if not g.explain(s, action):
            raise NotGood("it would be forbidden")
        others = events(g, s, action, faces)
        right, wrong = (told(one, all_told, others) for one in (all_told, others))
        if max(len(right), len(wrong)) > MOST_EVENTS or name_of(right) == name_of(wrong):
            raise NotGood("too much happens, or the same")
        found = {name_of(right): right, name_of(wrong): wrong}
        for one in (*all_told, *others):
            if len(found) < MOST - 1 and not is_throw(one):
                found.setdefault(name_of((one,)), (one,))
        options = [Option(name, Happening(what)) for name, what in found.items() if what]
        in_order = shuffled(options, str(args["action"]))
        if NOTHING in found or len(found) < MOST:
            in_order += (Option(NOTHING, Text("practice.nothing")),)
        return good(
            Question(
                self.name,
                Cited.of(rule, "practice.outcome"),
                in_order,
                frozenset((name_of(right),)),
                {rule: frozenset((name_of(wrong),))},
                action=action,
                dice=tuple(face + 1 for face in faces),
                because=all_told,
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The game itself, with these dice."""
        assert posed.action is not None, "something is done"
        told_now = events(family(game), game.rules.seen(game.state), posed.action, args["dice"])
        if told_now != posed.because:
            yield "the game itself tells of something else"


def events(g: Family, s: State, action: Action, faces: Sequence[int]) -> tuple[Event, ...]:
    """What an action brings with given dice."""
    course = Course(Chance(Scripted(faces)))
    try:
        g.apply(s, action, course)
    except Problem:
        raise NotGood("it takes other dice") from None
    return tuple(course.events)


def told(mine: Sequence[Event], one: Sequence[Event], other: Sequence[Event]) -> tuple[Event, ...]:
    """What happens in one of two ways only."""
    same = frozenset(one) & frozenset(other)
    return tuple(event for event in mine if event not in same and not is_throw(event))
