"""Everything an umpire does with the record of a real match, on a server, in a page or in a terminal.

`read_request` reads what an umpire reports, `enter_request` judges it and enters it in the record. The other
names show what the record then says.
"""

from carrom.umpiring.catalogue.catalogue import report_catalogue
from carrom.umpiring.enter import enter_request, preview_request
from carrom.umpiring.read import read_request
from carrom.umpiring.requests import Request
from carrom.umpiring.sheet import score_sheet
from carrom.umpiring.view.build import match_view
from carrom.umpiring.view.json_form import to_json
from carrom.umpiring.view.log import match_log

__all__ = [
    "Request",
    "enter_request",
    "match_log",
    "match_view",
    "preview_request",
    "read_request",
    "report_catalogue",
    "score_sheet",
    "to_json",
]
