from .bands import Band as Band, Edge as Edge, band as band
from .days import Day as Day, WagerTotals as WagerTotals
from .procedures import procedures as procedures
from .signatures import SignatureDesk as SignatureDesk, WantedSignature as WantedSignature
