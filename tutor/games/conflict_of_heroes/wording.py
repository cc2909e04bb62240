"""What buttons say in a firefight: actions in words, with prices and chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.action import Action
from engine.catalogue import GAMES
from engine.verdict import Number
from engine.words import catalogue, show
from tutor.games.conflict_of_heroes import chances
from tutor.games.conflict_of_heroes.settings import spent_on_dice

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands

GAME = "conflict-of-heroes"
ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
MINES = {
    "": "a mine",
    "black": "a mine",
    "red": "a mine against men",
    "blue": "a mine against vehicles",
}
AIMS = {"planes": "the planes over ", "ground": "the ground of "}
SPENT = "free, then spent"
UNPRICED = ("activate", "stall", "roll")
"""What says itself what it takes, or takes nothing yet."""


def card_title(card: str) -> str:
    """A card as its title has it."""
    return card.replace("-", " ").capitalize()


def card_text(hands: Hands, card: str) -> str:
    """What a card does, from the rulebook's index."""
    rules = GAMES[GAME].rulebook.rules
    found = rules.get(hands.ask("card_rule", card=card))
    return found.summary if found is not None else ""


def price(hands: Hands, action: Action) -> str:
    """What an action costs and the CAP on its dice, in brackets; nothing where it is free."""
    tally, dice, told = hands.game.tally(action), spent_on_dice(action), []
    if tally is not None and "pay" in action:
        told.append(_coins(hands, action, tally.total))
    if dice:
        told.append(f"{dice} CAP on the dice")
    return f" ({' and '.join(told)})" if told else ""


def _coins(hands: Hands, action: Action, cost: Number) -> str:
    """AP, and the CAP that make up for those that are missing (3.1, 3.21, 3.22)."""
    if action["pay"] == "opportunity":
        return SPENT
    if not cost:
        return "free"
    if action["pay"] != "ap":
        return f"{show(cost)} CAP"
    ap = min(cost - int(action.get("from_cap", 0)), int(hands.state.ap[hands.side]))
    coins = ((ap, "AP"), (cost - ap, "CAP"))
    said = " and ".join(f"{show(n)} {coin}" for n, coin in coins if n)
    return said if hands.state.ap[hands.side] else f"{said}, as no AP are left"


def priced(hands: Hands, action: Action) -> bool:
    """Whether the button of an action is to say what it takes: a shot opens its plan first."""
    return "pay" in action and hands.order_of(action) not in (*UNPRICED, "fire")


def action_name(hands: Hands, action: Action) -> str:
    """What a button says where the catalogue's words are not enough."""
    kind = hands.order_of(action)
    who = hands.unit_name(action["unit"]) if "unit" in action else ""
    if "units" in action:
        who = " and ".join(hands.unit_name(unit) for unit in action["units"])
    if action.kind == "play":
        return _card_name(hands, action, who)
    if kind == "roll":
        return _roll_name(hands, action)
    return _plain_name(hands, action, who) or _together(hands, action)


def _together(hands: Hands, action: Action) -> str:
    """What the catalogue says of one unit, done by a group."""
    if "units" not in action:
        return ""
    lead, *others = map(hands.unit_name, action["units"])
    said = catalogue().say(f"action.{action.kind}", {**dict(action.args), "unit": lead}.items())
    return f"{said}, together with {' and '.join(others)}"


def _plain_name(hands: Hands, action: Action, who: str) -> str:
    kind = action.kind
    together = " together" if "units" in action else ""
    match kind:
        case "turn" if "facing" in action:
            facing = action["facing"]
            return f"Turn {ARROWS.get(facing, '')} {facing}{together}"
        case "face":
            return f"Face {ARROWS.get(action['facing'], '')} {action['facing']}"
        case "smoke" if "units" in action:
            hexes = dict.fromkeys(action.get("to") or (action["hex"],))
            return f"Smoke in {' and '.join(hexes)}, by {who}"
        case "smoke" if "spotter" in action:
            eyes = hands.unit_name(action["spotter"])
            return f"Smoke in {action['hex']}, spotted by {eyes}"
        case "stay":
            return "Give it up: the AP are lost"
        case "stall":
            return f"Stall (1 {'AP' if action.get('pay') == 'ap' else 'CAP'})"
        case "activate":
            return f"Activate {who} ({_pool(hands, action)})"
        case "pass":
            return "Pass"
        case "place":
            what = f"Lay {MINES[action['mine']]}" if "mine" in action else f"Place {who}"
            return f"{what} in {action['hex']}"
        case "enter":
            height = action.get("altitude")
            at = f" at {50 * (height + 1)} m" if height else ""
            ways = action.get("paths") or action.get("to") or (_way(action),)
            on = f", then {flight(action['steps'])}" if "steps" in action else ""
            return f"Bring {who} in by {' and '.join(ways)}{at}{on}"
        case "rally":
            return f"Rally {who}{_rally_chance(hands, action)}"
        case "move" if "units" in action:
            ways = action.get("paths") or action.get("to") or (action.get("hex", "-"),)
            goals = dict.fromkeys(way.split()[-1] for way in ways)
            careful = " cautiously" if action.get("careful") else ""
            return f"Move {who} together into {' and '.join(goals)}{careful}"
        case "move" if "path" in action:
            careful = " cautiously" if action.get("careful") else ""
            *by, goal = action["path"]
            way = f" by {' and '.join(by)}" if by else ""
            return f"Move{way} into {goal}{careful}"
        case "fire":
            chance = chances.best_chance(hands, action)
            at = AIMS[action["aim"]] if "aim" in action else ""
            return f"Fire at {at}{action['hex']}" + (f": {chance}" if chance else "")
        case "leave":
            return f"{who} come{'' if 'units' in action else 's'} out"
        case "load" | "unload":
            return handling(hands, action)
        case "call":
            return f"Call {card_title(action['card'])} on {action['hex']}"
        case "end" if hands.kind == "coh.call":
            return "Call no more guns"
        case "fly":
            paid = ", paid for" if action.get("paid") else ""
            return f"Fly {flight(action['steps'])}{paid}"
        case _:
            return ""


