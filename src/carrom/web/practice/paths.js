/** The ways of the pieces of a stroke, corner by corner. */

/** @typedef {import("../wire").Trace} Trace */

/**
 * A flight is straight between its segments, so its corners are where they begin, and where the piece ended.
 * @param {Trace} trace
 * @returns {[number, number][][]}
 */
export function waysOf(trace) {
  return trace.flights.flatMap((flight, piece) => {
    if (!flight.length) return [];
    /** @type {[number, number][]} */
    const way = flight.map(([, x, y]) => [x, y]);
    const fell = trace.events.find((event) => event.kind === "fell" && event.piece === piece);
    const end = trace.rest[piece] ?? (fell ? [fell.x, fell.y] : null);
    if (end) way.push([end[0], end[1]]);
    return [way];
  });
}
