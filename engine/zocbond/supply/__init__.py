"""Supply lines and recovery."""
