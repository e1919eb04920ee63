"""The dealer's console: what a table awaits now in words, what may be done about it, what is paid.

All of it is asked of the table itself: a command is shown where the table would take it, an irregularity
where the document knows it, an amount as the settlement figures it.
"""

from cutcard.floor.console.console import Console, Group, console
from cutcard.floor.console.irregularities import Mishap, mishaps
from cutcard.floor.console.next_step import Now, awaited
from cutcard.floor.console.payments import Payment, payments
from cutcard.floor.console.steps import Step, usual

__all__ = [
    "Console",
    "Group",
    "Mishap",
    "Now",
    "Payment",
    "Step",
    "awaited",
    "console",
    "mishaps",
    "payments",
    "usual",
]
