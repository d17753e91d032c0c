/** What is laid over the board while it waits: toss, seats, the end of a board or of the match, invitations. */
import { h } from "../shared/dom.js";
import { link } from "../shared/nav.js";
import { stillness } from "../shared/prefs.js";
import { list, t, upper } from "../shared/words.js";
import { SEATS } from "../board/seats.js";
import { namesOf } from "./score.js";

/** @typedef {import("../wire").After} After */
/** @typedef {import("../wire").Line} Line */
/** @typedef {import("../wire").SeatName} SeatName */
/** @typedef {import("../wire").WelcomeMessage} Welcome */
/** @typedef {import("../shared/dom.js").Child} Child */

/**
 * @param {string} kind
 * @param {string} title
 * @param {...(Child | Child[])} content
 */
export function card(kind, title, ...content) {
  return h("section", { class: `card over over-${kind}`, "aria-label": title }, h("h2", null, title), ...content);
}

/**
 * The coin has fallen; its winner takes the break or the seats.
 * @param {After} after
 * @param {boolean} mine
 * @param {(value: "break" | "seats") => void} choose
 */
export function tossCard(after, mine, choose) {
  const coin = h("span", { class: `toss-coin ${stillness() ? "" : "flips"}`, "aria-hidden": "true" },
    h("span", { class: "coin white" }), h("span", { class: "coin black" }));
  const ways = /** @type {const} */ (["break", "seats"]).map((way) =>
    h("button", { class: `button big ${way === "break" ? "primary" : ""}`, type: "button", "data-choice": way,
      onclick: () => choose(way) }, t(`web.table.toss.${way}`)),
  );
  return card(
    "toss",
    after.asks.text,
    coin,
    mine ? h("p", null, t("web.table.toss.choose")) : null,
    mine ? h("div", { class: "row choices-row" }, ways) : null,
  );
}

/**
 * Chairs round a little board; partners sit face to face.
 * @param {After} after
 * @param {boolean} mine
 * @param {(seat: SeatName) => void} choose
 */
export function seatCard(after, mine, choose) {
  const doubles = after.players.length > 2;
  const seats = doubles ? SEATS : SEATS.filter((seat) => seat === "south" || seat === "north");
  const chairs = seats.map((seat) =>
    h("button", { class: `button chair chair-${seat}`, type: "button", disabled: !mine, "data-choice": seat,
      onclick: () => choose(seat) }, t(`web.table.seat.${seat}`)),
  );
  return card(
    "seats",
    after.asks.text,
    mine ? h("p", null, t(`web.table.seats.${doubles ? "choose-doubles" : "choose"}`)) : null,
    h("div", { class: "chairs" }, h("div", { class: "little-board", "aria-hidden": "true" }), chairs),
  );
}

/**
 * A board, and perhaps its game, has ended; or the seats are changed.
 * @param {After} before
 * @param {After} after
 * @param {() => void} close
 * @param {boolean} seats
 * @returns {HTMLElement | null}
 */
export function endCard(before, after, close, seats) {
  const game = after.games_ended.length > before.games_ended.length;
  const board = after.boards.length > before.boards.length ? after.boards[after.boards.length - 1] : null;
  if (!game && !board && !seats) return null;
  const go = h("button", { class: "button primary", type: "button", onclick: close }, t("web.table.end.go-on"));
  if (seats) {
    const sits = after.players.filter((player) => player.seat).map((player) =>
      h("li", null,
        t("web.table.end.sits", { player: player.label, seat: t(`web.table.seat.${player.seat}`) })));
    return card("end", t("web.table.end.seats"), h("ul", { class: "rows" }, sits), go);
  }
  if (game) {
    const score = after.games_ended[after.games_ended.length - 1];
    return card("end", after.games_said[after.games_said.length - 1],
      scoreLine(after, score), h("p", null, t("web.table.games", { ...after.games })), go);
  }
  if (!board) return null;
  const [title, queen] = board.said;
  return card("end", title,
    queen && h("p", null, h("span", { class: "coin queen", "aria-hidden": "true" }), " ", queen),
    scoreLine(after, after.points), go);
}

/**
 * Why it came to that: what was done, and where the points of a board won by clearing it come from.
 * @param {Line} line
 * @param {After} before
 */
export function reasonLines(line, before) {
  const { ruling } = line;
  if (!ruling) return [];
  if (line.kind === "happened") return [h("p", { class: "muted" }, line.text)];
  const said = [h("p", { class: "muted" }, ruling.text)];
  const ends = ruling.findings.flatMap((finding) => finding.then).find(([kind]) => kind === "board-ends");
  if (!ends || !before.board) return said;
  const [, winner, points, , queen] = ends;
  const loser = winner === "white" ? "black" : "white";
  const left = before.board[loser] - line.pocketed.filter((coin) => coin === loser).length;
  if (left < 1 || left + Number(queen) !== points) return said;
  const parts = [t("web.table.end.points.coins", { n: left })];
  if (queen) parts.push(t("web.table.end.points.queen", { n: Number(queen) }));
  return [...said, h("p", null, `${upper(list(parts))}.`)];
}

/**
 * @param {After} after
 * @param {{ first: number, second: number }} score
 * @param {string} [label]
 */
function scoreLine(after, score, label = "") {
  const [first, second] = /** @type {const} */ (["first", "second"]).map((side) =>
    after.players.filter((player) => player.side === side).map(({ label }) => label).join(" & "));
  return h("p", { class: "end-score numbers" }, label && h("span", { class: "muted" }, label),
    h("span", null, first), h("strong", null, `${score.first} – ${score.second}`), h("span", null, second));
}

/**
 * The match is over.
 * @param {After} after
 * @param {Welcome} welcome
 * @param {{ rematch: () => void, close: () => void, asked: boolean }} acts
 */
export function overCard(after, welcome, { rematch, close, asked }) {
  const won = after.winner !== null && namesOf(after, after.winner).some((name) => welcome.mine.includes(name));
  const alone = welcome.mine.length > 0 && welcome.mine.length < after.players.length;
  const several = after.games_ended.length > 1;
  return card(
    "end",
    after.asks.text,
    alone ? h("p", { class: "lead" }, t(won ? "web.table.over.won" : "web.table.over.lost")) : null,
    after.games_ended.map((score, i) => scoreLine(after, score, several ? t("web.table.game", { n: i + 1 }) : "")),
    several ? h("p", null, t("web.table.games", { ...after.games })) : null,
    h(
      "div",
      { class: "row choices-row" },
      welcome.mine.length && welcome.kind !== "practice"
        ? h("button", { class: "button primary", type: "button", "data-choice": "rematch", disabled: asked,
          onclick: rematch }, t(asked ? "web.table.over.asked" : "web.table.over.rematch"))
        : null,
      link(`/replay/${welcome.watch}`, { class: "button" }, t("web.table.over.replay")),
      link("/", { class: "button" }, t("web.table.over.new")),
      h("button", { class: "button quiet", type: "button", onclick: close }, t("web.table.over.look")),
    ),
  );
}

/**
 * An online table waits until everybody has come.
 * @param {import("./invitations.js").Invitations | null} invitations
 * @param {readonly string[]} missing
 */
export function inviteCard(invitations, missing) {
  return card(
    "invite",
    t("web.table.invite"),
    h("p", { class: "row" }, h("span", { class: "spinner" }),
      t("web.table.invite.wait", { players: missing.join(", ") })),
    invitations?.opens ? [h("p", { class: "muted" }, t("web.table.invite.send")), invitations.rows()] : null,
    invitations && h("p", { class: "muted small" }, t("web.table.invite.lasts")),
  );
}
