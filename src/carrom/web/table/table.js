/** The screen /table/ROOM#TOKEN, and /table/ROOM#join=CODE, which is exchanged for it. */
import { ApiError } from "../api.js";
import { useStyle } from "../dom.js";
import { go, invitationIn } from "../nav.js";
import { TableScreen } from "./screen.js";

/**
 * @param {HTMLElement} root
 * @param {{ path: string[], hash: string }} params
 * @returns {Promise<() => void>}
 */
export async function show(root, { path, hash }) {
  const [, room] = path;
  if (!room) throw new ApiError("page/unknown");
  if (!hash) throw new ApiError("page/incomplete");
  const code = invitationIn(hash);
  if (code) {
    const { seatPath, takeSeat } = await import("../invitation.js");
    go(seatPath(await takeSeat(code)), { replace: true });
    return () => {};
  }
  await useStyle("/static/css/table.css");
  const screen = new TableScreen(root, { room, token: hash });
  return () => screen.destroy();
}
