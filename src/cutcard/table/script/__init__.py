"""A round written down beforehand: a request read, dealt and answered."""
