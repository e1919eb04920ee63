# mypy: disable-error-code="attr-defined"
"""`numba.cuda`, also beside a NumPy that has dropped a name which numba-cuda still asks for."""

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack

from numba import cuda

__all__ = ["cuda"]
