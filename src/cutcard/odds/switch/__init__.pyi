from .game import solve_switch as solve_switch
