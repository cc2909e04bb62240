"""Chapter 4: the Soviet counter phase - moves, actions, weapons and orders."""
