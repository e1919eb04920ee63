"""Records as a data frame of whatever library is installed, by narwhals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from cutcard.results.problem import RequestError

Record = Mapping[str, Any]
"""One row of a frame: a value for each column."""
BACKENDS: Final = ("pandas", "polars", "pyarrow")
"""Libraries that a frame may be of; the first that is installed is taken."""


def frame(records: Sequence[Record], *, backend: str | None = None) -> Any:
    """A data frame with a row for each record; `backend` names the library."""
    names = dict.fromkeys(name for record in records for name in record)
    columns = {name: [record.get(name) for record in records] for name in names}
    return import_module("narwhals").from_dict(columns, backend=_library(backend)).to_native()


def _library(backend: str | None) -> str:
    if backend is None:
        installed = [name for name in BACKENDS if find_spec(name) is not None]
        if not installed:
            raise RequestError("to_frame: no data frame library is here; pip install 'cutcard[frames]'")
        return installed[0]
    if backend not in BACKENDS:
        raise RequestError(f"backend: {backend!r} is not known; choose {', '.join(BACKENDS)}")
    if find_spec(backend) is None:
        raise RequestError(f"backend: {backend} is not installed; pip install {backend}")
    return backend
