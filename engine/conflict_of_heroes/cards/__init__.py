"""Cards that are played in a turn, and the deck (chapter 8)."""
