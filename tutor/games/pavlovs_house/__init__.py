"""Pavlov's House at a board of places: its cards, tokens, words and chances."""
