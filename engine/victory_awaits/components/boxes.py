"""Places beside the map (2.2, 4.0, 10.8): where units wait, and where the lost ones lie."""

from __future__ import annotations

from engine.victory_awaits.components.unit import AXIS, SOVIET

AVAILABLE = {AXIS: "axis-available", SOVIET: "soviet-available"}  # 4.0 (3), 10.8
ELIMINATED = {AXIS: "axis-eliminated", SOVIET: "soviet-eliminated"}  # 10.8
WITHDRAWN = "withdrawn"  # 18.2
SETTING_UP = {AXIS: "axis-setup", SOVIET: "soviet-setup"}  # 4.0 (2)
MARKERS = "fortress-markers"  # 14.3
LAST_BOX = 12


def turn_box(turn: int) -> str:
    """The box of a turn on the turn track (4.0 d, 5.0 step 5)."""
    return f"turn-{turn}"


BOXES: tuple[str, ...] = (
    *AVAILABLE.values(),
    *ELIMINATED.values(),
    *SETTING_UP.values(),
    WITHDRAWN,
    MARKERS,
    *(turn_box(turn) for turn in range(1, LAST_BOX + 1)),
)
