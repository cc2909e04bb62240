"""Saves: written whole or not at all, believed only when whole, and never harmed by reading."""

from __future__ import annotations

import base64
import errno
import hashlib
import json
import os
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import Scripted, Seeded, catalogue, load, record
from engine.drawing import Paint
from engine.errors import Problem
from engine.values import Action
from engine.workbench import Bring, Workbench
from tests.engine.play import RIVER_LINE, picks, river_line, seeds, wander
from tests.engine.problems import refused, says
from tests.engine.test_scenario import GOOD as FIELD


@pytest.fixture
def saved(tmp_path):
    """A save on disk, some actions into the training scenario."""
    path = tmp_path / "mine.json"
    record.save(river_line(7, [3, 1000, 0, 44, 5]), path)
    return path


def body_of(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def seal(body: dict) -> str:
    """A save's text with the checksum that belongs to it."""
    body = {key: value for key, value in body.items() if key != "checksum"}
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return json.dumps({**body, "checksum": hashlib.sha256(text.encode()).hexdigest()})


def check(path: Path, *, what: str, place: str, remedy: str, expected: str | None = None) -> bool:
    """Whether loading is refused in one line, and the file stays as it is."""
    before = path.read_bytes()
    problem = refused(lambda: record.load(path, expected))
    assert says(problem, what=what, file=str(path), place=place, remedy=remedy)
    return path.read_bytes() == before


# ------------------------------------------------------------------ there and back


def test_a_game_from_the_workbench_is_saved_with_its_position(tmp_path):
    bench = Workbench.new("victory-awaits", "Mine", (6, 5))
    side, row = bench.types()[0]
    bench.draw(Paint(("0101",), "mountain"))
    bench.do(Bring(side, {"id": "A1", **row}, "0203"))
    game = bench.game(Seeded(3))
    game.apply(game.first())
    path = tmp_path / "mine.json"
    record.save(game, path)
    assert body_of(path)["schema"] == 3
    again = record.load(path)
    assert again.state == game.state
    assert again.scenario.board.terrain("0101") == "mountain"
    sealed = record.dumps(record.record_of(game), sealed=True)
    assert "mountain" not in sealed
    assert record.replay(record.loads(sealed)).state == game.state


def test_a_game_on_a_corrected_board_is_saved_with_its_corrections(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'corrects = "velikaya"\ngame = "victory-awaits"\nterrain = { swamp = ["1122"] }'
    )
    game = load(RIVER_LINE, Seeded(1), corrections=str(mine))
    game.apply(game.first())
    again = record.replay(record.loads(record.dumps(record.record_of(game))))
    assert again.state == game.state
    assert again.scenario.board.terrain("1122") == "swamp"


@given(seeds, picks)
def test_a_game_saved_and_replayed_has_the_same_state_and_log(seed, picks):
    game = river_line(seed, picks)
    text = record.dumps(record.record_of(game))
    again = record.replay(record.loads(text))
    assert again.state == game.state
    assert again.log == game.log
    assert again.history == game.history
    assert again.decision == game.decision
    assert record.dumps(record.record_of(again)) == text


@given(seeds, picks, picks)
def test_a_loaded_game_goes_on_with_the_dice_of_the_first(seed, before, after):
    game = river_line(seed, before)
    again = record.replay(record.loads(record.dumps(record.record_of(game))))
    assert wander(again, after).log == wander(game, after).log


def test_a_game_goes_through_a_file(saved):
    game = record.load(saved, RIVER_LINE)
    assert len(game.history) == 6
    assert game.state == river_line(7, [3, 1000, 0, 44, 5]).state


def test_what_was_taken_back_is_not_saved():
    game = river_line(7, [3, 1000, 0])
    game.undo()
    assert len(record.record_of(game).actions) == 2
    assert record.replay(record.record_of(game)).state == game.state


def test_scripted_dice_are_saved_as_they_fell():
    game = load(RIVER_LINE, Scripted([0, 0, 0, 0, 0], then=Seeded("later")))
    wander(game, [3, 1000, 0])
    again = record.replay(record.loads(record.dumps(record.record_of(game))))
    assert (again.state, again.log) == (game.state, game.log)
    assert record.record_of(again).seed == "later"


def test_a_save_says_what_it_is(saved):
    body = body_of(saved)
    assert (body["format"], body["schema"], body["scenario"]) == ("staffride-save", 1, RIVER_LINE)
    assert body["seed"] == 7
    assert len(body["actions"]) == 5
    assert all(entry["do"] and isinstance(entry["dice"], list) for entry in body["actions"])


# ------------------------------------------------------------------ damaged


def test_a_save_cut_in_half(saved):
    text = saved.read_text(encoding="utf-8")
    saved.write_text(text[: len(text) // 2], encoding="utf-8")
    assert check(saved, what="damaged: it breaks off", place="line ", remedy="an earlier save")


def test_a_save_cut_anywhere_is_refused_or_whole(saved):
    text = saved.read_text(encoding="utf-8")
    for end in range(len(text) - 2):
        problem = refused(lambda end=end: record.loads(text[:end], "cut.json"))
        assert problem.file == "cut.json"
        assert problem.place
        assert problem.remedy
    assert record.loads(text[:-1]) == record.loads(text)


def test_a_changed_byte(saved):
    text = saved.read_text(encoding="utf-8")
    saved.write_text(text.replace('"seed": 7', '"seed": 8'), encoding="utf-8")
    assert check(saved, what="its checksum does not fit", place="checksum", remedy="earlier save")


PLAYED = record.record_of(river_line(7, [3, 1000, 0, 44, 5]))
TEXT = record.dumps(PLAYED)
SEALED = record.dumps(PLAYED, sealed=True)


@given(
    st.sampled_from([TEXT, SEALED]), st.floats(0, 1, exclude_max=True), st.characters(codec="utf-8")
)
def test_whatever_byte_is_changed_the_save_is_refused_or_says_the_same(text, share, letter):
    place = int(share * len(text))
    changed = text[:place] + letter + text[place + 1 :]
    try:
        found, problem = record.loads(changed, "hurt.json"), None
    except Problem as caught:
        found, problem = None, caught
    if problem is None:
        assert found == record.loads(TEXT)
    else:
        assert problem.file == "hurt.json"
        assert problem.place
        assert problem.remedy


def test_a_sealed_save_says_the_same_and_shows_none_of_it():
    assert record.loads(SEALED) == PLAYED
    assert "seed" in TEXT
    assert not any(word in SEALED for word in ("seed", "dice", "path"))


@given(st.one_of(st.text(max_size=40), st.integers(), st.none(), st.lists(st.text(max_size=3))))
@example(record.seal({})[:-4])
@example(record.seal({}) + "AAAA")
@example(base64.b64encode(zlib.compress(b"[1]")).decode())
@example(base64.b64encode(zlib.compress(b"no table")).decode())
@example(base64.b64encode(zlib.compress(b"[" * 200_000)).decode())
def test_an_envelope_that_cannot_be_opened_is_refused(letters):
    text = seal({**json.loads(SEALED), "sealed": letters})
    problem = refused(lambda: record.loads(text, "hurt.json"))
    assert (problem.file, problem.place) == ("hurt.json", "sealed")
    assert "earlier save" in problem.remedy


def test_an_envelope_that_would_fill_the_memory_is_refused(monkeypatch):
    monkeypatch.setattr(record, "LARGEST", 10)
    assert refused(lambda: record.loads(SEALED)).place == "sealed"


def test_a_small_envelope_does_not_hold_the_world():
    bomb = base64.b64encode(zlib.compress(b'{"a": [' + b"[]," * 6_000_000 + b"[]]}", 9)).decode()
    assert len(bomb) < 60_000
    text = seal({**json.loads(SEALED), "sealed": bomb})
    assert refused(lambda: record.loads(text, "bomb.json")).place == "sealed"


@given(st.text(max_size=60))
def test_any_text_is_refused_in_one_line(text):
    problem = refused(lambda: record.loads(text, "odd.json"))
    assert problem.file == "odd.json"
    assert problem.place
    assert "\n" not in str(problem)


ODD = {
    "nothing": ("", "breaks off or is no JSON", "line 1", "earlier save"),
    "not JSON": ("dear diary", "breaks off or is no JSON", "line 1", "earlier save"),
    "a list": ("[1, 2]", "not a Staffride save", "format", "staffride-save"),
    "another program's": ('{"format": "chess"}', "not a Staffride save", "format", "staffride"),
    "a number that is too long": ("1" * 5000, "", "", ""),
    "a very deep list": ("[" * 200_000, "damaged", "", "earlier save"),
    "no schema": ('{"format": "staffride-save"}', "has schema None", "schema", "Update"),
    "schema 0": ('{"format": "staffride-save", "schema": 0}', "schema 0", "schema", "Update"),
    "a lone surrogate": (
        '{"format": "staffride-save", "schema": 1, "seed": "\\ud800"}',
        "checksum does not fit",
        "checksum",
        "earlier save",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_save_is_refused(name, tmp_path):
    text, what, place, remedy = ODD[name]
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8")
    assert check(path, what=what, place=place, remedy=remedy)


def test_a_save_that_is_not_text(tmp_path):
    path = tmp_path / "odd.json"
    path.write_bytes(b'{"format": "\xff"}')
    assert check(path, what="it is not text", place="byte 12", remedy="earlier save")


def test_a_save_that_is_not_there(tmp_path):
    problem = refused(lambda: record.load(tmp_path / "none.json"))
    assert problem.file == str(tmp_path / "none.json")
    assert problem.what == "there is no such save"
    assert problem.remedy == "Check the name."


def test_a_folder_is_no_save(tmp_path):
    problem = refused(lambda: record.load(tmp_path))
    assert problem.file == str(tmp_path)
    assert problem.what.startswith("this is not a file")
    assert problem.remedy


def test_a_save_that_may_not_be_read(saved, monkeypatch):
    before = saved.read_bytes()

    def locked(*args, **more):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_text", locked)
    problem = refused(lambda: record.load(saved))
    assert (problem.file, problem.remedy) == (str(saved), "Check its rights.")
    assert "may not be read" in problem.what
    assert saved.read_bytes() == before


# ------------------------------------------------------------------ foreign or newer


def test_a_save_of_a_newer_program(saved):
    body = body_of(saved)
    body["schema"] = record.SCHEMA + 1
    saved.write_text(seal(body), encoding="utf-8")
    assert check(
        saved, what=f"schema {record.SCHEMA + 1}", place="schema", remedy="Update Staffride"
    )


def test_a_newer_save_is_not_called_damaged_for_its_checksum(saved):
    body = body_of(saved)
    body["schema"], body["checksum"] = 99, "made in another way"
    saved.write_text(json.dumps(body), encoding="utf-8")
    assert check(saved, what="schema 99", place="schema", remedy="Update Staffride")


def test_a_save_of_another_scenario(saved):
    assert check(
        saved,
        what=f"belongs to the scenario '{RIVER_LINE}', not to 'victory-awaits/other'",
        place="scenario",
        remedy=f"Open '{RIVER_LINE}'",
        expected="victory-awaits/other",
    )


def test_a_save_of_a_scenario_that_nobody_has(saved):
    body = body_of(saved)
    body["scenario"] = "victory-awaits/river-lime"
    saved.write_text(seal(body), encoding="utf-8")
    assert check(
        saved,
        what="its scenario 'victory-awaits/river-lime' cannot be opened",
        place="scenario",
        remedy=RIVER_LINE,
    )


def field_save(folder: Path) -> tuple[Path, Path]:
    """A scenario of one's own, and a save of it."""
    scenario, path = folder / "field.toml", folder / "field.json"
    scenario.write_text(FIELD, encoding="utf-8")
    record.save(wander(load(str(scenario), Seeded(1)), [0]), path)
    return scenario, path


def test_a_scenario_of_ones_own_can_be_saved(tmp_path):
    scenario, path = field_save(tmp_path)
    assert record.load(path).scenario.id == str(scenario)


def test_a_scenario_that_has_changed_since(tmp_path):
    scenario, path = field_save(tmp_path)
    scenario.write_text(FIELD.replace("full = [2, 4]", "full = [2, 5]"), encoding="utf-8")
    assert check(path, what="has changed since", place="fingerprint", remedy="version of Staffride")


def test_a_scenario_that_has_gone(tmp_path):
    scenario, path = field_save(tmp_path)
    scenario.unlink()
    assert check(path, what="cannot be opened: there is no such file", place="scenario", remedy="")


def test_a_switch_that_the_scenario_does_not_have(saved):
    body = body_of(saved)
    body["switches"] = {"no-such-rule": True}
    saved.write_text(seal(body), encoding="utf-8")
    assert check(saved, what="no rule switch 'no-such-rule'", place="scenario", remedy="")


# ------------------------------------------------------------------ changed by hand, resealed


def first_action(body: dict, **change: object) -> None:
    body["actions"][0] = {**body["actions"][0], **change}


FORGED = {
    "an illegal action": (
        lambda b: first_action(b, do="fly"),
        "is illegal by",
        "actions[0]",
        "changed by hand",
    ),
    "an action after the last": (
        lambda b: b["actions"].append({"do": "fly", "dice": []}),
        "action 6 (fly) is illegal",
        "actions[5]",
        "changed by hand",
    ),
    "an action without a kind": (
        lambda b: b["actions"].__setitem__(1, {"dice": []}),
        "is no action",
        "actions[1]",
        '"do"',
    ),
    "an action that is no table": (
        lambda b: b["actions"].__setitem__(1, "end"),
        "'end' is not a table",
        "actions[1]",
        "",
    ),
    "an argument that no action has": (
        lambda b: first_action(b, path={"a": 1}),
        "is no argument of an action",
        "actions[0], path",
        "lists",
    ),
    "dice that are no numbers": (
        lambda b: first_action(b, dice=["six"]),
        "'six' is no die",
        "actions[0].dice[0]",
        "whole numbers",
    ),
    "a die that the cup does not have": (
        lambda b: b.__setitem__("opening", [99] * max(len(b["opening"]), 1)),
        "99 is no answer for",
        "opening",
        "Give 0 to",
    ),
    "no actions": (lambda b: b.pop("actions"), "'actions' is missing", "", "a list"),
    "no scenario": (lambda b: b.pop("scenario"), "'scenario' is missing", "", "a text"),
    "no fingerprint": (lambda b: b.pop("fingerprint"), "'fingerprint' is missing", "", "a text"),
    "no seed": (lambda b: b.pop("seed"), "'seed' is missing", "", ""),
    "a seed of another kind": (
        lambda b: b.__setitem__("seed", [1]),
        "[1] is no seed",
        "seed",
        "a whole number or a text",
    ),
    "a switch that is no switch": (
        lambda b: b.__setitem__("switches", {"mud": "yes"}),
        "'yes' is not true or false",
        "switches.mud",
        "true or false",
    ),
    "switches that are no table": (
        lambda b: b.__setitem__("switches", 3),
        "3 is not a table",
        "switches",
        "a table",
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_save_changed_by_hand_and_sealed_again(name, saved):
    change, what, place, remedy = FORGED[name]
    body = body_of(saved)
    change(body)
    saved.write_text(seal(body), encoding="utf-8")
    before = saved.read_bytes()
    problem = refused(lambda: record.load(saved))
    assert what in problem.what
    assert problem.file == str(saved)
    assert place in (problem.place or "")
    assert problem.remedy
    assert remedy in problem.remedy
    assert saved.read_bytes() == before


def test_an_illegal_action_names_the_rule_that_forbids_it(saved):
    body = body_of(saved)
    body["actions"] = [{"do": "move", "unit": "11R", "path": ["1425", "1424"], "dice": []}]
    saved.write_text(seal(body), encoding="utf-8")
    problem = refused(lambda: record.load(saved))
    game = load(RIVER_LINE, Seeded(7))
    rules = game.explain(Action("move", unit="11R", path=["1425", "1424"])).rules
    assert rules
    assert f"is illegal by {', '.join(rules)}" in problem.what


# ------------------------------------------------------------------ writing


@pytest.mark.parametrize("step", ["replace", "fsync", "fdopen"])
def test_when_writing_fails_the_old_file_stays_and_no_draft_is_left(step, saved, monkeypatch):
    before = saved.read_bytes()

    def full(*args, **more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, step, full)
    problem = refused(lambda: record.save(river_line(8), saved))
    monkeypatch.undo()
    assert problem.file == str(saved)
    assert "No space left on device" in problem.what
    assert "the old file is untouched" in (problem.remedy or "")
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == [saved.name]


def test_a_first_save_that_fails_leaves_nothing(tmp_path, monkeypatch):
    def full(*args, **more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    refused(lambda: record.save(river_line(8), tmp_path / "new.json"))
    monkeypatch.undo()
    assert os.listdir(tmp_path) == []


def test_a_save_interrupted_leaves_the_old_file_and_no_draft(saved, monkeypatch):
    before = saved.read_bytes()

    def interrupted(*args, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        record.save(river_line(8), saved)
    monkeypatch.undo()
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == [saved.name]


def test_a_folder_that_is_not_there(tmp_path):
    path = tmp_path / "nowhere" / "mine.json"
    problem = refused(lambda: record.save(river_line(8), path))
    assert problem.file == str(path)
    assert "nothing can be written there" in problem.what
    assert "Choose a folder" in (problem.remedy or "")


def test_saving_over_an_old_save_replaces_it_whole(saved):
    record.save(river_line(8), saved)
    assert record.load(saved).history == river_line(8).history
    assert os.listdir(saved.parent) == [saved.name]


def test_a_replay_asks_for_no_dice_but_those_of_the_save(saved, monkeypatch):
    found = record.loads(saved.read_text(encoding="utf-8"))
    asked = []
    monkeypatch.setattr(Seeded, "answer", lambda self, request: asked.append(request))
    game = record.replay(found)
    assert asked == []
    assert [number for step in game.history for _, number in step.answers] == [
        *found.opening,
        *(number for _, dice in found.actions for number in dice),
    ]


EARLIER = sorted((Path(__file__).parent / "saves").glob("*.json"))


@pytest.mark.parametrize("file", EARLIER, ids=[file.stem for file in EARLIER])
def test_a_save_of_an_earlier_engine_still_loads(file: Path) -> None:
    """Written on 2026-11-19, before the engine was rebuilt on deeds and chapters."""
    game = record.load(file)
    assert len(game.history) == len(json.loads(file.read_text("utf-8"))["actions"]) + 1
    assert len(EARLIER) == len(catalogue.GAMES)
