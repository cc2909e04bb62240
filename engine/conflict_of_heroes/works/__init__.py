"""Fortifications and obstacles: foxholes, trenches, bunkers, mines, wire (chapter 18)."""
