from .bands import Band as Band, Edge as Edge, band as band
from .days import Day as Day, Wagered as Wagered
from .procedures import Procedure as Procedure, procedures as procedures
from .signatures import Desk as Desk, Wanted as Wanted
