"""What each measure and each note is called, in English and in French."""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "fr"]

LABELS: dict[str, dict[Language, str]] = {
    "board.surface_width": {"en": "width of the playing surface", "fr": "largeur de la surface de jeu"},
    "board.surface_thickness": {
        "en": "thickness of the surface, without stiffeners",
        "fr": "épaisseur de la surface, sans renforts",
    },
    "board.surface_thickness_stiffened": {
        "en": "thickness of the surface, with stiffeners",
        "fr": "épaisseur de la surface, avec renforts",
    },
    "board.surface_maple_or_equal": {
        "en": "surface of maple, or of wood that slides as well",
        "fr": "surface en érable, ou en bois aussi glissant",
    },
    "board.surface_smooth_and_flat": {
        "en": "surface polished, smooth and flat",
        "fr": "surface polie, lisse et plane",
    },
    "board.rebound_runs": {
        "en": "runs across the board of a striker sent with full force",
        "fr": "traversées du plateau par un palet tiré à pleine force",
    },
    "board.frame_width": {"en": "width of the frame", "fr": "largeur du cadre"},
    "board.frame_height": {"en": "height of the frame", "fr": "hauteur du cadre"},
    "board.frame_wood_density": {"en": "density of the frame's wood", "fr": "densité du bois du cadre"},
    "board.frame_corners_rounded": {
        "en": "frame rounded in its four corners",
        "fr": "cadre arrondi aux quatre coins",
    },
    "board.pockets": {"en": "number of pockets", "fr": "nombre de trous"},
    "board.pockets_round": {
        "en": "pockets round and cut into the surface's corners",
        "fr": "trous ronds, découpés aux coins de la surface",
    },
    "board.pocket_diameter": {"en": "diameter of the pockets", "fr": "diamètre des trous"},
    "board.base_line_length": {
        "en": "length of the base lines, circles included",
        "fr": "longueur des lignes de base, cercles compris",
    },
    "board.base_line_thickness": {
        "en": "thickness of the base lines",
        "fr": "épaisseur des lignes de base",
    },
    "board.base_line_offset": {
        "en": "distance of the lower base line from the frame",
        "fr": "distance de la première ligne de base au cadre",
    },
    "board.base_lines_black": {"en": "base lines black", "fr": "lignes de base noires"},
    "board.base_circle_diameter": {
        "en": "diameter of the base circles",
        "fr": "diamètre des cercles de base",
    },
    "board.base_circle_gap": {
        "en": "gap between the base circles of neighbouring sides",
        "fr": "écart entre les cercles de base de deux côtés voisins",
    },
    "board.red_disc_diameter": {
        "en": "diameter of the red discs in the base circles",
        "fr": "diamètre des disques rouges des cercles de base",
    },
    "board.base_discs_red": {
        "en": "discs in the base circles red",
        "fr": "disques des cercles de base de couleur rouge",
    },
    "board.arrow_length": {"en": "length of the arrows", "fr": "longueur des flèches"},
    "board.arrow_thickness": {"en": "thickness of the arrows", "fr": "épaisseur des flèches"},
    "board.arrow_from_pocket": {
        "en": "distance of the arrows' ends from the pockets",
        "fr": "distance du bout des flèches aux trous",
    },
    "board.arc_diameter": {
        "en": "diameter of the arc ornaments",
        "fr": "diamètre des arcs d'ornement",
    },
    "board.centre_circle_diameter": {
        "en": "diameter of the centre circle",
        "fr": "diamètre du cercle central",
    },
    "board.centre_circle_red": {"en": "centre circle red", "fr": "cercle central rouge"},
    "board.inner_circle_diameter": {
        "en": "diameter of the inner circle",
        "fr": "diamètre du cercle intérieur",
    },
    "board.outer_circle_diameter": {
        "en": "diameter of the outer circle",
        "fr": "diamètre du cercle extérieur",
    },
    "board.stiffener_width": {"en": "width of the stiffeners", "fr": "largeur des renforts"},
    "board.stiffener_thickness": {"en": "thickness of the stiffeners", "fr": "épaisseur des renforts"},
    "board.letter_l": {
        "en": "what letter L of the older drawing points at",
        "fr": "ce que désigne la lettre L de l'ancien dessin",
    },
    "coin.diameter": {"en": "diameter of the coins", "fr": "diamètre des jetons"},
    "coin.thickness": {"en": "thickness of the coins", "fr": "épaisseur des jetons"},
    "coin.mass": {"en": "mass of a coin", "fr": "masse d'un jeton"},
    "coin.white": {"en": "number of white coins", "fr": "nombre de jetons blancs"},
    "coin.black": {"en": "number of black coins", "fr": "nombre de jetons noirs"},
    "coin.queen": {"en": "number of red coins, the queen", "fr": "nombre de jetons rouges, la reine"},
    "coin.wooden": {"en": "coins of wood", "fr": "jetons en bois"},
    "coin.round": {"en": "coins exactly round", "fr": "jetons exactement ronds"},
    "coin.smooth_and_flat": {
        "en": "coins smooth and flat on both faces",
        "fr": "jetons lisses et plats sur leurs deux faces",
    },
    "coin.edges_rounded": {"en": "coins' edges finely rounded", "fr": "arêtes des jetons adoucies"},
    "striker.diameter": {"en": "diameter of the striker", "fr": "diamètre du palet"},
    "striker.mass": {"en": "mass of the striker", "fr": "masse du palet"},
    "striker.flat_and_round": {"en": "striker flat and round", "fr": "palet plat et rond"},
    "striker.visible_metal": {"en": "striker with visible metal", "fr": "palet à métal visible"},
    "stand.height": {
        "en": "height of the playing surface above the floor",
        "fr": "hauteur de la surface de jeu au-dessus du sol",
    },
    "stand.steady_and_level": {
        "en": "board steady and level on its stand",
        "fr": "plateau stable et de niveau sur son support",
    },
    "chair.seat_height": {"en": "height of the chairs' seats", "fr": "hauteur d'assise des chaises"},
    "chair.armrests": {"en": "chairs with armrests", "fr": "chaises à accoudoirs"},
    "powder.bag_at_the_board": {
        "en": "a bag of powder at the board",
        "fr": "un sachet de poudre près du plateau",
    },
    "powder.fine_and_dry": {
        "en": "powder fine, keeping the surface dry and smooth",
        "fr": "poudre fine, gardant la surface sèche et glissante",
    },
    "net.under_every_pocket": {"en": "a net under every pocket", "fr": "un filet sous chaque trou"},
    "net.capacity": {"en": "coins that one net holds", "fr": "jetons que contient un filet"},
    "net.coins_fall_freely": {
        "en": "coins in a net leave the pocket free",
        "fr": "trou dégagé malgré les jetons déjà au filet",
    },
    "lamp.power": {"en": "power of the lamp", "fr": "puissance de la lampe"},
    "lamp.white_light": {"en": "white light", "fr": "lumière blanche"},
    "lamp.above_the_centre": {
        "en": "lamp hung exactly above the centre",
        "fr": "lampe pendue juste au-dessus du centre",
    },
    "lamp.lights_surface_and_frame": {
        "en": "lamp lights the surface and the frame",
        "fr": "surface et cadre bien éclairés",
    },
    "lamp.shade_white_inside": {"en": "lampshade white inside", "fr": "abat-jour blanc à l'intérieur"},
    "lamp.dazzles": {"en": "lamp dazzles the players", "fr": "lampe qui éblouit les joueurs"},
}

