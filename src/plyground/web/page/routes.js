// Addresses: which view is shown, of which position.
//
//   #new                       the form for a new game
//   #play/ID                   a game that is played
//   #GAME/MOVES/START          the analysis of a position; MOVES are joined by +, START may be left out
//   #VIEW/GAME/MOVES/START     another view of it: search, review and so on

/** @typedef {{ game: string, moves: string[], start: string | null }} Place */
/** @typedef {{ view: string, id: string, place: Place | null }} Address */

export const ANALYSE = "analyse";
const WITHOUT_PLACE = ["new", "play"];

/**
 * @param {string} hash
 * @param {string[]} views The views that there are.
 * @returns {Address}
 */
export function parseAddress(hash, views) {
  const words = hash.replace(/^#/, "").split("/");
  if (!words[0]) return { view: "new", id: "", place: null };
  if (WITHOUT_PLACE.includes(words[0])) return { view: words[0], id: words[1] ?? "", place: null };
  const view = views.includes(words[0]) ? /** @type {string} */ (words.shift()) : ANALYSE;
  const [game = "", moves = "", start = ""] = words;
  if (!game) return { view, id: "", place: null };
  const texts = moves.split(/\+|%20| /).filter(Boolean).map(decode);
  return { view, id: "", place: { game: decode(game), moves: texts, start: decode(start) || null } };
}

/**
 * The address of a view of a position.
 * @param {string} view
 * @param {Place} place
 */
export function addressOf(view, { game, moves, start }) {
  const words = [encodeURIComponent(game), moves.map(encodeURIComponent).join("+")];
  if (start) words.push(encodeURIComponent(start));
  return `#${(view === ANALYSE ? words : [view, ...words]).join("/")}`;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % that was typed by hand
  }
}
