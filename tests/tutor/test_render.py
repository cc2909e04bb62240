"""`staffride render`: boards and positions as pictures, and what it refuses in one line."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from engine import catalogue, record
from engine.chance import Seeded
from engine.coverage import ROOT
from engine.values import Action
from tests.tutor.small import ROAD
from tutor import cli
from tutor.art.themes import DAY, NIGHT

MARCH = "victory-awaits/drills/march"
BOARD = ROOT / "scenarios/victory-awaits/boards/velikaya.toml"
NAMESPACE = "{http://www.w3.org/2000/svg}"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def render(capsys: pytest.CaptureFixture[str]) -> Run:
    """`staffride render`: (exit code, stdout, stderr)."""

    def call(*argv: object) -> tuple[int, str, str]:
        code = cli.main(["render", *map(str, argv)])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def drawn(text: str) -> list[str]:
    """The words of a picture, which must be whole."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{NAMESPACE}svg"
    return [node.text or "" for node in root.iter(f"{NAMESPACE}text")]


def test_a_position_is_drawn_to_stdout(render: Run) -> None:
    code, out, err = render(MARCH)
    assert (code, err) == (0, "")
    assert {"36M", "1222", "Ostrov"} <= set(drawn(out))


def test_a_position_is_drawn_as_svg_and_as_png(render: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "march.svg", tmp_path / "march.png"
    assert render(MARCH, "-o", svg) == (0, f"{svg}: drawn\n", "")
    assert "36M" in drawn(svg.read_text("utf-8"))
    assert render(MARCH, "-o", png, "--scale", 1) == (0, f"{png}: drawn\n", "")
    with Image.open(png) as picture:
        width = ElementTree.fromstring(svg.read_text("utf-8")).get("width")
        assert (picture.format, f"{picture.width}") == ("PNG", width)


def test_size_and_scale_are_heeded(render: Run, tmp_path: Path) -> None:
    sizes = []
    for size, scale in ((20, 1), (20, 2), (40, 1)):
        path = tmp_path / f"{size}-{scale}.png"
        render(MARCH, "-o", path, "--size", size, "--scale", scale)
        sizes.append(Image.open(io.BytesIO(path.read_bytes())).width)
    assert sizes[1] == 2 * sizes[0]
    assert abs(sizes[2] - 2 * sizes[0]) <= 2


def test_the_same_picture_is_the_same_text(render: Run) -> None:
    assert render(MARCH)[1] == render(MARCH)[1]


def test_themes_differ(render: Run) -> None:
    day, night = render(MARCH)[1], render(MARCH, "--theme", "dark")[1]
    assert DAY.paper in day
    assert NIGHT.paper in night
    assert day != night


def test_a_way_is_pointed_at(render: Run) -> None:
    plain = render(MARCH)[1]
    picked = render(MARCH, "--select", "36M")[1]
    pointed = render(MARCH, "--select", "36M", "--point", "1721")[1]
    assert len({plain, picked, pointed}) == 3
    assert "Picked: Axis 36M in 1222." in picked


def test_overlays_are_shown(render: Run) -> None:
    plain = render(MARCH)[1]
    shown = [render(MARCH, "--show", keys)[1] for keys in ("zoc-enemy", "zoc-enemy,control")]
    assert len({plain, *shown}) == 3


def test_a_board_an_example_and_a_save_are_drawn(render: Run, tmp_path: Path) -> None:
    assert "Ostrov" in drawn(render(BOARD)[1])
    assert "36M" not in drawn(render(BOARD)[1])
    assert render("AVA-8.2")[0] == 0
    game = catalogue.load(MARCH, Seeded(1))
    game.apply(Action("move", unit="36M", path=ROAD))
    record.save(game, tmp_path / "moved.json")
    code, out, _ = render(tmp_path / "moved.json")
    assert code == 0
    assert out != render(MARCH)[1]
    assert "36M" in drawn(out)


def test_a_scenario_file_is_drawn(render: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (ROOT / "scenarios/victory-awaits/drills/march.toml").read_text("utf-8")
    path.write_text(text.replace("36M", "99M"))
    assert "99M" in drawn(render(path)[1])


BAD: dict[str, tuple[list[str], str]] = {
    "theme": ([MARCH, "--theme", "darkish"], "Did you mean 'dark'?"),
    "unit": ([MARCH, "--select", "36N"], "Did you mean '36M'?"),
    "hex": ([MARCH, "--select", "36M", "--point", "1799"], "there is no hex '1799'"),
    "overlay": ([MARCH, "--show", "zoc-enemies"], "Did you mean 'zoc-enemy'?"),
    "scenario": (["victory-awaits/river-lime"], "Did you mean 'victory-awaits/river-line'?"),
    "game": (["victory-waits/river-line"], "Did you mean 'victory-awaits'?"),
    "name": (["AVA-8.22"], "Did you mean 'AVA-8.2'?"),
    "save": (["nowhere.json"], "no such save"),
    "file": (["nowhere.toml"], "no such file"),
    "size 0": ([MARCH, "--size", "0"], "--size: 0 is too much or too little"),
    "size nan": ([MARCH, "--size", "nan"], "--size: nan is too much or too little"),
    "size word": ([MARCH, "--size", "big"], "invalid float value: 'big'"),
    "scale": ([MARCH, "--scale", "-1"], "Choose a number from 0.1 to 8."),
    "nothing": ([], "required: what"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_cannot_be_drawn_is_one_line(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    argv, told = BAD[kind]
    try:
        code = cli.main(["render", *argv])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.startswith("staffride render: ")
    assert err.count("\n") == 1
    assert told in err


@pytest.mark.parametrize("name", ["march.gif", "march", "march.PNG.txt"])
def test_what_is_no_picture_is_one_line_and_no_file(render: Run, tmp_path: Path, name: str) -> None:
    code, out, err = render(MARCH, "-o", tmp_path / name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "End the name in .svg or .png" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_place_that_cannot_be_written_is_one_line(
    render: Run, tmp_path: Path, suffix: str
) -> None:
    code, out, err = render(MARCH, "-o", tmp_path / "no" / f"march{suffix}", "--scale", 1)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "written" in err
    assert not (tmp_path / "no").exists()


def test_a_picture_beyond_all_memory_is_refused(render: Run, tmp_path: Path) -> None:
    path = Path(tmp_path / "huge.png")
    code, _, err = render(MARCH, "-o", path, "--size", 120, "--scale", 8)
    assert code == 2
    assert "million pixels" in err
    assert not path.exists()
