"""The compiled loops of the main game."""
