"""Chapter 8: hands, the deck, and what each card does when it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes import payment
from engine.conflict_of_heroes.arrival import mines_under, reveal
from engine.conflict_of_heroes.attacks import attack_of, attacks, used
from engine.conflict_of_heroes.cardchecks import (
    card_check,
    mines_in,
    plane_reasons,
    swamps,
    worth_throwing,
)
from engine.conflict_of_heroes.cardlist import (
    RULES,
    WEAPONS,
    card_units,
    free_card,
    inner,
    played_on,
)
from engine.conflict_of_heroes.deploy import MINE
from engine.conflict_of_heroes.dice import caps, dice_reasons
from engine.conflict_of_heroes.events import occur
from engine.conflict_of_heroes.given import dice_cap, ways_of
from engine.conflict_of_heroes.ground import watches
from engine.conflict_of_heroes.hits import put_back
from engine.conflict_of_heroes.movement import Pace, walk
from engine.conflict_of_heroes.orders import facings_of
from engine.conflict_of_heroes.rally import attempt
from engine.conflict_of_heroes.shots import begin
from engine.conflict_of_heroes.state import State, Work
from engine.conflict_of_heroes.veterans import UNPAID, forced_march, take_effect, tied_reasons
from engine.game import Course
from engine.given import text, texts, whole, wholes
from engine.rulebook import enforces
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

SNIPED = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
"""CAP lost to the Sniper card by the die (8.1 sniper)."""
FIREPOWER, DOUBLE = "firepower", "double-action"
DICE = ("rally-attempt", "bonus-ap", "bonus-cap", "sniper", "command-action")
"""Cards with a roll of their own, or of the action they pay for, which CAP may change (3.23)."""
STAY_HIDDEN = ("command-action", "move-2-hexes", "lay-land-mine", "tellermine", "hidden-action")
"""Cards that do not by themselves betray the hidden unit they are played on (10.0)."""
COLOURS = ("black", "red", "blue")


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
    if g.charts["cards"].rows[card]["kind"] == "artillery":
        yield Reason.of("12.3", "coh.card.artillery", card=card)
        return
    rule = RULES[card]
    if g.charts["cards"].rows[card]["kind"] in ("answer", "tied"):
        yield Reason.of(rule, "coh.card.moment", card=card)
        return
    yield from tied_reasons(g, card, card_units(action))
    price = int(g.charts["cards"].rows[card]["cap"])
    cap, dice = abs(whole(action, "cap")), dice_cap(action)
    if cap and card not in DICE:
        yield Reason.of("3.23", "coh.dice.none")
    yield from dice_reasons(cap, s.cap[side])
    if cap and card == "rally-attempt" and len(card_units(action)) > 1:
        yield Reason.of("9.13", "coh.rally.one-by-one", units=card_units(action))
    pay = text(action, "pay")
    if price and pay == payment.AP:
        units = card_units(action)
        yield from payment.pay_reasons(g, s, side, units, payment.Price(price, pay, dice))
        for unit in units:
            if unit not in s.active[side]:
                yield Reason.of("8.1", "coh.card.whose", units=(unit,))
    elif price + dice > s.cap[side]:
        yield Reason.of(rule, "coh.pay.cap", need=price + dice, have=s.cap[side])
    yield from plane_reasons(g, s, side, action)
    check = card_check(card)
    yield from check(g, s, side, action)


def play_options(g: ConflictOfHeroes, s: State, side: str, unit: str | None) -> Iterator[Action]:
    """What the hand offers, group actions aside; what has a price may be paid in AP too (8.1)."""
    for option in _hand_options(g, s, side, unit):
        yield option
        if s.active[side] and int(g.charts["cards"].rows[option["card"]]["cap"]):
            yield option.replaced(pay=payment.AP)


def _hand_options(g: ConflictOfHeroes, s: State, side: str, unit: str | None) -> Iterator[Action]:
    own = [u for u in g.on_map(s, side) if unit in (None, u)]
    for card in dict.fromkeys(s.hands.get(side, ())):
        play = Action("play", card=card)
        if card in ("bonus-ap", "sniper"):
            foes = g.enemies(side) if card == "sniper" and len(g.enemies(side)) > 1 else (None,)
            for foe in foes if unit is None else ():
                for cap in caps(s.cap[side]):
                    yield play.replaced(cap=cap or None, side=foe)
        elif card in ("bonus-cap", "firepower", "double-action", "extra-initiative"):
            if unit is None:
                yield play
        elif card == "mark-as-spent":
            yield from (play.replaced(unit=u) for u in g.foes(s, side) if unit in (None, u))
        elif card == "bogged-down":
            ground = (u for u in s.position.units() if s.position.place(u) in g.board)
            yield from (play.replaced(unit=u) for u in ground if unit in (None, u))
        else:
            for one in own:
                yield from _options_of(g, s, side, one, card)


def _options_of(g: ConflictOfHeroes, s: State, side: str, unit: str, card: str) -> Iterator[Action]:
    """What one unit may do with a card."""
    from engine.conflict_of_heroes.rules import ORDERS

    play, seat = Action("play", card=card, unit=unit), s.position.place(unit)
    if card == "command-action":
        for order in ORDERS.values():
            for option in order.options(g, s, unit):
                yield Action("play", card=card, order=order.kind, **dict(option.args))
    elif card == "rally-attempt":
        for cap in caps(s.cap[side]):
            yield play.replaced(cap=cap)
    elif card == "move-2-hexes":
        for near in g.board.neighbours(seat):
            for far in g.board.neighbours(near):
                if far != seat:
                    run = play.replaced(path=[near, far])
                    yield run
                    if s.of(unit).hidden:
                        yield from _with_caps(g, s, unit, run)
    elif card in (*WEAPONS, "lay-land-mine", "defuse-land-mine"):
        for hex in (seat, *g.board.neighbours(seat)):
            if card == "defuse-land-mine" or (card in WEAPONS and worth_throwing(g, s, side, hex)):
                yield play.replaced(hex=hex)
            if card in ("lay-land-mine", "tellermine"):
                mine = play.replaced(hex=hex, lay=True if card == "tellermine" else None)
                for colour in COLOURS:
                    yield mine.replaced(colour=colour)
                    yield mine.replaced(colour=colour, hidden=True)
    else:
        yield play


def _with_caps(g: ConflictOfHeroes, s: State, unit: str, run: Action) -> Iterator[Action]:
    """A hidden vehicle's run through soft ground, with CAP on the first dice that fall (14.1)."""
    diced = swamps(g, s, unit, texts(run, "path"))
    for cap in caps(s.cap[g.units[unit].side])[1:] if diced else ():
        yield run.replaced(caps=[cap if number == diced[0] else 0 for number in range(2)])


