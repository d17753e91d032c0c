"""The table of rulings in rulings.txt: for each clause a board, what happened, and all that is said of it.

    # international-a

    white on strike, 5 white, 5 black, queen on board | s
      The striker fell: one white coin is put back and black plays.
      3.11 a

`python -m tests.laws.rulings` writes the two lines below each case again, for a diff that a person reads.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.says import incident, standing, stroke

from carrom import play, rulebook
from carrom.stroke import INCIDENTS

TABLE = Path(__file__).with_name("rulings.txt")


class Entry(NamedTuple):
    """A case of the table, and the lines below it."""

    book: str
    case: str
    said: list[str]


def read() -> list[Entry]:
    entries, book = [], ""
    for block in TABLE.read_text(encoding="utf-8").strip().split("\n\n"):
        case, *said = block.splitlines()
        if case.startswith("# "):
            book = case.removeprefix("# ")
        else:
            entries.append(Entry(book, case, [line.strip() for line in said]))
    return entries


def ruling_on(book: str, case: str) -> list[str]:
    """The ruling in words, and all laws and readings on which it rests."""
    board, _, what = case.partition(" | ")
    report = incident(what) if what.partition(" ")[0] in INCIDENTS else stroke(what)
    _, ruling = play(standing(board), report, rulebook(book))
    laws = [str(law).removeprefix(f"{book} ") for law in ruling.laws]
    return [ruling.explain("en"), ", ".join((*laws, *(f"reading {number}" for number in ruling.readings)))]


def main() -> None:
    blocks: list[str] = []
    for book, case, _ in read():
        if f"# {book}" not in blocks:
            blocks.append(f"# {book}")
        blocks.append("\n  ".join((case, *ruling_on(book, case))))
    TABLE.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
