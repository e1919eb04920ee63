"""Environments for agents that learn: one table, many copies of it at once, several players at it.

They walk the tables that `automata` and `odds` make of the rules, and never the table engine. Importing
this room registers `cutcard/Table-v0` with Gymnasium, where that is installed.
"""

from importlib.util import find_spec

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="envs")

if find_spec("gymnasium") is not None:
    import gymnasium

    if "cutcard/Table-v0" not in gymnasium.registry:
        gymnasium.register(id="cutcard/Table-v0", entry_point="cutcard.envs.gym_table:TableEnv")
