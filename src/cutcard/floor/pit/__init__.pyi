from .days import Band as Band, Day as Day, Edge as Edge, WagerTotals as WagerTotals, band as band
from .procedures import procedures as procedures
from .signatures import SignatureDesk as SignatureDesk, WantedSignature as WantedSignature
