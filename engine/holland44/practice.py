"""Kinds of question that only Holland '44 has."""

from __future__ import annotations

from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = ()
