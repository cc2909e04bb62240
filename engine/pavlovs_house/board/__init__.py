"""The board and its pieces: the House, the square, counters, tokens and dice (chapters 0 and 1)."""
