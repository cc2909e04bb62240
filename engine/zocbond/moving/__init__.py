"""The movement phase, moves on their way, areas at the edge of the map."""
