"""Cards in a hand: which there are, whom they serve, those that answer a moment (chapter 8)."""
