/** What the documents show when a screen is slow to load, does not load, or fails. */
import { ApiError, CLOSED, errorText } from "./api.js";
import { button } from "./controls.js";
import { fill, h, toast } from "./dom.js";
import { link } from "./nav.js";
import { knownLanguages, onLang, t, preferredLanguage } from "./words.js";

export const waiting = () =>
  h("p", { class: "waiting", role: "status" }, h("span", { class: "spinner" }), t("web.shell.loading"));

/** What trying again does not change, with its title. @type {Record<string, string>} */
const FINAL = { "page/unknown": "web.shell.unknown", "invitation/unknown": "web.shell.invitation" };

/**
 * Shows an error, with buttons to try again and to leave. Returns a function that removes its listener.
 * @param {HTMLElement} root
 * @param {unknown} error
 * @param {{ again: () => void, home: string, homeText: () => string, seat?: string }} ways `seat`: this browser's own
 *   seat at the table it was not let in to
 */
export function showFailure(root, error, { again, home, homeText, seat = "" }) {
  if (!(error instanceof ApiError)) console.error(error);
  const final = error instanceof ApiError ? FINAL[error.code] : undefined;
  fill(root, h("section", { class: "page stack", role: "alert" },
    h("h1", null, t(final ?? "web.shell.failed")),
    h("p", { class: "lead" }, failureText(error)),
    h("div", { class: "row" },
      !final && button("primary", t("web.shell.again"), again),
      seat && link(seat, { class: "button primary" }, t("web.shell.to-seat")),
      link(home, { class: "button" }, homeText()))));
  // Ask again when the language changes, since the server words its refusals.
  return onLang(again);
}

/** @param {unknown} error */
function failureText(error) {
  if (error instanceof ApiError) return errorText(error);
  const detail = error instanceof Error ? error.message : String(error);
  return /import|module|fetch/i.test(detail) ? t("web.shell.not-loaded") : t("web.shell.broken", { detail });
}

/** Shown if the words could not be loaded; the document itself contains these two sentences. */
export function showWordless() {
  const said = knownLanguages()[preferredLanguage()];
  fill(document.body, h("main", { class: "page stack" },
    h("h1", null, "Carrom"),
    h("p", { role: "alert" }, said?.no_answer),
    button("primary", said?.again, () => location.reload())));
}

/** Shows uncaught errors as toasts, unless the last toast already says the same. */
export function reportUncaught() {
  /** @param {unknown} error */
  const say = (error) => {
    if (error instanceof ApiError && error.code === CLOSED) return;
    const words = failureText(error);
    if (document.getElementById("toasts")?.lastElementChild?.textContent !== words) toast(words, "bad");
  };
  window.addEventListener("error", (event) => event.error && say(event.error));
  window.addEventListener("unhandledrejection", (event) => say(event.reason));
}

/**
 * The first link of a page, which lets keyboard users skip to its main part.
 * @param {HTMLElement} main
 */
export function skipLink(main) {
  const jump = (/** @type {Event} */ event) => {
    event.preventDefault();
    main.focus();
  };
  const skip = h("a", { class: "skip", href: "#main", onclick: jump }, t("web.shell.skip"));
  onLang(() => fill(skip, t("web.shell.skip")));
  return skip;
}
