"""A store that was rewritten whole, every digest with it, is found by what was anchored elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.support import answer, invoke, one_line
from cutcard.floor.audit import AnchorLog, anchor_place, check_anchors
from cutcard.floor.keys import HouseKeys, KeysProblem, PublicKeys
from cutcard.floor.store import Database, New, StoreError
from cutcard.web.server import startup

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


def test_anchors_by_hand_and_by_the_house_follow_one_another(
    sqlite: Database, keys: Path, place: str
) -> None:
    """A shift is closed by an anchor by hand, while the house goes on with its own."""
    read = HouseKeys.read(keys)
    same = anchor_place(place)
    house, by_hand = AnchorLog(same, read), AnchorLog(same, read)
    for number, log in enumerate((house, by_hand, house, by_hand, by_hand, house), 1):
        grow(sqlite, "cage", "{}")
        added = log.add(sqlite, number)
        assert added is not None
        assert added.number == number
    found = check_anchors(sqlite, anchor_place(place), read.public)
    assert (found.anchors, found.broken) == (6, ())


def test_an_anchor_that_was_cut_off_is_none_and_the_next_takes_its_place(
    sqlite: Database, tmp_path: Path, keys: Path
) -> None:
    """A power cut, or a disk that was full in the middle of a line."""
    path, read = tmp_path / "anchors", HouseKeys.read(keys)
    grow(sqlite, "cage", "{}")
    AnchorLog(anchor_place(str(path)), read).add(sqlite, 1)
    with path.open("a") as file:
        file.write('{"at":2,"before":"k1')
    assert check_anchors(sqlite, anchor_place(str(path)), read.public).broken == ()
    grow(sqlite, "cage", "{}")
    AnchorLog(anchor_place(str(path)), read).add(sqlite, 3)
    found = check_anchors(sqlite, anchor_place(str(path)), read.public)
    assert (found.anchors, found.last_at, found.broken) == (2, 3, ())


def test_a_disk_that_fills_up_leaves_no_half_an_anchor(
    sqlite: Database, tmp_path: Path, keys: Path
) -> None:
    path, read = tmp_path / "anchors", HouseKeys.read(keys)
    grow(sqlite, "cage", "{}")
    log = AnchorLog(anchor_place(str(path)), read)
    log.add(sqlite, 1)
    grow(sqlite, "cage", "{}")
    before = path.read_bytes()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limit[1]))
        with pytest.raises(StoreError, match="anchors: "):
            log.add(sqlite, 2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_bytes() == before
    again = log.add(sqlite, 3)
    assert again is not None
    assert check_anchors(sqlite, anchor_place(str(path)), read.public).broken == ()


def test_a_place_without_anchors_vouches_for_nothing(
    sqlite: Database, tmp_path: Path, keys: Path
) -> None:
    """Whoever empties the place is not taken for a house that has just begun."""
    path = written(tmp_path / "anchors", "")
    grow(sqlite, "cage", "{}")
    told = invoke(
        "audit", "--database", sqlite.name, "--anchors", str(path), "--public", public_of(keys, tmp_path)
    )
    assert told.exit_code == 1
    assert "has none: nothing vouches for this store" in told.stdout


def public_of(keys: Path, folder: Path) -> str:
    return str(written(folder / "public", invoke("keys", "public", str(keys)).stdout))


@pytest.mark.parametrize(
    "line",
    [
        '{"at":1,"before":"","heads":{"cage":5},"number":1,"signature":"k1.ab"}',
        '{"at":1,"before":"","heads":{"cage":[1,2]},"number":1,"signature":"k1.ab"}',
        '{"at":"1","before":"","heads":{},"number":1,"signature":"k1.ab"}',
        '{"at":1,"before":"","heads":{},"number":true,"signature":"k1.ab"}',
        '{"at":1,"before":"","heads":{},"number":1,"signature":null}',
        "[" * 100_000,
        "\xff",
    ],
)
def test_whatever_lies_in_the_place_is_one_line(
    sqlite: Database, tmp_path: Path, keys: Path, line: str
) -> None:
    path = tmp_path / "anchors"
    path.write_bytes(f"{line}\n".encode("latin-1"))
    with pytest.raises(StoreError, match=r"line 1: is not an anchor|cannot be read"):
        check_anchors(sqlite, anchor_place(str(path)), HouseKeys.read(keys).public)
    grow(sqlite, "cage", "{}")
    with pytest.raises(StoreError):
        AnchorLog(anchor_place(str(path)), HouseKeys.read(keys)).add(sqlite, 1)


def test_a_place_that_is_away_at_the_start_is_tried_again(
    sqlite: Database, tmp_path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that begins while the other database is down goes on without anchors only so long."""
    monkeypatch.setattr(startup, "ANCHOR_SECONDS", 0.02)
    path = tmp_path / "elsewhere.db"
    path.write_text("no database yet, and no anchors can be put here")
    grow(sqlite, "cage", "{}")

    async def serve() -> None:
        task = asyncio.create_task(startup.anchored(f"sqlite:///{path}", HouseKeys.read(keys), sqlite))
        await asyncio.sleep(0.1)
        assert not task.done()
        path.unlink()
        for _ in range(200):
            await asyncio.sleep(0.02)
            if any(anchor_place(f"sqlite:///{path}").lines()):
                break
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    asyncio.run(serve())
    found = check_anchors(sqlite, anchor_place(f"sqlite:///{path}"), HouseKeys.read(keys).public)
    assert (found.anchors, found.broken) == (1, ())
