"""Files that only their owner reads; without a database, so that a log needs none."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from cutcard.compute import system

PRIVATE: Final = 0o600
OTHERS: Final = 0o077


def make_private(path: Path) -> None:
    """A file that only its owner reads and writes, made so before anything is in it.

    It holds second factors and the order of live shoes. SQLite gives its log the same permissions. What
    is no plain file, as a device, stays as it is.
    """
    with suppress(OSError):
        opened = os.open(path, os.O_RDONLY | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), PRIVATE)
        try:
            mode = os.fstat(opened).st_mode
            if stat.S_ISREG(mode) and mode & OTHERS:
                system.make_private(opened, PRIVATE)
        finally:
            os.close(opened)
