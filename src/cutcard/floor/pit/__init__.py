"""The pit: what a floorperson asks of the tables beside their rounds.

`Day` adds up what a table took and paid since its opening count, `band` what its wagers should have won;
`procedures` lists what is due at it and when, `SignatureDesk` what waits for a second signature.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
