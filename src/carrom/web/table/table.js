/** The screen /table/ROOM#TOKEN, and /table/ROOM#join=CODE, which is exchanged for it. */
import { ApiError } from "../shared/api.js";
import { useStyle } from "../shared/dom.js";
import { go, invitationIn } from "../shared/nav.js";
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
    const { seatPath, takeSeat } = await import("../shared/invitation.js");
    go(seatPath(await takeSeat(code)), { replace: true });
    return () => {};
  }
  await useStyle("/static/table/table.css");
  const screen = new TableScreen(root, { room, token: hash });
  return () => screen.destroy();
}
