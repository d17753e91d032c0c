/** Keeps the screen on while a match is umpired, where the browser allows it. */

/** @returns {() => void} lets it sleep again */
export function stayAwake() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let over = false;
  const ask = async () => {
    if (over || document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
      const given = await navigator.wakeLock.request("screen");
      if (over) void given.release();
      else lock = given;
    } catch {
      // An empty battery, or a page that is not secure: then the phone sleeps as it always does.
    }
  };
  const seen = () => void ask();
  document.addEventListener("visibilitychange", seen);
  void ask();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", seen);
    void lock?.release();
  };
}
