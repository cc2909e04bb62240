"""Kinds of question that only Stalingrad '42 has, and how its rules are left out."""

from __future__ import annotations

from collections.abc import Iterator

from engine.practice.kinds.kind import Answering, Kind
from engine.stalingrad42.moving.movement import frozen
from engine.stalingrad42.practice.marks import OWN
from engine.stalingrad42.scenarios import victory_points
from engine.stalingrad42.setting import Setting, records
from engine.stalingrad42.supply import attrition_tally, near_enemy
from engine.values import replace
from engine.verdict import Tally
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.state import DISRUPTED, ROUTED, Crossing, State
from engine.zocbond.moving import orders
from engine.zocbond.practice import shared
from engine.zocbond.practice.leaving import (
    ADVANCES,
    FIGHTS,
    MOVES,
    Change,
    Off,
    answering,
    both,
    elsewhere,
    faces,
    figure,
    from_many,
    marked_so,
    pieces,
    silent,
    unless,
    unmarked,
)
from engine.zocbond.practice.marks import Isolated
from engine.zocbond.practice.points import Points
from engine.zocbond.rules import Family
from engine.zocbond.supply.lines import endless


def _dry(*weathers: str) -> Change:
    """Some weather is as good as any other."""

    def change(g: Family, s: State) -> State:
        now = records(s)
        if now.weather not in weathers:
            return s
        return s.keep(replace(now, weather="clear", soaked=False))

    return change


def _bank(
    g: Family, before: Answering, s: State, unit: str, over: Crossing
) -> tuple[str, str] | None:
    """A major river from its bank only, whoever stands beyond it."""
    assert isinstance(g, Setting), "a game of Stalingrad '42"
    deep = over.kind == "major-river" and over.gone
    if deep and not frozen(g, s, over.kind, over.here, over.there):
        return ("5.5.2", "s42.river.start")
    found: tuple[str, str] | None = before(s, unit, over)
    return found


def _no_ferry(
    g: Family, before: Answering, s: State, unit: str, over: Crossing
) -> tuple[str, str] | None:
    """A ferry carries nobody."""
    if "ferry" in g.board.side(over.here, over.there):
        return ("5.5.2", "s42.river.start")
    found: tuple[str, str] | None = before(s, unit, over)
    return found


def _no_heads(g: Family, before: object, s: State, side: str, hex: str) -> int:
    return g.figure(f"stack-{side}")


def _all_lead(g: Family, before: object, s: State, battle: Battle, unit: str) -> bool:
    return fighting.may_lead(g, s, battle, unit)


def _far(g: Family, before: object, s: State, phase: Advance, *about: object) -> int:
    return phase.length


def _terrain_alone(g: Family, before: object, s: State, hex: str, lead: str) -> str:
    return str(g.ground.terrain.value(g.terrain_of(s, hex), "stand"))


def _partial(to: str) -> Change:
    """A partial success comes to something else."""
    return answering(
        partial=lambda g, before, s, battle, outcome, *about: to if outcome == "P" else outcome
    )


OFFS: tuple[Off, ...] = (
    Off("2.3.6", (*MOVES, *ADVANCES), pieces(lambda piece: {"mechanized": False})),
    Off("4.1", ("stacking",), answering(limit=lambda g, before, *about: 99), level=True),
    Off(
        "4.2",
        ("stacking", *FIGHTS, *ADVANCES),
        both(
            answering(free_group=lambda g, before, *about: None),
            answering(never_counts=lambda g, before, *about: False),
        ),
    ),
    Off("20.1.1", ("stacking",), answering(limit=_no_heads), level=True),
    Off("4.3", ("stacking", *FIGHTS), answering(limit=_no_heads), level=True),
    Off("5.5.4", MOVES, answering(bridge_price=lambda g, before, *about: 0)),
    Off("5.5.5", (*MOVES, "retreat", *ADVANCES), answering(crossing=_bank)),
    Off("5.5.6", (*MOVES, "retreat", *ADVANCES), answering(crossing=_no_ferry)),
    Off("8.2", ("attack",), unless(from_many, "8.2"), level=True),
    Off("9.1", FIGHTS, figure("halvings", 9), level=True),
    Off("9.2.3", FIGHTS, answering(armour_ground=lambda g, before, *about: True), level=True),
    Off(
        "9.2.4", FIGHTS, faces(lambda face: {"dot": ""} if face.dot == "white" else {}), level=True
    ),
    Off("9.8", (*FIGHTS, "lose"), faces(lambda face: {"bracketed": False}), level=True),
    Off("10.1 Adv", ADVANCES, answering(advance_most=_far)),
    Off("11.2.1", ("stand", "stand-column"), answering(stand_column=_terrain_alone), level=True),
    Off(
        "11.2.4",
        ("stand", "stand-morale"),
        answering(stand_morale=lambda g, before, *about: 0),
        level=True,
    ),
    Off("11.6", ("stand",), _partial("F"), level=True),
    Off("11.6.1", ("stand",), _partial("S"), level=True),
    Off("13.2.2", ("zoc",), marked_so(DISRUPTED, ROUTED), level=True),
    Off("13.3.2", ("zoc", "move"), unmarked(ROUTED)),
    Off("13.1.1", ("stand", "replace", "bond", *FIGHTS), unmarked(DISRUPTED, ROUTED), level=True),
    Off("13.3.1", MOVES, silent("free_exit")),
    Off("14.3", ADVANCES, unless(elsewhere, "14.3")),
    Off("15.4", ADVANCES, answering(advancers=lambda g, before, s, battle: battle.units)),
    Off(
        "16.2.1", ("supply",), answering(sources=lambda g, before, *about: frozenset()), level=True
    ),
    Off(
        "16.2.3",
        ("supply",),
        answering(sources=lambda g, b, s, side: orders.sources(g, s, side)),
        level=True,
    ),
    Off("16.3.2", ("supply",), answering(line_limit=lambda g, before, s: 99), level=True),
    Off("16.3.1", ("supply",), answering(road_joins=lambda g, before, *about: False)),
    Off("16.3.3", ("supply",), answering(road_joins=lambda g, before, *about: False)),
    Off(
        "16.3.4",
        ("supply",),
        both(
            answering(line_closed=lambda g, before, *about: g.board.grid.none),
            answering(road_closed=lambda g, before, *about: g.board.grid.none),
        ),
    ),
    Off("20.5.2", ("lose",), pieces(lambda piece: {"nation": ""}), level=True),
    Off("20.3", ("stand",), answering(may_lead=_all_lead), level=True),
    Off("23.2 rain", (*MOVES, *ADVANCES, *FIGHTS, "supply"), _dry("rain")),
    Off("23.2.3", (*MOVES, *ADVANCES, *FIGHTS), _dry("snow")),
    Off("23.3.3", (*MOVES, *ADVANCES, *FIGHTS, "supply"), _dry("mud")),
)


def _attrition(g: Family, s: State) -> Iterator[tuple[str, Tally]]:
    """Of combat units that are isolated beside the enemy (16.5.1)."""
    assert isinstance(g, Setting), "a game of Stalingrad '42"
    for unit, piece in g.units.items():
        if piece.combat and near_enemy(g, s, unit) and not endless(g, s, unit):
            yield unit, attrition_tally(g, s, unit)


def _points(g: Family, s: State) -> Iterator[tuple[str, Tally]]:
    assert isinstance(g, Setting), "a game of Stalingrad '42"
    yield "", victory_points(g, s)


POINTS = Points({"attrition": _attrition, "points": _points})


PRACTICE: tuple[Kind, ...] = (*shared(OFFS), POINTS, *OWN, Isolated("16.5.1"))
