"""The learners' record: nothing is lost, nothing damaged is touched, every trouble is told."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Problem
from tutor import store
from tutor.progress import EXPORTED, FORMAT, Progress
from tutor.store import SCHEMA, default_path

LESSON = "victory-awaits/09-movement"
WHOLE = {"lesson": LESSON, "step": "terrain", "tries": 0, "hints": 0, "at": 1.0}


@pytest.fixture
def record(tmp_path: Path) -> Progress:
    """A record that does not wait long for others."""
    return Progress(tmp_path / "deep" / "progress.sqlite", wait=0.05)


def learners(record: Progress) -> dict[str, int]:
    """Every learner with the number of steps finished."""
    return dict(Counter(who for who, _ in record.everything()))


def refusal(call: Callable[[], Any]) -> Problem:
    """The one-line Problem that a call raises."""
    with pytest.raises(Problem) as raised:
        call()
    assert "\n" not in str(raised.value)
    assert raised.value.remedy
    return raised.value


def every_call(record: Progress) -> dict[str, Callable[[], Any]]:
    """Everything that can be asked of a record."""
    return {
        "finish": lambda: record.finish("Ann", LESSON, "terrain"),
        "done": lambda: record.done("Ann"),
        "steps": lambda: record.steps("Ann", LESSON),
        "everything": record.everything,
        "export": lambda: record.export("Ann"),
        "take_in": lambda: record.take_in(exported(), "Ann"),
    }


def exported(*rows: Any, **changes: Any) -> str:
    """An exported record; one step unless told."""
    one = {"lesson": LESSON, "step": "terrain", "tries": 2, "hints": 1, "at": 12.5}
    body = {"format": FORMAT, "schema": EXPORTED, "learner": "Ann", "done": list(rows) or [one]}
    return json.dumps({**body, **changes})


# -- what is kept ---------------------------------------------------------------------------------


def test_a_finished_step_is_kept_for_its_learner(record: Progress) -> None:
    record.finish("Ann", LESSON, "terrain", tries=2, hints=1)
    record.finish("Ann", LESSON, "to-the-stream")
    record.finish("Bob", "victory-awaits/03-concepts", "zones")
    assert [(d.lesson, d.step, d.tries, d.hints) for d in record.done("Ann")] == [
        (LESSON, "terrain", 2, 1),
        (LESSON, "to-the-stream", 0, 0),
    ]
    assert record.steps("Ann", LESSON) == {"terrain", "to-the-stream"}
    assert record.steps("Ann", "victory-awaits/03-concepts") == set()
    assert learners(record) == {"Ann": 2, "Bob": 1}
    assert [(who, d.step) for who, d in record.everything()] == [
        ("Ann", "terrain"),
        ("Ann", "to-the-stream"),
        ("Bob", "zones"),
    ]


def test_nobody_has_done_anything_in_a_new_record(record: Progress) -> None:
    assert record.done("Ann") == []
    assert learners(record) == {}
    assert record.everything() == []


def test_the_best_attempt_counts_and_the_first_time(record: Progress) -> None:
    record.finish("Ann", LESSON, "terrain", tries=3, hints=0)
    first = record.done("Ann")[0]
    record.finish("Ann", LESSON, "terrain", tries=1, hints=2)
    again = record.done("Ann")[0]
    assert (again.tries, again.hints, again.at) == (1, 0, first.at)


def test_names_are_data_and_nothing_else(record: Progress) -> None:
    nasty = "Robert'); drop table done;--"
    record.finish(nasty, LESSON, "terrain")
    record.finish("Żółć ☃", LESSON, "terrain")
    assert learners(record) == {nasty: 1, "Żółć ☃": 1}


def test_the_file_is_where_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(tmp_path / "class.sqlite"))
    assert default_path() == tmp_path / "class.sqlite"
    assert Progress().store.path == tmp_path / "class.sqlite"
    monkeypatch.delenv("STAFFRIDE_PROGRESS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "staffride" / "progress.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".local" / "share" / "staffride" / "progress.sqlite"


WRITER = """
import sys
from pathlib import Path
from tutor.progress import Progress
who, path, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
sys.stdin.readline()
for number in range(count):
    Progress(path).finish(who, "a/lesson", f"step-{number}", number)
