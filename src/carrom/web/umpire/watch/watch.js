/** The page for spectators: one match as it is played, by a link that only looks on. */
import { called } from "../../shared/called.js";
import { fill, h } from "../../shared/dom.js";
import { openLaw } from "../../laws/dialog.js";
import { lang, lawsOf, onLang, t } from "../../shared/words.js";
import { followDesks } from "../sync/follow.js";
import {
  SIDES, begun, coinsLeft, colourMark, colourOf, ended, freeQueen, gamesWon, lawName, mark, nextPlayer, notes, scoreText,
  shownPoints, sideText, unitText, waitedFor, whereParts,
} from "./parts.js";

/** @typedef {import("../../desk").View} View */
/** @typedef {import("../../desk").SideName} SideName */
/** @typedef {import("../../desk").GameLine} GameLine */

/**
 * @param {HTMLElement} host
 * @param {string} token
 * @returns {{ close(): void }}
 */
export function watchScreen(host, token) {
  const where = h("p", { class: "w-where" });
  const link = h("p", { class: "w-link", role: "status" });
  const score = h("section", { class: "w-score" });
  const now = h("p", { class: "w-now", "aria-live": "polite" });
  const aside = h("p", { class: "w-aside muted", role: "status" });
  const call = h("section", { class: "w-call panel", "aria-live": "polite" });
  const boards = h("section", { class: "w-boards stack tight" });
  const foot = h("footer", { class: "w-foot muted small" });
  const head = h("header", { class: "w-head" }, where, link);
  const page = h("div", { class: "w-watch page wide" }, head, score, now, aside, call, boards, foot);
  fill(host, page);

  /** Nothing yet, nothing behind this link, or the match. @type {View | null | undefined} */
  let view;
  let online = true;
  let called = "";
  const paint = () => {
    page.classList.toggle("empty-link", !view);
    page.classList.toggle("stale", !online);
    const state = online ? "live" : "lost";
    fill(link, h("span", { class: `w-dot ${state}` }), t(`web.umpire.watch.link.${state}`));
    link.hidden = view === null || (view ? ended(view) : false);
    if (!view) {
      fill(now, t(view === null ? "web.umpire.watch.unknown" : "web.umpire.watch.loading"));
      [where, score, aside, call, boards, foot].forEach((part) => fill(part));
      call.hidden = true;
      called = "";
      return;
    }
    document.title = begun(view) ? scoreText(view) : t("web.umpire.watch.title");
    fill(where, whereParts(view).join(" · "));
    fill(score, ...scoreParts(view));
    said(now, view.now);
    said(aside, asideText(view));
    // The same ruling again is no news, and a paragraph that has the focus keeps it.
    const ruling = view.call ? JSON.stringify([lang(), view.call.v, view.call.overruled, view.call.ruling]) : "";
    if (ruling !== called) fill(call, ...callParts(view));
    called = ruling;
    call.hidden = !view.call;
    fill(boards, ...boardParts(view));
    fill(foot, ...footParts(view));
  };

  const off = onLang(paint);
  const followed = followDesks(
    [token],
    (_, shown) => {
      view = shown;
      paint();
    },
    (open) => {
      online = open;
      paint();
    },
  );
  paint();
  return {
    close() {
      off();
      followed();
    },
  };
}

