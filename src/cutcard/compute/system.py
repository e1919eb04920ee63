"""What one system has and another has not: limits of files, memory in use, locks, private files."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any, Final

_KIB: Final = 1024


def _module(name: str) -> Any:
    """A module of the standard library; None where this system has none."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


_resource: Final = _module("resource")
_fcntl: Final = _module("fcntl")
_msvcrt: Final = _module("msvcrt")


def files_allowed(wanted: int) -> int | None:
    """How many files this process may open, once the system was asked for more; None: no limit known."""
    if _resource is None:
        return None
    unlimited = _resource.RLIM_INFINITY
    soft, hard = _resource.getrlimit(_resource.RLIMIT_NOFILE)
    if soft != unlimited and soft < wanted:
        soft = wanted if hard == unlimited else min(wanted, hard)
        _resource.setrlimit(_resource.RLIMIT_NOFILE, (soft, hard))
    return None if soft == unlimited else int(soft)


def memory_in_use() -> int:
    """The bytes of memory this process uses now (on Linux, the peak would count its parent's too).

    Zero where the system does not say.
    """
    if _resource is None:
        return 0
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return int(_resource.getrusage(_resource.RUSAGE_SELF).ru_maxrss) * _KIB
    return pages * int(_resource.getpagesize())


def lock(opened: int) -> None:
    """Lock an opened file until it is closed; OSError where another process has locked it."""
    if _fcntl is not None:
        _fcntl.lockf(opened, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    elif _msvcrt is not None:
        os.lseek(opened, 0, os.SEEK_SET)
        _msvcrt.locking(opened, _msvcrt.LK_NBLCK, 1)


def wait_for_turn(opened: int) -> None:
    """Lock an opened file until it is closed, once whoever has locked it is done, this process too."""
    if _fcntl is not None:
        _fcntl.flock(opened, _fcntl.LOCK_EX)
    elif _msvcrt is not None:
        os.lseek(opened, 0, os.SEEK_SET)
        _msvcrt.locking(opened, _msvcrt.LK_LOCK, 1)


def make_private(opened: int, mode: int) -> None:
    """Let nobody but its owner read an opened file, where the system has such permissions."""
    if hasattr(os, "fchmod"):
        os.fchmod(opened, mode)


def lower_priority(by: int) -> None:
    """Give way to other processes, where the system can be asked to."""
    if hasattr(os, "nice"):
        os.nice(by)
