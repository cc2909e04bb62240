"""What the battle of this game adds: modifiers, aftermath, advance, breakthrough (9 to 16)."""
