/**
 * "That was wrong": the last call overruled, by the facts or by hand, or an earlier one corrected. What would follow
 * is shown before anything is entered.
 */
import { errorText } from "../../shared/api.js";
import { h } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { oneOf } from "../../shared/controls.js";
import { textField } from "../fields.js";
import { byHandFacts, byHandForm, startByHand } from "./by_hand.js";
import { incidentsSheet, toggleImproper } from "./incidents.js";
import { incidentWords, lineWords } from "./lines.js";
import { besides, pieceRow, trayLine } from "./pad.js";
import { lawChips, bigButton } from "./parts.js";
import { openSheet } from "./bottom_sheet.js";
import { limitsOf, Report } from "./report.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").Line} Line */
/** @typedef {import("../../desk").Preview} Preview */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {"stroke" | "incident" | "hand" | "nothing"} How */
/**
 * What was entered so far, and what would follow. `before` is how it stood when it happened: what could fall then,
 * and who could have done what.
 * @typedef {object} State
 * @property {How} how
 * @property {View | null} before
 * @property {Report} report
 * @property {boolean} offShown
 * @property {Omit<import("../../desk").IncidentRequest, "do"> | null} incident
 * @property {import("./by_hand.js").ByHand | null} byHand
 * @property {string} reason
 * @property {Preview | null} preview
 * @property {string} refused
 */

const SOON = 250;
const REASONS = ["mis-saw", "mis-tapped", "agreed"];

/**
 * @param {Desk} desk
 * @param {Line} line the stroke or incident that was entered wrongly
 */
