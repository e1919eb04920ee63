"""`cutcard sim replay`: a simulated round dealt again at a table, with the provision of every payout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard.cli.sim.scenario_text import Words, cores, round_number, seed_number
from cutcard.money import Cents, dollars
from cutcard.sim import SimError
from cutcard.terminal import output
from cutcard.wording import decision_name

if TYPE_CHECKING:
    from cutcard.cli.sim.kept_runs import Made
    from cutcard.sim import RedealtRound, Scenario


@dataclass(frozen=True)
class Asked:
    """The scenario of a run, and the run where it was made before."""

    scenario: Scenario
    made: Made | None = None


def asked(words: Words, run_file: str | None) -> Asked:
    """The run: by its options, in its answer, or the newest that was made here with the seed."""
    if run_file is None and words.document:
        return Asked(words.scenario())
    from cutcard.cli.sim import kept_runs as sim_kept

    if run_file is not None:
        if words != Words():
            raise SimError("replay: --run sets everything; leave out DOCUMENT and the other options")
        from cutcard.cli.source import read

        made = sim_kept.Made.of(read(run_file), run_file)
    elif words.seed is None or words != Words(seed=words.seed):
        raise SimError(
            "replay: name the DOCUMENT, or the answer of the run with --run FILE; "
            "--seed S alone is the newest run made here with that seed"
        )
    else:
        made = sim_kept.newest(seed_number(words.seed))
    return Asked(made.scenario, made)


def print_round(run: Asked, number: str, *, as_json: bool) -> None:
    """Find the round, deal it, print it; exit code 1 where the two do not agree."""
    from cutcard.cli.printing.progress import bar
    from cutcard.cli.sim.search_progress import Search
    from cutcard.sim import ParityError, again

    which, asked = round_number(number), run.scenario
    if run.made is not None:
        with bar("the run's plan"):
            run.made.check(which)
    try:
        with bar("dealing the rounds before it"):
            found = again(asked, which, workers=cores(), searching=Search())
    except ParityError as problem:
        output.complain(f"the table does not agree: {problem}")
        output.leave(output.NO)
    if as_json:
        output.print_json(_answer(found))
        return
    from cutcard.cli.printing.settlement import print_settled

    to = output.console()
    print_settled(found.redealt.settled, to)
    facts = [
        ("Round", f"{which:,}, which is round {found.place.number:,} of unit {found.place.unit:,}"),
        ("Document", asked.document),
        *_told_run(run),
        ("Seed", str(asked.seed)),
        ("Cards", " ".join(card.text for card in found.redealt.cards)),
        ("Decisions", ", ".join(_decisions(found)) or "none"),
        *_told_streaks(found),
        *told_shared(found),
        ("Digest", found.plan.digest),
    ]
    if found.plan.growing:
        shown = ", ".join(f"{name} ${dollars(amount)}" for name, amount in found.meters.items())
        facts.insert(-1, ("Meters", f"{shown} once the stakes are in"))
    output.print_facts(to, facts)


def _told_run(run: Asked) -> list[tuple[str, str]]:
    return [] if run.made is None else [("Run", f"{run.made.where}, {run.made.rounds:,} rounds")]


def _told_streaks(found: RedealtRound) -> list[tuple[str, str]]:
    told = [f"box {box} {riding.wins} in a row" for box, riding in found.streaks.items()]
    return [("Streaks", f"{', '.join(told)} before it")] if told else []


def told_shared(found: RedealtRound) -> list[tuple[str, str]]:
    """What a run paid boxes of which a table has some share a meter."""
    return [
        ("Shared", f"box {box}, {wager}: ${dollars(Cents(net))} in the run, which pays each as if alone")
        for (box, wager), net in sorted(found.shared.items())
    ]


def _streaks(found: RedealtRound) -> dict[str, object]:
    """By box: the consecutive wins before the round, where streak wagers lie on it."""
    wins = {str(box): riding.wins for box, riding in found.streaks.items()}
    return {"streaks": wins} if wins else {}


def as_if_alone(found: RedealtRound) -> list[dict[str, object]]:
    """What the run paid otherwise than the table, where boxes share a meter there."""
    return [
        {"box": box, "wager": wager, "net": dollars(Cents(net))}
        for (box, wager), net in sorted(found.shared.items())
    ]


def _decisions(found: RedealtRound) -> list[str]:
    return [f"box {each.box} {decision_name(each.do)}" for each in found.redealt.decisions]


def _answer(found: RedealtRound) -> dict[str, object]:
    """The round as `settle` answers it, and as `settle` could be asked for it."""
    from cutcard.cli.sim.answers import scenario_json
    from cutcard.table.script import as_json as contract

    redealt, rules = found.redealt, found.table.rules
    settled = contract(redealt.settled)
    assert isinstance(settled, dict)
    return {
        "document": found.asked.document,
        "seed": found.plan.seed,
        "round": found.number,
        "unit": found.place.unit,
        "round_of_unit": found.place.number,
        "digest": found.plan.digest,
        "cards": [card.text for card in redealt.cards],
        "decisions": [{"box": each.box, "do": str(each.do)} for each in redealt.decisions],
        "meters_shown": {name: dollars(amount) for name, amount in found.meters.items()},
        "wagers": {name: rules.offers[name].paytable.id for name in found.asked.wagers},
        **_streaks(found),
        **({"devices": dict(found.devices)} if found.devices else {}),
        **({"paid_as_if_alone": as_if_alone(found)} if found.shared else {}),
        **settled,
        "scenario": scenario_json(found.asked),
    }
