/** Theme and text size, settled before anything is painted: a plain script, since a module comes too late for that. */
(() => {
  const light = matchMedia("(prefers-color-scheme: light)");
  /** @param {string} name @param {string} first */
  const kept = (name, first) => {
    try {
      return JSON.parse(localStorage.getItem(`carrom.${name}`) ?? "null") ?? first;
    } catch {
      return first; // A browser that keeps nothing gets what the system says.
    }
  };
  let [theme, text] = [kept("theme", "auto"), kept("text", "normal")];

  const paint = () => {
    const now = theme === "light" || (theme === "auto" && light.matches) ? "light" : "dark";
    Object.assign(document.documentElement.dataset, { theme: now, text });
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute("content", now === "light" ? "#fffaf0" : "#1a201a");
  };

  light.addEventListener("change", paint);
  document.addEventListener("look-chosen", (event) => {
    ({ theme, text } = /** @type {CustomEvent<{ theme: string, text: string }>} */ (event).detail);
    paint();
  });
  paint();
})();
