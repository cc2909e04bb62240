"""The texts beside a firefight: tracks, cards, the sums of a shot and its chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from engine.action import Action
from engine.catalogue import GAMES
from engine.conflict_of_heroes.cardlist import rule_of
from engine.conflict_of_heroes.hits import DESTROYED_BY
from engine.conflict_of_heroes.payment import TOP_DICE
from engine.conflict_of_heroes.state import hostile
from engine.verdict import Tally

if TYPE_CHECKING:
    from tutor.hands.coh_view import CohView
    from tutor.hands.conflict_of_heroes import ConflictOfHeroesHands as Hands

GAME = "conflict-of-heroes"
TWO_DICE = Counter(a + b for a in range(1, 7) for b in range(1, 7))
PIPS = 12


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


# ------------------------------------------------------------------ the sums of a shot


def sums(hands: Hands, action: Action) -> list[tuple[str, Tally, Tally]]:
    """Every target that can be seen, with the firepower against it and its defence value."""
    unit, hex = action.get("unit", ""), action.get("hex", "")
    if action.kind == "play" and "order" not in action:
        return []
    more = {key: action[key] for key in ("spotter", "support") if key in action}
    found = []
    for target in hands.ask("targets", unit=unit, hex=hex):
        if target.startswith("work:"):
            shield = hands.ask("work", hex=hex, kind=target[5:])
        else:
            shield = hands.ask("defence", target=target, unit=unit, **more)
        power = hands.ask("firepower", unit=unit, hex=hex, colour=str(shield.result), **more)
        found.append((target, power, shield))
    return found


def best_chance(hands: Hands, action: Action) -> str:
    """The best chance against anybody in the hex, without CAP."""
    needs = [int(shield.total) - int(power.total) for _, power, shield in sums(hands, action)]
    return percent(at_least(min(needs))) if needs else ""


def chances_html(need: int, cap: int, hurt: bool) -> str:
    """A small table: no, one and two CAP, what the dice must show, and how likely that is."""
    rows = []
    for spent in range(TOP_DICE + 1):
        least = need - spent
        text = "any roll" if least <= 2 else str(least) if least <= 12 else "out of reach"
        kill = at_least(least if hurt else least + DESTROYED_BY)
        if spent > cap:
            rows.append(
                f'<tr class="sr-muted"><td>{spent} CAP</td><td>{text}</td>'
                '<td colspan="2">not enough CAP</td></tr>'
            )
            continue
        rows.append(
            f"<tr><td>{spent} CAP</td><td>{text}</td><td><strong>{percent(at_least(least))}"
            f"</strong></td><td>{percent(kill)}</td></tr>"
        )
    worst = "destroyed" if hurt else "two hits"
    head = f"<tr><th></th><th>dice</th><th>hit</th><th>{worst}</th></tr>"
    return f'<table class="sr-chances"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'


def _shot_html(hands: Hands, target: str, power: Tally, shield: Tally, cap: int) -> str:
    """One target: name, both values, the table of chances, and the sums to be opened."""
    from tutor import panels

    name = escape(hands.unit_name(target))
    counter = hands.state.counters.get(target)
    hurt = (counter is not None and counter.hit is not None) or target.startswith("work:")
    need = int(shield.total) - int(power.total)
    sum_text = f"{shield.result} defence {shield.total} less firepower {power.total}"
    open_sums = panels.tally_html(GAME, shield) + panels.tally_html(GAME, power)
    return (
        f'<div class="sr-shot"><p><strong>{name}</strong>: {sum_text}</p>'
        f"{chances_html(need, cap, hurt)}"
        f"<details><summary>The sums</summary>{open_sums}</details></div>"
    )


def plan_html(hands: Hands, target: str | None, members: tuple[str, ...]) -> str:
    """What a planned shot, or the dice about to be rolled, would come to."""
    if hands.kind == "coh.aim":
        return _aim_html(hands)
    if target is None or hands.kind != "coh.turn":
        return ""
    action = hands.group_action(target, members)
    shots = sums(hands, action) if action.get("unit") in hands.rules.units else []
    cap = _cap_left(hands, action)
    parts = [_shot_html(hands, *shot, cap) for shot in shots]
    head = f'<p class="sr-kicker">Fire at {escape(target)}</p>'
    if not parts:
        told = "Nobody is seen there. If somebody hides, the dice find him (10.0)."
        parts = [f'<p class="sr-muted">{told}</p>']
    elif len(parts) > 1:
        head += '<p class="sr-muted">Everybody in the hex is rolled for in turn.</p>'
    return head + "".join(parts)


def _cap_left(hands: Hands, action: Action) -> int:
    """The CAP that would be left for the dice once the shot is paid for."""
    s, side = hands.state, hands.side
    cap = int(s.cap.get(side, 0))
    tally = hands.game.tally(action)
    price = int(tally.total) if tally is not None else 0
    if action.get("pay") == "cap":
        return max(cap - price, 0)
    if action.get("pay") == "ap":
        return max(cap - max(price - int(s.ap[side]), 0), 0)
    return cap


def _aim_html(hands: Hands) -> str:
    """The dice of an attack under way: every target that is left."""
    rolls = [a for a in hands.game.choices() if a.kind == "roll" and not a.get("cap")]
    cap = int(hands.state.cap.get(hands.side, 0))
    parts = []
    for action in rolls:
        tally = hands.game.tally(action)
        if tally is None or len(tally.parts) != 2:
            told = "If somebody hides there, the dice find him; nobody can say how likely."
            parts.append(f'<p class="sr-muted">{told}</p>')
        else:
            power, shield = tally.parts
            parts.append(_shot_html(hands, action["target"], power, shield, cap))
    return "".join(parts)


# ------------------------------------------------------------------ names


def card_title(card: str) -> str:
    """A card as its title has it."""
    return card.replace("-", " ").capitalize()


def card_text(card: str) -> str:
    """What a card does, from the rulebook's index."""
    rules = GAMES[GAME].rulebook.rules
    found = rules.get(rule_of(card), rules.get("8.2 off-board artillery"))
    return found.summary if found is not None else ""


