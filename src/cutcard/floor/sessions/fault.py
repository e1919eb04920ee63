"""What is wrong with a session."""

from __future__ import annotations


class SessionFault(Exception):  # noqa: N818 - it is what a case is at fault with, not a bug
    """Something happened otherwise than a session expects, or the session cannot be read."""
