"use strict";
(() => {
  const told = JSON.parse(document.getElementById("trace").textContent);
  const element = (id) => document.getElementById(id);
  const [play, scrubber, clock, speed, paths] = ["play", "time", "clock", "speed", "paths"].map(element);
  const entries = [...document.querySelectorAll("li[data-time]")];
  const contacts = [...document.querySelectorAll("#paths-drawn [data-time]")].map((mark) => ({
    mark,
    when: Number(mark.dataset.time),
  }));
  const list = element("events");
  const drawn = told.pieces.map((_, i) => ({
    body: element(`piece-${i}`),
    shadow: element(`shadow-${i}`),
    mark: document.querySelector(`#piece-${i} .mark`),
    edge: document.querySelector(`#piece-${i} .net-edge`),
    halo: element(`halo-${i}`),
    ways: [...document.querySelectorAll(`#paths-drawn [data-piece="${i}"]`)],
  }));

  // A segment is [time, x, y, vx, vy, slowing, spin, spin's slowing], in metres and seconds.
  const slid = ([t0, , , vx, vy, a], t) => {
    const v = Math.hypot(vx, vy);
    if (v === 0) return [0, 0];
    let tau = Math.max(t - t0, 0);
    if (a > 0) tau = Math.min(tau, v / a);
    return [tau, tau - (a * tau * tau) / (2 * v)];
  };
  const turned = (segment, t) => {
    const [tau] = slid(segment, t);
    return segment[6] * tau - (segment[7] * tau * tau) / 2;
  };
  // How far each piece has turned when a segment begins.
  const angles = told.pieces.map(({ flight }) => {
    let angle = 0;
    return flight.map((segment, i) => {
      const before = angle;
      if (i + 1 < flight.length) angle += turned(segment, flight[i + 1][0]);
      return before;
    });
  });

  /** Where a piece is, in metres, and how far it has turned; the closed form, so any time can be asked. */
  function at(i, t) {
    const { flight, start, rest } = told.pieces[i];
    let now = flight.length - 1;
    while (now >= 0 && flight[now][0] > t) now -= 1;
    if (now < 0) return [...start, 0];
    const angle = angles[i][now] + turned(flight[now], t);
    if (t >= told.duration && rest) return [...rest, angle];
    const [, k] = slid(flight[now], t);
    return [flight[now][1] + flight[now][3] * k, flight[now][2] + flight[now][4] * k, angle];
  }

  /** What is drawn of a piece at a time: place, turning, size, and how far it has sunk into a net. */
  function look(i, t) {
    const { fall } = told.pieces[i];
    if (!fall || t < fall.time) return [...at(i, t), 1, 0];
    const [x, y, angle] = at(i, fall.time);
    const sunk = Math.min((t - fall.time) / told.sinking, 1);
    const [nx, ny] = fall.net;
    return [x + (nx - x) * sunk, y + (ny - y) * sunk, angle, 1 - (1 - fall.size) * sunk, sunk];
  }

  // told.right is the board's own x axis as the seat sees it.
  const [c, minusS] = told.right;
  const s = -minusS;
  const seen = ([x, y]) => [1000 * (c * x + s * y), -1000 * (c * y - s * x)];

  /** The corners of a piece's way so far, in millimetres as seen: where each flight began, then where it is. */
  function way(i, t) {
    const { flight, fall } = told.pieces[i];
    const until = fall ? Math.min(t, fall.time) : t;
    const corners = flight.filter(([begins]) => begins <= until).map(([, x, y]) => seen([x, y]));
    return corners.length ? [...corners, seen(at(i, until))] : [];
  }

  const end = told.end;
  const seconds = new Intl.NumberFormat(document.documentElement.lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  // The clock and its knob go from 0 to the duration; until `end` only the last piece to fall still sinks.
  let time = 0;
  let current = -1;
  let started = null; // when, on the browser's clock, time 0 was or would have been

  function draw() {
    drawn.forEach(({ body, shadow, mark, edge, halo, ways }, i) => {
      const [x, y, angle, size, sunk] = look(i, time);
      const place = `translate(${seen([x, y]).join(" ")}) scale(${size})`;
      for (const part of [body, shadow, halo]) part.setAttribute("transform", place);
      shadow.setAttribute("opacity", 1 - sunk);
      if (edge) edge.setAttribute("opacity", sunk);
      mark.setAttribute("transform", `rotate(${(-180 / Math.PI) * angle})`);
      if (!paths.checked || !ways.length) return;
      const points = way(i, time).join(" ");
      for (const line of ways) line.setAttribute("points", points);
    });
    for (const { mark, when } of contacts) mark.style.display = when <= time ? "" : "none";
    const shows = Math.min(time, told.duration);
    scrubber.value = shows;
    const shown = `${seconds.format(shows)} / ${seconds.format(told.duration)} s`;
    clock.textContent = shown;
    scrubber.setAttribute("aria-valuetext", shown);
    follow();
  }

  function follow() {
    let last = -1;
    entries.forEach((entry, i) => {
      if (Number(entry.dataset.time) <= time + 1e-9) last = i;
    });
    if (last === current) return;
    current = last;
    entries.forEach((entry, i) => {
      entry.classList.toggle("passed", i < last);
      if (i === last) entry.setAttribute("aria-current", "true");
      else entry.removeAttribute("aria-current");
    });
    // Only the list scrolls, never the page under somebody's finger.
    if (last >= 0) list.scrollTop = entries[last].offsetTop - list.clientHeight / 2;
  }

  const rate = () => Number(speed.value);
  function seek(to) {
    // The end of the slider shows the pieces at rest, not a coin about to sink. The tolerance is needed because a
    // slider rounds its own maximum.
    time = to >= told.duration - 1e-9 ? end : Math.max(to, 0);
    if (started !== null) started = performance.now() - (1000 * time) / rate();
    draw();
  }
  function tick(now) {
    if (started === null) return;
    time = Math.min(Math.max(((now - started) / 1000) * rate(), 0), end);
    draw();
    if (time >= end) pause();
    else requestAnimationFrame(tick);
  }
  function name(button, text) {
    button.textContent = text;
    button.setAttribute("aria-pressed", String(started !== null));
  }
  // The pieces of the line that is pointed at, or else of the one that was chosen last.
  let chosen = null;
  let pointed = null;
  function light() {
    const entry = pointed ?? chosen;
    const lit = entry ? entry.dataset.pieces.split(" ") : [];
    drawn.forEach(({ halo }, i) => halo.classList.toggle("lit", lit.includes(String(i))));
    entries.forEach((each) => each.classList.toggle("lit", each === entry));
  }

  function run() {
    chosen = null;
    light();
    if (time >= end) time = 0;
    started = performance.now() - (1000 * time) / rate();
    name(play, told.words.pause);
    requestAnimationFrame(tick);
  }
  function pause() {
    started = null;
    name(play, told.words.play);
  }
  const toggle = () => (started === null ? run() : pause());

  function faster(by) {
    const to = Math.min(Math.max(speed.selectedIndex + by, 0), speed.options.length - 1);
    speed.selectedIndex = to;
    seek(time);
  }

  play.addEventListener("click", toggle);
  scrubber.addEventListener("input", () => seek(Number(scrubber.value)));
  speed.addEventListener("change", () => seek(time));
  paths.addEventListener("change", () => {
    element("paths-drawn").style.display = paths.checked ? "" : "none";
    element("legend").hidden = !paths.checked;
    draw();
  });
  entries.forEach((entry) => {
    const button = entry.querySelector("button");
    const point = (on) => () => {
      pointed = on ? entry : null;
      light();
    };
    button.addEventListener("click", () => {
      pause();
      chosen = entry;
      light();
      seek(Number(entry.dataset.time));
    });
    for (const [happens, on] of [["pointerenter", true], ["pointerleave", false], ["focus", true], ["blur", false]]) {
      button.addEventListener(happens, point(on));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const own = event.target.closest("button, select, input[type=checkbox]");
    // A control that has the focus keeps the keys it needs itself.
    if (own && (event.key === " " || own === speed)) return;
    const step = event.shiftKey ? 0.2 : 0.02;
    const keys = {
      " ": toggle,
      ArrowLeft: () => seek(Math.min(time, told.duration) - step),
      ArrowRight: () => seek(time + step),
      ArrowUp: () => (event.target === scrubber ? seek(time + step) : faster(1)),
      ArrowDown: () => (event.target === scrubber ? seek(Math.min(time, told.duration) - step) : faster(-1)),
      Home: () => seek(0),
      End: () => seek(end),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });

  paths.dispatchEvent(new Event("change"));
  // For tests and for other scripts: the same at any time.
  window.carrom = { at, look, way, seek, pause, run };
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) run();
  else pause();
})();
