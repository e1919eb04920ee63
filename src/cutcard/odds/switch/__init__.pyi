from .choices import switch_choices as switch_choices
from .game import solve_switch as solve_switch
