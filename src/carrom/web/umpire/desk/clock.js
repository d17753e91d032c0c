/**
 * The umpire's clock as values: a clock and the time of day go in, what it shows comes out. It judges nothing.
 */

/** @typedef {import("../../desk").Clocks} Clocks */
/** @typedef {"stroke" | "placing" | "seats" | "between"} Kind */
/**
 * `since` is when it was last started, in milliseconds, null while it stands; `spent` what had run before.
 * @typedef {{ kind: Kind, limit: number, since: number | null, spent: number }} Clock
 */

/** @type {readonly Kind[]} */
export const KINDS = ["stroke", "placing", "seats", "between"];

/** The last seconds, each with a sound. */
const LAST = 5;

/**
 * How many seconds the rulebook allows; 0 where the time only runs.
 * @param {Kind} kind
 * @param {Clocks} clocks
 */
export function limitOf(kind, clocks) {
  if (kind === "between") return 0;
  return kind === "seats" ? clocks.change : clocks[kind];
}

/**
 * @param {Kind} kind
 * @param {number} limit
 * @returns {Clock}
 */
export const newClock = (kind, limit) => ({ kind, limit, since: null, spent: 0 });

/**
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export const started = (clock, now) => (clock.since === null ? { ...clock, since: now } : clock);

/**
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export const stopped = (clock, now) => ({ ...clock, since: null, spent: elapsed(clock, now) });

/**
 * Milliseconds it has run; a phone whose time of day was set back has not run at all meanwhile.
 * @param {Clock} clock
 * @param {number} now
 */
const elapsed = (clock, now) => clock.spent + (clock.since === null ? 0 : Math.max(0, now - clock.since));

/**
 * Seconds it has run, to a tenth; null if it never did.
 * @param {Clock} clock
 * @param {number} now
 */
export function secondsRun(clock, now) {
  const run = elapsed(clock, now);
  return run > 0 ? Math.round(run / 100) / 10 : null;
}

/**
 * Whole seconds as they are shown: those left, or gone where there is no limit. After the end it counts on.
 * @param {Clock} clock
 * @param {number} now
 * @returns {{ text: string, over: boolean, last: boolean, share: number }} `share` of the time that is left
 */
export function clockFace(clock, now) {
  const gone = elapsed(clock, now) / 1000;
  if (!clock.limit) return { text: minutes(Math.floor(gone)), over: false, last: false, share: 1 };
  const left = clock.limit - gone;
  const over = left <= 0;
  const whole = over ? Math.floor(-left) : Math.ceil(left);
  const text = clock.limit >= 60 || whole >= 60 ? minutes(whole) : String(whole);
  return {
    text: over && whole > 0 ? `+${text}` : text,
    over,
    last: !over && left <= LAST,
    share: Math.max(0, Math.min(1, left / clock.limit)),
  };
}

/** @param {number} whole seconds */
export const minutes = (whole) => `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;

/**
 * The sound to play between two readings of a running clock: a tick for each of the last seconds, and the end.
 * A page that slept meanwhile plays the last one only.
 * @param {Clock} clock
 * @param {number} from
 * @param {number} to
 * @returns {"" | "tick" | "end"}
 */
export function soundBetween(clock, from, to) {
  if (clock.since === null || !clock.limit) return "";
  const [before, after] = [from, to].map((now) => Math.ceil(clock.limit - elapsed(clock, now) / 1000));
  if (before <= 0 || after >= before) return "";
  if (after <= 0) return "end";
  return after <= LAST ? "tick" : "";
}

/**
 * The kind of clock for the present stage.
 * @param {import("../../desk").View} view
 * @returns {Kind}
 */
export function kindFor(view) {
  if (view.change_seats) return "seats";
  if (view.to_place.length) return "placing";
  return view.stage === "in-play" ? "stroke" : "between";
}
