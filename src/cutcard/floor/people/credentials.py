"""What a person proves themselves by: passwords, codes of a second factor, and tokens.

None is stored as it is: of a password its argon2id hash, of a token its digest. A code has six digits,
changes every half minute, and is used once.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from threading import BoundedSemaphore
from typing import Final

import pyotp
import segno
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from cutcard.floor.people.person import Limits

LONGEST_PASSWORD: Final = 128
FEWEST_DIFFERENT: Final = 5


def normalized(password: str) -> str:
    """A password in the one form that is compared, whatever keyboard it was typed on."""
    return unicodedata.normalize("NFKC", password)


def too_weak(password: str, *, name: str, shortest: int) -> str:
    """Why a password is too weak; empty where it is not."""
    written = normalized(password)
    if len(written) < shortest:
        return f"shorter than {shortest} characters"
    if len(written) > LONGEST_PASSWORD:
        return f"longer than {LONGEST_PASSWORD} characters"
    if not written.isprintable():
        return "has characters that cannot be printed"
    plain = written.casefold()
    if len(set(plain)) < FEWEST_DIFFERENT:
        return f"has fewer than {FEWEST_DIFFERENT} different characters"
    if name and name.casefold() in plain:
        return "it contains the name"
    if _is_a_run(plain):
        return "made of characters in a row"
    if guesses_for(plain) < FEWEST_GUESSES:
        return "it is on the lists that everybody tries first, or made of what is on them"
    return ""


FEWEST_GUESSES: Final = 10**9
"""A hash as this house keeps them takes 0.16 s of a core, so that so many take one five years."""
MOST_ESTIMATED: Final = 72
"""So many characters are estimated; the estimate of more would only be higher, and takes long."""
_OF_THE_TRADE: Final = (
    "house casino blackjack jackpot poker roulette dealer player pontoon floorperson supervisor cutcard "
    "correcthorsebatterystaple"
)


def guesses_for(plain: str) -> float:
    """After how many guesses somebody with the usual lists has a password.

    The lists are those of the package `zxcvbn`: 30,000 passwords from breaches, names, words, keyboards'
    rows, years, with figures and marks between or for letters.
    """
    from zxcvbn import zxcvbn

    written = plain[:MOST_ESTIMATED]
    bare = "".join(filter(str.isalnum, written))
    readings = {written, bare} - {""}
    return float(min(zxcvbn(each, user_inputs=_OF_THE_TRADE.split())["guesses"] for each in readings))


def _is_a_run(plain: str) -> bool:
    steps = {ord(after) - ord(before) for before, after in pairwise(plain)}
    return len(steps) == 1 and steps <= {-1, 0, 1}


@dataclass(frozen=True, slots=True)
class PasswordCheck:
    """The result of comparing a password; `better` is a stronger hash to store, if one is due."""

    right: bool
    better: str = ""


class Passwords:
    """Hashes and compares passwords, a few at a time, taking as long for an unknown name."""

    def __init__(self, limits: Limits) -> None:
        self._hasher = PasswordHasher.from_parameters(limits.hashing)
        self._turn = BoundedSemaphore(limits.hashing_at_once)
        self._nobody = self._hasher.hash("nobody has this one")

    def hashed(self, password: str) -> str:
        """The hash to store of a password."""
        with self._turn:
            return self._hasher.hash(normalized(password).encode())

    def compare(self, stored: str, password: str) -> PasswordCheck:
        """Compare a password with its stored hash; an empty one matches nothing and takes as long."""
        written = normalized(password[: LONGEST_PASSWORD + 1]).encode(errors="replace")
        with self._turn:
            try:
                self._hasher.verify(stored or self._nobody, written)
            except (VerificationError, InvalidHashError):
                return PasswordCheck(False)
            if not stored:
                return PasswordCheck(False)
            stale = self._hasher.check_needs_rehash(stored)
            return PasswordCheck(True, self._hasher.hash(written) if stale else "")


STEP_MS: Final = 30_000
STEPS_OFF: Final = 1
"""Steps that a clock may be off, either way."""
ISSUER: Final = "Cutcard"
CODE_DIGITS: Final = 6
QUIET_ZONE: Final = 4
"""Light modules around a QR code, without which a camera does not find it."""


def new_secret() -> str:
    """A new secret for an authenticator app."""
    return pyotp.random_base32()


def authenticator_address(secret: str, name: str) -> str:
    """The address that an authenticator app reads, as text or from its QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)


def qr_code(address: str) -> str:
    """An address as a QR code in SVG, black on white even on a dark page: cameras read no other."""
    svg = BytesIO()
    bare = {"omitsize": True, "xmldecl": False, "svgclass": None, "lineclass": None, "nl": False}
    code = segno.make_qr(address, error="m")
    code.save(svg, kind="svg", border=QUIET_ZONE, dark="#000", light="#fff", **bare)
    return svg.getvalue().decode()


def code_at(secret: str, now_ms: int) -> str:
    """The code at a moment."""
    return pyotp.HOTP(secret).at(now_ms // STEP_MS)


def step_of_code(secret: str, written: str, now_ms: int) -> int | None:
    """The step near now whose code this is; None where there is none."""
    if not secret or len(written) != CODE_DIGITS or not (written.isascii() and written.isdigit()):
        return None
    now, maker, matching = now_ms // STEP_MS, pyotp.HOTP(secret), None
    for step in range(max(0, now - STEPS_OFF), now + STEPS_OFF + 1):
        if hmac.compare_digest(maker.at(step), written):
            matching = step
    return matching


TOKEN_BYTES: Final = 32
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
SHORT_DIGEST: Final = 12


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


WORD_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are read for one another."""
WORD_LENGTH: Final = 8


def new_word() -> str:
    """The half of a link that goes by another way than the link: short enough to be told."""
    return "".join(secrets.choice(WORD_LETTERS) for _ in range(WORD_LENGTH))


def is_token(written: str) -> bool:
    """Whether a text has the form of a token."""
    return TOKEN.fullmatch(written) is not None


def token_digest(token: str) -> str:
    """The digest to store of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def link_digest(half: str, word: str) -> str:
    """The digest to store of a link with a word: `half` is the digest of its token."""
    return token_digest(f"{half} {word.strip().casefold()}")


def short_digest(digest: str) -> str:
    """A session's name in records: enough to tell it from others, too little to find its token."""
    return digest[:SHORT_DIGEST]


def page_token(token: str) -> str:
    """The token that a page of this session sends with every change."""
    return hmac.new(token.encode(errors="replace"), b"cutcard page", hashlib.sha256).hexdigest()


def is_page_token(token: str, written: str) -> bool:
    """Whether a page's token belongs to a session."""
    return hmac.compare_digest(page_token(token).encode(), written.encode(errors="replace"))
