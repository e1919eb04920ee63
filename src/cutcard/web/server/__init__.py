"""The house as a server: its application, workers, gate, limits, logs and metrics."""
