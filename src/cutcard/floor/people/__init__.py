"""The people of a house: who they are, what each role may ask, how they sign in and for how long.

What decides is pure (`decide`, `roles`); `People` reads and writes the store. Every sign-in, refusal
and change of a role is an event of the chained stream `people`; nothing kept opens a door by itself.
"""

from cutcard.floor.people.limits import Limits
from cutcard.floor.people.people import Enrolment, Given, People
from cutcard.floor.people.person import Person, Session
from cutcard.floor.people.refusal import PeopleRefused, Why
from cutcard.floor.people.roles import Ask, HouseRole, may_ask, may_command

__all__ = [
    "Ask",
    "Enrolment",
    "Given",
    "HouseRole",
    "Limits",
    "People",
    "PeopleRefused",
    "Person",
    "Session",
    "Why",
    "may_ask",
    "may_command",
]
