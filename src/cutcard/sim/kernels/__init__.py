"""The compiled loops that deal rounds, on a processor core and on a GPU."""
