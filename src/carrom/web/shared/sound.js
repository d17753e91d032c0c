/**
 * What a stroke sounds like, made on the spot: no file is loaded. Each kind of noise is computed once; how
 * loud it is played follows from the speed at which the pieces met. A browser lets no page sound before
 * somebody has touched it, so the context wakes with the first gesture.
 */
import * as prefs from "./prefs.js";

/** @typedef {import("../board/motion.js").Moment} Moment */
/** @typedef {"click" | "knock" | "thud" | "drop" | "flick" | "bell" | "chime" | "fanfare"} Noise */
/** @typedef {{ seconds: number, hiss: number[], partials: number[][] }} Recipe */

const LOUDEST = 4.5; // m/s: nothing gets louder beyond
const SOFTEST = 0.02; // m/s: below it nobody hears anything
const APART = 0.012; // s: two noises of a kind nearer than this are one
const MOST_VOICES = 20;

const RING = 2 * Math.PI;
/**
 * What a noise is made of: damped partials, each with its loudness, hertz, seconds until it has fallen to a third, and
 * perhaps seconds until it begins; and a hiss, likewise without hertz.
 * @type {Record<Noise, Recipe>}
 */
const RECIPES = {
  // Two coins: hard, high, gone at once.
  click: { seconds: 0.09, hiss: [0.3, 0.0022], partials: [[0.5, 2350, 0.011], [0.3, 3720, 0.007], [0.16, 1180, 0.016]] },
  // The striker, three times as heavy, has a lower voice.
  knock: { seconds: 0.13, hiss: [0.32, 0.003], partials: [[0.5, 1420, 0.015], [0.28, 2610, 0.009], [0.26, 640, 0.024]] },
  // The frame, and the hollow under the plywood.
  thud: { seconds: 0.3, hiss: [0.16, 0.004], partials: [[0.62, 118, 0.055], [0.3, 236, 0.03], [0.16, 515, 0.014]] },
  // Over the edge, then down into the net.
  drop: { seconds: 0.5, hiss: [0.14, 0.07, 0.07], partials: [[0.42, 156, 0.05], [0.2, 920, 0.01], [0.5, 92, 0.06, 0.07]] },
  // A fingernail.
  flick: { seconds: 0.06, hiss: [0.5, 0.006], partials: [[0.3, 320, 0.014]] },
  // It is your turn.
  bell: {
    seconds: 1.1,
    hiss: [0, 1],
    partials: [[0.16, 659.3, 0.22], [0.05, 1318.5, 0.12], [0.17, 987.8, 0.26, 0.13], [0.05, 1975.5, 0.13, 0.13]],
  },
  // A win: three steps up.
  chime: { seconds: 1.5, hiss: [0, 1], partials: steps([523.3, 659.3, 784], 0.13, 0.3) },
  // A slam, or a level beaten for the first time: the same, and on to the top.
  fanfare: { seconds: 2.4, hiss: [0, 1], partials: steps([523.3, 659.3, 784, 1046.5, 1318.5], 0.14, 0.45) },
};

/**
 * Notes one after the other, each with its octave.
 * @param {number[]} notes hertz
 * @param {number} apart seconds
 * @param {number} dies seconds
 */
function steps(notes, apart, dies) {
  return notes.flatMap((hertz, i) => [[0.15, hertz, dies, i * apart], [0.04, 2 * hertz, 0.5 * dies, i * apart]]);
}

/**
 * @param {Recipe} recipe
 * @param {number} t seconds since it began
 */
function sampleAt({ hiss: [loud, fades, after = 0], partials }, t) {
  const noise = t >= after ? loud * (2 * Math.random() - 1) * Math.exp(-(t - after) / fades) : 0;
  return partials.reduce((sum, [loudness, hertz, dies, from = 0]) => {
    const since = t - from;
    return since < 0 ? sum : sum + loudness * Math.sin(RING * hertz * since) * Math.exp(-since / dies);
  }, noise);
}

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioNode | null} */
let ears = null;
/** @type {Map<Noise, AudioBuffer>} */
const made = new Map();
/** @type {Map<Noise, number>} */
const last = new Map();
let voices = 0;

