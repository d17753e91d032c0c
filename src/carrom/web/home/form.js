/** The form at home: everything one may choose for a table. */
import { oneOf, select, tick } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { handErrors } from "../shared/hand.js";
import { bookTitle, levelTitle } from "../shared/matches.js";
import { LONGEST_NAME, MODES, seatsOf, sitting, usualName, weakerHands } from "./new_room.js";
import { has, t } from "../shared/words.js";

/** @typedef {import("./new_room.js").Wish} Wish */
/** @typedef {import("../wire").Ready} Ready */
/** @typedef {{ chance: boolean, options: boolean }} Opened */
/** @typedef {{ wish: Wish, ready: Ready, wrong: number[], more: Opened, change: (how: Partial<Wish>) => void }} Form
 *   `wrong`: chairs whose name another has; `more`: which parts that need not be looked at are open at first */

/**
 * One of several. Its label is `web.home.KEY`, its titles are `web.home.KEY.VALUE` where nothing else is said.
 * @template {string} T
 * @param {string} key
 * @param {{ value: T, values: readonly T[], change: (value: T) => void, titleOf?: (value: T) => string,
 *   hidden?: boolean }} how
 */
const choice = (key, { value, values, change, titleOf = (each) => t(`web.home.${key}.${each}`), hidden }) =>
  oneOf({ key, label: t(`web.home.${key}`), value, options: values.map((each) => ({ value: each, title: titleOf(each) })),
    change, hidden });

/** @param {Form} form */
export const modeChoice = ({ wish, change }) =>
  choice("mode", { value: wish.mode, values: MODES, change: (mode) => change({ mode }), hidden: true });

/** What there is to choose in the mode of the wish, most wanted first. @param {Form} form */
export function choices(form) {
  const { mode, doubles } = form.wish;
  const name = nameField(form, 0, t("web.home.name"));
  // Online, guests give their own names; in doubles some of them may be computers.
  const seats = mode === "screen" || doubles ? chairs(form) : name;
  if (mode === "computer") return [lengthChoice(form), levelChoice(form), chance(form), more(form, name)];
  if (mode === "screen") return [lengthChoice(form), seats, more(form)];
  return [doubles ? null : name, lengthChoice(form), more(form, doubles && seats)];
}

/** @param {Form} form */
const levelChoice = ({ wish, ready, change }) =>
  oneOf({
    key: "level",
    label: t("web.home.level"),
    look: "choices",
    value: wish.level,
    options: ready.levels.map((level) => ({
      value: level,
      title: levelTitle(level),
      help: has(`web.level.${level}.help`) ? t(`web.level.${level}.help`) : "",
    })),
    change: (level) => change({ level }),
  });

/**
 * What makes a match against a stronger computer more even, each part by itself.
 * @param {Form} form
 */
function chance({ wish, ready, more: { chance: open }, change }) {
  const { hand, lead, breaks } = wish.chance;
  const hands = weakerHands(ready, wish.level);
  const errs = hands.find(({ level }) => level === hand);
  /** @param {Partial<Wish["chance"]>} how */
  const give = (how) => change({ chance: { ...wish.chance, ...how } });
  return h("details", { class: "home-more", id: "chance", open },
    h("summary", null, t("web.home.chance")),
    h("div", { class: "stack" },
      hands.length > 0 && select(
        {
          id: "chance-hand",
          label: t("web.home.chance.hand"),
          value: hand,
          options: [
            ["", t("web.home.chance.hand.own")],
            ...hands.map(({ level }) => /** @type {const} */ ([level, levelTitle(level)])),
          ],
          change: (to) => give({ hand: to }),
          props: { "aria-describedby": "chance-hand-help" },
        },
        h("p", { class: "help", id: "chance-hand-help" }, errs ? handErrors(errs) : t("web.home.chance.hand.help"))),
      oneOf({
        key: "lead",
        label: t("web.home.chance.lead"),
        value: String(lead),
        options: [0, ...ready.leads[wish.length]].map((n) => ({
          value: String(n),
          title: n ? String(n) : t("web.home.chance.lead.none"),
        })),
        change: (to) => give({ lead: Number(to) }),
      }),
      tick({ key: "chance-breaks", label: t("web.home.chance.breaks"), value: breaks, change: (to) => give({ breaks: to }) }),
      h("p", { class: "help" }, t("web.home.chance.agreed"))));
}

