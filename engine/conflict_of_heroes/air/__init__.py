"""Aircraft (chapter 20)."""
