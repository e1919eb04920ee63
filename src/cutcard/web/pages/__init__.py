"""The pages of players, dealers, the floor and the office."""
