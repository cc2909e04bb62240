"""Chapter 8: the cards there are, and how an action names what one is played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.given import units_of
from engine.conflict_of_heroes.payment import CARD
from engine.conflict_of_heroes.state import State
from engine.errors import closest
from engine.files import Table, package_file, read
from engine.given import text

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


def known_cards() -> list[str]:
    """Every card there is."""
    name = "engine/conflict_of_heroes/tables.toml"
    top = read(package_file("engine", "conflict_of_heroes", "tables.toml"), name)
    return list(top.data["cards"]["rows"])


def read_cards(table: Table, key: str) -> tuple[str, ...]:
    """A hand, or the deck in the order it lies if it is not shuffled."""
    cards = table.texts(key)
    names = known_cards()
    for i, card in enumerate(cards):
        if card not in names:
            raise table.problem(f"there is no card '{card}'", f"{key}[{i}]", closest(card, names))
    return tuple(cards)


def _plain_rule(card: str) -> str:
    """The section of a card."""
    part = "8.2" if card in WEAPONS else "8.3" if card in VETERANS else "8.1"
    return f"{part} {card}"


WITH_A_HYPHEN = {"auto-rally": "8.1 auto-rally"}


def rule_of(card: str) -> str:
    """The id under which the rulebook's index lists a card.

    8.1 rally attempt, 8.1 bonus ap, 8.1 bonus cap, 8.1 double action, 8.1 defuse land mine;
    8.2 demolition charge, 8.2 flamethrower, 8.2 extra grenades, 8.2 magnetic mine,
    8.2 molotov cocktail, 8.2 tellermine; 8.3 good leadership, 8.3 extra initiative,
    8.3 overrun, and so on for all others.
    """
    return WITH_A_HYPHEN.get(card, _plain_rule(card).replace("-", " "))


VETERANS = (
    "good-leadership",
    "extra-initiative",
    "forced-march",
    "better-equipped",
    "high-morale",
    "experience",
    "blood-and-honor",
    "sixth-sense",
    "close-call",
    "organized-retreat",
    "feared-reputation",
    "iron-will",
    "hidden-action",
    "combat-hardened",
    "use-of-terrain",
    "overrun",
)
WEAPONS = (
    "demolition-charge",
    "flamethrower",
    "extra-grenades",
    "magnetic-mine",
    "molotov-cocktail",
    "tellermine",
)
METAL_ONLY = ("magnetic-mine", "tellermine")


def card_units(action: Action) -> tuple[str, ...]:
    """The units that a card is played on."""
    return units_of(action)


POOLED = ("bonus-ap", "bonus-cap")
"""Cards that the activated unit or group plays (8.1)."""


def played_on(s: State, side: str, action: Action) -> tuple[str, ...]:
    """The units that a card is played on, named or activated (8.1)."""
    return s.active[side] if text(action, "card") in POOLED else card_units(action)


def free_card(g: ConflictOfHeroes, action: Action) -> bool:
    """Whether a card that is played is no action (8.1, 8.3)."""
    return bool(g.charts["cards"].rows[action["card"]]["kind"] == "free")


def inner(action: Action) -> Action:
    """The action that a Command Action card pays for."""
    rest = {k: v for k, v in action.args if k not in ("card", "order", "pay")}
    return Action(text(action, "order"), **rest, pay=CARD)
