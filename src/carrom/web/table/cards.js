/** What is laid over the board while it waits: toss, seats, extra points, the end of a board or match, invitations. */
import { button } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { link } from "../shared/nav.js";
import { stillness } from "../shared/prefs.js";
import { list, t, upper } from "../shared/words.js";
import { SEATS } from "../board/seats.js";
import { levelText } from "../shared/matches.js";
import { ornament } from "./celebration.js";
import { mark, namesOf } from "./score.js";
import { finalScore, sideLabel, slamText, storyParts } from "./story.js";
import { lawButton } from "./umpire.js";

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
export const card = (kind, title, ...content) =>
  h("section", { class: `card over over-${kind}`, "aria-label": title, key: `${kind} ${title}` },
    h("h2", null, title), ...content);

/**
 * The coin has fallen; its winner takes the break or the seats.
 * @param {After} after
 * @param {boolean} mine
 * @param {(value: "break" | "seats") => void} choose
 */
export function tossCard(after, mine, choose) {
  const ways = /** @type {const} */ (["break", "seats"]).map((way) =>
    button(`big ${way === "break" ? "primary" : ""}`, t(`web.table.toss.${way}`), () => choose(way), { "data-choice": way }));
  return card("toss", after.asks.text,
    h("span", { class: `toss-coin ${stillness() ? "" : "flips"}`, "aria-hidden": "true" }, mark("white"), mark("black")),
    mine && h("p", null, t("web.table.toss.choose")),
    mine && h("div", { class: "row choices-row" }, ways));
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
  return card("seats", after.asks.text,
    mine && h("p", null, t(`web.table.seats.${doubles ? "choose-doubles" : "choose"}`)),
    h("div", { class: "chairs" }, h("div", { class: "little-board", "aria-hidden": "true" }), seats.map((seat) =>
      button(`chair chair-${seat}`, t(`web.table.seat.${seat}`), mine ? () => choose(seat) : null, { "data-choice": seat }))));
}

/**
 * An entry and the table before and after it: a board, and perhaps its game, has ended, or the seats are changed.
 * @typedef {{ line: Line, before: After, after: After }} Announced
 */

/** How many boards of the game are counted: one with points on demand is when its winner has chosen. @param {After} after */
export const boardsCounted = ({ boards, asks }) => boards.length - Number(asks.kind === "demand");

/** Whether there is something to announce with `endCard`. @param {Announced} announced */
export const hasEnded = ({ line, before, after }) =>
  line.kind === "seats-changed" ||
  after.games_ended.length > before.games_ended.length ||
  boardsCounted(after) > boardsCounted(before);

/**
 * The card that announces the end of a board or game, or new seats.
 * @param {Announced} announced one for which `hasEnded` is true
 * @param {() => void} close called by its button
 * @param {import("./feats.js").Feat | null} [feat] what the reader is celebrated for
 */
export function endCard({ line, before, after }, close, feat = null) {
  const go = button("primary", t("web.table.end.go-on"), close);
  if (line.kind === "seats-changed") {
    const sits = after.players.filter((player) => player.seat).map((player) =>
      h("li", null, t("web.table.end.sits", { player: player.label, seat: t(`web.table.seat.${player.seat}`) })));
    return card("end", t("web.table.end.seats"), h("ul", { class: "rows" }, sits), go);
  }
  const reasons = reasonLines(line, before);
  if (after.games_ended.length > before.games_ended.length)
    return card("end", after.games_said.at(-1) ?? "", ...featLines(feat), reasons, scoreLine(after, after.games_ended[after.games_ended.length - 1]),
      h("p", null, t("web.table.games", { ...after.games })), go);
  return card("end", after.boards.at(-1)?.said[0] ?? "", ...featLines(feat), reasons, boardLines(after),
    scoreLine(after, after.points), go);
}

/** Who covered the queen of the last board, and its extra points. @param {After} after */
export function boardLines({ boards }) {
  const { said = [], queen = null } = boards.at(-1) ?? {};
  return said.slice(1).map((text, i) => h("p", null, i === 0 && queen && [mark("queen"), " "], text));
}

