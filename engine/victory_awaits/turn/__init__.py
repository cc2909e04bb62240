"""The turn: chits, and who activates what when (chapters 5 to 7, 15, 19, 20)."""
