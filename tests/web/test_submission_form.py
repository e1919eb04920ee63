"""A submission as fields: every start comes back out of its fields as it was filed, and is compliant."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cutcard.floor.demo.tables import demo_submissions
from cutcard.law import document_ids
from cutcard.submission import check
from cutcard.web.pages.submission_form import BLANK, FormEntry, Submission, form, starts
from web.houses import House


def value(entry: FormEntry) -> Any:
    """What a page reads from a field."""
    match entry.kind:
        case "choice":
            return json.loads(entry.value)
        case "number":
            return json.loads(entry.value)
        case "list":
            return [each.strip() for each in entry.value.split(",")]
    return entry.value


def entered(found: Submission) -> dict[str, Any]:
    """The submission that a page sends when nothing was changed."""
    made: dict[str, Any] = {"document": found.document, "operator": found.operator, "options": {}}
    made["wagers"] = {each.id: {} for each in found.wagers if each.offered}
    offered = [entry for each in found.wagers if each.offered for entry in each.entries]
    for entry in (*found.first, *found.more, *offered):
        if not entry.value:
            continue
        *rooms, last = entry.path.split(".")
        place = made
        for room in rooms:
            place = place.setdefault(room, {})
        place[last] = value(entry)
    return made


@pytest.mark.parametrize("start", sorted(demo_submissions()))
def test_an_example_comes_back_as_it_was_filed(start: str) -> None:
    filed, made = demo_submissions()[start].submission, entered(form(start))
    wanted = check(filed, by_play=False).rules
    found = check(made, by_play=False)
    assert found.compliant, [each for each in found.findings if each.severity == "violation"]
    assert found.rules is not None
    assert wanted is not None
    assert found.rules.options == wanted.options
    assert {name: offer.settings for name, offer in found.rules.offers.items()} == {
        name: offer.settings for name, offer in wanted.offers.items()
    }
    links = {meter: house for each in form(start).wagers for meter, house in each.meters if house}
    assert links == demo_submissions()[start].links


@pytest.mark.parametrize("document", document_ids())
def test_a_documents_defaults_are_compliant(document: str) -> None:
    found = check(entered(form(BLANK + document)), by_play=False)
    assert found.compliant, [each for each in found.findings if each.severity == "violation"]


def test_every_choice_of_an_operator_is_a_field_with_its_provision() -> None:
    for start, _ in starts():
        found = form(start)
        paths = [each.path for each in (*found.first, *found.more)]
        assert len(paths) == len(set(paths)), start
        assert all(each.cite for each in (*found.first, *found.more) if each.path != "variation")


@pytest.mark.parametrize("query", ["", "?from=massachusetts", "?from=blank-md-pontoon-21", "?from=no"])
def test_the_page_is_served_for_any_start(house: House, query: str) -> None:
    cookie = {"cookie": f"__Host-cutcard={house.token('flo')}"}
    answer = house.client.get(f"/floor/open{query}", headers=cookie)
    assert answer.status_code == 200
    assert 'data-path="options.decks"' in answer.text