def action_name(hands: Hands, action: Action) -> str:
    """What a button says where the catalogue's words are not enough."""
    from tutor.hands.conflict_of_heroes import ARROWS

    kind = action.get("order", action.kind)
    who = hands.unit_name(action["unit"]) if "unit" in action else ""
    if "units" in action:
        who = " and ".join(hands.unit_name(unit) for unit in action["units"])
    if kind == "turn":
        facing = action["facing"]
        return f"Turn {ARROWS.get(facing, '')} {facing}" + (
            " together" if "units" in action else ""
        )
    if kind == "stall":
        return f"Stall (1 {'AP' if action.get('pay') == 'ap' else 'CAP'})"
    if kind == "activate":
        return f"Activate {who} (7 AP)"
    if kind == "pass":
        return "Pass"
    if kind == "enter":
        return f"Bring {who} in by {action['hex']}"
    if kind == "roll":
        return _roll_name(hands, action)
    if kind == "rally":
        return f"Rally {who}{_rally_chance(hands, action)}"
    if kind == "move" and "path" in action and action.kind != "play":
        tally = hands.game.tally(action)
        price = f" ({tally.total})" if tally is not None else ""
        careful = " cautiously" if action.get("careful") else ""
        return f"Move into {action['path'][-1]}{careful}{price}"
    if kind == "fire" and action.kind != "play":
        chance = best_chance(hands, action)
        return f"Fire at {action['hex']}" + (f": {chance}" if chance else "")
    if action.kind == "play":
        return _card_name(hands, action, who)
    if kind == "fly":
        return "Fly " + ", ".join(_impulse(step.split()) for step in action["steps"])
    return ""


