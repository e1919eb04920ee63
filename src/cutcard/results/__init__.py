"""What every answer of the library is: a `Result`, or a `RequestError` of one line.

A result says what it stands on (law, digest, method, assumptions, citations) and shows itself: in a
notebook, as JSON, as a data frame, as a plot. It describes a plot in plain values; `reports`, the one
room that knows altair, draws it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
