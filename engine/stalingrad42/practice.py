"""Kinds of question that only Stalingrad '42 has."""

from __future__ import annotations

from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = ()
