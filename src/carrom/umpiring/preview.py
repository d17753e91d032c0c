"""What a request would lead to, worked out on a copy: nothing is entered."""

from __future__ import annotations

from carrom.errors import NotNow
from carrom.parts import shown_ruling
from carrom.record import Keeper
from carrom.umpiring.call import last_call
from carrom.umpiring.correct import correction, scratch
from carrom.umpiring.enter import enter_request, refuse_closed
from carrom.umpiring.requests import Correct, Incident, Overrule, Request, Stroke
from carrom.umpiring.view.build import match_view
from carrom.umpiring.view.types import Preview


def preview_request(record: Keeper, request: Request, at: str) -> Preview:
    """The ruling and the view after it; of a correction also every later call that would change.

    A correction is shown as if what no longer fits were left out.
    """
    if isinstance(request, Correct):
        return _of_correction(record, request, at)
    copy = scratch(record)
    enter_request(copy, request, at)
    called = last_call(copy) if isinstance(request, Stroke | Incident | Overrule) else None
    return Preview(None if called is None else shown_ruling(called.ruling), (), match_view(copy))


def _of_correction(record: Keeper, request: Correct, at: str) -> Preview:
    if not record.states:
        raise NotNow("refused.umpire.no-match")
    refuse_closed(record.states[-1])
    made = correction(record, request, at)
    ruling = None if made.ruling is None else shown_ruling(made.ruling)
    return Preview(ruling, tuple(made.differences), match_view(made.record))
