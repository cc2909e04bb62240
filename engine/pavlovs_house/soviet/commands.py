"""Chapter 2: the Soviet card phase - draw four, act with three; what each command can do; sorties
of the storm group (3), and the final one of chapter 6."""

from __future__ import annotations

from engine.agenda import Deed, Phase, Reasons, Slots, once_a_state
from engine.pavlovs_house.board.house import (
    ENOUGH,
    House,
    State,
    Throw,
    UpTo,
    draw,
    recall_weapons,
    throw,
    together,
    unfit_reasons,
)
from engine.pavlovs_house.board.pieces import (
    COLOURS,
    COMMANDS,
    RESERVE,
    STAGING,
    STOCK,
    STORM,
    SUPPLY,
)
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
from engine.pavlovs_house.wehrmacht.fire import SORTIE, Wound
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Line, Reason, Tally

WOUNDED = 4
"""The highest casualty die that wounds (3.0 storm group casualties)."""
EXTRA = 2


def sortie_reasons(g: House, s: State) -> Reasons:
    """A card in the storm group area, no German on its colour, somebody to go (3.0 storm group)."""
    if s.storm is None:
        yield Reason.of("2.0 army command storm group", "pav.storm.no-card")
        return
    colour = g.kit.storm_groups[s.storm].colour
    there = g.germans(s, colour)
    if there:
        yield Reason.of("3.0 storm group", "pav.storm.germans", units=there, colour=colour)
    if not any(s.fresh(unit) for unit in g.men(s)):
        yield Reason.of("3.0 storm group members", "pav.storm.nobody")


def sortie_tally(g: House, card: str, members: tuple[str, ...]) -> Throw:
    """One die a counter, two more with the mark, against the card's defence (3.0 storm group)."""
    lines = []
    for unit in members:
        name = g.kit.men[unit].name
        lines.append(Line.of("3.0 storm group", "pav.dice.member", 1, unit=name))
        if STORM in g.kit.men[unit].marks:
            lines.append(Line.of("4.0 storm group ability", "pav.dice.storm", EXTRA, unit=name))
    return together("pav.dice.sum", lines, g.kit.storm_groups[card].defence)


class OfTheSortie(Deed[House, State, "Sortie"]):
    """What can be done as a storm group gathers (3.0 storm group)."""

    def tally(self, g: House, s: State, p: Sortie, action: Action) -> Tally | None:
        assert s.storm is not None, "a sortie has a card"
        unit = text(action, "unit")
        return sortie_tally(g, s.storm, (*p.members, *((unit,) if unit in g.kit.men else ())))


class Join(OfTheSortie):
    """One more goes (3.0 storm group members)."""

    kind, rule = "join", "3.0 storm group members"

    def slots(self) -> Slots[House, State, Sortie]:
        return {"unit": lambda g, s, p, given: g.men(s)}

    def reasons(self, g: House, s: State, p: Sortie, action: Action) -> Reasons:
        """Counters in the House that are neither exhausted nor damaged."""
        unit = text(action, "unit")
        if unit not in g.kit.men or not g.inside(s, unit):
            yield g.against(unit, self.rule, "pav.unit.not-here")
            return
        if unit in p.members:
            yield g.against(unit, self.rule, "pav.storm.joined")
        yield from unfit_reasons(g, s, unit, self.rule)

    def apply(self, g: House, s: State, p: Sortie, action: Action, course: Course) -> State:
        return s.instead(replace(p, members=(*p.members, action["unit"])))


class StormOut(OfTheSortie):
    """The group goes (3.0 storm group)."""

    kind, rule = "storm", "3.0 storm group"

    def reasons(self, g: House, s: State, p: Sortie, action: Action) -> Reasons:
        if not p.members:
            yield Reason.of("3.0 storm group members", "pav.storm.empty")

    def apply(self, g: House, s: State, p: Sortie, action: Action, course: Course) -> State:
        """The dice are added up; won or lost, casualties follow (3.0 storm group)."""
        card = s.storm
        assert card is not None, "a sortie has a card"
        group = g.kit.storm_groups[card]
        dice = throw(course, "storm", sortie_tally(g, card, p.members).dice)
        won = sum(dice) >= group.defence
        key = "pav.storm.won" if won else "pav.storm.failed"
        about = {"card": group.name, "dice": dice, "sum": sum(dice), "need": group.defence}
        course.tell(p.rule(), key, units=p.members, **about)
        if won:
            s = replace(s, storm=None, won=(*s.won, card))
        return s.instead(Casualties(p.members, p.role()))


class CallOff(OfTheSortie):
    """Nobody goes, as long as nobody has joined; the card stays."""

    kind, rule = "end", "3.0 storm group"

    def reasons(self, g: House, s: State, p: Sortie, action: Action) -> Reasons:
        if p.members:
            yield Reason.of(p.rule(), "pav.storm.begun")

    def apply(self, g: House, s: State, p: Sortie, action: Action, course: Course) -> State:
        course.tell(p.rule(), "pav.storm.off")
        return s.pop()


class Sortie(Phase):
    """The player picks the storm group, one counter after another, and sends it out."""

    members: tuple[str, ...] = ()
    final: bool = False
    can = (Join(), StormOut(), CallOff())

    def rule(self) -> str:
        """The section that lets them go."""
        return "6.0 final sortie" if self.final else "3.0 storm group"

    def role(self) -> str:
        """In whose phase."""
        return "counters" if self.final else "cards"

    def decision(self, g: House, s: State) -> Decision:
        assert s.storm is not None, "a sortie has a card"
        group, dice = g.kit.storm_groups[s.storm], sortie_tally(g, s.storm, self.members).total
        about = {"card": group.name, "need": group.defence, "dice": dice}
        return Decision.of(g.seats[self.role()], "pav.sortie", self.rule(), **about)


class Casualties(Phase):
    """One die for each counter that went, one after another (3.0 storm group casualties)."""

    left: tuple[str, ...]
    role: str
    """In whose phase the sortie was made (7.3)."""

    def proceed(self, g: House, s: State, course: Course) -> State:
        """1-4 is a wound, 5-6 comes back to the reserve."""
        if not self.left:
            return s.pop()
        unit, *rest = self.left
        s = s.instead(replace(self, left=tuple(rest)))
        name = g.kit.men[unit].name
        die = course.chance.roll("casualty")
        if die <= WOUNDED:
            course.tell(SORTIE, "pav.storm.wounded", units=(unit,), unit=name, die=die)
            return s.push(Wound(unit, SORTIE, self.role))
        course.tell(SORTIE, "pav.storm.back", units=(unit,), unit=name, die=die)
        return recall_weapons(g, s.at(unit, RESERVE), course)


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
