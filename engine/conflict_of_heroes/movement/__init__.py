"""Movement: moves alone and as a group, soft ground, loads, hiding (chapters 5, 14 and 17)."""
