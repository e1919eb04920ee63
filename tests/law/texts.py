"""The documents that others issued: their texts were transcribed, and are read against the print."""

from __future__ import annotations

from typing import Final

from cutcard.law import document_ids

OUR_OWN: Final = "house-rules"
ISSUED: Final = tuple(name for name in document_ids() if name != OUR_OWN)
