"""Chapter 8: hands, the deck, and what each card does when it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes import payment
from engine.conflict_of_heroes.arrival import arrive, reveal
from engine.conflict_of_heroes.cardchecks import card_check, mines_in
from engine.conflict_of_heroes.cardlist import WEAPONS, card_units, inner, rule_of
from engine.conflict_of_heroes.deploy import MINE
from engine.conflict_of_heroes.events import occur
from engine.conflict_of_heroes.given import text, texts
from engine.conflict_of_heroes.ground import hidden_by
from engine.conflict_of_heroes.hits import put_back
from engine.conflict_of_heroes.rally import roll_to_rally
from engine.conflict_of_heroes.shots import begin
from engine.conflict_of_heroes.state import State, Work
from engine.conflict_of_heroes.values import THROWN, Attack
from engine.conflict_of_heroes.veterans import UNPAID, forced_march, take_effect, tied_reasons
from engine.game import Course
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

FREE_KIND = "free"
SNIPED = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
"""CAP lost to the Sniper card by the die (8.1 sniper)."""
DOUBLE = "double"


def deal(g: ConflictOfHeroes, s: State, course: Course) -> State:
    """Both sides draw at the start of a round (2.0, 8.1)."""
    for side in s.hands:
        for _ in range(g.setup.draw if g.setup.deck else 0):
            s = draw_one(g, s, side, course)
    return s


def draw_one(g: ConflictOfHeroes, s: State, side: str, course: Course) -> State:
    """One card off the deck; the card that ends the game does so at once (8.1 game ends)."""
    if not s.deck:
        return s
    card = course.chance.draw("coh.deck", s.deck)
    left = list(s.deck)
    left.remove(card)
    if card == "game-ends":
        course.tell("8.1 game ends", "coh.card.ends", side=side)
        return replace(s, deck=tuple(left), over=True)
    if g.charts["cards"].rows.get(card, {}).get("kind") == "event":
        s = occur(g, replace(s, deck=tuple(left)), card, course)
        return draw_one(g, s, side, course)
    hand = (*s.hands[side], card)
    course.tell("8.1", "coh.card.drawn", side=side)
    return replace(s, deck=tuple(left), hands={**s.hands, side: hand})


def play_reasons(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """Everything against playing a card."""
    card = text(action, "card")
    if card not in s.hands.get(side, ()):
        yield Reason.of("8.1", "coh.card.not-held", card=card)
        return
    rule = rule_of(card)
    if g.charts["cards"].rows[card]["kind"] == "artillery":
        yield Reason.of("12.3", "coh.card.artillery", card=card)
        return
    if g.charts["cards"].rows[card]["kind"] in ("answer", "tied"):
        yield Reason.of(rule, "coh.card.moment", card=card)
        return
    yield from tied_reasons(g, card, card_units(action))
    price = int(g.charts["cards"].rows[card]["cap"])
    pay = text(action, "pay")
    if price and pay == payment.AP:
        units = card_units(action)
        yield from payment.pay_reasons(g, s, side, units, price, pay, 0)
        for unit in units:
            if unit not in s.active[side]:
                yield Reason.of("8.1", "coh.card.whose", units=(unit,))
    elif price > s.cap[side]:
        yield Reason.of(rule, "coh.pay.cap", need=price, have=s.cap[side])
    check = card_check(card)
    yield from check(g, s, side, action)


def play_options(g: ConflictOfHeroes, s: State, side: str, unit: str | None) -> Iterator[Action]:
    """What the hand offers, group actions aside."""
    from engine.conflict_of_heroes.rules import ORDERS

    own = [u for u in g.on_map(s, side) if unit in (None, u)]
    for card in dict.fromkeys(s.hands.get(side, ())):
        if card in (
            "bonus-ap",
            "bonus-cap",
            "sniper",
            "firepower",
            "double-action",
            "extra-initiative",
        ):
            if unit is None:
                yield Action("play", card=card)
            continue
        if card == "mark-as-spent":
            for foe in g.foes(s, side):
                if unit in (None, foe):
                    yield Action("play", card=card, unit=foe)
            continue
        for one in own:
            if card == "command-action":
                for order in ORDERS.values():
                    for option in order.options(g, s, one):
                        rest = dict(option.args)
                        yield Action("play", card=card, order=order.kind, **rest)
            elif card in (*WEAPONS, "lay-land-mine", "defuse-land-mine"):
                seat = s.position.place(one)
                for hex in (seat, *g.board.neighbours(seat)):
                    yield Action("play", card=card, unit=one, hex=hex)
            elif card == "move-2-hexes":
                seat = s.position.place(one)
                for near in g.board.neighbours(seat):
                    for far in g.board.neighbours(near):
                        if far != seat:
                            yield Action("play", card=card, unit=one, path=[near, far])
            else:
                yield Action("play", card=card, unit=one)


def play(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    """A card is played and discarded (8.1); two kinds of it are no action."""
    card = action["card"]
    hand = list(s.hands[side])
    hand.remove(card)
    s = replace(s, hands={**s.hands, side: tuple(hand)})
    price = int(g.charts["cards"].rows[card]["cap"])
    pay = payment.AP if text(action, "pay") == payment.AP else payment.CAP
    if price:
        s = payment.charge(g, s, side, card_units(action), price, pay, course)
    course.tell("8.1", "coh.card.played", side=side, card=card)
    if g.charts["cards"].rows[card]["kind"] == FREE_KIND:
        from engine.conflict_of_heroes.turns import Turn

        if card in UNPAID:
            s = take_effect(g, s, side, action, course)
        else:
            key = f"{card}-{side}" if card == "firepower" else f"{DOUBLE}-{side}"
            s = replace(s, extra={**s.extra, key: 2 if card == "firepower" else 1})
        s = replace(s, turn=g.after(side))
        return s.push(Turn(side))
    if card in WEAPONS and not action.get("lay"):
        return _throw(g, s, side, action, course)
    return _EFFECTS[card](g, s, side, action, course)


def _throw(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    card, unit, hex = action["card"], text(action, "unit"), text(action, "hex")
    row = g.charts["cards"].rows[card]
    attack = Attack(
        side,
        unit,
        hex,
        THROWN,
        s.position.place(unit),
        red=int(row["red"]),
        blue=int(row["blue"]),
        card=card,
    )
    s = reveal(g, s, unit, course, "10.0 acting")
    return begin(g, s, attack)


Effect = Callable[["ConflictOfHeroes", State, str, Action, Course], State]


def _command(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    from engine.conflict_of_heroes.rules import ORDERS

    order = ORDERS[text(action, "order")]
    return order.perform(g, s, side, inner(action), course)


def _auto_rally(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    for unit in card_units(action):
        course.tell("8.1 auto-rally", "coh.rally.auto", units=(unit,), unit=g.units[unit].name)
        s = put_back(g, s, unit)
    return s


def _draw_more(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    return draw_one(g, s, side, course)


def _attempt(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    for unit in card_units(action):
        s = roll_to_rally(g, s, unit, 0, course)
    return s


def _run(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    for unit in card_units(action):
        s = s.changed(unit, dug=False, inside=False)
        s = arrive(g, s, unit, texts(action, "path"), course)
    return s


def _mark(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    unit = text(action, "unit")
    foe = g.units[unit].side
    rest = tuple(u for u in s.active[foe] if u != unit)
    ap = s.ap[foe] if rest else 0
    s = replace(s, active={**s.active, foe: rest}, ap={**s.ap, foe: ap})
    return s.changed(unit, spent=True)


def _more_ap(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    die = course.chance.roll("coh.card")
    return replace(s, ap={**s.ap, side: s.ap[side] + die})


def _more_cap(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    return s.with_cap(side, s.cap[side] + course.chance.roll("coh.card"))


def _foxhole(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    for unit in card_units(action):
        s = s.changed(unit, dug=True)
    return s


def _snipe(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    foe = text(action, "side") or g.enemies(side)[0]
    return s.with_cap(foe, s.cap[foe] - SNIPED[course.chance.roll("coh.card")])


def _stick(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    return s.changed(text(action, "unit"), bogged=True, mired=True)


def _look(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    seat = s.position.place(text(action, "unit"))
    for unit in g.foes(s, side):
        place = s.position.place(unit)
        if g.board.distance(seat, place) <= 2 and not hidden_by(g, s, seat, place):
            s = reveal(g, s, unit, course, "8.1 reveal hidden")
    return s


def _lay(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    hex, colour = text(action, "hex"), text(action, "colour") or "black"
    secret = side if action.get("hidden") else ""
    mine = Work("mine", hex, 0, colour, MINE, secret)
    if not secret:
        course.tell("8.1 lay land mine", "coh.placed-mine", hexes=(hex,), hex=hex)
    return replace(s, works=(*s.works, mine))


def _defuse(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    gone = mines_in(s, text(action, "hex"))[0]
    return replace(s, works=tuple(w for w in s.works if w is not gone))


_EFFECTS: Mapping[str, Effect] = {
    "command-action": _command,
    "auto-rally": _auto_rally,
    "rally-attempt": _attempt,
    "good-leadership": _auto_rally,
    "extra-initiative": _draw_more,
    "move-2-hexes": _run,
    "mark-as-spent": _mark,
    "bonus-ap": _more_ap,
    "bonus-cap": _more_cap,
    "hasty-defense": _foxhole,
    "sniper": _snipe,
    "bogged-down": _stick,
    "reveal-hidden": _look,
    "lay-land-mine": _lay,
    "tellermine": _lay,
    "forced-march": forced_march,
    "defuse-land-mine": _defuse,
}
