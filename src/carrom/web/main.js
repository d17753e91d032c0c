/** The way in: words, the head of the page, and the screen the address asks for. */
import { ApiError, CLOSED, errorText } from "./api.js";
import { closeDialogs, fill, h, toast } from "./dom.js";
import { header } from "./header.js";
import { current, follow, go, link, onMove } from "./nav.js";
import { lang, loadWords, onLang, t, useWords, wanted } from "./words.js";

/** @typedef {import("./nav.js").Params} Params */
/** @typedef {() => void} TearDown */
/** @typedef {TearDown | void} Left */
/** @typedef {{ show: (root: HTMLElement, params: Params) => Left | Promise<Left> }} Screen */

/** @type {Record<string, () => Promise<Screen>>} */
const SCREENS = {
  "": () => import("./home.js"),
  table: () => import("./table/screen.js"),
  practice: () => import("./practice.js"),
  replays: () => import("./replays.js"),
  replay: () => import("./replay.js"),
  laws: () => import("./laws.js"),
  ask: () => import("./ask.js"),
  how: () => import("./how.js"),
};

/** Words that come with a screen and not with the page. */
/** @type {Record<string, string>} */
const WORDS = {
  practice: "practice",
  replays: "replay",
  replay: "replay",
  laws: "laws",
  ask: "laws",
  how: "how",
};

const main = h("main", { id: "main", tabindex: "-1" });
/** @type {TearDown} */
let leave = () => {};
let visit = 0;

/** Shows the screen of the address. One that is overtaken while it loads never appears. */
async function arrive() {
  const mine = ++visit;
  const params = current();
  const name = params.path[0] ?? "";
  leaveNow();
  const root = h("div", { class: "screen" });
  const waits = setTimeout(() => mine === visit && fill(root, waiting()), 300);
  fill(main, root);
  title(name);
  window.scrollTo(0, 0);
  try {
    const load = SCREENS[name];
    if (!load) throw new ApiError("page/unknown");
    const [screen] = await Promise.all([load(), name in WORDS ? useWords(WORDS[name]) : null]);
    clearTimeout(waits);
    if (mine !== visit) return;
    root.replaceChildren();
    const away = (await screen.show(root, params)) ?? (() => {});
    if (mine === visit) leave = away;
    else away();
  } catch (error) {
    clearTimeout(waits);
    if (mine === visit) failed(root, error);
  }
}

function leaveNow() {
  const away = leave;
  leave = () => {};
  try {
    away();
  } catch (error) {
    console.error(error);
  }
}

/** @param {string} name */
function title(name) {
  const known = name in SCREENS && name !== "";
  document.title = known
    ? t("web.shell.title", { screen: t(`web.shell.screen.${name}`) })
    : t("web.shell.name");
}

const waiting = () =>
  h("p", { class: "waiting", role: "status" }, h("span", { class: "spinner" }), t("web.shell.loading"));

/**
 * What happened, in words, and the two ways on.
 * @param {HTMLElement} root
 * @param {unknown} error
 */
function failed(root, error) {
  if (!(error instanceof ApiError)) console.error(error);
  const paint = () => {
    const unknown = error instanceof ApiError && error.code === "page/unknown";
    fill(
      root,
      h(
        "section",
        { class: "page stack", role: "alert" },
        h("h1", null, t(unknown ? "web.shell.unknown" : "web.shell.failed")),
        h("p", { class: "lead" }, said(error)),
        h(
          "div",
          { class: "row" },
          !unknown &&
            h(
              "button",
              { class: "button primary", type: "button", onclick: () => void arrive() },
              t("web.shell.again"),
            ),
          link("/", { class: "button" }, t("web.shell.to-home")),
        ),
      ),
    );
  };
  leave = onLang(paint);
  paint();
}

/** @param {unknown} error */
function said(error) {
  if (error instanceof ApiError) return errorText(error);
  const detail = error instanceof Error ? error.message : String(error);
  return /import|module|fetch/i.test(detail) ? t("web.shell.not-loaded") : t("web.shell.broken", { detail });
}

/** The words themselves did not come, so these two sentences are here and not among them. */
function wordless() {
  const french = wanted() === "fr";
  fill(
    document.body,
    h(
      "main",
      { class: "page stack" },
      h("h1", null, "Carrom"),
      h("p", { role: "alert" }, french ? "Le serveur ne répond pas." : "The server does not answer."),
      h(
        "button",
        { class: "button primary", type: "button", onclick: () => location.reload() },
        french ? "Réessayer" : "Try again",
      ),
    ),
  );
}

/** What nobody caught is said all the same; once, if somebody has said it already. */
function uncaught() {
  /** @param {unknown} error */
  const say = (error) => {
    if (error instanceof ApiError && error.code === CLOSED) return;
    const words = said(error);
    if (document.getElementById("toasts")?.lastElementChild?.textContent !== words) toast(words, "bad");
  };
  window.addEventListener("error", (event) => event.error && say(event.error));
  window.addEventListener("unhandledrejection", (event) => say(event.reason));
}

async function start() {
  // The screen comes while the words do; that it does not come at all is said when it is shown.
  SCREENS[current().path[0] ?? ""]?.().catch(() => {});
  try {
    await loadWords(wanted());
  } catch {
    wordless();
    return;
  }
  const skip = h("a", { class: "skip", href: "#main" }, t("web.shell.skip"));
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  document.body.prepend(skip, header(), main);
  onLang(() => {
    fill(skip, t("web.shell.skip"));
    title(current().path[0] ?? "");
  });
  follow();
  uncaught();
  onMove(() => {
    closeDialogs();
    main.focus({ preventScroll: true });
    void arrive();
  });
  await arrive();
}

void start();
