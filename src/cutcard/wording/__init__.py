"""A person's word for every wager, outcome, command and event: one vocabulary for all who show them."""
