"""Kinds of question that only Conflict of Heroes has."""

from __future__ import annotations

from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = ()
