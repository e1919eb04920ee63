"""Surveillance: any round found and walked through, what it should have paid, and the chain."""
