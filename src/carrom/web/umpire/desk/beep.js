/** Sounds and vibration of the clock: a short note for each of the last seconds, a long one at the end. */
import { vibrate } from "../../shared/haptics.js";
import * as prefs from "../../shared/prefs.js";

/** @type {AudioContext | null} */
let context = null;

/** Prepares the sound; browsers allow that in a gesture only. */
export function wakeSound() {
  if (typeof AudioContext === "undefined" || !prefs.get("sound")) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** @param {"tick" | "end"} what */
export function beep(what) {
  vibrate(what === "end" ? [250, 80, 250] : 40);
  if (!context || context.state !== "running" || !prefs.get("sound")) return;
  const [hertz, seconds] = what === "end" ? [660, 0.7] : [990, 0.09];
  const now = context.currentTime;
  const gain = new GainNode(context, { gain: 0 });
  const note = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  gain.gain.setValueAtTime(0, now);
  const loud = 0.625 * prefs.get("loudness");
  gain.gain.linearRampToValueAtTime(loud, now + 0.01);
  gain.gain.setValueAtTime(loud, now + seconds - 0.03);
  gain.gain.linearRampToValueAtTime(0, now + seconds);
  note.connect(gain).connect(context.destination);
  note.start(now);
  note.stop(now + seconds);
}

/** A tap was taken. */
export const vibrateTap = () => vibrate(12);
