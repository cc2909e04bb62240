"""What both games know of units and ground: zones of control, bonds, stacks, steps and reach."""
