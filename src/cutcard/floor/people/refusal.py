"""Why something about people is turned away: a code, and one line with a way out."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """Every reason of this room."""

    SIGN_IN_REFUSED = "sign_in_refused"
    LINK_REFUSED = "link_refused"
    SIGNATURE_REFUSED = "signature_refused"
    WEAK_PASSWORD = "weak_password"
    BAD_NAME = "bad_name"
    UNKNOWN_PERSON = "unknown_person"
    KNOWN_PERSON = "known_person"
    NO_CHANGE = "no_change"
    OWN_ROLE = "own_role"
    NOT_SIGNED_IN = "not_signed_in"


class PeopleRefused(Exception):  # noqa: N818 - it carries a refusal to whoever answers with it
    """Carries a refusal up to the function that answers with it."""

    def __init__(self, code: Why, message: str, where: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where
