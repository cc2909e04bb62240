"""Kinds of question that only A Victory Awaits has."""

from __future__ import annotations

from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = ()
