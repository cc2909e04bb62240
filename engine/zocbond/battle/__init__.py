"""An attack from its declaration to the advance: strength, odds, losses, stands, retreats."""
