"""Commands over several rule sets: a grid of options, and two rule sets side by side."""
