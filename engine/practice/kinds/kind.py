"""What all kinds of question have in common, and what a position offers to those that look there
for questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from engine.agenda import filled
from engine.arguments import NAMED, ill_written
from engine.board import Board
from engine.game import Game
from engine.placeboard import PlaceBoard
from engine.practice.question import Question
from engine.values import Action, replace
from engine.verdict import Event, Tally, Verdict

Args: TypeAlias = Mapping[str, Any]
"""What a question is made of in its position, as plain data."""
Answering: TypeAlias = Callable[..., Any]
"""How the rules of a game answer some question; what they are asked with is different each time."""
MOST_LISTED = 20_000
"""So many legal actions are looked through for one."""
DRAWS, LISTED, WALKS, SLIPS = 14, 6, 10, 3
"""Actions drawn at random; listed of each kind; begun slot by slot; changed in each argument."""
NAMES, OFFERED = 24, 60
"""Names that are tried in a slot at random; those that are offered there."""


class Kind:
    """A kind of question."""

    name = ""

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        """Questions that a position might hold; posing says whether they are good."""
        raise NotImplementedError

    def pose(self, game: Game, args: Args) -> Question:
        """The question; NotGood where it is none."""
        raise NotImplementedError

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """What is wrong with the answer, worked out by another way than the one that made it."""
        return iter(())


def listed(game: Game, action: Action) -> bool:
    """Whether an action is among those that are listed for a player: the other way to find out
    whether it is allowed. One of units may be listed in another order."""
    unit = next(iter(_texts(action, "unit", "units")), None)
    found = game.rules.choices(game.state, unit, None, action.kind)
    return any(_alike(one, action) for one in islice(found, MOST_LISTED))


def _texts(action: Action, one: str, many: str) -> tuple[str, ...]:
    first = action.get(one)
    return (first,) if isinstance(first, str) else tuple(action.get(many, ()))


def _alike(one: Action, other: Action) -> bool:
    return one == other or (
        one.kind == other.kind
        and {k: _sorted(k, v) for k, v in one.args} == {k: _sorted(k, v) for k, v in other.args}
    )


def _sorted(name: str, value: Any) -> Any:
    return tuple(sorted(value)) if name == "units" and isinstance(value, tuple) else value


class Seen:
    """What a position offers: legal actions, others that are not, and what was tried before."""

    def __init__(
        self,
        game: Game,
        random: Random,
        others: tuple[Action, ...] = (),
        met: defaultdict[str, dict[str, None]] | None = None,
    ) -> None:
        self.game, self.random, self.others = game, random, others
        self.met = defaultdict(dict) if met is None else met
        """The rules that have forbidden a kind of action somewhere."""
        self.told: dict[str, Event] = {}
        """Something that has happened, by each key."""
        self.values: defaultdict[tuple[str, str], dict[Any, None]] = defaultdict(dict)
        """What was named somewhere in each slot of each kind of action."""
        self.wanted: Collection[str] = ()
        """The rules on which there are too few questions."""
        board = game.scenario.board
        self.board: Board | PlaceBoard = board
        self.units = list(getattr(game.rules, "units", ()))

    @cached_property
    def legal(self) -> dict[str, list[Action]]:
        """Legal actions by kind, some of each."""
        found: dict[str, dict[Action, None]] = defaultdict(dict)
        for _ in range(DRAWS):
            drawn = self.game.sample(self.random)
            if drawn is not None:
                found[drawn.kind][drawn] = None
        for kind in self.game.kinds():
            listed = self.game.rules.choices(self.game.state, None, None, kind)
            for action in islice(listed, LISTED):
                found[kind][action] = None
        return {kind: list(actions) for kind, actions in found.items() if actions}

    @cached_property
    def forbidden(self) -> dict[str, list[tuple[Action, Verdict]]]:
        """Actions that somebody might try and may not, by kind."""
        tried: dict[Action, None] = {}
        for actions in self.legal.values():
            for action in self.random.sample(actions, min(len(actions), 6)):
                tried.update(dict.fromkeys(self.slips(action)))
        for kind in self.game.kinds():
            for _ in range(WALKS):
                walked = self._walk(Action(kind))
                if walked is not None:
                    tried[walked] = None
        for other in self.others:
            tried[other] = None
        found: dict[str, list[tuple[Action, Verdict]]] = defaultdict(list)
        for action in tried:
            verdict = self.game.explain(action)
            if not verdict and not ill_written(verdict) and _said(verdict):
                found[action.kind].append((action, verdict))
                self.met[action.kind].update(dict.fromkeys(verdict.rules))
        return dict(found)

    def names_in(self, kind: str, slot: str) -> str:
        """What is named in a slot of an action: a unit, a hex, a place, a text; empty for ways and
        all else."""
        taken = self.game.takes(kind).get(slot)
        if taken is None or taken.type in ("hexes", "places", "ways"):
            return ""
        return "text" if taken.type == "text" else NAMED.get(taken.type, "")

    def candidates(self, base: Action, slot: str, value: Any, random: Random) -> list[str]:
        """Names for the open slot of an action: what was there, what is offered, what lies near,
        what somebody named who was mistaken, and some at random."""
        found: dict[str, None] = {}
        given = list(value) if isinstance(value, tuple) else [value]
        if len(given) != 1 or not isinstance(given[0], str):
            return []
        found[given[0]] = None
        offer = self.game.offer(base)
        if offer is not None and offer.slot == slot:
            found.update(dict.fromkeys(_named(list(islice(offer.candidates, OFFERED)), slot)))
        others = [
            *self.legal.get(base.kind, ()),
            *(a for a, _ in self.forbidden.get(base.kind, ())),
        ]
        found.update(dict.fromkeys(_named([one.get(slot) for one in others], slot)))
        type_ = self.names_in(base.kind, slot)
        if type_ == "unit":
            mates = self._mates(given[0])
            found.update(dict.fromkeys(random.sample(mates, min(len(mates), NAMES))))
        elif type_ != "text":
            for _ in range(NAMES):
                found[self._near(given[0])] = None
        return list(found)

    def _walk(self, begun: Action) -> Action | None:
        """An action whose slots are filled with what can be chosen, whether or not it is legal."""
        for _ in range(12):
            offer = self.game.offer(begun)
            if offer is None:
                return begun if begun.named else None
            candidates = list(islice(offer.candidates, 60))
            if not candidates:
                return None
            chosen = filled(begun, offer.slot, self.random.choice(candidates))
            if chosen == begun:
                return None
            begun = chosen
        return None

    def slips(self, action: Action) -> Iterator[Action]:
        """The same action with one thing changed, as somebody might who is mistaken."""
        takes = self.game.takes(action.kind)
        for name, value in action.args:
            self.values[action.kind, name][value] = None
        for name in takes:
            known = list(self.values[action.kind, name])
            if known and NAMED.get(takes[name].type) != "hex":
                other = self.random.choice(known)
                if other != action.get(name):
                    yield action.filled({name: other})
        for name, value in action.args:
            slot = takes.get(name)
            among = slot.among if slot is not None else ()
            kind = NAMED.get(slot.type, "") if slot is not None else ""
            if kind == "unit" and "path" in action:
                continue  # nobody takes one unit for another that stands elsewhere
            for _ in range(SLIPS):
                changed = self._slip(value, kind, among)
                if changed is not None and changed != value:
                    yield action.filled({name: changed})

    def _slip(self, value: Any, kind: str, among: tuple[str, ...]) -> Any:
        random = self.random
        if among:
            return random.choice(among)
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + random.choice((-1, 1, 2))
        if kind == "unit" and self.units:
            if isinstance(value, str):
                return random.choice(self._mates(value))
            if not isinstance(value, tuple):
                return None
            other = random.choice(self._mates(value[0] if value else ""))
            ways = [(*value, other), (*value[:-1], other), value[:-1]]
            return random.choice([way for way in ways if way])
        if kind in ("hex", "place"):
            if isinstance(value, str):
                return self._near(value)
            if isinstance(value, tuple) and value and " " not in value[-1]:
                on, aside = self._near(value[-1]), self._near(value[-2] if value[1:] else value[-1])
                return random.choice([(*value, on), (*value[:-1], aside)])
        return None

    def _mates(self, unit: str) -> list[str]:
        """The units of the same side: that somebody else's cannot be chosen is no question."""
        pieces = self.game.scenario.pieces
        side = getattr(pieces.get(unit), "side", None)
        mates = [one for one in self.units if getattr(pieces.get(one), "side", None) == side]
        return mates or self.units

    def _near(self, place: str) -> str:
        """A neighbour, or now and then one a little further off."""
        near = list(self.board.neighbours(place)) if place in self.board else []
        if near and self.random.random() < 0.3:
            near = list(self.board.neighbours(self.random.choice(near)))
        return self.random.choice(near) if near else place