/** Said once: the same words again are no news to a reader. @param {HTMLElement} element @param {string} words */
function said(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/**
 * What hangs over a match beside the play.
 * @param {View} view
 */
function asideText({ protest, ...view }) {
  if (!protest || protest.upheld !== null) return "";
  return t("web.umpire.watch.protest", { side: view[protest.side].join(" & ") });
}

/** @param {View} view */
function scoreParts(view) {
  if (!begun(view)) return [];
  const points = shownPoints(view);
  const middle = h("div", { class: "w-middle" }, h("span", null, unitText(view)), freeQueen(view));
  const [first, second] = SIDES.map((side) =>
    h(
      "div",
      { class: `w-side ${waitedFor(view, side) ? "waited" : ""} ${view.winner === side ? "winner" : ""}` },
      h("div", { class: "w-names" }, people(view, side)),
      gamesWon(view, side),
      h("div", { class: "w-points numbers", title: t("web.umpire.watch.points") }, points[side]),
      h("div", { class: "w-standing" }, coinsLeft(view, side), notes(view, side)),
    ),
  );
  return [first, middle, second];
}

/** @param {View} view @param {SideName} side */
function people(view, side) {
  const colour = colourOf(view, side);
  return view[side].map((name) => {
    const player = view.players.find((each) => each.name === name);
    return h(
      "p",
      { class: name === nextPlayer(view) ? "w-player next" : "w-player" },
      colourMark(colour),
      h("span", { class: "w-name" }, name),
      player?.club && h("span", { class: "w-club" }, player.club),
    );
  });
}

/**
 * The last ruling in words, with the paragraphs that decided.
 * @param {View} view
 */
function callParts(view) {
  const { call } = view;
  if (!call) return [];
  return [
    h("h2", null, t(call.overruled ? "web.umpire.watch.ruling.overruled" : "web.umpire.watch.ruling")),
    h("div", { class: "w-ruling" }, called(call.ruling)),
    h(
      "p",
      { class: "row" },
      lawsOf(call.ruling).map((law) =>
        h(
          "button",
          { class: "law", type: "button", "aria-haspopup": "dialog", onclick: () => void openLaw(law) },
          lawName(law, view.rulebook),
        ),
      ),
    ),
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
  const title =
    number > 0 &&
    h(
      "caption",
      null,
      h("strong", null, t("web.umpire.watch.game", { n: number })),
      " ",
      game.winner &&
        t("web.umpire.watch.game-won", { side: sideText(view, game.winner), points: `${first} – ${second}` }),
    );
  const sides = SIDES.map((side) =>
    h("th", { scope: "col" }, view[side].map((name) => h("span", { class: "w-line" }, name))),
  );
  return h(
    "table",
    { class: "table w-game-table" },
    title,
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("web.umpire.watch.column.board")), sides, totalHead())),
    h("tbody", null, game.boards.map((board, i) => boardRow(board, i + 1)), handRow(game)),
  );
}

/**
 * Points that the umpire has set by hand.
 * @param {GameLine} game
 */
function handRow({ by_hand: more, points: { first, second } }) {
  if (!more.first && !more.second) return null;
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, t("web.umpire.watch.by-hand")),
    SIDES.map((side) => h("td", { class: "numbers" }, more[side] !== 0 && h("strong", null, signed(more[side])))),
    h("td", { class: "numbers is-total" }, `${first} – ${second}`),
  );
}

/** @param {number} points */
const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

const totalHead = () => h("th", { scope: "col", class: "is-total" }, t("web.umpire.watch.column.total"));

/**
 * @param {import("../../desk").BoardLine} board
 * @param {number} number
 */
function boardRow(board, number) {
  const { first, second } = board.total;
  return h(
    "tr",
    null,
    h("th", { scope: "row", class: "numbers" }, number),
    SIDES.map((side) => h("td", { class: board.winner === side ? "won numbers" : "numbers" }, sideCell(board, side))),
    h("td", { class: "numbers is-total" }, board.winner ? `${first} – ${second}` : t("web.umpire.watch.void")),
  );
}

/**
 * With which coins a side played a board, whether it broke, and what it won.
 * @param {import("../../desk").BoardLine} board
 * @param {SideName} side
 */
function sideCell(board, side) {
  const colour = board.white === side ? "white" : "black";
  const broke = t("web.umpire.watch.broke", { player: board.breaker });
  const played = colour === "white" ? broke : t("web.umpire.watch.colour.black");
  return [
    h("span", { class: `coin ${colour}`, role: "img", "aria-label": played, title: played }),
    board.winner === side && h("strong", null, `+${board.points}`),
    board.queen === side && queenToo(),
  ];
}

function queenToo() {
  const label = t("web.umpire.watch.with-queen");
  return h("span", { role: "img", "aria-label": label, title: label }, mark("queen"));
}

/** @param {View} view */
function footParts(view) {
  return [
    h("p", null, t("web.umpire.watch.only-looks")),
    begun(view) &&
      h(
        "p",
        null,
        [t(`web.book.${view.rulebook}`), view.umpire && t("web.umpire.watch.umpire", { name: view.umpire })]
          .filter(Boolean)
          .join(" · "),
      ),
  ];
}
