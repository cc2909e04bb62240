"""The ground: terrain, levels, lines of sight, what a step costs (chapters 4, 6 and 11)."""
