/** A rematch against another level of the computer. */
import { errorText, getJson } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { dialog, h, toast } from "../shared/dom.js";
import { levelTitle } from "../shared/matches.js";
import { has, t } from "../shared/words.js";

/**
 * Asks for a level and gives it to `choose`.
 * @param {readonly string[]} now the levels of the computers here
 * @param {(level: string) => void} choose
 */
export async function chooseLevel(now, choose) {
  try {
    /** @type {import("../wire").Ready} */
    const { levels } = await getJson("/api/ready");
    const close = dialog(t("web.table.over.level"), [h("div", { class: "stack tight levels" }, levels.map((level) =>
      h("div", { class: "entry" },
        button(`wide ${now.includes(level) ? "on" : ""}`, levelTitle(level), () => {
          close();
          choose(level);
        }, { "data-level": level, "aria-current": now.includes(level) ? "true" : null }),
        has(`web.level.${level}.help`) && h("p", { class: "muted small" }, t(`web.level.${level}.help`)))))]);
  } catch (error) {
    toast(errorText(error), "bad");
  }
}
