/** What stays above the ruling: a protest that is open, reports that nobody has judged, coins that somebody holds. */
import { fill, h } from "../../shared/dom.js";
import { keptList } from "./connection.js";
import { redraw } from "./parts.js";
import { late, protestBanner, protestNow } from "./protest.js";
import { heldBanner, openTodos } from "./todo.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class Notes {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.protest = h("div", { class: "desk-notes" });
    this.others = h("div", { class: "desk-notes" });
    this.stop = () => {};
  }

  close() {
    this.stop();
  }

  show() {
    const { client, done, judged, unjudged, view } = this.desk;
    const open = protestNow(this.desk);
    redraw(this.protest, [open, open && late(open), judged], () => {
      this.stop();
      const banner = open && protestBanner(this.desk, open);
      this.stop = banner?.stop ?? (() => {});
      fill(this.protest, banner?.element);
    });
    if (unjudged) {
      redraw(this.others, client.waiting, () => fill(this.others, keptList(client.waiting)));
      return;
    }
    const held = openTodos(view, done).length ? null : [view.held, view.can?.incidents, view.players];
    redraw(this.others, held, () => fill(this.others, held && heldBanner(this.desk, view)));
  }
}
