"""The keys of a house, which its database account does not hold: seals, covers and signatures.

A store that somebody rewrites with the database in hand no longer fits its seals; secrets in a stolen
backup stay covered; and whoever has the public key alone can tell whether an anchor was signed.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
