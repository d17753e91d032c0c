/**
 * The colours of the wood, the print and the pieces. Maple and classic coins are those of `carrom.drawing.palette`.
 *
 * On maple a white coin has a contrast of 1.1 to 1.6 to 1, and the striker little more: a dark rim gives both at least
 * 4 to 1 wherever they lie. On dark boards black coins and the queen have a light rim for the same reason.
 */

/** @typedef {"white" | "black" | "queen" | "striker"} Kind */
/** @typedef {import("../shared/prefs.js").Prefs} Prefs */
/**
 * A board: what each colour of the picture is replaced by, and the rims of the pieces on it.
 * @typedef {{ colours: Record<string, string>, rims: Record<Kind, string> }} BoardColours
 */
/**
 * Light, flat and shade of a disc, and what is engraved in it.
 * @typedef {Record<"lit" | "flat" | "shade" | "ink", string>} DiscColours
 */
/** @typedef {{ rims: Record<Kind, string>, discs: Record<Kind, DiscColours>, bold: boolean }} PieceLook */

export const STRIKER_INK = "#0f5e68";

export const NET = "#d8c4a0";
export const DEPTH = "#0b0705";

export const PAPER = "#fffaf0";
export const FREE = "#1f8a5b";
export const BARRED = "#c62828";
export const OTHER = "#3d4f73";

/** The colours of the picture that is recoloured. */
const MAPLE = {
  lit: "#f4e0b7", flat: "#ecd09c", shade: "#d9b47a", grain: "#9c6a2c", shine: "#fff4da",
  ink: "#231a14", red: "#b3212b", deep: "#7e1119", dim: "#4a2408",
  edge: "#1f0f08", dark: "#3a1c0f", frame: "#5b2e18", bevel: "#7a4325", gloss: "#b0713f", streak: "#1a0b05",
};

/**
 * @param {Record<keyof typeof MAPLE, string>} colours
 * @returns {Record<string, string>}
 */
const instead = (colours) =>
  Object.fromEntries(Object.entries(MAPLE).map(([name, colour]) => [colour, colours[/** @type {keyof typeof MAPLE} */ (name)]]));

const RIM = "#6b4a1f";

/** @type {Record<Prefs["board"], BoardColours>} */
export const BOARDS = {
  maple: { colours: instead(MAPLE), rims: { white: RIM, black: "#070606", queen: "#55070f", striker: RIM } },
  walnut: {
    colours: instead({
      lit: "#80573a", flat: "#6d462c", shade: "#4f301d", grain: "#1d0f07", shine: "#b98a5e",
      ink: "#f2e0bb", red: "#d0403a", deep: "#f0b98a", dim: "#140904",
      edge: "#050403", dark: "#120d0b", frame: "#211815", bevel: "#3a2c26", gloss: "#8c6f57", streak: "#000000",
    }),
    rims: { white: "#2a170b", black: "#e6cda0", queen: "#f6e3c0", striker: "#2a170b" },
  },
  slate: {
    colours: instead({
      lit: "#5d7480", flat: "#4c616d", shade: "#384953", grain: "#1f2b32", shine: "#9db4bf",
      ink: "#eef4f6", red: "#e4614a", deep: "#ffd0bd", dim: "#0a1216",
      edge: "#4b3820", dark: "#7c5f3b", frame: "#a98556", bevel: "#c5a272", gloss: "#f0dcb4", streak: "#5f4526",
    }),
    rims: { white: "#17222a", black: "#dbe6ea", queen: "#f5f8f9", striker: "#17222a" },
  },
};

/** @type {Record<Prefs["coins"], Record<Kind, DiscColours>>} */
export const COINS = {
  classic: {
    white: { lit: "#ffffff", flat: "#faf1de", shade: "#dccaa2", ink: "#a5814a" },
    black: { lit: "#5c544e", flat: "#2e2a27", shade: "#141110", ink: "#a39584" },
    queen: { lit: "#ea5d64", flat: "#c01f2c", shade: "#860d18", ink: "#ffedcf" },
    striker: { lit: "#ffffff", flat: "#eef0ea", shade: "#c3cac3", ink: STRIKER_INK },
  },
  ivory: {
    white: { lit: "#fffdf2", flat: "#f3e3bd", shade: "#cdb27e", ink: "#8a5a1e" },
    black: { lit: "#6e4a39", flat: "#3b2219", shade: "#1d0e09", ink: "#d9b36b" },
    queen: { lit: "#d9506d", flat: "#9c1740", shade: "#5f0a25", ink: "#f2cf87" },
    striker: { lit: "#fffdf4", flat: "#f0e6d0", shade: "#c9b994", ink: "#7a2e1c" },
  },
  bright: {
    white: { lit: "#ffffff", flat: "#f9fcff", shade: "#d3dfea", ink: "#6c9dcb" },
    black: { lit: "#4b5563", flat: "#1b212b", shade: "#0a0d12", ink: "#7fe0d0" },
    queen: { lit: "#ff6fa3", flat: "#e0115f", shade: "#960a40", ink: "#ffffff" },
    striker: { lit: "#fff2a8", flat: "#ffce2e", shade: "#d99a00", ink: "#16337a" },
  },
};

/**
 * With bold patterns a white coin is whiter and a black one blacker, so that few strong lines do not bring them nearer.
 * @type {Record<Kind, Partial<DiscColours>>}
 */
const BOLD = {
  white: { lit: "#ffffff", flat: "#fffdf6", shade: "#eee4cd", ink: "#4a2f0c" },
  black: { lit: "#3a3634", flat: "#151312", shade: "#050404", ink: "#fff6e0" },
  queen: { ink: "#fff6e0" },
  striker: {},
};

/**
 * How pieces look on a board; a name that is not known is the first.
 * @param {Pick<Prefs, "board" | "coins" | "patterns">} chosen
 * @returns {PieceLook}
 */
export function pieceLook({ board, coins, patterns }) {
  const discs = COINS[coins] ?? COINS.classic;
  const inked = (/** @type {Kind} */ kind) => (patterns ? { ...discs[kind], ...BOLD[kind] } : discs[kind]);
  return {
    rims: (BOARDS[board] ?? BOARDS.maple).rims,
    discs: { white: inked("white"), black: inked("black"), queen: inked("queen"), striker: inked("striker") },
    bold: patterns,
  };
}
