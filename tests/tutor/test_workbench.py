"""The workbench of the sandbox, without a kernel: counters moved by hand, what is against the rules
named and marked, strokes taken back, the position saved and played on from."""

from __future__ import annotations

import base64
import re
import tomllib
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pytest

from engine import catalogue
from engine.drawing import Name, Paint
from engine.game import Game
from engine.values import Action
from engine.workbench import Draw, Put, Say, Workbench, said, typed
from tests.tutor.sitting import all_widgets, buttons, do, place, upload, words
from tutor.art.layout import Hit
from tutor.art.scene import layout_for
from tutor.art.themes import THEMES
from tutor.pages.kept import Keeper
from tutor.pages.sandbox import Sandbox
from tutor.pages.workbench import Bench

CROWD = "holland44/drills/crowd"
RIVER_LINE = "victory-awaits/river-line"


@pytest.fixture
def bench() -> Bench:
    """A drill with a full hex; whoever plays on from it is noted."""
    played: list[Game] = []
    made = Bench(Workbench(CROWD), played.append)
    made.played = played  # type: ignore[attr-defined]
    return made


def kinds(bench: Bench) -> dict[str, tuple[str, ...]]:
    """What is laid over the board: kind and hexes."""
    return {overlay.kind: tuple(overlay.labels()) for overlay in bench.board.view.overlays}


def choose(bench: Bench, path: tuple[str, ...], value: str) -> None:
    """Set a field by what one types."""
    bench.tabs.value = "Settings"
    bench.settings.what.value = path
    bench.settings.value.value = value
    do(bench, "Set it")


def test_a_counter_is_taken_in_hand_and_put_elsewhere(bench: Bench) -> None:
    assert "Take it off" not in buttons(bench.widget)
    bench._clicked("0508", "4 Dorset")
    assert bench.counters.unit == "4 Dorset"
    assert "In hand: Allied 4 Dorset, 0508" in words(bench.hand.value)
    assert kinds(bench)["goal"] == ("0508",)
    bench._clicked("0610", None)
    assert bench.bench.state.position.place("4 Dorset") == "0610"
    assert [counter.id for counter in bench.board.view.counters["0610"]] == ["4 Dorset"]
    assert bench.counters.unit is None


def test_clicking_a_stack_again_takes_the_next_counter_and_beside_the_map_none(
    bench: Bench,
) -> None:
    held = []
    for _ in range(3):
        bench._clicked("0604", None)
        held.append(bench.counters.unit)
    assert set(held) == {"Kerutt", "Bloch A", "Bloch B"}
    bench._clicked(None, None)
    assert bench.counters.unit is None


def test_a_counter_is_moved_and_taken_off_by_keys_alone(bench: Bench) -> None:
    bench.desk.pointer.cursor = "0508"
    for key in ("Enter", "ArrowDown", "Enter"):
        bench._pressed(key)
    assert bench.bench.state.position.place("4 Dorset") == "0509"
    bench._pressed("u")
    assert bench.bench.state.position.place("4 Dorset") == "0508"
    for key in ("ArrowUp", "Enter", "Delete"):
        bench._pressed(key)
    assert "4 Dorset" not in bench.bench.state.position
    bench._pressed("Escape")
    assert bench.counters.unit is None


def test_the_board_follows_the_page_s_theme_and_a_number_pointed_at(bench: Bench) -> None:
    bench._pressed("theme-dark")
    assert bench.board.theme is THEMES["dark"]
    bench._pressed("hex-0508")
    assert bench.board.view.cursor == "0508"
    bench._pressed("hex-")
    assert bench.board.view.cursor is None


def test_what_is_against_the_rules_is_named_and_marked_and_stands(bench: Bench) -> None:
    before = words(bench.against.value)
    bench._clicked("0509", "43 RA")
    bench._clicked("0604", None)
    assert bench.bench.state.position.place("43 RA") == "0604"
    assert "Against the rules" in words(bench.against.value)
    assert "Both sides in one hex" in words(bench.against.value)
    assert "0604" in kinds(bench)["cause-area"]
    do(bench, "Undo")
    assert words(bench.against.value) == before
    assert "0604" not in kinds(bench).get("cause-area", ())


