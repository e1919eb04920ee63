"""`cutcard sim`: rounds by the million."""
