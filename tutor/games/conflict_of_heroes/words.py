"""What buttons say in a firefight: actions in words, with prices and chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.action import Action
from engine.catalogue import GAMES
from engine.words import catalogue
from tutor.games.conflict_of_heroes import chances

if TYPE_CHECKING:
    from tutor.games.conflict_of_heroes.hands import ConflictOfHeroesHands as Hands

GAME = "conflict-of-heroes"
ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
AIMS = {"planes": "the planes over ", "ground": "the ground of "}
UNPRICED = ("activate", "stall", "roll", "fire")
"""What says itself what it takes, or takes nothing yet; a shot opens its plan first."""
OWN = ("order", "die", "colour", "mine", "spotter", "facings", "units")
"""What an action may name that changes the words for it."""


def say(key: str, **params: Any) -> str:
    """The words of a key, filled in."""
    return catalogue().say(key, params.items())


def metres(altitude: int) -> str:
    """A height as the counters of a plane say it (20.1)."""
    return f"{50 * (altitude + 1)} m"


def facing_name(facing: str) -> str:
    """A side of a hex, with its arrow."""
    return f"{ARROWS[facing]} {facing}"


def card_title(card: str) -> str:
    """A card as its title has it."""
    return card.replace("-", " ").capitalize()


def card_text(hands: Hands, card: str) -> str:
    """What a card does, from the rulebook's index."""
    found = GAMES[GAME].rulebook.rules.get(hands.ask("card_rule", card=card))
    return found.summary if found is not None else ""


def unknown(target: str) -> str:
    """A target that is no unit: works, or whoever may hide there."""
    kind, _, work = target.partition(":")
    return say(f"coh.named.{kind}", work=work.replace("-", " "))


def flight(steps: Sequence[str]) -> str:
    """Impulses of a plane in words (20.0 impulses)."""
    return ", ".join(_impulse(*step.split()) for step in steps)


def _impulse(word: str, what: str = "", more: str = "1") -> str:
    if word == "bomb":
        return f"{more} bomb{'s' if more != '1' else ''} on {what}"
    if word == "go":
        return "off the map" if what == "off" else what
    return " ".join(part for part in (word, what, more) if part and part != "1")


# ------------------------------------------------------------------ prices


def spent_on_dice(action: Action) -> int:
    """The CAP that go with the dice of a move (3.23)."""
    return abs(int(action.get("cap", 0))) + sum(abs(int(cap)) for cap in action.get("caps", ()))


def price(hands: Hands, action: Action) -> str:
    """What an action costs and the CAP on its dice, in brackets; nothing where it is free."""
    dice, told = spent_on_dice(action), []
    if "pay" in action and hands.game.tally(action) is not None:
        told.append(_coins(hands, action))
    if dice:
        told.append(f"{dice} CAP on the dice")
    return f" ({' and '.join(told)})" if told else ""


def _coins(hands: Hands, action: Action) -> str:
    """AP, and the CAP that make up for those that are missing (3.1, 3.21, 3.22)."""
    if action["pay"] == "opportunity":
        return "free, then spent"
    ap, cap = hands.ask("paid", action=action)
    said = " and ".join(f"{n} {coin}" for n, coin in ((ap, "AP"), (cap, "CAP")) if n)
    late = said and action["pay"] == "ap" and not hands.state.ap[hands.side]
    return f"{said}, as no AP are left" if late else said or "free"


# ------------------------------------------------------------------ actions


def action_name(hands: Hands, action: Action) -> str:
    """An action as its button says it, chances on the dice and price included."""
    name = plain_name(hands, action)
    priced = "pay" in action and hands.order_of(action) not in UNPRICED
    return name + price(hands, action) if priced else name


def plain_name(hands: Hands, action: Action) -> str:
    """An action in the words for what it names; what is said of one unit is done by a group."""
    if action.kind == "roll":
        return _roll_name(hands, action)
    words, own = catalogue(), f"action.coh.{action.kind}"
    keys = (*(f"{own}-{name}" for name in OWN if name in action), own, f"action.{action.kind}")
    key = next(key for key in keys if key in words)
    lead, *others = [*map(hands.unit_name, hands.doers(action))] or [""]
    who = " and ".join((lead, *others))
    more = MORE[action.kind](hands, action, who) if action.kind in MORE else {}
    said = words.say(key, {**_named(hands, action), "unit": lead, "who": who, **more}.items())
    if others and "{unit}" in words.entries[key].text:
        return f"{said}, together with {' and '.join(others)}"
    return said


def _named(hands: Hands, action: Action) -> dict[str, Any]:
    """What an action names, as a sentence has it."""
    path, args = action.get("path", ()), dict(action.args)
    ways = args.get("paths") or args.get("to") or (" - ".join(path) or args.get("hex", "-"),)
    return {
        **args,
        "arrow": ARROWS.get(args.get("facing", ""), ""),
        "card": card_title(args.get("card", "")),
        "spotter": hands.unit_name(args["spotter"]) if "spotter" in args else "",
        "laid": args.get("mine") or args.get("colour") or "black",
        "ways": " and ".join(ways),
        "goals": " and ".join(dict.fromkeys(way.split()[-1] for way in ways)),
        "by": f" by {' and '.join(path[:-1])}" if path[1:] else "",
        "careful": " cautiously" if args.get("careful") else "",
        "together": " together" if "units" in args else "",
        "height": f" at {metres(args['altitude'])}" if args.get("altitude") else "",
        "flight": flight(args.get("steps", ())),
        "then": f", then {flight(args['steps'])}" if "steps" in args else "",
        "paid": ", paid for" if args.get("paid") else "",
    }


