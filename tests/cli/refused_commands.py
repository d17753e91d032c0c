"""Commands that are refused: what is typed, and the line it is refused with, in English and French."""

from __future__ import annotations

FILES = {
    "bad.toml": "friction = = 1\n",
    "comma.toml": "[coins]\nmass_g = 5,3\n",
    "inches.toml": "[board]\nsurface_width_cm = 29\n",
    "runs.toml": "[[run]]\nrebounds = 3\n",
    "case.json": "{",
    "twice.json": '{"board": 1, "board": 2}',
    "trace.json": '{"trace": 1}',
    "empty.carrom": "",
    "layout.txt": "w 9,9",
}

USE = [
    (
        "ruel",
        "There is no command 'ruel'; did you mean rule?",
        "Il n'y a pas de commande « ruel » ; vouliez-vous",
    ),
    ("data lst", "There is no command 'lst'; did you mean list?", "Il n'y a pas de commande « lst »"),
    ("record zzzz", "show or verify. Try", "show ou verify. Voyez"),
    ("record --", "A command is missing:", "Il manque une commande :"),
    (
        "rule --chek",
        "There is no option '--chek'; did you mean --check or --help?",
        "Il n'y a pas d'option « --chek »",
    ),
    ("laws --zzzzzz", "There is no option '--zzzzzz'.", "Il n'y a pas d'option « --zzzzzz »."),
    ("draw", "WHAT is missing.", "WHAT manque."),
    ("data prune", "--older-than is missing.", "--older-than manque."),
    ("serve --list-matches=3", "--list-matches takes no value.", "--list-matches ne prend pas de valeur."),
    (
        "umpire --web --port 70000",
        "--port must be a whole number from 0 to",
        "--port doit être un nombre entier de 0 à",
    ),
    ("arena club club --pairs 0", "--pairs must be a whole number, 1 or more.", "entier, 1 ou plus."),
    ("hint --seed x", "--seed must be a whole number.", "--seed doit être un nombre entier."),
    ("hint --own red", "--own must be white or black.", "--own doit être white ou black."),
    ("solo random --task slem", "--task must be slam or clear.", "--task doit être slam ou clear."),
    ("offline fetch", "WHAT must be prepare.", "WHAT doit être prepare."),
    ("check one two", "Too many words;", "Trop de mots ;"),
    (
        "simulate rosette --angle 3,4",
        "--angle: '3,4' is not a number; write 3.4.",
        "« 3,4 » n'est pas un nombre",
    ),
    (
        "serve --quota much",
        "--quota: 'much' is not a size; write 500M or 2G.",
        "« much » n'est pas une taille",
    ),
    ("data prune --older-than 3", "'3' is not a span of time; write 90d,", "« 3 » n'est pas une durée ;"),
    ("serve --tls-cert x", "--tls-cert and --tls-key go together", "--tls-cert et --tls-key vont ensemble"),
    (
        "serve --origin nowhere",
        "'nowhere' is not an address such as",
        "« nowhere » n'est pas une adresse comme",
    ),
    (
        "serve --store mysql://carrom:secret@db.example/carrom",
        "--store: this is not the address of a PostgreSQL database",
        "--store : ce n'est pas l'adresse d'une base de données PostgreSQL",
    ),
    ("serve --node 10.0.0.5:8766", "--node is for several servers", "--node est pour plusieurs serveurs"),
    (
        "serve --store postgresql://db.example/carrom --node 0.0.0.0:8766",
        "--node: '0.0.0.0:8766' is not the address of this node",
        "--node : « 0.0.0.0:8766 » n'est pas l'adresse de ce nœud",
    ),
    (
        "umpire --tables 3",
        "--tables belongs to the umpire's page: add --web.",
        "--tables concerne la page de l'arbitre",
    ),
    (
        "play --two",
        "--two belongs to the game in the terminal: add --terminal.",
        "--two concerne le jeu dans le terminal :",
    ),
    (
        "play --terminal --port 1",
        "--port belongs to the game in the browser:",
        "--port concerne le jeu dans le navigateur",
    ),
    ("rule", "Give a file of cases, '-' for standard input", "Donnez un fichier de cas, « - » pour"),
    (
        "laws --subjects queen",
        "--subjects takes no words to search.",
        "--subjects ne prend pas de mots à chercher.",
    ),
    (
        "laws --compare family",
        "--compare takes a subject, or two or more rulebooks",
        "--compare prend un sujet, ou au moins deux recueils",
    ),
    ("calibrate", "Give a file of runs, or --example", "Donnez un fichier de courses, ou --example"),
    (
        "check --speed 3",
        "--profile and --speed go with --rebound.",
        "--profile et --speed vont avec --rebound.",
    ),
    ("draw rosette -o x.gif", "the name of a picture ends in .svg", "le nom d'une image finit par .svg"),
    (
        "simulate rosette --power 101",
        "--power 101 is not possible; give more than 0",
        "--power 101 est impossible ; donnez plus de 0",
    ),
    ("arena club", "Give 2 to 16 players.", "Donnez de 2 à 16 joueurs."),
    ("languages new", "Which language? For example: `carrom", "Quelle langue ? Par exemple : `carrom"),
    ("offline --from x.tgz", "--from goes with prepare:", "--from va avec prepare :"),
]

