"""A whole round of one box as a machine driven by cards."""
