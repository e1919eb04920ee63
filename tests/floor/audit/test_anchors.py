"""A store that was rewritten whole, every digest with it, is found by what was anchored elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.support import answer, invoke, one_line
from cutcard.floor.audit import AnchorLog, anchor_place, check_anchors
from cutcard.floor.keys import HouseKeys, KeysProblem, PublicKeys
from cutcard.floor.store import Database, New, StoreError

KEY, OTHER = f"k1 {'ab' * 32}\n", f"k2 {'cd' * 32}\n"


def written(path: Path, text: str) -> Path:
    path.touch(0o600)
    path.write_text(text)
    return path


def grow(database: Database, stream: str, *lines: str) -> None:
    with database.writing() as unit:
        head = unit.heads([stream]).get(stream) or unit.create(stream, "{}")
        unit.append(head, [New(line, by="house") for line in lines])


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return written(tmp_path / "keys", KEY)


@pytest.fixture(params=["file", "sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where anchors are kept: a file, or another database."""
    if request.param == "file":
        return str(tmp_path / "anchors")
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'anchors.db'}"
    return str(request.getfixturevalue("postgresql_url"))


def test_a_store_rewritten_whole_is_found(
    sqlite: Database, tmp_path: Path, keys: Path, place: str
) -> None:
    read = HouseKeys.read(keys)
    grow(sqlite, "cage", '{"event":"deposit"}')
    kept = AnchorLog(anchor_place(place), read)
    first = kept.add(sqlite, 1)
    assert first is not None
    assert first.heads == 1
    assert kept.add(sqlite, 2) is None, "nothing grew"
    grow(sqlite, "cage", '{"event":"withdraw"}')
    written(keys, KEY + OTHER)  # another key from now on
    both = HouseKeys.read(keys)
    later = AnchorLog(anchor_place(place), both).add(sqlite, 3)
    assert later is not None
    assert (later.number, later.signature[:3], first.signature[:3]) == (2, "k2.", "k1.")
    grow(sqlite, "cage", '{"event":"later"}')
    found = check_anchors(sqlite, anchor_place(place), both.public)
    assert (found.anchors, found.heads, found.last_at, found.broken) == (2, 2, 3, ())

    forged = Database.open(f"sqlite:///{tmp_path / 'forged.db'}")
    forged.migrate()
    grow(forged, "cage", '{"event":"deposit"}', '{"event":"nothing"}', '{"event":"later"}')
    options = ("audit", "--database", forged.name)
    assert invoke(*options).exit_code == 0, "each of its digests is right"
    public = written(tmp_path / "public", invoke("keys", "public", str(keys)).stdout)
    assert KEY.split()[1] not in public.read_text()
    for proof in (("--keys", str(keys)), ("--public", str(public))):
        told = invoke(*options, "--anchors", place, *proof)
        assert told.exit_code == 1
    assert "wrong: cage 2: was rewritten: an anchor names another digest of it" in told.stdout
    assert answer(invoke(*options, "--json"))["heads"].keys() == {"cage"}
    forged.close()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines[1:], "does not follow"),
        (lambda lines: [lines[0].replace('"at":1', '"at":9'), *lines[1:]], "signature does not match"),
        (lambda lines: [lines[0], *lines[2:]], "does not follow"),
    ],
)
def test_anchors_that_were_changed_are_found(
    sqlite: Database, tmp_path: Path, keys: Path, change: Callable[[list[str]], list[str]], told: str
) -> None:
    path, read = tmp_path / "anchors", HouseKeys.read(keys)
    kept = AnchorLog(anchor_place(str(path)), read)
    for number in range(1, 4):
        grow(sqlite, "cage", "{}")
        kept.add(sqlite, number)
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n")
    found = check_anchors(sqlite, anchor_place(str(path)), read.public)
    assert any(told in str(each) for each in found.broken)
    others = HouseKeys.read(written(keys, OTHER)).public
    unknown = check_anchors(sqlite, anchor_place(str(path)), others).broken
    assert any("is not in the list of keys" in str(each) for each in unknown)


def test_an_anchor_signed_by_nobody_who_may_is_found(
    sqlite: Database, tmp_path: Path, keys: Path
) -> None:
    """Whoever has the file and the public keys cannot sign, whatever key they name."""
    path, read = tmp_path / "anchors", HouseKeys.read(keys)
    grow(sqlite, "cage", "{}")
    forger = HouseKeys({"k1": b"\x01" * 32})
    AnchorLog(anchor_place(str(path)), forger).add(sqlite, 1)
    found = check_anchors(sqlite, anchor_place(str(path)), read.public).broken
    assert [each.what for each in found] == ["was changed: its signature does not match"]


def test_what_is_no_key_and_no_anchor_is_one_line(
    sqlite: Database, tmp_path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_KEYS", KEY)
    assert HouseKeys.read().newest == "k1"
    monkeypatch.delenv("CUTCARD_KEYS")
    assert not HouseKeys.read()
    for text in ("", "k1", "k1 abc", KEY + "more", KEY + KEY):
        with pytest.raises(KeysProblem, match=r"line|no key"):
            HouseKeys.read(written(keys, text))
    written(keys, KEY)
    bad = written(tmp_path / "anchors", "[]\n")
    grow(sqlite, "cage", "{}")
    for arguments in (
        ("--anchors", str(bad), "--keys", str(keys)),
        ("--anchors", str(tmp_path / "none"), "--keys", str(keys)),
        ("--anchors", str(bad), "--keys", str(tmp_path / "none")),
        ("--anchors", "nosuch://place", "--keys", str(keys)),
        ("--anchors", str(bad)),
        ("--public", str(keys)),
    ):
        assert one_line(invoke("audit", "--database", sqlite.name, *arguments))
    keys.chmod(0o640)
    assert "others can read it" in one_line(invoke("keys", "public", str(keys)))
    public = PublicKeys({"k1": b"\x01" * 32})
    with pytest.raises(StoreError, match="line 1: is not an anchor"):
        check_anchors(sqlite, anchor_place(str(bad)), public)


def test_an_anchor_is_made_by_hand_at_a_change_of_shift(
    sqlite: Database, tmp_path: Path, keys: Path
) -> None:
    grow(sqlite, "cage", "{}")
    given = ("--database", sqlite.name, "--keys", str(keys), "--anchors", str(tmp_path / "a"))
    told = invoke("keys", "seal", *given[:4])
    assert "1 streams, verified, sealed by key k1" in told.stdout
    told = invoke("keys", "anchor", *given)
    assert told.exit_code == 0, told.stderr
    number, signature = told.stdout.split("anchor ")[1].splitlines()
    assert number == "1, 1 streams grew"
    (line,) = (tmp_path / "a").read_text().splitlines()
    assert json.loads(line)["signature"] == signature
    assert "nothing has happened since" in invoke("keys", "anchor", *given).stdout


def test_every_audit_prints_a_digest_to_keep(sqlite: Database) -> None:
    grow(sqlite, "cage", "{}")
    first = invoke("audit", "--database", sqlite.name, "--heads").stdout
    assert "head: cage 1 " in first
    digest = answer(invoke("audit", "--database", sqlite.name, "--json"))["digest"]
    assert f"digest of all streams: {digest}" in first
    grow(sqlite, "cage", "{}")
    assert answer(invoke("audit", "--database", sqlite.name, "--json"))["digest"] != digest
