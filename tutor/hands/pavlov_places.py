"""What the places of Pavlov's House show and say: tokens, cards, decks, odds, words."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from engine.action import Action
from engine.pavlovs_house.commands import ACTS, acts_of
from engine.pavlovs_house.pieces import COLOURS, STOCK
from engine.words import catalogue
from tutor import panels

if TYPE_CHECKING:
    from tutor.hands.pavlovs_house import PavlovsHouseHands

GAME = "pavlovs-house"
SHORT = {
    "army-command": "62nd Army",
    "division-command": "13th Guards Division",
    "sappers": "Sappers",
    "signals": "139th Signals",
    "artillery": "Artillery",
    "flotilla": "Volga Flotilla",
    "anti-aircraft-267": "267th Anti-Aircraft",
    "anti-aircraft-1083": "1083rd Anti-Aircraft",
}
FLAK = (("Holds an anti-aircraft token: two dice against Ju-87s.", "3.0 bombing anti-aircraft"),)
DOES = {
    "battalion": (
        ("One bomb damages it; a second, every man on a position.", "3.0 bombing location 3"),
        ("Repaired by the sappers, for a sapper token.", "2.0 sappers fortify"),
    ),
    "division-command": (
        ("Whole, it sends men for 6 points.", "2.0 division command reinforcements"),
        ("While it is damaged the radio brings nobody either.", "4.0 reinforcement request"),
    ),
    "flotilla": (
        ("Carries one supply token, unless damaged.", "2.0 flotilla loading"),
        ("In the House ammunition becomes five suppression tokens.", "2.0 flotilla delivery"),
    ),
    "anti-aircraft-1083": FLAK,
    "anti-aircraft-267": FLAK,
    "artillery": (("Holds a token that a spotter in the House spends.", "4.0 artillery spotting"),),
    "signals": (
        ("Holds wire; four wires give a fourth card action.", "2.0 unbroken signals"),
        ("Damage here sends fog of war to the discards.", "3.0 bombing fog"),
    ),
    "army-command": (
        ("Whole, it stocks and sends storm groups.", "2.0 army command stocking"),
        ("A second damage token here loses the game.", "6.0 immediate loss"),
    ),
}
"""What the locations do, by their unit."""
ENDS = {
    "pav.cards": "End the card phase",
    "pav.moves": "End the moves",
    "pav.acts": "End the turn",
    "pav.sortie": "Nobody goes",
}
"""What it means to have had enough."""
MARK_WORDS = {
    "anti-tank": "serves anti-tank weapons",
    "machine-gun": "serves machine guns",
    "mortar": "serves mortars",
    "order": "gives orders",
    "spotting": "spots for the artillery",
    "inspiration": "inspires his crew mates",
    "storm": "two extra dice in a storm group",
}
KEY = (
    "<details><summary>How to read the counters</summary><ul>"
    "<li>Defender: attack, suppression; <b>c</b>: what he costs to bring.</li>"
    "<li>AT, MG, Mo: serves such a weapon with a mate. O: orders. Sp: spots for the artillery. "
    "In: inspires. SG: storm group, two extra dice.</li>"
    "<li>German: what it adds to an assault, and <b>D</b>, its defence.</li>"
    "<li>Hatched: exhausted. Red badge: damaged. Crossed blades: has acted. "
    "Arrow: has moved.</li></ul></details>"
)


def word(group: str, key: str) -> str:
    """A word of the game from the catalogue."""
    words = catalogue()
    name = f"{group}.{key}"
    return words.say(name) if name in words else key.replace("-", " ")


# -- words -----------------------------------------------------------------------------------------


def place_name(h: PavlovsHouseHands, place: str) -> str:
    """A place as a sentence names it."""
    if place in h.board:
        return h.board.spots[place].name or h.board.spots[place].label or place
    return place


def describe(h: PavlovsHouseHands, place: str) -> str:
    """Name, tokens, counters."""
    if place.startswith("hand-"):
        card = h.thing_at(place)
        return h.unit_name(card) if card else "An empty place of the hand"
    parts = [place_name(h, place)]
    if place in h.kit.token_places:
        tokens = h.game.query("tokens", place=place)
        parts += [f"{count} {word('token', kind)}" for kind, count in tokens.items()]
    if place in COLOURS:
        parts.append(f"defence {h.state.defence[place]}")
    units = h.state.position.at(place) if place != STOCK else ()
    parts += [_short(h, unit) for unit in units]
    return ", ".join(parts)


def _short(h: PavlovsHouseHands, unit: str) -> str:
    marks = [text for text, on in (("exhausted", unit in h.state.exhausted),
                                   ("damaged", h.state.damaged(unit))) if on]  # fmt: skip
    return h.unit_name(unit) + (f" ({', '.join(marks)})" if marks else "")


def unit_text(h: PavlovsHouseHands, unit: str) -> str:
    """What a counter or card can do."""
    if unit in h.kit.chart("soviet").rows:
        halves = h.kit.soviet_halves(unit)
        return "one action of " + " or of ".join(SHORT[half] for half in halves) if halves else "-"
    piece = h.game.rules.units[unit]  # type: ignore[attr-defined]
    if unit in h.kit.germans:
        kind = "suppression" if piece.infantry else "attack"
        return f"{kind} {piece.value}, defence {piece.defence}"
    text = f"attack {piece.attack}, suppression {piece.suppression}, cost {piece.cost}"
    marks = piece.marks if unit in h.kit.men else {piece.mark}
    told = [MARK_WORDS[mark] for mark in MARK_WORDS if mark in marks]
    if unit in h.kit.weapons:
        told = [f"served by two with the {word('mark', piece.mark)} mark"]
    return "; ".join([text, *told])


def about_html(h: PavlovsHouseHands, place: str) -> str:
    """A place pointed at: what is there, what it does, with the rules."""
    lines = [f"<strong>{escape(describe(h, place))}</strong>"]
    rows = h.kit.chart("locations").rows
    if place in rows:
        unit = rows[place]["unit"]
        lines.append(
            escape(word("command", unit) if unit != "battalion" else "42nd Guards Regiment")
        )
        told = list(DOES[unit])
        if place not in ("3",):
            told.append(_passed_on(h, place))
        lines += [f"{escape(text)} {panels.rule_chip(GAME, rule)}" for text, rule in told]
    elif place in h.kit.spots or place in h.kit.spaces:
        seen = [
            u for p in h.sights(place) for u in h.state.position.at(p) if u not in h.kit.weapons
        ]
        names = ", ".join(h.unit_name(unit) for unit in seen) or "nobody"
        lines.append(f"In line of sight: {escape(names)} {panels.rule_chip(GAME, '1.3')}")
        units = [unit_text(h, unit) for unit in h.state.position.at(place)]
        lines += [escape(text) for text in units]
    elif place in COLOURS:
        text = "Its dice must reach the defence; tokens here keep infantry off its paths."
        lines.append(f"{text} {panels.rule_chip(GAME, '3.0 placement suppressing fire')}")
    elif place == "wehrmacht-deck":
        lines.append(_left(h))
    elif place == "soviet-deck":
        lines.append(_to_draw(h))
    elif place == STOCK:
        stock = h.game.query("tokens", place=STOCK)
        kinds = ", ".join(f"{count} {word('token', kind)}" for kind, count in stock.items())
        lines.append(f"Tokens: {escape(kinds)}. {panels.rule_chip(GAME, '0.0 token limit')}")
    elif place.startswith("hand-") and (card := h.thing_at(place)):
        lines += [_half(h, command) for command in h.kit.soviet_halves(card)]
    return f'<div class="sr-p sr-small">{"<br>".join(lines)}</div>'


def _passed_on(h: PavlovsHouseHands, place: str) -> tuple[str, str]:
    if not h.state.damaged(place):
        return "A bomb here takes its token, or damages it.", "3.0 bombing target"
    return "Damaged: a bomb here goes on to the next higher place.", "3.0 bombing next location"


def _half(h: PavlovsHouseHands, command: str) -> str:
    rules = h.game.rules
    acts = [
        f"{escape(word('act', act))} {panels.rule_chip(GAME, ACTS[command, act])}"
        for act in acts_of(rules, command)  # type: ignore[arg-type]
    ]
    return f"{escape(SHORT[command])}: {', '.join(acts)}"


def _to_draw(h: PavlovsHouseHands) -> str:
    """What the Soviet deck still holds, since the discards lie open (2.1)."""
    halves = Counter(half for card in h.state.deck for half in h.kit.soviet_halves(card))
    fog = sum(card in h.kit.fog_cards for card in h.state.deck)
    told = ", ".join(f"{SHORT[half]} {halves[half]}" for half in SHORT if halves[half])
    return f"Still to be drawn: {escape(told)}; fog of war {fog}. {panels.rule_chip(GAME, '2.1')}"


def _left(h: PavlovsHouseHands) -> str:
    found = h.game.query("decks")["wehrmacht"]
    told = ", ".join(f"{count} {word('card', kind)}" for kind, count in found.items())
    return f"Still to come, in no known order: {escape(told)}."


def action_name(h: PavlovsHouseHands, action: Action) -> str:
    """An action as the label of a button."""
    name = h.unit_name
    match action.kind:
        case "end":
            return ENDS.get(h.kind(), "Enough")
        case "play":
            at = f" {_at(h, action['place'])}" if "place" in action else ""
            return f"{SHORT[action['command']]}: {word('act', action['act'])}{at}"
        case "take":
            left = h.state.count(action["token"], STOCK)
            return f"Take {word('token', action['token'])} ({left} left)"
        case "load":
            return f"Load {word('token', action['token'])} at {action['place']}"
        case "deliver":
            tokens = ", ".join(
                word("token", k) for k in h.game.query("tokens", place=action["place"])
            )
            return f"Deliver {tokens} from {action['place']}"
        case "bring":
            return f"Bring {name(action['unit'])}"
        case "repel":
            odds = _chance(h, action)
            return f"Spend {action['count']}{odds}" if action["count"] else "Spend none"
        case "flak":
            where = " and ".join(action["places"])
            return f"Fire from {where}" if where else "Hold fire"
        case "move" | "yield":
            arm = f" with the {name(action['weapon'])}" if "weapon" in action else ""
            gone = f"; {name(action['displace'])} gives way" if "displace" in action else ""
            return f"{name(action['unit'])} to {_at(h, action['to'])}{arm}{gone}"
        case "recover":
            how = "turns fresh" if action["how"] == "fresh" else "loses the damage"
            return f"{name(action['unit'])} {how}"
        case "spot":
            who = " and ".join(name(target) for target in action["targets"])
            return f"Guns at {action['place']} on {who}{_chance(h, action)}"
        case "suppress" | "anti-tank" | "machine-gun" | "mortar" | "attack":
            return _fire_name(h, action)
        case "lay":
            return f"Lay {_german_card(h, action['card'])}"
        case "storm":
            return f"Storm{_chance(h, action)}"
        case "lose":
            return f"{name(action['unit'])} goes"
        case _:
            return _plain(h, action)


def _plain(h: PavlovsHouseHands, action: Action) -> str:
    named = {
        key: h.unit_name(value) if key in ("unit", "mate") else value for key, value in action.args
    }
    return catalogue().say(f"action.pav.{action.kind}", named.items())


def _at(h: PavlovsHouseHands, place: str) -> str:
    if place in COLOURS:
        return f"{place} track"
    if place in h.kit.locations:
        return f"at {place}"
    if place in h.kit.spaces:
        return f"on path {place[0]}"
    return place.replace("-", " ")


def _german_card(h: PavlovsHouseHands, card: str) -> str:
    """A Wehrmacht or tactics card: its name, and its number, for there are several of most."""
    tactics = h.kit.chart("tactics").rows
    name = tactics[card]["name"] if card in tactics else word("card", h.kit.wehrmacht_kind(card))
    number = card[1:]
    return f"{name}, card {int(number)}" if number.isdigit() else str(name)


def _fire_name(h: PavlovsHouseHands, action: Action) -> str:
    name = h.unit_name
    who = name(action["unit"])
    if "mate" in action:
        who = f"{who} and {name(action['mate'])}, {name(action['weapon'])}"
    if "target" in action:
        return f"{who} at {name(action['target'])}{_chance(h, action)}"
    laid = ", ".join(f"{action[c]} {c}" for c in COLOURS if c in action)
    return f"{who}: {laid} suppression"


# -- odds ------------------------------------------------------------------------------------------


def chance_of(h: PavlovsHouseHands, action: Action) -> Fraction | None:
    """The exact chance that an action's dice succeed."""
    found: Fraction | None = h.game.query("forecast", action=action.to_json())["chance"]
    return found


