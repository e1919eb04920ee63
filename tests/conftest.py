"""For all tests: answers about odds are kept in a folder of this run, never in the user's own.

Compiled loops are kept where the user's are, from run to run: compiling them takes a minute.
"""

from __future__ import annotations

import gc
import os
import tempfile
from pathlib import Path

import pytest

from cutcard.odds.cache import FOLDER_VARIABLE, folder

gc.disable()  # while thousands of tests are read, of which none goes
os.environ.setdefault("NUMBA_CACHE_DIR", str(folder() / "compiled"))
_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
os.environ[FOLDER_VARIABLE] = str(Path(tempfile.gettempdir()) / f"cutcard-tests-{_run}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """What was read stays to the end: to look through it for garbage takes a tenth of all the time."""
    gc.freeze()
    gc.enable()
