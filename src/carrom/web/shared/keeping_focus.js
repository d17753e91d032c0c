/** The focus stays where it is while a part of the page is painted anew. */

/**
 * Paints a part anew and gives the focus back to the control that had it.
 * @param {HTMLElement} host
 * @param {() => void} paint
 */
export function keepingFocus(host, paint) {
  const active = document.activeElement;
  const key = host.contains(active) ? active?.getAttribute("data-key") : null;
  paint();
  if (!key) return;
  const again = host.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
