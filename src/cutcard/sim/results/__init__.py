"""What the totals of a run mean, beside the exact odds."""
