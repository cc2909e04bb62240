"""What the places, counters and actions of Pavlov's House are called."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.placeboard import PlaceBoard
from engine.values import Action
from engine.words import catalogue
from tutor import panels
from tutor.games.plain import Hands

GAME = "pavlovs-house"
COLOURS = ("green", "red", "purple")
STOCK, RESERVE, SUPPLY = "stock", "reserve", "supply"
"""Places of the board that look or are called otherwise than the others."""
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
WHOLE = ("medic", "wire")
"""Tokens that are called by what they show."""
SPRAYS = ("repel", "spot", "attack", "anti-tank", "machine-gun", "mortar", "storm")
"""What dice are thrown for: its button tells the chance."""


def word(key: str, **params: object) -> str:
    """Words of the catalogue; where it has none, the last part of the key."""
    words = catalogue()
    said = words.say(key, params.items())
    return said if key in words else key.rpartition(".")[2].replace("-", " ")


def plural(count: int, one: str) -> str:
    """A number and what is counted."""
    return f"{count} {one}{'' if count == 1 else 's'}"


class Words(Hands):
    """What things are called."""

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

    def card_at(self, hex: str) -> str | None:
        """The card at a place of the hand."""
        hand = {f"hand-{number}": card for number, card in enumerate(self.state.hand, start=1)}
        return hand.get(hex)

    # -- counters and cards -----------------------------------------------------------------------

    def unit_name(self, unit: str) -> str:
        """A counter or card as a sentence names it."""
        if unit in self.kit.chart("soviet").rows:
            halves = " / ".join(word(f"command.{c}") for c in self.kit.soviet_halves(unit))
            return f"Card {unit}: {halves or 'fog of war'}"
        name: str = self.rules.unit_name(unit)
        return name

    def unit_text(self, unit: str) -> str:
        """What a counter or card can do, in words."""
        if unit in self.kit.chart("soviet").rows:
            halves = " or of ".join(word(f"short.{c}") for c in self.kit.soviet_halves(unit))
            return self.useless(unit) or f"one action of {halves}"
        piece = self.rules.units[unit]
        if unit in self.kit.germans:
            kind = "suppression" if piece.infantry else "attack"
            return f"{kind} {piece.value}, defence {piece.defence}"
        text = f"attack {piece.attack}, suppression {piece.suppression}, cost {piece.cost}"
        if unit in self.kit.weapons:
            told = [word("pav.bears.weapon", mark=piece.mark)]
        else:
            told = [word(f"pav.bears.{mark}") for mark in MARKS if mark in piece.marks]
        return "; ".join([text, *told])

    def useless(self, card: str) -> str:
        """Why a card of the hand can do nothing now; empty where it can do something."""
        if not self.kit.soviet_halves(card):
            return word("pav.useless.fog")
        if card in self.state.used:
            return word("pav.useless.used")
        idle = self.kind == "pav.cards" and card not in self.pickable()
        return word("pav.useless.idle") if idle else ""

    # -- places -----------------------------------------------------------------------------------

    def place_name(self, place: str) -> str:
        """A place as a sentence names it."""
        if place.startswith("hand-"):
            return "your hand"
        if place in self.board:
            return self.board.spots[place].name or self.board.spots[place].label or place
        return place

    def describe(self, hex: str) -> str:
        """Name, tokens, counters; of a place of the hand its card."""
        if hex.startswith("hand-"):
            card = self.card_at(hex)
            if card is None:
                return "An empty place of the hand"
            return "; ".join(filter(None, (self.unit_name(card), self.useless(card))))
        parts = [self.place_name(hex)]
        if hex in self.kit.token_places and hex != STOCK:
            parts += self.tokens(hex)
        if hex in COLOURS:
            parts.append(f"defence {self.state.defence[hex]}")
        units = self.state.position.at(hex) if hex != STOCK else ()
        return ", ".join([*parts, *map(self._and_how, units)])

    def tokens(self, place: str) -> list[str]:
        """The tokens that lie in a place, counted."""
        return [
            plural(count, word(f"token.{kind}") + ("" if kind in WHOLE else " token"))
            for kind, count in self.game.query("tokens", place=place).items()
        ]

    def _and_how(self, unit: str) -> str:
        s, name = self.state, self.unit_name(unit)
        marks = {"exhausted": unit in s.exhausted, "damaged": s.damaged(unit)}
        borne = ", ".join(mark for mark, on in marks.items() if on)
        return f"{name} ({borne})" if borne else name

    # -- actions ----------------------------------------------------------------------------------

    def chance_of(self, action: Action) -> Fraction | None:
        """The exact chance that an action's dice succeed."""
        found: Fraction | None = self.game.query("forecast", action=action.to_json())["chance"]
        return found

    def action_name(self, action: Action) -> str:
        """A legal action as the label of a button; no guns named hold their fire."""
        silent = action.kind == "flak" and not action["places"]
        return super().action_name(Action("hold-fire") if silent else action)

    def called(self, name: str, value: Any) -> Any:
        """Counters by their names; several with an "and" between them."""
        if isinstance(value, tuple):
            return " and ".join(self.called(name, one) for one in value)
        return self.unit_name(value) if value in self.rules.units else value

    def named(self, action: Action) -> dict[str, Any]:
        """What else than its arguments the words of an action speak of."""
        found = super().named(action)
        match action.kind:
            case "take":
                found["left"] = self.state.count(action["token"], STOCK)
            case "deliver":
                tokens = self.game.query("tokens", place=action["place"])
                found["tokens"] = ", ".join(word(f"token.{kind}") for kind in tokens)
            case "lay":
                found["card"] = self._german_card(action["card"])
            case "repel" if not action["count"]:
                return {"count": "none", "odds": ""}
        place = action.get("to", action.get("place"))
        chance = self.chance_of(action) if action.kind in SPRAYS else None
        return found | {
            "at": self._at(place) if place else "",
            "short": action.get("command"),
            "mended": action.get("how"),
            "laid": ", ".join(f"{action[c]} {c}" for c in COLOURS if c in action),
            "odds": "" if chance is None else f" ({panels.percent(chance)})",
        }

    def _at(self, place: str) -> str:
        if place in COLOURS:
            return f"{place} track"
        if place in self.kit.locations:
            return f"at {place}"
        return f"on path {place[0]}" if place in self.kit.spaces else word(f"place.{place}")

    def _german_card(self, card: str) -> str:
        """A Wehrmacht or tactics card: its name, and its number, for there are several of most."""
        tactics = self.kit.chart("tactics").rows
        kind = self.kit.wehrmacht_kind(card) if card not in tactics else ""
        name = word(f"card.{kind}") if kind else str(tactics[card]["name"])
        return f"{name}, card {int(card[1:])}" if card[1:].isdigit() else name
