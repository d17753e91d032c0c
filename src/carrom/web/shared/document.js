/** A document of this site: its head, and the screen of its address, now and after every move. */
import { ApiError } from "./api.js";
import { closeDialogs, fill, h } from "./dom.js";
import { header } from "./header.js";
import { current, follow, onMove } from "./nav.js";
import { reportUncaught, showFailure, showWordless, skipLink, waiting } from "./shell.js";
import { has, onLang, t, useWords } from "./words.js";

/** @typedef {import("./nav.js").Params} Params */
/** @typedef {() => void} TearDown */
/** @typedef {TearDown | void} Left */
/** @typedef {{ show: (root: HTMLElement, params: Params) => Left | Promise<Left> }} ScreenModule */
/**
 * A screen: its module, the words that come with it and not with the page, and its name where that is not the first
 * part of its address.
 * @typedef {{ load: () => Promise<ScreenModule>, words?: string, name?: string }} Screen
 */
/**
 * @typedef {object} Contents
 * @property {Record<string, Screen>} screens by their addresses
 * @property {string} titles the key that the titles of its screens begin with
 * @property {import("./header.js").Site} site
 * @property {() => Promise<unknown>} loadWords the words that every screen needs
 * @property {string} [bare] the screen without a head
 * @property {(params: Params) => string} [seatAt] this browser's own seat at the table of an address
 */

/** Milliseconds after which a screen that has not come says so. */
const LATE = 300;

/** A part of a page that shows one screen at a time. A screen that is overtaken while it loads never appears. */
export class Stage {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.visit = 0;
    this.shown = 0;
    /** @type {TearDown} */
    this.leave = () => {};
  }

  /** Whether the last screen that was asked for is there. */
  get settled() {
    return this.shown === this.visit;
  }

  clear() {
    this.visit += 1;
    const leave = this.leave;
    this.leave = () => {};
    try {
      leave();
    } catch (error) {
      console.error(error);
    }
  }

  /**
   * @param {(root: HTMLElement) => Left | Promise<Left>} show
   * @returns {Promise<boolean>} whether no other screen has taken its place meanwhile
   */
  async show(show) {
    this.clear();
    const mine = this.visit;
    const root = h("div", { class: "screen" });
    fill(this.host, root);
    const late = setTimeout(() => !root.hasChildNodes() && fill(root, waiting()), LATE);
    try {
      const leave = (await show(root)) ?? (() => {});
      if (mine === this.visit) this.leave = leave;
      else leave();
    } finally {
      clearTimeout(late);
      if (mine === this.visit) this.shown = mine;
    }
    return mine === this.visit;
  }
}

/**
 * The screen of an address and its name; undefined where there is none.
 * @param {Record<string, Screen>} screens
 * @param {readonly string[]} path
 */
export function screenAt(screens, path) {
  const found = Object.entries(screens).find(([address]) => {
    const parts = address.split("/").filter(Boolean);
    return parts.length === path.length && parts.every((part, i) => part.startsWith("{") || part === path[i]);
  });
  return found && { name: found[0].split("/")[1], ...found[1] };
}

/**
 * The title of a document that shows a screen; without the screen's name while its words are still loading.
 * @param {string} titles the key that the titles of its screens begin with
 * @param {string} [name]
 */
export const titleOf = (titles, name) =>
  name && has(`${titles}.${name}`) ? t("web.shell.title", { screen: t(`${titles}.${name}`) }) : t("web.shell.name");

/**
 * @param {Contents} contents
 * @returns {Stage} where its screens are shown
 */
export function openDocument({ screens, titles, site, loadWords, bare, seatAt = () => "" }) {
  const main = h("main", { id: "main", tabindex: "-1" });
  const stage = new Stage(main);
  const here = () => screenAt(screens, current().path);
  const setTitle = () => void (document.title = titleOf(titles, here()?.name));

  /** @param {HTMLElement} root */
  const showHere = async (root) => {
    const [params, screen] = [current(), here()];
    const overtaken = stage.visit;
    try {
      if (!screen) throw new ApiError("page/unknown");
      const [{ show }] = await Promise.all([screen.load(), screen.words && useWords(screen.words)]);
      if (overtaken !== stage.visit) return undefined;
      setTitle();
      root.replaceChildren();
      return await show(root, params);
    } catch (error) {
      return showFailure(root, error, { ...site, again: () => void arrive(), seat: seatAt(params) });
    }
  };

  const arrive = async () => {
    document.documentElement.dataset.screen = here()?.name ?? "";
    setTitle();
    window.scrollTo(0, 0);
    await stage.show(showHere);
  };

  const start = async () => {
    // The screen comes while the words do; that it does not come at all is said when it is shown.
    here()?.load().catch(() => {});
    try {
      await loadWords();
    } catch {
      showWordless();
      return;
    }
    document.body.prepend(...(bare && bare === here()?.name ? [] : [skipLink(main), header(site)]), main);
    onLang(setTitle);
    follow();
    reportUncaught();
    onMove(() => {
      closeDialogs();
      main.focus({ preventScroll: true });
      void arrive();
    });
    await arrive();
  };

  void start();
  return stage;
}
