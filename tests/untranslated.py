"""What a text in a pseudo-language shows: sentences that nobody translated."""

from __future__ import annotations

import re

from tools.pseudo_languages import KEPT

PLAIN = re.compile(r"(?<![\w'-])[A-Za-z]+(?: [A-Za-z]+)*(?![\w'-])")


def untranslated(text: str, names: frozenset[str] = frozenset(), least: int = 2) -> list[str]:
    """Runs of so many words in plain letters; names, single letters and what is typed are none.

    >>> untranslated("[Ţĥéé štööŕý] as it was told by Asha", frozenset(["Asha"]))
    ['as it was told by']
    """
    runs = (
        [word for word in run[0].split() if len(word) > 1 and word not in names]
        for run in PLAIN.finditer(KEPT.sub("ö", text))
    )
    return [" ".join(run) for run in runs if len(run) >= least]
