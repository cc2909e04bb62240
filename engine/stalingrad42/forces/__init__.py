"""Units that come, come back and sleep: remnants, replacements, reinforcements (10.4, 20 to 22)."""
