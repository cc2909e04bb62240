"""Movement on land, by rail and by sea, and the way onto the map (chapters 4 to 7, 22)."""
