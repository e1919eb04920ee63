"""For all tests: answers about odds are kept in a folder of this run, never in the user's own."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
os.environ["CUTCARD_CACHE"] = str(Path(tempfile.gettempdir()) / f"cutcard-tests-{_run}")