def _pool(hands: Hands, action: Action) -> str:
    """The AP that an activation gives, by dice or not (3.0, 3.01, 8.3 experience)."""
    more = hands.limit("veteran") if hands.rules.units[action["unit"]].has("experienced") else 0
    if not hands.rules.on("random-ap"):
        return f"{hands.limit('pool') + more} AP"
    cap = f", {action['cap']} CAP on the dice" if action.get("cap") else ""
    return f"two dice of AP{f' and {more}' if more else ''}{cap}"


def _way(action: Action) -> str:
    """A hex, or several one after another."""
    return " - ".join(action.get("path", ())) or str(action["hex"])


def handling(hands: Hands, action: Action) -> str:
    """Loading and unloading, each with its own, and whoever pays for it (17.0)."""
    verb, after = ("takes", "aboard") if action.kind == "load" else ("lets", "off")
    units = action.get("units") or (action["unit"],)
    pairs = zip(units, action.get("cargos") or (action["cargo"],), strict=False)
    text = " and ".join(
        f"{hands.unit_name(unit)} {verb} {hands.unit_name(cargo)} {after}" for unit, cargo in pairs
    )
    alone = "vehicle acts" if len(units) == 1 else "vehicles act"
    return text if action.get("joined", True) else f"{text}; only the {alone}"


def flight(steps: Sequence[str]) -> str:
    """Impulses of a plane in words (20.0 impulses)."""
    return ", ".join(_impulse(step.split()) for step in steps)


def _impulse(step: list[str]) -> str:
    if step[0] == "bomb":
        count = step[2] if len(step) > 2 else "1"
        return f"{count} bomb{'s' if count != '1' else ''} on {step[1]}"
    if step == ["go", "off"]:
        return "off the map"
    return step[1] if step[0] == "go" else " ".join(step)


def _card_name(hands: Hands, action: Action, who: str) -> str:
    """A card, on whom, where, and what it is to do."""
    title = card_title(action["card"])
    if "die" in action:
        return f"{title}: throw the {('first', 'second')[action['die'] - 1]} die again"
    if "order" in action:
        rest = {k: v for k, v in action.args if k not in ("card", "order", "pay")}
        inner = Action(action["order"], **rest)
        return f"{title}: {_plain_name(hands, inner, who) or hands.action_name(inner)}"
    if "side" in action:
        who = f"the {hands.game.scenario.side(action['side']).name} side"
    mine = action.get("lay") or action["card"] == "lay-land-mine"
    if mine:
        hidden = ", hidden" if action.get("hidden") else ""
        laid = MINES[action.get("colour", "")]
        return f"{title}: {who} lays {laid} in {action['hex']}{hidden}"
    at = f" at {action['hex']}" if "hex" in action else ""
    goal = f" by {' and '.join(action['path'])}" if "path" in action else at
    dice = action.get("cap") or sum(action.get("caps", ()))
    cap = f" with {dice} CAP on the dice" if dice else ""
    paid = ", for AP" if action.get("pay") == "ap" else ""
    return f"Play {title}{f' on {who}' if who else ''}{goal}{cap}{paid}"


def _roll_name(hands: Hands, action: Action) -> str:
    """CAP and the chance they give; the target where there are several."""
    cap = int(action.get("cap") or 0)
    tally = hands.game.tally(action)
    many = len({a.get("target") for a in hands.game.choices()}) > 1
    target = f" at {hands.unit_name(action['target'])}" if many and "target" in action else ""
    had = cap or hands.state.cap.get(hands.side)
    if hands.kind == "coh.rallying":
        text = f"Rally {hands.unit_name(action['target'])} with {cap} CAP"
    elif hands.kind == "coh.mine":
        text = f"Roll with {-cap} CAP off the dice" if had else "Roll"
    elif hands.kind == "coh.wire-dice":
        text = f"Roll for {hands.unit_name(action['target'])} with {-cap} CAP off the die"
    elif hands.kind == "coh.bog-dice":
        text = f"Roll for {hands.unit_name(action['target'])} with {cap} CAP"
    else:
        text = f"Roll{target} with {cap} CAP" if had else f"Roll{target}"
    if tally is None:
        return text
    dice = 1 if hands.kind == "coh.detect" else 2
    chance = chances.percent(chances.at_least(int(tally.total), dice))
    return f"{text}: {chance}" + (" that it hits" if hands.kind == "coh.mine" else "")


def _rally_chance(hands: Hands, action: Action) -> str:
    """What the dice must show, and how likely that is (7.5)."""
    units = action.get("units") or (action.get("unit"),)
    cap = int(action.get("cap") or 0)
    more = f" with {cap} CAP" if cap else ""
    told = []
    for number, unit in enumerate(units):
        if unit is None or hands.state.of(unit).hit in (None, "?"):
            return more
        # the CAP help the first roll only (9.13)
        need = int(hands.ask("rally", unit=unit).total) - (0 if number else cap)
        least: Fraction = chances.at_least(need)
        told.append(f"{need} or more, {chances.percent(least)}")
    return f"{more}: {'; '.join(told)}"


def unknown(target: str) -> str:
    """A target that is no unit: works, or whoever may hide there."""
    work = target.partition(":")[2].replace("-", " ")
    return catalogue().say(f"coh.named.{target.partition(':')[0]}", {"work": work}.items())
