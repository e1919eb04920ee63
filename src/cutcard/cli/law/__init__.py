"""`cutcard law`: what the documents say, a file for each command."""
