"""Chapters 3 and 5: Wehrmacht cards - bombs, fire, assaults, hunger - and the wounds they make."""
