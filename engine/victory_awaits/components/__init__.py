"""What lies on the table: the map, counters, boxes, the turn track (chapter 2)."""
