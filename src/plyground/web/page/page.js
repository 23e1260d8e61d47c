// What every view gets: the line to the server, what it offers, and the status line.
import { useEffect, useState } from "preact/hooks";

/** @typedef {import("./messages.d.ts").Offer} Offer */
/** @typedef {import("./messages.d.ts").FromServer} FromServer */
/** @typedef {import("./routes.js").Address} Address */
/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").WorkState} WorkState */
/** @typedef {import("./messages.d.ts").Mark} Mark */
/** @typedef {import("./routes.js").Place} Place */

/**
 * @typedef {object} Page
 * @property {Offer} offer
 * @property {Address} address
 * @property {Place | null} place The position that the views show, so that each leads to the others.
 * @property {(place: Place | null) => void} setPlace
 * @property {(kind: string, fields?: Record<string, unknown>) => void} ask
 * @property {(kind: string, fields?: Record<string, unknown>) => void} query Ask in passing: an error stays.
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

/**
 * The board of a position, as the server shows it; the one before until a new one is there.
 * @param {Page} page
 * @param {Place | null} place
 * @param {string} name Each part of a view that shows a board has its own.
 * @param {{ marks?: Mark[], marked_ply?: number, is_turned?: boolean } | null} [how] Moves that are marked on
 *   the board, and whether it is seen from the other side.
 * @param {boolean} [isPassing] Whether it is asked in passing: an error stays.
 * @returns {BoardState | null}
 */
export function usePosition(page, place, name, how = null, isPassing = false) {
  const [state, setState] = useState(/** @type {BoardState | null} */ (null));
  useMessages(page, (message) => {
    if (message.kind === "position-shown" && message.name === name) setState(message.state);
  }, [name]);
  useEffect(() => {
    const ask = isPassing ? page.query : page.ask;
    if (page.isOpen && place) ask("show-position", { name, ...place, ...how });
  }, [page.isOpen, name, JSON.stringify([place, how])]);
  return state;
}

/**
 * What the engine does that works for a view.
 * @param {Page} page
 * @param {string} name
 * @returns {WorkState | null}
 */
export function useWork(page, name) {
  const [work, setWork] = useState(/** @type {WorkState | null} */ (null));
  useMessages(page, (message) => {
    if (message.kind === "work-state" && message.name === name) setWork(message);
  }, [name]);
  return work;
}