/** @param {Form} form */
const playersChoice = ({ wish, change }) =>
  choice("players", { value: wish.doubles ? "doubles" : "singles", values: ["singles", "doubles"],
    titleOf: (value) => t(`web.home.${value}.${wish.mode}`), change: (value) => change({ doubles: value === "doubles" }) });

/**
 * Who might break, by name where two people have one.
 * @param {Wish} wish
 */
function breakers(wish) {
  const lots = { draw: t("web.home.breaks.draw"), toss: t("web.home.breaks.toss") };
  if (wish.doubles) return { first: t("web.home.side.0"), second: t("web.home.side.1"), ...lots };
  if (wish.mode === "computer")
    return { first: t("web.home.breaks.me"), second: t("web.home.breaks.computer"), ...lots };
  return { first: sitting(wish, 0).name, second: sitting(wish, 2).name, ...lots };
}

/** @param {Form} form */
const breakChoice = ({ wish, ready, change }) =>
  choice("breaks", { value: wish.breaks[wish.mode], values: ready.breaks, titleOf: (value) => breakers(wish)[value],
    change: (value) => change({ breaks: { ...wish.breaks, [wish.mode]: value } }) });

/** @param {Form} form */
const clockChoice = ({ wish, change }) =>
  choice("clock", { value: wish.clock ? "on" : "off", values: ["off", "on"], change: (value) => change({ clock: value === "on" }) });

/**
 * What the forms of a table and of a match to umpire share.
 * @typedef {{ wish: Pick<Wish, "length" | "rulebook">, ready: Pick<Ready, "lengths" | "rulebooks">,
 *   change: (how: Partial<Pick<Wish, "length" | "rulebook">>) => void }} LawsForm
 */

/** @param {LawsForm} form */
export const lengthChoice = ({ wish, ready, change }) =>
  h("div", { class: "field", key: "length" },
    choice("length", { value: wish.length, values: ready.lengths, change: (length) => change({ length }) }),
    h("p", { class: "help", id: "length-help" }, lengthHelp(wish, ready.rulebooks)));

/**
 * How long it takes, in words for the rulebook chosen.
 * @param {Pick<Wish, "length" | "rulebook">} wish
 * @param {Ready["rulebooks"]} books
 */
function lengthHelp({ length, rulebook }, books) {
  const oneGame = books.find(({ book }) => book === rulebook)?.games_to_win === 1;
  const single = length === "match" && oneGame;
  const asked = single ? "game" : length;
  const key = `web.home.length.${asked}.${rulebook}`;
  const text = t(has(key) ? key : `web.home.length.${asked}.help`);
  return single ? `${t("web.home.length.match.one")} ${text}` : text;
}

/** What a rulebook is, in a line; a club's own has none. @param {string} book */
export function bookHelp(book) {
  const key = `web.book.${book}.help`;
  return has(key) ? t(key) : "";
}

/** @param {LawsForm} form */
export const bookSelect = ({ wish, ready, change }) =>
  select(
    {
      id: "rulebook",
      label: t("web.home.rulebook"),
      value: wish.rulebook,
      options: ready.rulebooks.map(({ book }) => [book, bookTitle(book, ready.rulebooks)]),
      change: (rulebook) => change({ rulebook }),
      props: { "aria-describedby": "rulebook-help" },
    },
    h("p", { class: "help", id: "rulebook-help" }, bookHelp(wish.rulebook)),
  );

/** A steady hand, or one that errs like a level's, the surest first. @param {Form} form */
const handSelect = ({ wish, ready, change }) => {
  const hand = ready.hands.find(({ level }) => level === wish.hand);
  return select(
    {
      id: "hand",
      label: t(`web.home.hand.${wish.mode}`),
      value: wish.hand,
      options: [
        ["", t("web.home.hand.steady")],
        ...ready.hands.toReversed().map(({ level }) => /** @type {const} */ ([level, levelTitle(level)])),
      ],
      change: (level) => change({ hand: level }),
      props: { "aria-describedby": "hand-help" },
    },
    h("p", { class: "help", id: "hand-help" }, hand ? handErrors(hand) : t("web.home.hand.steady.help"),
      wish.mode === "online" && ` ${t("web.home.hand.online.help")}`),
  );
};

