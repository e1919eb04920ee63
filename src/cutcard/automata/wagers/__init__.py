"""Side wagers tabulated: over card identities, and over records of finished rounds."""

from cutcard.results import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
