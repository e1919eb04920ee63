"""The pit: what a floorperson asks of the tables beside their rounds.

`Day` adds up what a table took and paid since its opening count, `band` says what its wagers should have
come to, `procedures` what is due at it and when, `Desk` what waits for a second signature.
"""

from cutcard.floor.pit.bands import Band, Edge, band
from cutcard.floor.pit.days import Day, Wagered
from cutcard.floor.pit.procedures import Procedure, procedures

__all__ = ["Band", "Day", "Edge", "Procedure", "Wagered", "band", "procedures"]
