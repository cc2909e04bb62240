"""The lessons: one folder a game, one notebook a chapter."""
