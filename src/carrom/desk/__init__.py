"""The umpire's desk: everything an umpire does with the record of a real match, on a server or in a page.

The room is used by these names. Some are modules too, but as names of the room they are the functions: a
class of such a module is imported from it, as in `from carrom.desk.view import View`.
"""

from carrom.desk.catalogue import catalogue
from carrom.desk.enter import enter
from carrom.desk.log import log
from carrom.desk.look import view
from carrom.desk.plain import plain
from carrom.desk.preview import preview
from carrom.desk.read import read
from carrom.desk.requests import Request
from carrom.desk.sheet import Sheet, sheet
from carrom.desk.view import Catalogue, Line, Preview, View

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
