/** Somebody was invited: one card with their name and language, and a button that sits down. */
import { errorText, postJson } from "../shared/api.js";
import { h, render, useStyle } from "../shared/dom.js";
import { handErrors, handTitle } from "../shared/hand.js";
import { hasTried, seatPath, takeSeat } from "../shared/invitation.js";
import { bookTitle } from "../shared/matches.js";
import { go } from "../shared/nav.js";
import * as prefs from "../shared/prefs.js";
import { knownLanguages, lang, onLang, setLang, t, useWords } from "../shared/words.js";

/** @typedef {import("../wire").Invited} Invited */

const LONGEST_NAME = 40;

/**
 * A second device, a rematch or a link that was opened here before leads straight to the table.
 * @param {HTMLElement} root
 * @param {string} code
 * @returns {Promise<() => void>}
 */
export async function show(root, code) {
  /** @type {Invited | null} */
  const invited = hasTried(code) ? null : await postJson("/api/invitation", { invitation: code });
  if (!invited?.naming) {
    go(seatPath(await takeSeat(code)), { replace: true });
    return () => {};
  }
  await Promise.all([useWords("links"), useStyle("/static/shared/links.css")]);
  return new Card(root, code, invited).leave;
}

class Card {
  /**
   * @param {HTMLElement} root
   * @param {string} code
   * @param {Invited} invited
   */
  constructor(root, code, invited) {
    this.root = root;
    this.code = code;
    this.invited = invited;
    this.name = prefs.get("name");
    this.wrong = "";
    this.busy = false;
    this.leave = onLang(() => this.paint());
    this.paint();
  }

  paint() {
    const { by, rulebook, length, hand } = this.invited;
    const about = [length && t(`web.home.length.${length}`), bookTitle(rulebook), hand && handTitle(hand)];
    render(this.root,
      h("form", { class: "page card stack invited", onsubmit: this.#play },
        h("h1", null, by ? t("web.invited.by", { player: by }) : t("web.invited")),
        h("p", { class: "muted" }, about.filter(Boolean).join(" · ")),
        hand && h("p", { class: "help" }, handErrors(hand)),
        h("div", { class: "field" },
          h("label", { for: "guest-name" }, t("web.home.name")),
          h("input", { id: "guest-name", type: "text", value: this.name, placeholder: t("web.home.guest"),
            maxlength: LONGEST_NAME, autocomplete: "nickname", spellcheck: "false",
            "aria-invalid": this.wrong ? "true" : null, "aria-describedby": this.wrong ? "guest-wrong" : null,
            oninput: (/** @type {any} */ event) => void (this.name = event.currentTarget.value) }),
          this.wrong && h("p", { class: "wrong", id: "guest-wrong", role: "alert" }, this.wrong)),
        h("div", { class: "field" },
          h("label", { for: "guest-lang" }, t("web.shell.language")),
          h("select", { id: "guest-lang", value: lang(), onchange: (/** @type {any} */ event) => void setLang(event.currentTarget.value) },
            Object.entries(knownLanguages()).map(([each, { name }]) => h("option", { value: each, lang: each, key: each }, name)))),
        h("button", { class: "button primary big", id: "play", type: "submit", disabled: this.busy }, t("web.invited.play"))));
  }

  #play = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.paint();
    const name = this.name.trim();
    prefs.set("name", name);
    try {
      go(seatPath(await takeSeat(this.code, name || t("web.home.guest"))), { replace: true });
    } catch (error) {
      this.busy = false;
      this.wrong = errorText(error);
      this.paint();
      document.getElementById("guest-name")?.focus();
    }
  };
}
