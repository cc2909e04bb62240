"""Options: reserves, planned offensives, disengagement, leaders, contested cities (25 to 29)."""
