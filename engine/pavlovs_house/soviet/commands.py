"""Chapter 2: the Soviet card phase - draw four, act with three; what each command can do."""

from __future__ import annotations

from engine.action import Action
from engine.agenda import once_a_state
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.pavlovs_house.board.dice import draw
from engine.pavlovs_house.board.house import ENOUGH, House, State, UpTo
from engine.pavlovs_house.board.pieces import COLOURS, COMMANDS, STAGING, STOCK, SUPPLY
from engine.pavlovs_house.soviet.storm import Sortie, sortie_reasons
from engine.pavlovs_house.soviet.supplies import (
    Delivering,
    Loading,
    Reinforcing,
    Stocking,
    cargo,
    free_boats,
    laden,
    reinforcement_reasons,
)
from engine.pavlovs_house.variants import meet_support, support_reasons
from engine.values import replace
from engine.verdict import Reason

HAND, ACTIONS, UNBROKEN = 4, 3, 4

ARMY, DIVISION, SAPPERS, SIGNALS, ARTILLERY, FLOTILLA, FLAK_267, FLAK_1083 = COMMANDS

ACTS: dict[tuple[str, str], str] = {
    (ARMY, "repair"): "2.0 army command repair",
    (ARMY, "stock"): "2.0 army command stocking",
    (ARMY, "sortie"): "2.0 army command storm group",
    (ARMY, "support"): "7.1 army command",
    (DIVISION, "repair"): "2.0 division command repair",
    (DIVISION, "reinforce"): "2.0 division command reinforcements",
    (SAPPERS, "fortify"): "2.0 sappers fortify",
    (SAPPERS, "mine"): "2.0 sappers mine",
    (SIGNALS, "repair"): "2.0 signals repair",
    (SIGNALS, "decide"): "2.0 signals decision",
    (SIGNALS, "wire"): "2.0 signals wire",
    (ARTILLERY, "repair"): "2.0 artillery repair",
    (ARTILLERY, "ready"): "2.0 artillery ready",
    (FLOTILLA, "repair"): "2.0 flotilla repair",
    (FLOTILLA, "load"): "2.0 flotilla loading",
    (FLOTILLA, "deliver"): "2.0 flotilla delivery",
    (FLAK_267, "repair"): "2.0 anti-aircraft 267 repair",
    (FLAK_267, "ready"): "2.0 anti-aircraft 267 ready",
    (FLAK_1083, "repair"): "2.0 anti-aircraft 1083 repair",
    (FLAK_1083, "ready"): "2.0 anti-aircraft 1083 ready",
}
"""What the commands can do, with the rule of each."""
BY_COMMAND = {owner: [act for other, act in ACTS if other == owner] for owner in COMMANDS}

HIGHEST = 6
"""The head of a defence track (0.0 setup defence markers)."""
POINTS = 6
"""What a division command action brings in (2.0 division command reinforcements)."""
STOCKED, LOADED = 5, 3
BATTALION = "3"
NEEDS_PLACE = ("repair", "fortify", "mine", "wire", "ready")


def acts_of(g: House, command: str) -> list[str]:
    """The actions of a command; support is one only in its variant (7.1 army command)."""
    return [act for act in BY_COMMAND[command] if gives(g, command, act)]


def gives(g: House, command: str, act: str) -> bool:
    """Whether an action is one of a command's."""
    return (command, act) in ACTS and (act != "support" or g.on("operational-support"))


def places_for(g: House, command: str, act: str) -> tuple[str | None, ...]:
    """The places that an action may name; one None for an action without a place."""
    if act == "fortify":
        return (*COLOURS, BATTALION)
    if act == "mine":
        return g.kit.sapper_spaces
    return g.kit.locations_of(command) if act in NEEDS_PLACE else (None,)


def act_reasons(g: House, s: State, command: str, act: str, place: str) -> Reasons:
    """Every reason why a command cannot do something now."""
    rule = ACTS[command, act]
    if act in NEEDS_PLACE and place not in places_for(g, command, act):
        yield Reason.of(rule, "pav.card.place", place=place or "-", command=command)
        return
    yield from anywhere_reasons(g, s, act, rule)
    yield from there_reasons(g, s, act, place, rule)


