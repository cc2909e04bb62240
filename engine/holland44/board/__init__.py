"""The board: bridges and demolition, crossings and ferries, traffic (5, 8.5, 23, 24)."""
