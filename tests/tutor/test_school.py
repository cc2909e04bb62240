"""The live class at the referee: every vote once, no answer before it is revealed, nobody lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import Problem
from tests.tutor.test_referee import Hall, Wire
from tutor.pages.member import Member
from tutor.referee.pairs import SOMEBODY
from tutor.referee.referee import GONE_SECONDS
from tutor.referee.room import MANY_TRIES, STILL_SECONDS
from tutor.referee.school import MOST_PUPILS, PEEK_SECONDS
from tutor.referee.seat import SeatGame

LESSON = "victory-awaits/09-movement"
ASK = {"kind": "choice", "text": "Which one is it?", "options": ["A", "B"], "position": None}
SHOW = {"position": {"scenario": "victory-awaits/river-line"}, "arrows": [], "hexes": []}


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path / "school.sqlite")


class Hour:
    """A teacher, his class, and whoever joins it."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.code = str(Wire(hall, "teacher").ask("class-open", key="chalk")["code"])
        self.teacher = self.member("teacher", "chalk")

    def member(self, who: str, key: str = "") -> Member:
        member = Member(Wire(self.hall, who, key), self.code)
        member.here()
        return member

    def join(self, name: str, key: str = "", who: str = "") -> Member:
        """A pupil comes, or comes back."""
        wire = Wire(self.hall, who or name, key or f"key of {name}")
        wire.ask("class-join", code=self.code, name=name, key=wire.key)
        member = Member(wire, self.code)
        member.here()
        return member

    def pupils(self, count: int) -> list[Member]:
        return [self.join(f"P{number}") for number in range(count)]

    def ask(self, right: Any = None, **more: Any) -> int:
        """Put a question to all; its number."""
        told = self.teacher.want("ask", ask={**ASK, **more}, right=right)
        return int(told["number"])

    @property
    def names(self) -> dict[str, bool]:
        return {one["name"]: one["here"] for one in self.teacher.news["pupils"]}


@pytest.fixture
def hour(hall: Hall) -> Hour:
    return Hour(hall)


def letters(member: Member) -> str:
    assert isinstance(member.line, Wire)
    return "\n".join(member.line.letters)


def answer(member: Member, question: int, given: Any) -> None:
    member.want("answer", question=question, answer=given)


def test_who_joins_late_has_the_whole_of_what_is_on(hour: Hour) -> None:
    hour.teacher.want("show", show=SHOW)
    ann = hour.join("Ann")
    assert ann.on == {"kind": "show", "number": 1, "show": SHOW}
    assert ann.news["you"]["name"] == "Ann"
    hour.teacher.want("show", show={**SHOW, "hexes": ["0101"]})
    assert ann.on["show"]["hexes"] == ["0101"]
    hour.teacher.want("clear")
    assert ann.on == {"kind": "", "number": 3}
    assert hour.names == {"Ann": True}


def test_what_a_teacher_keeps_to_himself_of_a_board_is_told_to_him_alone(hour: Hour) -> None:
    ann = hour.join("Ann")
    hour.teacher.want("show", show=SHOW, own={"all": "of-it"})
    again = hour.member("teacher again", "chalk")
    assert again.on["own"] == {"all": "of-it"}
    question = int(hour.teacher.want("ask", ask=ASK, own={"all": "of-it"})["number"])
    hour.teacher.want("reveal", question=question)
    assert "of-it" not in letters(ann)


def test_who_comes_back_with_his_key_has_his_place_and_his_answer(hour: Hour) -> None:
    ann = hour.join("Ann")
    question = hour.ask()
    answer(ann, question, "B")
    back = hour.join("Annie", key="key of Ann", who="another page")
    assert back.news["you"] == {"pupil": 1, "name": "Ann", "answer": "B"}
    assert len(hour.names) == 1


def test_who_has_missed_a_letter_is_told_at_the_next_beat(hour: Hour) -> None:
    ann = hour.join("Ann")
    known = ann.number
    hour.hall.wires.pop(b"Ann")
    hour.teacher.want("show", show=SHOW)
    assert ann.number == known
    hour.hall.wires[b"Ann"] = ann.line  # type: ignore[assignment]
    ann.here()
    assert ann.on["kind"] == "show"
    seen = len(letters(ann))
    ann.here()
    assert "news" not in letters(ann)[seen:]


