"""The demonstration casino and its bots."""
