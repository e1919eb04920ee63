"""`cutcard odds`: exact odds."""
