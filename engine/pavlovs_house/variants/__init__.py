"""Chapter 7: tactics cards, operational support, and the German player who plans."""
