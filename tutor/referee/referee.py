"""The referee: it hears what seats want, writes it down, and tells every seat its news."""

from __future__ import annotations

import hmac
import json
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import catalogue, plain, record
from engine.bots import BOTS
from engine.errors import Problem
from engine.values import Action
from tutor.referee.hosts import Host, Hosts
from tutor.referee.onward import Onward
from tutor.referee.school import School
from tutor.referee.seat import PATIENCE
from tutor.referee.shared import WATCHER, Entry, Refused, SharedGame
from tutor.referee.shelf import LENGTH, Seat, Shelf, proof

PASSED = b">"
"""How a page of another server is known here: by this, the life of its host, and its own name."""
ANSWER, UNASKED = '{"re": ', '{"re": null'
GONE_SECONDS = 10.0
"""Whoever is not heard for so long is not there."""
LOOK_MILLISECONDS = 1000
MOST_REQUEST = 400_000
MOST_WATCHERS = 60


def is_passed(who: bytes) -> bool:
    """Whether it is a page of another server."""
    return who.startswith(PASSED)


@dataclass
class Ear:
    """A page that listens to a game."""

    side: str
    known: int
    """How long the history was that it was told of last."""
    number: int
    heard: float


@dataclass
class Round:
    """A game, its seats, and who listens."""

    code: str
    game: SharedGame
    seats: dict[str, Seat]
    kept_at: str
    """What has to be had for it: the table, or the class that it belongs to."""
    ears: dict[bytes, Ear] = field(default_factory=dict)

    def here(self, side: str) -> bool:
        """Whether somebody of a side listens."""
        return any(ear.side == side for ear in self.ears.values())

    def about(self) -> dict[str, Any]:
        """What everybody may know of the table."""
        scenario, players = self.game.game.scenario, self.game.players
        names = {side.id: side.name for side in scenario.sides}
        return {
            "code": self.code,
            "scenario": scenario.id,
            "switches": dict(scenario.switches),
            "people": list(self.game.people),
            "seats": {
                seat: {
                    "side": side,
                    "title": names[side] if seat == side else f"{names[side]} {seat}",
                    "name": self.seats[seat].learner if seat in self.seats else "",
                    "bot": players.get(side) or "",
                    "here": self.here(seat) or bool(players.get(side)),
                }
                for seat, side in self.game.seats.items()
            },
            "clock": self.game.clock,
            "since": self.game.since,
            "watching": sum(ear.side == WATCHER for ear in self.ears.values()),
        }


