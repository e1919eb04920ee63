"""What is wrong with keys, and what nobody else may do with their files."""

from __future__ import annotations

from typing import Final

OTHERS: Final = 0o077
"""Permissions of everybody but a file's owner."""
MISSING: Final = "needs the extra `house`: pip install 'cutcard[house]'"


class KeysProblem(Exception):  # noqa: N818 - it says what is wrong with them
    """Keys that cannot be read or used, in one line."""
