"""For all tests: answers about odds are kept in a folder of this run, never in the user's own.

Compiled loops are kept where the user's are, from run to run: compiling them takes a minute.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from cutcard.odds.cache import FOLDER_VARIABLE, folder

os.environ.setdefault("NUMBA_CACHE_DIR", str(folder() / "compiled"))
_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
os.environ[FOLDER_VARIABLE] = str(Path(tempfile.gettempdir()) / f"cutcard-tests-{_run}")
