"""`cutcard site`: provisions, rows, options and readings have addresses, and every link leads there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.support import invoke
from cutcard import odds
from cutcard.law import document, everything
from cutcard.web.explorer.publication import anchor, chance_text
from test_docs_site import making

NAME = "md-pontoon-21"
WHEEL = "bonus_spin_progressive"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("explorer")
    result = invoke(
        "site", "--out", str(folder), "--document", NAME, "--document", "house-rules", "--no-odds"
    )
    assert result.exit_code == 0, result.stderr
    return folder


def test_every_link_leads_somewhere_and_nothing_is_fetched(site: Path) -> None:
    assert making.broken(site) == []


def test_everything_that_cites_has_an_address(site: Path) -> None:
    listed = json.loads((site / "search.json").read_text("utf-8"))
    ids: dict[str, set[str]] = {}
    for law, _, _, address in listed:
        page, _, place = address.partition("#")
        path = f"{law}/{page}"
        known = ids.setdefault(path, set(re.findall(r'id="([^"]+)"', (site / path).read_text("utf-8"))))
        assert not place or place in known, f"{path}#{place}"
    ours = [each for each in listed if each[0] == NAME]
    assert len(ours) == len(list(everything(document(NAME))))


def test_every_printed_row_and_reading_is_on_its_page(site: Path) -> None:
    law = document(NAME)
    for name in law.wager_ids:
        page = (site / NAME / f"{name}.html").read_text("utf-8")
        for table in law.wager(name).paytables:
            for row in table.printed_rows:
                assert f'id="{anchor(table.id, row.outcome)}"' in page
    readings = (site / NAME / "readings.html").read_text("utf-8")
    assert all(f'<h2 id="{each}">' in readings for each in law.readings)
    assert re.search(r"<summary>\d+ cases? prove this", readings)
    assert law.digest in readings


def test_a_wager_has_its_exact_odds(tmp_path: Path) -> None:
    assert invoke("site", "--out", str(tmp_path), "--document", "md-players-edge-21").exit_code == 0
    found = odds.wager("md-players-edge-21", "match_up")
    page = (tmp_path / "md-players-edge-21" / "match_up.html").read_text("utf-8")
    assert f"House edge {100 * found.value:.4f}%" in page
    assert found.digest in page


def test_small_chances_are_one_in_so_many() -> None:
    assert chance_text(0.25) == "25.0000%"
    assert chance_text(1 / 70_000) == "1 in 70,000"
    assert chance_text(0) == "0.0000%"


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    result = invoke("site", "--out", str(tmp_path / "file"), "--no-odds", "--document", NAME)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
