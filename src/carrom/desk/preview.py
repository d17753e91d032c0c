"""What a request would lead to, worked out on a copy: nothing is entered."""

from __future__ import annotations

from carrom.desk.call import last_call
from carrom.desk.correct import correction, scratch
from carrom.desk.enter import enter, refuse_closed
from carrom.desk.log import shown_ruling
from carrom.desk.look import view
from carrom.desk.requests import Correct, Incident, Overrule, Request, Stroke
from carrom.desk.view import Preview
from carrom.errors import NotNow
from carrom.record import Keeper


def preview(record: Keeper, request: Request, at: str) -> Preview:
    """The ruling and the view after it; of a correction also every later call that would change.

    A correction is shown as if what no longer fits were left out.
    """
    if isinstance(request, Correct):
        return _of_correction(record, request, at)
    copy = scratch(record)
    enter(copy, request, at)
    called = last_call(copy) if isinstance(request, Stroke | Incident | Overrule) else None
    return Preview(None if called is None else shown_ruling(called.ruling), (), view(copy))


def _of_correction(record: Keeper, request: Correct, at: str) -> Preview:
    if not record.states:
        raise NotNow("no match has begun at this table; begin one first")
    refuse_closed(record.states[-1])
    made = correction(record, request, at)
    ruling = None if made.ruling is None else shown_ruling(made.ruling)
    return Preview(ruling, tuple(made.differences), view(made.record))
