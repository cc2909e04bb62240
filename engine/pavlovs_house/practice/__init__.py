"""Kinds of question that only Pavlov's House has.

fire.py    what a card, a bomb or an assault would do now, with how many dice, at whom
house.py   who can hit, go, come, recover; what can be done where; hunger, the score
"""

from __future__ import annotations

from engine.pavlovs_house.practice import fire, house
from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = (*fire.KINDS, *house.KINDS)
