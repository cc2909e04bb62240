"""Pavlov's House by pointing: cards, defenders and tokens are picked, places pointed at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from engine.values import Action
from tutor.art.views import CounterView, MarkerView, Overlay
from tutor.games.pavlovs_house.markers import markers
from tutor.games.pavlovs_house.panel import Panel
from tutor.games.pavlovs_house.words import COLOURS, MARKS, RESERVE, STOCK, plural
from tutor.games.pointer import Proposal

SYMBOLS = {
    "riflemen": "infantry",
    "machine-gunners": "machine-gun",
    "scouts": "recon",
    "panzer-2": "armor",
    "panzer-3": "armor",
    "panzer-4": "armor",
    "stug": "assault-gun",
    "anti-tank": "anti-tank",
    "machine-gun": "machine-gun",
    "mortar": "mortar",
}
MANY_PLACES = 2
"""A card's act at more places than this is pointed at, not pressed."""
TRIALS = {"pav.bring": "bring", "pav.sortie": "join", "pav.acts": "attack"}
"""What somebody who can do nothing is refused, by the kind of decision; else a move."""
PICKED = ("pav.cards", "pav.bring", "pav.sortie", "pav.moves", "pav.displaced", "pav.acts")
"""Decisions that begin with picking; at all others everything is listed."""
NAMED = ("pav.wound", "pav.who", "pav.ordering", "pav.hungry")
"""Decisions about counters, each of them a button."""


