"""Hands tabulated: the player's and the dealer's, by what the rules can tell apart."""
