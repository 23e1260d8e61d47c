// Addresses: which view is shown, of which position.
//
//   #new                       the form for a new game
//   #play/ID                   a game that is played
//   #tournament/NAME/NUMBER    a tournament, and one of its games
//   #learning/NAME             a run of learning
//   #GAME/MOVES/START          the analysis of a position; MOVES are joined by +, START may be left out
//   #VIEW/GAME/MOVES/START     another view of it: search, review and so on

/** @typedef {{ game: string, moves: string[], start: string | null }} Place */
/** @typedef {{ view: string, id: string, part: string, place: Place | null }} Address */

export const ANALYSE = "analyse";
const WITHOUT_PLACE = ["new", "play", "tournament", "learning"];

/**
 * @param {string} hash
 * @param {string[]} views The views that there are.
 * @returns {Address}
 */
export function parseAddress(hash, views) {
  const words = hash.replace(/^#/, "").split("/");
  if (!words[0]) return { view: "new", id: "", part: "", place: null };
  if (WITHOUT_PLACE.includes(words[0]))
    return { view: words[0], id: decode(words[1] ?? ""), part: words[2] ?? "", place: null };
  const view = views.includes(words[0]) ? /** @type {string} */ (words.shift()) : ANALYSE;
  const [game = "", moves = "", start = ""] = words;
  if (!game) return { view, id: "", part: "", place: null };
  const texts = moves.split(/\+|%20| /).filter(Boolean).map(decode);
  return { view, id: "", part: "", place: { game: decode(game), moves: texts, start: decode(start) || null } };
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

/**
 * The address of a tournament, or of one of its games.
 * @param {string} name
 * @param {number} [number]
 */
export function tournamentAddress(name, number) {
  return `#tournament/${encodeURIComponent(name)}${number === undefined ? "" : `/${number}`}`;
}

/** @param {string} name */
export function learningAddress(name) {
  return `#learning/${encodeURIComponent(name)}`;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % that was typed by hand
  }
}
