from .console import Console as Console, Group as Group, console as console
from .irregularities import Mishap as Mishap, mishaps as mishaps
from .next_step import Now as Now, awaited as awaited
from .payments import (
    Does as Does,
    Payment as Payment,
    Reckoned as Reckoned,
    does as does,
    payments as payments,
    reckoned as reckoned,
)
from .steps import Step as Step, usual as usual