def test_thirty_pupils_vote_and_ten_kernels_die_meanwhile(hour: Hour) -> None:
    pupils = hour.pupils(30)
    question = hour.ask(right="B")
    for number, pupil in enumerate(pupils):
        if number % 3 == 0:
            # the vote is on its way; its page dies, and another one votes again
            if number % 2:
                pupil.say("answer", question=question, answer=f"vote {number} lost")
            pupil.line.close()
            pupil = hour.join("whoever", key=f"key of P{number}", who=f"P{number} again")
        if number == 15:
            hour.hall.restart()
            hour.teacher.here()
            pupil.here()
        answer(pupil, question, f"vote {number}")
        answer(pupil, question, f"vote {number}")
    votes = hour.teacher.news["answers"]
    assert len(votes) == len({who for who, _ in votes}) == 30
    assert sorted(vote for _, vote in votes) == sorted(f"vote {n}" for n in range(30))
    hour.hall.restart()
    hour.teacher.here()
    assert sorted(hour.teacher.news["answers"]) == sorted(votes)


def test_no_letter_to_a_pupil_holds_an_answer_before_it_is_revealed(hour: Hour) -> None:
    pupils = hour.pupils(6)
    question = hour.ask(right="the-right-one")
    for number, pupil in enumerate(pupils):
        pupil.want("tried", question=question, action={"do": f"try-{number}"}, rules=["7.77"])
        answer(pupil, question, f"vote-{number}")
        hour.join("x", key=f"key of P{number}", who=f"again {number}")
    late = hour.join("Late")
    for number, pupil in enumerate([*pupils, late]):
        text = letters(pupil)
        assert "the-right-one" not in text
        assert "7.77" not in text
        assert not [n for n in range(6) if n != number and f"vote-{n}" in text]
        assert not [n for n in range(6) if f"try-{n}" in text]
    hour.teacher.want("reveal", question=question)
    told = late.on["revealed"]
    assert told["right"] == "the-right-one"
    assert told["answers"] == [[f'"vote-{n}"', 1] for n in range(6)]
    assert told["tried"] == [["7.77", 6]]
    assert not any(name in json.dumps(told) for name in ("P1", "pupil"))


