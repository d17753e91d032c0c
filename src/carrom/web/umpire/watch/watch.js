/** The page for spectators: follows one match, read-only. */
import { called } from "../../shared/called.js";
import { h } from "../../shared/dom.js";
import { openLaw } from "../../laws/dialog.js";
import { lawsOf, t } from "../../shared/words.js";
import { live } from "../live.js";
import { followDesks } from "../sync/follow.js";
import { disc, ended, gamesWon, openProtests, SIDES, shownPoints, sideText } from "../marks.js";
import {
  begun, colourMark, freeQueen, lawName, nextPlayer, playedColour, scoreText, sideLooks, standing, unitText, whereParts,
} from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */
/** @typedef {import("../../desk").GameLine} GameLine */

/**
 * @param {HTMLElement} host
 * @param {import("../../shared/nav.js").Params} params
 * @returns {() => void}
 */
export function show(host, { path: [, token] }) {
  /** The view: nothing yet, nothing behind this link, or the match. @type {{ view?: View | null, online: boolean }} */
  const start = { online: true };
  const screen = live(host, ({ view, online }) => {
    if (view) document.title = begun(view) ? scoreText(view) : t("web.umpire.setup.title.watch");
    const state = online ? "live" : "lost";
    const now = view ? view.now : t(view === null ? "web.umpire.watch.unknown" : "web.umpire.watch.loading");
    return [h("div", { class: `w-watch page wide ${view ? "" : "empty-link"} ${online ? "" : "stale"}` },
      h("header", { class: "w-head" },
        h("p", { class: "w-where" }, view && whereParts(view).join(" · ")),
        h("p", { class: "w-link", role: "status", hidden: view === null || Boolean(view && ended(view)) },
          h("span", { class: `w-dot ${state}` }), t(`web.umpire.watch.link.${state}`))),
      h("section", { class: "w-score" }, view && scoreParts(view)),
      h("p", { class: "w-now", "aria-live": "polite" }, now),
      h("p", { class: "w-aside muted", role: "status" }, view && asideText(view)),
      h("section", { class: "w-call panel", "aria-live": "polite", hidden: !view?.call }, view && callParts(view)),
      h("section", { class: "w-boards stack tight" }, view && boardParts(view)),
      h("footer", { class: "w-foot muted small" }, view && footParts(view)))];
  }, start);
  const unfollow = followDesks([token], (_, view) => screen.set({ view }), (online) => screen.set({ online }));
  return () => {
    screen.close();
    unfollow();
  };
}

/** The open protests of each side, in words. @param {View} view */
const asideText = (view) => SIDES.flatMap((side) => {
  const n = openProtests(view).filter((each) => each.side === side).length;
  return n ? [t("web.umpire.watch.protest", { side: sideText(view, side), n })] : [];
}).join(" · ");

/** @param {View} view */
function scoreParts(view) {
  if (!begun(view)) return [];
  const [first, second] = SIDES.map((side) =>
    h("div", { class: `w-side ${sideLooks(view, side)}` },
      h("div", { class: "w-names" }, people(view, side)),
      gamesWon(view, side, "w-games"),
      h("div", { class: "w-points numbers", title: t("web.umpire.watch.points") }, shownPoints(view)[side]),
      h("div", { class: "w-standing" }, standing(view, side))));
  return [first, h("div", { class: "w-middle" }, h("span", null, unitText(view)), freeQueen(view)), second];
}

/** @param {View} view @param {SideName} side */
const people = (view, side) => view[side].map((name) => {
  const club = view.players.find((each) => each.name === name)?.club;
  return h("p", { class: name === nextPlayer(view) ? "w-player next" : "w-player" },
    colourMark(playedColour(view, side)), h("span", { class: "w-name" }, name), club && h("span", { class: "w-club" }, club));
});

/**
 * The last ruling in words, with the paragraphs that decided.
 * @param {View} view
 */
