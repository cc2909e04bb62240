"""Section 8.3: veteran cards that are tied to units for good, and whom a card serves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.conflict_of_heroes.counters.unit import Rating, Unit
from engine.deeds import Reasons
from engine.rulebook import enforces
from engine.values import changed
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

TIED = {
    "better-equipped": "",
    "high-morale": "high-morale",
    "experience": "experienced",
    "organized-retreat": "organized-retreat",
    "use-of-terrain": "use-of-terrain",
}
"""Cards tied to units for good, and the trait they give (8.3)."""
FIGURES = ("fire", "move", "red", "blue", "range", "front", "flank")


@dataclass(frozen=True, slots=True)
class Bond:
    """A veteran card and the units it belongs to (8.3)."""

    card: str
    units: tuple[str, ...]
    figures: Mapping[str, int]


@enforces("8.3 better equipped")
def improved(unit: Unit, bond: Bond) -> Unit:
    """A unit as its veteran card makes it (8.3 better equipped, high morale, experience)."""
    trait = TIED.get(bond.card, "")
    more: dict[str, object] = {"traits": unit.traits | {trait}} if trait else {}
    for name, change in bond.figures.items():
        old = getattr(unit, name)
        more[name] = (
            Rating(old.value + change, old.colour) if isinstance(old, Rating) else old + change
        )
    return changed(unit, more)


def tied_reasons(g: Firefight, card: str, units: tuple[str, ...]) -> Reasons:
    """A veteran card serves its own units only (8.3)."""
    for bond in g.setup.bonds:
        if bond.card == card and not set(units) <= set(bond.units):
            yield Reason.of("8.3", "coh.card.tied", units=bond.units)
