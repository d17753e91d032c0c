"""The judge inside the page: it runs on the umpire's phone, in Pyodide, while the server is out of reach.

`web/umpire/judge/worker.js` makes one `OfflineJudge` and sends it questions as JSON text; each answer or
refusal is JSON text in the language that the question names.

>>> OfflineJudge().answer('{"ask": "law", "cite": "family queen 3", "lang": "en"}')[:31]
'{"law": {"citation": "family qu'
>>> OfflineJudge().answer('{"ask": "law", "cite": "family queen 33", "lang": "en"}')[:25]
'{"code": "law/unknown", "'
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from carrom.errors import CarromError, ImpossibleCase, RecordError
from carrom.i18n import typeset
from carrom.laws.texts import Paragraph, elsewhere, paragraph
from carrom.record import Record, decode
from carrom.record.fold import advance
from carrom.umpiring.catalogue.catalogue import report_catalogue
from carrom.umpiring.enter import enter_request, preview_request
from carrom.umpiring.read import read_request
from carrom.umpiring.sheet import score_sheet, sheet_words
from carrom.umpiring.times import entry_time
from carrom.umpiring.view.build import match_view
from carrom.umpiring.view.json_form import to_json
from carrom.umpiring.view.log import match_log

Question = dict[str, Any]
Answer = dict[str, object]


class OfflineJudge:
    """The record of one table as this phone knows it: the server's entries, then the requests kept here."""

    def __init__(self) -> None:
        self._from_server = Record()
        self.record = Record()

    def answer(self, text: str) -> str:
        """The answer to a question: `ask` names it, `lang` is the language, the rest are its arguments."""
        question = json.loads(text)
        try:
            found = self._answer(question)
        except CarromError as error:
            found = refusal(error)
        return json.dumps(to_json(found, question["lang"]), ensure_ascii=False)

    def _answer(self, question: Question) -> object:
        match question["ask"]:
            case "load":
                return self._load(question)
            case "enter":
                self._enter(question)
                return self._view()
            case "preview":
                request, at = read_request(question["request"]), self._time(question["at"])
                return preview_request(self.record, request, at)
            case "view":
                return self._view()
            case "log":
                return {"log": match_log(self.record)}
            case "sheet":
                return sheet_words(score_sheet(self.record), question["lang"])
            case "catalogue":
                return report_catalogue(question["rulebook"])
            case "law":
                return _law_page(question["cite"], question["lang"])
        raise ValueError(f"no such question: {question['ask']}")

    def _load(self, question: Question) -> Answer:
        """Read the server's lines that follow entry `after`, then enter each kept request in turn.

        `judged` are the numbers of the last entry of each request. At the first refusal it stops, and
        `refused` says why.
        """
        self._read_lines(question["lines"], question["after"])
        self.record = _copy(self._from_server)
        judged: list[int] = []
        refused: Answer | None = None
        for kept in question["kept"]:
            try:
                self._enter(kept)
            except CarromError as error:
                refused = refusal(error)
                break
            judged.append(len(self.record.entries))
        return {**self._view(), "judged": judged, "refused": refused}

    def _read_lines(self, lines: str, after: int) -> None:
        """Add the server's lines to what it sent before; `after` 0 begins again."""
        base = _copy(self._from_server) if after else Record()
        if after != len(base.entries):
            due = len(base.entries) + 1
            raise RecordError("refused.record.sequence", after + 1, entry=after + 1, due=due)
        for line in filter(None, lines.split("\n")):
            entry, base.checksum = decode(line, len(base.entries) + 1, base.checksum)
            base.states.append(advance(base.states, entry))
            base.entries.append(entry)
        self._from_server = base

    def _enter(self, kept: Question) -> None:
        """Enter a request on a copy: it may become several entries, of which all stand or none."""
        copy = _copy(self.record)
        enter_request(copy, read_request(kept["request"]), self._time(kept["at"]))
        self.record = copy

    def _time(self, at: object) -> str:
        return entry_time(at, self.record.entries, datetime.now(UTC))

    def _view(self) -> Answer:
        return {"v": len(self.record.entries), "view": match_view(self.record)}


def _copy(record: Record) -> Record:
    return Record(list(record.entries), list(record.states), checksum=record.checksum)


def refusal(error: CarromError) -> Answer:
    """A refusal as the server sends it: its code, its arguments for programs, and its text."""
    arguments: dict[str, object] = {"text": str(error)}
    match error:
        case ImpossibleCase():
            arguments["field"] = error.field
        case RecordError() if error.line is not None:
            arguments["line"] = error.line
    return {"code": error.code, "args": arguments, "text": error.sentence}


def _law_page(citation: str, lang: str) -> Answer:
    """One paragraph, and where the other rulebooks have the same."""
    found = paragraph(citation)
    others = [_law(each, lang) for same in elsewhere(found).values() for each in same]
    return {"law": _law(found, lang), "elsewhere": others}


def _law(each: Paragraph, lang: str) -> Answer:
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
