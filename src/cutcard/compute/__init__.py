"""What odds and the simulator share: values cached by digest, and digests of code by its imports."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