"""


def test_many_writing_at_once_lose_nothing(tmp_path: Path) -> None:
    path, writers, steps = tmp_path / "class.sqlite", 30, 12
    begun = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, f"learner-{number}", str(path), str(steps)],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(writers)
    ]
    for process in begun:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=120)[1] for process in begun]
    assert told == [""] * writers
    assert learners(Progress(path)) == {f"learner-{n}": steps for n in range(writers)}


def test_a_name_is_taken_once(record: Progress) -> None:
    assert record.take("Ann")
    assert not record.take("Ann")
    assert record.take("Bob")
    assert learners(record) == {}


def test_the_secret_stays_and_is_another_for_every_record(record: Progress, tmp_path: Path) -> None:
    assert record.secret() == Progress(record.store.path).secret()
    assert len(record.secret()) == 64
    assert Progress(tmp_path / "other.sqlite").secret() != record.secret()


# -- trouble --------------------------------------------------------------------------------------


WRITES = ("finish", "take_in")


@pytest.mark.parametrize("call", every_call(Progress(Path())))
def test_a_record_in_another_programs_hands_says_so(record: Progress, call: str) -> None:
    record.finish("Ann", LESSON, "zones")
    with closing(sqlite3.connect(record.store.path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        if call in WRITES:
            problem = refusal(every_call(record)[call])
            assert problem.what == "the learners' record is locked by another program"
            assert problem.file == str(record.store.path)
        else:
            # Who only reads is not kept waiting.
            every_call(record)[call]()
        other.execute("rollback")
    every_call(record)[call]()
    assert "zones" in record.steps("Ann", LESSON)


def test_a_record_that_may_not_be_written_can_still_be_read(
    record: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    record.finish("Ann", LESSON, "zones")
    before = record.store.path.read_bytes()
    connect = sqlite3.connect

    def read_only(path: Path, **rest: Any) -> sqlite3.Connection:
        return connect(f"{path.as_uri()}?mode=ro", uri=True, **rest)

    # Permissions do not stop root, so SQLite itself is asked to write nothing.
    monkeypatch.setattr(store.sqlite3, "connect", read_only)
    problem = refusal(lambda: record.finish("Ann", LESSON, "terrain"))
    assert problem.what == "the learners' record may not be written"
    assert record.steps("Ann", LESSON) == {"zones"}
    assert record.store.path.read_bytes() == before


def test_a_folder_in_its_place_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "progress.sqlite").mkdir()
    problem = refusal(lambda: Progress(tmp_path / "progress.sqlite").done("Ann"))
    assert problem.what == "the learners' record cannot be opened"
    assert list((tmp_path / "progress.sqlite").iterdir()) == []


def test_a_file_where_its_folder_should_be_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("mine")
    problem = refusal(lambda: Progress(tmp_path / "data" / "progress.sqlite").done("Ann"))
    assert "cannot be opened" in problem.what
    assert "--progress" in str(problem)
    assert (tmp_path / "data").read_text() == "mine"


def damage_text(path: Path) -> None:
    """No database at all."""
    path.write_text("Dear diary, today I moved the 36th.\n" * 50)


def damage_half(path: Path) -> None:
    """A copy that broke off."""
    path.write_bytes(path.read_bytes()[:5000])


def damage_middle(path: Path) -> None:
    """A bad spot on the disk."""
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 2000 + whole[2100:])


@pytest.mark.parametrize("damage", [damage_text, damage_half, damage_middle])
@pytest.mark.parametrize("call", every_call(Progress(Path())))
def test_a_damaged_record_is_told_and_left_as_it_is(
    record: Progress, damage: Callable[[Path], None], call: str
) -> None:
    many = [{**WHOLE, "step": f"step-{number}-{'x' * 60}"} for number in range(80)]
    record.take_in(exported(*many), "Ann")
    damage(record.store.path)
    before = record.store.path.read_bytes()
    problem = refusal(every_call(record)[call])
    assert problem.what.startswith("the learners' record is damaged")
    assert "left as it is" in str(problem)
    assert record.store.path.read_bytes() == before


def test_no_damage_goes_unnoticed(record: Progress) -> None:
    """400 copies, each with a few bytes changed somewhere: told, or read as it was."""
    many = [{**WHOLE, "step": f"step-{n}-{'x' * 30}", "at": float(n)} for n in range(60)]
    for learner in ("Ann", "Bob", "Cy"):
        record.take_in(exported(*many), learner)
    whole, before = record.store.path.read_bytes(), record.everything()
    told = 0
    for seed in range(400):
        luck = random.Random(seed)
        damaged = bytearray(whole)
        for _ in range(luck.choice((1, 2, 8, 64))):
            damaged[luck.randrange(len(damaged))] = luck.randrange(256)
        record.store.path.write_bytes(damaged)
        try:
            assert record.everything() == before, seed
            assert record.done("Bob") == [done for who, done in before if who == "Bob"], seed
        except Problem as problem:
            told += 1
            assert "\n" not in str(problem)  # noqa: PT017
            assert len(str(problem)) < 500  # noqa: PT017
        for more in ("-wal", "-shm"):
            Path(f"{record.store.path}{more}").unlink(missing_ok=True)
    assert told > 100


@pytest.mark.parametrize("call", every_call(Progress(Path())))
def test_a_record_of_a_newer_program_is_told_and_left_as_it_is(record: Progress, call: str) -> None:
    record.finish("Ann", LESSON, "zones")
    with closing(sqlite3.connect(record.store.path)) as db:
        db.execute(f"pragma user_version = {SCHEMA + 1}")
    before = record.store.path.read_bytes()
    problem = refusal(every_call(record)[call])
    assert f"schema {SCHEMA + 1}" in problem.what
    assert "Update Staffride" in str(problem.remedy)
    assert record.store.path.read_bytes() == before


def test_another_programs_database_is_left_alone(record: Progress) -> None:
    record.store.path.parent.mkdir()
    with closing(sqlite3.connect(record.store.path)) as db:
        db.execute("create table bookmarks (url text)")
    before = record.store.path.read_bytes()
    problem = refusal(lambda: record.finish("Ann", LESSON, "zones"))
    assert "another program's database" in problem.what
    assert record.store.path.read_bytes() == before


def test_a_full_disk_says_so(record: Progress, monkeypatch: pytest.MonkeyPatch) -> None:
    record.finish("Ann", LESSON, "zones")

    def small(path: Path, **rest: Any) -> sqlite3.Connection:
        db = connect(path, **rest)
        db.execute("pragma max_page_count = 2")
        return db

    connect = sqlite3.connect
    monkeypatch.setattr(store.sqlite3, "connect", small)
    problem = refusal(lambda: record.finish("Ann", LESSON, "x" * 20_000))
    assert problem.what == "the learners' record does not fit on the disk"
    assert record.steps("Ann", LESSON) == {"zones"}


# -- taking it along ------------------------------------------------------------------------------


def test_a_record_is_taken_along_whole(record: Progress, tmp_path: Path) -> None:
    record.finish("Ann", LESSON, "terrain", tries=2, hints=1)
    record.finish("Ann", "victory-awaits/03-concepts", "zones")
    other = Progress(tmp_path / "other.sqlite")
    other.finish("Bob", LESSON, "terrain")
    assert other.take_in(record.export("Ann"), "Bob") == 2
    assert other.steps("Bob", LESSON) == {"terrain"}
    assert {d.step for d in other.done("Bob")} == {"terrain", "zones"}
    assert other.take_in(record.export("Ann"), "Ann") == 2
    assert other.done("Ann") == record.done("Ann")
    assert other.export("Ann") == record.export("Ann")


def test_what_was_better_here_stays(record: Progress) -> None:
    record.finish("Ann", LESSON, "terrain", tries=1, hints=3)
    record.take_in(exported(), "Ann")
    assert (record.done("Ann")[0].tries, record.done("Ann")[0].hints) == (1, 1)


def test_a_record_of_nothing_is_a_record(record: Progress) -> None:
    assert record.take_in(record.export("Ann"), "Bob") == 0
    assert learners(record) == {}


@pytest.mark.parametrize(
    ("text", "what", "place"),
    [
        ("", "not an exported record", "line 1"),
        (exported()[:-20], "not an exported record", "line 1"),
        ("[" * 200_000, "not an exported record", "the whole text"),
        ("9" * 5000, "not an exported record", "the whole text"),
        ("[]", "not an exported record", "format"),
        ('{"format": "staffride-save"}', "not an exported record", "format"),
        (exported(schema=EXPORTED + 1), f"schema {EXPORTED + 1}", "schema"),
        (exported(schema=0), "schema 0", "schema"),
        (exported(schema="1"), "schema 1", "schema"),
        (exported(schema=True), "schema True", "schema"),
        (exported(schema=None), "schema None", "schema"),
        (exported(done=None), "no list of steps", "done"),
        (exported(done={"lesson": LESSON}), "no list of steps", "done"),
        (exported(WHOLE, "terrain"), "not whole", "done[1]"),
        (exported(WHOLE, {"lesson": LESSON}), "not whole", "done[1]"),
        (exported({**WHOLE, "tries": "3"}), "not whole", "done[0]"),
        (exported({**WHOLE, "tries": -1}), "not whole", "done[0]"),
        (exported({**WHOLE, "hints": 10**30}), "not whole", "done[0]"),
        (exported({**WHOLE, "hints": True}), "not whole", "done[0]"),
        (exported({**WHOLE, "at": "noon"}), "not whole", "done[0]"),
        (exported({**WHOLE, "at": float("nan")}), "not whole", "done[0]"),
        (exported({**WHOLE, "at": float("inf")}), "not whole", "done[0]"),
        (exported({**WHOLE, "step": "\ud800"}), "not whole", "done[0]"),
        (exported({**WHOLE, "lesson": 9}), "not whole", "done[0]"),
    ],
)
def test_what_cannot_be_taken_in_is_refused_whole(
    record: Progress, text: str, what: str, place: str
) -> None:
    record.finish("Ann", LESSON, "zones")
    problem = refusal(lambda: record.take_in(text, "Ann", "mine.json"))
    assert what in problem.what
    assert (problem.file, problem.place) == ("mine.json", place)
    assert record.steps("Ann", LESSON) == {"zones"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(
    key=st.sampled_from(["format", "schema", "done"]),
    inner=st.sampled_from(["", *WHOLE]),
    value=json_values,
)
def test_whatever_is_brought_is_taken_in_or_refused(
    tmp_path_factory: pytest.TempPathFactory, key: str, inner: str, value: Any
) -> None:
    record = Progress(tmp_path_factory.mktemp("record") / "progress.sqlite")
    text = exported({**WHOLE, inner: value}) if inner else exported(**{key: value})
    try:
        count = record.take_in(text, "Ann", "mine.json")
    except Problem as problem:
        assert problem.file == "mine.json"  # noqa: PT017
        count = 0
    assert len(record.done("Ann")) == min(count, 1)
