"""A wide terminal for every test, whatever runs them."""

from __future__ import annotations

from cli.conftest import wide_terminal

__all__ = ["wide_terminal"]
