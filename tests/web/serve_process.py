"""`cutcard serve` as a process of its own, and what it prints."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cutcard

SOURCE = str(Path(cutcard.__file__).parents[1])
LINK = re.compile(r"(\w+) +(http://\S+)/enter#(\S+)")


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cutcard", "serve", "--port", "0", "--no-odds-ahead", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCE, "PYTHONUNBUFFERED": "1"},
    )


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, dict[str, str]]]:
    """A demonstration: where it is, and each person's link."""
    process = started(*arguments)
    assert process.stdout is not None
    links: dict[str, str] = {}
    origin = ""
    try:
        for line in process.stdout:
            found = LINK.search(line)
            if found:
                origin, links[found[1]] = found[2], found[3]
            if "Ctrl-C" in line:
                break
        assert origin, "it never said where it is"
        yield origin, links
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
