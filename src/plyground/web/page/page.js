// What every view gets: the line to the server, what it offers, and the status line.
import { useEffect } from "preact/hooks";

/** @typedef {import("./messages.d.ts").Offer} Offer */
/** @typedef {import("./messages.d.ts").FromServer} FromServer */
/** @typedef {import("./routes.js").Address} Address */
/** @typedef {import("./routes.js").Place} Place */

/**
 * @typedef {object} Page
 * @property {Offer} offer
 * @property {Address} address
 * @property {Place | null} place The position that the views show, so that each leads to the others.
 * @property {(place: Place | null) => void} setPlace
 * @property {(kind: string, fields?: Record<string, unknown>) => void} ask
 * @property {(hear: (message: FromServer) => void) => () => void} listen
 * @property {(text: string) => void} say Show an error in the status line, until something is asked.
 * @property {(text: string) => void} tell Show how things stand in the status line.
 * @property {any} status The status line, which each view puts where it belongs.
 * @property {boolean} isOpen Whether there is a line to the server.
 */

/**
 * Hear what the server says, as long as the component is shown.
 * @param {Page} page
 * @param {(message: FromServer) => void} hear
 * @param {unknown[]} [inputs] What `hear` depends on.
 */
export function useMessages(page, hear, inputs = []) {
  useEffect(() => page.listen(hear), inputs);
}
