"""Events as plain values and as lines of JSON, like a table's own: one codec for each kind of stream.

Reading is strict: it takes exactly what writing makes, and raises `Malformed` otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar, get_args

from cutcard.law import shown
from cutcard.table.record import EVENT, Form, Malformed, Plain, line_of, plain_of, snake_case

Event = TypeVar("Event")


class EventCodec(Generic[Event]):
    """Writes and reads the events of a union of classes, each named by its class in snake case."""

    def __init__(self, events: Any, of: str) -> None:
        self.names: Final[Mapping[type, str]] = {
            event_type: snake_case(event_type.__name__) for event_type in get_args(events)
        }
        self.events: Final[Mapping[str, type]] = {
            name: event_type for event_type, name in self.names.items()
        }
        self._forms: Final = {name: Form(event_type) for name, event_type in self.events.items()}
        self._of: Final = of

    def json(self, event: object) -> Plain:
        """An event as plain values, its name first."""
        name = self.names[type(event)]
        return {EVENT: name, **self._forms[name].write(event)}

    def line(self, event: object) -> str:
        """An event as one line of JSON."""
        return line_of(self.json(event))

    def event(self, plain: Plain) -> Event:
        """The event that plain values stand for; `Malformed` where they stand for none."""
        rest = dict(plain)
        name = rest.pop(EVENT, None)
        form = self._forms.get(name) if type(name) is str else None
        if form is None:
            raise Malformed(f"{shown(name)} is not an event of {self._of}")
        try:
            event: Event = form.read(rest)
        except Malformed as problem:
            raise Malformed(f"{name}: {problem}") from None
        return event

    def parse(self, line: str) -> Event:
        """The event that a line of JSON holds."""
        return self.event(plain_of(line))
