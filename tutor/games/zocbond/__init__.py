"""Holland '44 and Stalingrad '42 at a board: what they share, and that is all they have."""
