"""A rule left out: what would be right for somebody who does not know it.

The rules of a scenario are copied, and in the copy one answer is another: every unit is technical
or none, a line may be as long as it likes, the weather is fine. Whatever is asked of the copy is
what a player comes to who leaves that one rule out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from engine.game import Game
from engine.practice.kinds.kind import Answering
from engine.values import Action, changed, replace
from engine.verdict import Reason, Verdict
from engine.zocbond.battle.battle import Share
from engine.zocbond.board.state import Kept, State
from engine.zocbond.board.unit import Face, Unit
from engine.zocbond.rules import Family

FIGHTS = ("attack", "auto-ds", "breakthrough")
MOVES = ("move", "march", "enter")
ADVANCES = ("advance",)
"""Kinds of action."""
Change: TypeAlias = Callable[[Family, State], State]
"""Makes a copy of the rules, and a state, those of somebody who leaves a rule out."""


@dataclass(frozen=True)
class Off:
    """How a rule is left out."""

    rule: str
    of: tuple[str, ...]
    """What it matters for: kinds of action, and what the marks ask about."""
    change: Change
    level: bool = False
    """Whether the ground lies as it did, so that it need not be looked at again."""


def family(game: Game) -> Family:
    """The rules of a game of this family."""
    assert isinstance(game.rules, Family), "a game of ZOC bonds"
    return game.rules


def left_out(game: Game, off: Off) -> tuple[Family, State]:
    """The rules and the state of somebody who leaves a rule out; nothing that was worked out before
    is known to them, but perhaps how the ground lies."""
    g = copy(family(game))
    known = vars(g)
    for kind in type(g).__mro__:
        for name, value in vars(kind).items():
            if isinstance(value, cached_property):
                known.pop(name, None)
    known["_fighters"] = {}
    s: State = game.rules.seen(game.state)
    state = replace(s, kept=Kept((), s.lays if off.level else {}))
    return g, off.change(g, state)


def answering(**answers: Answering) -> Change:
    """Some questions of a game are answered in another way: each gets the rules first."""

    def change(g: Family, s: State) -> State:
        for name, answer in answers.items():
            setattr(g, name, _bound(answer, g, getattr(g, name)))
        return s

    return change


def _bound(answer: Answering, g: Family, before: Answering) -> Answering:
    return lambda *args, **named: answer(g, before, *args, **named)


def figure(name: str, value: int) -> Change:
    """A number of the game is another."""
    return answering(figure=lambda g, before, asked: value if asked == name else before(asked))


def pieces(recast: Callable[[Unit], Mapping[str, object]]) -> Change:
    """All units are taken for something else."""

    def change(g: Family, s: State) -> State:
        g.units = {name: changed(piece, recast(piece)) for name, piece in g.units.items()}
        g.technical = frozenset(name for name, piece in g.units.items() if piece.technical)
        return s

    return change


def faces(recast: Callable[[Face], Mapping[str, object]]) -> Change:
    """The sides of all counters are read in another way."""

    def face(g: Family, before: Answering, s: State, unit: str) -> Face:
        found: Face = before(s, unit)
        return changed(found, recast(found))

    return answering(face=face)


def silent(*contributions: str) -> Change:
    """No chapter adds anything of some kinds."""

    def change(g: Family, s: State) -> State:
        vars(g)["_asked"] = {**g._asked, **dict.fromkeys(contributions, ())}
        return s

    return change


def both(*changes: Change) -> Change:
    """Several at once."""

    def change(g: Family, s: State) -> State:
        for one in changes:
            s = one(g, s)
        return s

    return change


def unshared(rule: str) -> Off:
    """A rule halves and doubles nobody."""

    def less(share: Share) -> Share:
        halved = tuple(one for one in share.halved if one[0] != rule)
        doubled = tuple(one for one in share.doubled if one[0] != rule)
        return replace(share, halved=halved, doubled=doubled)

    def attack(g: Family, before: Answering, *about: object) -> Share:
        return less(before(*about))

    def defence(g: Family, before: Answering, *about: object) -> list[Share]:
        return [less(share) for share in before(*about)]

    change = answering(attack_share=attack, defence_shares=defence)
    return Off(rule, FIGHTS, change, level=True)


def by_rule(offs: Sequence[Off], rule: str) -> Off:
    """How a rule is left out: as a game says, or by halving and doubling nobody."""
    return next((off for off in offs if off.rule == rule), None) or unshared(rule)


def unmarked(*marks: str) -> Change:
    """Nobody bears some markers."""
    return lambda g, s: s.unmark(tuple(s.marks), *marks)


def marked_so(those: str, mark: str) -> Change:
    """Who bears one marker is taken for one who bears another."""
    return lambda g, s: s.mark([unit for unit in s.marks if s.has(unit, those)], mark)


def unless(used: Callable[[Family, State, Action], bool], rule: str) -> Change:
    """Somebody who does not know that a rule allows something thinks that it is forbidden."""

    def explain(g: Family, before: Answering, s: State, action: Action) -> Verdict:
        found: Verdict = before(s, action)
        if found and used(g, s, action):
            return Verdict((Reason.of(rule, "practice.legal"),))
        return found

    return answering(explain=explain)


def from_many(g: Family, s: State, action: Action) -> bool:
    """An attack out of several hexes."""
    return len({s.place(unit) for unit in action["units"]}) > 1


def elsewhere(g: Family, s: State, action: Action) -> bool:
    """An advance that does not lead through the vacated hex."""
    battle = getattr(s.top, "battle", None)
    return battle is not None and battle.hex not in action["path"]
