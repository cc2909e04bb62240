"""Boards, units and turns that tests of several chapters begin with."""

from __future__ import annotations

from typing import Any

import engine
from engine.chance import Chance, Scripted, Seeded
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.moving.movement import Movement
from tests.engine.zocbond.field import attack, field, unit


def boxed(id: str, place: str, kind: str = "infantry", **more: Any) -> dict[str, Any]:
    """A unit off the map."""
    row = unit(id, "", kind, **more)
    row["box"] = place
    del row["hex"]
    return row


def area(name: str, *touches: str) -> dict[str, Any]:
    """An entry area: `soviet-A`."""
    return {"id": name, "name": name[-1], "touches": list(touches)}


WEST = area("german-W", "0101", "0102", "0103")
NORTH = area("soviet-A", "1201", "1202", "1203")
EAST = area("soviet-C", "1206", "1207")
SOUTH = area("soviet-H", "1210", "1211")
TRANSIT = area("soviet-F", "1212")
ALL = (WEST, NORTH, EAST, SOUTH, TRANSIT)
MASKS = {"maskirovka": True}
ROAD = {"road": ["1203 1103 1003 0903 0803 0703 0603"]}


def army(id, hex):
    return unit(id, hex, "reserve-army", full=[0, 0, 3], steps=1)


def masked(own=(), foes=(), *, masks=None, side="soviet", turn=22, seat="0703", **more):
    """Reserve armies R (box 1, at 0703) and Q (box 2, at 1003)."""
    armies = [army("R", seat), army("Q", "1003")]
    return field(
        "stalingrad42",
        list(own) or [unit("g", "0101")],
        [*armies, *foes],
        side=side,
        turn=turn,
        areas=ALL,
        rules=MASKS,
        masks=masks or {"R": "mask-1", "Q": "mask-2"},
        links=more.pop("links", ROAD),
        **more,
    )


def until(game: Game, kind: str, side: str | None = None) -> None:
    """End phases and take the first way until somebody owes a decision of a kind."""
    for _ in range(200):
        owed = game.decision
        assert owed is not None, f"the game ended before {kind}"
        if owed.kind == kind and side in (None, owed.side):
            return
        until_next(game)
    raise AssertionError(f"no {kind}")


def until_turn(game: Game, turn: int, side: str) -> None:
    """On to a side's movement phase in a turn."""
    while (game.state.turn, game.decision.side, game.decision.kind) != (turn, side, "zb.move"):
        assert game.state.turn <= turn, f"turn {turn} has gone by"
        until_next(game)


def until_next(game: Game) -> None:
    """End the phase, or take the first way."""
    actions = list(game.choices())
    ends = [a for a in actions if a.kind in ("end", "pass", "keep")]
    game.apply((ends or actions)[0])


def kinds(game: Game) -> set[str]:
    """The kinds of all legal actions."""
    return {a.kind for a in game.choices()}


WEST_ROAD = {"road": ["0101 0201 0301 0401 0501 0601"]}
GERMAN_X = {"id": "german-X", "name": "X", "touches": ["0112"]}


def german_initial(turn, *units, foes=(), areas=ALL, **more):
    """A German initial phase, chapter 32 in use, the Soviets far away."""
    return field(
        "stalingrad42",
        list(units),
        [unit("x", "1212"), *foes],
        phase="initial",
        turn=turn,
        areas=areas,
        links=WEST_ROAD,
        rules={"withdrawals": True},
        **more,
    )


def rail(name: str, to: str) -> Action:
    """A journey by rail."""
    return Action("rail", unit=name, hex=to)


def advancing(foes, own=None, *, length: int = 4, spent=(), **more):
    """An advance of four hexes after 0505 was cleared."""
    rows = own or [
        unit("t", "0504", "tank", full=[30, 9, 6]),
        unit("p", "0604", "tank", full=[30, 9, 6]),
    ]
    played = field("stalingrad42", rows, foes, phase="combat")
    units = tuple(row["id"] for row in rows)
    phase = Advance(Battle("german", "0505", units), length, True, spent=tuple(spent), **more)
    return played, phase


