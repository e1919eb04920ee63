"""A TOML file that somebody wrote: read whole, or refused in one line that says where."""

from __future__ import annotations

import re
import tomllib
from typing import Final, NoReturn

from cutcard.odds.problem import OddsError
from cutcard.results import arguments

MOST_BYTES: Final = 200_000
LONGEST_PATH: Final = 300
MOST_SHOWN: Final = 40
"""Characters of a file that a message repeats."""
# A key of so many parts, which tomllib reads in a time that grows with their square.
_LONG_KEY: Final = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){50}""")


def content_of(file: str) -> bytes:
    """The content of a file, up to one byte more than is accepted."""
    try:
        with open(file, "rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        problem = (error.strerror or "cannot be read").lower()
    except ValueError:  # a name that no file can have
        problem = "no such file"
    raise OddsError(f"{short_path(file)}: {problem}")


def short_path(file: str) -> str:
    """A file's name as a message repeats it."""
    return file if len(file) <= LONGEST_PATH and file.isprintable() else arguments.shown(file)


def parsed(file: str, content: bytes, *, what: str) -> dict[str, object]:
    """The values in a file's content; `what` names the kind of file in the message about its size."""

    def wrong(problem: str) -> NoReturn:
        raise OddsError(f"{file}: {problem}") from None

    if len(content) > MOST_BYTES:
        wrong(f"more than {MOST_BYTES // 1000} kB, which no {what} needs")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong(f"line {content[: error.start].count(10) + 1}: not UTF-8")
    if not text.strip():
        wrong("it is empty")
    if _LONG_KEY.search(text):
        wrong("nested too deeply")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
        wrong(f"not TOML: {problem[:1].lower()}{problem[1:]}")
    except RecursionError:
        wrong("nested too deeply")
    except ValueError:
        wrong("a number with thousands of digits")


def short(value: object) -> str:
    """A value of a file as a message repeats it."""
    text = value if isinstance(value, str) else repr(value)
    text = text if text.isprintable() else repr(text)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
