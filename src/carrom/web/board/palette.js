/**
 * The colours of the wood, the print and the pieces; those of `carrom.drawing.palette`.
 *
 * On maple a white coin has a contrast of 1.1 to 1.6 to 1, and the striker little more: the dark rim of both
 * gives at least 4 to 1 wherever they lie.
 */



export const RIM = "#6b4a1f";
export const ENGRAVED = "#a5814a";
export const EBONY_RING = "#a39584";
export const QUEEN_DOTS = "#ffedcf";
export const STRIKER_INK = "#0f5e68";

export const NET = "#d8c4a0";
export const DEPTH = "#0b0705";

export const PAPER = "#fffaf0";
export const FREE = "#1f8a5b";
export const BARRED = "#c62828";
export const OTHER = "#3d4f73";

/**
 * Rim, light, flat and shade of each kind of disc.
 * @type {Record<"white" | "black" | "queen" | "striker", Record<"rim" | "lit" | "flat" | "shade", string>>}
 */
export const DISCS = {
  white: { rim: RIM, lit: "#ffffff", flat: "#faf1de", shade: "#dccaa2" },
  black: { rim: "#070606", lit: "#5c544e", flat: "#2e2a27", shade: "#141110" },
  queen: { rim: "#55070f", lit: "#ea5d64", flat: "#c01f2c", shade: "#860d18" },
  striker: { rim: RIM, lit: "#ffffff", flat: "#eef0ea", shade: "#c3cac3" },
};
