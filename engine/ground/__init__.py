"""The ground: from latitudes and longitudes to the hexes, sides and links of a board file."""