def test_a_counter_is_taken_off_and_put_on_again(bench: Bench) -> None:
    bench._clicked("0509", "43 RA")
    do(bench, "Take it off")
    assert "43 RA" not in bench.bench.state.position
    assert ("Allies: 43 RA", "43 RA") in bench.counters.palette.options
    bench.counters.palette.value = "43 RA"
    do(bench, "Put it on")
    assert "Click where 43 RA is to stand" in words(bench.hand.value)
    bench._clicked("0510", None)
    assert bench.bench.state.position.place("43 RA") == "0510"


def test_a_counter_goes_into_a_box(bench: Bench) -> None:
    bench._clicked("0509", "43 RA")
    bench.counters.box.value = "out-of-play"
    do(bench, "Put it there")
    assert bench.bench.state.position.place("43 RA") == "out-of-play"


def test_turn_weather_and_steps_are_set_by_name(bench: Bench) -> None:
    choose(bench, ("", "start", "turn"), "5")
    assert bench.bench.state.turn == 5
    bench.settings.what.value = ("", "start", "sky")
    assert bench.settings.value.options == ("clear", "cloudy", "overcast")
    assert "the weather" in words(bench.settings.meant.value)
    choose(bench, ("", "start", "sky"), "cloudy")
    bench._clicked("0604", "Kerutt")
    choose(bench, ("", "start", "lost", "Kerutt"), "1")
    assert bench.bench.state.lost == {"Kerutt": 1}
    choose(bench, ("Kerutt", "name"), "Kampfgruppe Kerutt")
    assert bench.bench.rules.scenario.pieces["Kerutt"].name == "Kampfgruppe Kerutt"


def test_rows_and_keys_of_the_scenario_itself_are_set() -> None:
    bench = Bench(Workbench("conflict-of-heroes/trenches"), lambda _: None)
    before = len(bench.bench.said["work"])
    choose(bench, ("", "title"), "Of my own")
    assert bench.bench.rules.scenario.title == "Of my own"
    bench.settings.what.value = ("", "work", "0")
    row = bench.settings.value.value
    assert row.startswith("{ ")
    choose(bench, ("", "work", f"{before}"), row)
    assert len(bench.bench.said["work"]) == before + 1
    choose(bench, ("", "work", f"{before}"), "")
    assert len(bench.bench.said["work"]) == before
    before_all = Workbench("conflict-of-heroes/trenches").text()
    changed = [line for line in bench.bench.text().splitlines() if line not in before_all]
    assert changed == ['title = "Of my own"']


def test_what_cannot_be_read_is_said_and_nothing_has_changed(bench: Bench) -> None:
    before = bench.bench.text()
    choose(bench, ("", "start", "sky"), "hail")
    assert "there is no sky 'hail'" in words(bench.message.value)
    choose(bench, ("", "start", "sky"), "[")
    assert "is no value" in words(bench.message.value)
    assert bench.bench.text() == before
    assert bench.undo.disabled
    choose(bench, ("", "start", "sky"), "clear")
    assert bench.message.value == ""


def test_strokes_are_taken_back_and_done_again_one_by_one(bench: Bench) -> None:
    before = bench.bench.text()
    for hex in ("0609", "0610"):
        bench.counters.unit = "4 Dorset"
        bench._clicked(hex, None)
    do(bench, "Undo")
    assert bench.bench.state.position.place("4 Dorset") == "0609"
    do(bench, "Undo")
    assert (bench.bench.text(), bench.undo.disabled) == (before, True)
    do(bench, "Redo")
    do(bench, "Redo")
    assert bench.bench.state.position.place("4 Dorset") == "0610"
    assert bench.redo.disabled


