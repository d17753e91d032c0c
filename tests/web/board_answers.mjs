/** Answers for Python: where the page draws each piece at some times, and what it says a striker meets first. */
import { readFileSync } from "node:fs";

import { motionOf } from "../../src/carrom/web/board/motion.js";
import { Playback } from "../../src/carrom/web/board/playback.js";
import { firstContact } from "../../src/carrom/web/board/preview.js";
import { strikerPlace, wayOf } from "../../src/carrom/web/board/seats.js";
import { GEOMETRY } from "./geometry.js";

const { geometry, strokes = [], aims = [] } = JSON.parse(readFileSync(0, "utf8"));

const motions = strokes.map(({ trace }) => motionOf(trace));
const places = strokes.map(({ times }, stroke) => {
  const motion = motions[stroke];
  const playback = new Playback(motion, geometry);
  return times.map((time) => motion.pieces.map((_, piece) => playback.at(piece, time)));
});
const contacts = aims.map(({ coins, seat, x, angle }) =>
  firstContact(geometry, coins, strikerPlace(seat, x, geometry), wayOf(seat, angle)),
);
process.stdout.write(JSON.stringify({ motions, places, contacts, geometry: GEOMETRY }));
