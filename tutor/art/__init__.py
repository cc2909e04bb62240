"""How a board is drawn: display items, geometry, terrain, lines, symbols and overlays."""