export function correctSheet(desk, line) {
  const { client } = desk;
  const report = Report.of(line.stroke ?? {});
  const last = desk.view.can?.overrule === line.v;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = 0;
  /** @type {State} */
  const state = {
    how: line.kind === "happened" ? "incident" : "stroke", before: null, report, incident: null, byHand: null,
    offShown: Object.values(report.facts.off).some((n) => n > 0), reason: "", preview: null, refused: "",
  };
  /** @type {How[]} */
  const ways = last ? ["stroke", "incident", "hand", "nothing"] : ["stroke", "incident", "nothing"];

  const { set, close } = openSheet(t(last ? "web.umpire.desk.overrule" : "web.umpire.desk.correct"), () => [
    h("p", { class: "call-fact" }, lineWords(line, desk.view)),
    oneOf({ key: "how", label: t("web.umpire.desk.how"), look: "segments one-row", value: state.how,
      options: ways.filter((how) => canBe(how, state.before))
        .map((how) => ({ value: how, title: t(`web.umpire.desk.how.${how}`) })),
      change: (how) => change({ how }) }),
    h("div", { class: "stack", key: state.how }, state.before ? form(state.before)
      : !state.refused && h("span", { class: "spinner" })),
    textField({ name: "reason", label: t("web.umpire.desk.reason"), value: state.reason,
      ready: REASONS.map((key) => t(`web.umpire.desk.reason.${key}`)), onchange: (reason) => set({ reason }) }),
    h("section", { class: "outcome", "aria-live": "polite" }, outcome()),
    confirmKeys(),
  ], { state, class: "correcting of-now", onclose: () => clearTimeout(timer) });

  /** Another fact: what would follow is asked again, a moment after the last tap. @param {Partial<State>} facts */
  const change = (facts) => {
    clearTimeout(timer);
    set({ ...facts, preview: null, refused: "" });
    timer = setTimeout(() => void preview(), SOON);
  };

  /** @param {View} before */
  function form(before) {
    const { byHand, how } = state;
    if (how === "stroke") return strokeForm(before);
    if (how === "incident") return incidentForm(before);
    if (how === "hand" && byHand) return byHandForm(byHand, (facts) => change({ byHand: { ...byHand, ...facts } }));
    return [h("p", { class: "muted" }, t(`web.umpire.desk.how.nothing.${last ? "help" : "later"}`))];
  }

  /** The stroke as it was, on the keys it was tapped with. @param {View} before */
  function strokeForm(before) {
    const { offShown, report } = state;
    const limits = limitsOf(before.can);
    /** @param {Report} next */
    const changed = (next) => change({ report: next });
    return [h("div", { class: "stack tight pad-again" },
      trayLine(report, changed),
      pieceRow(report, "pocketed", limits, changed),
      offShown && pieceRow(report, "off", limits, changed),
      besides({
        report, change: changed, offShown, miss: true, showOff: () => set({ offShown: !offShown }),
        improper: () => toggleImproper(client.catalogue, report, changed),
      }))];
  }

  /** @param {View} before */
  function incidentForm(before) {
    const { catalogue } = client;
    const { incident } = state;
    return [h("div", { class: "stack tight" },
      incident && h("p", { class: "label" }, incidentWords(incident, before)),
      bigButton("choose-incident", t(incident ? "web.umpire.desk.again.other" : "web.umpire.desk.again.choose"), () =>
        catalogue && incidentsSheet({ catalogue, view: before, title: t("web.umpire.desk.again.incident"),
          pick: (picked, closeList) => {
            closeList();
            change({ incident: picked });
          } }),
        { kind: incident ? "" : "primary", disabled: !catalogue }))];
  }

  /** What happened instead; null while something is missing. */
  function facts() {
    const { byHand, how, incident, report } = state;
    const { do: _, ...stroke } = report.toRequest();
    if (how === "nothing") return {};
    if (how === "stroke") return { stroke };
    if (how === "hand") return byHand && byHandFacts(byHand);
    return incident && { incident };
  }

  /**
   * @param {string} reason
   * @param {boolean} [drop]
   * @returns {any}
   */
  function request(reason, drop = false) {
    if (last && state.how === "nothing") return { do: "undo", to: line.v - 1, reason };
    const instead = facts();
    if (!instead) return null;
    if (last) return { do: "overrule", reason, ...instead };
    return { do: "correct", entry: line.v, reason, ...instead, ...(drop ? { drop } : {}) };
  }

  async function preview() {
    const wanted = request(state.reason.trim() || "…");
    const mine = ++asked;
    if (!wanted) return;
    /** @type {Partial<State>} */
    const told = await client.preview(wanted).then((preview) => ({ preview }), (error) => ({ refused: errorText(error) }));
    if (mine === asked) set(told);
  }

  function outcome() {
    const { preview, refused } = state;
    if (!preview) return refused ? [h("p", { class: "wrong" }, refused)] : [];
    return [
      h("h3", null, t("web.umpire.desk.outcome")),
      h("p", { class: "call-words" }, preview.ruling ? preview.ruling.text : t("web.umpire.desk.outcome.back")),
      preview.ruling && lawChips(preview.ruling),
      ...(last ? [] : differences(desk, preview)),
    ];
  }

  function confirmKeys() {
    const { preview } = state;
    const reason = state.reason.trim();
    const lost = preview?.differences.filter((each) => each.refused).length ?? 0;
    const words = lost ? t("web.umpire.desk.correct.drop", { n: lost })
      : t(last ? "web.umpire.desk.overrule.confirm" : "web.umpire.desk.correct.confirm");
    return h("div", { class: "sheet-end stays" },
      preview && !reason && h("p", { class: "muted small" }, t("web.umpire.desk.reason.needed")),
      bigButton("confirm", words, () => {
        const wanted = request(reason, lost > 0);
        if (wanted) void desk.actAndClose(wanted, close);
      }, { kind: lost ? "danger" : "primary", disabled: !preview || !reason }));
  }

  // By hand, from the board as it stands; of one that has ended, as it stood and with the colours it was played with.
  client.preview({ do: "undo", to: line.v - 1 }).then(({ after: before }) => {
    const runs = desk.view.stage === "in-play";
    change({ before, byHand: startByHand(runs ? desk.view : before, !runs) });
  }, (error) => set({ refused: errorText(error) }));
}

/**
 * What cannot have been before a board was opened is not offered.
 * @param {How} how
 * @param {View | null} before
 */
const canBe = (how, before) =>
  !before || (how === "stroke" ? Boolean(before.can?.acts.includes("stroke")) : how !== "hand" || before.board !== null);

/**
 * Every later call that would be another one.
 * @param {Desk} desk
 * @param {Preview} preview
 */
function differences(desk, preview) {
  if (!preview.differences.length) return [h("p", { class: "muted" }, t("web.umpire.desk.differences.none"))];
  return [
    h("h3", null, t("web.umpire.desk.differences", { n: preview.differences.length })),
    h("ul", { class: "differences" }, preview.differences.map((each) => {
      const line = desk.line(each.v);
      return h("li", { "data-testid": "difference" },
        h("p", { class: "call-fact" },
          h("span", { class: "badge" }, line?.n || each.v), line && lineWords(line, desk.view)),
        each.before && h("p", { class: "was" }, each.before.text),
        each.player && h("p", { class: "whose" }, t("web.umpire.desk.differences.player", { player: each.player })),
        (each.after || each.assumed) && h("p", { class: "becomes" }, each.after ? each.after.text : each.assumed),
        each.refused && h("p", { class: "wrong" }, t("web.umpire.desk.differences.lost"), " ", each.refused));
    })),
  ];
}