class Referee:
    """All shared games of a server; of those that another one has it is the go-between."""

    def __init__(self, hosts: Hosts, now: Callable[[], float] = time.monotonic) -> None:
        self.hosts, self._shelf = hosts, Shelf(hosts)
        hosts.on_lost = self._lose
        self._rounds: dict[str, Round] = {}
        self._now = now
        self.school = School(hosts, now, self._send, self)
        self.onward = Onward(now, self._send)
        self.post: list[tuple[bytes, str]] = []
        """What is to be sent, and to whom: pages of this server, and of others."""
        self.passed: list[tuple[str, bytes, bytes]] = []
        """Letters for other hosts: where they are reached, from which page, what it says."""
        self._waiting: dict[bytes, tuple[Host, float, bytes]] = {}
        """What each page waits for that was passed on: to whom, since when, and its letter."""
        self._does: Mapping[str, Callable[..., dict[str, Any]]] = {
            "open": self._open,
            "look": self._look,
            "sit": self._sit,
            "here": self._here,
            "bye": self._bye,
            "act": self._act,
            "back": self._simple(SharedGame.back),
            "draw": self._simple(SharedGame.draw),
            "agree": self._simple(SharedGame.agree),
            "refuse": self._simple(SharedGame.refuse),
            "resign": self._simple(SharedGame.resign),
            "record": self._record,
            **self.school.does,
            **self.onward.does,
        }

    def _send(self, who: bytes, letter: str) -> None:
        self.post.append((who, letter))

    def hear(self, who: bytes, letter: bytes) -> None:
        """Somebody wants something: do it, and put what comes of it into the post; or pass it on to
        the host that has what it is about."""
        try:
            asked = json.loads(letter[:MOST_REQUEST])
            wanted = self._does[asked.pop("do")]
            about = asked.pop("re", None)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return
        try:
            code = asked.get("code")
            fits = isinstance(code, str) and len(code) == LENGTH
            host = self.hosts.elsewhere(code) if fits else None
            if host is not None:
                self._pass_on(host, who, about, letter)
                return
            if wanted == self.onward.came_on and not is_passed(who):
                self.passed += [(one.address, b"", letter) for one in self.hosts.others]
            told = wanted(who, **asked)
        except Refused as no:
            told = {"no": no.why, "reasons": plain.plain(no.reasons)}
        except Problem as problem:
            told = {"no": "problem", "text": str(problem)}
        except Exception:  # one letter that cannot be answered is no reason to leave all others
            logging.getLogger("staffride").exception("a letter could not be answered")
            told = {"no": "wrong"}
        self.post.append((who, json.dumps({"re": about, **told})))

    # -- other hosts ------------------------------------------------------------------------------

    def _pass_on(self, host: Host, who: bytes, about: int | None, letter: bytes) -> None:
        """Let the host answer that has it; what was passed on once goes no further."""
        if is_passed(who):
            raise Refused("stale")
        if not host.address:
            raise Refused("out-of-reach")
        if about is not None:
            self._waiting[who] = host, self._now(), letter
        self.passed.append((host.address, who, letter))

    def bring(self, page: bytes, letter: str) -> None:
        """Something has come from another host for a page of this server."""
        if letter.startswith(ANSWER) and not letter.startswith(UNASKED):
            self._waiting.pop(page, None)
        self.post.append((page, letter))

    def _ask_again(self) -> None:
        """What was passed on to a host that has gone is asked again of whoever has it now."""
        for who, (host, since, letter) in list(self._waiting.items()):
            if self._now() - since > PATIENCE:
                del self._waiting[who]
                told = "no answer from another server: can this one reach its --together-at, %s?"
                logging.getLogger("staffride").warning(told, host.address)
            elif not self.hosts.is_there(host.life):
                del self._waiting[who]
                self.hear(who, letter)

    def _lose(self, kept: str) -> None:
        """Another host has it now: what is known of it here is not true any more."""
        self.school.lose(kept)
        for code in [code for code, one in self._rounds.items() if one.kept_at == kept]:
            del self._rounds[code]

    def work(self) -> bool:
        """One action of a bot, if one owes it anywhere; whether there may be more."""
        moved = [self._step(one) for one in list(self._rounds.values())]
        return any(moved)

    def look_round(self) -> None:
        """Notice who has gone without a word; put away what nobody listens to."""
        self.hosts.beat()
        self._ask_again()
        late = self._now() - GONE_SECONDS
        for code, one in list(self._rounds.items()):
            gone = [who for who, ear in one.ears.items() if ear.heard < late]
            for who in gone:
                del one.ears[who]
            if gone:
                self._tell_all(one)
            if not one.ears:
                del self._rounds[code]
        self.school.look_round(late)
        self.onward.look_round(late)
        self.hosts.release({*self.school.codes, *(one.kept_at for one in self._rounds.values())})

    # -- coming and going -------------------------------------------------------------------------

    def _open(
        self,
        who: bytes,
        scenario: str,
        switches: dict[str, bool],
        players: dict[str, str],
        clock: bool = False,
    ) -> dict[str, Any]:
        if scenario not in catalogue.scenario_ids():
            raise Refused("no-scenario")
        if not {*players.values()} <= {*BOTS}:
            raise Refused("wrong")
        return {"code": self._shelf.begin(scenario, switches, players, clock)}

    def _round(self, code: str) -> Round:
        if code not in self._rounds:
            game = self._shelf.load(code)
            if game is None:
                raise Refused("no-code")
            seats = {seat.side: seat for seat in self._shelf.seats(code)}
            game.seated = frozenset(seats)
            self._rounds[code] = Round(code, game, seats, self.hosts.kept_at(code))
        return self._rounds[code]

    def _look(self, who: bytes, code: str) -> dict[str, Any]:
        return {"about": self._round(code).about()}

    def _sit(self, who: bytes, code: str, side: str, learner: str, key: str) -> dict[str, Any]:
        one = self._round(code)
        if side not in one.game.people:
            raise Refused("no-seat")
        if not self.school.may_sit(code, side, key):
            raise Refused("not-yours")
        seat = Seat(side, learner, proof(code, key))
        if side not in one.seats and self._shelf.sit(code, seat):
            one.seats[side] = seat
            one.game.seated |= {side}
            self._tell_all(one)
        self._seated(one, side, key)
        return {"side": side}

    def _seated(self, one: Round, side: str, key: str) -> None:
        """Nobody speaks for a seat who does not have its key."""
        mine = one.seats[side].proof if side in one.seats else ""
        if side != WATCHER and not hmac.compare_digest(mine, proof(one.code, key)):
            raise Refused("not-yours")

    def _here(self, who: bytes, code: str, side: str, key: str, number: int = -1) -> dict[str, Any]:
        """Somebody listens; who has missed something is told all of it."""
        one = self._round(code)
        self._seated(one, side, key)
        known = one.ears.get(who)
        if known is None:
            watching = sum(ear.side == WATCHER for ear in one.ears.values())
            if side == WATCHER and watching >= MOST_WATCHERS:
                raise Refused("full")
            came = not one.here(side)
            one.ears[who] = known = Ear(side, 0, -1, self._now())
            if came:
                self._tell_all(one)
        known.heard = self._now()
        if number != one.game.number or known.number != one.game.number:
            known.known, known.number = 0, -1
            self._tell(one, who, known)
        return {}

    def _bye(self, who: bytes, code: str) -> dict[str, Any]:
        one = self._rounds.get(code)
        if one is not None and one.ears.pop(who, None) is not None:
            self._tell_all(one)
        return {}

    # -- what is done -----------------------------------------------------------------------------

    def _act(
        self, who: bytes, code: str, side: str, key: str, number: int, action: dict[str, Any]
    ) -> dict[str, Any]:
        one = self._round(code)
        self._seated(one, side, key)
        if number != one.game.number:
            raise Refused("stale")
        return self._done(one, one.game.act(side, Action.from_json(action)))

    def _simple(
        self, wanted: Callable[[SharedGame, str], Entry | None]
    ) -> Callable[..., dict[str, Any]]:
        def does(who: bytes, code: str, side: str, key: str, number: int) -> dict[str, Any]:
            one = self._round(code)
            self._seated(one, side, key)
            if number != one.game.number:
                raise Refused("stale")
            return self._done(one, wanted(one.game, side))

        return does

    def _done(self, one: Round, entry: Entry | None) -> dict[str, Any]:
        """Do it, write it down, tell everybody; what was held back for it comes next."""
        if entry is None:
            self._tell_all(one)
            return {"held": True}
        self._write(one, entry)
        while (held := one.game.waiting()) is not None:
            self._write(one, held)
        self._tell_all(one)
        self.school.played(one.code)
        return {"held": False}

    def _write(self, one: Round, entry: Entry) -> None:
        try:
            now = time.time()
            one.game.tick(now)
            self._shelf.write(one.code, one.game.do(entry), now)
        except BaseException:
            # Nobody has heard of it: it has not been. What the database has is what counts.
            self._rounds.pop(one.code, None)
            raise
        length = len(one.game.game.history)
        for ear in one.ears.values():
            ear.known = min(ear.known, length)

    def _step(self, one: Round) -> bool:
        try:
            entry = one.game.bot()
            if entry is not None:
                self._done(one, entry)
        except Exception:
            # one table that cannot go on is no reason to leave all others; it is read anew
            logging.getLogger("staffride").exception("the table %s stopped", one.code)
            self._rounds.pop(one.code, None)
            return False
        return entry is not None

    def _record(self, who: bytes, code: str, side: str, key: str) -> dict[str, Any]:
        one = self._round(code)
        self._seated(one, side, key)
        if not one.game.over:
            raise Refused("not-over")
        return {"record": record.dumps(record.record_of(one.game.game))}

    # -- the tables of a class --------------------------------------------------------------------

    def begin(self, scenario: str, players: Mapping[str, str]) -> str:
        """Open a table; its code."""
        return self._shelf.begin(scenario, {}, players)

    def hand(self, table: str, seat: str, bot: str) -> None:
        """A bot takes a seat over from a person, or leaves it to one where `bot` is empty."""
        one = self._round(table)
        self._shelf.rise(table, seat)
        one.seats.pop(seat, None)
        one.game.seated -= {seat}
        for who in [who for who, ear in one.ears.items() if ear.side == seat]:
            del one.ears[who]
        self._write(one, one.game.hand(seat, bot))
        self._tell_all(one)

    def standing(self, table: str) -> dict[str, Any]:
        """How a game stands: its turn, whose it is, how it ended."""
        game, seats = self._round(table).game, self._round(table).about()["seats"]
        told = {seat: {"title": one["title"], "bot": one["bot"]} for seat, one in seats.items()}
        acting = sorted(game.acting)
        over = {"over": game.over, "winner": game.winner}
        over |= {"turn": game.turn, "last": game.last_turn}
        return {"acting": acting, "seats": told, **over}

    def forget(self, tables: Iterable[str]) -> None:
        """Nothing is left of some tables."""
        gone = list(tables)
        for table in gone:
            self._rounds.pop(table, None)
        self._shelf.forget(gone)

    # -- telling ----------------------------------------------------------------------------------

    def _tell_all(self, one: Round) -> None:
        made: dict[tuple[str, int], str] = {}
        for who, ear in one.ears.items():
            self._tell(one, who, ear, made)

    def _tell(
        self, one: Round, who: bytes, ear: Ear, made: dict[tuple[str, int], str] | None = None
    ) -> None:
        since, made = ear.known, {} if made is None else made
        if (ear.side, since) not in made:
            made[ear.side, since] = one.game.news(ear.side, since)
        about, before = json.dumps(one.about(), sort_keys=True), ear.number
        ear.known, ear.number = len(one.game.game.history), one.game.number
        letter = f'{{"about":{about},"after":{before},"news":{made[ear.side, since]}}}'
        self.post.append((who, letter))
