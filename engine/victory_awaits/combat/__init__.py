"""Combat: attacks, odds, losses, retreat, pursuit (chapter 10)."""
