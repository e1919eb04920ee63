"""Strategy charts: play by totals that a person can learn, and what they cost."""
