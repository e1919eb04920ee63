"""Passkeys (WebAuthn): a key on somebody's own device, in place of a password and a code.

The house asks a question that only it can have made, for one purpose, a short while ago; the device
signs it for this house's address and no other, after it has made sure of its owner. A question is
answered once with each passkey: an answer must be to a later question than the last one.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any, Final

from cutcard.floor.people import decide, events as e, rows
from cutcard.floor.people.decide import PeopleRefused, Why
from cutcard.floor.people.people import Given, PeopleOfHouse
from cutcard.floor.people.person import MINUTE_MS, Passkey, Session, short_passkey

CHALLENGE_MS: Final = 2 * MINUTE_MS
"""How long a question may be answered."""
NONCE_BYTES: Final = 16
TIME_BYTES: Final = 8
TAG_BYTES: Final = 16
MOST_PASSKEYS: Final = 8
HOUSE_NAME: Final = "Cutcard"
HAS_LIBRARY: Final = find_spec("webauthn") is not None
"""Of the extra `house`."""
Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PasskeyPlace:
    """Where a passkey is good: the house's host, and the addresses of its pages."""

    host: str
    origins: tuple[str, ...]


class PasskeyDesk:
    """Passkeys of the people of one house; it needs the house's keys, which make its questions."""

    def __init__(self, people: PeopleOfHouse) -> None:
        self._people = people
        self._keys = people.database.keys

    @property
    def is_open(self) -> bool:
        """Whether this house takes passkeys."""
        return bool(self._keys) and HAS_LIBRARY

    # The house's question.

    def _challenge(self, purpose: str) -> bytes:
        if not self.is_open:
            raise PeopleRefused(
                Why.NO_PASSKEYS, "passkeys: this house takes none; it has no keys", "passkey"
            )
        nonce = secrets.token_bytes(NONCE_BYTES)
        at = self._people.clock().to_bytes(TIME_BYTES, "big")
        return nonce + at + self._tag(purpose, nonce + at)

    def _tag(self, purpose: str, what: bytes) -> bytes:
        seal = self._keys.seal("passkey", purpose, what.hex())
        return hashlib.sha256(seal.encode()).digest()[:TAG_BYTES]

    def _answered(self, credential: Plain, purpose: str) -> tuple[bytes, int]:
        """The question that a device says it answers, and when it was asked; refused where none was."""
        try:
            written = json.loads(_decoded(credential["response"]["clientDataJSON"]))["challenge"]
            challenge = _decoded(written)
        except (KeyError, TypeError, ValueError):
            raise _refused() from None
        what, tag = challenge[:-TAG_BYTES], challenge[-TAG_BYTES:]
        asked = int.from_bytes(what[NONCE_BYTES:], "big")
        is_ours = self.is_open and secrets.compare_digest(tag, self._tag(purpose, what))
        if not is_ours or not 0 <= self._people.clock() - asked < CHALLENGE_MS:
            raise _refused()
        return challenge, asked

    # A new passkey.

    def options_to_add(self, session: Session, place: PasskeyPlace) -> dict[str, Any]:
        """What a browser needs to make a passkey for whoever is signed in."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import structs

        wanted = structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
        options = generate_registration_options(
            rp_id=place.host,
            rp_name=HOUSE_NAME,
            user_name=session.person,
            user_id=hashlib.sha256(session.person.encode()).digest(),
            challenge=self._challenge(f"add {session.person}"),
            authenticator_selection=wanted,
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=_decoded(each.id))
                for each in self.passkeys(session.person)
            ],
        )
        plain: dict[str, Any] = json.loads(options_to_json(options))
        return plain

    def add(self, session: Session, credential: Plain, place: PasskeyPlace) -> Passkey:
        """The passkey that a device has made; its person has just proved who they are."""
        from webauthn import verify_registration_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge, asked = self._answered(credential, f"add {session.person}")
        try:
            made = verify_registration_response(
                credential=dict(credential),
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=list(place.origins),
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise _refused() from None
        key = _encoded(made.credential_public_key)
        now = self._people.clock()
        passkey = Passkey(_encoded(made.credential_id), session.person, key, made.sign_count, now, asked)
        with self._people.changing() as change:
            person = change.known(session.person)
            mine = rows.passkeys_of(change.connection, person.name)
            if person.state != "active" or rows.passkey(change.connection, passkey.id) is not None:
                raise _refused()
            if len(mine) >= MOST_PASSKEYS:
                message = f"passkey: {person.name} has {MOST_PASSKEYS} already; remove one first"
                raise PeopleRefused(Why.NO_PASSKEYS, message, "passkey")
            rows.add(change.connection, passkey)
            change.record(e.PasskeyAdded(person.name, short_passkey(passkey.id)), person.name)
        return passkey

    def passkeys(self, name: str) -> list[Passkey]:
        """Somebody's passkeys, the oldest first."""
        with self._people.database.reading() as unit:
            return rows.passkeys_of(unit.connection, name)

    def remove(self, name: str, passkey: str, *, by: str) -> None:
        """Take a passkey away, as of a device that was lost."""
        with self._people.changing() as change:
            known = rows.passkey(change.connection, passkey)
            if known is None or known.person != name:
                raise PeopleRefused(
                    Why.NO_PASSKEYS, "passkey: there is none such; see the list", "passkey"
                )
            rows.drop_passkey(change.connection, passkey)
            change.record(e.PasskeyRemoved(name, short_passkey(passkey), by), by)

    # Signing in.

    def options_to_sign_in(self, place: PasskeyPlace) -> dict[str, Any]:
        """What a browser needs to answer with a passkey; it names nobody."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=place.host,
            challenge=self._challenge("sign in"),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        plain: dict[str, Any] = json.loads(options_to_json(options))
        return plain

    def sign_in(self, credential: Plain, place: PasskeyPlace, *, address: str = "") -> Given:
        """A session for whoever's device answered."""
        person = self._proved(credential, place, address)
        with self._people.changing() as change:
            return self._people.begin(change, change.known(person), how="passkey", address=address)

    def again(self, session: Session, credential: Plain, place: PasskeyPlace) -> Session:
        """The session, whose person proved again who they are: with a passkey of their own."""
        if self._proved(credential, place, "", expected=session.person) != session.person:
            raise _refused()
        return self._people.proved_again(session, how="passkey")

    def _proved(self, credential: Plain, place: PasskeyPlace, address: str, expected: str = "") -> str:
        """Whom a device's answer proves; a wrong one is recorded under the passkey's person."""
        from webauthn import verify_authentication_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge, asked = self._answered(credential, "sign in")
        with self._people.changing() as change:
            known = rows.passkey(change.connection, str(credential.get("id", "")))
            person = None if known is None else rows.person(change.connection, known.person)
            if known is None or person is None:
                raise _refused()
            try:
                verified = verify_authentication_response(
                    credential=dict(credential),
                    expected_challenge=challenge,
                    expected_rp_id=place.host,
                    expected_origin=list(place.origins),
                    credential_public_key=_decoded(known.key),
                    credential_current_sign_count=known.count,
                    require_user_verification=True,
                )
                why = "" if asked > known.used_at else "a question answered before"
            except (WebAuthnException, ValueError, KeyError, TypeError):
                verified, why = None, "wrong passkey"
            if person.state != "active":
                why = f"a {person.state} person"
            elif expected and person.name != expected:
                why = "another's passkey"
            if verified is not None and not why:
                used = replace(known, count=verified.new_sign_count, used_at=asked)
                rows.put(change.connection, used)
                return person.name
            failed = e.SignInRefused(person.name, why, address, person.failures, person.locked_until)
            change.record(failed, person.name)
        raise _refused()


def _refused() -> PeopleRefused:
    return PeopleRefused(Why.SIGN_IN_REFUSED, decide.REFUSED_PASSKEY, "passkey")


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
