"""A live class: the teacher shows, asks and sets work; pupils follow, answer and come on.

What is on has a number, and whoever comes late or comes back is told the whole of it. Nobody but
the teacher hears an answer before it is revealed; every line is in the database before anybody
hears of it.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from tutor.referee.classbook import NOTHING, Classbook, Pupil, Worked, text
from tutor.referee.hosts import Hosts
from tutor.referee.pairs import Pairs, Tables
from tutor.referee.room import TEACHER, Ear, Peek, Place, Room
from tutor.referee.shared import Refused
from tutor.referee.shelf import proof

MOST_PUPILS, MOST_NAME, MOST_ANSWER, MOST_TRIED = 60, 40, 4_000, 40
MOST_LESSON, MOST_STEP, MOST_DONE = 120, 80, 200
ASKS = ("action", "choice", "number")
PEEK_SECONDS = 3.0
"""A page that has not shown its board by then has none."""


class School:
    """All classes of a server. Nothing is sent from here: `send` is told what to whom."""

    def __init__(
        self,
        hosts: Hosts,
        now: Callable[[], float],
        send: Callable[[bytes, str], None],
        tables: Tables,
    ) -> None:
        self._book, self._now, self._send = Classbook(hosts), now, send
        self._pairs = Pairs(self._book, tables)
        hosts.home = self._pairs.home
        self._rooms: dict[str, Room] = {}
        self.does: Mapping[str, Callable[..., dict[str, Any]]] = {
            "class-open": self._open,
            "class-mine": self._mine,
            "class-on": self._on,
            "class-look": self._look,
            "class-join": self._join,
            "class-here": self._here,
            "class-bye": self._bye,
            "class-show": self._taught(self._show),
            "class-ask": self._taught(self._ask),
            "class-reveal": self._taught(self._reveal),
            "class-work": self._taught(self._work),
            "class-clear": self._taught(self._clear),
            "class-lock": self._taught(self._lock),
            "class-rename": self._taught(self._rename),
            "class-remove": self._taught(self._remove),
            "class-end": self._taught(self._end),
            "class-delete": self._taught(self._delete),
            "class-records": self._taught(self._records),
            "class-point": self._taught(self._point),
            "class-peek": self._taught(self._peek),
            "class-unpeek": self._taught(self._unpeek),
            "class-board": self._board,
            "class-answer": self._answer,
            "class-tried": self._tried,
            "class-report": self._report,
            "class-sign": self._sign,
        }

    def look_round(self, late: float) -> None:
        """Notice who has gone without a word, and who is stuck."""
        for code, room in list(self._rooms.items()):
            for who, peek in list(room.peeks.items()):
                if not peek.shown and self._now() - peek.since >= PEEK_SECONDS:
                    self._seen(room, who, peek, None)
            gone = [who for who, ear in room.ears.items() if ear.heard < late]
            for who in gone:
                del room.ears[who]
                self._look_away(room, who)
            if not room.ears:
                del self._rooms[code]
            elif self._stuck(room) != room.stuck or gone:
                self._tell_teacher(room)

    @property
    def codes(self) -> Collection[str]:
        """The classes that somebody listens to."""
        return self._rooms.keys()

    def lose(self, code: str) -> None:
        """A class is elsewhere now: what is known of it here is not true any more."""
        self._rooms.pop(code, None)

    # -- who is there -----------------------------------------------------------------------------

    def _room(self, code: str) -> Room:
        if code not in self._rooms:
            book = self._book.load(code)
            if book is None:
                raise Refused("no-class")
            set_now = book.present.get("work", {}).get("lesson")
            known = {who: Place(*at, 1) for who, at in book.last.items() if at[0] == set_now}
            self._rooms[code] = Room(book, places=known)
            self._pairs.at_home(self._rooms[code])
        return self._rooms[code]

    def _who(self, room: Room, key: str) -> int:
        """The teacher, or a pupil, by his key."""
        shown = proof(room.book.code, key)
        if hmac.compare_digest(room.book.proof, shown):
            return TEACHER
        for pupil in room.book.pupils.values():
            if hmac.compare_digest(pupil.proof, shown):
                if pupil.removed:
                    raise Refused("removed")
                return pupil.number
        raise Refused("no-pupil")

    def _pupil(self, code: str, key: str) -> tuple[Room, int]:
        """A pupil of a class that goes on."""
        room = self._going(code)
        who = self._who(room, key)
        if who == TEACHER:
            raise Refused("no-pupil")
        return room, who

    def _going(self, code: str) -> Room:
        room = self._room(code)
        if room.book.ended:
            raise Refused("class-over")
        return room

    def _taught(self, does: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        """What only the teacher of a class may do."""

        def taught(who: bytes, code: str, key: str, **about: Any) -> dict[str, Any]:
            room = self._room(code)
            shown = proof(code, key)
            if not hmac.compare_digest(room.book.proof, shown):
                raise Refused("not-teacher")
            return does(room, who, **about)

        return taught

    def _open(self, who: bytes, key: str) -> dict[str, Any]:
        return {"code": self._book.begin(str(key))}

    def _mine(self, who: bytes, key: str) -> dict[str, Any]:
        """The classes that one teaches, and those that go on and one is in."""
        attends = [code for code, _, known in self._book.going() if proof(code, key) in known]
        return {"teaches": self._book.of(key), "attends": attends}

    def _on(self, who: bytes, code: str, key: str) -> dict[str, Any]:
        """A class as one finds it again who is in it; a lock holds elsewhere while it is taught."""
        room, _ = self._pupil(code, key)
        locked = room.book.locked and room.here(TEACHER)
        return {"code": code, "on": _titled(room.book.present), "locked": locked}

    def _look(self, who: bytes, code: str) -> dict[str, Any]:
        return {"ended": self._room(code).book.ended}

    def _join(self, who: bytes, code: str, name: str, key: str) -> dict[str, Any]:
        """Take a place in a class; with the same key it is the same place."""
        room = self._going(code)
        try:
            number = self._who(room, key)
        except Refused as no:
            if no.why != "no-pupil":
                raise
            number = self._new(room, name, key).number
        if number == TEACHER:
            raise Refused("is-teacher")
        return {"pupil": number, "name": room.book.pupils[number].name}

    def _new(self, room: Room, name: str, key: str) -> Pupil:
        name = " ".join(name.split())[:MOST_NAME]
        if not name:
            raise Refused("no-name")
        if len(room.pupils) >= MOST_PUPILS:
            raise Refused("class-full")
        number = max(room.book.pupils, default=TEACHER) + 1
        pupil = Pupil(number, name, proof(room.book.code, key))
        self._book.join(room.book.code, pupil)
        room.book.pupils[number] = pupil
        self._tell_teacher(room)
        return pupil

    def _here(
        self,
        who: bytes,
        code: str,
        key: str,
        number: int = -1,
        version: int = -1,
        locked: bool = False,
        look: int = TEACHER,
    ) -> dict[str, Any]:
        """Somebody listens; who has missed something is told all of it. The teacher says over whose
        shoulder he looks, for a referee that has been started again."""
        room = self._room(code)
        member = self._who(room, key)
        ear = room.ears.get(who)
        if ear is None or ear.who != member:
            came = not room.here(member)
            room.ears[who] = ear = Ear(member, self._now())
            if came and member != TEACHER:
                room.signs.setdefault(member, self._now())
                self._seat(room, member)
                self._tell_teacher(room)
            if room.looked_at(member):
                # what he opens now is seen as well
                self._ask_board(room, who, True)
        ear.heard, ear.known, ear.version = self._now(), number, version
        if member == TEACHER != look and who not in room.peeks and not room.answering:
            self._follow(room, who, look)
        known = (number, locked) == (room.book.number, room.book.locked)
        missed = version != room.version if member == TEACHER else not known
        if missed:
            self._tell(room, who, ear)
        return {}

    def _bye(self, who: bytes, code: str) -> dict[str, Any]:
        room = self._rooms.get(code)
        if room is not None and room.ears.pop(who, None) is not None:
            self._look_away(room, who)
            self._tell_teacher(room)
        return {}

    # -- what the teacher does --------------------------------------------------------------------

    def _put(self, room: Room, present: Mapping[str, Any], by: bytes = b"") -> dict[str, Any]:
        """Something else is on: written down, then told. Whoever put it there knows it."""
        if room.book.ended:
            raise Refused("class-over")
        number = room.book.number + 1
        present = {**present, "number": number}
        if present["kind"] == "ask":
            present.setdefault("question", number)
        self._book.put(room.book.code, number, present)
        room.book.number, room.book.present = number, present
        if present["kind"] != "ask" or not present["revealed"]:
            room.book.answers, room.book.tried = {}, {}
        for page in list(room.peeks) if room.answering else ():
            self._look_away(room, page)
        if by in room.ears:
            room.ears[by].known = number
        self._tell_all(room)
        return {"number": number}

    def _show(
        self, room: Room, who: bytes, show: dict[str, Any], own: Any = None
    ) -> dict[str, Any]:
        """Show a board; `own` is the teacher's where that has more on it than pupils may see."""
        return self._put(room, {"kind": "show", "show": dict(show), "own": own}, by=who)

    def _ask(
        self, room: Room, who: bytes, ask: dict[str, Any], right: Any = None, own: Any = None
    ) -> dict[str, Any]:
        if ask["kind"] not in ASKS or not ask["text"].strip():
            raise Refused("no-question")
        asked = {"kind": "ask", "ask": dict(ask), "right": right, "own": own, "revealed": False}
        return self._put(room, asked)

    def _reveal(self, room: Room, who: bytes, question: int) -> dict[str, Any]:
        present = room.book.present
        if present.get("question") != question:
            raise Refused("no-question")
        return self._put(room, {**present, "revealed": True})

    def _work(
        self,
        room: Room,
        who: bytes,
        title: str,
        lesson: str = "",
        scenario: str = "",
        pairs: bool = False,
        since: int = -1,
    ) -> dict[str, Any]:
        """A lesson or a scenario for all; with the number that it had when it was set it goes on
        after something else was on, with the same pairs."""
        if bool(lesson) == bool(scenario) or (pairs and not scenario):
            raise ValueError("a lesson or a scenario, and no lesson in pairs")
        if room.book.ended:
            raise Refused("class-over")
        room.signs = {pupil.number: self._now() for pupil in room.pupils}
        again = 0 <= since <= room.book.number
        number = since if again else room.book.number + 1
        if not again:
            room.places.clear()
        if pairs and not (again and since == room.book.paired):
            self._pairs.deal(room, scenario, number)
        work: dict[str, Any] = {"title": str(title), "lesson": str(lesson)}
        work |= {"scenario": str(scenario), "pairs": bool(pairs), "since": number}
        for pupil in room.pupils if pairs else ():
            if room.here(pupil.number):
                self._pairs.come(room, scenario, pupil.number)
        return self._put(room, {"kind": "work", "work": work})

    def _seat(self, room: Room, pupil: int) -> None:
        """Somebody has come who is to have a seat, if there is work in pairs."""
        if room.in_pairs:
            self._tell_some(room, self._pairs.come(room, room.in_pairs, pupil))

    # -- tables of pairs --------------------------------------------------------------------------

    def may_sit(self, table: str, seat: str, key: str) -> bool:
        """Whether a seat is not kept for somebody else: those of a class are for its pupils."""
        held = self._book.holder(table, seat)
        return held is None or hmac.compare_digest(held[1], proof(held[0], key))

    def played(self, table: str) -> None:
        """Something was done at a table: the teacher hears of it where it is one of the class."""
        room = self._rooms.get(self._pairs.home(table))
        if room is None or table not in room.seats:
            return
        for pupil in room.seats[table].values():
            # who has waited for another's move begins to think now
            room.signs[pupil] = self._now()
        if self._pairs.changed(room, table) or self._stuck(room) != room.stuck:
            self._tell_teacher(room)

    def _stuck(self, room: Room) -> dict[int, str]:
        """Who is stuck; nobody is while others decide at his table."""
        found = room.who_is_stuck(self._now())
        if not room.in_pairs:
            return found
        return {who: how for who, how in found.items() if not self._pairs.waits(room, who)}

    def _clear(self, room: Room, who: bytes) -> dict[str, Any]:
        return self._put(room, NOTHING)

    def _lock(self, room: Room, who: bytes, locked: bool) -> dict[str, Any]:
        """Whether pupils may have solutions shown."""
        self._book.lock(room.book.code, bool(locked))
        room.book.locked = bool(locked)
        self._tell_all(room)
        return {}

    def _rename(self, room: Room, who: bytes, pupil: int, name: str) -> dict[str, Any]:
        name = " ".join(name.split())[:MOST_NAME]
        if pupil not in room.book.pupils or not name:
            raise Refused("no-name")
        self._book.change(room.book.code, pupil, name=name)
        room.book.pupils[pupil] = replace(room.book.pupils[pupil], name=name)
        self._tell_all(room)
        return {}

    def _remove(self, room: Room, who: bytes, pupil: int) -> dict[str, Any]:
        if pupil not in room.book.pupils:
            raise Refused("no-pupil")
        self._book.change(room.book.code, pupil, removed=1)
        room.book.pupils[pupil] = replace(room.book.pupils[pupil], removed=True)
        self._dismiss(room, pupil)
        self._tell_some(room, self._pairs.go(room, pupil))
        self._tell_teacher(room)
        return {}

    def _end(self, room: Room, who: bytes) -> dict[str, Any]:
        number = room.book.number + 1
        self._book.end(room.book.code, number)
        room.book.number, room.book.present, room.book.ended = number, NOTHING, True
        self._tell_all(room)
        return {}

    def _delete(self, room: Room, who: bytes) -> dict[str, Any]:
        self._pairs.forget(room.book.code)
        self._book.delete(room.book.code)
        for pupil in room.book.pupils:
            self._dismiss(room, pupil)
        del self._rooms[room.book.code]
        return {}

    def _dismiss(self, room: Room, pupil: int) -> None:
        """A pupil's pages hear that he is in the class no more."""
        for who, ear in list(room.ears.items()):
            if ear.who == pupil:
                del room.ears[who]
                self._send(who, text({"news": {"code": room.book.code, "gone": True}}))

    def _records(self, room: Room, who: bytes) -> dict[str, Any]:
        return {"records": self._book.records(room.book.code)}

    def _point(self, room: Room, who: bytes, hex: str) -> dict[str, Any]:
        """Where the teacher points while he shows: of that moment, and kept nowhere."""
        told = text({"news": {"code": room.book.code, "point": str(hex)[:40]}})
        for ear_of, ear in room.ears.items():
            if ear.who != TEACHER and room.book.present["kind"] == "show":
                self._send(ear_of, told)
        return {}

    def _peek(self, room: Room, who: bytes, pupil: int) -> dict[str, Any]:
        """Ask a pupil's pages for the board before him, now and whenever it changes; he alone hears
        of it."""
        if room.book.ended:
            raise Refused("class-over")
        if room.answering:
            raise Refused("not-revealed")
        if pupil == TEACHER or not room.here(pupil):
            raise Refused("away")
        self._look_away(room, who)
        self._follow(room, who, pupil).shown = False
        return {}

    def _follow(self, room: Room, who: bytes, pupil: int) -> Peek:
        """Whoever looks sees from now on what a pupil's pages show."""
        pages = {page for page, ear in room.ears.items() if ear.who == pupil}
        room.peeks[who] = peek = Peek(pupil, pages, self._now(), shown=True)
        for page in pages:
            self._ask_board(room, page, True)
        return peek

    def _ask_board(self, room: Room, page: bytes, looked: bool) -> None:
        """A pupil's page is to show its board, or need not any more."""
        self._send(page, text({"news": {"code": room.book.code, "peek": looked}}))

    def _unpeek(self, room: Room, who: bytes) -> dict[str, Any]:
        self._look_away(room, who)
        return {}

    def _look_away(self, room: Room, who: bytes) -> None:
        """Somebody looks no more, if he did; pages at which nobody looks hear of it."""
        peek = room.peeks.pop(who, None)
        if peek is not None and not room.looked_at(peek.pupil):
            for page in [page for page, ear in room.ears.items() if ear.who == peek.pupil]:
                self._ask_board(room, page, False)

    def _seen(self, room: Room, who: bytes, peek: Peek, board: Any) -> None:
        """Whoever looks hears what is to be seen; nobody else does."""
        if board is None:
            self._look_away(room, who)
        peek.shown = True
        told = {"code": room.book.code, "pupil": peek.pupil, "board": board}
        self._send(who, text({"news": told}))

    # -- what pupils do ---------------------------------------------------------------------------

    def _board(self, who: bytes, code: str, key: str, board: Any) -> dict[str, Any]:
        """A pupil's page shows its board, or has none; at first none counts only if none has."""
        room, pupil = self._pupil(code, key)
        if board is not None and not isinstance(board, dict):
            raise ValueError("no board")
        for asker, peek in list(room.peeks.items()):
            if peek.pupil == pupil:
                peek.waited.discard(who)
                if board is not None or not (peek.shown or peek.waited):
                    self._seen(room, asker, peek, board)
        if board is not None and not room.looked_at(pupil):
            self._ask_board(room, who, False)
        return {}

    def _answering(self, code: str, key: str, question: int) -> tuple[Room, int]:
        room, who = self._pupil(code, key)
        if room.book.present.get("question") != question:
            raise Refused("no-question")
        if room.book.present["revealed"]:
            raise Refused("revealed")
        return room, who

    def _answer(
        self, who: bytes, code: str, key: str, question: int, answer: Any
    ) -> dict[str, Any]:
        room, pupil = self._answering(code, key, question)
        if len(text(answer)) > MOST_ANSWER:
            raise ValueError("no answer is so long")
        self._book.answer(code, question, pupil, answer)
        room.book.answers[pupil] = answer
        room.signs[pupil] = self._now()
        self._tell_teacher(room)
        return {"counted": True}

    def _tried(
        self, who: bytes, code: str, key: str, question: int, action: Any, rules: list[str]
    ) -> dict[str, Any]:
        """A pupil has tried what is illegal; the same once more says nothing new."""
        room, pupil = self._answering(code, key, question)
        before = room.book.tried.get(pupil, [])
        rules = [str(rule)[:MOST_NAME] for rule in rules]
        if len(text(action)) > MOST_ANSWER:
            raise ValueError("no action is so long")
        if len(before) < MOST_TRIED and action not in [tried for tried, _ in before]:
            self._book.tried(code, question, pupil, action, rules)
            room.book.tried[pupil] = [*before, (action, rules)]
            self._tell_teacher(room)
        return {}

    def _report(
        self,
        who: bytes,
        code: str,
        key: str,
        lesson: str,
        step: str,
        left: int = 0,
        done: list[str] | tuple[str, ...] = (),
        wrong: list[str] | None = None,
    ) -> dict[str, Any]:
        """How far a pupil is in a lesson, and by which rules he was wrong just now, if he was."""
        room, pupil = self._pupil(code, key)
        lesson, step = str(lesson)[:MOST_LESSON], str(step)[:MOST_STEP]
        room.signs[pupil] = self._now()
        before = room.places.get(pupil)
        room.places[pupil] = Place(lesson, step, int(left))
        changed: dict[tuple[int, str, str], Worked] = {}
        for name in [str(one)[:MOST_STEP] for one in done[:MOST_DONE]]:
            known = room.book.work.get((pupil, lesson, name), Worked())
            if not known.done:
                changed[pupil, lesson, name] = replace(known, done=True)
        if step:
            key_ = (pupil, lesson, step)
            known = changed.get(key_, room.book.work.get(key_, Worked()))
            if wrong is not None:
                missed = Counter(known.missed) + Counter(map(str, wrong))
                changed[key_] = replace(known, tries=known.tries + 1, missed=dict(missed))
            elif key_ not in room.book.work:
                changed.setdefault(key_, known)
        if changed:
            self._book.worked(code, changed.items())
            room.book.work |= changed
        if changed or before != room.places[pupil] or self._stuck(room) != room.stuck:
            self._tell_teacher(room)
        return {}

    def _sign(self, who: bytes, code: str, key: str) -> dict[str, Any]:
        """A pupil does something."""
        room, pupil = self._pupil(code, key)
        room.signs[pupil] = self._now()
        if self._stuck(room) != room.stuck:
            self._tell_teacher(room)
        return {}

    # -- telling ----------------------------------------------------------------------------------

    def _tell_all(self, room: Room) -> None:
        made: dict[int, str] = {}
        for who, ear in list(room.ears.items()):
            if ear.who != TEACHER:
                self._tell(room, who, ear, made)
        self._tell_teacher(room)

    def _tell_some(self, room: Room, pupils: Collection[int]) -> None:
        """What is on, once more: for some it is something else now."""
        for who, ear in room.ears.items():
            if ear.who in pupils:
                self._tell(room, who, ear)

    def _tell_teacher(self, room: Room) -> None:
        """All that the teacher may know of the class, which is all."""
        room.version += 1
        room.stuck = self._stuck(room)
        for who, ear in room.ears.items():
            if ear.who == TEACHER:
                self._tell(room, who, ear)

    def _tell(self, room: Room, who: bytes, ear: Ear, made: dict[int, str] | None = None) -> None:
        book, made = room.book, {} if made is None else made
        if ear.who == TEACHER:
            told = room.for_teacher(ear.known != book.number)
            if room.in_pairs:
                told["pairs"] = [self._pairs.told(room, table) for table in room.seats]
            ear.version = room.version
            self._send(who, text({"news": told}))
        else:
            if book.number not in made:
                made[book.number] = text(room.for_pupils())
            mine, name = book.answers.get(ear.who), book.pupils[ear.who].name
            pair = self._pairs.mine(room, ear.who) if room.in_pairs else None
            about = {"pupil": ear.who, "name": name, "answer": mine}
            you = text(about if pair is None else {**about, "pair": pair})
            self._send(who, f'{{"news":{{"all":{made[book.number]},"you":{you}}}}}')
        ear.known = book.number


def _titled(present: Mapping[str, Any]) -> dict[str, Any]:
    """What is on, in a word."""
    return {"kind": present["kind"], **present.get("work", {})}
