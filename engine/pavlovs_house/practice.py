"""Kinds of question that only Pavlov's House has."""

from __future__ import annotations

from engine.practice.kinds.kind import Kind

PRACTICE: tuple[Kind, ...] = ()
