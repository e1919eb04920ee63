"""For all tests: answers about odds are kept in a folder of this run, never in the user's own.

Compiled loops are kept where the user's are, from run to run: compiling them takes a minute.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile

import pytest
from hypothesis import settings

from cutcard.compute.cache import FOLDER_VARIABLE, folder

settings.register_profile("cutcard", deadline=None)  # that a machine is busy is no defect
settings.load_profile("cutcard")
gc.disable()  # while thousands of tests are read, of which none goes
os.environ.setdefault("NUMBA_CACHE_DIR", str(folder() / "compiled"))
_began_the_run = "PYTEST_XDIST_WORKER" not in os.environ  # workers find the folder of whoever began them
if _began_the_run:
    os.environ[FOLDER_VARIABLE] = tempfile.mkdtemp(prefix="cutcard-tests-")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """What was read stays to the end: to look through it for garbage takes a tenth of all the time."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """The run's folder goes with the run, once all its workers have ended."""
    if _began_the_run:
        shutil.rmtree(os.environ[FOLDER_VARIABLE], ignore_errors=True)
