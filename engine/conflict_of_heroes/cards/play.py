"""Chapter 8: a card is played in a turn; weapons that cards give (8.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.agenda import Candidate, Reasons, Slots
from engine.conflict_of_heroes.actions import payment
from engine.conflict_of_heroes.actions.orders import Doing, Turn, units_of
from engine.conflict_of_heroes.actions.payment import AP, CAP, Price, dice_cap, dice_reasons
from engine.conflict_of_heroes.cards import action_cards
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import GUN, PLANE
from engine.conflict_of_heroes.fire import combat
from engine.conflict_of_heroes.fire.attacks import attack_of, begin, may_hide, used
from engine.conflict_of_heroes.ground.sight import in_arc
from engine.conflict_of_heroes.hand import cards
from engine.conflict_of_heroes.hand.cards import Card
from engine.conflict_of_heroes.hidden import reveal
from engine.conflict_of_heroes.works import mines_under
from engine.values import Action, replace, text, whole
from engine.verdict import Course, Reason, enforces


class Weapon(Card):
    """Thrown into the hex of the unit, or next door (8.2)."""

    discreet = True
    """It betrays who throws it as a shot does, when it has been thrown."""

    def __init__(self, name: str, reach: int = 1) -> None:
        super().__init__(name)
        self.reach = reach

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterator[Candidate]:
        seat = s.position.place(given["unit"])
        for hex in (seat, *g.board.neighbours(seat)):
            if worth_throwing(g, s, p.side, hex):
                yield {"hex": hex}

    @enforces("8.2 demolition charge", "8.2 magnetic mine")
    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        side, unit, hex = p.side, text(action, "unit"), text(action, "hex")
        yield from payment.units_reasons(g, s, side, (unit,))
        if not g.here(s, unit):
            return
        seat = s.position.place(unit)
        if hex not in g.board:
            yield Reason.of("7.0", "coh.fire.off-map", hex=hex)
            return
        yield from combat.may_fire(g, s, side, unit, hex)
        if g.board.distance(seat, hex) > self.reach:
            yield Reason.of(self.rule, "coh.card.range", hexes=(hex,))
        if seat != hex:
            yield from combat.sight_reasons(g, s, side, unit, "", hex)
            yield from combat.wall_reasons(g, s, unit, hex)
            yield from combat.gully_reasons(g, s, unit, hex)
            if not s.of(unit).hidden and not in_arc(g.board, seat, s.of(unit).facing, hex):
                yield g.no(unit, "6.1", "coh.fire.arc", hexes=(seat, hex))
        if self.name in cards.METAL_ONLY:
            foes = (g.units[u] for u in s.position.at(hex) if hostile(g.units[u].side, side))
            if not any(foe.vehicle or foe.kind == GUN for foe in foes):
                yield Reason.of(self.rule, "coh.card.metal", hexes=(hex,))
        elif seat != hex and may_hide(g, s, side, hex):
            return
        elif not worth_throwing(g, s, side, hex):
            yield Reason.of("7.0", "coh.fire.nobody", hexes=(hex,), hex=hex)

    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        unit, attack = action["unit"], attack_of(g, s, action)
        s = used(s, attack)
        if attack.hex == attack.seat:
            # an attack in close combat: first it, then the mines (18.5)
            s = mines_under(g, s, unit, attack.hex, course)
        return reveal(g, begin(g, s, attack), unit, course, "10.0 acting", attack.hex)


class Tellermine(Weapon):
    """Thrown at metal, or laid as a mine (8.2 tellermine)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.mine = action_cards.LayMine(name)

    def ways(self, g: Setting, s: State, p: Turn, given: Action) -> Iterator[Candidate]:
        yield from super().ways(g, s, p, given)
        yield from ({**laid, "lay": True} for laid in self.mine.ways(g, s, p, given))

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        if action.get("lay"):
            return self.mine.forbidden(g, s, p, action)
        return super().forbidden(g, s, p, action)

    def effect(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        if action.get("lay"):
            return self.mine.effect(g, s, p, action, course)
        return super().effect(g, s, p, action, course)


def worth_throwing(g: Setting, s: State, side: str, hex: str) -> bool:
    """Whether there is anything in a hex, as far as one sees, for a weapon card to hit (8.2)."""
    foes = (g.units[u] for u in s.position.at(hex) if hostile(g.units[u].side, side))
    works = (w.kind in ("bunker", "wire") for w in s.works_in(hex))
    return any(foe.kind != PLANE for foe in foes) or any(works)


WEAPON_CARDS = (
    *(Weapon("demolition-charge", reach=0), Weapon("flamethrower"), Weapon("extra-grenades")),
    *(Weapon("magnetic-mine"), Weapon("molotov-cocktail"), Tellermine("tellermine")),
)
CARDS: Mapping[str, Card] = {
    card.name: card for card in (*action_cards.ACTION_CARDS, *WEAPON_CARDS, *cards.VETERAN_CARDS)
}
"""The cards that are played in a turn."""


class Play(Doing):
    """A card is played and discarded (8.1); two kinds of it are no action."""

    kind, rule = "play", "8.1"

    def slots(self) -> Slots[Setting, State, Turn]:
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

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        name, side, units = text(action, "card"), p.side, units_of(action)
        if name not in s.hands.get(side, ()):
            yield Reason.of("8.1", "coh.card.not-held", card=name)
            return
        if g.charts["cards"].rows[name]["kind"] == "artillery":
            yield Reason.of("12.3", "coh.card.artillery", card=name)
            return
        if name not in CARDS:
            yield Reason.of(cards.RULES[name], "coh.card.moment", card=name)
            return
        card = CARDS[name]
        yield from cards.tied_reasons(g, name, units)
        price, cap, dice = price_of(g, name), whole(action, "cap"), dice_cap(action)
        if cap and not card.diced:
            yield Reason.of("3.23", "coh.dice.none")
        yield from dice_reasons(cap, s.cap[side])
        if cap and len(units) > 1 and isinstance(card, action_cards.RallyAttempt):
            yield Reason.of("9.13", "coh.rally.one-by-one", units=units)
        if price and text(action, "pay") == AP:
            yield from payment.pay_reasons(g, s, side, units, Price(price, AP, dice))
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

    def apply(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        """Paid and discarded; then it has its effect, and the turn is over or goes on."""
        card, side = CARDS[action["card"]], p.side
        free = g.charts["cards"].rows[card.name]["kind"] == "free"
        s = (s.pop() if free else p.acted(g, s)).dropped(side, card.name)
        price, on = price_of(g, card.name), card.played_on(s, side, action)
        if price:
            pay = AP if text(action, "pay") == AP else CAP
            # the last AP may buy more of them: nobody is spent before they are counted
            more = isinstance(card, action_cards.BonusAP)
            s = payment.charge(
                g, s, side, units_of(action), Price(price, pay), course, going_on=more
            )
        course.tell("8.1", "coh.card.played", side=side, card=card.name)
        s = s.with_cap(side, s.cap[side] - dice_cap(action))
        for unit in () if card.discreet else on:
            if g.units[unit].side == side:
                s = reveal(g, s, unit, course, "10.0 acting")
        s = card.effect(g, s, p, action, course)
        return replace(s, turn=g.after(side)).push(p) if free else s


def price_of(g: Setting, card: str) -> int:
    """The CAP that a card costs."""
    return int(g.charts["cards"].rows[card]["cap"])


PLAY = Play()
