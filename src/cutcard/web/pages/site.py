"""Every page of the house, described once: from here come addresses, permissions, links and files.

Pages with a link in the head of every page come in the order of those links.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from cutcard import shoe
from cutcard.floor.meters import SEE_RESERVE
from cutcard.floor.people import CAGE_COMMANDS, Ask, HouseRole, acting_as
from cutcard.web.library import differences, law, moments, odds, wall
from cutcard.web.pages import (
    approvals,
    controls,
    dealer,
    door,
    floor,
    game_rules,
    meters,
    people,
    player,
)
from cutcard.web.pages.frame import ENTER, EVERYBODY, LOBBY, NOBODY, Page, Site, asking
from cutcard.web.school import pages as school
from cutcard.web.studio import pages as studio
from cutcard.web.surveillance import pages as surveillance

CREW: Final = frozenset(acting_as(shoe.CREW))
"""Who works at tables."""
CASHIERS: Final = frozenset.intersection(*CAGE_COMMANDS.values())

_library_page: Final = partial(Page, styles=("library",), script="library")

PAGES: Final = (
    Page(
        path=LOBBY,
        show=player.lobby,
        template="lobby.html",
        title="Lobby",
        roles=asking(Ask.SEE_TABLES),
        nav=EVERYBODY,
        styles=("lobby",),
        script="lobby",
    ),
    Page(
        path="/people",
        show=people.people,
        template="people.html",
        title="People",
        roles=asking(Ask.SEE_PEOPLE),
        nav=EVERYBODY,
        styles=("floor", "people"),
        script="floor/people",
    ),
    Page(
        path="/deal",
        show=dealer.tables,
        template="deal.html",
        title="Deal",
        roles=asking(Ask.SEE_CONSOLE),
        nav=EVERYBODY,
        script="lobby",
    ),
    Page(
        path="/meters",
        show=wall.meters,
        template="meters.html",
        title="Meters",
        roles=asking(Ask.SEE_METERS),
        nav=EVERYBODY,
        styles=("wall",),
        script="wall",
    ),
    Page(
        path="/floor",
        show=floor.floor,
        template="floor.html",
        title="Floor",
        roles=asking(Ask.RUN_FLOOR),
        nav=EVERYBODY,
        styles=("floor",),
        script="floor/floor",
    ),
    Page(
        path="/floor/approvals",
        show=approvals.approvals,
        template="floor_approvals.html",
        title="Approvals",
        roles=CREW,
        nav=EVERYBODY,
        styles=("table", "floor"),
        script="floor/commands",
    ),
    Page(
        path="/floor/meters",
        show=meters.meters,
        template="floor_meters.html",
        title="Meter desk",
        roles=SEE_RESERVE,
        nav=EVERYBODY,
        styles=("floor", "meter_desk"),
        script="floor/commands",
    ),
    Page(
        path="/controls",
        show=controls.controls,
        template="controls.html",
        title="Controls",
        roles=asking(Ask.SEE_CONTROLS),
        nav=EVERYBODY,
        styles=("floor", "people"),
        script="floor/controls",
    ),
    Page(
        path="/surveillance",
        show=surveillance.search,
        template="surveillance.html",
        title="Surveillance",
        roles=asking(Ask.SURVEIL),
        nav=EVERYBODY,
        styles=("surveillance",),
        script="surveillance/search",
    ),
    _library_page(
        path="/odds",
        show=odds.odds,
        template="odds.html",
        title="Odds",
        nav=EVERYBODY,
    ),
    Page(
        path="/studio",
        show=studio.studio,
        template="studio.html",
        title="Studio",
        nav=EVERYBODY,
        styles=("library", "studio"),
        script="studio/studio",
    ),
    _library_page(
        path="/law",
        show=law.shelves,
        template="law.html",
        title="Law",
        nav=EVERYBODY,
    ),
    Page(
        path="/school",
        show=school.school,
        template="school.html",
        title="School",
        nav=EVERYBODY,
        styles=("school",),
    ),
    Page(
        path="/school/drill",
        show=school.drill,
        template="school_drill.html",
        title="Drill",
        styles=("table", "school"),
        script="school/drill",
    ),
    Page(
        path="/school/count",
        show=school.counting,
        template="school_count.html",
        title="Count",
        styles=("table", "school"),
        script="school/count",
    ),
    Page(
        path="/school/quiz",
        show=school.dealer_quiz,
        template="school_quiz.html",
        title="Dealer quiz",
        roles=asking(Ask.TRAIN),
        styles=("school",),
        script="school/quiz",
    ),
    Page(
        path="/school/review/{name}",
        show=school.review,
        template="school_review.html",
        roles=asking(Ask.SEE_ROUNDS),
        styles=("school",),
        script="school/review",
    ),
    Page(
        path="/training",
        show=dealer.training,
        template="training.html",
        title="Training",
        roles=asking(Ask.TRAIN),
        nav=CREW,
        styles=("table", "dealer", "training"),
        script="dealer/training",
    ),
    Page(
        path=ENTER,
        show=door.door,
        template="enter.html",
        title="Welcome",
        roles=NOBODY,
        styles=("door",),
        script="enter",
    ),
    Page(
        path="/passkeys",
        show=people.own_passkeys,
        template="passkeys.html",
        title="Your passkeys",
        roles=frozenset(HouseRole),
        styles=("floor",),
        script="own_passkeys",
    ),
    Page(
        path="/design",
        template="design.html",
        title="Design",
        styles=("table", "chart", "design"),
        script="design/design",
    ),
    Page(path="/enrol", template="enrol.html", title="Choose a password", roles=NOBODY, script="enrol"),
    Page(
        path="/tables/{name}",
        show=player.table,
        template="table.html",
        roles=asking(Ask.SEE_TABLES),
        styles=("table", "replay", "chart"),
        script="table/table",
    ),
    Page(
        path="/tables/{name}/rules",
        show=game_rules.game_rules,
        template="game_rules.html",
        roles=asking(Ask.SEE_TABLES),
    ),
    Page(
        path="/tables/{name}/deal",
        show=dealer.deal,
        template="console.html",
        roles=asking(Ask.SEE_CONSOLE),
        styles=("table", "dealer"),
        script="dealer/console",
    ),
    Page(
        path="/floor/tables/{name}",
        show=floor.one,
        template="floor_table.html",
        roles=asking(Ask.RUN_FLOOR),
        styles=("floor",),
        script="floor/commands",
    ),
    Page(
        path="/floor/open",
        show=floor.opening,
        template="floor_open.html",
        title="Open a table",
        roles=asking(Ask.SET_UP_TABLES),
        styles=("floor",),
        script="floor/submission",
    ),
    Page(
        path="/floor/cage",
        show=floor.cage,
        template="floor_cage.html",
        title="Cage",
        roles=CASHIERS,
        styles=("floor", "people"),
        script="floor/cage",
    ),
    Page(
        path="/surveillance/rounds/{table}/{number}",
        show=surveillance.one_round,
        template="surveillance_round.html",
        roles=asking(Ask.SURVEIL),
        styles=("table", "replay", "surveillance"),
        script="surveillance/round",
    ),
    _library_page(
        path="/law/diff",
        show=differences.differences,
        template="law_diff.html",
        title="Compare · Law",
    ),
    _library_page(
        path="/law/{name}",
        show=law.law,
        template="law_document.html",
    ),
    _library_page(
        path="/law/{name}/moments",
        show=moments.moments,
        template="law_moments.html",
    ),
    _library_page(
        path="/odds/readings/{name}",
        show=odds.priced,
        template="odds_readings.html",
        title="Readings priced · Odds",
    ),
    _library_page(
        path="/odds/sheets/{table}",
        show=odds.sheet,
        template="odds_sheet.html",
        title="Par sheet · Odds",
        roles=asking(Ask.SEE_TABLES),
    ),
    _library_page(
        path="/odds/{name}/{wager}",
        show=odds.study,
        template="odds_wager.html",
    ),
)
SITE: Final = Site(PAGES, homes=("/floor", "/deal", "/surveillance", LOBBY, "/people"))
