"""How a simulated player plays: the basic chart, or a chart of one's own."""
