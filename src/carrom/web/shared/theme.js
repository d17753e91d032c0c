/** The theme, settled before anything is painted: a plain script, since a module comes too late for that. */
(() => {
  const light = matchMedia("(prefers-color-scheme: light)");
  /** @type {string} */
  let chosen = "auto";
  try {
    chosen = JSON.parse(localStorage.getItem("carrom.theme") ?? '"auto"');
  } catch {
    // A browser that keeps nothing gets what the system says.
  }

  const paint = () => {
    const now = chosen === "light" || (chosen === "auto" && light.matches) ? "light" : "dark";
    document.documentElement.dataset.theme = now;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute("content", now === "light" ? "#fffaf0" : "#1a201a");
  };

  light.addEventListener("change", paint);
  document.addEventListener("theme-chosen", (event) => {
    chosen = /** @type {CustomEvent<string>} */ (event).detail;
    paint();
  });
  paint();
})();
