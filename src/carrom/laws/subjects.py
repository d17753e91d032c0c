"""What the laws speak of, in English and French: the subjects their paragraphs name."""

from __future__ import annotations

SUBJECTS: dict[str, tuple[str, str]] = {
    "equipment": ("equipment", "matériel"),
    "seats": ("seats and posture", "places et tenue"),
    "chair": ("the chair", "la chaise"),
    "stroke": ("how a stroke is made", "comment on tire"),
    "striker-place": ("where the striker lies", "place du palet"),
    "toss": ("the toss", "tirage au sort"),
    "trial-boards": ("trial boards", "boards d'essai"),
    "setup": ("rosette and colours", "rosace et couleurs"),
    "break": ("the break", "le break"),
    "missed-break": ("a missed break", "break manqué"),
    "early-break": ("a break before “Play”", "break avant « Play »"),
    "turn": ("who plays next", "à qui le tour"),
    "time": ("time for a stroke", "temps pour tirer"),
    "wrong-coins": ("the wrong colour played", "couleur confondue"),
    "board-end": ("end of a board", "fin d'un board"),
    "queen-worth": ("what the queen is worth", "valeur de la reine"),
    "twenty-two": ("from 22 points on", "à partir de 22 points"),
    "twelve-points": ("most points of a board", "maximum d'un board"),
    "game-end": ("end of a game", "fin d'un game"),
    "both-last": ("both last coins in one stroke", "les deux derniers jetons en un tir"),
    "last-before-queen": ("own last coin before the queen", "son dernier jeton avant la reine"),
    "theirs-last": ("the opponent's last coin", "dernier jeton adverse"),
    "change-of-seats": ("change of seats", "changement de places"),
    "jumped": ("coins off the board", "jetons sortis du plateau"),
    "at-rest": ("tipped, stacked, teetering", "sur la tranche, empilés, au bord"),
    "striker-alone": ("the striker pocketed alone", "palet logé seul"),
    "striker-and-own": ("striker and own coins", "palet et jetons à soi"),
    "striker-and-theirs": ("striker and the opponent's coins", "palet et jetons adverses"),
    "improper": ("improper strokes", "tirs incorrects"),
    "dues": ("penalties and dues", "pénalités et dettes"),
    "placing": ("placing coins", "pose des jetons"),
    "touched-coins": ("coins touched by hand", "jetons touchés de la main"),
    "queen-right": ("right to the queen", "droit à la reine"),
    "queen-back": ("putting the queen back", "retour de la reine"),
    "queen-cover": ("covering the queen", "confirmer la reine"),
    "queen-and-striker": ("queen and striker", "reine et palet"),
    "conduct": ("conduct", "conduite"),
    "request": ("a request to the umpire", "demande à l'arbitre"),
    "powder": ("powder", "poudre"),
    "bumped-board": ("surface or frame shifted on purpose", "plateau déplacé exprès"),
    "striker-kept": ("striker left on frame or in net", "palet laissé sur le cadre ou au filet"),
    "passes": ("three passes each", "trois tours cédés chacun"),
    "abandon": ("giving up a game", "abandon d'un game"),
    "foul": ("foul and technical foul", "faute et faute technique"),
    "disqualification": ("disqualification", "exclusion"),
    "protest": ("protest", "contestation"),
    "glossary": ("the glossary", "le glossaire"),
    "goal": ("aim of the game", "but du jeu"),
}


def subject_title(subject: str, lang: str = "en") -> str:
    """What a subject is called."""
    return SUBJECTS[subject][lang == "fr"]
