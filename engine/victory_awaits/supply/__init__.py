"""The supply check, fortresses, reinforcements (chapters 11, 12 and 14)."""
