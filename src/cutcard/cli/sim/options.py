"""The options that say what is simulated, for a run and for a round dealt again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import typer

from cutcard.cli.odds.options import OPTIONS as ABOUT_ODDS

WORDS: Final = "cutcard.cli.sim.scenario_text"
TABLE: Final = "boxes wagers penetration strategy settings variation decks stakes meters moving seed"
"""The options that both commands have."""

OPTIONS: Final[Mapping[str, Any]] = {
    "document": Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document's id.")],
    "rounds": Annotated[
        str | None, typer.Option("--rounds", metavar="N", help="How many rounds: 1e9 (default 1e7).")
    ],
    "seed": Annotated[str | None, typer.Option("--seed", metavar="N", help="Random seed (default 1).")],
    "device": Annotated[
        str | None, typer.Option("--device", metavar="cpu|gpu|cluster", help="Where to run.")
    ],
    "boxes": Annotated[
        str | None,
        typer.Option(
            "--boxes",
            metavar="N",
            help="Boxes in play, all the same (default 1); at Switch two hands each.",
        ),
    ],
    "wagers": Annotated[
        list[str] | None,
        typer.Option("--wager", metavar="ID[=PAYTABLE]", help="A side wager on every box."),
    ],
    "penetration": Annotated[
        str | None,
        typer.Option(
            "--penetration",
            metavar="PART",
            help="How much of the shoe is dealt: 0.75 (default: as much as the law permits).",
        ),
    ],
    "strategy": Annotated[
        str | None,
        typer.Option(
            "--strategy", metavar="basic|FILE", help="How the boxes play: the chart, or one of your own."
        ),
    ],
    "settings": Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="OPTION=VALUE",
            help="An option of the table (`law options`), or a setting of a side wager as a submission "
            "has it (super_4.rate_of_progression=0.05).",
        ),
    ],
    "variation": ABOUT_ODDS["variation"],
    "decks": ABOUT_ODDS["decks"],
    "workers": Annotated[
        str | None,
        typer.Option(
            "--workers", metavar="N", help="Cores, or processes of a local cluster (default: all cores)."
        ),
    ],
    "until_error": Annotated[
        str | None,
        typer.Option(
            "--until-error",
            metavar="X%",
            help="Stop when every wager's standard error is below this: 0.001%.",
        ),
    ],
    "stakes": Annotated[
        list[str] | None,
        typer.Option(
            "--stake",
            metavar="[WAGER=]DOLLARS",
            help="Stake of each box (default $10, and the stake each side wager takes).",
        ),
    ],
    "meters": Annotated[
        list[str] | None,
        typer.Option(
            "--meter",
            metavar="NAME=AMOUNT",
            help="What a meter shows in every round, or starts at (default: its minimum).",
        ),
    ],
    "moving": Annotated[
        str | None,
        typer.Option(
            "--meters",
            metavar="stand|grow",
            help="Whether meters grow with stakes and are paid out (default: where a rate is set).",
        ),
    ],
    "scheduler": Annotated[
        str | None,
        typer.Option(
            "--scheduler", metavar="ADDRESS", help="The dask cluster to use: tcp://10.0.0.1:8786."
        ),
    ],
}
"""By the field of `Words` that an option is read into."""

Fresh = Annotated[bool, typer.Option("--fresh", help="Deal every round from a full shoe.")]

CountOption = Annotated[
    str | None,
    typer.Option(
        "--count",
        metavar="NAME|TAGS|FILE",
        help="Keep a card count and report edges by it: hilo, ko, 2-6=1,7-9=0,T-A=-1 or FILE.toml.",
    ),
]
SpreadOption = Annotated[
    str | None,
    typer.Option(
        "--spread",
        metavar="COUNT=UNITS,...",
        help="What a counter bets on the main wager from each count up: 1=2,2=4,3=8.",
    ),
]
ByDepthOption = Annotated[
    bool, typer.Option("--by-depth", help="Report edges by depth of the shoe, in tenths.")
]
SessionOption = Annotated[
    str | None,
    typer.Option("--session", metavar="N", help="Report the results of sessions of N rounds of a box."),
]
PlotOption = Annotated[
    str | None,
    typer.Option("--plot", metavar="FILE.svg", help="Plot the reports asked for, or the meters."),
]
