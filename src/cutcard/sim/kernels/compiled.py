"""How the functions of the staged kernel are compiled."""

from __future__ import annotations

from typing import Final

from cutcard.compute import INNER

LOOP: Final = {"cache": True, "_nrt": False, **INNER}
"""A function that is called rarely: its machine code stands once."""
STAGE: Final = {**LOOP, "forceinline": True}
"""A function of a round: a part of its caller, so that no tables are handed over."""
