"""`cutcard law`: what the documents say."""
