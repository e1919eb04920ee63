"""Compiled loops and the folder that their machine code is kept in, beside the answers.

numba takes kept code for good while the file of the function itself is the same, also where a function
or a number that it took from another file has changed. So the loops of a module are kept in a folder
named by all they are made of: the module's source, the numbers it takes from elsewhere, and the same
again for every module whose loops it calls. `NUMBA_CACHE_DIR` names another place for these folders.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numba
import numpy as np
from numba.core import config

from cutcard.odds.cache import folder

NAME: Final = "compiled"
SETTING: Final = "CACHE_DIR"
"""Of numba's: where it keeps code."""
HEX_DIGITS: Final = 16
OURS: Final = re.compile(rf"([\w.]+)-[0-9a-f]{{{HEX_DIGITS}}}")
"""How folders are called: a module, and the digest of all that its loops are made of."""
MOST_KEPT: Final = 3
"""Folders of one module; older ones go, but for those that were used today."""
DAY: Final = 24 * 60 * 60
WAYS_IN: Final = {"no_cfunc_wrapper": True}
INNER: Final = {"no_cpython_wrapper": True}
"""Nobody calls a loop from C, nor one from Python whose name begins with a stroke; wrappers take long to
compile."""
PLAIN: Final = (int, float, complex, str, bytes, tuple, type(None), np.ndarray)

Loop = Callable[..., Any]
_DIGESTS: dict[str, str] = {}
"""By module with loops."""


@dataclass(frozen=True)
class Call:
    """A call of a compiled loop, about nothing as a rule: it is made so that the loop is compiled."""

    loop: Any
    about: tuple[Any, ...]

    def make(self) -> None:
        """Compile the loop, or load it, for such arguments."""
        self.loop(*self.about)

    @property
    def is_to_be_compiled(self) -> bool:
        """Whether it is neither compiled nor kept yet, and can be kept."""
        if getattr(config, "DISABLE_JIT", False):
            return False
        kinds = tuple(self.loop.typeof_pyval(each) for each in self.about)
        kept = getattr(self.loop._cache, "_cache_file", None)
        if kinds in self.loop.overloads or kept is None:
            return False
        return not any(key[0] == kinds for key in kept._load_index())


def njit(**options: Any) -> Callable[[Loop], Any]:
    """`numba.njit`, its code kept where nothing stale is found."""

    def made(loop: Loop) -> Any:
        inner = INNER if loop.__name__.startswith("_") else {}
        with _kept_for(loop, {**WAYS_IN, **inner, **options}) as asked:
            return numba.njit(**asked)(loop)

    return made


def vectorize(signatures: list[str], **options: Any) -> Callable[[Loop], Any]:
    """`numba.vectorize`, its code kept where nothing stale is found."""

    def made(loop: Loop) -> Any:
        with _kept_for(loop, options) as asked:
            return numba.vectorize(signatures, **asked)(loop)  # type: ignore[no-untyped-call]

    return made


@contextmanager
def _kept_for(loop: Loop, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """numba looks for a folder while it decorates: the options to ask it with meanwhile."""
    place = place_of(loop.__module__, getattr(loop, "__globals__", {}))
    named = _named()
    setattr(config, SETTING, str(place or named))
    try:
        yield {**options, "cache": place is not None and options.get("cache", False)}
    finally:
        setattr(config, SETTING, named)


def place_of(module: str, names: Mapping[str, object]) -> Path | None:
    """The folder of a module's loops, made and marked as used; None where none can be written."""
    if module not in _DIGESTS:
        _DIGESTS[module] = _digest(module, names)
    return _made(_home(), f"{module}-{_DIGESTS[module][:HEX_DIGITS]}")


def _named() -> str:
    """What `NUMBA_CACHE_DIR` says, or nothing."""
    return str(getattr(config, SETTING))


def _home() -> Path:
    return Path(_named()) if _named() else folder() / NAME


@cache
def _made(home: Path, name: str) -> Path | None:
    place = home / name
    try:
        place.mkdir(parents=True, exist_ok=True)
        os.utime(place)
    except (OSError, RuntimeError):  # no home, for the latter
        return None
    _prune(home)
    return place if os.access(place, os.W_OK) else None


@cache
def _prune(home: Path) -> None:
    """Let go of what older programs compiled; once a program."""
    found = defaultdict(list)
    with suppress(OSError):
        for each in os.scandir(home):
            named = OURS.fullmatch(each.name)
            if named and each.is_dir(follow_symlinks=False):
                found[named[1]].append((each.stat(follow_symlinks=False).st_mtime, each.path))
    for folders in found.values():
        for used, path in sorted(folders, reverse=True)[MOST_KEPT:]:
            if time.time() - used > DAY:
                shutil.rmtree(path, ignore_errors=True)


# What loops are made of.


def _digest(module: str, names: Mapping[str, object]) -> str:
    """A name for a module's source and for everything it took from elsewhere."""
    total = hashlib.sha256(_source(module))
    package = module.partition(".")[0]
    others = set()
    for name, value in sorted(names.items()):
        home = _home_of(value)
        if name.startswith("__"):  # the module's own: its file, its text
            continue
        if home is None:
            total.update(f"{name}={_told(value)}\n".encode())
        elif home != module and home.partition(".")[0] == package:
            others.add(home)
    for home in sorted(others):
        total.update(f"{home}: {_DIGESTS.get(home) or _source(home).hex()}\n".encode())
    return total.hexdigest()


def _home_of(value: Any) -> str | None:
    """The module that a function or a class was made in; None of a number."""
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, PLAIN):
        return None
    found = getattr(getattr(value, "py_func", value), "__module__", None)
    return found if isinstance(found, str) else type(value).__module__


def _told(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{value.tobytes().hex()}"
    return repr(value)


def _source(module: str) -> bytes:
    file = getattr(sys.modules.get(module), "__file__", None)
    with suppress(OSError):
        return b"" if file is None else Path(file).read_bytes()
    return b""
