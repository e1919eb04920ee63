"""Settle, check, odds and law over HTTP: no sign-in, no state, bounded in size and time."""
