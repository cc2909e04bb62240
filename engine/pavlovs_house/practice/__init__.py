"""Kinds of question that only Pavlov's House has.

fire.py       what a card, a bomb or an assault would do now, with how many dice, at whom
counters.py   who can hit, enter, share, act, recover
commands.py   who can go and come, what can be done where
ends.py       the score, and what it comes to
"""

from __future__ import annotations

from engine.pavlovs_house.practice import commands, counters, ends, fire
from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = (*fire.KINDS, *counters.KINDS, *commands.KINDS, *ends.KINDS)
