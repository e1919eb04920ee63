from . import (
    cards as cards,
    fair as fair,
    law as law,
    money as money,
    odds as odds,
    sim as sim,
    submission as submission,
    table as table,
)
from .results import RequestError as RequestError, Result as Result
from .submission import check as check
from .table.script.library import SettledResult as SettledResult, settle as settle

__version__: str
