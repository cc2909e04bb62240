"""What wins: points, cities, Stand Fast markers (chapter 16)."""