def _impulse(step: list[str]) -> str:
    """One impulse of a plane in words (20.0 impulses)."""
    if step[0] == "bomb" and len(step) > 2:
        return f"{step[2]} bomb{'s' if step[2] != '1' else ''} on {step[1]}"
    if step == ["go", "off"]:
        return "off the map"
    return step[1] if step[0] == "go" else " ".join(step)


def _card_name(hands: Hands, action: Action, who: str) -> str:
    at = f" at {action['hex']}" if "hex" in action else ""
    on = f" on {who}" if who else ""
    if "order" in action:
        goal = f" to {action['path'][-1]}" if "path" in action else at
        return f"{card_title(action['card'])}: {action['order']}{goal}"
    goal = f" by {' and '.join(action['path'])}" if "path" in action else at
    return f"Play {card_title(action['card'])}{on}{goal}"


def _roll_name(hands: Hands, action: Action) -> str:
    """CAP and the chance they give; the target where there are several."""
    cap = int(action.get("cap") or 0)
    tally = hands.game.tally(action)
    many = len({a.get("target") for a in hands.game.choices()}) > 1
    target = f" at {hands.unit_name(action['target'])}" if many and "target" in action else ""
    text = (
        f"Roll{target} with {cap} CAP"
        if cap or hands.state.cap.get(hands.side)
        else f"Roll{target}"
    )
    if tally is None:
        return text
    dice = 1 if hands.kind == "coh.detect" else 2
    return f"{text}: {percent(at_least(int(tally.total), dice))}"


def _rally_chance(hands: Hands, action: Action) -> str:
    """What the dice must show, and how likely that is (7.5)."""
    unit = action.get("unit")
    if unit is None or hands.state.of(unit).hit in (None, "?"):
        return ""
    need = int(hands.ask("rally", unit=unit).total) - int(action.get("cap") or 0)
    cap = int(action.get("cap") or 0)
    more = f" with {cap} CAP" if cap else ""
    return f"{more}: {need} or more, {percent(at_least(need))}"


def unit_text(hands: CohView, unit: str) -> str:
    """Figures and condition in words."""
    now, piece, counter = (
        hands.ask("figures", unit=unit),
        hands.rules.units[unit],
        hands.state.of(unit),
    )
    active = unit in hands.state.active[piece.side]
    condition = "activated" if active else "spent" if counter.spent else "fresh"
    found = [
        f"shot {now['fire']} AP, step {now['move']} AP",
        f"firepower {now['red']} red, {now['blue']} blue",
        f"range {now['range']}",
        f"defence {now['front']} front, {now['flank']} flank",
        condition,
    ]
    if counter.hit:
        found.append("hit" if counter.hit == "?" else f"hit: {counter.hit.replace('-', ' ')}")
    if counter.hidden:
        found.append("hidden")
    return "; ".join(found)


def describe(hands: CohView, hex: str) -> str:
    """The ground of a hex, what it is worth, and who is seen there."""
    board, ground = hands.game.scenario.board, hands.rules.ground
    row, level = ground.of(hex), ground.level(hex)
    found = [board.terrain(hex).replace("-", " ")]
    place = board.place_in.get(hex)
    if place:
        found.insert(0, place.name)
    if level:
        found.append(f"level {level}" if level > 0 else "in a gully")
    if row["dm"]:
        found.append(f"defence +{row['dm']}")
    if row["height"]:
        found.append("blocks sight")
    worth = hands.rules.setup.hex_points.get(hex)
    if worth:
        found.append(f"worth {worth} a round")
    who = [hands.unit_name(unit) for unit in hands.state.position.at(hex)]
    return f"Hex {hex}: {', '.join(found)}" + (f". {', '.join(who)}" if who else "")


# ------------------------------------------------------------------ tracks and cards


def _pips(have: int, full: int) -> str:
    """A track as a row of dots: what is left, and what is gone."""
    full = max(have, full)
    if full > PIPS:
        return ""
    return f'<span class="sr-pips" aria-hidden="true">{"●" * have}{"○" * (full - have)}</span>'


