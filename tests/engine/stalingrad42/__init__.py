"""Stalingrad '42, chapter by chapter."""
