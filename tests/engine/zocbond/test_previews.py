"""What is shown before an attack, held against the dice, in positions that bots came to.

Three readings of every attack: the tally with its column, the outlook, and the battle itself run
over every way the dice can fall. The column is worked out from the two sums and the shifts once
more, and the table is read from its file, by code of this module alone.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from typing import Any

import pytest

import engine
from engine.bots import make_bot
from engine.chance import Seeded, enumerate_branches
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from engine.zocbond.questions.queries import OVER, choose
from tests.marks import SOAK, rules

GAMES = SOAK // 100 or 2
"""How many games of each scenario are played for positions."""
EVERY = 6
"""Of the attacks of a position so many are tried, spread over the whole list."""
MOST = 4_000 if SOAK else 1_500
"""A battle with more branches than this is left to the sample of dice in test_outlook."""
SCENARIOS = {
    "holland44": ("first-span", "hells-highway", "polder-gap", "the-pocket"),
    "stalingrad42": ("steppe-ride", "the-ring", "winter-pocket"),
}
LONG = {"holland44": ("five-days",), "stalingrad42": ("to-the-bend", "white-steppe")}
ATTACKS = ("attack", "breakthrough", "command")
PLAIN = ("attack", "breakthrough")
DECLARED, ROLLED = "zb.attack.declared", "zb.attack.result"
LAST = 6
"""The place of the last column, 7-1, on the line of odds; 1-3 is two places below 1-1."""


def table(game: str) -> dict[str, Counter[str]]:
    """The faces of a die by column and result, out of the game's file."""
    text = files(f"engine.{game}").joinpath("tables.toml").read_text("utf-8")
    crt = tomllib.loads(text)["crt"]
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for face in "123456":
        for column, cell in zip(crt["columns"], crt["rows"][face], strict=True):
            found[column][cell] += 1
    found["auto"] = Counter({crt["rows"]["auto"][-1]: 6})
    return found


def column_of(game: str, attack: int, defence: int, shift: int) -> str:
    """Odds, rounded for the defender; then shifts; then the limits of the table."""
    if defence <= 0 < attack:
        place = 99
    elif attack <= 0:
        return "1-3" if game == "holland44" else "none"
    elif attack >= defence:
        place = attack // defence - 1
    else:
        place = 1
        while attack * place < defence:
            place += 1
        place = 1 - place
    place += shift
    if game == "stalingrad42":
        if place < -2:
            return "none"
        if place >= 9:
            return "auto"
    place = max(-2, min(LAST, place))
    return f"{place + 1}-1" if place >= 0 else f"1-{1 - place}"


def positions(scenario: str, seed: int) -> Iterator[Game]:
    """The positions of a random game in which somebody may attack."""
    game = engine.load(scenario, chance=Seeded(seed))
    bot = make_bot("random", seed)
    while game.decision is not None:
        if game.decision.kind in ("zb.combat", "zb.advance", "h44.command"):
            yield game
        game.apply(bot.choose(game))


