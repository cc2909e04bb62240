"""Kinds of question that only Holland '44 has, and how its rules are left out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.holland44.battle.modifiers import gun_trouble
from engine.holland44.options import surround_tally, surrounded
from engine.holland44.sequence import allied_points, beyond_waal, german_points
from engine.holland44.setting import Setting
from engine.practice.kinds.kind import Answering, Kind
from engine.values import Action
from engine.verdict import Reason, Tally
from engine.zocbond.battle import fighting
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.state import DISRUPTED, ROUTED, Crossing, State
from engine.zocbond.board.unit import Unit
from engine.zocbond.practice import shared
from engine.zocbond.practice.leaving import (
    ADVANCES,
    FIGHTS,
    MOVES,
    Off,
    answering,
    both,
    elsewhere,
    figure,
    from_many,
    pieces,
    silent,
    unless,
    unmarked,
)
from engine.zocbond.practice.marks import Guns, Isolated
from engine.zocbond.practice.points import Points
from engine.zocbond.rules import Family


def _guns(g: Family, s: State, gun: str, hex: str) -> list[Reason]:
    assert isinstance(g, Setting), "a game of Holland '44"
    return list(gun_trouble(g, s, gun, hex))


def _wet(g: Family, s: State, action: Action) -> bool:
    """An attack over a canal or a minor river."""
    hex, water = action["hex"], {"canal", "minor-river"}
    seats = {s.place(unit) for unit in action["units"]}
    return any(water & set(g.board.side(seat, hex)) for seat in seats if seat in g.board)


def _tank(piece: Unit) -> dict[str, object]:
    return {"tank": True} if piece.armour else {}


def _banks(
    g: Family, before: Answering, s: State, unit: str, over: Crossing
) -> tuple[str, str] | None:
    """Infantry stops at the water, as if it were on wheels."""
    found: tuple[str, str] | None = before(s, unit, over)
    return found or (("8.5.2", "h44.river.technical") if g.units[unit].infantry else None)


def _terrain_alone(g: Family, before: object, s: State, hex: str, lead: str) -> str:
    return str(g.ground.terrain.value(g.board.terrain(hex), "stand"))


def _any_lead(g: Family, before: object, s: State, battle: Battle, unit: str) -> bool:
    return fighting.may_lead(g, s, battle, unit)


OFFS: tuple[Off, ...] = (
    Off("2.3.14", (*MOVES, *FIGHTS, *ADVANCES), pieces(lambda piece: {"technical": False})),
    Off("2.3.15", FIGHTS, pieces(_tank), level=True),
    Off("2.3.16", (*MOVES, *ADVANCES, "retreat"), answering(crossing=_banks)),
    Off("6.1", ("stacking",), answering(limit=lambda g, before, *about: 99), level=True),
    Off("6.2", ("stacking", *FIGHTS, *ADVANCES), answering(free_group=lambda g, b, *about: None)),
    Off("6.3", ("stacking", *FIGHTS), pieces(lambda piece: {"twin": ""}), level=True),
    Off("8.6.1", MOVES, answering(woods_extra=lambda g, before, count: 0)),
    Off("9.2", ("attack",), unless(from_many, "9.2"), level=True),
    Off("9.5.1", ("attack",), unless(_wet, "9.5.1"), level=True),
    Off("10.1", FIGHTS, figure("halvings", 9), level=True),
    Off("10.2.2", FIGHTS, answering(formation=lambda g, before, s, unit: "all"), level=True),
    Off("10.2.4", FIGHTS, pieces(lambda piece: {"corps": False}), level=True),
    Off("10.3.3", FIGHTS, pieces(lambda piece: {"anti_tank": False}), level=True),
    Off("10.3.4", FIGHTS, answering(armour_ground=lambda g, before, *about: True), level=True),
    Off(
        "11.5.2",
        ("retreat",),
        answering(disorder=lambda g, b, s, unit, gone, routs, c: b(s, unit, 2, routs, c)),
    ),
    Off("12.1.3", ("stand", "stand-column"), answering(stand_column=_terrain_alone), level=True),
    Off(
        "12.2",
        ("stand", "stand-morale"),
        answering(stand_morale=lambda g, before, *about: 0),
        level=True,
    ),
    Off("12.6", ("stand", "hold", "go-back"), silent("attack_spent"), level=True),
    Off("13.1.4", ("retreat",), answering(retreat_rank=lambda g, b, *about: b(*about)[:-1])),
    Off(
        "14.1.1",
        ("stand", "replace", "rearm", "bond", *FIGHTS),
        unmarked(DISRUPTED, ROUTED),
        level=True,
    ),
    Off("14.3.2", (*MOVES, "retreat", "zoc", *FIGHTS), unmarked(ROUTED)),
    Off("15.3", ADVANCES, unless(elsewhere, "15.3")),
    Off("17.2", ("stand", "stacking"), answering(may_lead=_any_lead), level=True),
    Off(
        "18.2.1",
        ("supply",),
        both(
            answering(direct_sources=lambda g, before, *about: frozenset()),
            answering(own_sources=lambda g, before, *about: frozenset()),
        ),
    ),
    Off("18.3", ("supply",), answering(road_joins=lambda g, before, *about: False)),
    Off("18.3.1", ("supply",), answering(line_limit=lambda g, before, s: 99), level=True),
    Off("18.3.2", ("supply",), answering(road_joins=lambda g, before, *about: False)),
    Off("20.1", (*MOVES, "rearm", "ferry"), answering(night=lambda g, before, s: False)),
    Off("23.7", ("retreat", *FIGHTS, "lose"), silent("shrugs_off")),
)


def _german(g: Family, s: State) -> Iterator[tuple[str, Tally]]:
    assert isinstance(g, Setting), "a game of Holland '44"
    yield "", german_points(g, s)


def _allied(g: Family, s: State) -> Iterator[tuple[str, Tally]]:
    assert isinstance(g, Setting), "a game of Holland '44"
    yield "", beyond_waal(g, s) if g.goal == "waal" else allied_points(g, s)


def _surrounded(g: Family, s: State) -> Iterator[tuple[str, Tally]]:
    assert isinstance(g, Setting), "a game of Holland '44"
    for unit in (one for side in g.sides for one in surrounded(g, s, side)):
        yield unit, surround_tally(g, s, unit)


POINTS = Points({"german": _german, "allied": _allied, "surrounded": _surrounded})
CUT_OFF = Isolated("27.2.1", "surrounded-losses")
PRACTICE: tuple[Kind, ...] = (*shared(OFFS), Guns(_guns, ("artillery",)), POINTS, CUT_OFF)
