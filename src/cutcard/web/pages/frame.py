"""What every page is made with: its description, its template, who looks, the links between pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial, wraps
from typing import Any, Final

from fastapi import APIRouter
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cutcard import wording
from cutcard.floor.demo import demonstrated
from cutcard.floor.live import live_table_summary, table_title
from cutcard.floor.people import Ask, HouseRole, PasskeyDesk, may_ask, page_token
from cutcard.law import Document, document, document_ids, shelf
from cutcard.web.api.house import HouseParts
from cutcard.web.api.session import Caller, caller, house_of
from cutcard.web.server.assets import assets
from cutcard.web.server.errors import Problem

ENTER: Final = "/enter"
THEMES: Final = {"light": "Light", "dark": "Dark", "contrast": "High contrast"}
"""The colours that a reader may choose instead of their system's, kept in a cookie."""
ARTICLES: Final = ("a", "an", "the")
LOBBY: Final = "/"
"""Where everybody may knock: whose it is not is led to a page of their own."""
WORDING: Final = (
    wording.capitalized,
    wording.choices_label,
    wording.command_label,
    wording.irregularity_label,
    wording.meter_command_label,
    wording.meter_name,
    wording.option_label,
    wording.outcome_label,
    wording.paytable_label,
    wording.price_label,
    wording.spaced,
    wording.term_text,
    wording.value_label,
    wording.variation_name,
    wording.wager_name,
    wording.without_ids,
)
"""What templates take from the vocabulary, as filters of the same names."""


def asking(ask: Ask) -> frozenset[HouseRole]:
    """Who may ask for something."""
    return frozenset(role for role in HouseRole if may_ask(role, ask))


EVERYBODY: Final = frozenset(HouseRole)
NOBODY: Final = frozenset[HouseRole]()
Context = dict[str, Any]
"""What a template is rendered with."""
Show = Callable[..., Awaitable[Context | Response]]


async def show_as_is(request: Request) -> Context:
    """For a page that shows the same to everybody."""
    del request
    return {}


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page, described once: where it is, whose it is, what shows it and how it is linked."""

    path: str = ""
    """Its address; none for a page that is shown in place of another."""
    show: Show = show_as_is
    """Makes what the template needs, or another answer, of the request and the values in its address."""
    template: str
    title: str = ""
    """In the browser's tab and in links; empty where the template names what it shows."""
    roles: frozenset[HouseRole] = EVERYBODY
    """Who may open it; nobody in particular where it is for strangers."""
    nav: frozenset[HouseRole] = NOBODY
    """Who of them has a link to it in the head of every page."""
    styles: tuple[str, ...] = ()
    """Its own style sheets, in `static/css`."""
    script: str = "plain"
    """In `static/js`."""

    def endpoint(self) -> Callable[..., Awaitable[Response]]:
        """What answers at its address: nobody is led to the door, others are turned away or shown it."""

        @wraps(self.show)
        async def opened(request: Request, **given: Any) -> Response:
            who = await _visitor(request) if self.roles else None
            if who is None and self.roles:
                return RedirectResponse(ENTER, 303)
            if who is not None and who.role not in self.roles:
                if self.path == LOBBY:
                    return RedirectResponse(site_of(request).home_of(who.role), 303)
                raise _not_theirs(who, self.roles)
            request.state.viewer = who
            shown = await self.show(request, **given)
            return shown if isinstance(shown, Response) else render(self, request, who, **shown)

        return opened


@dataclass(frozen=True)
class Site:
    """Every page, in the order of the links in the head of each."""

    pages: tuple[Page, ...]
    homes: tuple[str, ...]
    """Where people arrive who sign in: the first of these that they may open."""

    def router(self) -> APIRouter:
        """The addresses of all pages."""
        router = APIRouter(include_in_schema=False)
        for page in self.pages:
            router.add_api_route(page.path, page.endpoint(), response_model=None)
        return router

    def page(self, path: str) -> Page:
        """The page of an address."""
        return next(page for page in self.pages if page.path == path)

    def links(self, role: HouseRole) -> list[Page]:
        """The pages that a role has links to."""
        return [page for page in self.pages if role in page.roles & page.nav]

    def open_to(self, role: HouseRole) -> list[Page]:
        """The pages that a role may open by a fixed address: those with links first."""
        fixed = [
            page for page in self.pages if role in page.roles and page.title and "{" not in page.path
        ]
        return sorted(fixed, key=lambda page: role not in page.nav)

    def home_of(self, role: HouseRole) -> str:
        """The page at which somebody arrives who signs in."""
        return next(path for path in self.homes if role in self.page(path).roles)


def site_of(request: Request) -> Site:
    """The pages of the house that a request came to."""
    site: Site = request.app.state.site
    return site


def viewer(request: Request) -> Caller:
    """Who looks at a page, which is theirs to see."""
    who: Caller = request.state.viewer
    return who


def money(amount: str) -> str:
    """Dollars of a column or a meter: thousands apart, and always their cents."""
    value = float(amount)
    return f"{'−' if value < 0 else ''}${abs(value):,.2f}"


