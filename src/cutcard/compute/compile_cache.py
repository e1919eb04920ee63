"""Compiled loops, and the folder where numba caches their machine code.

numba trusts cached code as long as the function's own file is unchanged, even where a function or
constant imported from another file has changed. So each module's loops are cached in a folder named by
a digest of its source and of everything it imports (`digest_of_code`). `NUMBA_CACHE_DIR` sets another
place for these folders.
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
    """A call of a loop on empty input, made only so that the loop is compiled."""

    loop: Any
    about: tuple[Any, ...]

    def make(self) -> None:
        """Compile the loop, or load it, for such arguments."""
        self.loop(*self.about)

    @property
    def is_to_be_compiled(self) -> bool:
        """Whether it is neither compiled nor cached yet, and can be cached."""
        if getattr(config, "DISABLE_JIT", False):
            return False
        kinds = tuple(self.loop.typeof_pyval(each) for each in self.about)
        kept = getattr(self.loop._cache, "_cache_file", None)
        if kinds in self.loop.overloads or kept is None:
            return False
        return not any(key[0] == kinds for key in kept._load_index())


def njit(**options: Any) -> Callable[[Loop], Any]:
    """`numba.njit`, with machine code cached where no stale code can be found."""

    def decorate(loop: Loop) -> Any:
        inner = INNER if loop.__name__.startswith("_") else {}
        with _kept_for(loop, {**WAYS_IN, **inner, **options}) as cached_options:
            return numba.njit(**cached_options)(loop)

    return decorate


def vectorize(signatures: list[str], **options: Any) -> Callable[[Loop], Any]:
    """`numba.vectorize`, with machine code cached where no stale code can be found."""

    def decorate(loop: Loop) -> Any:
        with _kept_for(loop, options) as cached_options:
            return numba.vectorize(signatures, **cached_options)(loop)  # type: ignore[no-untyped-call]

    return decorate


@contextmanager
def _kept_for(loop: Loop, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The options to decorate a loop with; inside this block numba uses the loop's own cache folder."""
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
    """The value of `NUMBA_CACHE_DIR`, or an empty text."""
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
    """Delete the folders of older versions of the code; once per process."""
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
