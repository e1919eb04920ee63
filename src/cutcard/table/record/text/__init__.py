"""The record as a person reads it, and back to the same events without loss."""
