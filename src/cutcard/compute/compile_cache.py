"""Compiled loops, and the folder where numba caches their machine code.

numba trusts cached code as long as the function's own file is unchanged, even where a function or
constant imported from another file has changed. So each module's loops are cached in a folder named by
a digest of its source and of everything it imports (`digest_of_code`). `NUMBA_CACHE_DIR` sets another
place for these folders.

Processes that need the same loop at the same time compile it once: the first does, and the others wait
and load it.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numba
from numba.core import config
from numba.core.compiler_lock import global_compiler_lock

from cutcard.compute import system
from cutcard.compute.cache import digest, folder
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
_turns: Final[set[Path]] = set()
"""Those that this process has."""


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
            made = numba.njit(**cached_options)(loop)
        place = place_of(loop.__module__)
        if cached_options["cache"] and place is not None and hasattr(made, "compile"):
            _compile_in_turn(made, place)
        return made

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


def _compile_in_turn(loop: Any, place: Path) -> None:
    """Make other processes wait for the one that compiles a loop for some arguments."""
    compile_now = loop.compile

    def compile_in_turn(signature: Any) -> Any:
        marked = place / f"{loop.__name__}-{digest(str(signature))[:HEX_DIGITS]}.turn"
        # Whoever waits has the lock of this process' compiler: its threads wait in one order, that of
        # calls, in which no two processes can wait for each other.
        with global_compiler_lock, _turn(marked):
            return compile_now(signature)

    loop.compile = compile_in_turn


@contextmanager
def _turn(marked: Path) -> Iterator[None]:
    """The turn of this process, which it has until it is done; at once where files have no locks."""
    if marked in _turns:  # a loop that calls itself
        yield
        return
    with ExitStack() as turn:
        with suppress(OSError):
            system.wait_for_turn(turn.enter_context(marked.open("ab")).fileno())
        _turns.add(marked)
        turn.callback(_turns.discard, marked)
        yield


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
