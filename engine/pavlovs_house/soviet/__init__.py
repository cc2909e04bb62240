"""Chapter 2: the Soviet card phase, what each command can do, supplies and sorties."""
