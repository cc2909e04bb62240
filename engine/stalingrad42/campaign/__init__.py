"""Rules of the campaigns: Transcaucasus, withdrawals, upgrades, winter (chapters 30 to 33)."""
