/** The umpire's own screens with all they may come to need: the network may go once the page is open. */
import { seatPath, takeSeat } from "../shared/invitation.js";
import { go, invitationIn } from "../shared/nav.js";
import { startScreen } from "./start.js";
import { leaveTable, tableScreen } from "./table.js";

export { openedClient } from "./table.js";

/**
 * @param {HTMLElement} root
 * @param {import("../shared/nav.js").Params} params
 */
export async function show(root, { path: [, token, part], hash }) {
  if (token) return tableScreen(root, token, part === "sheet" ? "sheet" : "desk");
  leaveTable();
  const code = invitationIn(hash);
  if (!code) return startScreen(root);
  const seat = await takeSeat(code);
  // The event that the link names is for the form of the match.
  return go(seatPath(seat) + (seat.umpire ? location.search : ""), { replace: true });
}
