"""What the battle of this game adds: modifiers, air, aftermath, advance, rally (8 to 15)."""
