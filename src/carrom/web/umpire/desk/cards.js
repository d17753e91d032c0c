/** Cards in place of the pad while the match waits for something else than a stroke. */
import { h } from "../../shared/dom.js";
import { go } from "../../shared/nav.js";
import { list, t } from "../../shared/words.js";
import { withMark, SIDES, sideText, icon, bigButton, sideMark } from "./parts.js";
import { deskPath, nextTable, watchPath } from "../links.js";
import { trialsCard } from "../setup/trials.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {string} label
 * @param {...(import("../../shared/dom.js").Child | import("../../shared/dom.js").Child[])} children
 */
const card = (label, ...children) =>
  h("section", { class: "desk-card", role: "group", "aria-label": label }, ...children);

/**
 * @param {Desk} desk
 * @param {import("../../shared/dom.js").Child[]} words
 * @param {string} [kind]
 */
const playKey = (desk, words, kind = "primary giant") =>
  bigButton("play", words, () => void desk.act({ do: "play" }), { kind });

/**
 * The board is set up: who breaks, and "Play".
 * @param {Desk} desk
 * @param {View} view
 */
export const playCard = (desk, view) =>
  card(t("web.umpire.desk.to-break"),
    lastBoard(view),
    restNote(view),
    playKey(desk, [icon("start"), t("web.umpire.desk.play")]),
    trials(desk, view));

/**
 * Before the first board a side may still have its trial board noted.
 * @param {Desk} desk
 * @param {View} view
 */
function trials(desk, view) {
  if (!desk.may("trial")) return null;
  return h("details", { class: "play-trials", open: view.trials.length + view.late.length > 0 },
    h("summary", { "data-testid": "trials" }, t("web.umpire.setup.trials")),
    trialsCard(view, (request) => void desk.act(request)));
}

/** How the board before this one ended. @param {View} view */
function lastBoard(view) {
  const game = view.games.at(-1);
  const board = game?.boards.at(-1);
  if (!game || !board || !view.call) return null;
  const won = board.winner;
  return h("p", { class: "card-note" }, won
    ? t("web.umpire.desk.board-won", { side: sideText(view, won), n: board.points })
    : t("web.umpire.desk.board-void"),
    game.winner && h("span", { class: "card-game" },
      t("web.umpire.desk.game-won", { side: sideText(view, game.winner), number: view.games.length,
        points: `${game.points.first}\u00a0–\u00a0${game.points.second}` })));
}

/** The rest that is allowed before this board. @param {View} view */
const restNote = ({ rest }) => rest && h("p", { class: "card-note", "data-testid": "rest" }, rest);

/**
 * The board has ended with extra points: how many of them its winner demands.
 * @param {Desk} desk
 * @param {View} view
 */
export function demandCard(desk, view) {
  const todo = view.call?.todo.find(({ what }) => what === "demand");
  const most = view.can?.demand ?? 0;
  const word = (/** @type {number} */ n) => (n === 0 ? "none" : n === most ? "all" : "");
  return card(view.now,
    lastBoard(view),
    todo && h("p", { class: "card-line" }, withMark(todo.text, todo.player, h("b", null, todo.player))),
    h("p", { class: "muted small" }, t("web.umpire.desk.demand.help")),
    h("div", { class: "by-keys demand-keys" }, Array.from({ length: most + 1 }, (_, n) =>
      bigButton(`demand-${n}`, [h("b", { class: "numbers" }, n ? `+${n}` : "0"),
        word(n) && h("span", null, t(`web.umpire.desk.demand.${word(n)}`))],
        () => void desk.act({ do: "demand", points: n }), { kind: "by-key" }))));
}

/**
 * @param {Desk} desk
 * @param {View} view
 */
export function seatsCard(desk, view) {
  const done = () => void desk.act({ do: "change-seats", ...desk.timer.taken("seats") });
  return card(view.now,
    lastBoard(view),
    restNote(view),
    h("p", { class: "card-line" }, view.now),
    bigButton("seats-changed", [icon("check"), t("web.umpire.desk.seats.done")], done, { kind: "primary giant" }),
    view.can?.acts.includes("play") && playKey(desk, [t("web.umpire.desk.seats.later")], "quiet"));
}

/**
 * The boards are level: a toss decides who breaks the last one.
 * @param {Desk} desk
 * @param {View} view
 */
export const tossCard = (desk, view) =>
  card(view.now,
    h("p", { class: "card-line" }, view.now),
    h("p", { class: "label" }, t("web.umpire.desk.toss.breaker")),
    h("div", { class: "by-keys" }, view.players.map((player, i) =>
      bigButton(`breaker-${i}`, h("b", null, player.name),
        () => void desk.act({ do: "toss-again", breaker: player.name }),
        { kind: "by-key" }))));

/**
 * A side has asked the umpire: play waits.
 * @param {Desk} desk
 * @param {View} view
 */
export function requestCard(desk, view) {
  const side = view.request ?? "first";
  const question = view.log.findLast((line) => line.kind === "umpire-asked" && line.stands)?.what;
  return card(t("web.umpire.desk.asked.label"),
    h("p", { class: "card-line" }, withMark(view.now, list(view[side]), sideMark(view, side))),
    question && h("p", { "data-testid": "question" }, "“", question, "”"),
    h("p", { class: "muted small" }, t("web.umpire.desk.asked.help")),
    playKey(desk, [icon("start"), t("web.umpire.desk.asked.play")]),
    bigButton("ignored", t("web.umpire.desk.asked.ignored"), () => desk.incidents("conduct"), { kind: "quiet" }));
}

/**
 * The end of the match, or of this record of it.
 * @param {Desk} desk
 * @param {View} view
 */
export function endCard(desk, view) {
  const { client } = desk;
  const goOn = async () => go(deskPath((await nextTable(client.token)).token));
  return h("section", { class: "desk-card end-card", role: "group", "aria-label": t("web.umpire.desk.over") },
    h("h2", null, view.now),
    view.games.length > 0 && h("table", { class: "table end-table numbers" },
      h("thead", null, h("tr", null, h("th", null, ""), SIDES.map((side) => h("th", null, sideText(view, side))))),
      h("tbody", null, view.games.map((game, i) =>
        h("tr", null, h("th", null, t("web.umpire.desk.game", { n: i + 1 })),
          SIDES.map((side) => h("td", { class: game.winner === side ? "best" : "" }, game.points[side])))))),
    h("div", { class: "by-keys" },
      h("a", { class: "button tall primary", href: `${deskPath(client.token)}/sheet`,
        "data-testid": "to-sheet" }, icon("sheet"), t("web.umpire.desk.sheet")),
      h("a", { class: "button tall", href: watchPath(client.desk.watch), "data-testid": "to-watch" },
        icon("eye"), t("web.umpire.desk.end.watch"))),
    view.stage === "over" &&
      bigButton("next-match", [icon("start"), t("web.umpire.desk.end.next")], () => void desk.settle(goOn)));
}
