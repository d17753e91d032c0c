/** Which law made a stroke improper: the ways of striking the catalogue knows, in the order of the game. */
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { partTitle } from "./incidents.js";
import { lawChip, bigButton } from "./parts.js";
import { sheet } from "./bottom_sheet.js";

/** @typedef {import("../../desk").Catalogue} Catalogue */

/**
 * @param {Catalogue | null} catalogue
 * @param {(breach: string) => void} chosen with a paragraph, or with nothing where the umpire names none
 */
export function improperSheet(catalogue, chosen) {
  const ways = catalogue?.breaches.filter((breach) => breach.improper) ?? [];
  if (!ways.length) {
    chosen("");
    return;
  }
  const parts = [...new Set(ways.map((breach) => breach.part))];
  /** @param {string} law */
  const choose = (law) => {
    close();
    chosen(law);
  };
  const { close } = sheet(t("web.umpire.desk.improper.title"), () => [
    bigButton("improper-unnamed", t("web.umpire.desk.improper.unnamed"), () => choose(""), { kind: "wide" }),
    parts.map((part) =>
      h("section", { class: "stack tight" },
        h("h3", null, partTitle(part)),
        h("ul", { class: "incident-rows" },
          ways.filter((breach) => breach.part === part).map((breach) =>
            h("li", { class: "incident-row" },
              h("button", { class: "incident-name", type: "button", "data-testid": `improper-${breach.key}`,
                onclick: () => choose(breach.law) }, breach.text),
              lawChip(breach.law)))))),
  ]);
}
