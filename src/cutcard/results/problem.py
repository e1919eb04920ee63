"""What is wrong with a request, in one line."""

from __future__ import annotations


class RequestError(Exception):
    """A request that cannot be answered: one clear line that says what is wrong, and where.

    Every error that a caller can cause is one of these. Where the law refuses, `cite` says which
    provision does.
    """

    def __init__(self, message: str = "", cite: str = "") -> None:
        super().__init__(message)
        self.cite = cite
