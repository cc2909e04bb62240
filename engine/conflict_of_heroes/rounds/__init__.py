"""Rounds and turns, and who comes in or leaves meanwhile (chapter 2, 5.1)."""
