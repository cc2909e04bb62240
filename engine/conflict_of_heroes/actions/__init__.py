"""What a turn is spent on: orders, how they are paid, CAP for dice, groups (2.2, chapters 3, 9)."""
