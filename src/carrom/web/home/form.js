/** The form at home: everything one may choose for a table, changed in place. */
import { h } from "../shared/dom.js";
import { bookTitle } from "../shared/matches.js";
import { BREAKS, LENGTHS, LONGEST_NAME, PROFILES, seatsOf, sitting, usualName } from "./new_room.js";
import { has, t } from "../shared/words.js";

/** @typedef {import("./new_room.js").Wish} Wish */
/** @typedef {import("../wire").Ready} Ready */
/** @typedef {{ wish: Wish, ready: Ready, wrong: number[], changed: () => void, repaint: () => void }} Form */

/**
 * One of several, as a radio group in which each shows what it means.
 * @param {{ name: string, legend: string, value: string,
 *   options: { value: string, title: string, help?: string }[], segments?: boolean, hidden?: boolean, onpick: (value: string) => void }} group
 */
export function choice(group) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", { class: group.hidden ? "sr" : "" }, group.legend),
    h(
      "div",
      { class: group.segments ? "segments" : "choices" },
      group.options.map((option) =>
        h(
          "label",
          { class: "choice" },
          h("input", {
            type: "radio",
            name: group.name,
            id: `${group.name}-${option.value}`,
            value: option.value,
            checked: option.value === group.value,
            onchange: () => group.onpick(option.value),
          }),
          h("span", { class: "choice-title" }, option.title),
          option.help && h("span", { class: "choice-help" }, option.help),
        ),
      ),
    ),
  );
}

/** @param {Form} form */
export function levels({ wish, ready, changed }) {
  return choice({
    name: "level",
    legend: t("web.home.level"),
    value: wish.level,
    options: ready.levels.map((level) => ({
      value: level,
      title: levelTitle(level),
      help: has(`web.level.${level}.help`) ? t(`web.level.${level}.help`) : "",
    })),
    onpick: (level) => {
      wish.level = level;
      changed();
    },
  });
}

/** @param {string} level */
export const levelTitle = (level) => (has(`web.level.${level}`) ? t(`web.level.${level}`) : level);

/** @param {Form} form */
export function players({ wish, changed, repaint }) {
  return choice({
    name: "players",
    legend: t("web.home.players"),
    value: wish.doubles ? "doubles" : "singles",
    segments: true,
    options: ["singles", "doubles"].map((value) => ({ value, title: t(`web.home.${value}.${wish.mode}`) })),
    onpick: (value) => {
      wish.doubles = value === "doubles";
      changed();
      repaint();
    },
  });
}

/**
 * Who might break, by name where two people have one.
 * @param {Wish} wish
 */
export function breakers(wish) {
  const toss = t("web.home.breaks.toss");
  if (wish.doubles) return { first: t("web.home.side.0"), second: t("web.home.side.1"), toss };
  if (wish.mode === "computer")
    return { first: t("web.home.breaks.me"), second: t("web.home.breaks.computer"), toss };
  return { first: sitting(wish, 0).name, second: sitting(wish, 2).name, toss };
}

/** @param {Form} form */
export function breaking({ wish, changed }) {
  const titles = breakers(wish);
  return choice({
    name: "breaks",
    legend: t("web.home.breaks"),
    value: wish.breaks[wish.mode],
    segments: true,
    options: BREAKS.map((value) => ({ value, title: titles[value] })),
    onpick: (value) => {
      wish.breaks[wish.mode] = BREAKS.find((each) => each === value) ?? "toss";
      changed();
    },
  });
}

/** @param {Form} form */
export function clock({ wish, changed }) {
  return choice({
    name: "clock",
    legend: t("web.home.clock"),
    value: wish.clock ? "on" : "off",
    segments: true,
    options: ["off", "on"].map((value) => ({ value, title: t(`web.home.clock.${value}`) })),
    onpick: (value) => {
      wish.clock = value === "on";
      changed();
    },
  });
}

/**
 * How long it takes, in words for the rulebook chosen.
 * @param {Form} form
 */
export function length({ wish, changed }) {
  const group = choice({
    name: "length",
    legend: t("web.home.length"),
    value: wish.length,
    segments: true,
    options: LENGTHS.map((value) => ({ value, title: t(`web.home.length.${value}`) })),
    onpick: (value) => {
      wish.length = LENGTHS.find((each) => each === value) ?? "game";
      changed();
    },
  });
  group.append(h("p", { class: "help", id: "length-help" }, lengthHelp(wish)));
  return group;
}

/** Rulebooks that know no match of several games. */
const ONE_GAME = ["ffc-basics", "ffc-leaflet", "family"];

/** @param {Wish} wish */
export function lengthHelp({ length, rulebook }) {
  const single = length === "match" && ONE_GAME.includes(rulebook);
  const asked = single ? "game" : length;
  const key = `web.home.length.${asked}.${rulebook}`;
  const text = t(has(key) ? key : `web.home.length.${asked}.help`);
  return single ? `${t("web.home.length.match.one")} ${text}` : text;
}

/**
 * Who will be able to open the links, said before they are made: the page knows it from its own address.
 * @param {string} host
 */
