"""Readings priced: the house edge under each reading of an unclear text."""
