from .console import Console as Console, Group as Group, console as console
from .irregularities import Mishap as Mishap, mishaps as mishaps
from .next_step import awaited as awaited
from .payments import Does as Does, Reckoned as Reckoned, does as does, reckoned as reckoned
from .steps import Step as Step, usual as usual
