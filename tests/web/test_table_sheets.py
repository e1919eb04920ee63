"""Par sheets of the house's own tables: of any of them, and byte by byte what `cutcard sheet` writes."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.support import invoke
from cutcard.floor.demo.tables import demo_table
from cutcard.floor.live.state import header_line, live_of, new_live
from cutcard.table import Settings
from cutcard.web.library.jobs import SheetFile, TableSheet
from cutcard.web.odds_desk.desk import FULL, SOON, OddsDesk, Reply
from cutcard.web.odds_desk.worker import Lane, OddsJob
from reports.sheet_samples import answer_quickly
from web.houses import House
from web.test_library_pages import got
from web.test_set_up import GOOD

KINDS = {"pdf": b"%PDF", "html": b"<!doctype html>"}


class AtOnce(OddsDesk):
    """A desk that makes sheets while one waits; everything else stays in its line."""

    def ask(
        self,
        job: OddsJob,
        *,
        urgency: int = SOON,
        by: str = "",
        lane: Lane = "exact",
        first: OddsJob | None = None,
    ) -> Reply:
        if not isinstance(job, TableSheet | SheetFile):
            return super().ask(job, urgency=urgency, by=by, lane=lane, first=first)
        found = job.work()
        return Reply("done", ended(found) if isinstance(found, Generator) else found)


def ended(steps: Generator[Any, Any, Any]) -> Any:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.fixture(autouse=True)
def _quickly(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    answer_quickly(monkeypatch)
    house.app.state.desk.close()
    house.app.state.desk = AtOnce(works=False)
    yield
    house.app.state.desk = OddsDesk(works=False)


def written(folder: Path, submission: dict[str, Any], kind: str) -> bytes:
    """What the command writes for a submission."""
    filed, out = folder / "filed.json", folder / f"sheet.{kind}"
    filed.write_text(json.dumps(submission))
    result = invoke("sheet", str(filed), "--out", str(out))
    assert result.exit_code == 0, result.output
    return out.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_from_a_submission_has_the_sheet_of_it(house: House, tmp_path: Path, kind: str) -> None:
    name = f"filed-{kind}"
    assert house.post("flo", "/api/tables", {"name": name, "submission": GOOD}).status_code == 201
    page = got(house, f"/odds/sheets/{name}").text
    assert f'href="/odds/sheets/{name}.{kind}"' in page
    answer = got(house, f"/odds/sheets/{name}.{kind}")
    assert answer.headers["content-disposition"] == f'attachment; filename="par-sheet-{name}.{kind}"'
    assert answer.content.startswith(KINDS[kind])
    assert answer.content == written(tmp_path, GOOD, kind)
    other = {**GOOD, "options": {**GOOD["options"], "soft_17": "stand"}}
    assert answer.content != written(tmp_path, other, kind)
    if kind == "html":
        assert "Example Casino" in answer.text


def test_the_sheet_is_of_the_tables_rules_and_not_of_its_name(house: House, tmp_path: Path) -> None:
    asked = {"name": "pontoon", "submission": GOOD}
    assert house.post("flo", "/api/tables", asked).status_code == 201
    assert got(house, "/odds/sheets/pontoon.html").content == written(tmp_path, GOOD, "html")


def test_the_list_has_every_table_of_the_house_and_no_other(house: House) -> None:
    text = got(house, "/odds").text
    for name in house.floor.names:
        assert f'href="/odds/sheets/{name}"' in text
    assert text.count('href="/odds/sheets/') == len(house.floor.names)
    assert got(house, "/odds/sheets/maryland").status_code == 404


def test_it_is_for_those_who_see_tables(house: House) -> None:
    assert 'href="/odds/sheets/' not in got(house, "/odds", "boss").text
    assert got(house, "/odds/sheets/one", "boss").status_code == 403
    assert house.client.get("/odds/sheets/one").headers["location"] == "/enter"


def test_a_desk_that_is_full_is_told_on_the_page(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AtOnce, "ask", lambda *_, **__: Reply("refused", message=FULL))
    assert FULL in got(house, "/odds/sheets/one.pdf").text


def test_whose_table_it_is_is_kept_and_older_headers_are_read() -> None:
    rules = demo_table("maryland").rules
    named = new_live("t", rules, Settings(), created=1, operator="Łucky “7”\nclub")
    assert live_of(header_line(named)).operator == named.operator
    nameless = header_line(new_live("t", rules, Settings(), created=1))
    assert "operator" not in json.loads(nameless)
    assert live_of(nameless).operator == ""


def test_the_jobs_are_told_apart_by_the_table_alone() -> None:
    assert TableSheet("a") != TableSheet("b")
    assert len({SheetFile("a", "pdf"), SheetFile("a", "html"), SheetFile("a", "pdf")}) == 2
