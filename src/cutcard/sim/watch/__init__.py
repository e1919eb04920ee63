"""What a run watches beside its totals: counts, depth of the shoe, sessions."""
