"""The sums of a shot and its chances: firepower, defence, and what the dice must show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from engine.action import Action
from engine.verdict import Tally
from tutor.games.conflict_of_heroes import words

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands

GAME = "conflict-of-heroes"
APART = "coh.group.apart"
TWO_DICE = Counter(a + b for a in range(1, 7) for b in range(1, 7))


def at_least(need: int, dice: int = 2) -> Fraction:
    """The chance that two dice, or one, show so much."""
    if dice == 1:
        return Fraction(max(0, min(6, 7 - need)), 6)
    return Fraction(sum(n for total, n in TWO_DICE.items() if total >= need), 36)


def percent(chance: Fraction) -> str:
    """A chance as a person reads it; never a rounded certainty."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    return f"{min(max(round(float(chance) * 100), 1), 99)}%"


def sums(hands: Hands, action: Action) -> list[tuple[str, Tally, Tally]]:
    """Every target that can be seen, with the firepower against it and its defence value."""
    found: list[tuple[str, Tally, Tally]] = hands.ask("shots", action=action)
    return found


def best_chance(hands: Hands, action: Action) -> str:
    """The best chance against anybody in the hex, without CAP."""
    needs = [int(shield.total) - int(power.total) for _, power, shield in sums(hands, action)]
    return percent(at_least(min(needs))) if needs else ""


def cap_left(hands: Hands, action: Action) -> int:
    """The CAP that would be left for the dice once the shot is paid for."""
    have = int(hands.state.cap.get(hands.side, 0))
    return max(have - int(hands.ask("paid", action=action)[1]), 0)


# ------------------------------------------------------------------ beside the board


def plan_html(hands: Hands, target: str | None, members: tuple[str, ...]) -> str:
    """What a plan, or the dice about to be rolled, would come to."""
    if hands.kind == "coh.aim":
        return _aim_html(hands)
    if not hands.turn_owed():
        return ""
    planned = hands.planned()
    if planned is not None:
        return _planned_html(hands, planned)
    return _shots_html(hands, target, members) if target is not None else _idle_html(hands)


def _muted(key: str) -> str:
    """A remark beside the board."""
    return f'<p class="sr-muted">{words.say(f"coh.say.{key}")}</p>'


def _shot_html(hands: Hands, target: str, power: Tally, shield: Tally, cap: int) -> str:
    """One target: name, both values, the table of chances, and the sums to be opened."""
    from tutor import panels

    counter = hands.state.counters.get(target)
    hurt = counter is None or counter.hit is not None or counter.damaged
    sum_text = f"{shield.result} defence {shield.total} less firepower {power.total}"
    open_sums = panels.tally_html(GAME, shield) + panels.tally_html(GAME, power)
    return (
        f'<div class="sr-shot"><p><strong>{escape(hands.unit_name(target))}</strong>: {sum_text}'
        f"</p>{_chances_html(hands, int(shield.total) - int(power.total), cap, hurt)}"
        f"<details><summary>The sums</summary>{open_sums}</details></div>"
    )


def _chances_html(hands: Hands, need: int, cap: int, hurt: bool) -> str:
    """A small table: no, one and two CAP, what the dice must show, and how likely that is."""
    rows = []
    for spent in range(hands.limit("dice") + 1):
        least = need - spent
        text = "any roll" if least <= 2 else str(least) if least <= 12 else "out of reach"
        kill = at_least(least if hurt else least + hands.limit("destroyed"))
        odds = f"<td><strong>{percent(at_least(least))}</strong></td><td>{percent(kill)}</td>"
        row, rest = (
            ("<tr>", odds)
            if spent <= cap
            else ('<tr class="sr-muted">', '<td colspan="2">not enough CAP</td>')
        )
        rows.append(f"{row}<td>{spent} CAP</td><td>{text}</td>{rest}</tr>")
    worst = "destroyed" if hurt else "two hits"
    head = f"<tr><td></td><th>dice</th><th>hit</th><th>{worst}</th></tr>"
    return f'<table class="sr-chances"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'


def _shots_html(hands: Hands, target: str, members: tuple[str, ...]) -> str:
    """A planned shot: its price, the sums against everybody, who cannot take part and why."""
    from tutor import panels

    action = hands.group_action(target, members)
    reasons, outsiders = hands.game.explain(action).reasons, _outsiders_html(hands, target)
    price = escape(words.price(hands, action))
    head = f'<p class="sr-kicker">Fire at {escape(target)}{price}</p>'
    head += panels.reasons_html(GAME, reasons)
    if any(reason.key != APART for reason in reasons):
        # chances of a shot that cannot be fired would read as an offer; who stands between may join
        return head + outsiders
    cap = cap_left(hands, action)
    parts = [_shot_html(hands, *shot, cap) for shot in sums(hands, action)]
    if len(parts) > 1:
        head += _muted("turn-by-turn")
    return head + "".join(parts or [_muted("nobody")]) + outsiders


def _outsiders_html(hands: Hands, target: str) -> str:
    """Friends near by who cannot take part in the shot, each with the rules against it."""
    from tutor import panels

    rows = [
        f"<p>{escape(hands.member_name(member))}</p>{panels.reasons_html(GAME, reasons)}"
        for member, reasons in hands.company(target)
        if reasons
    ]
    summary = "<summary>Who cannot take part, and why</summary>"
    return f"<details>{summary}{''.join(rows)}</details>" if rows else ""


def _planned_html(hands: Hands, action: Action) -> str:
    """A march or a flight as far as it is planned: what it costs, and what is against it."""
    from tutor import panels

    tally = hands.game.tally(action)
    reasons = panels.reasons_html(GAME, hands.game.explain(action).reasons)
    return reasons + (panels.tally_html(GAME, tally) if tally is not None else "")


def _idle_html(hands: Hands) -> str:
    """Where the picked unit can do nothing in this way of paying: in which other it can."""
    unit = hands.pointer.unit
    if unit is None:
        return ""
    if hands.of_unit(unit) or hands.tools():
        return "".join(_notes(hands, unit))
    others = hands.other_ways(unit)
    if not others:
        return _muted("nothing")
    ways = " or ".join(f"<strong>{escape(name)}</strong>" for name in others)
    return f'<p class="sr-muted">Paid for like this it can do nothing. Choose {ways} above.</p>'


def _notes(hands: Hands, unit: str) -> Iterator[str]:
    """What a click means that does not say so itself: sneaking, and buttons for friends."""
    sneaks = hands.state.of(unit).hidden and not hands.settings.openly
    if sneaks and any(hands.order_of(action) == "move" for action in hands.of_unit(unit)):
        yield _muted("sneaks")
    if hands.helpers() and not hands.pointer.mates:
        yield _muted("friends")


def _aim_html(hands: Hands) -> str:
    """The dice of an attack under way: every target that is left."""
    cap, parts = int(hands.state.cap.get(hands.side, 0)), []
    for action in (a for a in hands.game.choices(kind="roll") if not a.get("cap")):
        tally = hands.game.tally(action)
        if tally is None or len(tally.parts) != 2:
            parts.append(_muted("unknown"))
        else:
            parts.append(_shot_html(hands, action["target"], *tally.parts, cap))
    return "".join(parts)
