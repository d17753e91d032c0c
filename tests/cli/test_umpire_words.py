"""The umpire's words: in every language each can be typed, means one thing and is explained."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.cli.umpired import BEGIN, planned, umpire
from tests.umpiring.scripted import singles

from carrom.cli.terminal.umpire import UmpireTerminal
from carrom.cli.terminal.umpire_words import meanings, typed_words, usual_word
from carrom.i18n import LANGUAGES, phrases, t
from carrom.record import RecordFile, load
from carrom.record.entries import Struck
from carrom.stroke import INCIDENTS
from carrom.stroke.report import PIECES

in_every_language = pytest.mark.parametrize("lang", LANGUAGES)


def terminal(folder: Path, lang: str, monkeypatch: pytest.MonkeyPatch) -> UmpireTerminal:
    """The umpire in a language, before the first board."""
    monkeypatch.setenv("CARROM_LANG", lang)
    file = RecordFile.create(folder / "m.carrom")
    file.append(planned(singles().record))
    return UmpireTerminal(file)


def all_words(desk: UmpireTerminal) -> list[str]:
    return [name for names in desk.notation.groups.values() for name in names]


@in_every_language
def test_every_word_that_can_be_typed_is_explained(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By any word of the language or of English; its form stands below its meaning."""
    desk = terminal(tmp_path, lang, monkeypatch)
    for name in all_words(desk):
        for typed in typed_words(name):
            capsys.readouterr()
            desk.hear(f"{usual_word('help')} {typed}")

            said = capsys.readouterr().out.splitlines()
            explained = [line for line in said if line.startswith(t("labelled", lang, what=typed, said=""))]
            assert len(said) >= 2
            assert said[1].startswith("  ")
            assert explained or typed != usual_word(name)


