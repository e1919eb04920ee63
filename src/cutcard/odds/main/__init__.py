"""The main game solved: best play, exact value, splits, insurance, spread."""
