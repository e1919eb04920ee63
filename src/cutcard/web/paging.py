"""What every page is made with: templates, who looks, the way between pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cutcard.floor.demo.tables import demo_titles, pit_titles
from cutcard.floor.people import Ask, may_ask
from cutcard.floor.people.roles import HouseRole
from cutcard.floor.people.tokens import page_token
from cutcard.law import document
from cutcard.web.assets import Assets
from cutcard.web.errors import Problem
from cutcard.web.signed_in import Caller, caller, house_of

ENTER: Final = "/enter"
SMALL: Final = frozenset({"the", "a", "of", "to", "for"})


@dataclass(frozen=True)
class Way:
    """A link that every page has for those whose it is."""

    path: str
    label: str
    roles: frozenset[HouseRole] = frozenset(HouseRole)


def asking(ask: Ask) -> frozenset[HouseRole]:
    """Who may ask for something."""
    return frozenset(role for role in HouseRole if may_ask(role, ask))


CREW: Final = frozenset({HouseRole.DEALER, HouseRole.FLOORPERSON, HouseRole.SUPERVISOR})
"""Who works at tables."""
FLOOR: Final = CREW - {HouseRole.DEALER}
"""Who runs them."""
WAYS: Final = (
    Way("/", "Lobby"),
    Way("/deal", "Deal", CREW),
    Way("/meters", "Meters"),
    Way("/floor", "Floor", FLOOR),
    Way("/floor/approvals", "Approvals", CREW),
    Way("/surveillance", "Surveillance", asking(Ask.SURVEIL)),
    Way("/odds", "Odds"),
    Way("/law", "Law"),
    Way("/training", "Training", CREW),
)
"""In the order of the head of every page."""


def worded(name: str) -> str:
    """A name of the law data as people read it: `lucky_ladies` is Lucky Ladies."""
    words = name.replace(".", "_").replace("-", "_").split("_")
    return " ".join(
        each if at and each in SMALL else each[:1].upper() + each[1:] for at, each in enumerate(words)
    )


def money(amount: str) -> str:
    """Dollars as people read them: thousands apart."""
    return f"${float(amount):,.2f}"


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
def titles() -> dict[str, tuple[str, str]]:
    """Of the demonstration's tables: what each is called, and what makes it different."""
    return {**demo_titles(), **pit_titles()}


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("cutcard.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"worded": worded, "money": money, "signed": signed}
    made.filters |= {"short": short, "whole": whole}
    made.globals["asset"] = assets().address
    return made


def page(name: str, request: Request, who: Caller | None, /, **told: Any) -> HTMLResponse:
    """A page of somebody signed in, or of nobody."""
    told = {"person": "", "role": "", "page": "", "ways": (), "here": None} | told
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
    """Who looks, where they may see this; else nobody. A look counts as a read."""
    try:
        who = await caller(request)
    except Problem as problem:
        if problem.status != 401:
            raise
        return None
    house_of(request).rates.reads.take(who.session.digest)
    return who if ask is None or may_ask(who.role, ask) else None


def door() -> Response:
    """Where nobody is signed in."""
    return RedirectResponse(ENTER, 303)


def named(law: str) -> str:
    """A document as people know it: its game, and whose it is."""
    found = document(law)
    return f"{found.title}, {found.issuer}"


def titled(view: dict[str, Any], name: str) -> dict[str, str]:
    """What a table is called, and what makes it different."""
    law = named(view["document"])
    fallback = (worded(name), worded(view["variation"] or "") or law)
    title, about = titles().get(name, fallback)
    return {"title": title, "about": about, "document": law, "issuer": document(view["document"]).issuer}
