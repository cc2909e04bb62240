"""Kinds of question that the two games of ZOC bonds share."""

from __future__ import annotations

from collections.abc import Sequence

from engine.practice.kinds.kind import Kind
from engine.zocbond.practice.battles import battles
from engine.zocbond.practice.leaving import Off
from engine.zocbond.practice.marks import marks
from engine.zocbond.practice.reckoned import Comes, Judged, Reckoned


def shared(offs: Sequence[Off]) -> tuple[Kind, ...]:
    """The kinds of both games; a game says how its rules are left out."""
    return (Judged(offs), Reckoned(offs), Comes(offs), *marks(offs), *battles(offs))
