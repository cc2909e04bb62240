"""Movement, and units that march onto the map (chapter 9, 15.3, 15.4)."""
