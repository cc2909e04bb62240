"""What the places, counters and actions of Pavlov's House are called, and what the odds are."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from engine.action import Action
from engine.words import catalogue
from tutor import panels

if TYPE_CHECKING:
    from tutor.games.pavlovs_house.hands import PavlovsHouseHands

GAME = "pavlovs-house"
COLOURS = ("green", "red", "purple")
STOCK, RESERVE, STAGING, SUPPLY = "stock", "reserve", "staging", "supply"
"""Places of the board that look or are called otherwise than the others."""
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
WHOLE = ("medic", "wire")
"""Tokens that are called by what they show."""
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


def plural(count: int, one: str, many: str = "") -> str:
    """A number and what is counted."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def tokens_text(h: PavlovsHouseHands, place: str) -> list[str]:
    """The tokens that lie in a place, counted."""
    tokens = h.game.query("tokens", place=place)
    whole = {kind: word("token", kind) for kind in tokens}
    return [
        plural(count, whole[kind] if kind in WHOLE else f"{whole[kind]} token")
        for kind, count in tokens.items()
    ]


def place_name(h: PavlovsHouseHands, place: str) -> str:
    """A place as a sentence names it."""
    if place.startswith("hand-"):
        return "your hand"
    if place in h.board:
        return h.board.spots[place].name or h.board.spots[place].label or place
    return place


def describe(h: PavlovsHouseHands, place: str) -> str:
    """Name, tokens, counters."""
    if place.startswith("hand-"):
        card = h.card_at(place)
        if card is None:
            return "An empty place of the hand"
        useless = _useless(h, card)
        return f"{h.unit_name(card)}; {useless}" if useless else h.unit_name(card)
    parts = [place_name(h, place)]
    if place in h.kit.token_places and place != STOCK:
        parts += tokens_text(h, place)
    if place in COLOURS:
        parts.append(f"defence {h.state.defence[place]}")
    units = h.state.position.at(place) if place != STOCK else ()
    parts += [_short(h, unit) for unit in units]
    return ", ".join(parts)


def _short(h: PavlovsHouseHands, unit: str) -> str:
    marks = [text for text, on in (("exhausted", unit in h.state.exhausted),
                                   ("damaged", h.state.damaged(unit))) if on]  # fmt: skip
    return h.unit_name(unit) + (f" ({', '.join(marks)})" if marks else "")


def _useless(h: PavlovsHouseHands, card: str) -> str:
    """Why a card of the hand can do nothing now; empty where it can do something."""
    if not h.kit.soviet_halves(card):
        return "it gives no action, and only a tactical decision clears it away"
    if card in h.state.used:
        return "it has given its action in this phase"
    idle = h.kind == "pav.cards" and card not in h.pickable()
    return "none of its actions is possible now" if idle else ""


def unit_text(h: PavlovsHouseHands, unit: str) -> str:
    """What a counter or card can do."""
    if unit in h.kit.chart("soviet").rows:
        halves = " or of ".join(SHORT[half] for half in h.kit.soviet_halves(unit))
        return _useless(h, unit) or f"one action of {halves}"
    piece = h.game.rules.units[unit]  # type: ignore[attr-defined]
    if unit in h.kit.germans:
        kind = "suppression" if piece.infantry else "attack"
        return f"{kind} {piece.value}, defence {piece.defence}"
    text = f"attack {piece.attack}, suppression {piece.suppression}, cost {piece.cost}"
    marks = piece.marks if unit in h.kit.men else {piece.mark}
    told = [MARK_WORDS[mark] for mark in MARK_WORDS if mark in marks]
    if unit in h.kit.weapons:
        mark = word("mark", piece.mark)
        told = [f"a man with the {mark} mark takes it along when he moves; two of them fire it"]
    return "; ".join([text, *told])


def action_name(h: PavlovsHouseHands, action: Action) -> str:
    """An action as the label of a button."""
    name = h.unit_name
    match action.kind:
        case "end":
            return ENDS.get(h.kind, "Enough")
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
    return word("place", place)


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
    kind, s = h.kind, h.state
    if kind == "pav.sortie" and s.storm:
        group = h.kit.storm_groups[s.storm]
        members = list(getattr(s.top, "members", ()))
        names = ", ".join(h.unit_name(unit) for unit in members) or "nobody yet"
        chance = h.game.query("storm_chance", units=members)
        return (
            f'<div class="sr-notice sr-info">Going: {escape(names)}. The dice must sum to '
            f"{group.defence}: <strong>{panels.percent(chance)}</strong>. Each who goes is lost "
            f"on 1 to 4. {panels.rule_chip(GAME, '3.0 storm group')}</div>"
        )
    if kind == "pav.wound":
        others = [h.unit_name(unit) for unit in h.game.query("wounds")[1:]]
        if not others:
            return ""
        return (
            f'<div class="sr-notice sr-info">The same hit also takes {escape(", ".join(others))}, '
            f"unless a bag is left for them. {panels.rule_chip(GAME, '5.0')}</div>"
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
    unfed = plural(int(hungry.total), "man", "men")
    bread = f"{unfed} unfed" if hungry.total else "all men fed"
    return (
        f'<div class="sr-p sr-muted sr-small">Turn {h.state.turn}. Score now {int(score.total)} '
        f"{panels.rule_chip(GAME, '6.0 scoring')}; at a check {bread} "
        f"{panels.rule_chip(GAME, '3.0 resupply')}.</p>"
        + panels.winning_html(GAME, _aim(h), "6.0 result")
    )


def _aim(h: PavlovsHouseHands) -> str:
    """What wins, and when the game is over."""
    rules: Any = h.game.rules
    figures = h.ask("scoring")
    win, draw = figures["win"], figures["draw"]
    last = f"turn {rules.last_turn}" if rules.last_turn else "the last Wehrmacht card"
    return (
        f"The game ends after {last}. The score is the points of the storm groups won, a point for "
        f"every Soviet counter in the House, and {-figures['german']} off for every German on the "
        "board. "
        f"{win} or more wins, {draw} or less than {win} is a draw, under {draw} the Wehrmacht has "
        "won. All is lost at once when a German leaves the end of its path, location 18 takes a "
        "second damage token, or no Soviet counter is left in the House."
    )
