"""Keys by name, and what is made with them.

A list of keys has one on each line, the newest last: the newest seals, covers and signs, older ones
still prove and read what they made. A line is a name and either 64 hexadecimal digits or the address of
a key on a PKCS#11 device:

    k1 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
    k2 pkcs11:token=house;object=k2?module-path=/usr/lib/softhsm/libsofthsm2.so&pin-source=/etc/house.pin

Each purpose has a key of its own, derived from the one on the list, so that a seal is never a signature.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cutcard.floor.keys.problem import MISSING, OTHERS, KeysProblem

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

ENVIRONMENT: Final = "CUTCARD_KEYS"
"""The variable that holds a list of keys, for houses that keep them in no file."""
KEY_BYTES: Final = 32
NAME: Final = re.compile(r"[A-Za-z0-9-]{1,20}")
KEY: Final = re.compile(r"[0-9a-f]{64}")
SEAL: Final = re.compile(r"[A-Za-z0-9-]{1,20}\.[0-9a-f]{64}")
DEVICE: Final = "pkcs11:"
NONCE_BYTES: Final = 12
MARK: Final = "."
"""Between a key's name and what was made with it."""


@dataclass(frozen=True)
class PublicKeys:
    """What proves signatures and can make none: for whoever inspects a house."""

    keys: Mapping[str, bytes]

    @classmethod
    def read(cls, path: Path) -> PublicKeys:
        """From a file with a name and 64 hexadecimal digits on each line."""
        named = dict(_listed(_text_of(path), str(path)))
        if any(value.startswith(DEVICE) for value in named.values()):
            raise KeysProblem(f"{path}: a public key has 64 hexadecimal digits")
        return cls({name: bytes.fromhex(value) for name, value in named.items()})

    def is_signed(self, signature: str, text: str) -> bool:
        """Whether one of the keys signed a text."""
        name, _, signed = signature.partition(MARK)
        if name not in self.keys:
            return False
        try:
            from cryptography.exceptions import InvalidSignature
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        except ModuleNotFoundError:
            raise KeysProblem(f"signatures: proving one {MISSING}") from None
        try:
            Ed25519PublicKey.from_public_bytes(self.keys[name]).verify(_bytes(signed), text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True

    def lines(self) -> Iterator[str]:
        """The list, as `read` takes it."""
        return (f"{name} {key.hex()}" for name, key in self.keys.items())


@dataclass(frozen=True)
class HouseKeys:
    """The keys of one house; without any it seals and covers nothing, as a demonstration."""

    masters: Mapping[str, bytes] = field(default_factory=dict)
    """By name, the newest last."""

    @classmethod
    def read(cls, path: Path | None = None) -> HouseKeys:
        """From a file that nobody else can read, or from the environment; none where there are none."""
        if path is None:
            text, where = os.environ.get(ENVIRONMENT, ""), f"environment {ENVIRONMENT}"
            if not text:
                return NO_KEYS
        else:
            text, where = _text_of(path, private=True), str(path)
        listed = dict(_listed(text, where))
        if find_spec("cryptography") is None:
            raise KeysProblem(f"{where}: using keys {MISSING}")
        return cls({name: _master(name, value, where) for name, value in listed.items()})

    def __bool__(self) -> bool:
        return bool(self.masters)

    @property
    def newest(self) -> str:
        """The name of the key in use."""
        return list(self.masters)[-1]

    # Seals: what only the house can make, and only the house can prove.

    def seal(self, *values: str | int | None) -> str:
        """The seal of some values; empty without keys."""
        if not self.masters:
            return ""
        return self._sealed(self.newest, values)

    def why_unsealed(self, seal: str, *values: str | int | None) -> str:
        """Why a seal proves nothing; without keys, whether it can be one at all."""
        if not self.masters:
            return "" if not seal or SEAL.fullmatch(seal) else "has something that is no seal"
        name = seal.partition(MARK)[0]
        if MARK not in seal:
            return "is not sealed by the house's keys"
        if name not in self.masters:
            return f"is sealed by key {name[:20]!r}, which is not in the list of keys"
        if not hmac.compare_digest(self._sealed(name, values).encode(), seal.encode()):
            return "was changed: its seal does not match"
        return ""

    def _sealed(self, name: str, values: tuple[str | int | None, ...]) -> str:
        text = "\n".join(map(str, values)).encode()
        return f"{name}{MARK}{hmac.digest(self._derived('seal', name), text, 'sha256').hex()}"

    # Rows outside the chains have a digest; with keys it is a seal.

    def row(self, *values: str | int) -> str:
        """The digest of a row, or with keys its seal."""
        return self.seal(*values) or row_digest(*values)

    def why_row_changed(self, digest: str, *values: str | int) -> str:
        """Why a row is not as it was written; without keys a sealed one is taken as it is."""
        if self.masters:
            return self.why_unsealed(digest, *values)
        return "" if MARK in digest or digest == row_digest(*values) else "was changed"

    # Covers: what only the house can read.

    def cover(self, text: str, about: str) -> str:
        """A text that only these keys read, bound to what it is `about`; as it is without keys."""
        if not self.masters:
            return text
        name, nonce = self.newest, secrets.token_bytes(NONCE_BYTES)
        body = self._ciphers(name).encrypt(nonce, text.encode(), about.encode())
        return f"{name}{MARK}{base64.urlsafe_b64encode(nonce + body).decode()}"

    def uncover(self, covered: str, about: str) -> str:
        """The text that was covered; `KeysProblem` where these keys did not cover it for that."""
        name, _, body = covered.partition(MARK)
        if name not in self.masters:
            raise KeysProblem(
                f"{about}: covered by key {name[:20]!r}; give the list of keys that has it"
            )
        try:
            from cryptography.exceptions import InvalidTag
        except ModuleNotFoundError:
            raise KeysProblem(f"keys: reading what is covered {MISSING}") from None
        packed = _bytes(body)
        try:
            opened = self._ciphers(name).decrypt(
                packed[:NONCE_BYTES], packed[NONCE_BYTES:], about.encode()
            )
        except (InvalidTag, ValueError):
            raise KeysProblem(f"{about}: was changed: it cannot be uncovered") from None
        return opened.decode()

    # Signatures: what only the house can make, and anybody can prove.

    def sign(self, text: str) -> str:
        """The signature of a text by the key in use."""
        name = self.newest
        return (
            f"{name}{MARK}{base64.urlsafe_b64encode(self._signers[name].sign(text.encode())).decode()}"
        )

    @property
    def public(self) -> PublicKeys:
        """The public half of each key."""
        return PublicKeys(
            {name: each.public_key().public_bytes_raw() for name, each in self._signers.items()}
        )

    @cached_property
    def _signers(self) -> dict[str, Ed25519PrivateKey]:
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        except ModuleNotFoundError:
            raise KeysProblem(f"keys: signing {MISSING}") from None
        return {
            name: Ed25519PrivateKey.from_private_bytes(self._derived("sign", name))
            for name in self.masters
        }

    @cached_property
    def _known(self) -> dict[tuple[str, str], bytes]:
        """Derived keys, by purpose and name."""
        return {}

    def _derived(self, purpose: str, name: str) -> bytes:
        """The key for one purpose: one derived key never gives another away."""
        key = self._known.get((purpose, name))
        if key is None:
            text = f"cutcard {purpose} 1".encode()
            key = self._known[purpose, name] = hmac.digest(self.masters[name], text, "sha256")
        return key

    def _ciphers(self, name: str) -> AESGCM:
        cipher = self._cipher_of.get(name)
        if cipher is None:
            try:
                from cryptography.hazmat.primitives.ciphers.aead import AESGCM
            except ModuleNotFoundError:
                raise KeysProblem(f"keys: covering secrets {MISSING}") from None
            cipher = self._cipher_of[name] = AESGCM(self._derived("cover", name))
        return cipher

    @cached_property
    def _cipher_of(self) -> dict[str, AESGCM]:
        return {}


NO_KEYS: Final = HouseKeys()


def row_digest(*values: str | int) -> str:
    """The digest of a row outside the chains: an answer, a movement, a snapshot."""
    return hashlib.sha256("\n".join(map(str, values)).encode()).hexdigest()


def new_key(name: str) -> str:
    """A line of a list of keys, with a key that nobody had before."""
    if NAME.fullmatch(name) is None:
        raise KeysProblem(f"{name[:40]!r}: a key's name has 1 to 20 letters, digits and hyphens")
    return f"{name} {secrets.token_hex(KEY_BYTES)}"


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text.encode())
    except ValueError:
        return b""


def _text_of(path: Path, *, private: bool = False) -> str:
    try:
        if private and path.stat().st_mode & OTHERS:
            raise KeysProblem(f"{path}: others can read it; chmod 600 it, and take new keys")
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "is no list of keys"
        raise KeysProblem(f"{path}: {why.lower()}") from None


def _listed(text: str, where: str) -> Iterator[tuple[str, str]]:
    names: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, _, value = line.strip().partition(" ")
        is_key = KEY.fullmatch(value) is not None or value.startswith(DEVICE)
        if NAME.fullmatch(name) is None or not is_key:
            message = "a name, a space, and 64 hexadecimal digits or pkcs11:... are needed"
            raise KeysProblem(f"{where}: line {number}: {message}")
        if name in names:
            raise KeysProblem(f"{where}: line {number}: {name} is listed twice")
        names.add(name)
        yield name, value
    if not names:
        raise KeysProblem(f"{where}: has no key; `cutcard keys new` makes one")


def _master(name: str, value: str, where: str) -> bytes:
    if not value.startswith(DEVICE):
        return bytes.fromhex(value)
    from cutcard.floor.keys.device import secret_of_device

    return secret_of_device(name, value, where)