def play(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    """A card is played and discarded (8.1); two kinds of it are no action."""
    card = action["card"]
    hand = list(s.hands[side])
    hand.remove(card)
    s = replace(s, hands={**s.hands, side: tuple(hand)})
    price = int(g.charts["cards"].rows[card]["cap"])
    pay = payment.AP if text(action, "pay") == payment.AP else payment.CAP
    on = played_on(s, side, action)
    if price:
        # the last AP may buy more of them: nobody is spent before they are counted
        more = card == "bonus-ap"
        asked = payment.Price(price, pay)
        s = payment.charge(g, s, side, card_units(action), asked, course, going_on=more)
    course.tell("8.1", "coh.card.played", side=side, card=card)
    s = s.with_cap(side, s.cap[side] - dice_cap(action))
    if card not in (*STAY_HIDDEN, *WEAPONS):
        for unit in on:
            if g.units[unit].side == side:
                s = reveal(g, s, unit, course, "10.0 acting")
    if free_card(g, action):
        from engine.conflict_of_heroes.turns import Turn

        if card in UNPAID:
            s = take_effect(g, s, side, action, course)
        elif card == FIREPOWER:
            s = replace(s, firepower=s.firepower | {side})
        else:
            s = replace(s, double=side)
        s = replace(s, turn=g.after(side))
        return s.push(Turn(side))
    if attacks(action):
        return _throw(g, s, side, action, course)
    return _EFFECTS[card](g, s, side, action, course)


def _throw(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    unit, hex = text(action, "unit"), text(action, "hex")
    attack = attack_of(g, s, action)
    s = used(s, attack)
    if hex == attack.seat:
        # an attack in close combat: first it, then the mines (18.5)
        s = mines_under(g, s, unit, hex, course)
    return reveal(g, begin(g, s, attack), unit, course, "10.0 acting", hex)


Effect = Callable[["ConflictOfHeroes", State, str, Action, Course], State]


@enforces("8.1 command action")
def _command(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    from engine.conflict_of_heroes.rules import ORDERS

    order = ORDERS[text(action, "order")]
    return order.perform(g, s, side, inner(action), course)


@enforces("8.1 auto-rally", "8.3 good leadership")
def _auto_rally(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    for unit in card_units(action):
        course.tell("8.1 auto-rally", "coh.rally.auto", units=(unit,), unit=g.units[unit].title)
        s = put_back(g, s, unit)
    return s


@enforces("8.3 extra initiative")
def _draw_more(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    return draw_one(g, s, side, course)


@enforces("8.1 rally attempt")
def _attempt(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    return attempt(g, s, card_units(action), whole(action, "cap"), course)


@enforces("8.1 move 2 hexes")
def _run(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    caps = wholes(action, "caps")
    for (unit, path), facing in zip(ways_of(action), facings_of(action), strict=True):
        pace, caps = Pace(caps=caps[: len(path)], asked=True), caps[len(path) :]
        s = walk(g, s, unit, path, facing, pace, course)
    return s


@enforces("8.1 mark as spent")
def _mark(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    unit = text(action, "unit")
    foe = g.units[unit].side
    rest = tuple(u for u in s.active[foe] if u != unit)
    ap = s.ap[foe] if rest else 0
    s = replace(s, active={**s.active, foe: rest}, ap={**s.ap, foe: ap})
    return s.changed(unit, spent=True)


@enforces("8.1 bonus ap")
def _more_ap(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    die = course.chance.roll("coh.card") + whole(action, "cap")
    s = replace(s, ap={**s.ap, side: s.ap[side] + max(die, 0)})
    return s if s.ap[side] else payment.stand_down(g, s, side, course)


@enforces("8.1 bonus cap")
def _more_cap(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    die = course.chance.roll("coh.card") + whole(action, "cap")
    return s.with_cap(side, s.cap[side] + max(die, 0))


@enforces("8.1 hasty defense")
def _foxhole(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    for unit in card_units(action):
        s = s.changed(unit, dug=True)
        s = mines_under(g, s, unit, s.position.place(unit), course)
    return s


@enforces("8.1 sniper")
def _snipe(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    foe = text(action, "side") or g.enemies(side)[0]
    die = course.chance.roll("coh.card") + whole(action, "cap")
    return s.with_cap(foe, s.cap[foe] - SNIPED[min(max(die, 1), 6)])


@enforces("8.1 bogged down")
def _stick(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    unit = text(action, "unit")
    # who is stuck in a swamp already does not come free at the end of the round (14.1)
    return s.changed(unit, bogged=True, mired=s.of(unit).mired or not s.of(unit).bogged)


def _look(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    eyes = text(action, "unit")
    seat = s.position.place(eyes)
    for unit in g.foes(s, side):
        place = s.position.place(unit)
        if g.board.distance(seat, place) <= 2 and watches(g, s, eyes, place):
            s = reveal(g, s, unit, course, "8.1 reveal hidden")
    return s


def _lay(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    hex, colour = text(action, "hex"), text(action, "colour") or "black"
    secret = side if action.get("hidden") else ""
    mine = Work("mine", hex, 0, colour, MINE, hidden=secret)
    if not secret:
        course.tell("8.1 lay land mine", "coh.placed-mine", hexes=(hex,), hex=hex)
    unit = text(action, "unit")
    if s.position.place(unit) != hex:
        s = mines_under(g, s, unit, s.position.place(unit), course)
    return replace(s, works=(*s.works, mine))


@enforces("8.1 defuse land mine")
def _defuse(g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course) -> State:
    gone = mines_in(s, text(action, "hex"))[0]
    s = replace(s, works=tuple(w for w in s.works if w is not gone))
    unit = text(action, "unit")
    return mines_under(g, s, unit, s.position.place(unit), course)


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
