"""The umpire's desk: everything an umpire does with the record of a real match, on a server or in a page.

The room is used by these names. Some are modules too, but as names of the room they are the functions: a
class of such a module is imported from it, as in `from carrom.umpiring.view.types import View`.
"""

from carrom.umpiring.catalogue.catalogue import catalogue
from carrom.umpiring.enter import enter
from carrom.umpiring.preview import preview
from carrom.umpiring.read import read
from carrom.umpiring.requests import Request
from carrom.umpiring.sheet import Sheet, sheet
from carrom.umpiring.view.log import log
from carrom.umpiring.view.look import view
from carrom.umpiring.view.plain import plain
from carrom.umpiring.view.types import Catalogue, Line, Preview, View

__all__ = [
    "Catalogue",
    "Line",
    "Preview",
    "Request",
    "Sheet",
    "View",
    "catalogue",
    "enter",
    "log",
    "plain",
    "preview",
    "read",
    "sheet",
    "view",
]
