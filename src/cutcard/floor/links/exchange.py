"""One message there and one back: what a house sends its home, and what the home answers.

Who carries them is the caller's: `post` gets an envelope as a line of JSON to the home and returns its
answer, by HTTP or otherwise. Whatever fails on the way is sent again with the next exchange.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cutcard.floor.keys import HouseKeys, PublicKeys
from cutcard.floor.links.envelope import LinkProblem, Outgoing, open_envelope, sealed_envelope
from cutcard.floor.links.events import News
from cutcard.floor.links.office import HomeOffice, RemoteOffice
from cutcard.law import shown
from cutcard.table.record import line_of

Post = Callable[[str], str]


def answer_house(
    text: str,
    offices: Mapping[str, HomeOffice],
    keys: HouseKeys,
    peers: Mapping[str, PublicKeys],
    at: int,
) -> str:
    """The home's answer to what a house has sent; `offices` by meter, all of one home."""
    home = next((each.link.home for each in offices.values()), "")
    sender, meter, message = open_envelope(text, home, peers)
    office = offices.get(meter)
    if office is None or not isinstance(message, Outgoing):
        raise LinkProblem(f"meter: {shown(meter)}: this house is not its home")
    news = office.receive(message, at)
    return line_of(sealed_envelope(keys, home, sender, meter, news))


def exchange(
    office: RemoteOffice,
    post: Post,
    keys: HouseKeys,
    peers: Mapping[str, PublicKeys],
    clock: Callable[[], int],
) -> None:
    """Send what is in the outbox, and hear what the home answers."""
    remote = office.remote
    parties = remote.house, remote.home, remote.meter.name
    sent = line_of(sealed_envelope(keys, *parties, office.outgoing(clock())))
    sender, meter, message = open_envelope(post(sent), remote.house, peers)
    if (sender, meter) != parties[1:] or not isinstance(message, News):
        raise LinkProblem(f"answer: {shown(sender)}: not the home's answer about {remote.meter.name}")
    office.hear(message, clock())
