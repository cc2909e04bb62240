"""Positions of every kind to compare answers over: made up at random, and out of play at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.catalogue import load, scenario_ids
from engine.chance import Seeded
from engine.conflict_of_heroes.counters.hits import cup_of
from engine.conflict_of_heroes.counters.state import State
from engine.game import Game
from tests.engine.conflict_of_heroes.field import fight

COLUMNS, ROWS = "ABCDEFGH", range(1, 9)
HEXES = [f"{column}{row}" for column in COLUMNS for row in ROWS]
GERMAN = ("german-rifles", "german-hmg", "german-mortar", "german-pioneers", "pz3h", "marder")
GERMAN += ("apc-251-17", "opel", "pak38", "hs129", "german-hmg-42")
SOVIET = ("soviet-rifles", "soviet-smg", "soviet-mg", "soviet-mortar", "soviet-sniper", "t34")
SOVIET += ("at57", "shturmovik")
KINDS = ("trench", "gun-pit", "bunker", "wire", "mine")
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")


def ground(dice: random.Random) -> dict[str, Any]:
    """Sixty-four hexes with woods, houses and corn, hills, gullies and a road."""
    rows = [f"{row:02} " + " ".join(dice.choice(".....wwhc") for _ in COLUMNS) for row in ROWS]
    tags: dict[str, list[str]] = {"level-1": [], "level-2": [], "gully": []}
    for hex in HEXES:
        name = dice.choice((*[""] * 6, "level-1", "level-2", "gully"))
        if name:
            tags[name].append(hex)
    sides = [f"{dice.choice(HEXES)} {dice.choice(FACINGS)}" for _ in range(4)]
    names = {".": "open", "w": "woods", "h": "wooden-building", "c": "corn"}
    return {
        "title": "Ground of all kinds",
        "labels": "A1",
        "rows": rows,
        "terrain": names,
        "tags": tags,
        "sides": {"small-gully": sides},
    }


def made(seed: int) -> Game:
    """Everything at once: smoke, wire, works, hills, planes, passengers, hits, cards in force."""
    dice = random.Random(seed)
    rows: dict[str, list[str]] = {"german": [], "soviet": []}
    crowd = dice.sample(HEXES, 7)
    for side, types in (("german", GERMAN), ("soviet", SOVIET)):
        for number in range(9):
            kind, hex = dice.choice(types), dice.choice(crowd if dice.random() < 0.8 else HEXES)
            plane = kind in ("hs129", "shturmovik")
            more = f" altitude={dice.randrange(3)}" if plane else dice.choice(("", "", " spent"))
            rows[side].append(f"{kind} {side[0]}{number} {hex} {dice.choice(FACINGS)}{more}")
    works = [
        {"kind": kind, "hex": dice.choice(crowd), "facing": dice.choice(FACINGS)}
        | ({"colour": "black"} if kind == "mine" else {})
        for kind in KINDS
    ]
    held = ["firepower", "overrun", "flamethrower", "molotov-cocktail", "magnetic-mine"]
    held += ["extra-grenades", "tellermine", "demolition-charge", "command-action"]
    game = fight(
        rows["german"],
        rows["soviet"],
        board=ground(dice),
        work=[work for i, work in enumerate(works) if work["hex"] not in _taken(works[:i])],
        cards={"german": held, "soviet": held},
        turn=dice.choice(("german", "soviet")),
        on=("cautious-movement",),
    )
    return with_state(game, dressed(game, dice))


def _taken(works: list[dict[str, Any]]) -> set[str]:
    return {work["hex"] for work in works}


def dressed(game: Game, dice: random.Random) -> State:
    """The same units hurt, dug in, hidden, aboard, on their guard, in smoke, cards in force."""
    g: Any = game.rules
    s: State = game.state
    smoke = {dice.choice(HEXES): (dice.choice((1, 1, 2)),) for _ in range(6)}
    s = replace(s, smoke=smoke, ap=dict.fromkeys(g.sides, 0))
    if dice.random() < 0.3:
        s = replace(s, firepower=frozenset(dice.sample(g.sides, 1)))
    cups = {name: list(cup) for name, cup in s.cups.items()}
    for unit in g.units:
        piece, seat = g.units[unit], s.position.place(unit)
        if piece.kind == "plane":
            continue
        roll = dice.random()
        if roll < 0.3:
            cup = cups[cup_of(g, unit)]
            marks = [mark for mark in cup if mark not in ("killed", "destroyed")]
            cup.remove(mark := dice.choice(marks))
            s = s.changed(unit, hit=mark, shown=dice.random() < 0.5)
        elif roll < 0.4:
            s = s.changed(unit, dug=True)
        elif roll < 0.5:
            s = s.changed(unit, wary=True, exposed=piece.foot)
        elif roll < 0.6:
            s = s.changed(unit, inside=any(w.kind in KINDS[:3] for w in s.works_in(seat)))
        elif roll < 0.7:
            s = s.changed(unit, overrun=piece.vehicle)
        elif roll < 0.8 and piece.foot:
            trucks = [
                u
                for u in s.position.at(seat)
                if g.units[u].vehicle and g.units[u].side == piece.side and not s.aboard(u)
            ]
            s = s.changed(unit, carrier=trucks[0]) if trucks else s
    return replace(s, cups={name: tuple(cup) for name, cup in cups.items()})


def with_state(game: Game, state: State) -> Game:
    """The game set to a state of ours."""
    game._steps[0] = replace(game._steps[0], state=state)
    return game


def played(seed: int, most: int = 40) -> Iterator[Game]:
    """Every firefight advanced by random play; the game stands at each of its decisions in turn."""
    dice = random.Random(seed)
    for name in scenario_ids("conflict-of-heroes"):
        game = load(name, Seeded(seed))
        for _ in range(most):
            if game.decision is None:
                break
            yield game
            game.apply(dice.choice(game.choices()))
