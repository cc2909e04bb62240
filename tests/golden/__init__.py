"""Golden games: recorded play of every scenario, as text that a person and a diff can read.

A change of behaviour shows here in words, never silently. `make test` plays every recording again;
`make golden` writes them anew and says what changed. A recording keeps its actions while they are
legal, so a small change gives a small difference.
"""
