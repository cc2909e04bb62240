"""The optional rules that have phases of their own (chapter 17)."""
