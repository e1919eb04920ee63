"""The routes of whoever signs in: sessions, passkeys, and visits without a name."""
