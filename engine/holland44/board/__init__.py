"""The board: bridges and demolition, ferries, crossings, edges, traffic (5, 8.5, 23, 24)."""
