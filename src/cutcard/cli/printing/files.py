"""Files that a command writes: the kind by the name; refused in one line before any work."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from cutcard.law import Code, Refused
from cutcard.reports import sheet

PAGES: Final = (".pdf", ".html")
"""How pages may be written."""
SHARED: Final = 0o644
PRIVATE: Final = 0o600
"""For what holds secrets: nobody else on the machine reads it."""


def _refused(name: str, problem: str, option: str = "--out") -> Refused:
    return Refused(Code.BAD_REQUEST, f"{option} {name}: {problem}")


def target(name: str, kinds: Sequence[str], *, option: str = "--out") -> tuple[Path, str]:
    """The path to write and which of the kinds (".pdf") it is; `Refused` where it cannot be written."""
    if not name:
        raise Refused(Code.BAD_REQUEST, f"{option}: name a file that ends in {' or '.join(kinds)}")
    path = Path(name)
    kind = path.suffix.lower()
    if kind not in kinds:
        raise _refused(name, f"end the name in {' or '.join(kinds)}", option)
    try:
        if path.is_dir():
            raise _refused(name, "is a directory", option)
        if not path.parent.is_dir():
            raise _refused(name, f"directory {path.parent} not found", option)
        place = path if path.exists() else path.parent
    except (OSError, ValueError):  # a name that no file can have
        raise _refused(name, "no file can have this name", option) from None
    if not os.access(place, os.W_OK):
        raise _refused(name, "permission denied", option)
    return path, kind


def pyarrow(option: str = "--out") -> tuple[Any, Any]:
    """pyarrow and its Parquet, which are optional; `Refused` where a file asks for them in vain."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        how = "a Parquet file needs pyarrow (pip install 'cutcard[parquet]'); or write FILE.csv"
        raise Refused(Code.BAD_REQUEST, f"{option}: {how}") from None


def write(path: Path, content: str | bytes, *, option: str = "--out") -> None:
    """Write the whole file or none of it; where the name is a link, the file that it leads to."""
    _write(path, [content.encode() if isinstance(content, str) else content], option)


def write_pages(name: str, pages: sheet.Pages) -> None:
    """Write printed pages as the kind of file that the name ends in."""
    path, kind = target(name, PAGES)
    write(path, sheet.sheet_html(pages) if kind == ".html" else sheet.sheet_pdf(pages))


def check_date(dated: str | None) -> None:
    """Refuse a date that is not written like 2026-11-15; none is fine."""
    if dated is None:
        return
    try:
        if date.fromisoformat(dated).isoformat() != dated:
            raise ValueError
    except ValueError:
        raise Refused(Code.BAD_REQUEST, f"--date {dated[:40]!r}: write it like 2026-11-15") from None


def write_lines(path: Path, lines: Iterable[str], *, option: str = "--out", mode: int = SHARED) -> None:
    """Write lines as they come, the whole file or none of it."""
    _write(path, (line.encode() + b"\n" for line in lines), option, mode)


def _write(path: Path, parts: Iterable[bytes], option: str, mode: int = SHARED) -> None:
    try:
        real = os.path.realpath(path)
        descriptor, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=os.path.dirname(real))
        try:
            with open(descriptor, "wb") as stream:
                stream.writelines(parts)
            os.chmod(temporary, mode)
            os.replace(temporary, real)
        except (Exception, KeyboardInterrupt):
            os.unlink(temporary)
            raise
    except OSError as error:
        raise _refused(str(path), (error.strerror or "cannot be written").lower(), option) from None