class PavlovsHouseHands(Panel):
    """Hands for Pavlov's House.

    Its pointing differs in three things: cards are picked as counters are, a weapon is fired by two
    who may all be pointed at, and counters lie side by side in its boxes.
    """

    closed = ("pav.plan", "pav.plan-tactics")
    drawers = {"pav.bring": STOCK}
    spread = (RESERVE, STOCK)
    overlays = (("sight", "Who sees how many"), ("threat", "An assault now"))

    # -- what is there ----------------------------------------------------------------------------

    def where(self, unit: str) -> str:
        """Where a counter is; a card is at its place in the hand."""
        hand = self.state.hand
        return f"hand-{hand.index(unit) + 1}" if unit in hand else super().where(unit)

    def meant(self, hex: str, unit: str | None) -> str | None:
        """The counter, or the card at a place of the hand, unless it can do nothing."""
        card = self.card_at(hex)
        return card if card is not None and card in self.pickable() else unit

    def trial(self, unit: str) -> Action:
        """What somebody who can do nothing is refused now, so that it is told why."""
        arms = self.kind == "pav.sortie" and unit not in self.kit.men
        return Action("move" if arms else TRIALS.get(self.kind, "move"), unit=unit)

    def owner(self, unit: str) -> str:
        """Cards belong to who decides."""
        if unit in self.game.scenario.pieces:
            return super().owner(unit)
        return self.mover or ""

    def may_select(self, unit: str) -> bool:
        """Defenders and weapons; while cards are played, cards."""
        return unit not in self.kit.germans and (
            (unit in self.rules.units) != (self.kind == "pav.cards")
        )

    def pickable(self) -> tuple[str, ...]:
        """Cards while cards are played, else counters."""
        key = "card" if self.kind == "pav.cards" else "unit"
        if self.kind in ("pav.wound", "pav.plan", "pav.plan-tactics"):
            return ()
        return tuple(dict.fromkeys(a[key] for a in self.game.choices() if key in a))

    def invitation(self, count: int) -> str:
        """How to begin."""
        thing = plural(count, "card" if self.kind == "pav.cards" else "counter")
        return f"{thing} to choose from. Click one, or press N."

    # -- counters and markers ---------------------------------------------------------------------

    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """What stands on the board, weapons below their men; who can be brought, in the stock."""
        box = (*self.kit.men, *self.kit.weapons)
        wanted = self.pickable() if self.drawer() else ()
        position = self.state.position
        for place in position.places():
            units = sorted(position.at(place), key=lambda unit: unit in self.kit.men)
            if place == STOCK:
                units = [unit for unit in box if unit in wanted]
            for unit in units if place in self.board else ():
                states = self.states(unit) | ({"selected"} if unit in chosen else set())
                yield place, self.counter(unit, frozenset(states))

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """Name, marks and figures; a German's symbol, value and defence."""
        piece = self.rules.units.get(unit)
        if piece is None:
            return CounterView(unit, "soviet", "soviet", name=unit, states=states)
        if unit in self.kit.germans:
            side = palette = "german"
            figures = (str(piece.value), f"D{self.game.query('german_defence', unit=unit)}")
        else:
            side, palette = "soviet", "soviet" if unit in self.kit.men else "soviet-guards"
            price = (f"c{piece.cost}",) if self.state.position.place(unit) == STOCK else ()
            figures = (str(piece.attack), str(piece.suppression), *price)
        return CounterView(
            id=unit,
            side=side,
            palette=palette,
            symbol=SYMBOLS.get(getattr(piece, "kind", getattr(piece, "mark", "")), ""),
            size="",
            name=piece.name,
            numbers=figures,
            states=states,
            marks=tuple(s for mark, s in MARKS.items() if mark in getattr(piece, "marks", ())),
        )

    def states(self, unit: str) -> set[str]:
        """Exhausted, damaged, acted, ordered, moved, in the storm group."""
        s = self.state
        found = {"spent"} if unit in s.exhausted else set()
        if s.damaged(unit):
            found.add("damaged")
        if s.count("action", unit) or s.count("order", unit):
            found.add("fought" if s.count("action", unit) else "fresh")
        if unit in s.moved:
            found.add("moved")
        if s.agenda and unit in getattr(s.top, "members", ()):
            found.add("active")
        return found

    def markers(self) -> Iterator[MarkerView]:
        """Tokens, tracks, cards and notes on the decks."""
        return markers(self)

    # -- pointing ---------------------------------------------------------------------------------

    def goals(self, action: Action) -> tuple[str, ...]:
        """The places that an action is pointed at; of guns where their targets are."""
        position = self.state.position
        named = [] if action.kind == "spot" else [action.get("to"), action.get("place")]
        targets = action.get("targets", (action.get("target"),))
        hit = [position.place(target) for target in targets if target in position]
        return tuple(place for place in (*named, *hit) if place is not None)

    def actor(self, action: Action) -> str | None:
        """A card plays, a counter acts."""
        who: str | None = action.get("card") if action.kind == "play" else action.get("unit")
        return who

    def doings(self, unit: str) -> list[Action]:
        """What a picked counter or card can do, a weapon and a mate with whoever serves it."""
        roles = ("card",) if unit in self.state.hand else ("unit", "mate", "weapon")
        return [a for a in self.game.choices() if unit in map(a.get, roles)]

    def there(self, unit: str | None, hex: str) -> list[Action]:
        """What can be done there by him, or by anybody: where it is pointed at."""
        found = self.game.choices() if unit is None else self.doings(unit)
        return [action for action in found if hex in self.goals(action)]

    def attempt(self, unit: str | None, hex: str) -> Proposal | None:
        """A move, an attack or a card that is not allowed there."""
        if unit is None:
            return None
        man, kind = unit in self.kit.men, self.kind
        somewhere = hex in (*self.kit.places, *self.kit.token_places) and hex != self.where(unit)
        if kind == "pav.moves" and man and somewhere:
            return Proposal(Action("move", unit=unit, to=hex))
        if kind == "pav.displaced" and somewhere:
            return Proposal(Action("yield", unit=unit, to=hex))
        standing = self.state.position.at(hex)
        if kind == "pav.acts" and hex in self.kit.spaces and standing:
            shot = self._shot(unit, standing[0])
            return Proposal(shot) if shot else None
        if kind == "pav.cards" and unit in self.state.hand:
            return self._misplayed(unit, hex)
        return None

    def _shot(self, unit: str, target: str) -> Action | None:
        """An attack as the learner most likely means it; a weapon fires only with its crew."""
        crew, man = [a for a in self.doings(unit) if "mate" in a], unit in self.kit.men
        if crew and not (man and self.kit.germans[target].infantry):
            found = crew[0]
            mate, weapon = found["mate"], found["weapon"]
            return Action(found.kind, unit=found["unit"], mate=mate, weapon=weapon, target=target)
        return Action("attack", unit=unit, target=target) if man else None

    def _misplayed(self, card: str, hex: str) -> Proposal | None:
        """The first act of a card that names such a place, refused with its reasons."""
        for command in self.kit.soviet_halves(card):
            for act in self.ask("acts", command=command):
                known = self.ask("act_places", command=command, act=act)
                if act != "repair" and hex in known:
                    return Proposal(Action("play", card=card, command=command, act=act, place=hex))
        return None

    # -- buttons ----------------------------------------------------------------------------------

    def listed(self, everything: bool = False) -> list[Action]:
        """Actions that need nothing picked."""
        actions = self.game.choices()
        if self.kind not in PICKED:
            return actions
        return [a for a in actions if "unit" not in a and "card" not in a]

    def ways(self, unit: str) -> list[Action]:
        """What a picked counter or card can do without pointing, or at a place or two."""
        if self.kind in NAMED:
            return []
        actions = self.doings(unit)
        acts = Counter((a.get("command"), a.get("act")) for a in actions if a.kind == "play")
        few = {act for act, places in acts.items() if places <= MANY_PLACES}
        return [a for a in actions if not self.goals(a) or (a.get("command"), a.get("act")) in few]

    def glow(self, hex: str) -> tuple[Overlay, ...]:
        """What is in line of sight of a position or an enemy pointed at (1.3)."""
        if hex not in self.kit.spots and hex not in self.kit.spaces:
            return ()
        return (Overlay("sight-area", self.sights(hex)),)

    def overlay(self, key: str, unit: str | None) -> Iterator[Overlay]:
        """Who sees somebody now; what an assault would throw now."""
        position = self.state.position
        if key == "sight":
            seen = [p for p in (*self.kit.spots, *self.kit.spaces) if position.at(p)]
            pairs = {p: sum(bool(position.at(q)) for q in self.sights(p)) for p in seen}
            yield Overlay("sight-area", {p: str(count) for p, count in pairs.items() if count})
        elif key == "threat":
            found = self.game.query("assault")
            texts = {}
            for colour in COLOURS:
                dice = {kind: int(tally.total) for kind, tally in found[colour].items()}
                texts[colour] = f"{dice['infantry']} + {dice['armour']}"
            yield Overlay("cause-area", texts)