export function reach(host) {
  if (/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)) {
    return h(
      "div",
      { class: "banner stack tight", id: "reach" },
      h("p", null, t("web.home.reach.here")),
      h("code", { class: "command" }, "python3 run.py serve --host 0.0.0.0"),
    );
  }
  const address = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])/;
  const name = /^[^.:]+$|\.(local|lan|home)$/;
  return address.test(host) || name.test(host)
    ? h("p", { class: "banner", id: "reach" }, t("web.home.reach.near", { host }))
    : null;
}

/** @param {Form} form */
export function rulebook({ wish, ready, changed }) {
  const help = h("p", { class: "help", id: "rulebook-help" });
  const say = () => {
    const key = `web.book.${wish.rulebook}.help`;
    help.textContent = has(key) ? t(key) : "";
  };
  say();
  return h(
    "div",
    { class: "field" },
    h("label", { for: "rulebook" }, t("web.home.rulebook")),
    h(
      "select",
      {
        id: "rulebook",
        "aria-describedby": "rulebook-help",
        onchange: (/** @type {Event} */ event) => {
          wish.rulebook = /** @type {HTMLSelectElement} */ (event.target).value;
          say();
          changed();
        },
      },
      ready.rulebooks.map(({ book }) =>
        h("option", { value: book, selected: book === wish.rulebook }, bookTitle(book, ready.rulebooks)),
      ),
    ),
    help,
  );
}

/** @param {Form} form */
export function myName(form) {
  return nameField(form, 0, t("web.home.name"));
}

/**
 * Everybody's name; in doubles any chair but the first may be a computer's.
 * @param {Form} form
 */
export function chairs(form) {
  const { wish } = form;
  return h(
    "div",
    { class: "home-chairs" },
    [
      [0, 1],
      [2, 3],
    ].map((side, k) =>
      h(
        "fieldset",
        { class: "field home-chairside" },
        h("legend", { class: wish.doubles ? "" : "sr" }, t(`web.home.side.${k}`)),
        side.filter((i) => seatsOf(wish).includes(i)).map((i) => seat(form, i)),
      ),
    ),
  );
}

/**
 * @param {Form} form
 * @param {number} i
 */
function seat(form, i) {
  const { wish, ready, changed, repaint } = form;
  if (!wish.doubles || i === 0)
    return nameField(form, i, t(i === 0 ? "web.home.name" : `web.home.chair.${wish.mode}`));
  const taken = wish.chairs[i]?.level ?? "";
  const pick = h(
    "select",
    {
      id: `seat-${i}`,
      "aria-label": t("web.home.who-sits", { chair: t(`web.home.seat.${i}`) }),
      onchange: () => {
        const chair = wish.chairs[i];
        if (chair) chair.level = pick.value;
        changed();
        repaint();
      },
    },
    h("option", { value: "", selected: !taken }, t(`web.home.person.${wish.mode}`)),
    ready.levels.map((level) =>
      h(
        "option",
        { value: level, selected: level === taken },
        t("web.home.computer-of", { level: levelTitle(level) }),
      ),
    ),
  );
  return h(
    "div",
    { class: "stack tight" },
    taken
      ? h("span", { class: "label" }, t(`web.home.seat.${i}`))
      : nameField(form, i, t(`web.home.seat.${i}`)),
    pick,
  );
}

/**
 * @param {Form} form
 * @param {number} i
 * @param {string} label
 */
function nameField({ wish, wrong, changed }, i, label) {
  const taken = wrong.includes(i);
  return h(
    "div",
    { class: "field" },
    h("label", { for: `name-${i}` }, label),
    h("input", {
      id: `name-${i}`,
      type: "text",
      value: wish.chairs[i]?.name ?? "",
      placeholder: usualName(wish, i),
      maxlength: LONGEST_NAME,
      autocomplete: i === 0 ? "nickname" : "off",
      spellcheck: "false",
      "aria-invalid": taken ? "true" : null,
      "aria-describedby": taken ? `wrong-${i}` : null,
      oninput: (/** @type {Event} */ event) => {
        const chair = wish.chairs[i];
        if (chair) chair.name = /** @type {HTMLInputElement} */ (event.target).value;
        changed();
      },
    }),
    taken && h("p", { class: "wrong", id: `wrong-${i}`, role: "alert" }, t("web.home.same-name")),
  );
}

/**
 * What few change: the trial boards and how fast the surface is.
 * @param {Form} form
 * @param {boolean} open
 */
export function more({ wish, changed }, open) {
  const profile = h(
    "select",
    {
      id: "profile",
      onchange: () => {
        wish.profile = PROFILES.find((each) => each === profile.value) ?? "club";
        changed();
      },
    },
    PROFILES.map((each) =>
      h("option", { value: each, selected: each === wish.profile }, t(`web.home.profile.${each}`)),
    ),
  );
  const trials = h("input", {
    type: "checkbox",
    id: "trials",
    checked: wish.trials,
    onchange: () => {
      wish.trials = trials.checked;
      changed();
    },
  });
  return h(
    "details",
    { class: "home-more", id: "more", open },
    h("summary", null, t("web.home.more")),
    h(
      "div",
      { class: "pairs" },
      h("div", { class: "field" }, h("label", { for: "profile" }, t("web.home.profile")), profile),
      h("label", { class: "check" }, trials, h("span", null, t("web.home.trials"))),
    ),
  );
}