def test_the_position_is_saved_as_a_file_that_opens(bench: Bench, tmp_path: Path) -> None:
    bench._clicked("0508", "4 Dorset")
    bench._clicked("0610", None)
    bench.tabs.value = "Files"
    do(bench, "Save the scenario")
    found = re.search(r'download="([^"]+)" href="data:[^,]+,([^"]+)"', bench.files.saved.value)
    assert found is not None
    assert found[1] == "crowd.toml"
    text = base64.b64decode(found[2]).decode()
    assert tomllib.loads(text)["title"] == "A full hex"
    file = tmp_path / found[1]
    file.write_text(text, "utf-8")
    assert catalogue.rules_of(str(file)).scenario.where["4 Dorset"] == "0610"


def test_one_plays_on_from_the_position(bench: Bench) -> None:
    bench._clicked("0508", "4 Dorset")
    bench._clicked("0610", None)
    do(bench, "Play on from here")
    (game,) = bench.played  # type: ignore[attr-defined]
    assert game.state == bench.bench.state


def test_a_saved_position_is_opened_again_whatever_its_game(bench: Bench) -> None:
    saved = Workbench(RIVER_LINE)
    saved.do(Put("18A", "1123"))
    upload(_field(bench), saved.text().encode(), "mine.toml")
    assert bench.message.value == ""
    assert bench.bench.rules.scenario.game == "victory-awaits"
    assert bench.bench.state == saved.state
    assert not bench.bench.can_undo
    bench.tabs.value = "Counters"
    bench._clicked("1123", "18A")
    bench._clicked("1122", None)
    assert bench.bench.state.position.place("18A") == "1122"


def test_opening_another_file_is_taken_back_and_nothing_is_lost(bench: Bench) -> None:
    bench.do(Put("4 Dorset", "0610"))
    bench.lay(Workbench.new("victory-awaits", "Mine", (5, 4)))
    bench.do(Draw((Paint(("0101",), "swamp"),)))
    for _ in range(2):
        do(bench, "Undo")
    assert bench.bench.state.position.place("4 Dorset") == "0610"
    do(bench, "Undo")
    assert bench.undo.disabled
    for _ in range(3):
        do(bench, "Redo")
    assert bench.redo.disabled
    assert bench.bench.rules.scenario.board.terrain("0101") == "swamp"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\xff", "not text in UTF-8"),
        (b"game = ", "not TOML"),
        (b'game = "chess"', "there is no game 'chess'"),
        (b'title = "x"\ngame = "holland44"\nboard = "there.toml"', "without its board"),
        (b'title = "x"\ngame = "holland44"', "'board' is missing"),
    ],
)
def test_a_file_that_is_no_position_is_refused_and_the_bench_stays(
    bench: Bench, content: bytes, what: str
) -> None:
    before = bench.bench
    upload(_field(bench), content, "mine.toml")
    assert what in words(bench.message.value)
    assert bench.bench is before


def _field(bench: Bench) -> widgets.FileUpload:
    """Where a file is brought in."""
    bench.tabs.value = "Files"
    return next(w for w in all_widgets(bench.widget) if isinstance(w, widgets.FileUpload))


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_every_game_has_a_bench_with_fields_and_counters_beside_it(game: str) -> None:
    bench = Bench(Workbench(catalogue.scenario_ids(game)[0]), lambda _: None)
    unit = next(iter(bench.bench.rules.scenario.where), None)
    bench.tabs.value = "Settings"
    bare = len(bench.settings.what.options)
    assert bare > 5
    bench.counters.unit = unit
    bench.refresh()
    assert unit is None or len(bench.settings.what.options) > bare
    assert len(bench.counters.palette.options) > 1
    for _, key in bench.settings.what.options:
        bench.settings.what.value = key
        assert bench.settings.meant.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4", 4),
        ("true", True),
        ("overcast", "overcast"),
        ("4 Dorset", "4 Dorset"),
        ('"4"', "4"),
        ('["disrupted"]', ["disrupted"]),
        ("{ a = 1 }", {"a": 1}),
        ("", None),
        ("1979-05-27", "1979-05-27"),
    ],
)
def test_what_one_types_is_a_value_and_is_shown_as_typed(text: str, value: Any) -> None:
    assert typed(text) == value
    assert type(typed(text)) is type(value)
    assert typed(said(value)) == value


