"""Keys on a PKCS#11 device, which never leave it: what the house uses is derived by the device.

The address of a key is that of RFC 7512, as far as it is needed: `token`, `object`, `module-path`, and
`pin-source`, a file that nobody else can read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from cutcard.floor.keys.problem import MISSING, OTHERS, KeysProblem

ABOUT: Final = "cutcard house key"


def secret_of_device(name: str, address: str, where: str) -> bytes:
    """What a key on a device makes of its name: as secret as the key, and the same every time."""
    parts = _parts(address)
    lacking = [each for each in ("token", "object", "module-path", "pin-source") if each not in parts]
    if lacking:
        raise KeysProblem(f"{where}: {name}: the address lacks {', '.join(lacking)}")
    try:
        import pkcs11
    except ModuleNotFoundError:
        raise KeysProblem(f"{where}: {name}: a key on a device {MISSING}") from None
    pin = _pin(Path(parts["pin-source"]))
    try:
        token = pkcs11.lib(parts["module-path"]).get_token(token_label=parts["token"])
        with token.open(user_pin=pin) as session:
            key: Any = session.get_key(object_class=pkcs11.ObjectClass.SECRET_KEY, label=parts["object"])
            made: bytes = key.sign(f"{ABOUT} {name}".encode(), mechanism=pkcs11.Mechanism.SHA256_HMAC)
            return made
    except (pkcs11.PKCS11Error, RuntimeError, OSError) as problem:
        why = str(problem) or type(problem).__name__
        raise KeysProblem(f"{where}: {name}: the device: {why.splitlines()[0]}") from None


def _parts(address: str) -> dict[str, str]:
    path, _, query = address.partition(":")[2].partition("?")
    pairs = [each.partition("=") for each in (*path.split(";"), *query.split("&")) if each]
    return {name: unquote(value) for name, _, value in pairs}


def _pin(path: Path) -> str:
    try:
        if path.stat().st_mode & OTHERS:
            raise KeysProblem(f"{path}: others can read it; chmod 600 it")
        return path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "is no pin"
        raise KeysProblem(f"{path}: {why.lower()}") from None
