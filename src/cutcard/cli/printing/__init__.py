"""What several commands print: progress, figures, settlements, files.

The door is lazy: a settlement is printed with rich, which an answer in JSON does not load.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