# -- boards ---------------------------------------------------------------------------------------
@pytest.fixture
def drawing() -> Bench:
    """A board of one's own, to be drawn on."""
    bench = Bench(Workbench.new("holland44", "Mine", (10, 8)), lambda _: None)
    bench.tabs.value = "Board"
    return bench


def brush(bench: Bench, *points: tuple[float, float]) -> None:
    """A press on the board, on from point to point, and its end."""
    draw = bench.guarded(bench.painting.draw)
    for what, (x, y) in zip(("down", *["move"] * len(points)), points, strict=False):
        draw(what, x, y)
    draw("up", *points[-1])


def over(bench: Bench, *hexes: str) -> None:
    """The brush goes from hex to hex."""
    layout = layout_for(bench.board.view, bench.board.hex_size)
    brush(bench, *(layout.centre(hex) for hex in hexes))


def beside(bench: Bench, hex: str, side: int) -> None:
    """A click beside a side."""
    layout = layout_for(bench.board.view, bench.board.hex_size)
    (a, b), (c, d) = layout.side_ends(hex, side)
    x, y = layout.centre(hex)
    brush(bench, (((a + c) / 2) * 0.8 + x * 0.2, ((b + d) / 2) * 0.8 + y * 0.2))


def pick(bench: Bench, tool: str, kind: str) -> None:
    """Another tool, and what is drawn with it."""
    bench.painting.tool.value = tool
    next(b for b in all_widgets(bench.widget) if getattr(b, "description", "") == kind).value = True


def lying(bench: Bench, hex: str, side: int) -> frozenset[str]:
    """What lies along a side."""
    board = bench.bench.rules.scenario.board
    return board.side_at[board.index[hex] * 6 + side]


def test_a_drag_paints_hexes_and_shows_them_while_it_lasts(drawing: Bench) -> None:
    layout = layout_for(drawing.board.view, drawing.board.hex_size)
    pick(drawing, "Terrain", "swamp")
    drawing.painting.draw("down", *layout.centre("0202"))
    drawing.painting.draw("move", *layout.centre("0204"))
    assert kinds(drawing)["wet"] == ("0202", "0203", "0204")
    drawing.painting.draw("up", *layout.centre("0204"))
    assert "wet" not in kinds(drawing)
    board = drawing.bench.rules.scenario.board
    assert [hex for hex in board.hexes if board.terrain(hex) == "swamp"] == ["0202", "0203", "0204"]
    drawing.painting.away.value = True
    over(drawing, "0203")
    assert drawing.bench.rules.scenario.board.terrain("0203") == "clear"
    do(drawing, "Undo")
    do(drawing, "Undo")
    assert not drawing.bench.can_undo


def test_no_stack_is_spread_over_what_is_drawn_on() -> None:
    bench = Bench(Workbench(CROWD), lambda _: None)
    bench.tabs.value = "Board"
    stack = bench.board.view.standing("0604")
    bench.board._hovered(Hit("0604", stack[-1].id))
    assert bench.board._fan is None
    bench.tabs.value = "Counters"
    bench.board._hovered(Hit("0604", stack[0].id))
    assert bench.board._fan == "0604"