/**
 * Everybody's name; in doubles any chair but the first may be a computer's.
 * @param {Form} form
 */
function chairs(form) {
  const { wish } = form;
  return h("div", { class: "home-chairs" },
    [[0, 1], [2, 3]].map((side, k) =>
      h("fieldset", { class: "field home-chairside" },
        h("legend", { class: wish.doubles ? "" : "sr" }, t(`web.home.side.${k}`)),
        side.filter((i) => seatsOf(wish).includes(i)).map((i) => seat(form, i)))));
}

/**
 * The same chairs with another name or level in one of them.
 * @param {Wish} wish
 * @param {number} i
 * @param {Partial<import("../wire").Chair>} chair
 */
const withChair = ({ chairs }, i, chair) => ({ chairs: chairs.with(i, { ...chairs[i], ...chair }) });

/**
 * @param {Form} form
 * @param {number} i
 */
function seat(form, i) {
  const { wish, ready, change } = form;
  if (!wish.doubles || i === 0)
    return nameField(form, i, t(i === 0 ? "web.home.name" : "web.home.chair.screen"));
  const { level } = wish.chairs[i];
  const label = t(`web.home.seat.${i}`);
  return h("div", { class: "stack tight", key: `seat ${i}` },
    level ? h("span", { class: "label" }, label) : nameField(form, i, label),
    select({
      id: `seat-${i}`,
      label: "",
      value: level ?? "",
      options: [
        ["", t(`web.home.person.${wish.mode}`)],
        ...ready.levels.map((each) => /** @type {const} */ ([each, t("web.home.computer-of", { level: levelTitle(each) })])),
      ],
      change: (to) => change(withChair(wish, i, { level: to })),
      props: { "aria-label": t("web.home.who-sits", { chair: label }) },
    }));
}

/**
 * @param {Form} form
 * @param {number} i
 * @param {string} label
 */
function nameField({ wish, wrong, change }, i, label) {
  const taken = wrong.includes(i);
  return h("div", { class: "field", key: `name ${i}` },
    h("label", { for: `name-${i}` }, label),
    h("input", {
      id: `name-${i}`,
      type: "text",
      value: wish.chairs[i].name,
      placeholder: usualName(wish, i),
      maxlength: LONGEST_NAME,
      autocomplete: i === 0 ? "nickname" : "off",
      spellcheck: "false",
      "aria-invalid": taken ? "true" : null,
      "aria-describedby": taken ? `wrong-${i}` : null,
      oninput: (/** @type {any} */ event) => change(withChair(wish, i, { name: event.currentTarget.value })),
    }),
    taken && h("p", { class: "wrong", id: `wrong-${i}`, role: "alert" }, t("web.home.same-name")));
}

/**
 * What has a sensible first value, and need not be looked at.
 * @param {Form} form
 * @param {import("../shared/dom.js").Child} [names]
 */
const more = (form, names = null) => {
  const { wish, ready, more: { options: open }, change } = form;
  const agreed = wish.mode === "computer" && wish.chance.breaks;
  return h("details", { class: "home-more", id: "more", open },
    h("summary", null, t("web.home.more")),
    h("div", { class: "pairs" }, playersChoice(form), !agreed && breakChoice(form), clockChoice(form), !wish.doubles && names),
    wish.doubles && names,
    bookSelect(form),
    handSelect(form),
    h("div", { class: "pairs" },
      select({
        id: "profile",
        label: t("web.home.profile"),
        value: wish.profile,
        options: ready.profiles.map((each) => [each, t(`web.home.profile.${each}`)]),
        change: (profile) => change({ profile: ready.profiles.find((each) => each === profile) }),
      }),
      tick({ key: "trials", label: t("web.home.trials"), value: wish.trials, change: (trials) => change({ trials }) })));
};
