"""Chapter 7: tactics cards (7.2), operational support (7.1), and the German player's plan (7.4)."""

from __future__ import annotations

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.pavlovs_house.board.house import Deck, House, State, draw
from engine.pavlovs_house.board.pieces import OUT, STOCK
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Line, Reason, enforces

REMOVED = {"veteran": (3, 2, 2, 2), "guards": (2, 2, 2, 2), "competitive": (1, 2, 2, 2)}
"""Cards taken off each tactics deck (7.2.1 setup, 7.2.2 setup, 7.4 setup)."""
RULES = {"veteran": "7.2.1 play", "guards": "7.2.2 play", "competitive": "7.4 wehrmacht phase"}
"""The rules on the use of the cards that are left."""
HAND, TACTICS, LAID = 4, 3, 3


def level(g: House) -> str | None:
    """Which of the uses of tactics cards is on."""
    return next(filter(g.on, REMOVED), None)


def effect_lines(g: House, s: State, effect: str) -> list[Line]:
    """What the open tactics cards add to a number for the rest of the turn (7.2.1, 7.2.2 play)."""
    if s.tactics_turn != s.turn:
        return []
    rows = g.kit.chart("tactics").rows
    rule = RULES[level(g) or "veteran"]
    return [
        Line.of(rule, "pav.dice.tactics", rows[card]["amount"], card=rows[card]["name"])
        for card in s.open_tactics
        if rows[card]["effect"] == effect
    ]


def effect(g: House, s: State, name: str) -> int:
    """The sum of what the open tactics cards add to a number."""
    return sum(int(line.value or 0) for line in effect_lines(g, s, name))


@enforces("0.0 setup tactics cards", "7.2.1 setup", "7.2.2 setup", "7.4 setup")
def build_tactics(g: House, s: State, course: Course) -> State:
    """Four decks, some cards of each removed unseen, stacked 1 to 4 (7.2.1, 7.2.2, 7.4 setup)."""
    use = level(g)
    if use is None or s.tactics:
        return s  # 0.0 setup tactics cards: they stay in the box, or the scenario stacked them.
    rows = g.kit.chart("tactics").rows
    parts: list[tuple[str, ...]] = []
    gone: list[str] = []
    for deck, count in enumerate(REMOVED[use], start=1):
        cards = [card for card in rows if rows[card]["deck"] == deck]
        for _ in range(count):
            card = course.chance.draw("tactics", cards)
            cards.remove(card)
            gone.append(card)
        parts.append(tuple(cards))
    return replace(s, tactics=tuple(parts), unseen=(*s.unseen, *gone))


def draw_top(parts: Deck, name: str, course: Course) -> tuple[tuple[str, ...], Deck]:
    """The top card of a deck, none of an empty one, and the deck without it."""
    for i, part in enumerate(parts):
        if part:
            card, rest = draw(part, name, course)
            return (card,), (rest, *parts[i + 1 :])
    return (), ()


@enforces("7.2.1", "7.2.2")
def open_tactics(g: House, s: State, course: Course) -> State:
    """As the Wehrmacht phase begins the oldest card leaves and a new one opens (7.2.1, 7.2.2)."""
    use = level(g)
    if use is None:
        return s
    new: tuple[str, ...] = ()
    if use == "competitive":
        new += (s.planned_tactic,) if s.planned_tactic else ()
        s = replace(s, planned_tactic=None)
        leaving = s.open_tactics
    else:
        for _ in range(2 if use == "guards" and not s.open_tactics else 1):
            drawn, parts = draw_top(s.tactics, "tactics", course)
            s, new = replace(s, tactics=parts), new + drawn
        leaving = s.open_tactics[:1]
    staying = tuple(card for card in s.open_tactics if card not in leaving)
    rows = g.kit.chart("tactics").rows
    for card in new:
        course.tell(RULES[use], "pav.tactics.opened", card=rows[card]["name"])
    opened = (*staying, *new)
    return replace(s, open_tactics=opened, tactics_turn=s.turn, gone=(*s.gone, *leaving))


@enforces("0.0 setup support cards")
def build_support(g: House, s: State, course: Course) -> State:
    """The eight cards are shuffled and the top one opened (7.1 setup)."""
    if not g.on("operational-support"):
        return s  # 0.0 setup support cards: they stay in the box.
    cards = s.support or tuple(g.kit.chart("support").rows)
    s = replace(s, support=cards)
    return s if s.open_support else open_support(g, s, "7.1 setup", course)


def open_support(g: House, s: State, rule: str, course: Course) -> State:
    """The next support card is turned up (7.1 setup, 7.1 support action)."""
    if not s.support:
        return replace(s, open_support=None)
    in_order = s.support[0], s.support[1:]
    card, rest = in_order if g.stacked_support else draw(s.support, "support", course)
    name = g.kit.chart("support").value(card, "name")
    course.tell(rule, "pav.support.opened", card=name)
    return replace(s, support=rest, open_support=card)


