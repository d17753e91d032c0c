/** The umpire's own screens with all they may come to need: the network may go once the page is open. */
export { openLaw } from "../laws/dialog.js";
export { startScreen } from "./start.js";
export { leaveTable, opened, tableScreen } from "./table.js";
