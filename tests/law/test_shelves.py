"""The shelf: families and versions, further folders, the law of a day, law carried by content."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard.cli.program import main
from cutcard.law import (
    FolderFiles,
    LawError,
    Refused,
    document,
    document_ids,
    is_document,
    law_from,
    shelf,
)
from cutcard.law.files import MOST_BYTES, MOST_OF_FOLDER, unpack
from cutcard.law.shelves import DATA, LawShelf

PONTOON = "md-pontoon-21"
Made = Callable[..., Path]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """A folder with one version of a document more, made of ours."""

    def make(version: str, *, since: str = "", family: str = PONTOON, named: str = "") -> Path:
        folder = tmp_path / "law"
        copy = Path(shutil.copytree(DATA / PONTOON, folder / (named or f"{family}@{version}")))
        file = copy / "document.toml"
        text = file.read_text(encoding="utf-8").replace(f'id = "{PONTOON}"', f'id = "{family}"')
        day = f"\neffective_from = {since}" if since else ""
        file.write_text(re.sub(r'version = ".*"', f'version = "{version}"{day}', text), encoding="utf-8")
        return folder

    return make


def refusal(name: str) -> str:
    with pytest.raises(Refused) as refused:
        document(name)
    assert refused.value.refusal.code == "unknown_document"
    return refused.value.refusal.message


def test_a_document_is_asked_for_by_id_or_with_its_version() -> None:
    law = document("md-blackjack")
    assert (law.id, law.version, law.name) == ("md-blackjack", "1.15", "md-blackjack@1.15")
    assert document("md-blackjack@1.15") is law
    assert is_document("md-blackjack@1.15")
    assert not is_document("md-blackjack@1.16")
    assert not is_document("md-blackjack@")
    assert refusal("md-blackjack@") == "no version 'md-blackjack@'; there are: md-blackjack@1.15"
    assert not is_document(15)
    assert refusal("md-blackjack@1.16") == "no version 'md-blackjack@1.16'; there are: md-blackjack@1.15"
    assert "did you mean md-blackjack?" in refusal("md-blackjck")


def test_the_newest_version_in_force_is_meant(made: Made) -> None:
    made("1.9", since="2020-01-01")
    folder = made("1.10", since="2026-06-01")
    with law_from([folder]):
        assert document(PONTOON).version == "1.10"
        assert document(f"{PONTOON}@1.9").version == "1.9"
        assert document_ids() == shelf().ids
    for day, version in (("2026-05-31", "1.9"), ("2026-06-01", "1.10"), ("2019-12-31", "undated")):
        with law_from([folder], as_of=day):
            assert document(PONTOON).version == version
    assert document(PONTOON).version == "undated"


def test_a_document_that_was_not_in_force_is_refused(made: Made) -> None:
    folder = made("1", since="2026-06-01", family="my-rules")
    with law_from([folder], as_of="2026-05-31"):
        message = refusal("my-rules")
    assert message == "my-rules was not in force on 2026-05-31; my-rules@1 is the first, from 2026-06-01"


def test_versions_without_a_day_go_by_their_numbers(made: Made) -> None:
    for version in ("2.10", "2.9", "2.9a"):
        folder = made(version, family="my-rules")
    with law_from([folder]) as within:
        assert [law.version for law in within.versions("my-rules")] == ["2.9", "2.9a", "2.10"]
        assert document("my-rules").version == "2.10"
        assert document_ids()[-1] == "my-rules"


@pytest.mark.parametrize(
    ("succession", "file", "message"),
    [
        ({"1": "2", "2": "1"}, "my-rules@1", "2 is the newer one, by its day or else by its number"),
        ({"1": "1", "2": "1"}, "my-rules@1", "a version does not take the place of itself"),
        ({"1": "3", "2": "1", "3": "2"}, "my-rules@1", "3 is the newer one"),
    ],
)
def test_versions_that_take_each_other_s_place_are_refused(
    made: Made, succession: dict[str, str], file: str, message: str
) -> None:
    for version, before in succession.items():
        folder = made(version, family="my-rules")
        about = folder / f"my-rules@{version}" / "document.toml"
        written = about.read_text("utf-8").replace("\ngame", f'\nsupersedes = "{before}"\ngame', 1)
        about.write_text(written, "utf-8")
    with law_from([folder]), pytest.raises(LawError, match=message) as refused:
        document("my-rules")
    assert str(refused.value).startswith(f"{file}/document.toml: supersedes: ")
    with law_from([folder]):
        assert document("md-pontoon-21").id == PONTOON  # the others are not touched


def test_a_version_of_an_earlier_day_may_have_the_higher_number(made: Made) -> None:
    folder = made("9", since="2020-01-01", family="my-rules")
    folder = made("1", since="2026-01-01", family="my-rules")
    about = folder / "my-rules@1" / "document.toml"
    about.write_text(about.read_text("utf-8").replace("\ngame", '\nsupersedes = "9"\ngame', 1), "utf-8")
    with law_from([folder]):
        assert document("my-rules").name == "my-rules@1"


def test_processes_started_meanwhile_read_the_same_law(made: Made) -> None:
    folder = made("1", family="my-rules")
    before = dict(os.environ)
    with law_from([folder], as_of="2026-01-01"):
        assert os.environ["CUTCARD_LAW"] == str(folder)
        assert os.environ["CUTCARD_AS_OF"] == "2026-01-01"
    assert dict(os.environ) == before


def spoil_name(folder: Path) -> str:
    shutil.move(folder / "my-rules@1", folder / "My Rules")
    return "My Rules: name the folder ID or ID@VERSION, as my-rules@1"


def spoil_version(folder: Path) -> str:
    shutil.move(folder / "my-rules@1", folder / "my-rules@2")
    return "my-rules@2/document.toml: version: '1' is not the version in the folder's name"


def spoil_id(folder: Path) -> str:
    shutil.move(folder / "my-rules@1", folder / "your-rules@1")
    return "your-rules@1/document.toml: id: 'my-rules' is not the folder's name"


def spoil_twin(folder: Path) -> str:
    shutil.copytree(folder / "my-rules@1", folder / "my-rules")
    with (folder / "my-rules" / "options.toml").open("a") as file:
        file.write("\n# otherwise\n")
    return "my-rules@1: two folders have different data of this version: "


def spoil_day(folder: Path) -> str:
    file = folder / "my-rules@1" / "document.toml"
    file.write_text(file.read_text().replace("title", 'effective_from = "soon"\ntitle', 1))
    return "my-rules@1/document.toml: effective_from: 'soon' is not of type date"


def spoil_time(folder: Path) -> str:
    file = folder / "my-rules@1" / "document.toml"
    file.write_text(file.read_text().replace("title", "effective_from = 2026-01-01T10:00:00\ntitle", 1))
    return (
        "my-rules@1/document.toml: effective_from: 2026-01-01 10:00:00 is a time; write the date alone"
    )


def spoil_bytes(folder: Path) -> str:
    (folder / "my-rules@1" / "document.toml").write_bytes(b'id = "my-rules"\ntitle = "M\xfcnchen"\n')
    return "my-rules@1/document.toml: not UTF-8 text: byte 27 is 0xfc"


def spoil_size(folder: Path) -> str:
    with (folder / "my-rules@1" / "document.toml").open("ab") as file:
        file.truncate(MOST_OF_FOLDER + 1)
    return "my-rules@1/document.toml: more than 2,000,000 bytes"


def spoil_many_bytes(folder: Path) -> str:
    for name in ("one.toml", "two.toml"):
        (folder / "my-rules@1" / name).write_text("#" * (MOST_OF_FOLDER - 1), "utf-8")
    return "my-rules@1: its files come to more than 2,000,000 bytes"


def spoil_pipe(folder: Path) -> str:
    (folder / "my-rules@1" / "options.toml").unlink()
    os.mkfifo(folder / "my-rules@1" / "options.toml")
    return "my-rules@1/options.toml: no plain file"


def spoil_link(folder: Path) -> str:
    (folder / "my-rules@1" / "options.toml").unlink()
    (folder / "my-rules@1" / "options.toml").symlink_to("options.toml")
    return "my-rules@1/options.toml: Too many levels of symbolic links"


def spoil_file_name(folder: Path) -> str:
    (folder / "my-rules@1" / "a\nb.toml").write_text("", "utf-8")
    return "my-rules@1: 'a\\nb.toml' is no name of a file"


SPOILT = (
    *(spoil_name, spoil_version, spoil_id, spoil_twin, spoil_day, spoil_time, spoil_bytes, spoil_size),
    *(spoil_many_bytes, spoil_pipe, spoil_link, spoil_file_name),
)


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_folder_that_is_wrong_is_one_line(
    made: Made, spoil: Callable[[Path], str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made("1", family="my-rules")
    expected = spoil(folder)
    family = "your-rules" if (folder / "your-rules@1").exists() else "my-rules"
    with pytest.raises(SystemExit) as left:
        main(["law", "options", family, "--law", str(folder)])
    captured = capsys.readouterr()
    assert (left.value.code, captured.out) == (2, "")
    assert captured.err.startswith(f"cutcard: law data: {expected}")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--law", "absent"], "absent: no such folder"),
        (
            ["--law", str(DATA / PONTOON)],
            "no folder in it has a document.toml; name the folder above it",
        ),
        (["--as-of", "yesterday"], "'yesterday' is not a day; write it as 2026-01-31"),
    ],
)
def test_wrong_folders_and_days_are_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["law", "options", PONTOON, *words])
    error = capsys.readouterr().err
    assert left.value.code == 2
    assert error.startswith("cutcard: law data: ")
    assert error.endswith(f"{message}\n")


def test_every_command_takes_documents_of_one_s_own(
    made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made("1", family="my-rules")
    round_ = {
        "document": "my-rules",
        "boxes": [{"box": 1, "stakes": {"main": "25"}}],
        "cards": ["Kh", "9c", "Qd", "8s"],
        "decisions": [{"box": 1, "do": "stand"}],
    }
    file = tmp_path / "round.json"
    file.write_text(json.dumps(round_))
    with pytest.raises(SystemExit) as left:
        main(["settle", str(file), "--json", "--law", str(folder)])
    assert left.value.code == 0
    assert json.loads(capsys.readouterr().out)["net"] == {"1": "25.00"}
    with pytest.raises(SystemExit) as left:
        main(["settle", str(file), "--json"])
    assert left.value.code == 2
    assert "no document 'my-rules'" in capsys.readouterr().out


def test_law_is_carried_by_content(made: Made) -> None:
    folder = made("1", family="my-rules")
    with law_from([folder]):
        packed, digest = document("my-rules").files.packed, document("my-rules").digest
    own = LawShelf([DATA])
    assert own.pinned(digest) is None
    law = own.carry(packed)
    assert (law.name, law.digest) == ("my-rules@1", digest)
    assert own.pinned(digest) is law
    assert own.carry(packed) is law
    assert law in own.every
    assert law.options["decks"].cite == document(PONTOON).options["decks"].cite
    assert not own.has("my-rules"), "what is carried answers to its digest alone"


def test_what_is_carried_and_installed_is_one_document() -> None:
    law = document(PONTOON)
    assert shelf().carry(law.files.packed) is law
    assert shelf().pinned(law.digest) is law


def test_cases_are_no_part_of_the_law(made: Made) -> None:
    place = made("1", family="my-rules") / "my-rules@1"
    before = FolderFiles(place).digest
    (place / "cases").mkdir()
    (place / "cases" / "first.toml").write_text("")
    (place / "notes.md").write_text("")
    assert FolderFiles(place).digest == before
    (place / "classifiers.py").write_text("")
    assert FolderFiles(place).digest != before


def packed_of(plain: bytes) -> str:
    return b64encode(zlib.compress(plain)).decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no base 64!",
        b64encode(b"not compressed").decode(),
        packed_of(b"not json"),
        packed_of(b"[]"),
        packed_of(b'{"document": 1, "files": {}}'),
        packed_of(b'{"document": "x", "files": {"a.toml": 1}}'),
        packed_of(b'{"document": "x"}'),
        packed_of(b'{"document": "x", "files": {}}')[:-8],
        packed_of(bytes(MOST_BYTES + 1)),
        packed_of(b"[" * 100_000),
        packed_of(b'{"document": "../x", "files": {}}'),
        packed_of(b'{"document": "x\\ny", "files": {}}'),
        packed_of(b'{"document": "x", "files": {"../../a.toml": ""}}'),
        packed_of(b'{"document": "x", "files": {"/etc/a.toml": ""}}'),
        packed_of(b'{"document": "x", "files": {"wagers/a\\u001b[31m.toml": ""}}'),
    ],
)
def test_what_carries_no_law_is_an_error(text: str) -> None:
    with pytest.raises(LawError, match=r"^carried law data: "):
        unpack(text)


def test_an_installed_package_brings_documents(made: Made, tmp_path: Path) -> None:
    """An entry point of the group names a package; it is installed here as pip would lay it out."""
    site = tmp_path / "site"
    package = site / "laws_of_mine"
    shutil.copytree(made("1", family="my-rules"), package)
    (package / "__init__.py").write_text("")
    metadata = site / "laws_of_mine-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: laws-of-mine\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[cutcard.law]\nmine = laws_of_mine\n")
    ran = subprocess.run(
        [sys.executable, "-m", "cutcard", "law", "options", "my-rules", "--json"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(site), *sys.path[1:]))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["options"]


@pytest.mark.parametrize(
    ("named", "code", "message"),
    [
        ("no_such_laws", "", "ModuleNotFoundError: No module named 'no_such_laws'"),
        ("laws_of_mine", "1 / 0", "ZeroDivisionError: division by zero"),
        ("laws_of_mine.laws", "", "AttributeError: "),
    ],
)
def test_an_installed_package_that_brings_none_is_one_line(
    tmp_path: Path, named: str, code: str, message: str
) -> None:
    package = tmp_path / "laws_of_mine"
    package.mkdir()
    (package / "__init__.py").write_text(code)
    (package / "laws.py").write_text("")
    metadata = tmp_path / "laws_of_mine-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: laws-of-mine\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[cutcard.law]\nmine = {named}\n")
    ran = subprocess.run(
        [sys.executable, "-m", "cutcard", "law", "options", "md-pontoon-21"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), *sys.path[1:]))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert f"law data: the entry point mine of cutcard.law: {message}" in ran.stderr
