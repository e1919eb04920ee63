"""The second factor of staff: a code of six figures that changes every half minute, used once each."""

from __future__ import annotations

import hmac
from io import BytesIO
from typing import Final

import pyotp
import segno

STEP_MS: Final = 30_000
AROUND: Final = 1
"""Steps before and after the present one that a clock may be off."""
ISSUER: Final = "Cutcard"
FIGURES: Final = 6
QUIET: Final = 4
"""Modules of light around a QR code, without which a camera does not find it."""


def new_secret() -> str:
    """A secret for a person's authenticator."""
    return pyotp.random_base32()


def address(secret: str, name: str) -> str:
    """The address that an authenticator reads, as text or from a picture."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)


def picture(written: str) -> str:
    """An address as a QR code, in SVG. Black on white wherever it is shown: cameras read no other."""
    drawn = BytesIO()
    segno.make_qr(written, error="m").save(
        drawn,
        kind="svg",
        border=QUIET,
        dark="#000",
        light="#fff",
        omitsize=True,
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        nl=False,
    )
    return drawn.getvalue().decode()


def code(secret: str, now_ms: int) -> str:
    """The code of this moment."""
    return pyotp.HOTP(secret).at(now_ms // STEP_MS)


def step_of(secret: str, written: str, now_ms: int) -> int | None:
    """The step whose code this is, near enough to now; None where it is none's."""
    if not secret or len(written) != FIGURES or not (written.isascii() and written.isdigit()):
        return None
    now, maker, found = now_ms // STEP_MS, pyotp.HOTP(secret), None
    for step in range(max(0, now - AROUND), now + AROUND + 1):
        if hmac.compare_digest(maker.at(step), written):
            found = step
    return found
