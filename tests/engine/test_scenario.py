"""Bad scenario files: each mistake is one line that names the file, the place and the remedy."""

from __future__ import annotations

import pytest

from engine import catalogue
from engine.placeboard import PlaceBoard
from tests.engine.problems import refused, says

GOOD = """
title = "A field"
game = "victory-awaits"
chits = ["18A"]

[turns]
first = 1
last = 2

[victory]
side = "axis"
hexes = ["0201"]

[board]
title = "Two by two"
rows = ["01 . .", "02 . ."]
[board.terrain]
"." = "clear"
[[board.place]]
hex = "0201"
name = "Ostrov"
kind = "town"

[[side]]
id = "axis"
name = "Axis"
units = [
  { id = "18A", type = "army-hq", full = [1, 5], hex = "0101" },
  { id = "21", type = "infantry", full = [3, 5], reduced = [2, 5], hex = "0102" },
]

[[side]]
id = "soviet"
name = "Soviet"
units = [
  { id = "11R", type = "infantry", full = [2, 4], hex = "0202" },
]
"""


def write(folder, text, name="field.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_scenario_is_read(tmp_path):
    scenario = catalogue.rules_of(str(write(tmp_path, GOOD))).scenario
    assert scenario.title == "A field"
    assert [side.name for side in scenario.sides] == ["Axis", "Soviet"]
    assert scenario.side("soviet").id == "soviet"
    assert scenario.where == {"18A": "0101", "21": "0102", "11R": "0202"}
    assert scenario.pieces["21"].steps == 2


def changed(old, new):
    assert old in GOOD, old
    return GOOD.replace(old, new)


BAD = {
    "a unit on no hex": (
        changed('full = [2, 4], hex = "0202"', "full = [2, 4]"),
        "unit '11R' stands nowhere",
        "side[1].units[0]",
        'hex = "..."',
    ),
    "a unit off the board": (
        changed('hex = "0202"', 'hex = "0909"'),
        "there is no hex '0909'",
        "side[1].units[0].hex",
        "Use one of: 0101",
    ),
    "a unit in a box that is not there": (
        changed('full = [2, 4], hex = "0202"', 'full = [2, 4], box = "nowhere-at-all"'),
        "there is no box 'nowhere-at-all'",
        "side[1].units[0].box",
        "",
    ),
    "a unit listed twice": (
        changed('id = "21"', 'id = "18A"'),
        "unit '18A' is listed twice",
        "side[0].units[1].id",
        "Rename one of them",
    ),
    "one unit on both sides": (
        changed('id = "11R"', 'id = "21"'),
        "unit '21' is listed twice",
        "side[1].units[0].id",
        "Rename one of them",
    ),
    "a unit without an id": (
        changed('{ id = "11R", ', "{ "),
        "'id' is missing",
        "side[1].units[0]",
        "Give it a text",
    ),
    "a unit of an unknown type": (
        changed('"11R", type = "infantry"', '"11R", type = "infantri"'),
        "unknown unit type 'infantri'",
        "side[1].units[0].type",
        "Did you mean 'infantry'?",
    ),
    "a unit of an unknown nation": (
        changed('id = "11R",', 'id = "11R", nation = "finnish",'),
        "unknown nation 'finnish'",
        "side[1].units[0].nation",
        "Use one of: german, romanian, soviet",
    ),
    "a unit with one number": (
        changed("full = [2, 4]", "full = [2]"),
        "[2] is no row of strengths",
        "side[1].units[0].full",
        "Write [strength, move]",
    ),
    "a unit with a strength below nothing": (
        changed("reduced = [2, 5]", "reduced = [-2, 5]"),
        "[-2, 5] is no row of strengths",
        "side[0].units[1].reduced",
        "Write [strength, move]",
    ),
    "a unit with a slip of the pen": (
        changed('id = "11R",', 'id = "11R", hexx = "0101",'),
        "unknown key 'hexx'",
        "side[1].units[0]",
        "Did you mean 'hex'?",
    ),
    "two sides of one name": (
        changed('name = "Soviet"', 'name = "Axis"'),
        "two sides of one name: 'Axis'",
        "side[1].id",
        "Give each side its own",
    ),
    "two sides of one id": (
        changed('id = "soviet"', 'id = "axis"'),
        "two sides of one name: 'Soviet'",
        "side[1].id",
        "Give each side its own",
    ),
    "one side only": (
        GOOD[: GOOD.rindex("[[side]]")],
        "two sides or more",
        "side",
        "Add a [[side]]",
    ),
    "a side that the game does not have": (
        changed('id = "soviet"', 'id = "soviets"'),
        "there is no side 'soviets'",
        "side",
        "Did you mean 'soviet'?",
    ),
    "a side with a slip of the pen": (
        changed('name = "Soviet"', 'name = "Soviet"\npalete = "soviet"'),
        "unknown key 'palete'",
        "side[1]",
        "Did you mean 'palette'?",
    ),
    "an unknown rule switch": (
        changed("[turns]", "[rules]\nno-mud = true\n[turns]"),
        "there is no rule switch 'no-mud'",
        "rules.no-mud",
        "",
    ),
    "a terrain that the game does not know": (
        changed('"." = "clear"', '"." = "jungle"'),
        "there is no terrain 'jungle'",
        "board.terrain..",
        "Use one of: clear",
    ),
    "a board that is not there": (
        GOOD[: GOOD.index("[board]")].replace("chits", 'board = "velikaja"\nchits')
        + GOOD[GOOD.index("[[side]]") :],
        "there is no board 'velikaja'",
        "board",
        "Did you mean 'velikaya'?",
    ),
    "a mistake on the board inside": (
        changed('"02 . ."', '"02 . q"'),
        "unknown terrain letter 'q' in hex 0202",
        "board.rows[1]",
        "Explain it",
    ),
    "a chit without a headquarters": (
        changed('chits = ["18A"]', 'chits = ["18A", "16A"]'),
        "chit '16A'",
        "chits[1]",
        "Did you mean '18A'?",
    ),
    "a chit of a unit that is none": (
        changed('chits = ["18A"]', 'chits = ["21"]'),
        "chit '21'",
        "chits[0]",
        "18A",
    ),
    "nobody who would ever move": (
        changed('chits = ["18A"]', ""),
        "nobody would ever move",
        "chits",
        "List chits",
    ),
    "a goal without a town": (
        changed('hexes = ["0201"]', 'hexes = ["0201", "0101"]'),
        "hex 0101 holds no town or city",
        "victory.hexes[1]",
        "Use one of: 0201",
    ),
    "a goal of no side": (
        changed('side = "axis"', 'side = "axes"'),
        "there is no side 'axes'",
        "victory.side",
        "Did you mean 'axis'?",
    ),
    "turns that run backwards": (
        changed("last = 2", "last = 0"),
        "turns 1 to 0 make no game",
        "turns.last",
        "Count upwards from 1",
    ),
    "a start by an unknown headquarters": (
        changed("[turns]", '[start]\nhq = "19A"\n[turns]'),
        "there is no headquarters '19A'",
        "start.hq",
        "Did you mean '18A'?",
    ),
    "a start by no side": (
        changed("[turns]", '[start]\nside = "axes"\n[turns]'),
        "there is no side 'axes'",
        "start.side",
        "Did you mean 'axis'?",
    ),
    "a reduced unit that has one side only": (
        changed("[turns]", '[start]\nreduced = ["21", "11R"]\n[turns]'),
        "'11R' has no reduced side",
        "start.reduced[1]",
        "",
    ),
    "a section with a slip of the pen": (
        changed("first = 1", "frist = 1"),
        "unknown key 'frist'",
        "turns",
        "Did you mean 'first'?",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_scenario_names_file_place_and_remedy(name, tmp_path):
    text, what, place, remedy = BAD[name]
    path = write(tmp_path, text)
    problem = refused(lambda: catalogue.rules_of(str(path)))
    assert says(problem, what=what, file=str(path), place=place, remedy=remedy)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("text", "what", "remedy"),
    [
        (changed("[turns]", "[weather]\nmud = true\n[turns]"), "unknown key 'weather'", "Use one"),
        (changed('title = "A field"', ""), "'title' is missing", "Give it a text"),
        (changed('game = "victory-awaits"', ""), "'game' is missing", "Give it a text"),
        (changed("[turns]", "[turns"), "not TOML", "Mend the line"),
    ],
)
def test_a_mistake_of_the_whole_file_names_file_and_remedy(text, what, remedy, tmp_path):
    path = write(tmp_path, text)
    problem = refused(lambda: catalogue.rules_of(str(path)))
    assert problem.file == str(path)
    assert what in problem.what
    assert remedy in str(problem)


def test_a_file_that_is_not_toml_names_the_line(tmp_path):
    path = write(tmp_path, 'title = "x"\n\nno equals sign\n')
    problem = refused(lambda: catalogue.rules_of(str(path)))
    assert "line 3" in str(problem)
    assert problem.file == str(path)


def test_an_unknown_game_names_the_place_and_the_nearest(tmp_path):
    path = write(tmp_path, changed('game = "victory-awaits"', 'game = "victory-await"'))
    problem = refused(lambda: catalogue.rules_of(str(path)))
    assert says(
        problem,
        what="there is no game 'victory-await'",
        file=str(path),
        place="game",
        remedy="Did you mean 'victory-awaits'?",
    )


@pytest.mark.parametrize(
    ("name", "what", "remedy"),
    [
        ("victory-awaits/river-lime", "no scenario", "'victory-awaits/river-line'"),
        ("victory-awaits/nowhere/river-line", "no scenario", "victory-awaits"),
        ("victory/river-line", "no game 'victory'", "victory-awaits"),
        ("no-such-file.toml", "no such file", "Check the name"),
    ],
)
def test_an_unknown_scenario_offers_the_known_ones(name, what, remedy):
    problem = refused(lambda: catalogue.load(name))
    assert what in problem.what
    assert remedy in (problem.remedy or "")


def test_a_switch_given_by_the_caller_must_exist():
    problem = refused(lambda: catalogue.rules_of("victory-awaits/river-line", {"no-mud": True}))
    assert problem.what == "there is no rule switch 'no-mud'"
    assert problem.remedy


def test_a_board_beside_the_scenario_is_found(tmp_path):
    (tmp_path / "mine.toml").write_text(
        'title = "Mine"\nrows = ["01 . .", "02 . ."]\n[terrain]\n"." = "clear"\n'
        '[[place]]\nhex = "0201"\nname = "X"\nkind = "town"\n',
        encoding="utf-8",
    )
    head, tail = GOOD[: GOOD.index("[board]")], GOOD[GOOD.index("[[side]]") :]
    path = write(tmp_path, head.replace("chits", 'board = "mine.toml"\nchits') + tail)
    assert catalogue.rules_of(str(path)).scenario.board.title == "Mine"


JOINED = GOOD[GOOD.index("[[side]]") :]
TWO_BOARDS = """
title = "Two maps"
game = "victory-awaits"
chits = ["18A"]

[[boards]]
board = "a.toml"
prefix = ""

[[boards]]
board = "a.toml"
prefix = "B"
shift = [{shift}]
"""


def two_boards(folder, shift):
    write(
        folder,
        'title = "A"\nrows = ["01 . .", "02 . ."]\n[terrain]\n"." = "clear"\n',
        "a.toml",
    )
    return write(folder, TWO_BOARDS.replace("{shift}", shift) + JOINED)


def test_several_boards_make_one(tmp_path):
    board = catalogue.rules_of(str(two_boards(tmp_path, "2, 0"))).scenario.board
    assert len(board) == 8
    assert board.title == "Two maps"
    assert board.adjacent("0201", "B0101")


@pytest.mark.parametrize(
    ("shift", "what", "place", "remedy"),
    [
        ("1, 0", "board 'A' is shifted by 1 columns", "boards", "even number of columns"),
        ("0, 1", "hex B0101 lies on hex 0102", "boards", "Change the shift"),
        ("2", "[2] is no shift", "boards[1].shift", "Write [columns, rows]"),
        ('"2", 0', "is no shift", "boards[1].shift", "Write [columns, rows]"),
    ],
)
def test_boards_that_do_not_fit_name_file_place_and_remedy(shift, what, place, remedy, tmp_path):
    path = two_boards(tmp_path, shift)
    problem = refused(lambda: catalogue.rules_of(str(path)))
    assert says(problem, what=what, file=str(path), place=place, remedy=remedy)


def test_a_scenario_is_known_by_all_that_it_says(tmp_path):
    def mark(text):
        return catalogue.rules_of(str(write(tmp_path, text))).scenario.fingerprint

    first = mark(GOOD)
    assert mark(GOOD) == first
    assert mark("# a remark changes nothing\n" + GOOD) == first
    different = [
        changed("full = [2, 4]", "full = [2, 5]"),
        changed("last = 2", "last = 3"),
        changed('name = "Ostrov"', 'name = "Pskov"'),
        changed("[board.terrain]", '[board.sides]\nminor-river = ["0101 S"]\n[board.terrain]'),
    ]
    marks = [mark(text) for text in different]
    assert len({first, *marks}) == len(different) + 1


# ------------------------------------------------------------------ a game without hexes

HOUSE = """
title = "A house"
game = "pavlovs-house"

[[side]]
id = "soviet"
name = "Soviet"
units = [
  { id = "pavlov", at = "red-2" },
]

[[side]]
id = "german"
name = "Wehrmacht"
"""


def test_a_game_without_hexes_needs_no_board(tmp_path):
    scenario = catalogue.rules_of(str(write(tmp_path, HOUSE))).scenario
    assert isinstance(scenario.board, PlaceBoard)
    assert scenario.board.title == "Pavlov's House"
    assert scenario.where == {"pavlov": "red-2"}


NAMED = [
    ('at = "red-2"', 'at = "red-22"', "there is no place 'red-22'", "units[0].at", "red-2"),
    (', at = "red-2"', "", "unit 'pavlov' stands nowhere", "units[0]", "Give it at"),
    ("at =", "hex =", "unit 'pavlov' stands nowhere", "units[0]", "Give it at"),
    ("at =", "box =", "unit 'pavlov' stands nowhere", "units[0]", "Give it at"),
    (
        "\n[[side]]",
        '\nboard = "velikaya"\n[[side]]',
        "this game's board is always the same",
        "board",
        "Leave the key out",
    ),
]


@pytest.mark.parametrize(("old", "new", "what", "place", "remedy"), NAMED)
def test_a_wrong_place_is_named(tmp_path, old, new, what, place, remedy):
    path = write(tmp_path, HOUSE.replace(old, new, 1))
    problem = refused(lambda: catalogue.rules_of(str(path)))
    assert says(problem, what=what, file=str(path), place=place, remedy=remedy)


def test_the_fingerprint_of_a_scenario_without_hexes_follows_its_places(tmp_path):
    one = catalogue.rules_of(str(write(tmp_path, HOUSE))).scenario.fingerprint
    moved = HOUSE.replace("red-2", "red-3")
    other = catalogue.rules_of(str(write(tmp_path, moved, "moved.toml"))).scenario.fingerprint
    assert one != other
