"""The sequence of play: initial phase, player turns (chapter 3)."""
