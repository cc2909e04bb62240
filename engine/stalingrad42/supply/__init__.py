"""Supply lines, attrition and artillery (chapters 16 and 18)."""
