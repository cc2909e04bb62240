"""Room: a class that is going on, who listens, and what each of them may hear."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tutor.referee.classbook import Class, Pupil, Worked, text

TEACHER = 0
"""The teacher's number; pupils have others."""
MANY_TRIES = 5
STILL_SECONDS = 180.0
"""Who has so many wrong tries at one step, or gives no sign for so long, is stuck."""
MOST_FORBIDDEN = 60
"""So many of the illegal actions that were tried are revealed, the most frequent first."""
OPEN = ("kind", "number", "ask", "show", "work", "question")
"""What of that which is on is for everybody at once; answers are for nobody before the reveal."""


@dataclass
class Ear:
    """A page that listens to a class."""

    who: int
    heard: float
    known: int = -1
    """The number of what it was told last that is on."""
    version: int = -1


@dataclass
class Place:
    """Where a pupil is in what was set."""

    lesson: str
    step: str
    left: int
    """So many steps are still to be done."""


@dataclass
class Peek:
    """The teacher looks over a pupil's shoulder: the pages that have not answered yet, until one
    has shown a board; from then on what changes there is seen."""

    pupil: int
    waited: set[bytes]
    since: float
    shown: bool = False


@dataclass
class Room:
    """A class, and who listens."""

    book: Class
    ears: dict[bytes, Ear] = field(default_factory=dict)
    version: int = 0
    """Changes with all that the teacher hears of."""
    places: dict[int, Place] = field(default_factory=dict)
    signs: dict[int, float] = field(default_factory=dict)
    """When somebody was seen to do something last."""
    peeks: dict[bytes, Peek] = field(default_factory=dict)
    """Over whose shoulder each page of the teacher's looks just now."""
    stuck: dict[int, str] = field(default_factory=dict)
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    """How the games of its pairs stand, as they were looked at last."""

    @property
    def pupils(self) -> list[Pupil]:
        """Those who are in the class."""
        return [pupil for pupil in self.book.pupils.values() if not pupil.removed]

    @property
    def seats(self) -> dict[str, dict[str, int]]:
        """Who sits at each table of its pairs, by seat."""
        found: dict[str, dict[str, int]] = {}
        for pupil, seated in self.book.pairs.items():
            found.setdefault(seated.table, {})[seated.seat] = pupil
        return found

    @property
    def in_pairs(self) -> str:
        """The scenario that is worked at in pairs now; none where nothing is."""
        work = self.book.present.get("work", {})
        return str(work["scenario"]) if work.get("pairs") else ""

    def looked_at(self, pupil: int) -> bool:
        """Whether the teacher looks over a pupil's shoulder."""
        return any(peek.pupil == pupil for peek in self.peeks.values())

    @property
    def answering(self) -> bool:
        """Whether a question is on whose answers are not revealed: then nobody is looked at."""
        present = self.book.present
        return present["kind"] == "ask" and not present["revealed"]

    def here(self, pupil: int) -> bool:
        """Whether a page of a pupil's listens."""
        return any(ear.who == pupil for ear in self.ears.values())

    # -- what is heard ---------------------------------------------------------------------------

    def who_is_stuck(self, now: float) -> dict[int, str]:
        """Who is stuck in what was set, and how that shows."""
        if self.book.present["kind"] != "work":
            return {}
        late, found = now - STILL_SECONDS, {}
        for pupil in self.pupils:
            number = pupil.number
            place = self.places.get(number)
            if place is not None and not place.left:
                continue
            at = (number, place.lesson, place.step) if place is not None else None
            known = self.book.work.get(at) if at is not None else None
            if known is not None and not known.done and known.tries >= MANY_TRIES:
                found[number] = "tries"
            elif self.signs.get(number, now) <= late:
                found[number] = "still"
        return found

    def for_pupils(self) -> dict[str, Any]:
        """What is on, as everybody hears it."""
        book = self.book
        present = {name: part for name, part in book.present.items() if name in OPEN}
        if book.present.get("revealed"):
            present["revealed"] = self._revealed()
        told = {"code": book.code, "number": book.number, "ended": book.ended}
        told["locked"] = book.locked
        return {**told, "on": present}

    def _revealed(self) -> dict[str, Any]:
        """How many answered what, nobody by name; by which rules others were stopped."""
        left = {pupil.number for pupil in self.pupils}
        answers = Counter(text(one) for who, one in self.book.answers.items() if who in left)
        tried = Counter(
            rule
            for who, each in self.book.tried.items()
            for rule in {rule for _, rules in each for rule in rules}
            if who in left
        )
        forbidden = Counter(
            text(action)
            for who, each in sorted(self.book.tried.items())
            for action, _ in each
            if who in left
        )
        return {
            "right": self.book.present["right"],
            "answers": sorted(answers.items(), key=lambda one: (-one[1], one[0])),
            "tried": sorted(tried.items(), key=lambda one: (-one[1], one[0])),
            "forbidden": forbidden.most_common(MOST_FORBIDDEN),
        }

    def for_teacher(self, whole: bool) -> dict[str, Any]:
        """Everything but the keys; what is on only as a `whole`, for it may be long."""
        book = self.book
        told: dict[str, Any] = {
            "code": book.code,
            "version": self.version,
            "number": book.number,
            "ended": book.ended,
            "locked": book.locked,
            "kind": book.present["kind"],
            "pupils": [
                {"pupil": one.number, "name": one.name, "here": self.here(one.number)}
                for one in self.pupils
            ],
        }
        if whole:
            told["on"] = book.present
        if book.present["kind"] == "ask":
            left = {pupil.number for pupil in self.pupils}
            told["answers"] = [[who, one] for who, one in book.answers.items() if who in left]
            told["tried"] = [
                [who, action, rules]
                for who, each in book.tried.items()
                for action, rules in each
                if who in left
            ]
        if book.present["kind"] == "work":
            told |= self._working()
        return told

    def _working(self) -> dict[str, Any]:
        """Who is where, and which rules are missed most."""
        work, rows = self.book.work, list[dict[str, Any]]()
        for number in (pupil.number for pupil in self.pupils):
            place = self.places.get(number)
            lesson, step = (place.lesson, place.step) if place is not None else ("", "")
            done = [one.done for (who, of, _), one in work.items() if (who, of) == (number, lesson)]
            row: dict[str, Any] = {
                "pupil": number,
                "lesson": lesson,
                "step": step,
                "done": sum(done),
            }
            row["tries"] = work.get((number, lesson, step), Worked()).tries
            row["left"] = place.left if place is not None else None
            rows.append({**row, "stuck": self.stuck.get(number, "")})
        missed: Counter[tuple[str, str]] = Counter()
        for (_, lesson, _), one in work.items():
            for rule, count in one.missed.items():
                missed[lesson.partition("/")[0], rule] += count
        most = sorted(missed.items(), key=lambda one: (-one[1], one[0]))
        return {"work": rows, "missed": [[*rule, count] for rule, count in most]}