def test_the_last_answer_counts_until_it_is_revealed(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    question = hour.ask()
    answer(ann, question, "A")
    answer(ann, question, "B")
    assert hour.teacher.news["answers"] == [[1, "B"]]
    hour.teacher.want("reveal", question=question)
    assert bob.on["revealed"]["answers"] == [['"B"', 1]]
    with pytest.raises(Problem, match="revealed"):
        answer(bob, question, "A")
    assert bob.on["revealed"]["answers"] == [['"B"', 1]]
    again = hour.ask()
    with pytest.raises(Problem, match="question"):
        answer(bob, question, "A")
    assert "revealed" not in bob.on
    assert bob.news["you"]["answer"] is None
    answer(bob, again, "A")
    assert hour.teacher.news["answers"] == [[2, "A"]]


def test_the_same_illegal_try_is_told_once(hour: Hour) -> None:
    ann = hour.join("Ann")
    question = hour.ask(kind="action")
    for _ in range(3):
        ann.want("tried", question=question, action={"do": "move"}, rules=["9.1", "9.2"])
    assert hour.teacher.news["tried"] == [[1, {"do": "move"}, ["9.1", "9.2"]]]
    hour.hall.restart()
    hour.teacher.here()
    assert hour.teacher.news["tried"] == [[1, {"do": "move"}, ["9.1", "9.2"]]]


def report(member: Member, step: str, **more: Any) -> None:
    member.say("report", lesson=LESSON, step=step, **{"left": 3, **more})


def test_the_teacher_hears_who_is_where_who_is_stuck_and_what_is_missed(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    hour.teacher.want("work", title="Movement", lesson=LESSON)
    assert bob.on["work"]["lesson"] == LESSON
    report(ann, "terrain")
    for _ in range(MANY_TRIES):
        report(ann, "terrain", wrong=["9.1"])
    report(bob, "zoc", done=["terrain"], left=2, wrong=["9.1", "9.4"])
    first, second = hour.teacher.news["work"]
    assert (first["step"], first["tries"], first["stuck"]) == ("terrain", MANY_TRIES, "tries")
    assert (second["step"], second["done"], second["stuck"]) == ("zoc", 1, "")
    game = LESSON.partition("/")[0]
    assert hour.teacher.news["missed"] == [[game, "9.1", 6], [game, "9.4", 1]]
    report(ann, "zoc", done=["terrain"], left=2)
    assert hour.teacher.news["work"][0]["stuck"] == ""


def test_a_report_that_makes_no_sense_spoils_nothing(hour: Hour) -> None:
    ann = hour.join("Ann")
    hour.teacher.want("work", title="Movement", lesson=LESSON)
    for odd in (
        {"lesson": 7, "step": 8},
        {"done": 5},
        {"wrong": 3},
        {"left": "x"},
        {"wrong": [[]]},
    ):
        ann.say("report", **{"lesson": LESSON, "step": "zoc", "left": 1, **odd})
    report(ann, "terrain", wrong=["9.1"])
    assert hour.teacher.news["work"][0]["step"] == "terrain"


def test_where_everybody_is_outlives_the_referee(hour: Hour) -> None:
    ann = hour.join("Ann")
    hour.teacher.want("work", title="Movement", lesson=LESSON)
    report(ann, "terrain")
    report(ann, "zoc", done=["terrain"])
    hour.hall.restart()
    hour.teacher.here()
    (row,) = hour.teacher.news["work"]
    assert (row["step"], row["done"]) == ("zoc", 1)
    hour.teacher.want("work", title="Again", lesson=LESSON)
    assert hour.teacher.news["work"][0]["left"] is None


def test_the_answers_of_who_was_taken_out_do_not_count(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    question = hour.ask()
    answer(ann, question, "A")
    answer(bob, question, "rude")
    hour.teacher.want("remove", pupil=2)
    assert hour.teacher.news["answers"] == [[1, "A"]]
    hour.teacher.want("reveal", question=question)
    assert "rude" not in letters(ann)


def beat(hour: Hour, *members: Member) -> None:
    for member in (hour.teacher, *members):
        member.here()
    hour.hall.referee.look_round()
    hour.hall.carry()


def test_who_gives_no_sign_for_long_is_stuck_until_he_does(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    hour.teacher.want("work", title="Movement", lesson=LESSON)
    report(ann, "terrain")
    report(bob, "zoc", left=0)
    hour.hall.time += STILL_SECONDS
    beat(hour, ann, bob)
    assert [one["stuck"] for one in hour.teacher.news["work"]] == ["still", ""]
    ann.say("sign")
    assert [one["stuck"] for one in hour.teacher.news["work"]] == ["", ""]


def test_what_was_worked_is_kept_for_the_report(hour: Hour) -> None:
    ann = hour.join("Ann")
    hour.teacher.want("work", title="Movement", lesson=LESSON)
    report(ann, "terrain", wrong=["9.1"])
    report(ann, "terrain", wrong=[])
    report(ann, "zoc", done=["terrain"])
    hour.hall.restart()
    kept = hour.teacher.want("records")["records"]
    rows = {row["step"]: (row["tries"], row["done"]) for row in kept["worked"]}
    assert rows == {"terrain": (2, 1), "zoc": (0, 0)}
    assert [row["name"] for row in kept["pupil"]] == ["Ann"]
    assert "proof" not in json.dumps(kept)


PAIRED, THREE = "victory-awaits/river-line", "pavlovs-house/three-at-the-table"


def in_pairs(hour: Hour, scenario: str = PAIRED) -> None:
    hour.teacher.want("work", title="Two by two", scenario=scenario, pairs=True)


def tables(hour: Hour) -> list[dict[str, str]]:
    """Who sits where, by seat: pupils by name, bots by theirs."""
    told = hour.teacher.news["pairs"]
    return [{one["seat"]: one["name"] or one["bot"] for one in row["seats"]} for row in told]


def sit(hour: Hour, member: Member, who: str = "") -> SeatGame:
    """A pupil's page takes the seat that the class has for him."""
    pair = member.news["you"]["pair"]
    wire = Wire(hour.hall, who or f"game of {member.line.key}", member.line.key)
    about = {"code": pair["table"], "side": pair["seat"]}
    wire.ask("sit", **about, learner="somebody", key=wire.key)
    return SeatGame(wire, pair["table"], pair["seat"])


def test_those_who_are_here_are_paired_and_the_last_one_plays_a_bot(hour: Hour) -> None:
    pupils = [hour.join(name) for name in ("Ann", "Bob", "Cy", "Di")]
    gone = hour.join("Gone")
    gone.leave()
    eve = hour.join("Eve")
    in_pairs(hour)
    assert tables(hour) == [
        {"axis": "Ann", "soviet": "Bob"},
        {"axis": "Cy", "soviet": "Di"},
        {"axis": "Eve", "soviet": SOMEBODY},
    ]
    games = [sit(hour, one) for one in (*pupils, eve)]
    assert [game.side for game in games] == ["axis", "soviet", "axis", "soviet", "axis"]
    assert games[0].code == games[1].code != games[2].code
    assert {one["name"] for one in pupils[0].news["you"]["pair"]["seats"]} == {"Ann", "Bob"}
    # of the tables of others nobody hears
    assert not [code for code in (games[2].code, games[4].code) if code in letters(pupils[0])]


def test_who_comes_later_takes_over_from_the_bot(hour: Hour) -> None:
    ann = hour.join("Ann")
    in_pairs(hour)
    alone = sit(hour, ann)
    while hour.hall.referee.work():
        hour.hall.carry()
    assert alone.mine
    assert tables(hour) == [{"axis": "Ann", "soviet": SOMEBODY}]
    done = len(alone.history)
    bob = hour.join("Bob")
    assert tables(hour) == [{"axis": "Ann", "soviet": "Bob"}]
    assert [one["name"] for one in ann.news["you"]["pair"]["seats"]] == ["Ann", "Bob"]
    both = {"axis": alone, "soviet": sit(hour, bob)}
    assert len(both["soviet"].history) == done
    for _ in range(20):
        game = both["axis"] if both["axis"].mine else both["soviet"]
        assert game.mine
        game.apply(game.choices()[0])
    assert hour.hall.referee.work() is False
    hour.hall.restart()
    for game in both.values():
        game.here()
    assert hour.hall.referee._round(alone.code).game.people == ("axis", "soviet")
    assert both["axis"].state == both["soviet"].state
    # the next one waits at a table of his own
    hour.teacher.here()
    hour.join("Cy")
    assert tables(hour)[1:] == [{"axis": "Cy", "soviet": SOMEBODY}]


def test_where_there_are_three_chairs_who_is_left_over_has_the_third(hour: Hour) -> None:
    for name in ("Ann", "Bob", "Cy", "Di", "Eve"):
        hour.join(name)
    in_pairs(hour, THREE)
    first, second = tables(hour)
    assert list(first.values()) == ["Ann", "Bob", SOMEBODY]
    assert list(second.values()) == ["Cy", "Di", "Eve"]


@pytest.mark.parametrize(
    "scenario", ["pavlovs-house/guards", "victory-awaits/campaign-teams", "nobody/knows"]
)
def test_what_two_cannot_play_is_not_set_in_pairs(hour: Hour, scenario: str) -> None:
    hour.join("Ann")
    with pytest.raises(Problem, match="scenario"):
        in_pairs(hour, scenario)
    assert hour.teacher.on["kind"] == ""


def test_a_seat_in_a_pair_is_its_pupils_alone(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    in_pairs(hour)
    seats = {"ann": ann.news["you"]["pair"], "bob": bob.news["you"]["pair"]}
    for key in ("key of Bob", "key of nobody", "chalk"):
        wire = Wire(hour.hall, "x", key)
        about = {"code": seats["ann"]["table"], "side": seats["ann"]["seat"]}
        with pytest.raises(Problem, match="somebody else"):
            wire.ask("sit", **about, learner="x", key=key)
    before = sit(hour, ann)
    # a kernel is lost: another one has the same seat of the same game
    before.line.close()
    hour.hall.restart()
    ann = hour.join("Ann", who="Ann again")
    again = sit(hour, ann, who="game of Ann again")
    assert (again.code, again.seat) == (before.code, before.seat)


def test_the_teacher_hears_whose_turn_it_is_and_how_far_the_game_is(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    in_pairs(hour)
    games = {"axis": sit(hour, ann), "soviet": sit(hour, bob)}
    first, second = sorted(games, key=lambda side: not games[side].mine)
    (row,) = hour.teacher.news["pairs"]
    assert (row["turn"], row["acting"], row["over"]) == (1, [first], False)
    while games[first].mine:
        games[first].apply(games[first].choices()[-1])
    assert hour.teacher.news["pairs"][0]["acting"] == [second]
    games[second].want("resign")
    (row,) = hour.teacher.news["pairs"]
    assert (row["acting"], row["over"], row["winner"]) == ([], True, first)
    hour.hall.restart()
    hour.teacher.here()
    assert hour.teacher.news["pairs"] == [row]


def test_who_waits_for_another_is_not_stuck(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    in_pairs(hour)
    games = [sit(hour, one) for one in (ann, bob)]
    hour.hall.time += STILL_SECONDS
    beat(hour, ann, bob)
    shown = [one["stuck"] for one in hour.teacher.news["work"]]
    assert shown == ["still" if game.mine else "" for game in games]


def test_a_bot_goes_on_for_who_was_taken_out(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    in_pairs(hour)
    games = {"axis": sit(hour, ann), "soviet": sit(hour, bob)}
    hour.teacher.want("remove", pupil=2)
    assert tables(hour) == [{"axis": "Ann", "soviet": SOMEBODY}]
    assert [one["bot"] for one in ann.news["you"]["pair"]["seats"]] == ["", SOMEBODY]
    with pytest.raises(Problem, match="somebody else"):
        games["soviet"].apply(games["soviet"].choices()[0])
    while hour.hall.referee.work():
        hour.hall.carry()
    assert games["axis"].mine
    hour.join("Cy")
    assert tables(hour) == [{"axis": "Ann", "soviet": "Cy"}]


def test_pairs_outlive_what_is_shown_between(hour: Hour) -> None:
    hour.join("Ann")
    hour.join("Bob")
    in_pairs(hour)
    work, before = hour.teacher.on["work"], hour.teacher.news["pairs"]
    hour.teacher.want("show", show=SHOW)
    hour.hall.restart()
    hour.teacher.here()
    hour.join("Ann", who="Ann again")
    hour.join("Cy")
    hour.teacher.want("work", **work)
    assert hour.teacher.news["pairs"][0] == before[0]
    assert tables(hour)[1:] == [{"axis": "Cy", "soviet": SOMEBODY}]
    in_pairs(hour)
    assert hour.teacher.news["pairs"][0]["table"] != before[0]["table"]


def test_nothing_is_left_of_the_games_of_a_class_that_was_deleted(hour: Hour) -> None:
    ann = hour.join("Ann")
    in_pairs(hour)
    game = sit(hour, ann)
    hour.teacher.want("delete")
    assert hour.hall.referee._shelf.load(game.code) is None
    assert hour.hall.referee._shelf.seats(game.code) == []


BOARD = {"about": "the-board-of-Ann", "position": {"scenario": "river-line"}}


def looked(hour: Hour) -> list[tuple[int, Any]]:
    """What the teacher gets to see of boards, as it comes."""
    seen: list[tuple[int, Any]] = []
    hour.teacher.on_board = lambda pupil, board: seen.append((pupil, board))
    return seen


def test_a_board_is_seen_by_the_teacher_and_by_nobody_else(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    seen, before = looked(hour), letters(bob)
    ann.on_peek = lambda: BOARD
    hour.teacher.want("peek", pupil=1)
    assert seen == [(1, BOARD)]
    assert letters(bob) == before
    assert "the-board-of-Ann" not in letters(ann)
    # nobody has asked: nobody hears
    bob.say("board", board=BOARD)
    hour.teacher.say("unpeek")
    ann.say("board", board=BOARD)
    assert len(seen) == 1
    assert letters(hour.teacher).count("the-board-of-Ann") == 1


def test_what_changes_on_a_board_is_seen_as_long_as_the_teacher_looks(hour: Hour) -> None:
    ann, boards = hour.join("Ann"), [{**BOARD, "about": f"board {n}"} for n in range(6)]
    hour.join("Bob")
    seen = looked(hour)
    ann.on_peek = lambda: boards[0]
    ann.changed()
    assert seen == []
    hour.teacher.want("peek", pupil=1)
    hour.teacher.looking = 1
    for board in (boards[1], boards[1], boards[2]):
        ann.on_peek = lambda board=board: board
        ann.changed()
    assert [board for _, board in seen] == boards[:3]
    # another page of hers, and a referee that was started again
    lesson = hour.join("Ann", who="Ann's lesson")
    assert len(seen) == 3
    lesson.on_peek = lambda: boards[3]
    lesson.changed()
    hour.hall.restart()
    lesson.here()
    hour.teacher.here()
    lesson.on_peek = lambda: boards[4]
    lesson.changed()
    shown = [board["about"] for _, board in seen]
    assert shown[3] == "board 3"
    assert shown[-1] == "board 4"
    # nobody looks any more
    hour.teacher.looking = 0
    hour.teacher.say("unpeek")
    assert not lesson.looked
    count = len(seen)
    lesson.on_peek = lambda: boards[5]
    lesson.changed()
    assert len(seen) == count


def test_a_question_ends_every_look_over_a_shoulder(hour: Hour) -> None:
    ann, seen = hour.join("Ann"), looked(hour)
    ann.on_peek = lambda: BOARD
    hour.teacher.want("peek", pupil=1)
    hour.teacher.looking = 1
    hour.ask()
    hour.teacher.here()
    assert not ann.looked
    ann.say("board", board={**BOARD, "about": "an answer"})
    assert len(seen) == 1
    assert "an answer" not in letters(hour.teacher)


def test_who_teaches_no_more_looks_no_more(hour: Hour) -> None:
    ann = hour.join("Ann")
    ann.on_peek = lambda: BOARD
    hour.teacher.want("peek", pupil=1)
    assert ann.looked
    hour.teacher.line.tell("class-bye", code=hour.code)
    assert not ann.looked


def test_of_several_pages_of_a_pupil_the_one_with_a_board_shows_it(hour: Hour) -> None:
    hour.join("Ann")
    lesson, seen = hour.join("Ann", who="Ann's lesson"), looked(hour)
    hour.teacher.want("peek", pupil=1)
    assert seen == [(1, None)]
    lesson.on_peek = lambda: BOARD
    hour.teacher.want("peek", pupil=1)
    assert seen[1:] == [(1, BOARD)]
    # a page that has died without a word has no board
    lesson.line.close()
    hour.teacher.want("peek", pupil=1)
    assert len(seen) == 2
    hour.hall.time += PEEK_SECONDS
    beat(hour)
    assert seen[2:] == [(1, None)]


def test_who_is_not_here_is_not_looked_at_nor_is_anybody_before_the_reveal(hour: Hour) -> None:
    ann = hour.join("Ann")
    ann.on_peek = lambda: BOARD
    question = hour.ask()
    with pytest.raises(Problem, match="revealed"):
        hour.teacher.want("peek", pupil=1)
    hour.teacher.want("reveal", question=question)
    hour.teacher.want("peek", pupil=1)
    ann.leave()
    for pupil in (0, 1, 9):
        with pytest.raises(Problem, match="not here"):
            hour.teacher.want("peek", pupil=pupil)


def attends(member: Member) -> bool:
    (code,) = member.line.ask("class-mine", key=member.line.key)["attends"]
    return bool(member.line.ask("class-on", code=code, key=member.line.key)["locked"])


def test_a_lock_is_heard_of_by_all_and_outlives_the_referee(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    question = hour.ask()
    answer(ann, question, "A")
    hour.hall.wires.pop(b"Bob")
    hour.teacher.want("lock", locked=True)
    assert ann.locked
    assert hour.teacher.locked
    assert not bob.locked
    # a letter was lost; nothing else is on, and no answer is
    hour.hall.wires[b"Bob"] = bob.line  # type: ignore[assignment]
    bob.here()
    assert bob.locked
    assert hour.teacher.news["answers"] == [[1, "A"]]
    hour.hall.restart()
    assert hour.join("Cy").locked
    # elsewhere it holds as long as the class is taught
    assert not attends(ann)
    hour.teacher.here()
    assert attends(ann)
    ann.here()
    hour.teacher.want("lock", locked=False)
    assert not ann.locked
    assert not attends(ann)


def test_a_pupil_has_another_name_or_is_in_the_class_no_more(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    hour.teacher.want("rename", pupil=1, name="  Anna   Maria ")
    assert ann.news["you"]["name"] == "Anna Maria"
    hour.teacher.want("remove", pupil=2)
    assert hour.names == {"Anna Maria": True}
    assert bob.gone
    with pytest.raises(Problem, match="class"):
        hour.join("Bob")
    with pytest.raises(Problem):
        hour.teacher.want("rename", pupil=9, name="Nobody")


def test_a_class_that_has_ended_takes_nothing_more(hour: Hour) -> None:
    ann = hour.join("Ann")
    question = hour.ask()
    hour.teacher.want("end")
    assert ann.news["all"]["ended"]
    assert ann.on["kind"] == ""
    for act in (
        lambda: answer(ann, question, "A"),
        lambda: hour.join("Bob"),
        lambda: hour.teacher.want("show", show=SHOW),
    ):
        with pytest.raises(Problem, match="over"):
            act()
    assert hour.teacher.want("records")["records"]["pupil"]


def test_nothing_is_left_of_a_class_that_was_deleted(hour: Hour) -> None:
    ann = hour.join("Ann")
    answer(ann, hour.ask(), "A")
    hour.teacher.want("delete")
    assert ann.gone
    assert all(not rows for rows in hour.hall.referee.school._book.records(hour.code).values())
    with pytest.raises(Problem, match="no class"):
        hour.join("Ann")


def test_only_the_teacher_teaches(hour: Hour) -> None:
    ann = hour.join("Ann")
    for do, about in (
        ("show", {"show": SHOW}),
        ("ask", {"ask": ASK}),
        ("reveal", {"question": 1}),
        ("remove", {"pupil": 1}),
        ("records", {}),
        ("peek", {"pupil": 1}),
        ("lock", {"locked": True}),
        ("delete", {}),
    ):
        with pytest.raises(Problem, match="teacher"):
            ann.want(do, **about)
    assert hour.teacher.number == 0
    assert "pupils" not in letters(ann)


def test_a_teacher_finds_his_classes_again_and_a_pupil_his(hour: Hour) -> None:
    ann = hour.join("Ann")
    mine = hour.teacher.line.ask("class-mine", key="chalk")
    assert [one["code"] for one in mine["teaches"]] == [hour.code]
    assert mine["attends"] == []
    hour.teacher.want("work", title="Movement", lesson=LESSON)
    assert ann.line.ask("class-mine", key=ann.line.key)["attends"] == [hour.code]
    attended = ann.line.ask("class-on", code=hour.code, key=ann.line.key)
    assert (attended["code"], attended["on"]["title"]) == (hour.code, "Movement")
    hour.teacher.want("end")
    assert ann.line.ask("class-mine", key=ann.line.key)["attends"] == []


def test_who_is_not_heard_for_long_is_not_here(hour: Hour) -> None:
    hour.join("Ann")
    hour.hall.time += GONE_SECONDS + 1
    beat(hour)
    assert hour.names == {"Ann": False}


def test_a_class_has_so_many_pupils_and_no_more(hour: Hour) -> None:
    hour.pupils(MOST_PUPILS)
    with pytest.raises(Problem, match="full"):
        hour.join("One more")
    with pytest.raises(Problem, match="name"):
        Hour(hour.hall).join("   ", key="somebody")


@pytest.mark.parametrize("more", [{}, {"code": 3}, {"code": "X", "y": 1}, {"code": None}])
@pytest.mark.parametrize(
    "do", ["look", "join", "here", "show", "ask", "answer", "report", "peek", "board"]
)
def test_a_letter_that_makes_no_sense_is_answered(hall: Hall, do: str, more: Any) -> None:
    hall.referee.hear(b"x", json.dumps({"do": f"class-{do}", **more}).encode())
    [(_, letter)] = hall.referee.post
    assert json.loads(letter)["no"] in ("wrong", "no-class")
