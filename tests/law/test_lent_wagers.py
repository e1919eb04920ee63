"""Wagers granted "as in" another document: their rows are part of the content of the one with them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cutcard.law import Document, FolderFiles, LawError, document
from cutcard.law.files import unpack
from cutcard.law.shelves import DATA

HOUSE, LADIES = "house-rules", "lucky_ladies"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """House rules with the document beside it that lends the wager, where a test may change both."""
    for name in (HOUSE, "md-blackjack"):
        shutil.copytree(DATA / name, tmp_path / name)
    return tmp_path / HOUSE


def test_a_lent_wager_pays_what_the_other_document_prints() -> None:
    own, other = document(HOUSE).wager(LADIES), document("md-blackjack").wager(LADIES)
    prices = [[(row.outcome, row.pays) for row in table.rows] for table in own.paytables]
    assert prices == [[(row.outcome, row.pays) for row in table.rows] for table in other.paytables]
    assert own.cite == f"§12(a); md-blackjack {other.cite}"
    assert own.paytables[0].rows[0].cite == f"§12(a); md-blackjack {other.paytables[0].rows[0].cite}"
    assert (own.cap, own.decks, own.stake) == (None, None, None)
    assert own.readings == ()
    assert not any(row.reading for table in own.paytables for row in table.rows)


def test_it_is_carried_by_content(folder: Path) -> None:
    before = Document(FolderFiles(folder))
    packed, digest = before.files.packed, before.digest
    path = folder.parent / "md-blackjack" / "wagers" / f"{LADIES}.toml"
    path.write_text(path.read_text("utf-8").replace("200 to 1", "150 to 1"), "utf-8")
    assert Document(FolderFiles(folder)).digest != digest
    carried = Document(unpack(packed))
    assert carried.digest == digest
    assert "200 to 1" in {str(row.pays) for row in carried.wager(LADIES).paytables[0].rows}


def test_a_folder_by_itself_has_them_from_our_own_documents(tmp_path: Path) -> None:
    shutil.copytree(DATA / HOUSE, tmp_path / HOUSE)
    assert Document(FolderFiles(tmp_path / HOUSE)).digest == document(HOUSE).digest


def test_a_document_that_is_not_there_is_named(folder: Path) -> None:
    file = folder / "wagers" / f"{LADIES}.toml"
    file.write_text('as_in = "nowhere"\ncite = "§12(a)"\n', "utf-8")
    with pytest.raises(LawError, match=r"as_in/nowhere/wagers/lucky_ladies\.toml: missing"):
        Document(FolderFiles(folder)).wager(LADIES)
    file.write_text('as_in = "md-blackjack"\ncite = "§12(a)"\nprice = 1\n', "utf-8")
    with pytest.raises(LawError, match=r"wagers/lucky_ladies\.toml: price: unknown key"):
        Document(FolderFiles(folder)).wager(LADIES)


@pytest.mark.parametrize("line", ["as_in  =  'md-blackjack'", '  as_in="md-blackjack"'])
def test_a_lent_wager_is_carried_however_it_is_written(folder: Path, line: str) -> None:
    (folder / "wagers" / f"{LADIES}.toml").write_text(f'{line}\ncite = "§12(a)"\n', "utf-8")
    carried = Document(unpack(FolderFiles(folder).packed))
    assert carried.wager(LADIES).paytables == document(HOUSE).wager(LADIES).paytables


@pytest.mark.parametrize(
    "line", ['"as_in" = "md-blackjack"', 'as_in = """md-blackjack"""', 'as_in = "md\\u002Dblackjack"']
)
def test_rows_that_no_digest_would_cover_are_refused(folder: Path, line: str) -> None:
    (folder / "wagers" / f"{LADIES}.toml").write_text(f'{line}\ncite = "§12(a)"\n', "utf-8")
    with pytest.raises(
        LawError, match=r"lucky_ladies\.toml: as_in: write each on a line of its own: as_in ="
    ):
        Document(FolderFiles(folder)).wager(LADIES)


def test_a_document_that_has_the_wager_from_a_third_one_is_not_the_one_to_name(folder: Path) -> None:
    other = shutil.copytree(folder, folder.parent / "mine")
    (other / "wagers" / f"{LADIES}.toml").write_text('as_in = "house-rules"\ncite = "§1"\n', "utf-8")
    about = other / "document.toml"
    about.write_text(about.read_text("utf-8").replace('"house-rules"', '"mine"', 1), "utf-8")
    with pytest.raises(LawError, match="as_in: house-rules has it from another document itself"):
        Document(FolderFiles(other)).wager(LADIES)
