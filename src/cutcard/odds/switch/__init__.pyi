from .choices import switch_choice as switch_choice, switch_choices as switch_choices
from .game import SwitchGame as SwitchGame, solve_switch as solve_switch