def anywhere_reasons(g: House, s: State, act: str, rule: str) -> Reasons:
    """Why nothing of the kind can be done now, wherever it be."""
    match act:
        case "stock" | "sortie":
            post = g.kit.locations_of(ARMY)[0]
            if s.damaged(post):
                yield Reason.of(rule, "pav.card.damaged", hexes=(post,), place=post)
            if act == "sortie":
                yield from sortie_reasons(g, s)
            elif not cargo(s, STOCK):
                yield Reason.of("0.0 token limit", "pav.card.none-left")
        case "fortify" | "mine" if not s.count("sapper", SUPPLY):
            yield Reason.of(rule, "pav.card.no-sapper")
        case "support":
            yield from support_reasons(g, s)
        case "reinforce":
            yield from reinforcement_reasons(g, s, POINTS, rule)
        case "decide":
            if not any(card in g.kit.fog_cards for card in s.hand):
                yield Reason.of(rule, "pav.card.no-fog")
            posts = g.kit.locations_of(SIGNALS)
            if all(s.damaged(post) for post in posts):
                yield Reason.of(rule, "pav.card.silent", hexes=posts)
        case "load":
            if not cargo(s, STAGING):
                yield Reason.of(rule, "pav.card.no-cargo")
            if not free_boats(g, s):
                yield Reason.of(rule, "pav.card.no-boat", hexes=g.kit.locations_of(FLOTILLA))
        case "deliver" if not laden(g, s):
            yield Reason.of(rule, "pav.card.empty-boats", hexes=g.kit.locations_of(FLOTILLA))


def there_reasons(g: House, s: State, act: str, place: str, rule: str) -> Reasons:
    """Why it cannot be done in one place."""
    match act:
        case "wire" | "ready":
            kind = g.kit.holds(place)
            if s.damaged(place):
                yield Reason.of(rule, "pav.card.damaged", hexes=(place,), place=place)
            if s.count(kind, place):
                yield Reason.of(rule, "pav.card.taken", hexes=(place,), place=place)
            if not s.count(kind, STOCK):
                yield Reason.of("0.0 token limit", "pav.stock.empty", token=kind)
        case "fortify" if place in COLOURS:
            if s.defence[place] >= HIGHEST:
                yield Reason.of(rule, "pav.card.highest", colour=place, value=HIGHEST)
        case "repair" | "fortify" if not s.damaged(place):
            yield Reason.of(rule, "pav.card.whole", hexes=(place,), place=place)
        case "mine" if (there := s.position.at(place)) or s.count("sapper", place):
            yield Reason.of(rule, "pav.card.taken", hexes=(place,), units=there, place=place)


@once_a_state
def open_places(g: House, s: State, command: str, act: str) -> list[str | None]:
    """Where a command can do something now; one None where that needs no place."""
    places, rule = places_for(g, command, act), ACTS[command, act]
    if any(anywhere_reasons(g, s, act, rule)):
        return []
    return [place for place in places if not any(there_reasons(g, s, act, place or "", rule))]


def perform(g: House, s: State, command: str, act: str, place: str, course: Course) -> State:
    """What comes of an action that a card gives."""
    rule = ACTS[command, act]
    where = (place,) if place and place not in COLOURS else ()
    course.tell(rule, f"pav.act.{act}", hexes=where, place=place, command=command)
    match act:
        case "stock":
            return s.push(Stocking(STOCKED))
        case "sortie":
            return s.push(Sortie())
        case "support":
            return meet_support(g, s, course)
        case "reinforce":
            return s.push(Reinforcing(POINTS, rule))
        case "mine":
            return s.shifted("sapper", SUPPLY, place)
        case "decide":
            return _decision(g, s, course)
        case "wire" | "ready":
            return s.shifted(g.kit.holds(place), STOCK, place)
        case "load":
            return s.push(Loading(LOADED))
        case "deliver":
            return s.push(Delivering())
        case "fortify":
            s = s.shifted("sapper", SUPPLY, STOCK)
            if place in COLOURS:
                return s.with_defence(place, 1)
    return s.shifted("damage", place, STOCK)