INPUT = [
    ("check missing.toml", "missing.toml: there is no such file", "missing.toml : ce fichier n'existe pas"),
    ("check bad.toml", "line 1, column 12: this is not TOML", "ligne 1, colonne 12 : ce n'est pas du TOML"),
    ("check comma.toml", "write a decimal point, as in 74.0", "écrivez un point décimal, comme dans 74.0"),
    (
        "check inches.toml",
        "29 looks like inches; give centimetres",
        "ressemble à des pouces ; donnez des centim",
    ),
    ("calibrate runs.toml", "run 1: stopped_cm is missing;", "course 1 : stopped_cm manque ;"),
    ("calibrate .", "this is a folder, not a file", "c'est un dossier, pas un fichier"),
    ("rule case.json", "line 1, column 2: this is not JSON", "ligne 1, colonne 2 : ce n'est pas du JSON"),
    ("rule twice.json", "the field 'board' is given twice;", "le champ « board » est donné deux fois ;"),
    (
        "laws 3.11 z",
        "no rulebook has a paragraph '3.11 z'; near it:",
        "aucun recueil n'a de paragraphe « 3.11 z »",
    ),
    ("laws strikr", "did you mean striker?", "cherchiez-vous striker ?"),
    ("simulate nowhere", "'nowhere' is not a layout,", "« nowhere » n'est ni une disposition"),
    ("simulate rosette --profile wet", "no profile is called 'wet';", "aucun profil ne s'appelle « wet » ;"),
    ("simulate empty --x 0.19", "the striker touches a base circle", "le palet touche un cercle de base"),
    (
        "draw trace.json -o x.svg",
        "this trace is damaged (engine: is required)",
        "trace est abîmée (engine : ce champ est obligatoire)",
    ),
    (
        "hint --level clubb",
        "no player is called 'clubb'; did you mean club?",
        "aucun joueur ne s'appelle « clubb »",
    ),
    ("solo club@5", "'5' is not an error of a hand;", "« 5 » n'est pas une erreur de la main ;"),
    (
        "arena club club --sprt 9 3",
        "a test between 9 and 3 Elo is not possible;",
        "un test entre 9 et 3 Elo est impossible ;",
    ),
    ("arena club club --out .", "this is a folder", "c'est un dossier"),
    (
        "offline prepare --data case.json",
        "this is a file; matches are kept",
        "c'est un fichier ; les matchs sont gardés",
    ),
    ("data list --data x", "x: no matches are kept here;", "x : aucun match n'est gardé ici ;"),
    ("data import x.zip --data x", "x.zip: there is no such file", "x.zip : ce fichier n'existe pas"),
    (
        "record sheet empty.carrom",
        "the file is empty, no match has begun",
        "le fichier est vide, aucun match",
    ),
    ("record verify x.carrom", "x.carrom: there is no such file", "x.carrom : ce fichier n'existe pas"),
    (
        "serve --data case.json",
        "this is a file; matches are kept",
        "c'est un fichier ; les matchs sont gardés",
    ),
    (
        "serve --data x --host no.invalid",
        "cannot listen on no.invalid, port",
        "impossible d'écouter à l'adresse no.",
    ),
    ("play --terminal --record x/y", "x: there is no such folder", "x : ce dossier n'existe pas"),
]
