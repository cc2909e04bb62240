"""Pavlov's House by pointing: cards, defenders and tokens are picked, places pointed at."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from engine.action import Action
from engine.placeboard import PlaceBoard
from tutor.art.views import CounterView, MarkerView, Overlay
from tutor.games.pavlovs_house import wording as places
from tutor.games.pavlovs_house.about import about_html
from tutor.games.pavlovs_house.markers import markers
from tutor.games.pavlovs_house.wording import COLOURS, RESERVE, STOCK
from tutor.games.plain import Hands
from tutor.games.pointer import Proposal

MARKS = {
    "anti-tank": "AT",
    "machine-gun": "MG",
    "mortar": "Mo",
    "order": "O",
    "spotting": "Sp",
    "inspiration": "In",
    "storm": "SG",
}
"""The short words on counters."""
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


class PavlovsHouseHands(Hands):
    """Hands for Pavlov's House.

    Its pointing differs in three things: cards are picked as counters are, a weapon is fired by two
    who may all be pointed at, and counters lie side by side in its boxes.
    """

    closed = ("pav.plan", "pav.plan-tactics")
    overlays = (("sight", "Who sees how many"), ("threat", "An assault now"))

    # -- what is there ----------------------------------------------------------------------------

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.game.rules

    @property
    def kit(self) -> Any:
        """Everything in the box."""
        return self.rules.kit

    @property
    def board(self) -> PlaceBoard:
        """The board of places."""
        board = self.game.scenario.board
        assert isinstance(board, PlaceBoard), "this game has no hexes"
        return board

    def where(self, unit: str) -> str:
        """Where a counter is; a card is at its place in the hand."""
        hand = self.state.hand
        return f"hand-{hand.index(unit) + 1}" if unit in hand else super().where(unit)

    def thing_at(self, hex: str) -> str | None:
        """The card at a place of the hand, unless it can do nothing."""
        card = self.card_at(hex)
        return card if card in self.pickable() else None

    def spread(self, hex: str) -> bool:
        """Counters lie side by side in the reserve and in the stock."""
        return hex in (RESERVE, STOCK)

    def card_at(self, hex: str) -> str | None:
        """The card at a place of the hand."""
        if hex.startswith("hand-"):
            number = int(hex.removeprefix("hand-")) - 1
            return self.state.hand[number] if number < len(self.state.hand) else None
        return None

    def trial(self, unit: str) -> Action:
        """What somebody who can do nothing is refused now, so that it is told why."""
        match self.kind:
            case "pav.bring":
                return Action("bring", unit=unit)
            case "pav.sortie" if unit in self.kit.men:
                return Action("join", unit=unit)
            case "pav.acts":
                return Action("attack", unit=unit)
            case _:
                return Action("move", unit=unit)

    def owner(self, unit: str) -> str:
        """Cards belong to who decides."""
        if unit in self.game.scenario.pieces:
            return super().owner(unit)
        return self.mover or ""

    def may_select(self, unit: str) -> bool:
        """Defenders, and the cards while cards are played."""
        if unit in self.kit.germans:
            return False
        if unit in self.kit.men or unit in self.kit.weapons:
            return self.kind != "pav.cards"
        return self.kind == "pav.cards"

    def pickable(self) -> tuple[str, ...]:
        """Cards while cards are played, else counters."""
        key = "card" if self.kind == "pav.cards" else "unit"
        if self.kind in ("pav.wound", "pav.plan", "pav.plan-tactics"):
            return ()
        return tuple(dict.fromkeys(a[key] for a in self.game.choices() if key in a))

    def invitation(self, count: int) -> str:
        """How to begin."""
        thing = "card" if self.kind == "pav.cards" else "counter"
        plural = "" if count == 1 else "s"
        return f"{count} {thing}{plural} to choose from. Click one, or press N."

    # -- counters and markers ---------------------------------------------------------------------

    def drawer(self) -> str | None:
        """The stock lies open while somebody is brought from it."""
        return STOCK if self.kind == "pav.bring" else None

    def counters(self, chosen: Collection[str] = ()) -> Iterator[tuple[str, CounterView]]:
        """What stands on the board, weapons below their men; who can be brought, in the stock."""
        position = self.state.position
        wanted = set(self.pickable()) if self.drawer() else set()
        for place in position.places():
            if place not in self.board:
                continue
            units = sorted(position.at(place), key=lambda unit: unit in self.kit.men)
            for unit in units if place != STOCK else self._in_box_order(wanted):
                states = self.states(unit) | ({"selected"} if unit in chosen else set())
                yield place, self.counter(unit, frozenset(states))

    def _in_box_order(self, wanted: set[str]) -> list[str]:
        return [unit for unit in (*self.kit.men, *self.kit.weapons) if unit in wanted]

    def counter(self, unit: str, states: frozenset[str]) -> CounterView:
        """Name, marks and figures; a German's symbol, value and defence."""
        piece = self.rules.units.get(unit)
        if piece is None:
            return CounterView(unit, "soviet", "soviet", name=unit, states=states)
        if unit in self.kit.germans:
            defence = self.game.query("german_defence", unit=unit)
            german, sign = (str(piece.value), f"D{defence}"), SYMBOLS[piece.kind]
            return CounterView(
                unit, "german", "german", sign, "", piece.name, german, states=states
            )
        figures: tuple[str, ...] = (str(piece.attack), str(piece.suppression))
        if self.state.position.place(unit) == STOCK:
            figures = (*figures, f"c{piece.cost}")
        if unit in self.kit.weapons:
            return CounterView(
                unit, "soviet", "soviet-guards", SYMBOLS[piece.mark], "", piece.name, figures,
                states=states,
            )  # fmt: skip
        marks = tuple(short for mark, short in MARKS.items() if mark in piece.marks)
        return CounterView(
            unit, "soviet", "soviet", name=piece.name, numbers=figures, states=states, marks=marks
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
        """The places that an action is pointed at."""
        position = self.state.position
        found: list[str] = []
        for key in ("to", "place"):
            if key in action and action.kind not in ("spot",):
                found.append(action[key])
        targets = action.get("targets", (action["target"],) if "target" in action else ())
        return (*found, *(position.place(target) for target in targets if target in position))

    def actor(self, action: Action) -> str | None:
        """A card plays, a counter acts."""
        who: str | None = action.get("card") if action.kind == "play" else action.get("unit")
        return who

    def doings(self, unit: str) -> list[Action]:
        """What a picked counter or card can do."""
        if unit in self.state.hand:
            return [a for a in self.game.choices() if a.get("card") == unit]
        roles = ("unit", "mate", "weapon")
        return [a for a in self.game.choices() if unit in (a.get(role) for role in roles)]

    def there(self, unit: str | None, hex: str) -> list[Action]:
        """What can be done there by him, or by anybody."""
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
        picked = {"pav.cards", "pav.bring", "pav.sortie", "pav.moves", "pav.displaced", "pav.acts"}
        actions = self.game.choices()
        if self.kind in picked:
            return [a for a in actions if "unit" not in a and "card" not in a]
        return actions

    def ways(self, unit: str) -> list[Action]:
        """What a picked counter or card can do without pointing, or at a place or two."""
        actions = self.doings(unit)
        if self.kind in ("pav.wound", "pav.who", "pav.ordering", "pav.hungry"):
            return []  # all of it is listed
        crowd: dict[object, int] = {}
        for action in actions:
            crowd[self._heap(action)] = crowd.get(self._heap(action), 0) + 1
        found = []
        for action in actions:
            pointed = bool(self.goals(action))
            if not pointed or (action.kind == "play" and crowd[self._heap(action)] <= MANY_PLACES):
                found.append(action)
        return found

    @staticmethod
    def _heap(action: Action) -> object:
        return (action.kind, action.get("command"), action.get("act"))

    def action_name(self, action: Action) -> str:
        """A legal action as the label of a button."""
        return places.action_name(self, action)

    def unit_name(self, unit: str) -> str:
        """A counter or card as a sentence names it."""
        if unit in self.kit.chart("soviet").rows:
            halves = " / ".join(places.word("command", c) for c in self.kit.soviet_halves(unit))
            return f"Card {unit}: {halves or 'fog of war'}"
        name: str = self.rules.name(unit)
        return name

    def unit_text(self, unit: str) -> str:
        """What a counter or card can do, in words."""
        return places.unit_text(self, unit)

    # -- words and odds ---------------------------------------------------------------------------

    def foreseen(self, action: Action) -> bool:
        """Nothing here is enumerated: cards and long rows of dice have too many branches."""
        return False

    def odds_note(self, action: Action) -> str:
        """The exact chance that the dice succeed."""
        return places.odds_html(self, action)

    def plan_html(self, target: str | None, members: tuple[str, ...]) -> str:
        """The odds of what is owed now: a storm group, tokens, guns."""
        return places.plan_html(self)

    def tracks_html(self) -> str:
        """Turn, what is left of the decks, the score if it ended now."""
        return places.tracks_html(self)

    def key_html(self) -> str:
        """How to read the counters."""
        return places.KEY

    def place_name(self, place: str) -> str:
        """A place as a sentence names it."""
        return places.place_name(self, place)

    def describe(self, hex: str) -> str:
        """What a place is, for the status line and the screen reader."""
        return places.describe(self, hex)

    def about(self, hex: str) -> str:
        """What a place does, with the rules."""
        return about_html(self, hex)

    def glow(self, hex: str) -> tuple[Overlay, ...]:
        """What is in line of sight of a position or an enemy pointed at (1.3)."""
        if hex not in self.kit.spots and hex not in self.kit.spaces:
            return ()
        return (Overlay("sight-area", self.sights(hex)),)

    def sights(self, hex: str) -> tuple[str, ...]:
        """The places that see a position or a space: a colour in common (1.3)."""
        mine = set(self.kit.colours_of(hex))
        others = self.kit.spaces if hex in self.kit.spots else self.kit.spots
        return tuple(place for place in others if mine & set(self.kit.colours_of(place)))

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
