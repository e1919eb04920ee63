"""Compiled loops and the folder that their machine code is kept in, beside the answers.

numba takes kept code for good while the file of the function itself is the same, also where a function
or a number that it took from another file has changed. So the loops of a module are kept in a folder
named by all they are made of: the module's source and that of everything it imports (`digest_of_code`).
`NUMBA_CACHE_DIR` names another place for these folders.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numba
from numba.core import config

from cutcard.compute.cache import folder
from cutcard.compute.code import digest_of_code

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

Loop = Callable[..., Any]


@dataclass(frozen=True)
class WarmUpCall:
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

    def decorate(loop: Loop) -> Any:
        inner = INNER if loop.__name__.startswith("_") else {}
        with _kept_for(loop, {**WAYS_IN, **inner, **options}) as cached_options:
            return numba.njit(**cached_options)(loop)

    return decorate


def vectorize(signatures: list[str], **options: Any) -> Callable[[Loop], Any]:
    """`numba.vectorize`, its code kept where nothing stale is found."""

    def decorate(loop: Loop) -> Any:
        with _kept_for(loop, options) as cached_options:
            return numba.vectorize(signatures, **cached_options)(loop)  # type: ignore[no-untyped-call]

    return decorate


@contextmanager
def _kept_for(loop: Loop, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """numba looks for a folder while it decorates: the options to ask it with meanwhile."""
    place = place_of(loop.__module__)
    named = _named()
    setattr(config, SETTING, str(place or named))
    try:
        yield {**options, "cache": place is not None and options.get("cache", False)}
    finally:
        setattr(config, SETTING, named)


def place_of(module: str) -> Path | None:
    """The folder of a module's loops, made and marked as used; None where none can be written."""
    return _usable_folder(_home(), f"{module}-{digest_of_code(module)[:HEX_DIGITS]}")


def _named() -> str:
    """What `NUMBA_CACHE_DIR` says, or nothing."""
    return str(getattr(config, SETTING))


def _home() -> Path:
    return Path(_named()) if _named() else folder() / NAME


@cache
def _usable_folder(home: Path, name: str) -> Path | None:
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
    by_program = defaultdict(list)
    with suppress(OSError):
        for each in os.scandir(home):
            named = OURS.fullmatch(each.name)
            if named and each.is_dir(follow_symlinks=False):
                by_program[named[1]].append((each.stat(follow_symlinks=False).st_mtime, each.path))
    for folders in by_program.values():
        for used, path in sorted(folders, reverse=True)[MOST_KEPT:]:
            if time.time() - used > DAY:
                shutil.rmtree(path, ignore_errors=True)
