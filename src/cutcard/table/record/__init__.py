"""The record of a table: events as JSON lines, checked against the rules, redacted while in play."""
