"""Classifiers, a family to a file: what a box's cards make of each side wager."""