def signed(amount: str) -> str:
    """Dollars won or lost with their sign; "even" for zero."""
    digits = money(amount.removeprefix("-"))
    return "even" if amount == "0.00" else f"{'−' if amount.startswith('-') else '+'}{digits}"


def short(amount: str) -> str:
    """Dollars with thousands separators: negative ones with a sign, cents only where there are any."""
    value = float(amount)
    text = f"{abs(value):,.2f}".removesuffix(".00")
    return f"{'−' if value < 0 else ''}${text}"


def whole(amount: str) -> str:
    """Dollars without their cents."""
    return short(str(round(float(amount))))


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("cutcard.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {function.__name__: function for function in WORDING}
    environment.filters |= {"money": money, "signed": signed, "short": short, "whole": whole}
    environment.filters |= {"reference": reference, "is_installed": is_installed}
    environment.globals |= {"document_label": document_label, "asset": assets().address}
    return environment


def render(
    page: Page, request: Request, who: Caller | None, /, *, status_code: int = 200, **context: Any
) -> HTMLResponse:
    """A page for somebody signed in, or for nobody."""
    house = house_of(request)
    context |= {"page": page, "demonstration": house.people.limits.demonstration}
    theme = request.cookies.get("cutcard-theme", "")
    context |= {"themes": THEMES, "theme": theme if theme in THEMES else ""}
    context["passkeys"] = PasskeyDesk(house.people).is_open
    context["table_title"] = partial(table_title_of, house)
    if who is None:
        context |= {"person": "", "role": "", "token": "", "links": (), "here": None}
    else:
        links = site_of(request).links(who.role)
        context |= {"person": who.session.person, "role": str(who.role), "token": page_token(who.token)}
        context |= {"links": links, "here": _nearest(request.url.path, links)}
    return HTMLResponse(_templates().get_template(page.template).render(**context), status_code)


def _nearest(path: str, links: Sequence[Page]) -> Page | None:
    """The link that an address is under, the nearest of them."""
    under = [page for page in links if path == page.path or path.startswith(page.path + "/")]
    return max(under, key=lambda page: len(page.path), default=None)


async def _visitor(request: Request) -> Caller | None:
    """Who is signed in, or nobody. A look counts as a read."""
    try:
        who = await caller(request)
    except Problem as problem:
        if problem.status != 401:
            raise
        return None
    house_of(request).rates.reads.take(who.session.digest)
    return who


def _not_theirs(who: Caller, roles: frozenset[HouseRole]) -> Problem:
    """A page of other roles."""
    theirs = [f"{role}s" if role is not HouseRole.SURVEILLANCE else str(role) for role in roles]
    listed = " and ".join(", ".join(sorted(theirs)).rsplit(", ", 1))
    name, role = who.session.person, who.role
    return Problem(403, "wrong_role", f"this page is for {listed}; you are signed in as {name}, {role}")


def reference(law: Document) -> str:
    """A document's name in addresses, which means these very data."""
    return shelf().reference(law)


def is_installed(law: Document) -> bool:
    """Whether the data are there without a store that carries them: only then are odds computed."""
    return shelf().installed(law.digest) is not None


def document_title(law: str) -> str:
    """A document as people know it: its game, and whose it is."""
    law_document = document(law)
    return f"{law_document.title}, {law_document.issuer}"


def table_order(line: dict[str, Any]) -> tuple[bool, int, bool, str]:
    """How tables follow each other: those that deal by themselves, by document, the plain game first."""
    view, known = line["view"], document_ids()
    family = view["document"].partition("@")[0]
    return (
        line["by_hand"],
        known.index(family) if family in known else len(known),
        bool(view["variation"]),
        line["title"],
    )


def table_title_of(house: HouseParts, name: str) -> str:
    """What a table is called; one that is not served by its name alone.

    The demonstration's own tables have titles of their own, while they deal what was filed for them.
    """
    if not house.floor.serves(name):
        return name
    live = house.floor.live(name)
    own = demonstrated().get(name) if house.people.limits.demonstration else None
    return own.title if own is not None and own.rules == live.table.rules else table_title(live)


def document_label(law: str) -> str:
    """A document in a few words, for a list: the game, and where."""
    law_document = document(law)
    words = [each for each in law_document.issuer.split() if each.lower() not in ARTICLES]
    if not words or not words[0][:1].isupper():
        words = words[-1:]
    return f"{law_document.title}, {' '.join(words if len(words) == 2 else words[:1])}"


def _issuer(law: str) -> str:
    issuer = document(law).issuer
    return issuer[:1].upper() + issuer[1:]


def table_heading(house: HouseParts, name: str) -> dict[str, Any]:
    """What a table is called, what makes it different, and whether somebody deals it."""
    live = house.floor.live(name)
    law = shelf().reference(live.table.rules.document)
    return {
        "title": table_title_of(house, name),
        "about": live_table_summary(live),
        "on_felt": live_table_summary(live, on_felt=True),
        "document": document_title(law),
        "issuer": _issuer(law),
        "by_hand": live.table.settings.chores == "manual",
    }
