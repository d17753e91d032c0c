/** The screen /table/ROOM#TOKEN. */
import { ApiError } from "../api.js";
import { useStyle } from "../dom.js";
import { TableScreen } from "./screen.js";

/**
 * @param {HTMLElement} root
 * @param {{ path: string[], hash: string }} params
 * @returns {Promise<() => void>}
 */
export async function show(root, { path, hash }) {
  const [, room] = path;
  const token = hash.replace(/^#/, "");
  if (!room) throw new ApiError("room/unknown");
  if (!token) throw new ApiError("room/token");
  await useStyle("/static/css/table.css");
  const screen = new TableScreen(root, { room, token });
  return () => screen.destroy();
}
