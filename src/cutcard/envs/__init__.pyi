from .gym_table import TableEnv as TableEnv
from .several_players import pettingzoo_table as pettingzoo_table
from .vector import EnvAction as EnvAction, VectorTable as VectorTable
