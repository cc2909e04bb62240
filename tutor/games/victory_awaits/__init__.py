"""A Victory Awaits at a board: its counters, overlays, words, and how its moves are pointed at."""
