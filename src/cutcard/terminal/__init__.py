"""The terminal: what is printed and asked there, and the game played in it."""
