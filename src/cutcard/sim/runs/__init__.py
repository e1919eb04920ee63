"""A run: its plan made ready, the work handed out, the totals taken home."""