def tracks_html(hands: Hands) -> str:
    """The tracks of both sides, and the cards of the one who looks."""
    s, rules = hands.state, hands.rules
    decision = hands.game.decision
    rows = []
    for side in hands.game.scenario.sides:
        id = side.id
        turn = ' class="sr-now"' if decision is not None and decision.side == id else ""
        cards = len(s.hands.get(id, ()))
        full = max(rules.setup.cap[id] - s.losses[id], 0)
        rows.append(
            f"<tr{turn}><th>{escape(side.name)}</th>"
            f"<td><strong>{s.ap[id]}</strong> {_pips(s.ap[id], 7 if s.active[id] else 0)}</td>"
            f"<td><strong>{s.cap[id]}</strong> {_pips(s.cap[id], full)}</td>"
            f"<td><strong>{s.points[id]}</strong></td><td>{s.losses[id]}</td>"
            + (f"<td>{cards}</td>" if _carded(hands) else "")
            + "</tr>"
        )
    titles = ["", "AP", "CAP", "VP", "lost", *(["cards"] if _carded(hands) else [])]
    head = "".join(f"<th>{title}</th>" for title in titles)
    return (
        f'<p class="sr-kicker">Round {s.round} of {rules.setup.rounds}</p>'
        f'<table class="sr-track"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>{_hidden_html(hands)}{hand_html(hands)}"
    )


def _carded(hands: Hands) -> bool:
    s = hands.state
    return bool(hands.rules.setup.deck or any(s.hands.values()))


def _hidden_html(hands: Hands) -> str:
    """How many units the other side keeps hidden: their counters lie beside the map (10.1)."""
    s = hands.state
    count = sum(
        1 for u, c in s.counters.items() if c.hidden and hostile(hands.owner(u), hands.side)
    )
    if not count or hands.viewer is None:
        return ""
    return f'<p class="sr-muted">Hidden somewhere: {count} of the other side.</p>'


def hand_html(hands: Hands) -> str:
    """The cards in hand and what each does; of a hand face down nothing."""
    owner = hands.side if hands.viewer != "" else ""
    cards: Iterable[str] = hands.state.hands.get(owner, ()) if owner else ()
    known = [card for card in cards if card != "?"]
    if not known:
        return ""
    rows: Any = hands.rules.charts["cards"].rows
    items = []
    for card, count in Counter(known).items():
        times = f" ×{count}" if count > 1 else ""
        price = int(rows[card]["cap"])
        pays = f" <em>{price} CAP.</em>" if price else ""
        items.append(
            f"<li><strong>{escape(card_title(card))}{times}</strong>: "
            f"{escape(card_text(card))}{pays}</li>"
        )
    total = len(known)
    title = f"Your {'card' if total == 1 else f'{total} cards'}"
    inner = f"<summary>{title}</summary><ul>{''.join(items)}</ul>"
    return f'<details class="sr-hand" open>{inner}</details>'


KEY = """<details class="sr-key"><summary>How to read a counter</summary>
<ul>
<li><strong>Top left</strong>: AP for a shot. <strong>Top right</strong>: AP for a
step, in red for infantry.</li>
<li><strong>Lower left</strong>: firepower, red against soft targets on a square plate, blue
against armour on a round one (left out where it is 0). White plates lose 2 in close combat.</li>
<li><strong>Lower right</strong>: defence, flank above front. A square plate is a red rating, a
round one blue.</li>
<li><strong>Bottom middle</strong>: range; twice as far costs 2 firepower.</li>
<li><strong>Gold wedge</strong>: where it faces. <strong>Gold frame</strong>: activated.
<strong>Hatched</strong>: spent. <strong>Dashed</strong>: hidden, and only you see it.</li>
<li><strong>Yellow band</strong>: hit. The name of the marker is its owner's until it is used.</li>
</ul></details>"""
