"""How an option is declared: its name, what it is about, and the closed set of its values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from cutcard.law.model import OptionValue

Use = Literal["value", "citation", "data", "record"]
"""What reads an option: a predicate its value; a refusal or an event its citation alone; only the rows,
bars and cells of documents; or nobody, where a document records what people do."""
Shape = Literal[
    "choice", "flag", "whole", "dollars", "cards", "suit", "list", "text", "wheel", "pattern"
]
NONE: Final = "none"
MOST_WHOLE: Final = 1_000_000
"""More than anything at a table is counted to."""
_KINDS: Final[Mapping[Shape, tuple[str, ...]]] = {
    "choice": ("",),
    "flag": ("",),
    "whole": ("",),
    "dollars": ("dollars",),
    "cards": ("cards",),
    "suit": ("suit", ""),
    "list": ("list",),
    "text": ("text",),
    "wheel": ("wheel",),
    "pattern": ("",),
}
"""The `kind` that an option's entry in options.toml has, by what is declared of it."""


@dataclass(frozen=True, slots=True)
class Term:
    """One option of the vocabulary, and everything that a document may say of it."""

    name: str
    about: str
    shape: Shape
    values: Mapping[OptionValue, str] = field(default_factory=dict)
    """The closed set, each value with its meaning; empty where the shape says what is possible."""
    least: int = 0
    most: int | None = None
    pattern: str = ""
    example: str = ""
    """What a text of the pattern may look like."""
    may_be_none: bool = False
    use: Use = "value"
    needed: bool = False
    """Whether every document states it, because a rule reads it at every table."""
    needed_with: tuple[str, ...] = ()
    """The wagers, by id or classifier, or the variations, with which a document states it."""
    needed_if: str = ""
    """The flag that makes a document state it, where the flag may be true."""
    before: OptionValue | None = None
    """What stands for it in law data that were carried before there was such an option: what the rules
    did until then. None where it is as old as the first data that were carried."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that a document may give it."""
        return _KINDS[self.shape]

    @property
    def possible(self) -> str:
        """What may be said of it, in words."""
        if self.shape == "list":
            return f"a list of any of {', '.join(map(str, self.values))}"
        if self.values:
            return ", ".join(map(_text, self.values))
        if self.shape == "whole":
            return (
                f"a whole number of {self.least} or more"
                if self.most is None
                else f"a whole number from {self.least} to {self.most}"
            )
        words = self.example if self.shape == "pattern" else _WORDS[self.shape]
        return f"{words}, or none" if self.may_be_none else words

    def fault(self, value: OptionValue) -> str:
        """Why a value is none of this option's; empty where it is one."""
        if self.shape == "list":
            odd = (
                value
                if not isinstance(value, tuple)
                else next((e for e in value if e not in self.values), "")
            )
            return f"{_text(odd)!r} is not implemented" if odd else ""
        if self.values:
            return "" if _is_one(value, self.values) else f"{_text(value)!r} is not implemented"
        if self.may_be_none and value == NONE:
            return ""
        return "" if self._fits(value) else f"{_text(value)!r} is not {self.possible}"

    def _fits(self, value: OptionValue) -> bool:
        """Whether a value has the declared shape; cards, suits, wheels and amounts have a parser."""
        if self.shape == "whole":
            return (
                isinstance(value, int)
                and not isinstance(value, bool)
                and self.least <= value
                and value <= (MOST_WHOLE if self.most is None else self.most)
            )
        if self.shape in ("cards", "wheel"):
            return isinstance(value, tuple)
        if not isinstance(value, str):
            return False
        return self.shape != "pattern" or re.fullmatch(self.pattern, value) is not None


_WORDS: Final[Mapping[Shape, str]] = {
    "dollars": 'an amount as "5.00"',
    "cards": 'a list of cards as "As"',
    "suit": "c, d, h or s",
    "text": "a text",
    "wheel": 'a list of stops as "$50=3"',
}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_one(value: OptionValue, values: Mapping[OptionValue, str]) -> bool:
    """Whether a value is in a set; true is not the number 1."""
    return any(type(each) is type(value) and each == value for each in values)


def choice(
    name: str,
    kind: object,
    about: str,
    meanings: Mapping[OptionValue, str],
    *,
    use: Use = "value",
    needed: bool = False,
    needed_with: tuple[str, ...] = (),
    before: OptionValue | None = None,
) -> Term:
    """An option with a closed set of values: those of a `Literal`, each with its meaning."""
    assert tuple(meanings) == get_args(kind), f"{name}: meanings and type do not agree"
    return Term(
        name, about, "choice", meanings, use=use, needed=needed, needed_with=needed_with, before=before
    )


def procedure(name: str, value: OptionValue, about: str, meaning: str, *, use: Use = "citation") -> Term:
    """An option that records the one way in which things are done; its citation is what is used."""
    return Term(name, about, "choice", {value: meaning}, use=use)


def flag(
    name: str,
    about: str,
    *,
    use: Use = "value",
    needed: bool = False,
    needed_with: tuple[str, ...] = (),
    before: OptionValue | None = None,
) -> Term:
    """An option that is true or false."""
    values: Mapping[OptionValue, str] = {True: "Yes.", False: "No."}
    return Term(
        name, about, "flag", values, use=use, needed=needed, needed_with=needed_with, before=before
    )


def whole(
    name: str,
    about: str,
    least: int,
    most: int | None = None,
    *,
    needed: bool = False,
    needed_with: tuple[str, ...] = (),
    before: OptionValue | None = None,
) -> Term:
    """An option that is a whole number within bounds."""
    return Term(
        name,
        about,
        "whole",
        least=least,
        most=most,
        needed=needed,
        needed_with=needed_with,
        before=before,
    )


def dollars(
    name: str,
    about: str,
    *,
    may_be_none: bool = False,
    needed: bool = False,
    needed_with: tuple[str, ...] = (),
    before: OptionValue | None = None,
) -> Term:
    """An option that is an amount."""
    return Term(
        name,
        about,
        "dollars",
        may_be_none=may_be_none,
        needed=needed,
        needed_with=needed_with,
        before=before,
    )