def course(*dice: int) -> Course:
    """Somewhere to roll and to tell."""
    return Course(Chance(Scripted.dice(dice)))


class Mute:
    """A course that hears nothing."""

    def tell(self, *_, **__):
        """Nothing is told."""


def store(id: str, hex: str, **more):
    """A supply point."""
    row = unit(id, hex, "supply-point", full=[0, 0, 0], steps=1, **more)
    if hex in ("used", "pool") or "-" in hex:
        row["box"] = row.pop("hex")
    return row


def gun(id: str, hex: str, kind: str = "army-hq", **more):
    """An artillery support unit."""
    return unit(id, hex, kind, **{"full": [0, 1, 4], "steps": 1, "range": 5, **more})


def dead(id: str, kind: str = "infantry", side: str = "german", **more):
    """A unit in the box of the destroyed."""
    row = unit(id, "", kind, **more)
    row["box"] = f"destroyed-{side}"
    del row["hex"]
    return row


def soviet_areas(*letters: str):
    """Soviet areas that touch nothing in common."""
    return [
        {"id": f"soviet-{name}", "name": name, "touches": [f"12{row:02d}"]}
        for row, name in enumerate(letters, 1)
    ]


ALPS = {"sides": {"alpine": ["0504 S"]}, "links": {"road": ["0504 0505"]}}
SLIP = {"disengagement": True}


def slip(*units):
    return Action("disengage", units=units)


CITY = {"contested-cities": True}


def contested_city(phase="movement", side="german", level=1, **more):
    """A position with both sides in a city."""
    own = [unit("a", "0304"), unit("b", "0303"), unit("c", "0306")]
    foes = [unit("x", "0304"), unit("y", "0406")]
    played = field(
        "stalingrad42",
        own,
        foes,
        rules=CITY,
        phase=phase,
        side=side,
        ground={"0304": "C"},
        control={"0304": "soviet"},
        turn=12,
        **{"city-battles": {"0304": level}, "contested": {"0304": "soviet"}},
        **more,
    )
    return played


FILES = ("c1-fall-blau", "c2-caucasus", "c3-uranus", "c4-campaign")


def drill(number: int) -> Game:
    """A scenario from its start."""
    return engine.load(f"stalingrad42/drills/{FILES[number - 1]}", chance=Seeded(3))


def points(game: Game, state: Any) -> int:
    """The victory points of a position."""
    return int(game.rules.query(state, "points").total)


WHITE_STEPPE = "stalingrad42/white-steppe"
STRONG = [40, 9, 6]
NEAR_EAST = {"id": "soviet-A", "name": "A", "touches": ["0101", "0102"]}


def weak(name, hex):
    """One step that falls to anybody."""
    return unit(name, hex, full=[1, 1, 3], steps=1)


def fought(own, foes, *targets, dice=(), **more):
    """A field where attacks were made, up to the advance after the last."""
    played = field(
        "stalingrad42", own, [*foes, unit("far", "1212")], phase="combat", dice=dice, **more
    )
    for hex, *units in targets:
        played.apply(attack(hex, *units))
        while played.query("phase") != "Advance":
            played.apply(played.choices()[0])
    return played


def advance(name, *path):
    """An advance of one unit."""
    return Action("advance", units=(name,), path=path)


RAIL = {"rail": ["0101 0201 0301 0401 0501 0502 0503 0504 0505 0506 0507"]}
FAR = unit("far", "1212")


def on(game, phase):
    """The state with a phase on top."""
    return game.state.push(phase)


def aside_reasons(aside, game, side, action, **places):
    """The rules that forbid an aside in the movement phase of a side."""
    s = on(game, Movement(side))
    for name, place in places.items():
        s = s.put(name, place)
    return {r.rule for r in aside.reasons(game.rules, s, s.top, action)}


def onward(game, *kinds):
    """Ends and first ways until somebody owes one of some decisions."""
    for _ in range(60):
        if game.decision.kind in kinds:
            return game
        actions = list(game.choices())
        ends = [a for a in actions if a.kind in ("end", "go-back")]
        game.apply((ends or actions)[0])
    raise AssertionError(f"none of {kinds}")
