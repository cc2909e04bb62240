"""Chapter 8: a card is played in a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text, whole
from engine.conflict_of_heroes.actions.dice import dice_cap, dice_reasons
from engine.conflict_of_heroes.actions.groups import units_of
from engine.conflict_of_heroes.actions.orders import Doing
from engine.conflict_of_heroes.actions.payment import AP, CAP, Price, charge, pay_reasons
from engine.conflict_of_heroes.cards.action_cards import (
    AutoRally,
    BoggedDown,
    BonusAP,
    BonusCAP,
    CommandAction,
    DefuseMine,
    DoubleAction,
    ExtraInitiative,
    Firepower,
    HastyDefense,
    LayMine,
    MarkAsSpent,
    MoveTwoHexes,
    RallyAttempt,
    RevealHidden,
    Sniper,
)
from engine.conflict_of_heroes.cards.weapon_cards import Demolition, Tellermine, Weapon
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.hand.card import RULES, Card, drop
from engine.conflict_of_heroes.hand.veteran_cards import (
    FORCED_MARCH,
    HIDDEN_ACTION,
    IRON_WILL,
    OVERRUN,
    SIXTH_SENSE,
)
from engine.conflict_of_heroes.hand.veterans import tied_reasons
from engine.conflict_of_heroes.hidden.detection import reveal
from engine.deeds import Reasons, Slots
from engine.game import Course
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rounds.turns import Turn
    from engine.conflict_of_heroes.rules import Firefight

_CARDS: tuple[Card, ...] = (
    *(CommandAction("command-action"), MoveTwoHexes("move-2-hexes")),
    *(AutoRally("auto-rally"), RallyAttempt("rally-attempt"), AutoRally("good-leadership")),
    *(MarkAsSpent("mark-as-spent"), BonusAP("bonus-ap"), BonusCAP("bonus-cap")),
    *(Firepower("firepower"), DoubleAction("double-action"), HastyDefense("hasty-defense")),
    *(Sniper("sniper"), BoggedDown("bogged-down"), RevealHidden("reveal-hidden")),
    *(LayMine("lay-land-mine"), DefuseMine("defuse-land-mine")),
    *(Demolition("demolition-charge"), Weapon("flamethrower"), Weapon("extra-grenades")),
    *(Weapon("magnetic-mine"), Weapon("molotov-cocktail"), Tellermine("tellermine")),
    *(FORCED_MARCH, IRON_WILL, SIXTH_SENSE, HIDDEN_ACTION, OVERRUN),
    ExtraInitiative("extra-initiative"),
)
CARDS: Mapping[str, Card] = {card.name: card for card in _CARDS}
"""The cards that are played in a turn."""


class Play(Doing):
    """A card is played and discarded (8.1); two kinds of it are no action."""

    kind, rule = "play", "8.1"

    def slots(self) -> Slots[Firefight, State, Turn]:
        """A card of the hand, what it is played on, and AP for CAP where it has a price."""
        return {
            "card": lambda g, s, p, given: (
                card for card in dict.fromkeys(s.hands.get(p.side, ())) if card in CARDS
            ),
            "unit": lambda g, s, p, given: CARDS[given["card"]].units(g, s, p),
            "way": lambda g, s, p, given: CARDS[given["card"]].ways(g, s, p, given),
            "pay": lambda g, s, p, given: (
                (None, AP) if s.active[p.side] and price_of(g, given["card"]) else (None,)
            ),
        }

    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """A card that one has and that is for a turn, its price, and what it asks for itself."""
        name, side, units = text(action, "card"), p.side, units_of(action)
        if name not in s.hands.get(side, ()):
            yield Reason.of("8.1", "coh.card.not-held", card=name)
            return
        if g.charts["cards"].rows[name]["kind"] == "artillery":
            yield Reason.of("12.3", "coh.card.artillery", card=name)
            return
        if name not in CARDS:
            yield Reason.of(RULES[name], "coh.card.moment", card=name)
            return
        card = CARDS[name]
        yield from tied_reasons(g, name, units)
        price, cap, dice = price_of(g, name), whole(action, "cap"), dice_cap(action)
        if cap and not card.diced:
            yield Reason.of("3.23", "coh.dice.none")
        yield from dice_reasons(cap, s.cap[side])
        if cap and len(units) > 1 and isinstance(card, RallyAttempt):
            yield Reason.of("9.13", "coh.rally.one-by-one", units=units)
        if price and text(action, "pay") == AP:
            yield from pay_reasons(g, s, side, units, Price(price, AP, dice))
            for unit in units:
                if unit not in s.active[side]:
                    yield Reason.of("8.1", "coh.card.whose", units=(unit,))
        elif price + dice > s.cap[side]:
            yield Reason.of(card.rule, "coh.pay.cap", need=price + dice, have=s.cap[side])
        for unit in card.played_on(s, side, action):
            if unit in g.units and g.units[unit].kind == PLANE:
                # neither one's own nor the enemy's
                yield Reason.of("20.0", "coh.card.plane", units=(unit,))
        yield from card.forbidden(g, s, p, action)

    def apply(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """Paid and discarded; then it has its effect, and the turn is over or goes on."""
        card, side = CARDS[action["card"]], p.side
        free = g.charts["cards"].rows[card.name]["kind"] == "free"
        s = drop(s.pop() if free else p.acted(g, s), side, card.name)
        price, on = price_of(g, card.name), card.played_on(s, side, action)
        if price:
            pay = AP if text(action, "pay") == AP else CAP
            # the last AP may buy more of them: nobody is spent before they are counted
            more = isinstance(card, BonusAP)
            s = charge(g, s, side, units_of(action), Price(price, pay), course, going_on=more)
        course.tell("8.1", "coh.card.played", side=side, card=card.name)
        s = s.with_cap(side, s.cap[side] - dice_cap(action))
        for unit in () if card.discreet else on:
            if g.units[unit].side == side:
                s = reveal(g, s, unit, course, "10.0 acting")
        s = card.effect(g, s, p, action, course)
        return replace(s, turn=g.after(side)).push(p) if free else s


def price_of(g: Firefight, card: str) -> int:
    """The CAP that a card costs."""
    return int(g.charts["cards"].rows[card]["cap"])


PLAY = Play()