/** From a gesture on: the browser lets us be heard. */
export function wake() {
  if (context) {
    if (context.state === "suspended") void context.resume();
    return;
  }
  if (typeof AudioContext === "undefined" || !prefs.get("sound")) return;
  context = new AudioContext({ latencyHint: "interactive" });
  // A break is thirty contacts at once; together they must not clip.
  const limiter = new DynamicsCompressorNode(context, { threshold: -14, knee: 12, ratio: 8, attack: 0.002 });
  const volume = new GainNode(context, { gain: prefs.get("loudness") });
  prefs.on("loudness", () => void (volume.gain.value = prefs.get("loudness")));
  limiter.connect(volume).connect(context.destination);
  ears = limiter;
}

if (typeof addEventListener === "function") {
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { capture: true });
}

/**
 * An event of a trace, as `BoardView.play` tells it.
 * @param {Moment} moment
 */
export function hear(moment) {
  const strength = loudness(moment.speed);
  const striker = moment.piece === 0 || (moment.kind === "pieces" && moment.other === 0);
  if (moment.kind === "pieces") sound(striker ? "knock" : "click", strength, moment.x);
  else if (moment.kind === "frame" || moment.kind === "corner") sound("thud", 0.9 * strength, moment.x);
  else if (moment.kind === "fell") sound("drop", 0.45 + 0.4 * strength, moment.x);
}

/**
 * The finger against the striker.
 * @param {number} power
 */
export const flick = (power) => sound("flick", 0.25 + 0.5 * power);

/** How loud it is now: the striker meets a coin. */
export const sample = () => sound("knock", 0.7);

/** Somebody has won. @param {"chime" | "fanfare"} how */
export const celebrate = (how) => sound(how, 0.8);

/** Somebody is waited for. */
export const call = () => sound("bell", 0.8);

/** @param {number} speed m/s; the ear wants something flatter than the energy, which goes with its square */
export function loudness(speed) {
  return speed < SOFTEST ? 0 : Math.min(speed / LOUDEST, 1) ** 0.75;
}

/**
 * @param {Noise} noise
 * @param {number} gain
 * @param {number} [x] metres to the right, for where it comes from
 */
function sound(noise, gain, x = 0) {
  if (!context || !ears || context.state !== "running" || gain <= 0 || !prefs.get("sound")) return;
  const now = context.currentTime;
  if (voices >= MOST_VOICES || now - (last.get(noise) ?? -1) < APART) return;
  last.set(noise, now);
  const source = new AudioBufferSourceNode(context, {
    buffer: recorded(noise, context),
    playbackRate: ["bell", "chime", "fanfare"].includes(noise) ? 1 : 0.94 + 0.12 * Math.random(), // no two coins ring alike
  });
  source
    .connect(new GainNode(context, { gain }))
    .connect(new StereoPannerNode(context, { pan: Math.max(-0.6, Math.min(0.6, 1.4 * x)) }))
    .connect(ears);
  voices += 1;
  source.onended = () => {
    voices -= 1;
  };
  source.start();
}

/**
 * @param {Noise} noise
 * @param {AudioContext} into
 */
function recorded(noise, into) {
  const kept = made.get(noise);
  if (kept) return kept;
  const { seconds } = RECIPES[noise];
  const { sampleRate } = into;
  const buffer = new AudioBuffer({ length: Math.ceil(seconds * sampleRate), sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) {
    const t = i / sampleRate;
    const edges = Math.min(1, t / 0.0006, (seconds - t) / 0.01); // no click where it begins or ends
    samples[i] = edges * sampleAt(RECIPES[noise], t);
  }
  made.set(noise, buffer);
  return buffer;
}
