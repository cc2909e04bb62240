"""A game that several screens share: what is done to it, and what each seat hears of that."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from engine import bots, plain
from engine.game import Game, HistoryStep
from engine.values import Action
from engine.verdict import Decision, Reason

WATCHER = ""
"""The side of whoever only looks on."""
UNDO, DRAW, RESIGN = "undo", "draw", "resign"
MOST_ALONE = 2
"""At a table of more seats nobody gives up for the others."""


class Refused(Exception):
    """Something that cannot be done at a table: why, as a key of the words."""

    def __init__(self, why: str, reasons: Sequence[Reason] = ()) -> None:
        super().__init__(why)
        self.why, self.reasons = why, tuple(reasons)


@dataclass(frozen=True)
class Entry:
    """One line of the log: the number it has, whose it is, what was done."""

    number: int
    side: str
    did: str
    """`act`, `back`, `propose`, `agree`, `refuse`, `resign`, `draw`, `hand`."""
    action: Action | None = None
    dice: tuple[int, ...] = ()
    to: int = 0
    """How long the history is after something was taken back."""
    about: str = ""
    """What was proposed, or the bot that has a seat from now on."""


@dataclass(frozen=True)
class Proposal:
    """What one side proposes and others have yet to agree to."""

    what: str
    by: str
    to: int = 0
    agreed: frozenset[str] = frozenset()


@dataclass
class SharedGame:
    """The true game, and who may do what to it. Nothing here is written or sent: what a seat wants
    becomes a line of the log, and `do` does what the line says."""

    game: Game
    players: Mapping[str, str]
    """The bots that play sides, by side."""
    number: int = 0
    """How many lines the log has."""
    proposal: Proposal | None = None
    result: tuple[str, str] | None = None
    """How it ended otherwise than by its rules: what was done, and by whom."""
    held: dict[str, Action] = field(default_factory=dict)
    """What a side does that does not know that others decide first."""
    by: list[str] = field(default_factory=list)
    """Who did each action of the history."""
    seated: frozenset[str] = frozenset()
    """The seats that somebody has taken."""
    clock: dict[str, float] | None = None
    """How many seconds each side has thought, where that is counted."""
    since: float = 0.0
    """When the one who thinks now began to."""

    @cached_property
    def seats(self) -> Mapping[str, str]:
        """Who can sit there, and for which side."""
        return self.game.rules.chairs

    @property
    def people(self) -> tuple[str, ...]:
        """The seats of persons."""
        return tuple(seat for seat, side in self.seats.items() if not self.players.get(side))

    @property
    def asked(self) -> frozenset[str]:
        """Who has to agree to a proposal: all who sit there."""
        return frozenset(self.people) & self.seated

    @property
    def acting(self) -> Collection[str]:
        """The seats that may do something now."""
        return () if self.over else self.game.rules.acting(self.game.state)

    def eyes(self, seat: str) -> str:
        """As which side a seat sees."""
        return self.seats.get(seat, WATCHER)

    @property
    def over(self) -> bool:
        """Whether nothing is decided any more."""
        return self.result is not None or self.game.decision is None

    # -- what a seat wants ------------------------------------------------------------------------

    def act(self, side: str, action: Action) -> Entry | None:
        """An action of a side; None where others decide first and it must not know that."""
        if self.over:
            raise Refused("over")
        rules, state = self.game.rules, self.game.state
        if side not in rules.acting(state, action):
            # whoever may not know that others decide first waits without knowing it
            known = rules.seen(state, self.eyes(side))
            if side in self.acting or side not in rules.acting(known, action):
                raise Refused("not-you")
            self.held[side] = action
            return None
        verdict = self.game.explain(action)
        if not verdict:
            raise Refused("illegal", verdict.reasons)
        return Entry(self.number + 1, side, "act", action)

    def back(self, side: str) -> Entry:
        """A side takes its last action back, or asks the others whether it may."""
        mine = [place for place, who in enumerate(self.by) if who == side]
        if not mine or self.over:
            # who has the record of a game that is over knows its dice
            raise Refused("nothing-back")
        to = mine[-1] + 1
        steps = self.game.history
        before, now = steps[to - 1].state, steps[-1].state
        uncovers, eyes = self.game.rules.uncovers, set(self.seats.values())
        if set(self.seats) != set(self.people) and uncovers(before, now, self.eyes(side)):
            # a bot agrees to dice, for they fall the same way again, and to nothing that was hidden
            raise Refused("seen")
        free = set(self.by[mine[-1] :]) == {side} and not any(s.answers for s in steps[to:])
        if free and not any(uncovers(before, now, one) for one in eyes):
            return Entry(self.number + 1, side, "back", to=to)
        return self._propose(Proposal(UNDO, side, to, frozenset({side})))

    def draw(self, side: str) -> Entry:
        """A side offers a draw."""
        self._may_settle(side)
        return self._propose(Proposal(DRAW, side, agreed=frozenset({side})))

    def resign(self, side: str) -> Entry:
        """A side gives the game up; where more than two play, all have to agree."""
        self._may_settle(side)
        if len(self.seats) > MOST_ALONE:
            return self._propose(Proposal(RESIGN, side, agreed=frozenset({side})))
        return Entry(self.number + 1, side, RESIGN)

    def _may_settle(self, side: str) -> None:
        if self.over or side not in self.people:
            raise Refused("over")

    def _propose(self, proposal: Proposal) -> Entry:
        if self.asked <= proposal.agreed:
            return self._agreed(proposal)
        number, by = self.number + 1, proposal.by
        return Entry(number, by, "propose", to=proposal.to, about=proposal.what)

    def _agreed(self, proposal: Proposal) -> Entry:
        did = "back" if proposal.what == UNDO else proposal.what
        return Entry(self.number + 1, proposal.by, did, to=proposal.to)

    def agree(self, side: str) -> Entry:
        """A side agrees to what was proposed: it is done when all have."""
        if self.proposal is None or side not in self.people:
            raise Refused("no-proposal")
        agreed = replace(self.proposal, agreed=self.proposal.agreed | {side})
        done = self.asked <= agreed.agreed
        return self._agreed(agreed) if done else Entry(self.number + 1, side, "agree")

    def refuse(self, side: str) -> Entry:
        """A side does not agree, or takes its own proposal back."""
        if self.proposal is None or side not in self.people:
            raise Refused("no-proposal")
        return Entry(self.number + 1, side, "refuse")

    def bot(self) -> Entry | None:
        """What a bot does now, if it is one's turn."""
        seat = next((one for one in self.acting if one not in self.people), None)
        if seat is None or self.proposal is not None:
            # it waits for what persons have to settle
            return None
        # the same bot after a restart: it draws by where the game is
        name = self.players[self.seats[seat]]
        choose = bots.make_bot(name, f"{self.number}/{seat}").choose
        return Entry(self.number + 1, seat, "act", choose(self.game))

    def hand(self, seat: str, bot: str) -> Entry:
        """A bot takes a seat over, or leaves it to a person."""
        return Entry(self.number + 1, seat, "hand", about=bot)

    def waiting(self) -> Entry | None:
        """What was held back and can be done now; what no longer can is forgotten."""
        seat = next((one for one in self.acting if one in self.held), None)
        if seat is None:
            return None
        try:
            return self.act(seat, self.held.pop(seat))
        except Refused:
            return None

    def tick(self, at: float) -> None:
        """Somebody has thought up to now."""
        for seat in self.acting if self.clock is not None else ():
            if self.clock is not None and seat in self.clock:
                self.clock[seat] += max(0.0, at - self.since)
        self.since = at

    # -- what is done -----------------------------------------------------------------------------

    def do(self, entry: Entry) -> Entry:
        """Do what a line of the log says; the line, with the dice it met."""
        if entry.number != self.number + 1:
            raise Refused("stale")
        self.number = entry.number
        if entry.did == "propose":
            self.proposal = Proposal(entry.about, entry.side, entry.to, frozenset({entry.side}))
            return entry
        if entry.did == "agree":
            assert self.proposal is not None, "what was proposed is agreed to"
            agreed = self.proposal.agreed | {entry.side}
            self.proposal = replace(self.proposal, agreed=agreed)
            return entry
        self.proposal = None
        if entry.did == "act":
            assert entry.action is not None, "an action is done"
            self.game.apply(entry.action)
            self.by.append(entry.side)
            dice = tuple(number for _, number in self.game.history[-1].answers)
            return replace(entry, dice=dice)
        if entry.did == "back":
            self.held.clear()
            while len(self.game.history) > entry.to:
                self.game.undo()
            del self.by[entry.to - 1 :]
        elif entry.did == "hand":
            self.players = {**self.players, self.seats[entry.side]: entry.about}
            self.held.pop(entry.side, None)
        elif entry.did in (RESIGN, DRAW):
            self.result = (entry.did, entry.side)
        return entry

    @property
    def turn(self) -> int:
        """How far the game is: its turn or round."""
        state = self.game.state
        return int(getattr(state, "round", 0) or state.turn)

    @property
    def last_turn(self) -> int:
        """The turn after which it is over, where the game tells; else none, which is 0."""
        known = "standing" in getattr(self.game.rules, "questions", ())
        return int(self.game.query("standing").last) if known else 0

    @property
    def winner(self) -> str:
        """The side that has won; none where nobody has, or not yet."""
        if not self.over:
            return ""
        if self.result is None:
            ending = self.game.ending
            return (ending.winner or "") if ending is not None else ""
        did, seat = self.result
        others = [side for side in self.seats.values() if side != self.seats[seat]]
        return others[0] if did == RESIGN and len(set(others)) == 1 else ""

    # -- what a seat hears ------------------------------------------------------------------------

    def _owed(self, side: str) -> Decision | None:
        """The decision that is owed for all a side knows."""
        if self.over:
            return None
        return self.game.rules.owed(self.game.state, self.eyes(side))

    def news(self, side: str, since: int = 0) -> str:
        """What a side may know: what it heard since the history was so long, and how things stand;
        the same text wherever the same is known."""
        rules, state = self.game.rules, self.game.state
        owed = self._owed(side)
        if owed is None and not self.over:
            # it may not know what is owed: somebody else does something
            others = [one for one in self.seats.values() if one != self.eyes(side)]
            owed = Decision(others[0], "game.wait", "")
        told = {
            "number": self.number,
            "since": since,
            "steps": [plain.plain(tuple(step)) for step in self._told(side, since)],
            "state": plain.plain(rules.sent(state, self.eyes(side))),
            "owed": plain.plain(owed),
            "ending": plain.plain(self.game.ending) if self.game.decision is None else None,
            "result": self.result,
            "proposal": None if self.proposal is None else self._proposed(side),
        }
        return json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    def _told(self, side: str, since: int) -> Iterator[Iterator[Any]]:
        steps = self.game.history
        before: Sequence[HistoryStep] = (steps[0], *steps)
        for old, new in list(zip(before, steps, strict=False))[since:]:
            yield self.game.rules.told(old.state, new.state, new.events, self.eyes(side))

    def _proposed(self, side: str) -> Mapping[str, Any]:
        assert self.proposal is not None, "there is one"
        mine = side in self.people and side not in self.proposal.agreed
        return {"what": self.proposal.what, "by": self.proposal.by, "asks": mine}
