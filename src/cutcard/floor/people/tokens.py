"""Tokens: opaque, shown once, kept only as a digest that leads nowhere back."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Final

BYTES: Final = 32
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
SHORT: Final = 12


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(BYTES)


def is_token(written: str) -> bool:
    """Whether a text has the form of a token."""
    return TOKEN.fullmatch(written) is not None


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def named(digest: str) -> str:
    """A session as a record names it: enough to tell it from others, too little to find its token."""
    return digest[:SHORT]


def page_token(token: str) -> str:
    """What a page of this session must send with every change it asks for."""
    return hmac.new(token.encode(errors="replace"), b"cutcard page", hashlib.sha256).hexdigest()


def is_page_token(token: str, written: str) -> bool:
    """Whether a page's token belongs to a session."""
    return hmac.compare_digest(page_token(token).encode(), written.encode(errors="replace"))
