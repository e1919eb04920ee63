"""Passwords, codes, tokens and lock-outs, without a store or a clock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from argon2.profiles import CHEAPEST, RFC_9106_LOW_MEMORY

from cutcard.floor.people import credentials, events
from cutcard.floor.people.decide import SignInProof, evolve, failed, proved, why_refused
from cutcard.floor.people.person import Limits, Person, Session, is_name
from cutcard.floor.people.roles import HouseRole
from cutcard.table.record.codec import Malformed
from cutcard.values import but

CHEAP = Limits(hashing=CHEAPEST)
GOOD = "a horse on the roof"
SECRET = "JBSWY3DPEHPK3PXP"
ANN = Person("ann", HouseRole.PLAYER, "active", password="x")
DAN = Person("dan", HouseRole.DEALER, "active", password="x", secret=SECRET)
NOW = 1_700_000_000_000


@pytest.mark.parametrize(
    ("password", "why"),
    [
        (GOOD, ""),
        ("short", "shorter than 12 characters"),
        ("x" * 200, "longer than 128 characters"),
        ("ababababababab", "fewer than 5 different characters"),
        ("my name is ANN!", "it contains the name"),
        ("abcdefghijklmnop", "made of characters in a row"),
        ("987654321098"[:10] + "/.", "made of characters in a row"),
        ("a horse on\x00 a roof", "cannot be printed"),
        ("a horse \ud800 on a roof", "cannot be printed"),
    ],
)
def test_what_a_password_must_be(password: str, why: str) -> None:
    found = credentials.too_weak(password, name="ann", shortest=12)
    assert (why in found) if why else found == ""


def test_a_house_keeps_passwords_as_rfc_9106_says_for_little_memory() -> None:
    assert Limits().hashing == RFC_9106_LOW_MEMORY


def test_a_password_is_compared_in_one_form_and_made_stronger_when_the_house_is() -> None:
    cheap = credentials.Passwords(CHEAP)
    kept = cheap.hashed("ﬁne wine of 1987")
    assert GOOD not in kept
    assert cheap.compare(kept, "fine wine of 1987") == credentials.PasswordCheck(True)
    assert not cheap.compare(kept, "fine wine of 1988").right
    assert not cheap.compare("", "nobody has this one").right
    assert not cheap.compare("no hash at all", GOOD).right
    assert not cheap.compare(kept, "\ud800" * 9).right
    stronger = credentials.Passwords(Limits(hashing=replace(CHEAPEST, time_cost=2)))
    better = stronger.compare(kept, "fine wine of 1987").better
    assert better != kept
    assert stronger.compare(better, "fine wine of 1987") == credentials.PasswordCheck(True)


def test_a_code_counts_for_its_step_and_the_ones_beside_it() -> None:
    step = NOW // credentials.STEP_MS
    for off in (-1, 0, 1):
        written = credentials.code_at(SECRET, NOW + off * credentials.STEP_MS)
        assert credentials.step_of_code(SECRET, written, NOW) == step + off
    for off in (-2, 2):
        assert (
            credentials.step_of_code(
                SECRET, credentials.code_at(SECRET, NOW + off * credentials.STEP_MS), NOW
            )
            is None
        )
    for wrong in ("", "12345", "1234567", "12345x", "١٢٣٤٥٦", "      "):
        assert credentials.step_of_code(SECRET, wrong, NOW) is None
    assert credentials.step_of_code("", "000000", NOW) is None
    assert credentials.authenticator_address(credentials.new_secret(), "dan").startswith(
        "otpauth://totp/Cutcard:dan?secret="
    )


@pytest.mark.parametrize(
    ("person", "proof", "why"),
    [
        (None, SignInProof(True), "unknown name"),
        (ANN, SignInProof(True), ""),
        (ANN, SignInProof(False), "wrong password"),
        (but(ANN, state="barred"), SignInProof(True), "a barred person"),
        (but(ANN, state="new"), SignInProof(True), "a new person"),
        (but(ANN, locked_until=NOW + 1), SignInProof(True), "locked out"),
        (but(ANN, locked_until=NOW), SignInProof(True), ""),
        (DAN, SignInProof(True), "wrong code"),
        (DAN, SignInProof(True, 7), ""),
        (DAN, SignInProof(False, 7), "wrong password"),
        (but(DAN, last_step=7), SignInProof(True, 7), "code used before"),
        (but(DAN, last_step=8), SignInProof(True, 7), "code used before"),
    ],
)
def test_who_comes_in(person: Person | None, proof: SignInProof, why: str) -> None:
    assert why_refused(person, proof, NOW) == why


def test_failures_lock_out_longer_and_longer_and_a_proof_forgives_them() -> None:
    person, locks = ANN, []
    now = NOW
    for _ in range(14):
        event = failed(person, "wrong password", now=now, limits=CHEAP, address="")
        person = evolve(person, event)
        locks.append(max(0, person.locked_until - now) // 60_000)
        now = max(now, person.locked_until)
    assert locks == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]
    again = failed(person, "locked out", now=now - 1, limits=CHEAP, address="")
    assert (again.failures, again.locked_until) == (14, now), "asking while locked out changes nothing"
    assert proved(person, SignInProof(True)).failures == 0
    assert proved(DAN, SignInProof(True, 9)).last_step == 9


def test_a_session_ends_idle_or_old_and_its_proof_grows_stale() -> None:
    lasting = CHEAP.sessions[HouseRole.DEALER]
    session = Session("d", "dan", HouseRole.DEALER, NOW, NOW, NOW)
    assert session.why_over(NOW + lasting.idle_ms - 1, CHEAP) == ""
    assert session.why_over(NOW + lasting.idle_ms, CHEAP) == "idle"
    busy = but(session, seen_at=NOW + lasting.whole_ms - 1)
    assert busy.why_over(NOW + lasting.whole_ms - 1, CHEAP) == ""
    assert busy.why_over(NOW + lasting.whole_ms, CHEAP) == "as long as a session may last"
    assert session.is_proved(NOW + CHEAP.again_ms - 1, CHEAP)
    assert not session.is_proved(NOW + CHEAP.again_ms, CHEAP)


def test_tokens_are_kept_as_digests_and_a_pages_token_is_bound_to_one() -> None:
    one, two = credentials.new_token(), credentials.new_token()
    assert one != two
    assert credentials.is_token(one)
    assert not credentials.is_token(one[:-1])
    assert not credentials.is_token(one + "\n")
    assert one not in credentials.token_digest(one)
    assert credentials.is_page_token(one, credentials.page_token(one))
    assert not credentials.is_page_token(two, credentials.page_token(one))
    assert not credentials.is_page_token(one, "\ud800")


@pytest.mark.parametrize(
    ("written", "good"),
    [
        *((each, True) for each in ("ann", "a", "a-b_9", "a" * 32)),
        *((each, False) for each in ("Ann", "", "9a", "a:b", "a b", "a" * 33, "ann\n", "a@b")),
    ],
)
def test_names_fit_into_accounts_and_records(written: str, good: bool) -> None:
    assert is_name(written) is good


def test_events_survive_their_line_and_nothing_else_is_one() -> None:
    event = events.SignedIn("dan", HouseRole.DEALER, "abc", "password", "127.0.0.1")
    assert events.codec.parse(events.codec.line(event)) == event
    with pytest.raises(Malformed):
        events.codec.parse('{"event": "opened_the_safe"}')
    with pytest.raises(Malformed):
        events.codec.parse('{"event": "signed_in", "person": "dan"}')
