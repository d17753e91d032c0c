"""The desk in a page: the judge that runs on the umpire's phone when the server is out of reach.

A page speaks JSON text: a question goes in, its answer or its refusal comes out, in the language that the
question names. The record is the server's, line by line; what the phone has kept since is judged on top
of it, by the same code as at the server.

>>> Page().answer('{"ask": "law", "cite": "family queen 3", "lang": "en"}')[:31]
'{"law": {"citation": "family qu'
>>> Page().answer('{"ask": "law", "cite": "family queen 33", "lang": "en"}')[:25]
'{"code": "law/unknown", "'
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from carrom.errors import CarromError, ImpossibleCase, RecordError
from carrom.i18n import typeset
from carrom.laws.texts import Paragraph, elsewhere, paragraph
from carrom.record import Record, decode
from carrom.record.fold import advance
from carrom.umpiring.catalogue.catalogue import report_catalogue
from carrom.umpiring.enter import enter_request
from carrom.umpiring.preview import preview_request
from carrom.umpiring.read import read_request
from carrom.umpiring.sheet import score_sheet, sheet_words
from carrom.umpiring.times import entry_time
from carrom.umpiring.view.build import match_view
from carrom.umpiring.view.json_form import to_json
from carrom.umpiring.view.log import match_log

Asked = dict[str, Any]
Told = dict[str, object]


class Page:
    """The record of one desk as this phone knows it: what the server has told, and what was kept since."""

    def __init__(self) -> None:
        self._base = Record()
        self.record = Record()
        self._answers: dict[str, Callable[[Asked], object]] = {
            "load": self.load,
            "enter": self.enter,
            "preview": self.preview,
            "view": self.view,
            "log": self.log,
            "sheet": self.sheet,
            "catalogue": self.catalogue,
            "law": self.law,
        }

    def answer(self, text: str) -> str:
        """What a page is told: `ask` names the question, `lang` the language, the rest is what it needs."""
        asked = json.loads(text)
        try:
            told = self._answers[asked["ask"]](asked)
        except CarromError as wrong:
            told = refusal(wrong)
        return json.dumps(to_json(told, asked["lang"]), ensure_ascii=False)

    def load(self, asked: Asked) -> Told:
        """The server's lines that follow entry `after`, and then each kept request in turn.

        `judged` are the entries up to which each request led. Where one is refused, `refused` says why; with
        all that follow it, it is left out.
        """
        self._follow(str(asked["lines"]), int(asked["after"]))
        self.record = _copy(self._base)
        judged: list[int] = []
        refused: Told | None = None
        for each in asked["kept"]:
            try:
                self._enter(each)
            except CarromError as wrong:
                refused = refusal(wrong)
                break
            judged.append(len(self.record.entries))
        return {**self._shown(), "judged": judged, "refused": refused}

    def enter(self, asked: Asked) -> Told:
        """One request more; refused, it leaves all as it was."""
        self._enter(asked)
        return self._shown()

    def preview(self, asked: Asked) -> object:
        return preview_request(self.record, read_request(asked["request"]), self._time(asked["at"]))

    def view(self, asked: Asked) -> Told:
        return self._shown()

    def log(self, asked: Asked) -> Told:
        return {"log": match_log(self.record)}

    def sheet(self, asked: Asked) -> object:
        """The score sheet in words."""
        return sheet_words(score_sheet(self.record), str(asked["lang"]))

    def catalogue(self, asked: Asked) -> object:
        return report_catalogue(str(asked["rulebook"]))

    def law(self, asked: Asked) -> Told:
        """One paragraph, and where the other rulebooks have the same."""
        found, lang = paragraph(str(asked["cite"])), str(asked["lang"])
        others = [_law(each, lang) for same in elsewhere(found).values() for each in same]
        return {"law": _law(found, lang), "elsewhere": others}

    def _follow(self, lines: str, after: int) -> None:
        """The record as the server has it: from the beginning, or from where it was known to."""
        base = _copy(self._base) if after else Record()
        if after != len(base.entries):
            due = len(base.entries) + 1
            raise RecordError("refused.record.sequence", after + 1, entry=after + 1, due=due)
        for line in filter(None, lines.split("\n")):
            entry, base.checksum = decode(line, len(base.entries) + 1, base.checksum)
            base.states.append(advance(base.states, entry))
            base.entries.append(entry)
        self._base = base

    def _enter(self, asked: Asked) -> None:
        """On a copy: a request may become several entries, and all of them stand or none."""
        copy = _copy(self.record)
        enter_request(copy, read_request(asked["request"]), self._time(asked["at"]))
        self.record = copy

    def _time(self, at: object) -> str:
        return entry_time(at, self.record.entries, datetime.now(UTC))

    def _shown(self) -> Told:
        return {"v": len(self.record.entries), "view": match_view(self.record)}


def _copy(record: Record) -> Record:
    return Record(list(record.entries), list(record.states), checksum=record.checksum)


def refusal(error: CarromError) -> Told:
    """A refusal as the server sends it: its code, its arguments for programs, and what it says."""
    said: dict[str, object] = {"text": str(error)}
    match error:
        case ImpossibleCase():
            said["field"] = error.field
        case RecordError() if error.line is not None:
            said["line"] = error.line
    return {"code": error.code, "args": said, "text": error.sentence}


def _law(each: Paragraph, lang: str) -> Told:
    cited, written_in = each.citation, each.language(lang)
    return {
        "citation": str(cited),
        "book": cited.book,
        "paragraph": cited.paragraph,
        "status": each.status,
        "subject": each.subject,
        "text": typeset(each.text(lang), written_in),
        "lang": written_in,
    }
