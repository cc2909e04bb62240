"""Chapter 22: drops and landings."""
