"""The house's progressive meters: one table's own, or a link over tables and games.

`decide` turns a command into events or a refusal, `evolve` folds them, `view` says what each role sees
and `moves` what money moves. Stakes are taken once a round; a hit locks its value, starts the meter
again at once, and waits for a dealer's claim and for supervisors; nothing else lowers a meter but what
`law/data/meters.toml` lists. Who wins how much is the table's to say.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