def _named(values: list[Any], slot: str) -> Iterator[str]:
    """The single names among what can fill a slot."""
    for value in values:
        if isinstance(value, Action | Mapping):
            value = value.get(slot)
        if isinstance(value, tuple) and len(value) == 1:
            value = value[0]
        if isinstance(value, str):
            yield value


def _said(verdict: Verdict) -> bool:
    """Whether each reason is some rule's."""
    return all(reason.rule for reason in verdict.reasons)


def only(verdict: Verdict) -> str:
    """The rule that forbids something alone; empty where there are several or none."""
    rules = verdict.rules
    return rules[0] if len(rules) == 1 else ""


def sums(tally: Tally | None) -> Iterator[tuple[str, Tally]]:
    """A tally and its parts that are plain sums, each by its place: the whole is "", a part "0".
    A sum over the steps of a way is that of all that each step costs."""
    if tally is None:
        return
    if tally.parts and [line.value for line in tally.lines] == [p.total for p in tally.parts]:
        tally = replace(tally, lines=tuple(line for p in tally.parts for line in p), parts=())
    if _adds_up(tally):
        yield "", tally
    keys = [part.key for part in tally.parts]
    for number, part in enumerate(tally.parts):
        if keys.count(part.key) == 1 and _adds_up(part):
            yield str(number), part


def _adds_up(tally: Tally) -> bool:
    values = [line.value for line in tally.lines if line.value is not None]
    return bool(values) and sum(values) == tally.total
