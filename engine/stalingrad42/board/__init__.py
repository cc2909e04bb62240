"""The board: calendar, entry areas, railheads, supply points, forts, points (9.7, 17 to 19, 23)."""
