from .dialogue import run as run
