"""Stacking, zones of control, lines, control, command range (chapters 3 and 8)."""
