"""The typed client of the house."""
