"""Conflict of Heroes at a board: its counters, sums, words, and plans of several clicks."""
