from .minimise import minimised as minimised