@in_every_language
def test_help_lists_every_word(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = terminal(tmp_path, lang, monkeypatch)

    desk.hear(usual_word("help"))

    said = capsys.readouterr().out
    for group, names in desk.notation.groups.items():
        assert t(f"umpire.group.{group}", lang) in said
        assert [name for name in names if usual_word(name) not in said] == []


@in_every_language
def test_the_list_of_words_is_that_of_the_phrases(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = terminal(tmp_path, lang, monkeypatch)

    words = {key.removeprefix("umpire.word.") for key in phrases(lang) if key.startswith("umpire.word.")}
    assert words == set(all_words(desk))


@in_every_language
def test_a_line_begins_with_a_word_of_one_meaning(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one language no two words are typed alike, and none reads as the letters of pieces."""
    desk = terminal(tmp_path, lang, monkeypatch)
    groups = desk.notation.groups
    names = [*groups["stroke"], *groups["incident"], *groups["command"]]
    own = [typed for name in names for typed in t(f"umpire.word.{name}", lang).split()]
    letters = [typed for piece in PIECES for typed in t(f"umpire.piece.{piece}", lang).split()]

    assert [typed for typed, times in Counter([*own, *letters]).items() if times > 1] == []
    assert [name for name in names if desk.notation.meaning(usual_word(name)) != name] == []


@in_every_language
def test_english_words_go_on_working_where_they_do_not_clash(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = terminal(tmp_path, lang, monkeypatch)
    own = {typed for name in all_words(desk) for typed in t(f"umpire.word.{name}", lang).split()}

    for group in ("stroke", "incident", "command"):
        for name in desk.notation.groups[group]:
            assert desk.notation.meaning(name) == name or name in own


@in_every_language
def test_forms_are_written_in_the_words_of_the_language(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form begins with or contains its own word, and has no word of another language."""
    names = all_words(terminal(tmp_path, lang, monkeypatch))
    own = {typed for name in names for typed in t(f"umpire.word.{name}", lang).split()}
    foreign = {typed for name in names for typed in t(f"umpire.word.{name}").split()} - own
    forms = {name: t(f"umpire.form.{name}", lang) for name in names if name not in INCIDENTS}

    shown = {name: form.replace("|", " ").replace(",", " ").split() for name, form in forms.items()}
    letters = meanings(PIECES, "piece")
    assert [name for name, words in shown.items() if foreign.intersection(words)] == []
    assert [
        name
        for name, words in shown.items()
        if usual_word(name) not in words and letters.get(words[0]) != name
    ] == []


FRENCH = """international
Asha
Ben
tirage Asha ouverture
asseoir
play
b b
rien
n p
rectifier n sorti b car le palet est resté
faute-technique Asha 4 k
annuler
contestation Asha
contestation écrite 3.6 a: le jeton était tombé
contestation refusée
remarque la lampe
points 3 4 car recompté
manqué
rayer 6 car un essai
oui
corriger 5 b car un seul
oui
annuler à 4 car mauvais match
rien sur-tranche
feuille
journal
score
loi 3.11 a
retiré Ben
quitter
"""

GERMAN = """international
Asha
Ben
auslosung Asha anstoß
setzen
play
w w
nichts
b s
ändern b raus w weil der Striker blieb
technisches-foul Asha 4 k
zurück
protest Asha
protest geschrieben 3.6 a: der Stein war gefallen
protest abgelehnt
bemerkung die Lampe
punkte 3 4 weil nachgezählt
verfehlt
streichen 6 weil ein Versuch
ja
korrigieren 5 w weil nur einer
ja
zurück bis 4 weil falsches Match
nichts auf-kante
bericht
verlauf
stand
regel 3.11 a
ausgeschieden Ben
ende
"""

ENGLISH = """international
Asha
Ben
toss Asha break
seat
play
w w
nothing
b s
overrule b off w because it stayed
technical-foul Asha 4 k
undo
protest Asha
protest written 3.6 a: it had fallen
protest refused
remark the lamp
points 3 4 because counted again
missed
strike-out 6 because a trial
y
correct 5 w because only one
y
undo to 4 because the wrong match
nothing on-edge
sheet
log
score
law 3.11 a
retired Ben
quit
"""


@pytest.mark.parametrize(("lang", "typed"), [("fr", FRENCH), ("de", GERMAN)])
def test_a_whole_match_is_typed_in_the_language_of_the_umpire(lang: str, typed: str, tmp_path: Path) -> None:
    """The record is the one that the same lines in English make."""
    english, own = tmp_path / "english", tmp_path / lang
    english.mkdir()
    own.mkdir()

    umpire(english, ENGLISH)
    said = umpire(own, typed, "--lang", lang)

    made, wanted = (load(folder / "m.carrom").entries for folder in (own, english))
    refused = phrases(lang)["umpire.refused"]
    assert isinstance(refused, str)
    assert [line for line in said.splitlines() if line.startswith(refused.partition(" {")[0])] == []
    assert [type(entry.event) for entry in made] == [type(entry.event) for entry in wanted]
    strokes = [
        [event.report for entry in entries if isinstance(event := entry.event, Struck)]
        for entries in (made, wanted)
    ]
    assert strokes[0] == strokes[1]


def test_a_clash_is_decided_for_the_readers_language(tmp_path: Path) -> None:
    """b is blanc in French, black in English."""
    said = umpire(tmp_path, BEGIN + "b\nw\nblack\n", "--lang", "fr")

    assert "8 blancs et 9 noirs sur le plateau" in said
    assert "7 blancs et 9 noirs sur le plateau" in said
    assert "7 blancs et 8 noirs sur le plateau" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("tirage Asha", "dites : tirage NOM ouverture|places"),
        ("toss Asha", "dites : tirage NOM ouverture|places"),
        ("jetons-touchés", "dites par exemple : jetons-touchés blanc"),
        ("b\nrectifier b", "dites pourquoi : rectifier b car MOTIF"),
        ("annulez", "vouliez-vous dire « annuler » ?"),
        ("xyzzy", "vouliez-vous dire « aide » ?"),
        ("b incorect", "(vouliez-vous dire incorrect ?)"),
        ("b zz", "donnez ce qui est tombé par b, n, r, p, puis incorrect, manqué, ou sorti et ce qui a"),
        ("n @20", "rectifier noir incorrect car MOTIF"),
    ],
)
def test_hints_show_the_words_of_the_reader(tmp_path: Path, typed: str, said: str) -> None:
    assert said in umpire(tmp_path, f"{BEGIN}{typed}\n", "--lang", "fr")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("help off", "off: what follows left the board and did not fall (international-a 3.9 a, "),
        ("help on-edge", "on-edge: A coin standing on its edge is left standing (international-a 3.10 a)\n"),
        ("help missed", "missed: no coin was touched (international-a 3.5 d)\n  missed · s missed\n"),
        ("help w", "white: white coins fell"),
        ("help undo", "undo: takes back the last entry"),
        ("help because", "\n  overrule w s because WHY\n"),
        ("help three-passes", "\n  three-passes\n"),
        ("help foul", "\n  foul · foul 4 k · foul NAME 4 k\n"),
        ("help touched-coins", "\n  touched-coins NAME\n"),
        ("nothing@20", "20 s is more than the 15 s allowed"),
        ("w,w@20", "7 white and 9 black on the board"),
        ("seats@95", "'seats@95' is not a stroke, an incident or a command; did you mean 'seats'?"),
        ("help becuase", "'becuase' is not a stroke, an incident or a command; did you mean 'because'?"),
    ],
)
def test_one_word_is_read_or_explained(tmp_path: Path, typed: str, said: str) -> None:
    assert said in umpire(tmp_path, f"{BEGIN}{typed}\n")


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("walkover Ben", "(walkover: Ben did not play)"),
        ("retired Asha", "Ben won the match, 0 – 0 in games (Asha retired)"),
        ("resigned second", "(Ben gave up the match)"),
        ("left Ben", "(Ben left)"),
    ],
)
def test_why_a_match_is_given_up_is_a_command_too(tmp_path: Path, typed: str, result: str) -> None:
    assert result in umpire(tmp_path, f"international\nAsha\nBen\n{typed}\n")


