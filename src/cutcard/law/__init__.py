"""The law: what the five documents say, as data with a citation on every value.

`document(id)` reads one, file by file as asked for; the loader is strict and names file and key.
`resolve(document, ...)` makes a `RuleSet` of an operator's choices, with every finding at once.
A `Refused` carries a refusal (code, one line, citation) to the boundary that answers with it.
Nothing here knows how a hand is played: that is `rules` and `wagers`, which read these values.
"""

from cutcard.law.loader import DOCUMENTS, Document, document
from cutcard.law.reader import LawError
from cutcard.law.refusal import Code, Refusal, Refused
from cutcard.law.ruleset.resolution import Finding, MeterSetting, Offer, RuleSet, resolve

__all__ = [
    "DOCUMENTS",
    "Code",
    "Document",
    "Finding",
    "LawError",
    "MeterSetting",
    "Offer",
    "Refusal",
    "Refused",
    "RuleSet",
    "document",
    "resolve",
]
