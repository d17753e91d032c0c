/** The modern board, as the server sends it; tests/server/test_web_units.py holds it against Python's own. */

const ring = (/** @type {[number, number]} */ [x, y]) => /** @type {[number, number][]} */ ([
  [x, y], [-y, x], [-x, -y], [y, -x],
]);

const POCKET = 0.7366 / 2 - 0.0445 / 2;
const BAND = 0.7366 / 2 - 0.1016 - 0.0318 / 2;
const CIRCLE = 0.47 / 2 - 0.0318 / 2;
const OUTER = (POCKET * Math.SQRT2 - 0.0445 / 2 - 0.05) * Math.SQRT1_2;
const INNER = OUTER - 0.267 * Math.SQRT1_2;

/** @type {import("../../src/carrom/web/wire").Geometry} */
export const GEOMETRY = {
  surface: 0.7366,
  pocket_diameter: 0.0445,
  pockets: ring([POCKET, -POCKET]),
  base_lines: [
    [[-CIRCLE, -BAND - 0.0159], [CIRCLE, -BAND - 0.0159]],
    [[-CIRCLE, -BAND + 0.0159], [CIRCLE, -BAND + 0.0159]],
  ],
  base_circles: [[-CIRCLE, -BAND], [CIRCLE, -BAND]],
  base_circle_diameter: 0.0318,
  red_circle_diameter: 0.0254,
  arrows: ring([OUTER, -OUTER]).map((outer, i) => [outer, ring([INNER, -INNER])[i]]),
  arrow_thickness: 0.0015,
  arrow_arc_diameter: 0.0635,
  inner_circle_diameter: 0.17,
  centre_circle_diameter: 0.0318,
  coin_diameter: 0.0318,
  striker_diameter: 0.0413,
  band_middle: BAND,
  frame_width: 0.07,
  full_force: 6,
};
