"""Hidden units: how they are placed and found, and playing alone (1.0, chapter 10, 21.2)."""
