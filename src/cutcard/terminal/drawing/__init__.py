"""The terminal table drawn: cards, the felt, keys, and words."""