def test_water_lies_along_a_side_instead_of_other_water_and_goes_when_clicked_again(
    drawing: Bench,
) -> None:
    pick(drawing, "Sides", "minor river")
    beside(drawing, "0303", 0)
    assert lying(drawing, "0303", 0) == {"minor-river"}
    pick(drawing, "Sides", "canal")
    beside(drawing, "0302", 3)
    assert lying(drawing, "0303", 0) == {"canal"}
    pick(drawing, "Sides", "ferry")
    beside(drawing, "0303", 0)
    assert lying(drawing, "0303", 0) == {"canal", "ferry"}
    beside(drawing, "0303", 0)
    assert lying(drawing, "0303", 0) == {"canal"}
    drawing.desk.pointer.cursor = "0505"
    drawing._pressed("4")
    assert lying(drawing, "0505", 3) == {"ferry"}
    assert "crosses no water" in words(drawing.against.value)
    assert {"0505", "0506"} <= set(kinds(drawing)["cause-area"])


def test_a_way_goes_from_hex_to_hex_by_a_drag_or_by_clicks(drawing: Bench) -> None:
    pick(drawing, "Ways", "road")
    over(drawing, "0101", "0104")
    over(drawing, "0501")
    assert "From 0501" in words(drawing.hand.value)
    over(drawing, "0503")
    drawing._pressed("Escape")
    board = drawing.bench.rules.scenario.board
    assert board.link("0102", "0103") == board.link("0502", "0503") == {"road"}
    drawing.painting.away.value = True
    over(drawing, "0102", "0103")
    assert drawing.bench.board["links"] == {"road": ["0101 0102", "0103 0104", "0501 0502 0503"]}


def test_a_place_is_named_renamed_and_taken_away(drawing: Bench) -> None:
    pick(drawing, "Places", "town")
    over(drawing, "0303")
    drawing.painting.name.value = "Velp"
    assert drawing.bench.rules.scenario.board.place_in["0303"].name == "Velp"
    over(drawing, "0505")
    assert drawing.painting.name.value == ""
    over(drawing, "0303")
    assert drawing.painting.name.value == "Velp"
    pick(drawing, "Places", "village")
    assert drawing.bench.rules.scenario.board.place_in["0303"].kind == "village"
    drawing.painting.away.value = True
    over(drawing, "0303")
    assert not drawing.bench.rules.scenario.board.places


def test_tags_and_areas_are_laid_on_hexes(drawing: Bench) -> None:
    painting = drawing.painting
    painting.tool.value = "Marks"
    painting.tag.value = ("Tag", "unblowable")
    over(drawing, "0303", "0304")
    assert drawing.bench.rules.scenario.board.tagged("unblowable") == {"0303", "0304"}
    over(drawing, "0303")
    assert drawing.bench.rules.scenario.board.tagged("unblowable") == {"0304"}
    painting.tag.value = ("Area", "german-…")
    over(drawing, "0101", "0103")
    assert "has no name yet" in words(drawing.message.value)
    painting.name.value = "B"
    over(drawing, "0101", "0103")
    area = drawing.bench.rules.scenario.board.areas["german-B"]
    assert (area.name, area.touches) == ("B", ("0101", "0102", "0103"))


def test_what_is_refused_is_said_and_marked_where_it_was_drawn(drawing: Bench) -> None:
    drawing.bench.draw(Name("0303", "Velp", "town"))
    drawing._changed()
    pick(drawing, "Terrain", "swamp")
    over(drawing, "0303")
    assert "'Velp' is a town, and its hex 0303 is swamp" in words(drawing.message.value)
    assert kinds(drawing)["cause-area"] == ("0303",)
    over(drawing, "0505")
    assert drawing.message.value == ""
    assert "cause-area" not in kinds(drawing)


