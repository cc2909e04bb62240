"""Phases only Stalingrad '42 has: resource points, replacements, railways, weather."""

from __future__ import annotations

import pytest

from engine.stalingrad42.board.calendar import season, weather_roll
from engine.values import Action
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

AREA = {"id": "german-W", "name": "W", "touches": ["0101"]}


@rules("stalingrad42", "18.1", "9.7.2", "9.7.3", "21.1.1", "21.2", "21.4", "3.0 initial phase")
def test_points_and_replacements():
    own = [unit("a", "0102"), unit("h", "0102", "army-hq", steps=1, range=5)]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "1212")],
        phase="initial",
        areas=[AREA],
        resources=2,
        replacements={"german": 1},
        marks={"h": ["fired"]},
        lost={"a": 1},
    )
    played.apply(Action("ready", unit="h"))
    assert played.query("marks", unit="h") == []
    played.apply(Action("replace", unit="a"))
    assert played.query("left", unit="a") == 2
    assert "21.1.1" in forbidden(played, Action("replace", unit="a"))
    played.apply(Action("fortify", hex="0102"))
    assert played.query("track", of="building") == {"0102": "german"}
    assert played.query("phase") == "Movement"
    assert "21.4" in forbidden(played, move("a", "0102", "0103", "0104"))


@rules("stalingrad42", "5.6.1", "5.6.2", "5.6.3")
def test_one_unit_goes_by_rail():
    links = {"rail": ["0404 0405 0406 0407 0408"]}
    own = [unit("a", "0404"), unit("b", "0405")]
    played = field("stalingrad42", own, [unit("x", "0609")], links=links)
    assert "5.6.3" in forbidden(played, Action("rail", unit="a", hex="0505"))
    played.apply(Action("rail", unit="a", hex="0407"))
    assert played.query("marks", unit="a") == ["train"]
    assert "5.6.2" in forbidden(played, Action("rail", unit="b", hex="0408"))
    assert "0408" not in played.query("zoc", side="german")


@rules("stalingrad42", "23.1", "23.2.1", "23.3.1", "23.3.3")
@pytest.mark.parametrize(
    ("turn", "die", "before", "weather"),
    [
        (5, 1, "clear", "clear"),
        (18, 2, "clear", "overcast"),
        (22, 2, "clear", "rain"),
        (22, 2, "rain", "mud"),
        (27, 5, "rain", "mud"),
        (28, 5, "rain", "clear"),
        (22, 1, "rain", "rain"),
        (30, 2, "clear", "snow"),
        (30, 2, "snow", "overcast"),
    ],
)
def test_the_weather_table(turn, die, before, weather):
    rules_of = field("stalingrad42").rules
    assert weather_roll(rules_of, turn, die, before) == weather
    assert season(5) == "summer"


@rules("stalingrad42", "24.1.1", "24.2", "3.0 victory phase", "3.0")
def test_victory_points():
    played = field(
        "stalingrad42",
        [unit("a", "0404")],
        [unit("x", "1212")],
        areas=[{"id": "german-W", "name": "W", "touches": ["0104"]}],
        points={"0404": 2, "0505": 1},
        control={"0404": "german", "0505": "soviet"},
    )
    assert played.query("points").total == 2
