/** Small signs, drawn as lines in a square of 24: a font may lack them, or give them colours. */

const SPACE = "http://www.w3.org/2000/svg";
const SPEAKER = "M4 9.5v5h3.5L12 19V5L7.5 9.5Z";

/** @type {Record<string, { lines?: string, filled?: string }>} */
const SHAPES = {
  auto: { lines: "M12 3a9 9 0 0 1 0 18", filled: "M12 3a9 9 0 1 0 0 18Z" },
  dark: { lines: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" },
  light: {
    lines:
      "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z" +
      "M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  },
  sound: { lines: `${SPEAKER}M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11` },
  mute: { lines: `${SPEAKER}M16 9.5l5 5M21 9.5l-5 5` },
  menu: { lines: "M4 7h16M4 12h16M4 17h16" },
  tilt: { lines: "M4 17.5h16L16.8 8H7.2Z" },
  play: { filled: "M8 5.5v13l11-6.5Z" },
  pause: { filled: "M7 5.5h3.6v13H7ZM13.4 5.5H17v13h-3.6Z" },
  next: { filled: "M6 6v12l9-6Z", lines: "M18 6.5v11" },
  back: { filled: "M18 6v12l-9-6Z", lines: "M6 6.5v11" },
  last: { filled: "M4 6v12l7.5-6ZM11.5 6v12l7.5-6Z", lines: "M20.5 6.5v11" },
  first: { filled: "M20 6v12l-7.5-6ZM12.5 6v12L5 12Z", lines: "M3.5 6.5v11" },
};

/**
 * @param {string} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const picture = made("svg", {
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "1.8",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
  });
  const { lines, filled } = SHAPES[name] ?? {};
  if (filled) picture.append(made("path", { d: filled, fill: "currentColor" }));
  if (lines) picture.append(made("path", { d: lines }));
  return picture;
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function made(tag, attributes) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