REFUSED_BEFORE_PLAY = {
    "en": (
        "b\nwaive Asha\n",
        "the umpire has not said Play: call it, or report 'early-break'",
        "'waive' cannot happen before Play; a breach then is 'technical-foul'",
    ),
    "fr": (
        "n\ndispense Asha\n",
        "dites-le, ou signalez « ouverture-prématurée »",
        "« dispense » ne peut pas arriver avant « Play » ; une infraction est alors « faute-technique »",
    ),
    "de": (
        "b\nerlassen Asha\n",
        "sag es, oder melde „anstoß-zu-früh“",
        "„erlassen“ kann vor „Play“ nicht vorkommen; ein Verstoß ist dann „technisches-foul“",
    ),
}
REFUSED_IN_PLAY = {
    "en": (
        "foul Ben\nwalkover Ben\nb missed\nask Ben\nb\n",
        "report kind 'technical-foul'",
        "now it is 'resigned', 'left' or 'retired'",
        "coins moved, so the striker touched one: it did not miss",
        "say Play first, or report 'ignored-request'",
    ),
    "fr": (
        "faute Ben\nforfait Ben\nn manqué\ndemande Ben\nn\n",
        "signalez « faute-technique »",
        "à présent, c'est « renonce », « parti » ou « retiré »",
        "des jetons ont bougé, donc le palet en a touché un : il n'a pas manqué",
        "ou signalez « demande-ignorée »",
    ),
    "de": (
        "foul Ben\nkampflos Ben\nb verfehlt\nfrage Ben\nb\n",
        "melde die Art „technisches-foul“",
        "jetzt heißt es „aufgegeben“, „gegangen“ oder „ausgeschieden“",
        "Steine haben sich bewegt, also hat der Striker einen berührt: er hat nicht verfehlt",
        "oder melde „frage-missachtet“",
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_names_the_words_that_the_reader_types(tmp_path: Path, lang: str) -> None:
    before, *early = REFUSED_BEFORE_PLAY[lang]
    during, *later = REFUSED_IN_PLAY[lang]

    said = umpire(
        tmp_path, f"icf\nAsha\nBen\ntoss Asha break\nseat\n{before}play\n{during}quit\n", "--lang", lang
    )

    for each in (*early, *later):
        assert each in said


def test_a_french_protest_names_its_side_after_a_colon(tmp_path: Path) -> None:
    """« de Asha » would be wrong, and « d'Asha » is wrong for Ben."""
    said = umpire(tmp_path, BEGIN + "w\nprotest Asha\n", "--lang", "fr")

    assert "Contestation en cours : Asha (entrée 6)." in said
