"""A simulated round dealt again through the table engine."""
