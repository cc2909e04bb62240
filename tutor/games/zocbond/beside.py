"""Beside a board of the '4x pair: what a plan comes to, ways to stand compared, how to read all."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from engine.tables import Chart
from engine.values import Action
from engine.verdict import Line, Tally
from engine.words import catalogue, show
from tutor import panels

if TYPE_CHECKING:
    from tutor.games.zocbond.hands import ZocBondHands

STANDING = ("zb.stand", "zb.desperate")
HOLDS = "zb.stand.holds"


def plan_html(hands: ZocBondHands, hex: str, members: tuple[str, ...]) -> str:
    """From two sums to a column, in one line."""
    tally = hands.game.tally(hands.group_action(hex, members))
    if tally is None or len(tally.parts) < 2:
        return ""
    attack, defence = tally.parts[0].total, tally.parts[1].total
    found = hands.ask("odds", attack=attack, defence=defence, shift=tally.total)
    start, surplus = found["start"], found["place"] - hands.ask("figure", of="highest")
    right = "right" if tally.total > 0 else "left"
    moved = f"shifted {abs(tally.total)} to the {right}" if tally.total else "no shift"
    reached = {"none": "too weak to attack", "auto": "automatic DS"}.get(
        str(tally.result), f"column {tally.result}"
    )
    said = f"{attack} against {defence} is {start}; {moved}: "
    more = ""
    if surplus >= 0 and tally.result != "auto":
        more = f", the last one{_wasted(tally, surplus)}"
    return f'<p class="sr-odds-line">{escape(said)}<strong>{escape(reached)}</strong>{more}.</p>'


HELP = ("zb.shift.air", "zb.shift.guns")
"""Shifts that are spent on a battle."""


def _wasted(tally: Tally, surplus: int) -> str:
    """Which help could be spared: the last column is reached without it as well."""
    found = []
    for line in tally.lines:
        if line.key in HELP and 0 < (line.value or 0) <= surplus:
            surplus -= int(line.value or 0)
            found.append(panels.say(line.key, line.params))
    return f"; it is reached without {' and without '.join(found)} as well" if found else ""


def advance_html(hands: ZocBondHands) -> str:
    """How many hexes of its advance each unit has left."""
    items = []
    for unit in hands.ask("movers"):
        left = hands.ask("advance-left", unit=unit)
        hexes = "1 hex" if left == 1 else f"{max(left, 0)} hexes"
        items.append(f"<li>{escape(hands.unit_name(unit))}: {hexes}</li>")
    return f"<p>Advance left:</p><ul>{''.join(items)}</ul>"


def stand_html(hands: ZocBondHands) -> str:
    """Each way to stand: its column and modifiers, and how likely the first roll holds the hex."""
    parts: list[str] = []
    sums: dict[Line, None] = {}
    for action in hands.listed():
        tally = hands.game.tally(action) if action.kind == "stand" else None
        if tally is not None:
            said = f"{hands.action_name(action)}: holds {panels.percent(holding(hands, action))}"
            die = f"{int(tally.total):+d} on the die, " if tally.total else ""
            table = f"{die}column “{tally.result}” of the table"
            parts.append(f'<li class="sr-stand"><strong>{escape(said)}</strong> ({table})</li>')
            sums |= dict.fromkeys(tally.lines)
    if not parts:
        return ""
    game = hands.game.scenario.game
    lines = "".join(
        f"<li>{panels.say(line.key, line.params)}: {show(line.value)} "
        f"{panels.rule_chip(game, line.rule)}</li>"
        for line in sums
    )
    why = f"<details><summary>What changes the die</summary><ul>{lines}</ul></details>"
    ways = f"<p>Determined defence:</p><ul>{''.join(parts)}</ul>"
    return ways + (why if lines else "")


def holding(hands: ZocBondHands, action: Action) -> Fraction:
    """How likely the hex is held by one roll."""
    prospects = hands.game.outlook(action)
    held = (p.probability for p in prospects if any(e.key == HOLDS for e in p.events))
    return sum(held, Fraction(0))


def key_html(hands: ZocBondHands) -> str:
    """Four things to be opened: counters, the map, ways to move, and the results of combat."""
    rules: Any = hands.game.rules
    words, game = catalogue(), hands.game.scenario.game
    results: Chart = rules.charts["results"]
    rows = "".join(
        f"<li><strong>{escape(code)}</strong>: {escape(result_text(row))}</li>"
        for code, row in results.rows.items()
    )
    moves = map(rules.rule, ("move", "extended", "tactical"))
    named = {
        "signs": words.say(f"zb.key.{game}"),
        "more": hands.ask("figure", of="extended"),
        "chips": " ".join(panels.rule_chip(game, rule) for rule in moves),
        "results": f"<ul>{rows}</ul>{panels.rule_chip(game, results.section)}",
    }
    return "".join(
        f'<details class="sr-key">{words.say(f"zb.key.{part}", named.items())}</details>'
        for part in ("counter", "map", "modes", "results")
    )


def result_text(row: Mapping[str, Any]) -> str:
    """What a result demands, in words."""
    said = []
    picker = {"enemy": ", each picked by the enemy", "attacker": ", picked by the attacker"}
    both = [name for name in ("attacker", "defender") if row[name]]
    if both:
        losses = " and ".join(f"the {name} loses {row[name]}" for name in both)
        said.append(losses + picker.get(str(row["picks"]), ""))
    if row["retreat"]:
        most = f" or {row['most']}" if row["most"] > row["retreat"] else ""
        stand = "may stand fast or go" if row["stands"] else "must go"
        said.append(f"the defenders {stand} back {row['retreat']}{most} hexes")
    if row["engages"]:
        said.append("the defenders are engaged")
    if row["limited"]:
        said.append("an advance into the hex only, if it is empty")
    elif row["advance"]:
        said.append(f"an advance of {row['advance']}")
    return "; ".join(said)
