"""A misspelt name in a shipped file is told by `check`, wherever nothing else would miss it."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
import lessons
import scenarios
from engine import catalogue
from engine.cli import check_file
from engine.errors import Problem
from engine.examples import strange, strange_in
from engine.format import read_format
from engine.values import Action
from tutor import cli as tutor_cli
from tutor.art.themes import palettes

S, L = Path(scenarios.__path__[0]), Path(lessons.__path__[0])
T = Path(engine.__path__[0])

MISSPELT = [
    # what the format says of a value
    (
        S / "holland44/drills/on-foot",
        '"0607-0608"',
        '"0607q0608"',
        "blown[0]",
        "bridge '0607q0608'",
    ),
    (
        S / "holland44/play/campaign",
        '"1412-1511"',
        '"1411-1412"',
        "intact[0]",
        "bridge '1411-1412'",
    ),
    (S / "holland44/drills/on-foot", '"british"', '"brtish"', "nation", "no nation 'brtish'"),
    (S / "holland44/drills/on-foot", '"II"', '"IIz"', "size", "no size 'IIz'"),
    (S / "holland44/drills/on-foot", '"allied"\n', '"allyed"\n', "", "'allyed'"),
    (S / "holland44/play/campaign", '= "clear"', '= "cleqr"', "start.sky", "no sky 'cleqr'"),
    (S / "holland44/play/campaign", '["1404"]', '["14041"]', "drop-zones.A2[0]", "hex '14041'"),
    (S / "holland44/play/race-to-the-waal", "../m", "../n", "base", "no base '../narket-garden'"),
    (
        S / "holland44/play/market-garden",
        'es = "bridging", form',
        'es = "bridgin", form',
        "values",
        "no row 'bridgin'",
    ),
    (S / "holland44/play/campaign", '["0705"', '["07055"', "drop-zones.82[0]", "hex '07055'"),
    (S / "holland44/play/short-game", '"waal"', '"wall"', "start.goal", "no goal 'wall'"),
    (S / "stalingrad42/drills/c1-fall-blau", '"MNOP"', '"MNoP"', "exits.east", "no areas"),
    (S / "stalingrad42/drills/c1-fall-blau", '= "S1"', '= "S11"', "special.rule", "no rule 'S11'"),
    (S / "stalingrad42/play/summer-drive", '= "15"', '= "15q"', "arrivals", "is no turn"),
    (S / "stalingrad42/drills/plans-ready", '"planning"', '"planing"', "plans", "no 'planing'"),
    (
        S / "conflict-of-heroes/drills/19-engineers",
        'hidden = "soviet"',
        'hidden = "sovet"',
        "work",
        "side 'sovet'",
    ),
    (
        S / "conflict-of-heroes/play/granary-with-cards",
        "objective-1",
        "objective-1q",
        "objectives",
        "unknown key",
    ),
    (S / "victory-awaits/drills/two-sheets", '"map-kiev"', '"map-kyiv"', "tag", "'map-kyiv'"),
    # the phase in which a position begins
    (
        S / "holland44/drills/detach",
        'phase = "movement"',
        'phase = "movment"',
        "start.phase",
        "no phase",
    ),
    # actions and questions of examples
    (
        S / "holland44/examples/H44-5.9",
        'do = "blow"',
        'do = "blowq"',
        "step",
        "kind of action 'blowq'",
    ),
    (
        S / "conflict-of-heroes/examples/COH-20.0",
        'pay = "ap"',
        'pay = "apq"',
        "step",
        "'apq' names nothing",
    ),
    (
        S / "conflict-of-heroes/examples/COH-18.6",
        '["bunker"]',
        '["bunkr"]',
        "step",
        "'bunkr' names nothing",
    ),
    # and of lessons
    (
        L / "victory-awaits/18-scenarios",
        'do = "pursue"',
        'do = "pursu"',
        "",
        "kind of action 'pursu'",
    ),
    (
        L / "holland44/10-modifiers",
        'air = "aircraft"',
        'air = "aircrft"',
        "",
        "'aircrft' names nothing",
    ),
    (
        L / "holland44/13-retreats",
        'lacks = "disrupted"',
        'lacks = "disruptd"',
        "",
        "'disruptd' names",
    ),
    (L / "holland44/07-bonds", 'pick = "stands"', 'pick = "stand"', "", "no 'stand' to pick"),
    (
        L / "conflict-of-heroes/06-sight",
        'shown = ["sight"',
        'shown = ["sigth"',
        "",
        "no overlay 'sigth'",
    ),
    (L / "victory-awaits/04-setup", 'kind = "range"', 'kind = "rage"', "", "lights up as 'rage'"),
    # an owner's tables
    (T / "stalingrad42/tables", '"D1 Adv 3?"', '"D1 Adw 3?"', "crt.rows", "no rule knows it"),
    (
        T / "pavlovs_house/tables",
        '"machine-gunners"',
        '"machine-guners"',
        "rows",
        "no rule knows it",
    ),
    (
        T / "holland44/tables",
        'section = "10.8.1"',
        'section = "10.9"',
        "section",
        "of section 10.8.1",
    ),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "what"),
    [pytest.param(*row, id=f"{row[0].name}: {row[2]}") for row in MISSPELT],
)
def test_a_misspelt_name_is_told(
    file: Path, old: str, new: str, place: str, what: str, tmp_path: Path
) -> None:
    assert tutor_cli.CHECKS, "the checks of lessons are known once the tutor is"
    text = file.with_suffix(f"{file.suffix}.toml").read_text("utf-8")
    assert old in text
    path = tmp_path / f"{file.name}.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(Problem) as caught:
        check_file(path)
    told = str(caught.value)
    assert path.name in told
    assert place in told
    assert what in told
    assert caught.value.remedy


def test_a_number_beyond_the_map_is_a_name_and_another_spelling_is_none() -> None:
    rules = catalogue.rules_of("holland44/first-span")
    assert strange(rules, "9999", ["0101 0102"], "0101-0102") is None
    for wrong in ("99x9", "0101 010", "0101-01"):
        assert "names nothing here" in (strange(rules, wrong) or "")


def test_an_action_of_a_file_names_what_its_kind_takes() -> None:
    rules = catalogue.rules_of("holland44/first-span")
    assert strange_in(rules, Action("end")) is None
    assert "there is no kind of action 'ennd'" in (strange_in(rules, Action("ennd")) or "")
    odd = Action("end", hexx="0101")
    assert "it does not take 'hexx'" in (strange_in(rules, odd) or "")


def test_the_palettes_of_the_format_are_those_that_have_colours() -> None:
    value = read_format("holland44").group("side")["palette"].value
    assert set(value.removeprefix("one of ").split(", ")) == set(palettes())
