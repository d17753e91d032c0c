/** Small signs, drawn as lines in a square of 24: a font may lack them, or give them colours. */

const SPACE = "http://www.w3.org/2000/svg";
const SPEAKER = "M4 9.5v5h3.5L12 19V5L7.5 9.5Z";

/** @type {Record<string, { lines?: string, filled?: string }>} */
const SHAPES = {
  sound: { lines: `${SPEAKER}M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11` },
  mute: { lines: `${SPEAKER}M16 9.5l5 5M21 9.5l-5 5` },
  settings: {
    lines:
      "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" +
      "M10 5.4l.4-2.7h3.2l.4 2.7 1.2.5 2.2-1.6 2.3 2.3-1.6 2.2.5 1.2 2.7.4v3.2l-2.7.4-.5 1.2 1.6 2.2-2.3 2.3-2.2-1.6" +
      "-1.2.5-.4 2.7h-3.2l-.4-2.7-1.2-.5-2.2 1.6-2.3-2.3 1.6-2.2-.5-1.2-2.7-.4v-3.2l2.7-.4.5-1.2-1.6-2.2 2.3-2.3 2.2 1.6Z",
  },
  "full-screen": { lines: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" },
  menu: { lines: "M4 7h16M4 12h16M4 17h16" },
  tilt: { lines: "M4 17.5h16L16.8 8H7.2Z" },
  play: { filled: "M8 5.5v13l11-6.5Z" },
  pause: { filled: "M7 5.5h3.6v13H7ZM13.4 5.5H17v13h-3.6Z" },
  next: { filled: "M6 6v12l9-6Z", lines: "M18 6.5v11" },
  back: { filled: "M18 6v12l-9-6Z", lines: "M6 6.5v11" },
  last: { filled: "M4 6v12l7.5-6ZM11.5 6v12l7.5-6Z", lines: "M20.5 6.5v11" },
  preview: { lines: "M3 12h4m3 0h4m3 0h1M20 12m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0" },
  help: { lines: "M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17v.5" },
  follow: { lines: "M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3M18 3v4h-4M6 21v-4h4" },
  walk: { lines: "M4 12a8 8 0 0 1 14-5.3M18 3v4h-4" },
  hint: { lines: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z" },
  "take-back": { lines: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2" },
  more: { lines: "M5 12h.01M12 12h.01M19 12h.01" },
  say: { lines: "M4 5h16v11H9l-5 4z" },
  links: { lines: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" },
  first: { filled: "M20 6v12l-7.5-6ZM12.5 6v12L5 12Z", lines: "M3.5 6.5v11" },
  check: { lines: "M5 12.5 10 17.5 19.5 7" },
  incident: { lines: "M6 21V4M6 5h11l-2.5 3.5L17 12H6" },
  undo: { lines: "M9 7 4 12l5 5M4.5 12H14a5 5 0 0 1 0 10h-2" },
  log: { lines: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01" },
  off: { lines: "M5 19 15 9M9 8h7v7M19 4v.01" },
  improper: { lines: "M12 4 2.8 20h18.4ZM12 10v5M12 17.6v.01" },
  situation: { lines: "M9 9.2a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M12 17.4v.01M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4" },
  clear: { lines: "M6 6l12 12M18 6 6 18" },
  start: { lines: "M8 5.5v13l11-6.5Z" },
  stop: { lines: "M7 7h10v10H7Z" },
  set: { lines: "M12 8v4.5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17" },
  hand: { lines: "M7 3h10v18H7ZM11 18h2" },
  sheet: { lines: "M6 3h9l4 4v14H6ZM9 12h7M9 16h7M9 8h3" },
  eye: { lines: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5" },
  note: { lines: "M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3" },
  striker: { lines: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6" },
  points: { lines: "M4 20V10M10 20V4M16 20v-8M21 20H3" },
  flag: { lines: "M6 21V4h11v8H6" },
  protest: { lines: "M12 3v10M12 17v.01M4 21h16" },
  overrule: { lines: "M5 19 19 5M14 5h5v5M5 10V5h5" },
};

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [props]
 * @param {...SVGElement} children
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @param {string} name */
export function icon(name) {
  const { lines, filled } = SHAPES[name] ?? {};
  const paths = [
    ...(filled ? [svg("path", { d: filled, fill: "currentColor" })] : []),
    ...(lines ? [svg("path", { d: lines })] : []),
  ];
  return svg("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 1.8,
    "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, ...paths);
}
