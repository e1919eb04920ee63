"""A store that was rewritten whole, every digest with it, is found by what was anchored elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.support import answer, invoke, one_line
from cutcard.floor.audit import AnchorFile, AnchorKeys, check_anchors
from cutcard.floor.store import Database, New, StoreError

KEY, OTHER = f"k1 {'ab' * 32}\n", f"k2 {'cd' * 32}\n"


def grow(database: Database, stream: str, *lines: str) -> None:
    with database.writing() as unit:
        head = unit.heads([stream]).get(stream) or unit.create(stream, "{}")
        unit.append(head, [New(line, by="house") for line in lines])


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    path = tmp_path / "keys"
    path.write_text(KEY)
    return path


def test_a_store_rewritten_whole_is_found(sqlite: Database, tmp_path: Path, keys: Path) -> None:
    path, read = tmp_path / "anchors", AnchorKeys.read(keys)
    grow(sqlite, "cage", '{"event":"deposit"}')
    file = AnchorFile(path, read)
    assert file.add(sqlite, 1) == 1
    assert file.add(sqlite, 2) == 0, "nothing grew"
    grow(sqlite, "cage", '{"event":"withdraw"}')
    keys.write_text(KEY + OTHER)  # another key from now on
    read = AnchorKeys.read(keys)
    assert AnchorFile(path, read).add(sqlite, 3) == 1
    grow(sqlite, "cage", '{"event":"later"}')
    found = check_anchors(sqlite, path, read)
    assert (found.anchors, found.heads, found.broken) == (2, 2, ())
    assert [json.loads(line)["key"] for line in path.read_text().splitlines()] == ["k1", "k2"]

    forged = Database.open(f"sqlite:///{tmp_path / 'forged.db'}")
    forged.migrate()
    grow(forged, "cage", '{"event":"deposit"}', '{"event":"nothing"}', '{"event":"later"}')
    options = ("audit", "--database", forged.name)
    assert invoke(*options).exit_code == 0, "each of its digests is right"
    told = invoke(*options, "--anchors", str(path), "--anchor-key", str(keys))
    assert told.exit_code == 1
    assert "wrong: cage 2: was rewritten: an anchor names another digest of it" in told.stdout
    assert answer(invoke(*options, "--json"))["heads"].keys() == {"cage"}
    forged.close()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines[1:], "does not follow"),
        (lambda lines: [lines[0].replace('"at":1', '"at":9'), *lines[1:]], "its seal does not match"),
        (lambda lines: [lines[0], *lines[2:]], "does not follow"),
    ],
)
def test_anchors_that_were_changed_are_found(
    sqlite: Database, tmp_path: Path, keys: Path, change: object, told: str
) -> None:
    path, read = tmp_path / "anchors", AnchorKeys.read(keys)
    file = AnchorFile(path, read)
    for number in range(1, 4):
        grow(sqlite, "cage", "{}")
        file.add(sqlite, number)
    assert callable(change)
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n")
    assert any(told in str(each) for each in check_anchors(sqlite, path, read).broken)
    keys.write_text(OTHER)
    other = check_anchors(sqlite, path, AnchorKeys.read(keys)).broken
    assert any("is not in the list of keys" in str(each) for each in other)


def test_what_is_no_key_and_no_anchor_is_one_line(
    sqlite: Database, tmp_path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTCARD_ANCHOR_KEY", KEY)
    assert AnchorKeys.read().newest == "k1"
    monkeypatch.delenv("CUTCARD_ANCHOR_KEY")
    for text in ("", "k1", "k1 abc", KEY + "more"):
        keys.write_text(text)
        with pytest.raises(StoreError, match="a key on each line is needed"):
            AnchorKeys.read(keys)
    keys.write_text(KEY)
    bad = tmp_path / "anchors"
    bad.write_text("[]\n")
    grow(sqlite, "cage", "{}")
    for arguments in (
        ("--anchors", str(bad), "--anchor-key", str(keys)),
        ("--anchors", str(tmp_path / "none"), "--anchor-key", str(keys)),
        ("--anchors", str(bad), "--anchor-key", str(tmp_path / "none")),
        ("--anchor-key", str(keys)),
    ):
        assert one_line(invoke("audit", "--database", sqlite.name, *arguments))


def test_every_audit_prints_a_digest_to_keep(sqlite: Database) -> None:
    grow(sqlite, "cage", "{}")
    first = invoke("audit", "--database", sqlite.name, "--heads").stdout
    assert "head: cage 1 " in first
    digest = answer(invoke("audit", "--database", sqlite.name, "--json"))["digest"]
    assert f"digest of all streams: {digest}" in first
    grow(sqlite, "cage", "{}")
    assert answer(invoke("audit", "--database", sqlite.name, "--json"))["digest"] != digest
