"""Fire: who may attack what, its values and dice; mortars, smoke, rallying (chapters 7, 12, 13)."""
