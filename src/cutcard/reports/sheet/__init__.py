"""Par sheets: every wager that one table offers with its odds, as HTML and PDF."""