def attacks(game: Game) -> list[Action]:
    """Some of the attacks of a position."""
    found = [action for action in game.choices() if action.kind in ATTACKS]
    return found[:: max(1, len(found) // EVERY)]


Branch = tuple[Fraction, Any, list[Any]]


def fought(game: Game, action: Action) -> list[Branch] | None:
    """A battle over every die, both sides choosing by the policy; None where it is endless."""
    g: Any = game.rules
    open_ends: list[Branch] = [(Fraction(1), game.state, [action])]
    over: list[Branch] = []
    events: dict[int, list[Any]] = {}
    while open_ends:
        weight, state, path = open_ends.pop()
        told = events.pop(id(path), [])

        def run(chance: Any, state: Any = state, act: Action = path[-1]) -> tuple[Any, Course]:
            course = Course(chance)
            return g.apply(state, act, course), course

        for share, (after, course) in enumerate_branches(run):
            now = [*told, *course.events]
            owed = g.decision(after)
            if owed is None or owed.kind in OVER:
                over.append((weight * share, after, now))
                continue
            onward = [choose(g, after)]
            events[id(onward)] = now
            open_ends.append((weight * share, after, onward))
        if len(over) + len(open_ends) > MOST:
            return None
    return over


def differences(game: Game, action: Action) -> Iterator[str]:
    """Where what is shown of an attack and what it comes to are not the same."""
    name = game.rules.package
    tally = game.tally(action)
    assert tally is not None
    attack, defence = (int(part.total) for part in tally.parts)
    if tally.result != column_of(
        name, attack, defence, sum(int(n.value or 0) for n in tally.lines)
    ):
        yield f"{action}: column {tally.result} of {attack} to {defence}"
    if int(tally.total) != sum(int(n.value or 0) for n in tally.lines):
        yield f"{action}: shift {tally.total}"
    if any(int(p.total) != sum(int(n.value or 0) for n in p.lines) for p in tally.parts):
        yield f"{action}: the lines of a sum do not come to it"
    branches = fought(game, action)
    if branches is None:
        return
    if sum(weight for weight, _, _ in branches) != 1:
        yield f"{action}: probabilities do not come to 1"
    if "plans" not in action:  # of two dice the attacker picks one (Stalingrad '42, 26.2)
        yield from _table(name, action, str(tally.result), branches)
    if action.kind in PLAIN:
        yield from _outlook(game, action, branches)


def _table(name: str, action: Action, shown: str, branches: list[Branch]) -> Iterator[str]:
    """The results against the table, in the column that was declared; and whether that is the one
    that was shown. What is turned or named before the roll may change it, and is told."""
    rolls: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    first = defaultdict(Fraction)
    changed = False
    for weight, _, told in branches:
        keys = [event.key for event in told]
        at = keys.index(DECLARED) if DECLARED in keys else None
        if at is None:
            continue
        changed |= any(not key.startswith(("zb.guns", "zb.attack")) for key in keys[:at])
        column = str(dict(told[at].params)["column"])
        if ROLLED in keys:
            cell = str(dict(told[keys.index(ROLLED)].params)["result"])
            rolls[column][cell] += weight
        first[column] += weight
    faces = table(name)
    for column, found in rolls.items():
        for cell in set(found) | set(faces[column]):
            if found[cell] != first[column] * Fraction(faces[column][cell], 6):
                yield f"{action}: {cell} in column {column} comes {found[cell]} of {first[column]}"
    if not changed and set(first) - {shown}:
        yield f"{action}: shown {shown}, fought {sorted(first)}"


def _outlook(game: Game, action: Action, branches: list[Branch]) -> Iterator[str]:
    """The outlook of the screen against the branches themselves."""
    more = {key: value for key, value in action.args if key not in ("hex", "units")}
    hex, units = action["hex"], action["units"]
    shown = game.query("battle_outlook", hex=hex, units=units, **more)
    start, g = game.state, game.rules
    side = g.units[units[0]].side
    foes = [u for u in start.position.at(hex) if g.units[u].side != side]

    def lost(state: Any, named: Any) -> int:
        return sum(state.lost.get(u, 0) - start.lost.get(u, 0) for u in named)

    own: dict[str, dict[Any, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for weight, state, _ in branches:
        own["attacker_losses"][lost(state, units)] += weight
        own["defender_losses"][lost(state, foes)] += weight
        own["vacated"][all(state.place(u) != hex for u in foes)] += weight
        for unit in foes:
            own[f"place of {unit}"][state.place(unit)] += weight
    for name, odds in own.items():
        if dict(odds) != shown[name]:
            yield f"{action}: outlook of {name} is {shown[name]}, the dice say {dict(odds)}"


def compared(game: str) -> tuple[int, int, list[str]]:
    """How many positions and attacks of a game were compared, and every difference."""
    seen = tried = 0
    found: list[str] = []
    for scenario in SCENARIOS[game] + (LONG[game] if SOAK else ()):
        for seed in range(GAMES):
            for position in positions(f"{game}/{scenario}", seed):
                offered = attacks(position)
                seen += bool(offered)
                tried += len(offered)
                for action in offered:
                    found += [
                        f"{scenario} {seed}: {text}" for text in differences(position, action)
                    ]
    return seen, tried, found


@rules("holland44", "9.3", "9.4", "11.1")
@rules("stalingrad42", "8.3", "8.4", "10.1")
@pytest.mark.parametrize("game", SCENARIOS)
def test_what_is_shown_of_an_attack_is_what_the_dice_bring(game: str) -> None:
    seen, tried, found = compared(game)
    assert found == []
    assert seen >= 15
    assert tried >= 30
    if SOAK:
        print(f"{game}: {seen} positions, {tried} attacks, {len(found)} differences")
