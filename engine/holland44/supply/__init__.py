"""Supply, depots, ammunition, remnants and replacements (chapters 11.4, 18, 20)."""