function callParts({ call, rulebook }) {
  if (!call) return [];
  return [
    h("h2", null, t(call.overruled ? "web.umpire.watch.ruling.overruled" : "web.umpire.desk.ruling")),
    h("div", { class: "w-ruling", key: call.v }, called(call.ruling)),
    h("p", { class: "row" }, lawsOf(call.ruling).map((law) =>
      h("button", { class: "law", type: "button", "aria-haspopup": "dialog", onclick: () => void openLaw(law) },
        lawName(law, rulebook)))),
  ];
}

/** @param {View} view */
function boardParts(view) {
  const { games } = view;
  if (!games.length) return [];
  const several = view.games_to_win > 1;
  const made = games.map((game, i) => gameTable(view, game, several ? i + 1 : 0));
  return [h("h2", null, t("web.umpire.watch.boards")), ...made];
}

/**
 * @param {View} view
 * @param {GameLine} game
 * @param {number} number of the game; 0 where there is only one
 */
function gameTable(view, game, number) {
  const { first, second } = game.points;
  return h("table", { class: "table w-game-table" },
    number > 0 && h("caption", null,
      h("strong", null, t("web.umpire.desk.game", { n: number })),
      " ",
      game.winner &&
        t("web.umpire.watch.game-won", { side: sideText(view, game.winner), points: `${first} – ${second}` })),
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, t("web.umpire.watch.column.board")),
      SIDES.map((side) => h("th", { scope: "col" }, view[side].map((name) => h("span", { class: "w-line" }, name)))),
      h("th", { scope: "col", class: "is-total" }, t("web.umpire.watch.column.total")))),
    h("tbody", null, game.boards.map(boardRow), handRow(game)));
}

/**
 * Points that the umpire has set by hand.
 * @param {GameLine} game
 */
function handRow({ by_hand: more, points: { first, second } }) {
  if (!more.first && !more.second) return null;
  return h("tr", null,
    h("th", { scope: "row" }, t("web.umpire.watch.by-hand")),
    SIDES.map((side) => h("td", { class: "numbers" }, more[side] !== 0 && h("strong", null, signed(more[side])))),
    h("td", { class: "numbers is-total" }, `${first} – ${second}`));
}

/** @param {number} points */
const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/**
 * @param {import("../../desk").BoardLine} board
 */
const boardRow = (board) =>
  h("tr", null,
    h("th", { scope: "row", class: "numbers" }, board.number),
    SIDES.map((side) => h("td", { class: board.winner === side ? "won numbers" : "numbers" }, sideCell(board, side))),
    h("td", { class: "numbers is-total" },
      board.winner ? `${board.total.first} – ${board.total.second}` : t("web.umpire.watch.void")));

/**
 * With which coins a side played a board, whether it broke, and what it won.
 * @param {import("../../desk").BoardLine} board
 * @param {SideName} side
 */
function sideCell(board, side) {
  const colour = board.white === side ? "white" : "black";
  const broke = t("web.umpire.watch.broke", { player: board.breaker });
  const played = colour === "white" ? broke : t("web.umpire.desk.colour.black");
  return [
    h("span", { class: `coin ${colour}`, role: "img", "aria-label": played, title: played }),
    board.winner === side && h("strong", null, `+${board.points - board.extra}`),
    board.winner === side && board.extra > 0 &&
      h("strong", { title: t("web.umpire.watch.extra"), "aria-label": `+${board.extra} ${t("web.umpire.watch.extra")}` },
        `+${board.extra}`),
    board.queen === side && queenToo(),
  ];
}

function queenToo() {
  const label = t("web.umpire.watch.with-queen");
  return h("span", { role: "img", "aria-label": label, title: label }, disc("queen"));
}

/** @param {View} view */
const footParts = (view) => [
  h("p", null, t("web.umpire.watch.only-looks")),
  begun(view) && h("p", null,
    [t(`web.book.${view.rulebook}`), view.umpire && t("web.umpire.watch.umpire", { name: view.umpire })]
      .filter(Boolean).join(" · ")),
];
