"""Chapter 8: the cards there are, and how an action names what one is played on."""

from __future__ import annotations

from engine.action import Action
from engine.conflict_of_heroes.actions.payment import CARD
from engine.errors import closest
from engine.files import Table, package_file, read
from engine.given import text


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


ACTION_CARDS = {
    "command-action": "8.1 command action",
    "auto-rally": "8.1 auto-rally",
    "rally-attempt": "8.1 rally attempt",
    "move-2-hexes": "8.1 move 2 hexes",
    "mark-as-spent": "8.1 mark as spent",
    "bonus-ap": "8.1 bonus ap",
    "bonus-cap": "8.1 bonus cap",
    "firepower": "8.1 firepower",
    "double-action": "8.1 double action",
    "hasty-defense": "8.1 hasty defense",
    "sniper": "8.1 sniper",
    "bogged-down": "8.1 bogged down",
    "reveal-hidden": "8.1 reveal hidden",
    "lay-land-mine": "8.1 lay land mine",
    "defuse-land-mine": "8.1 defuse land mine",
    "luck": "8.1 luck",
    "score": "8.1 score",
    "firefight-event": "8.1 firefight event",
    "game-ends": "8.1 game ends",
}
WEAPONS = {
    "demolition-charge": "8.2 demolition charge",
    "flamethrower": "8.2 flamethrower",
    "extra-grenades": "8.2 extra grenades",
    "magnetic-mine": "8.2 magnetic mine",
    "molotov-cocktail": "8.2 molotov cocktail",
    "tellermine": "8.2 tellermine",
}
VETERANS = {
    "good-leadership": "8.3 good leadership",
    "extra-initiative": "8.3 extra initiative",
    "forced-march": "8.3 forced march",
    "better-equipped": "8.3 better equipped",
    "high-morale": "8.3 high morale",
    "experience": "8.3 experience",
    "blood-and-honor": "8.3 blood and honor",
    "sixth-sense": "8.3 sixth sense",
    "close-call": "8.3 close call",
    "organized-retreat": "8.3 organized retreat",
    "feared-reputation": "8.3 feared reputation",
    "iron-will": "8.3 iron will",
    "hidden-action": "8.3 hidden action",
    "combat-hardened": "8.3 combat hardened",
    "use-of-terrain": "8.3 use of terrain",
    "overrun": "8.3 overrun",
}
RULES = {**ACTION_CARDS, **WEAPONS, **VETERANS}
"""The section of every card but the batteries, which are plotted (12.3)."""
METAL_ONLY = ("magnetic-mine", "tellermine")


def inner(action: Action) -> Action:
    """The action that a Command Action card pays for."""
    rest = {k: v for k, v in action.args if k not in ("card", "order", "pay")}
    return Action(text(action, "order"), **rest, pay=CARD)