def _decision(g: House, s: State, course: Course) -> State:
    """A fog of war card goes to the stock, a new Soviet card comes (2.0 signals decision)."""
    fog = next(card for card in s.hand if card in g.kit.fog_cards)
    hand = tuple(card for card in s.hand if card != fog)
    return draw_soviet(g, replace(s, hand=hand, fog=(*s.fog, fog)), 1, course)


# ------------------------------------------------------------ the phase


def draw_soviet(g: House, s: State, count: int, course: Course) -> State:
    """Soviet cards into the hand; an empty deck is made of the discards (2.1)."""
    hand, deck, discard = s.hand, s.deck, s.discard
    for _ in range(count):
        if not deck:
            if not discard:
                break
            course.tell("2.1", "pav.card.reshuffled", count=len(discard))
            deck, discard = tuple(sorted(discard)), ()
        card, deck = draw(deck, "soviet", course)
        hand = (*hand, card)
        course.tell("2.1", "pav.card.drawn", card=card, commands=g.kit.soviet_halves(card))
    return replace(s, hand=hand, deck=deck, discard=discard)


def draw_cards(g: House, s: State, course: Course) -> State:
    """A hand of four; four actions if the wire is whole now (2.1, 2.0 unbroken signals)."""
    s = draw_soviet(g, s, HAND - len(s.hand), course)
    actions = ACTIONS
    if all(s.count("wire", post) for post in g.kit.locations_of(SIGNALS)):
        actions = UNBROKEN
        course.tell("2.0 unbroken signals", "pav.card.unbroken", count=actions)
    return s.instead(SovietCards(actions))


class Play(Deed[House, State, "SovietCards"]):
    """One action that a card gives (2.2)."""

    kind, rule, sure = "play", "2.2", True

    def slots(self) -> Slots[House, State, SovietCards]:
        return {
            "card": lambda g, s, p, given: p.usable(g, s),
            "command": lambda g, s, p, given: g.kit.soviet_halves(given["card"]),
            "act": lambda g, s, p, given: acts_of(g, given["command"]),
            "place": lambda g, s, p, given: open_places(g, s, given["command"], given["act"]),
        }

    def reasons(self, g: House, s: State, p: SovietCards, action: Action) -> Reasons:
        card, command, act = (text(action, key) for key in ("card", "command", "act"))
        if card not in s.hand:
            yield Reason.of("2.2", "pav.card.not-held", card=card)
            return
        halves = g.kit.soviet_halves(card)
        if not halves:
            yield Reason.of("2.2 fog of war", "pav.card.fog", card=card)
            return
        if card in s.used:
            yield Reason.of("2.2", "pav.card.used", card=card)
        if command not in halves:
            yield Reason.of("2.2", "pav.card.half", card=card, commands=halves)
            return
        if not gives(g, command, act):
            yield Reason.of("2.2", "pav.card.act", command=command, act=act)
            return
        yield from act_reasons(g, s, command, act, text(action, "place"))

    def apply(self, g: House, s: State, p: SovietCards, action: Action, course: Course) -> State:
        """The card stays in the hand, used, until the discard."""
        s = replace(s, used=(*s.used, action["card"])).instead(SovietCards(p.left - 1))
        return perform(g, s, action["command"], action["act"], text(action, "place"), course)


class SovietCards(UpTo):
    """Up to three actions, one a card (2.2)."""

    role, asks, rule = "cards", "pav.cards", "2.2"
    can = (Play(), ENOUGH)

    def usable(self, g: House, s: State) -> list[str]:
        """Cards of the hand that have not been used and are no fog (2.2 fog of war)."""
        return [c for c in s.hand if c not in s.used and g.kit.soviet_halves(c)]

    def open(self, g: House, s: State) -> bool:
        return self.left > 0 and bool(self.usable(g, s))

    def proceed(self, g: House, s: State, course: Course) -> State:
        """The whole hand goes, used or not (2.3)."""
        course.tell("2.3", "pav.card.discarded", count=len(s.hand))
        return replace(s.pop(), hand=(), used=(), discard=(*s.discard, *s.hand))
