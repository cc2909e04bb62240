"""How a firefight begins, and what its file says (1.0)."""
