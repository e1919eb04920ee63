"""`cutcard audit`: for people and for programs, exit codes, and what is no store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import update

from cli.support import answer, invoke, one_line
from cutcard.floor.audit import find_incident
from cutcard.floor.store import Database, schema
from floor.audit.houses import played
from floor.store.store_import import import_lines


@pytest.fixture
def house(sqlite: Database) -> str:
    played(sqlite, "maryland", rounds=2)
    sqlite.close()
    return sqlite.name


def test_a_sound_store(house: str, tmp_path: Path) -> None:
    result = invoke("audit", "--database", house, "--replay", "10", "--seed", "7")
    assert result.exit_code == 0, result.output
    assert "verified: every digest matches\n" in result.stdout
    assert "sum zero" in result.stdout
    assert "indexed: 2 rounds, each as its events say" in result.stdout
    assert "(seed 7): identical" in result.stdout
    saved = tmp_path / "house.jsonl"
    result = invoke("audit", "--database", house, "--json", "--export", str(saved), "--replay", "1")
    found = answer(result)
    assert found["sound"] is True
    assert found["broken"] == []
    assert found["exported"] == str(saved)
    assert found["replayed"]["rounds"] == 1
    copy = Database.open(f"sqlite:///{tmp_path / 'copy.db'}")
    copy.migrate()
    counts = import_lines(copy, saved.read_text(encoding="utf-8").splitlines())
    assert counts["event"] == found["events"] + found["streams"]
    copy.close()


def test_a_changed_store_names_the_event(house: str, tmp_path: Path) -> None:
    store = Database.open(house)
    with store.writing() as unit:
        where = (schema.events.c.stream == "table:maryland", schema.events.c.version == 7)
        unit.connection.execute(update(schema.events).where(*where).values(by="player eve"))
    store.close()
    result = invoke("audit", "--database", house, "--export", str(tmp_path / "x.jsonl"))
    assert result.exit_code == 1
    assert "wrong: table:maryland 7: was changed" in result.stdout
    assert not (tmp_path / "x.jsonl").exists()
    found = answer(invoke("audit", "--database", house, "--json"))
    assert found["sound"] is False
    assert [(each["stream"], each["version"]) for each in found["broken"]] == [("table:maryland", 7)]
    arguments = ("--table", "maryland", "--round", "1", "--out", str(tmp_path / "x.pdf"))
    result = invoke("audit", "--database", house, *arguments)
    assert result.exit_code == 1
    assert "table:maryland 7" in one_line(result)


@pytest.mark.parametrize("kind", ["pdf", "html"])
def test_a_round_on_paper(house: str, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"round.{kind}"
    arguments = ("audit", "--database", house, "--table", "maryland", "--round", "2", "--out", str(out))
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    assert f"{out}: round 2 of table maryland".replace(" ", "") in "".join(result.stdout.split())
    content = out.read_bytes()
    assert content.startswith(b"%PDF" if kind == "pdf" else b"<!doctype html>")
    told = answer(invoke(*arguments, "--json"))
    assert (told["table"], told["round"]) == ("maryland", 2)
    assert out.read_bytes() == content


def test_an_incident_is_several_rounds_and_who_did_what_between_them(house: str, tmp_path: Path) -> None:
    out = tmp_path / "incident.html"
    given = ("audit", "--database", house, "--table", "maryland", "--round", "1-2", "--out", str(out))
    told = answer(invoke(*given, "--json"))
    assert (told["table"], told["round"], told["until"]) == ("maryland", 1, 2)
    page = out.read_text()
    assert "Rounds 1 to 2 at table maryland" in page
    assert page.index("Who did what, and when") < page.index("Round 1<") < page.index("Round 2<")
    database = Database.open(house, must_exist=True)
    incident = find_incident(database, "maryland", 1, 2)
    first, last = incident.stored[0].version, incident.stored[-1].version
    assert [each.version for each in incident.stored] == list(range(first, last + 1))
    for each in incident.stored:
        assert f">{each.version}<" in page
        assert not each.by or each.by in page
    assert told["digest"] == incident.digest
    database.close()
    pdf = invoke(*given[:-1], str(tmp_path / "incident.pdf"))
    assert "rounds 1 to 2 of table maryland" in " ".join(pdf.stdout.split())
    assert (tmp_path / "incident.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("--database", "{house}", "--table", "maryland", "--round", "2-1", "--out", "{}/a.pdf"),
            "the first of them first",
        ),
        (
            ("--database", "{house}", "--table", "maryland", "--round", "1-", "--out", "{}/a.pdf"),
            "write a whole number",
        ),
        (
            ("--database", "{house}", "--table", "maryland", "--round", "2-3", "--out", "{}/a.pdf"),
            "has rounds 1 to 2",
        ),
        (("--database", "nonsense"), "not the address of a store"),
        (("--database", "sqlite:///{}/none.db"), "file not found"),
        (("--database", "mysql://u:secret@h/x"), "a store is sqlite"),
        (("--database", "sqlite:///{}/text.db"), "is not a database"),
        (("--database", "sqlite:///{}/empty.db"), "is not a store"),
        (("--database", "{house}", "--replay", "x"), "--replay 'x': write a whole number"),
        (("--database", "{house}", "--replay", "0"), "at least 1"),
        (("--database", "{house}", "--seed", "1"), "needs --replay"),
        (("--database", "{house}", "--export", "a.txt"), "end the name in .jsonl"),
        (("--database", "{house}", "--export", "{}/no/a.jsonl"), "not found"),
        (("--database", "{house}", "--table", "maryland"), "go together"),
        (
            ("--database", "{house}", "--table", "t", "--round", "1", "--out", "{}/a.pdf"),
            "no 't'",
        ),
        (
            ("--database", "{house}", "--table", "maryland", "--round", "9", "--out", "{}/a.pdf"),
            "has rounds 1 to 2",
        ),
    ],
)
def test_what_is_wrong_with_a_request_is_one_line(
    house: str, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    (tmp_path / "text.db").write_text("no database at all " * 100, encoding="utf-8")
    (tmp_path / "empty.db").touch()
    given = [each.replace("{house}", house).replace("{}", str(tmp_path)) for each in arguments]
    result = invoke("audit", *given)
    assert result.exit_code == 2
    assert told in one_line(result)
    assert "secret" not in result.output
    refused = json.loads(invoke("audit", *given, "--json").stdout)
    assert told in refused["refused"]["message"]