def _activation(hands: Hands, action: Action, who: str) -> dict[str, str]:
    """The AP that an activation gives, by dice or not (3.0, 3.01, 8.3 experience)."""
    more = hands.limit("veteran") if hands.rules.units[action["unit"]].has("experienced") else 0
    if not hands.rules.on("random-ap"):
        return {"pool": f"{hands.limit('pool') + more} AP"}
    cap = f", {action['cap']} CAP on the dice" if action.get("cap") else ""
    return {"pool": f"two dice of AP{f' and {more}' if more else ''}{cap}"}


def _shot(hands: Hands, action: Action, who: str) -> dict[str, str]:
    """What is aimed at, and the best chance to hit."""
    chance, aim = chances.best_chance(hands, action), action.get("aim")
    return {"aim": AIMS[aim] if aim else "", "chance": f": {chance}" if chance else ""}


def handling(hands: Hands, action: Action, who: str = "") -> dict[str, str]:
    """Loading and unloading, each with its own, and whoever pays for it (17.0)."""
    units = hands.doers(action)
    told = zip(units, action.get("cargos") or (action["cargo"],), strict=False)
    pairs = (
        say(f"coh.pair.{action.kind}", unit=hands.unit_name(unit), cargo=hands.unit_name(cargo))
        for unit, cargo in told
    )
    alone = "coh.pair.alone" if len(units) == 1 else "coh.pair.all-alone"
    more = "" if action.get("joined", True) else say(alone)
    return {"pairs": " and ".join(pairs), "alone": more}


def _card(hands: Hands, action: Action, who: str) -> dict[str, str]:
    """A card, on whom, where, and what it is to do."""
    if "side" in action:
        who = f"the {hands.game.scenario.side(action['side']).name} side"
    rest = {k: v for k, v in action.args if k not in ("card", "order", "pay")}
    order = plain_name(hands, Action(action["order"], **rest)) if "order" in action else ""
    at = f" at {action['hex']}" if "hex" in action else ""
    dice = action.get("cap") or sum(action.get("caps", ()))
    return {
        "nth": "first" if action.get("die") == 1 else "second",
        "order": order,
        "buried": ", hidden" if action.get("hidden") else "",
        "on": f" on {who}" if who else "",
        "at": f" by {' and '.join(action['path'])}" if "path" in action else at,
        "dice": f" with {dice} CAP on the dice" if dice else "",
        "coin": ", for AP" if action.get("pay") == "ap" else "",
    }


def _rally(hands: Hands, action: Action, who: str) -> dict[str, str]:
    """What the dice must show, and how likely that is (7.5)."""
    cap, told = int(action.get("cap") or 0), []
    more = f" with {cap} CAP" if cap else ""
    for number, unit in enumerate(hands.doers(action)):
        if hands.state.of(unit).hit in (None, "?"):
            return {"chance": more}
        # the CAP help the first roll only (9.13)
        need = int(hands.ask("rally", unit=unit).total) - (0 if number else cap)
        told.append(f"{need} or more, {chances.percent(chances.at_least(need))}")
    return {"chance": f"{more}: {'; '.join(told)}"}


MORE = {
    "activate": _activation,
    "fire": _shot,
    "load": handling,
    "unload": handling,
    "play": _card,
    "rally": _rally,
}
"""What else the words for a kind of action tell."""


def _roll_name(hands: Hands, action: Action) -> str:
    """CAP and the chance they give; the target where there are several."""
    cap, kind = int(action.get("cap") or 0), hands.kind.removeprefix("coh.")
    many = len({a.get("target") for a in hands.game.choices()}) > 1
    unit = hands.unit_name(action["target"]) if "target" in action else ""
    had, own = cap or hands.state.cap.get(hands.side), f"action.coh.rolls.{kind}"
    usual = f"action.coh.rolls.{'cap' if had else 'none'}"
    key = own if own in catalogue() and (had or unit) else usual
    target = f" at {unit}" if many and unit else ""
    text = say(key, unit=unit, target=target, cap=cap, less=-cap)
    tally = hands.game.tally(action)
    if tally is None:
        return text
    chance = chances.at_least(int(tally.total), dice=1 if kind == "detect" else 2)
    return f"{text}: {chances.percent(chance)}" + (" that it hits" if kind == "mine" else "")


def told_name(hands: Hands, action: Action) -> str:
    """An action told to be judged: who, what, how paid; no chances that give it away."""
    kind, who = hands.order_of(action), hands.unit_name(str(hands.actor(action)))
    if "path" in action:
        name = f"{who}: {' - '.join(action['path'])}"
    else:
        name = plain_name(hands, action)
        name = name.partition(":")[0] if kind in ("fire", "rally") else name
        name = name if not hands.actor(action) or who in name else f"{who}: {name}"
    if action.kind == "fire":
        others = [m for m in hands.members_of(action)[1:] if not m.startswith("aim:")]
        name += "".join(f", with {hands.member_name(m)}" for m in others)
    played = card_title(action["card"]) if action.kind == "play" else ""
    by = dict(hands.pays).get(action.get("pay", ""), played).removeprefix("Pay ")
    return f"{name} ({by})" if by and by not in name else name
