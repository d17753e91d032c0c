/** Small drawings beside the board. */

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [props]
 * @param {...(SVGElement | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @type {Record<string, string>} */
const PATHS = {
  tilt: "M4 17h16M7 8h10l3 9H4z",
  preview: "M3 12h4m3 0h4m3 0h1M20 12m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  help: "M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7M12 17v.5",
  follow: "M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3M18 3v4h-4M6 21v-4h4",
  walk: "M4 12a8 8 0 0 1 14-5.3M18 3v4h-4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  back: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  say: "M4 5h16v11H9l-5 4z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
};

/** @param {string} name */
export function drawn(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true", fill: "none", stroke: "currentColor", "stroke-width": 2,
      "stroke-linecap": "round", "stroke-linejoin": "round" },
    svg("path", { d: PATHS[name] ?? "" }),
  );
}
