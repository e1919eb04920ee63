"""Checks that do not play the main game: for tests about anything but its edge."""

from __future__ import annotations

from functools import partial

from cutcard import submission

check = partial(submission.check, by_play=False)
check_together = partial(submission.check_together, by_play=False)
