"""Rules of Holland '44 that writing its lessons put to the test."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import field, unit
from tests.marks import rules


@rules("holland44", "11.5.1")
@pytest.mark.parametrize(
    ("water", "marks", "allowed"),
    [
        ("canal", ["engaged"], False),
        ("canal", [], True),
        ("minor-river", ["engaged"], True),
        ("large-river", ["engaged"], False),
    ],
)
def test_engaged_units_attack_over_no_wide_water(
    water: str, marks: list[str], allowed: bool
) -> None:
    game = field(
        "holland44",
        [unit("a", "0505")],
        [unit("b", "0504")],
        phase="combat",
        sides={water: ["0505 N"]},
        links={"road": ["0504 0505"]},
        marks={"a": marks},
    )
    verdict = game.explain(Action("attack", hex="0504", units=("a",)))
    assert verdict.allowed == allowed
    assert allowed or "11.5.1" in verdict.rules


@rules("holland44", "23.3.3")
def test_engineers_stay_once_their_ferry_was_used() -> None:
    game = field(
        "holland44",
        [unit("a", "0505"), unit("e", "0505", "engineer", steps=1)],
        [unit("b", "1111")],
        sides={"large-river": ["0505 N"]},
    )
    away = Action("move", units=("e",), path=("0505", "0506"), mode="tactical")
    assert game.explain(away)
    game.apply(Action("move", units=("a",), path=("0505", "0504"), mode="tactical"))
    assert "23.3.3" in game.explain(away).rules


@rules("holland44", "9.5.3", "23.3.2")
def test_only_those_who_stand_with_the_engineers_are_offered_the_crossing() -> None:
    game = field(
        "holland44",
        [unit("a", "0505"), unit("e", "0505", "engineer", steps=1), unit("c", "0605")],
        [unit("b", "0504")],
        phase="combat",
        sides={"large-river": ["0505 N", "0605 NW"]},
        unmoved=["a", "c"],
    )
    offered = [a for a in game.choices() if a.kind == "attack"]
    assert offered
    assert {a["crossing"] for a in offered} == {("e",)}
    assert not any("c" in a["units"] for a in offered)
    assert any(a["units"] == ("a",) for a in offered)


@rules("holland44", "6.4.2")
def test_a_crowded_hex_takes_vehicles_in_tactically_only() -> None:
    crowd = [unit(name, "0505") for name in "abc"]
    tank, foot = unit("t", "0506", "tank"), unit("f", "0405")
    game = field("holland44", [*crowd, tank, foot], [unit("x", "1111")])

    def into(name: str, seat: str, mode: str | None) -> tuple[str, ...]:
        return game.explain(Action("move", units=(name,), path=(seat, "0505"), mode=mode)).rules

    assert into("t", "0506", None) == ("6.4.2",)
    assert into("t", "0506", "tactical") == ()
    assert into("f", "0405", None) == ()


@rules("holland44", "14.2")
def test_low_quality_units_in_disorder_get_out_of_enemy_zones_first() -> None:
    game = field(
        "holland44",
        [unit("a", "0505", morale="low")],
        [unit("x", "0504")],
        marks={"a": ["disrupted"]},
    )
    aside = Action("move", units=("a",), path=("0505", "0605"), mode="tactical")
    away = Action("move", units=("a",), path=("0505", "0506"), mode="tactical")
    assert game.explain(Action("end")).rules == ("14.2",)
    assert Action("end") not in list(game.choices())
    assert ("14.2" in game.explain(aside).rules) == ("0605" in game.query("zoc", side="german"))
    game.apply(away)
    assert game.explain(Action("end"))


@rules("holland44", "14.2")
@pytest.mark.parametrize(
    ("more", "marks"),
    [({}, ["disrupted"]), ({"morale": "low"}, []), ({"morale": "elite"}, ["disrupted"])],
)
def test_nobody_else_has_to_leave(more: dict[str, str], marks: list[str]) -> None:
    game = field("holland44", [unit("a", "0505", **more)], [unit("x", "0504")], marks={"a": marks})
    assert game.explain(Action("end"))


@rules("holland44", "14.2")
def test_who_has_nowhere_to_go_stays() -> None:
    ring = [unit(f"x{i}", hex) for i, hex in enumerate(("0503", "0703", "0705", "0505"))]
    game = field(
        "holland44",
        [unit("a", "0604", morale="low")],
        ring,
        marks={"a": ["disrupted"]},
    )
    assert game.explain(Action("end"))
