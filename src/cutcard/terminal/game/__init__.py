"""A table in the terminal, dealt by the automatic dealer."""