/**
 * The winner of a board says how many of the extra points count; everybody else waits for it.
 * @param {After} after
 * @param {boolean} mine
 * @param {(points: number) => void} choose
 */
export function demandCard(after, mine, choose) {
  const { count, text, law, queen_lost: queenLost } = after.asks;
  const ways = Array.from({ length: count + 1 }, (_, i) => count - i).map((points) =>
    button(`big ${points === count ? "primary" : ""}`, t(points ? "web.table.demand.points" : "web.table.demand.none", { n: points }),
      () => choose(points), { "data-choice": points }));
  return card("demand", after.boards.at(-1)?.said[0] ?? "",
    boardLines(after),
    h("p", null, text),
    scoreLine(after, after.points),
    mine && queenLost && h("p", { class: "muted" }, t("web.table.demand.why")),
    h("p", null, lawButton(law)),
    mine && h("div", { class: "row choices-row" }, ways));
}

/**
 * Why it came to that: what was done, and where the points of a board won by clearing it come from.
 * @param {Line} line
 * @param {After} before
 */
function reasonLines(line, before) {
  const { ruling } = line;
  if (line.kind === "demanded") return [h("p", { class: "muted" }, line.text)];
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
 */
function scoreLine(after, score) {
  return h("p", { class: "end-score numbers" },
    h("span", { dir: "auto" }, sideLabel(after, "first")),
    h("strong", null, `${score.first} – ${score.second}`),
    h("span", { dir: "auto" }, sideLabel(after, "second")));
}

/**
 * The match is over: its result, its story, and what to do next.
 * @param {After} after
 * @param {Welcome} welcome
 * @param {{ rematch: () => void, level: () => void, share: () => void, close: () => void, asked: boolean,
 *   feat: import("./feats.js").Feat | null }} acts
 */
export function overCard(after, { mine, kind, watch }, { rematch, level, share, close, asked, feat }) {
  const won = after.winner !== null && namesOf(after, after.winner).some((name) => mine.includes(name));
  const alone = mine.length > 0 && mine.length < after.players.length;
  const said = feat && feat.kind !== "win" ? featText(feat) : alone && t(won ? "web.table.over.won" : "web.table.over.lost");
  const plays = mine.length > 0 && kind !== "practice";
  return card("end story-card", after.asks.text,
    ornament(feat),
    said && h("p", { class: "lead" }, said),
    scoreLine(after, finalScore(after)),
    after.story && storyParts(after, after.story),
    h("div", { class: "row choices-row" },
      plays && button("primary", t(asked ? "web.table.over.asked" : "web.table.over.rematch"), asked ? null : rematch,
        { "data-choice": "rematch" }),
      plays && kind === "computer" && button("", t("web.table.over.level"), level, { "data-choice": "level" }),
      link(`/replay/${watch}`, { class: "button" }, t("web.table.over.replay")),
      button("", t("web.table.share"), share, { "data-choice": "share" }),
      link("/", { class: "button" }, t("web.table.over.new")),
      button("quiet", t("web.table.over.look"), close)));
}

/** @param {import("./feats.js").Feat | null} feat */
const featLines = (feat) => (feat ? [ornament(feat), h("p", { class: "lead" }, featText(feat))] : []);

/** @param {import("./feats.js").Feat} feat */
const featText = ({ kind, colour, level }) =>
  kind === "slam" && colour ? slamText(colour) : t(`web.table.feat.${kind}`, { level: level ? levelText(level) : "" });

/**
 * An online table waits until everybody has come.
 * @param {import("./invitations.js").Invitations | null} invitations
 * @param {readonly string[]} missing
 */
export function inviteCard(invitations, missing) {
  return card(
    "invite",
    t(invitations?.opens ? "web.table.act.links" : "web.table.invite"),
    h("p", { class: "row" }, h("span", { class: "spinner" }),
      t("web.table.invite.wait", { players: missing.join(", ") })),
    invitations?.opens ? invitations.rows() : null,
  );
}
