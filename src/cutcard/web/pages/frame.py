"""What every page is made with: templates, who looks, the way between pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cutcard import shoe
from cutcard.floor.demo import demonstrated
from cutcard.floor.live import live_table_summary, table_title
from cutcard.floor.meters import SEE_RESERVE
from cutcard.floor.people import Ask, HouseRole, acting_as, may_ask, page_token
from cutcard.law import DOCUMENTS, document
from cutcard.web.api.house import HouseParts
from cutcard.web.api.session import Caller, caller, house_of
from cutcard.web.server.assets import Assets
from cutcard.web.server.errors import Problem
from cutcard.wording import (
    capitalized,
    choices_label,
    command_label,
    irregularity_label,
    meter_command_label,
    meter_name,
    option_label,
    outcome_label,
    paytable_label,
    price_label,
    spaced,
    value_label,
    variation_name,
    wager_name,
    without_ids,
)

ENTER: Final = "/enter"
WORDING: Final = (
    capitalized,
    choices_label,
    command_label,
    irregularity_label,
    meter_command_label,
    meter_name,
    option_label,
    outcome_label,
    paytable_label,
    price_label,
    spaced,
    value_label,
    variation_name,
    wager_name,
    without_ids,
)
"""What templates take from the vocabulary, as filters of the same names."""


@dataclass(frozen=True)
class Way:
    """A link that every page has for those whose it is."""

    path: str
    label: str
    roles: frozenset[HouseRole] = frozenset(HouseRole)


def asking(ask: Ask) -> frozenset[HouseRole]:
    """Who may ask for something."""
    return frozenset(role for role in HouseRole if may_ask(role, ask))


CREW: Final = frozenset(acting_as(shoe.CREW))
"""Who works at tables."""
FLOOR: Final = frozenset(acting_as(shoe.FLOOR))
"""Who runs them."""
KEEPERS: Final = SEE_RESERVE
"""Who may see what a meter keeps back."""
WAYS: Final = (
    Way("/", "Lobby", asking(Ask.SEE_TABLES)),
    Way("/people", "People", asking(Ask.SEE_PEOPLE)),
    Way("/deal", "Deal", CREW),
    Way("/meters", "Meters", asking(Ask.SEE_METERS)),
    Way("/floor", "Floor", FLOOR),
    Way("/floor/approvals", "Approvals", CREW),
    Way("/floor/meters", "Meter desk", KEEPERS),
    Way("/surveillance", "Surveillance", asking(Ask.SURVEIL)),
    Way("/odds", "Odds"),
    Way("/law", "Law"),
    Way("/training", "Training", CREW),
)
"""In the order of the head of every page."""


WORK: Final = (
    (Ask.RUN_FLOOR, "/floor"),
    (Ask.SEE_CONSOLE, "/deal"),
    (Ask.SURVEIL, "/surveillance"),
    (Ask.SEE_TABLES, "/"),
    (Ask.SEE_PEOPLE, "/people"),
)
"""Where the work of whoever may ask for something is done, the most of it first."""


def home_of(role: HouseRole) -> str:
    """The page at which somebody arrives who signs in."""
    return next(path for ask, path in WORK if may_ask(role, ask))


def money(amount: str) -> str:
    """Dollars of a column or a meter: thousands apart, and always their cents."""
    value = float(amount)
    return f"{'−' if value < 0 else ''}${abs(value):,.2f}"


def signed(amount: str) -> str:
    """Dollars won or lost, with their sign; nothing where they are even."""
    told = money(amount.removeprefix("-"))
    return "even" if amount == "0.00" else f"{'−' if amount.startswith('-') else '+'}{told}"


def short(amount: str) -> str:
    """Dollars, less than nothing with a sign, thousands apart, cents where there are any."""
    value = float(amount)
    text = f"{abs(value):,.2f}".removesuffix(".00")
    return f"{'−' if value < 0 else ''}${text}"


def whole(amount: str) -> str:
    """Dollars without their cents."""
    return short(str(round(float(amount))))


@cache
def assets() -> Assets:
    """The files of the pages."""
    return Assets.read()


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("cutcard.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {function.__name__: function for function in WORDING}
    made.filters |= {"money": money, "signed": signed, "short": short, "whole": whole}
    made.globals |= {"briefly": briefly, "asset": assets().address}
    return made


def page(name: str, request: Request, who: Caller | None, /, **told: Any) -> HTMLResponse:
    """A page of somebody signed in, or of nobody."""
    told = {"person": "", "role": "", "page": "", "ways": (), "here": None} | told
    house = house_of(request)
    told |= {"demonstration": house.people.limits.demonstration, "table_title": partial(title_of, house)}
    if who is not None:
        ways = [each for each in WAYS if who.role in each.roles]
        told |= {"person": who.session.person, "role": str(who.role), "page": page_token(who.token)}
        told |= {"ways": ways, "here": _way_to(request.url.path, ways)}
    return HTMLResponse(_templates().get_template(name).render(**told))


def _way_to(path: str, ways: Sequence[Way]) -> Way | None:
    """The way that a page is under, the nearest of them."""
    under = [each for each in ways if path == each.path or path.startswith(each.path + "/")]
    return max(under, key=lambda each: len(each.path), default=None)


async def entered(request: Request, ask: Ask | None = None) -> Caller | None:
    """Who looks, or nobody; a `Problem` where it is not theirs. A look counts as a read."""
    try:
        who = await caller(request)
    except Problem as problem:
        if problem.status != 401:
            raise
        return None
    house_of(request).rates.reads.take(who.session.digest)
    if ask is not None and not may_ask(who.role, ask):
        raise not_theirs(who, asking(ask))
    return who


def not_theirs(who: Caller, roles: frozenset[HouseRole]) -> Problem:
    """A page of other roles."""
    theirs = [f"{each}s" if each is not HouseRole.SURVEILLANCE else str(each) for each in roles]
    listed = " and ".join(", ".join(sorted(theirs)).rsplit(", ", 1))
    name, role = who.session.person, who.role
    return Problem(403, "wrong_role", f"this page is for {listed}; you are signed in as {name}, {role}")


def door() -> Response:
    """Where nobody is signed in."""
    return RedirectResponse(ENTER, 303)


def named(law: str) -> str:
    """A document as people know it: its game, and whose it is."""
    found = document(law)
    return f"{found.title}, {found.issuer}"


def in_order(line: dict[str, Any]) -> tuple[bool, int, bool, str]:
    """How tables follow each other: those that deal by themselves, by document, the plain game first."""
    view = line["view"]
    return (
        line["by_hand"],
        DOCUMENTS.index(view["document"]),
        bool(view["variation"]),
        line["title"],
    )


def title_of(house: HouseParts, name: str) -> str:
    """What a table is called; one that is not served by its name alone.

    The demonstration's own tables have titles of their own, while they deal what was filed for them.
    """
    if not house.floor.serves(name):
        return name
    live = house.floor.live(name)
    own = demonstrated().get(name) if house.people.limits.demonstration else None
    return own.title if own is not None and own.rules == live.table.rules else table_title(live)


def briefly(law: str) -> str:
    """A document in two words, for a list: the game, and where."""
    found = document(law)
    words = found.issuer.split()
    return f"{found.title}, {words[0] if words[0][:1].isupper() else words[-1]}"


def _issuer(law: str) -> str:
    issuer = document(law).issuer
    return issuer[:1].upper() + issuer[1:]


def titled(house: HouseParts, name: str) -> dict[str, Any]:
    """What a table is called, what makes it different, and whether somebody deals it."""
    live = house.floor.live(name)
    law = live.table.rules.document.id
    return {
        "title": title_of(house, name),
        "about": live_table_summary(live),
        "on_felt": live_table_summary(live, on_felt=True),
        "document": named(law),
        "issuer": _issuer(law),
        "by_hand": live.table.settings.chores == "manual",
    }