def _chance(h: PavlovsHouseHands, action: Action) -> str:
    chance = chance_of(h, action)
    return "" if chance is None else f" ({panels.percent(chance)})"


def odds_html(h: PavlovsHouseHands, action: Action) -> str:
    """The chance of an action, and of each of its targets."""
    found = h.game.query("forecast", action=action.to_json())
    if found["parts"]:
        targets = [h.unit_name(target) for target in action.get("targets", ())]
        told = [f"{n}: {panels.percent(c)}" for n, c in zip(targets, found["parts"], strict=False)]
        return f'<p class="sr-odds-line">Chance of a hit on {escape("; ".join(told))}</p>'
    if found["chance"] is None:
        return ""
    return f'<p class="sr-odds-line">Chance of success: {panels.percent(found["chance"])}</p>'


def plan_html(h: PavlovsHouseHands) -> str:
    """The odds of what the decision is about."""
    kind, s = h.kind(), h.state
    if kind == "pav.sortie" and s.storm:
        row = h.kit.chart("storm").rows[s.storm]
        members = list(getattr(s.top, "members", ()))
        names = ", ".join(h.unit_name(unit) for unit in members) or "nobody yet"
        chance = h.game.query("storm_chance", units=members)
        return (
            f'<div class="sr-notice sr-info">Going: {escape(names)}. The dice must sum to '
            f"{row['defence']}: <strong>{panels.percent(chance)}</strong>. Each who goes is lost "
            f"on 1 to 4. {panels.rule_chip(GAME, '3.0 storm group')}</div>"
        )
    if kind == "pav.flak":
        need = h.game.query("plane_defence")
        hit = panels.percent(Fraction(7 - min(7, need), 6))
        return (
            f'<div class="sr-notice sr-info">Two dice a token; each die of {need} or more ({hit}) '
            f"turns a plane away. {panels.rule_chip(GAME, '3.0 bombing anti-aircraft')}</div>"
        )
    return ""


def tracks_html(h: PavlovsHouseHands) -> str:
    """Where the game stands."""
    if not h.state.agenda:
        return ""
    score, hungry = h.game.query("score"), h.game.query("hunger")
    bread = f"{int(hungry.total)} men unfed" if hungry.total else "all men fed"
    return (
        f'<div class="sr-p sr-muted sr-small">Turn {h.state.turn}. Score now {int(score.total)} '
        f"{panels.rule_chip(GAME, '6.0 scoring')}; at a check {bread} "
        f"{panels.rule_chip(GAME, '3.0 resupply')}.</p>"
    )
