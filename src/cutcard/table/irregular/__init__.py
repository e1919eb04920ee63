"""When something goes wrong: every irregularity of the documents, and what they order then."""