NOTES: dict[str, dict[Language, str]] = {
    "surface": {
        "en": "Printed as 73.66 ± 0.32 (73.34 to 73.98) in the table and as 73.5 to 74.0 in the drawings: "
        "what either allows is accepted.",
        "fr": "Imprimé 73,66 ± 0,32 (de 73,34 à 73,98) au tableau et de 73,5 à 74,0 sur les dessins : "
        "ce que l'un ou l'autre admet est accepté.",
    },
    "thickness": {
        "en": "1.59 without stiffeners, 0.8 with suitable ones: give the one of the two keys that fits.",
        "fr": "1,59 sans renforts, 0,8 avec des renforts convenables : "
        "indiquer celle des deux clés qui convient.",
    },
    "runs": {
        "en": "Counted in lengths of the board, not in returns; "
        "sent from a base line with the greatest force.",
        "fr": "On compte les longueurs du plateau, non les allers-retours ; "
        "tir de la plus grande force, depuis une ligne de base.",
    },
    "density": {
        "en": "The least density is itself printed as a range, 0.7 to 0.9: "
        "accepted from 0.7, without upper limit.",
        "fr": "La densité minimale est elle-même imprimée comme un intervalle, 0,7 à 0,9 : "
        "acceptée dès 0,7, sans maximum.",
    },
    "frame-height": {
        "en": "Given without a letter, in the cross-section of edition a's drawing.",
        "fr": "Donnée sans lettre, dans la coupe du dessin de l'édition a.",
    },
    "pocket": {
        "en": "The tolerance is 0.08 in the table and 0.15 in edition a's drawing: "
        "what either allows is accepted.",
        "fr": "La tolérance est de 0,08 au tableau et de 0,15 sur le dessin de l'édition a : "
        "ce que l'un ou l'autre admet est accepté.",
    },
    "base-line-thickness": {
        "en": "Printed as 0.48 to 0.64 in the table and as 0.50 to 0.65 in the drawings: "
        "what either allows is accepted.",
        "fr": "Imprimé de 0,48 à 0,64 au tableau et de 0,50 à 0,65 sur les dessins : "
        "ce que l'un ou l'autre admet est accepté.",
    },
    "base-line-offset": {
        "en": "10.16 in the table, 10.15 in the drawing, both without a tolerance: both are accepted, "
        "to a tenth of a millimetre.",
        "fr": "10,16 au tableau, 10,15 sur le dessin, sans tolérance : les deux sont acceptés, "
        "au dixième de millimètre.",
    },
    "as-printed": {
        "en": "Printed without a tolerance: what rounds to the printed figure is accepted.",
        "fr": "Imprimé sans tolérance : ce qui s'arrondit au chiffre imprimé est accepté.",
    },
    "red-disc": {
        "en": "Edition a's drawing says 2.45, a misprint: its own table and both printings of edition b "
        "have 2.54, one inch. 2.45 is not accepted.",
        "fr": "Le dessin de l'édition a porte 2,45, une coquille : son propre tableau et l'édition b, "
        "deux fois, ont 2,54, soit un pouce. 2,45 n'est pas accepté.",
    },
    "arrow-from-pocket": {
        "en": "Printed as 5 without a tolerance and taken to the millimetre; "
        "the 2 inches beside it, 5.08, are the older board's figure.",
        "fr": "Imprimé 5 sans tolérance et pris au millimètre ; "
        "les 2 pouces qui suivent, 5,08, sont la cote de l'ancien plateau.",
    },
    "inner-circle": {
        "en": "The table calls this circle the outer one; the modern board has no other, "
        "so it is the inner circle of the laws of play.",
        "fr": "Le tableau nomme ce cercle extérieur ; le plateau moderne n'en a pas d'autre, "
        "c'est donc le cercle intérieur des règles du jeu.",
    },
    "gap": {
        "en": "1.27 is printed without a tolerance, but the other nominal sizes leave 1.303: "
        "accepted is any gap that conforming surface and base lines can leave.",
        "fr": "1,27 est imprimé sans tolérance, mais les autres cotes nominales laissent 1,303 : "
        "on accepte tout écart que peuvent laisser une surface et des lignes de base conformes.",
    },
    "stand": {
        "en": "66.31 is a misprint in both editions: the 26½ inches beside it are 67.31. "
        "Accepted from 66.31, as printed.",
        "fr": "66,31 est une coquille des deux éditions : les 26½ pouces voisins font 67,31. "
        "Accepté dès 66,31, comme imprimé.",
    },
    "lamp-power": {
        "en": "Written for incandescent bulbs: for another kind give the power of the bulb it replaces.",
        "fr": "Écrit pour des ampoules à incandescence : pour une autre, "
        "indiquer la puissance de celle qu'elle remplace.",
    },
    "length-not-given": {
        "en": "The older table gives no length for the base lines: the modern board's 47.0 ± 0.30 is taken.",
        "fr": "L'ancien tableau ne donne pas la longueur des lignes de base : "
        "on prend les 47,0 ± 0,30 du plateau moderne.",
    },
    "circle-letters": {
        "en": "Letters E and J both read 3.18, for the base circles and the centre circle; "
        "without the drawing it cannot be told which is which. To a tenth of a millimetre.",
        "fr": "Les lettres E et J donnent toutes deux 3,18, pour les cercles de base et le cercle central ; "
        "sans le dessin on ne sait laquelle est laquelle. Au dixième de millimètre.",
    },
    "letter-l": {
        "en": "The drawing these letters belong to was not printed, and L is not named: "
        "give it only if you have that drawing.",
        "fr": "Le dessin auquel renvoient ces lettres n'est pas imprimé, et L n'y est pas nommée : "
        "à n'indiquer que si l'on possède ce dessin.",
    },
}

_LIMITS: dict[Language, tuple[str, str, str, str]] = {
    "en": ("at least {}", "at most {}", "exactly {}", "{} to {}"),
    "fr": ("au moins {}", "au plus {}", "exactement {}", "de {} à {}"),
}
_YES_NO: dict[Language, tuple[str, str]] = {"en": ("no", "yes"), "fr": ("non", "oui")}


def label(key: str, language: Language = "en") -> str:
    return LABELS[key][language]


def note(key: str, language: Language = "en") -> str:
    return NOTES[key][language]


def value_in_words(value: float | bool, language: Language = "en") -> str:
    """A reading as it is written in that language: 73.66 or 73,66, yes or oui."""
    if isinstance(value, bool):
        return _YES_NO[language][value]
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if language == "fr" else text


def limits_in_words(low: float | None, high: float | None, language: Language = "en") -> str:
    """A range as one says it, in the unit it is in."""
    at_least, at_most, exactly, between = _LIMITS[language]
    if low is not None and high is not None:
        if low == high:
            return exactly.format(value_in_words(low, language))
        return between.format(value_in_words(low, language), value_in_words(high, language))
    if low is not None:
        return at_least.format(value_in_words(low, language))
    return at_most.format(value_in_words(high or 0.0, language))
