"""Read-only questions that both games answer; among them what a whole battle can come to. In what
the two games differ, side by side.

Losses, determined and desperate defence and the retreat are played out in every way the dice can
fall, choices by a stated policy. Positions that come to the same are taken together, so a desperate
defence of many steps stays small.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypedDict, Unpack

from engine.chance import Chance, enumerate_branches
from engine.errors import Problem
from engine.files import package_file, read
from engine.rules import Questions
from engine.tables import load_charts
from engine.values import Action, Names
from engine.verdict import Course, Reason
from engine.zocbond.battle import battle
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle, battle_of, defenders, odds, read_result, sheet
from engine.zocbond.battle.determined_defence import Stand
from engine.zocbond.battle.losses import DEFENDER, Losses, Price
from engine.zocbond.battle.retreat import Retreat, all_ways, deaths, ways
from engine.zocbond.board.reaching import reach
from engine.zocbond.board.state import State
from engine.zocbond.board.walking import NORMAL, modes, points
from engine.zocbond.board.zones import bonds, moved, over, zoc
from engine.zocbond.questions.company import band, company, gun, targets
from engine.zocbond.questions.lying import lying
from engine.zocbond.supply.lines import SupplyLine, endless, line_step, road_net, supply_line

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

POLICY = "stands"
"""Defenders stand where they may; who chooses a loss spares what it needs most."""
OVER = ("zb.combat", "zb.advance", "zb.move")
"""Decisions at which the battle itself is over."""
DECLINES = ("pass", "decline", "go-on", "end")
"""What is chosen where a game asks something else in the middle of a battle."""
GAMES = ("holland44", "stalingrad42")


def choose(g: Family, s: State, stands: bool = True) -> Action:
    """The policy: what a side does with a decision in the middle of a battle."""
    actions = list(s.top.choices(g, s, None, None))
    top = s.top
    if isinstance(top, Losses | Price):
        return min(actions, key=lambda a: _loss_rank(g, s, top.chooser, a["unit"]))
    if isinstance(top, Stand):
        return max(actions, key=lambda a: _stand_rank(g, s, top, a, stands))
    if actions and actions[0].kind == "muster":
        return max(actions, key=lambda a: sum(g.face(s, unit).defence for unit in a["units"]))
    return next((a for a in actions if a.kind in DECLINES), actions[0])


def _loss_rank(g: Family, s: State, chooser: str, unit: str) -> tuple[int, int, str]:
    """The owner spreads losses and spares the strong; the enemy strikes at the strong."""
    face = g.face(s, unit)
    worth = face.attack + face.defence
    if g.units[unit].side == chooser:
        return -g.left(s, unit), worth, unit
    return -worth, g.left(s, unit), unit


def _stand_rank(
    g: Family, s: State, top: Stand, action: Action, stands: bool
) -> tuple[int, int, int]:
    """Hold where the attack spent itself; stand under the steadiest; or go."""
    if action.kind == "hold":
        return 9, 0, 0
    if action.kind == "go-back":
        return (0 if stands else 8), 0, 0
    tally = top.tally(g, s, action)
    return 1, int(tally.total) if tally else 0, g.left(s, action["lead"])


def ahead(
    g: Family, s: State, action: Action, stands: bool = True
) -> list[tuple[Fraction, State, str]]:
    """Every way a battle can end: its probability, the position, the result of the table."""
    frontier: dict[Hashable, tuple[Fraction, State, str, Action]] = {
        "": (Fraction(1), s, "", action)
    }
    over: dict[Hashable, tuple[Fraction, State, str]] = {}
    while frontier:
        chance, state, code, act = frontier.pop(next(iter(frontier)))
        for weight, (after, told) in enumerate_branches(partial(_run, g, state, act)):
            owed = g.decision(after)
            result = code or told
            key = (result, _key(s, after))
            if owed is None or owed.kind in OVER:
                before = over[key][0] if key in over else Fraction(0)
                over[key] = (before + chance * weight, after, result)
                continue
            known = frontier.get(key)
            total = chance * weight + (known[0] if known else 0)
            step = known[3] if known else choose(g, after, stands)
            frontier[key] = (total, after, result, step)
    return list(over.values())


def _run(g: Family, s: State, action: Action, chance: Chance) -> tuple[State, str]:
    course = Course(chance)
    state: State = g.apply(s, action, course)
    for event in course.events:
        if event.key == "zb.attack.result":
            return state, str(dict(event.params)["result"])
        if event.key == "zb.attack.declared" and dict(event.params)["column"] == "auto":
            return state, g.auto_result().code
    return state, ""


def _key(start: State, s: State) -> Hashable:
    """What sets a position apart from others that came of the same start."""
    units = tuple(
        (unit, s.place(unit), s.lost.get(unit, 0), s.marks.get(unit))
        for unit in s.position.units()
        if s.place(unit) != start.place(unit)
        or s.lost.get(unit, 0) != start.lost.get(unit, 0)
        or s.marks.get(unit) != start.marks.get(unit)
    )
    before = vars(start.records)
    kept = tuple(
        (name, repr(value)) for name, value in vars(s.records).items() if before[name] is not value
    )
    return s.agenda, units, kept


def battle_outlook(
    g: Family, s: State, hex: str, units: Names, stands: bool = True, **more: object
) -> dict[str, object]:
    """Exact odds of an attack's results, step losses, a vacated hex and where defenders end."""
    action = Action("attack", hex=hex, units=tuple(units), **more)
    kinds = s.top.kinds(g, s) if s.agenda else ()
    if "attack" not in kinds and "breakthrough" in kinds:
        action = Action("breakthrough", hex=hex, units=tuple(units), **more)
    elif "attack" not in kinds:
        raise Problem("no combat phase is under way", remedy="Ask while attacks are declared.")
    defenders = [u for u in s.position.at(hex) if g.units[u].side != g.units[units[0]].side]
    answer: dict[str, object] = {"policy": POLICY if stands else "goes", "column": None}
    if not s.top.explain(g, s, action):
        return answer
    battle = battle_of(g, s, action, g.units[units[0]].side)
    answer["column"] = odds(g, s, battle).column
    found: dict[str, dict[object, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for weight, state, code in ahead(g, s, action, stands):
        lost = {
            unit: state.lost.get(unit, 0) - s.lost.get(unit, 0) for unit in (*units, *defenders)
        }
        found["results"][code] += weight
        found["attacker_losses"][sum(lost[unit] for unit in units)] += weight
        found["defender_losses"][sum(lost[unit] for unit in defenders)] += weight
        found["vacated"][all(state.place(unit) != hex for unit in defenders)] += weight
        for unit in defenders:
            found[f"place of {unit}"][state.place(unit)] += weight
    return answer | {name: dict(odds) for name, odds in found.items()}


def _reach(
    g: Family, s: State, unit: str, mode: str = NORMAL, mates: Names = ()
) -> dict[str, object]:
    """Every hex a unit can pass to in a mode, alone or with mates: price, path, hexes gone; none in
    a mode that is forbidden it."""
    if mode not in modes(g, s, (unit, *mates)):
        return {}
    reached = reach(g, s, (unit, *mates), mode)
    return {
        hex: {
            "cost": points((pace := reached.pace(hex)).spent),
            "path": reached.path(hex),
            "hexes": pace.hexes,
        }
        for hex in reached
    }


def _way(g: Family, s: State, units: Names, hex: str, mode: str = NORMAL) -> tuple[str, ...]:
    """The way that a player means who sends units to a hex, in a movement phase or an advance. The
    cheapest that they may take; where there is none, straight on and as far as the first step that
    is forbidden, for what comes after it is nobody's concern."""
    units, top = tuple(units), s.top
    kind = "advance" if isinstance(top, Advance) else "move"
    named = {"mode": mode} if mode != NORMAL and kind == "move" else {}

    def against(path: Names) -> set[Reason]:
        return set(g.explain(s, Action(kind, units=units, path=path, **named)).reasons)

    if kind == "advance":
        found = top.choices(g, s, units[0], None, kind)
        ends = [a["path"] for a in found if a["path"][-1] == hex and a["units"][0] in units]
    else:
        reached = reach(g, s, units, mode)
        ends = [reached.path(hex)] if hex in reached else []
    for path in ends:
        if not against(path):
            return tuple(path)
    way = tuple(ends[0]) if ends else g.board.straight(s.place(units[0]), hex)
    why = against(way)
    for length in range(2, len(way)):
        if not why.isdisjoint(against(way[:length])):
            return way[:length]
    return way


def _bond(g: Family, s: State, side: str, ends: list[str]) -> dict[str, object]:
    """The bond between two hexes, or a hex and an entry area: does it stand, and if not, why."""
    for bond in bonds(g, s, side):
        if set(bond.ends) == set(ends):
            return {
                "kind": bond.kind,
                "stands": bond.broken is None,
                "broken": bond.broken,
                "between": bond.between,
            }
    return {"kind": None, "stands": False, "broken": "none", "between": ()}


class Declared(TypedDict, total=False):
    """What else a battle may be asked about with."""

    attached: str
    guns: tuple[str, ...]
    air: str
    breakthrough: bool
    crossing: tuple[str, ...]
    plans: tuple[str, ...]
    halved: tuple[str, ...]
    picked: tuple[str, ...]


def _attack(
    g: Family,
    s: State,
    side: str,
    hex: str,
    units: list[str],
    lead: str = "",
    **more: Unpack[Declared],
) -> dict[str, object]:
    lead = g.named_lead(s, tuple(units), lead)
    battle = Battle(side, hex, tuple(units), lead, **more)
    found = odds(g, s, battle)
    return {
        "attack": found.attack.total,
        "defence": found.defence.total,
        "shift": found.shift,
        "column": found.column,
        "shifts": [(line.rule, line.key, line.value) for line in found.shifts],
        "sheet": sheet(found),
        "defenders": defenders(g, s, battle),
    }


def _retreats(g: Family, s: State, unit: str, length: int, most: int = 0) -> dict[str, object]:
    every = all_ways(g, s, unit, length, most or length)
    open_ways = ways(g, s, unit, length, most or length)
    return {
        "open": [way.path for way in open_ways],
        "ends": sorted({way.path[-1] for way in open_ways}),
        "deadly": {way.path[-1] for way in every if way.deaths},
        "doomed": not open_ways,
    }


def _pool(
    g: Family, s: State, side: str, hex: str, units: list[str], code: str = "D1"
) -> tuple[str, ...]:
    return g.loss_pool(s, Battle(side, hex, tuple(units)), DEFENDER, code)


def _advances(g: Family, s: State, unit: str) -> list[str]:
    top = s.top
    if not isinstance(top, Advance):
        return []
    return sorted({a["path"][-1] for a in top.choices(g, s, unit, None) if a.kind == "advance"})


def _supply(g: Family, s: State, unit: str, hex: str = "") -> SupplyLine:
    """The supply line of a unit where it stands, or would stand in a hex."""
    return supply_line(g, moved(g, s, (unit,), hex) if hex else s, unit)


def _line(g: Family, s: State, unit: str, path: list[str]) -> list[str]:
    """The steps of a path that no off-road part of a supply line may take."""
    side = g.units[unit].side
    return [
        f"{here}-{there}"
        for here, there in itertools.pairwise(path)
        if not line_step(g, s, side, here, there)
    ]


QUERIES: Questions = {
    "zoc": lambda g, s, side: frozenset(zoc(g, s, side)),
    "bonds": lambda g, s, side: bonds(g, s, side),
    "bond": _bond,
    "reach": _reach,
    "way": _way,
    "targets": targets,
    "band": band,
    "company": company,
    "moved": lambda g, s: getattr(s.top, "moved", frozenset()) if s.agenda else frozenset(),
    "movers": lambda g, s: s.top.movers(g, s) if isinstance(s.top, Advance) else [],
    "advance-left": lambda g, s, unit: g.advance_most(s, s.top, unit) - s.top.used(unit),
    "leads": lambda g, s, units: tuple(g.leads(s, tuple(units))),
    "gun": gun,
    "figure": lambda g, s, of: g.figure(of),
    "odds": lambda g, s, attack, defence, shift=0: battle.bare(g, attack, defence, shift),
    "battle": _attack,
    "battle_outlook": battle_outlook,
    "result": lambda g, s, cell: read_result(g, cell),
    "retreats": _retreats,
    "deaths": lambda g, s, unit, path: [r.key for r in deaths(g, s, unit, tuple(path))],
    "losses": _pool,
    "advances": _advances,
    "supply": _supply,
    "line": _line,
    "allowance": lambda g, s, unit: g.allowance(s, unit),
    "isolated": lambda g, s, unit: not endless(g, s, unit),
    "roads": lambda g, s, side: sorted(road_net(g, s, side, g.sources(s, side))),
    "marks": lambda g, s, unit: sorted(s.marks.get(unit, ())),
    "left": lambda g, s, unit: g.left(s, unit),
    "place": lambda g, s, unit: s.place(unit),
    "over": lambda g, s, side, hex: over(g, s, side, hex),
    "control": lambda g, s: dict(s.control),
    "phase": lambda g, s: type(s.top).__name__ if s.agenda else "",
    "track": lambda g, s, of: vars(s.records).get(of.replace("-", "_")),
    "lying": lying,
    "retreating": lambda g, s: s.top.units if isinstance(s.top, Retreat) else (),
}


def differences() -> Iterator[tuple[str, Mapping[str, int]]]:
    """Every figure that is not the same in both games, by its name; one game may have none."""
    charts = {game: load_charts(game, {"figures": ("value",)})["figures"] for game in GAMES}
    for name in dict.fromkeys(name for chart in charts.values() for name in chart.rows):
        found = {
            game: int(chart.value(name, "value"))
            for game, chart in charts.items()
            if name in chart.rows
        }
        if len(set(found.values())) > 1 or len(found) < len(GAMES):
            yield name, found


def contrasts() -> Iterator[tuple[str, Mapping[str, tuple[str, ...]]]]:
    """Every topic that both rulebooks treat, each in its own way: the sections of each game."""
    top = read(package_file("engine", "zocbond", "contrasts.toml"))
    for topic in top.data:
        yield topic, top.lists(topic)
