"""The people of a house: who they are, what each role may ask, how they sign in and for how long.

What decides is pure (`decide`, `roles`); `PeopleOfHouse` reads and writes the store. Every sign-in,
refusal and change of a role is an event of the chained stream `people`; no stored secret opens a door.
"""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__, extra="house")
