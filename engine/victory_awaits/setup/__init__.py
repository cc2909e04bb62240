"""How a scenario begins: reading it, and setting up (chapters 4, 18 and 19)."""