def test_six_units_of_two_types_are_put_on(drawing: Bench) -> None:
    drawing.tabs.value = "Counters"
    for side, kind, hexes in (
        ("allied", "british infantry", ("0507", "0607", "0408")),
        ("german", "infantry", ("0502", "0603", "0402")),
    ):
        drawing.counters.side.value = side
        next(
            b for b in all_widgets(drawing.counters.types) if getattr(b, "description", "") == kind
        ).value = True
        assert f"Click where {kind} is to stand" in words(drawing.hand.value)
        for hex in hexes:
            drawing._clicked(hex, None)
    drawing._clicked(None, None)
    drawing._clicked("0408", None)
    do(drawing, "Its values")
    assert drawing.settings.what.value[0] == "A3"
    choose(drawing, ("A3", "full"), "[9, 9, 4]")
    assert drawing.desk.hands.counter("A3", frozenset()).numbers[0].startswith("9")
    position = drawing.bench.state.position
    assert [position.place(unit) for unit in ("A1", "A2", "A3")] == ["0507", "0607", "0408"]
    assert [position.place(unit) for unit in ("G1", "G2", "G3")] == ["0502", "0603", "0402"]
    assert "Nothing is against the rules" in words(drawing.against.value)


@pytest.mark.parametrize("game", [g for g in catalogue.GAMES if g != "pavlovs-house"])
def test_every_game_with_hexes_has_a_palette_for_all_that_its_boards_say(game: str) -> None:
    bench = Bench(Workbench(catalogue.board_ids(game)[0]), lambda _: None)
    bench.tabs.value = "Board"
    form = bench.painting.form
    for tool, group in (
        ("Terrain", "terrain"), ("Sides", "sides"), ("Ways", "links"), ("Places", "places")
    ):  # fmt: skip
        bench.painting.tool.value = tool
        shown = {b.description for b in all_widgets(bench.painting.swatches) if "value" in b.keys}
        names = {name.replace("-", " ") for name in form.group(group) if "*" not in name}
        assert names <= shown
    bench.painting.tool.value = "Marks"
    assert len(bench.painting.tag.options) >= len(form.group("tags"))


def test_the_house_says_that_its_board_is_always_the_same() -> None:
    bench = Bench(Workbench("pavlovs-house/three-turns"), lambda _: None)
    bench.tabs.value = "Board"
    assert "always the same" in words(bench.hand.value)
    bench.painting.draw("down", 10.0, 10.0)
    assert not bench.bench.can_undo


def test_a_shipped_board_is_corrected_and_the_corrections_lie_over_its_scenario() -> None:
    bench = Bench(Workbench("holland44/boards/two-banks"), lambda _: None)
    bench.do(Draw((Paint(("0101",), "woods"),)))
    bench.tabs.value = "Files"
    do(bench, "Save corrections")
    found = re.search(r'download="([^"]+)" href="data:[^,]+,([^"]+)"', bench.files.saved.value)
    assert found is not None
    assert found[1] == "two-banks-corrections.toml"
    for what, name in (("board", "two-banks.toml"), ("scenario", "two-banks-scenario.toml")):
        do(bench, f"Save the {what}")
        assert f'download="{name}"' in bench.files.saved.value
    bench.lay(Workbench("holland44/drills/one-turn"))
    upload(_field(bench), base64.b64decode(found[2]), "mine.toml")
    assert bench.message.value == ""
    assert bench.bench.rules.scenario.title == "One turn"
    assert bench.bench.rules.scenario.board.terrain("0101") == "woods"
    bench.lay(Workbench(RIVER_LINE))
    assert not bench.files.corrections.disabled
    bench.lay(Workbench.new("holland44", "Mine", (4, 4)))
    assert bench.files.corrections.disabled


# -- from the sandbox and back --------------------------------------------------------------------
@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """The training scenario, for two people."""
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return Sandbox(RIVER_LINE)


def test_the_sandbox_goes_to_the_bench_and_the_position_is_played(sandbox: Sandbox) -> None:
    do(sandbox, "Workbench")
    assert sandbox.table is None
    assert sandbox.bench is not None
    assert sandbox.place.children == (sandbox.bench.widget,)
    unit, hex = "18A", sandbox.bench.bench.state.position.place("21")
    sandbox.bench.counters.unit = unit
    sandbox.bench._clicked(hex, None)
    do(sandbox, "Play on from here")
    assert sandbox.table is not None
    assert place(sandbox.table, unit) == hex
    assert sandbox.bench is None
    assert sandbox.table.desk.game.choices()
    do(sandbox, "Workbench")
    assert sandbox.bench.bench.state.position.place(unit) == hex
    do(sandbox.bench, "Undo")
    assert sandbox.bench.bench.text() == Workbench(RIVER_LINE).text()