def support_reasons(g: House, s: State) -> Reasons:
    """Tokens in the stock, no damage on the locations named (7.1 support action)."""
    rule = "7.1 support action"
    if s.open_support is None:
        yield Reason.of("7.1", "pav.support.none")
        return
    row = g.kit.chart("support").rows[s.open_support]
    for token in dict.fromkeys(row["tokens"]):
        need, have = row["tokens"].count(token), s.count(token, STOCK)
        if have < need:
            yield Reason.of(rule, "pav.support.token", token=token, need=need, have=have)
    broken = tuple(place for place in row["locations"] if s.damaged(place))
    if broken:
        yield Reason.of(rule, "pav.support.damaged", hexes=broken, places=broken)


def meet_support(g: House, s: State, course: Course) -> State:
    """The tokens leave the game, the card is kept for its points (7.1 support action)."""
    card = s.open_support
    assert card is not None, "support_reasons found a card"
    row = g.kit.chart("support").rows[card]
    for token in row["tokens"]:
        s = s.shifted(token, STOCK, OUT)
    rule, name, points = "7.1 support action", row["name"], row["points"]
    course.tell(rule, "pav.support.met", card=name, points=points)
    return open_support(g, replace(s, won=(*s.won, card)), rule, course)


# ------------------------------------------------------------ the plan (7.4)


def forced(g: House, s: State) -> list[str]:
    """Resupply checks and the Milk House cannot be held back (7.4 forced cards)."""
    return [card for card in s.german_hand if card in g.kit.storm_groups]


def filled(s: State, course: Course) -> State:
    """The hand filled to four Wehrmacht and three tactics cards (7.4 planning)."""
    while len(s.german_hand) < HAND and any(s.wehrmacht):
        card, parts = draw_top(s.wehrmacht, "wehrmacht", course)
        s = replace(s, wehrmacht=parts, german_hand=(*s.german_hand, *card))
    while len(s.german_tactics) < TACTICS and any(s.tactics):
        card, parts = draw_top(s.tactics, "tactics", course)
        s = replace(s, tactics=parts, german_tactics=(*s.german_tactics, *card))
    return s


def begin_planning(g: House, s: State, course: Course) -> State:
    """The first hand of the game is drawn before it can be planned with (7.4 planning)."""
    s = filled(s, course)
    course.tell("7.4 planning", "pav.plan.begins", turn=s.turn)
    return s.instead(Planning(min(LAID, len(s.german_hand))))


class Lay(Deed[House, State, "Planning"]):
    """A card face down (7.4 planning)."""

    kind, rule = "lay", "7.4 planning"

    def slots(self) -> Slots[House, State, Planning]:
        return {"card": lambda g, s, p, given: p.hand(s)}

    def reasons(self, g: House, s: State, p: Planning, action: Action) -> Reasons:
        """In the hand; forced cards before there is no room for them (7.4 forced cards)."""
        card = text(action, "card")
        if card not in p.hand(s):
            yield Reason.of(self.rule, "pav.plan.not-held", card=card)
            return
        must = forced(g, s)
        if not p.tactic(s) and card not in must and len(must) >= p.left:
            yield Reason.of("7.4 forced cards", "pav.plan.forced", card=card, cards=tuple(must))

    def apply(self, g: House, s: State, p: Planning, action: Action, course: Course) -> State:
        """Face down: only its number is told."""
        card = action["card"]
        rest = tuple(other for other in p.hand(s) if other != card)
        if p.tactic(s):
            course.tell(self.rule, "pav.plan.tactic")
            return replace(s, german_tactics=rest, planned_tactic=card)
        course.tell(self.rule, "pav.plan.laid", number=len(s.plan) + 1)
        s = replace(s, german_hand=rest, plan=(*s.plan, card))
        return s.instead(Planning(p.left - 1))


class Planning(Phase):
    """Three Wehrmacht cards in order, then one tactics card, all face down (7.4 planning)."""

    left: int
    can = (Lay(),)

    def tactic(self, s: State) -> bool:
        """Whether the tactics card is next."""
        return not self.left and s.planned_tactic is None and bool(s.german_tactics)

    def hand(self, s: State) -> tuple[str, ...]:
        """The cards of which one is laid next (7.4 planning)."""
        return s.german_tactics if self.tactic(s) else s.german_hand

    def decision(self, g: House, s: State) -> Decision | None:
        if self.left:
            return Decision.of(g.seats["german"], "pav.plan", "7.4 planning", left=self.left)
        if self.tactic(s):
            return Decision.of(g.seats["german"], "pav.plan-tactics", "7.4 planning")
        return None

    def proceed(self, g: House, s: State, course: Course) -> State:
        """All cards lie, and as many are drawn again before the Soviets act (7.4 planning)."""
        s = filled(s, course)
        course.tell("7.4 planning", "pav.plan.drawn", count=len(s.german_hand))
        return s.pop()
