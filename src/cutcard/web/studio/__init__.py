"""The studio: a table of one's own designed, priced, checked and simulated while one watches."""
