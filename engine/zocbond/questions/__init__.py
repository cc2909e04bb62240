"""What may be asked of a position: queries, outlooks, the bots' yardstick, how the games differ."""
