"""Boards, positions and scenarios, by game: data only."""
