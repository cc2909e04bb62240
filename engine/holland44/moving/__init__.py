"""Movement, marches, detachments, unknown units, areas (chapters 6 to 8, 19, 21, 25)."""
