"""Counters: what is printed on them, how they stand, their hit markers (1.1, 7.3, 7.4)."""