def test_a_game_from_the_bench_is_kept_and_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUERY_STRING", raising=False)
    sandbox = Sandbox(RIVER_LINE, Keeper("Ada", tmp_path))
    do(sandbox, "Workbench")
    assert sandbox.bench is not None
    sandbox.bench.do(Put("18A", "1123"))
    sandbox.bench.do(Say(("title",), "Of my own"))
    do(sandbox, "Play on from here")
    assert sandbox.table is not None
    first = sandbox.table.desk.game.first()
    assert isinstance(first, Action)
    sandbox.table.act(first)
    state = sandbox.table.desk.game.state
    later = Sandbox("holland44/first-span", Keeper("Ada", tmp_path))
    assert "Of my own" in words(later.offer.children[0].value)
    do(later, "Take it up again")
    assert later.table is not None
    assert later.table.desk.game.state == state
    assert later.game.value == "victory-awaits"
    do(later, "Save")
    saved = later.table.file.saved.value
    found = re.search(r'href="data:[^,]+,([^"]+)"', saved)
    assert found is not None
    upload(later.table.file.upload, base64.b64decode(found[1]), "mine.json")
    assert later.table.desk.game.state == state


def test_a_position_is_asked_and_stays_as_it_is(sandbox: Sandbox) -> None:
    do(sandbox, "Workbench")
    assert sandbox.bench is not None
    sandbox.bench.do(Put("18A", "1122"))
    text = sandbox.bench.bench.text()
    do(sandbox, "Ask it")
    assert sandbox.table is not None
    reach = sandbox.table.desk.game.query("reach", unit="36M")
    assert reach
    first = sandbox.table.desk.game.first()
    assert isinstance(first, Action)
    sandbox.table.act(first)
    do(sandbox, "Save as a lesson step")
    found = re.search(r'download="([^"]+)" href="data:[^,]+,([^"]+)"', sandbox.step.value)
    assert found is not None
    assert found[1] == "river-line-step.toml"
    (step,) = tomllib.loads(base64.b64decode(found[2]).decode())["step"]
    assert step["solution"] == [first.to_json()]
    assert (step["start"], len(step["captions"])) == ("drills/river-line", 2)
    do(sandbox, "Back to the workbench")
    assert sandbox.bench is not None
    assert sandbox.bench.bench.text() == text
    assert sandbox.question.children == ()


def test_a_game_that_goes_on_is_not_lost_unasked(sandbox: Sandbox) -> None:
    assert sandbox.table is not None
    game = sandbox.table.desk.game
    first = game.first()
    assert first is not None
    sandbox.table.desk.act(first)
    do(sandbox, "Workbench")
    assert sandbox.bench is None
    do(sandbox, "Go on with it")
    assert sandbox.table.desk.game is game
    do(sandbox, "Workbench")
    do(sandbox, "Give it up and set up anew")
    assert sandbox.bench is not None
    sandbox.bench.bench.do(Put("18A", "1123"))
    do(sandbox, "Set it up")
    assert sandbox.bench is not None
    do(sandbox, "Go on with it")
    assert sandbox.bench.bench.can_undo
    sandbox.choose.value = "victory-awaits/kiev"
    do(sandbox, "Workbench")
    do(sandbox, "Go on with it")
    assert sandbox.bench.bench.can_undo
    sandbox.choose.value = RIVER_LINE
    do(sandbox, "Set it up")
    do(sandbox, "Give it up and set up anew")
    assert sandbox.table is not None
    assert sandbox.bench is None
    do(sandbox, "Workbench")
    assert not sandbox.bench.bench.can_undo
