"""Tables out of the store again: snapshots, their schedule, and proof of what was skipped."""
