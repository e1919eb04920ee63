"""Libraries that an extra of the package brings: what to install where one is missing.

The base install settles, checks, verifies and replays. Whatever needs more says so in one line, at the
door of the room that needs it, and never before.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import lazy_loader

from cutcard.results.problem import RequestError

ODDS: Final = "odds"
EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    ODDS: ("numpy", "numba", "llvmlite"),
    "reports": ("altair", "vl_convert", "typst"),
    "house": (
        "alembic",
        "argon2",
        "cryptography",
        "fastapi",
        "jinja2",
        "pkcs11",
        "prometheus_client",
        "psycopg",
        "pyotp",
        "segno",
        "sqlalchemy",
        "starlette",
        "structlog",
        "uvicorn",
        "webauthn",
    ),
    "cluster": ("distributed", "dask"),
    "envs": ("gymnasium", "pettingzoo"),
    "frames": ("narwhals", "pandas"),
    "parquet": ("pyarrow",),
}
"""The extras, and the modules for which each is named where one of them is missing."""


class MissingLibraryError(RequestError, ModuleNotFoundError):
    """A library is missing: one line that names it, and the extra to install."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed: pip install 'cutcard[{extra}]'")
        self.library = library


def missing_library(problem: ModuleNotFoundError, extra: str = "") -> MissingLibraryError | None:
    """What to say of a module that was not found; None of one that no extra brings.

    `extra` is named instead of `odds`, which the others include: to simulate takes numba, and `sim`.
    """
    known = problem.library if isinstance(problem, MissingLibraryError) else problem.name or ""
    library = known.partition(".")[0]
    brought_by = next((name for name, brings in EXTRAS.items() if library in brings), "")
    if not brought_by:
        return None
    return MissingLibraryError(library, extra if extra and brought_by == ODDS else brought_by)


def attach(package: str, file: str, *, extra: str = "") -> tuple[Any, Any, Any]:
    """A lazy door, `lazy_loader.attach_stub`, that says what to install where a library is missing."""
    find, names, exported = lazy_loader.attach_stub(package, file)

    def __getattr__(name: str) -> Any:  # noqa: N807 - what Python calls of a module
        try:
            return find(name)
        except ModuleNotFoundError as problem:
            missing = missing_library(problem, extra)
            if missing is None:
                raise
            raise missing from None

    return __getattr__, names, exported


class Library:
    """A library that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        """Nothing is imported yet."""
        self._name = name

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(import_module(self._name), name)
        except ModuleNotFoundError as problem:
            raise (missing_library(problem) or problem) from None
