// Games that this browser has seen: if a server is gone, they can be gone on with on another one.

/** @typedef {import("./messages.d.ts").GameState} GameState */
/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} server The server that had it.
 * @property {string} game
 * @property {number} moves
 * @property {boolean} isOver
 * @property {string | null} clock
 * @property {string} record The text of its file.
 */

const KEY = "plyground-games";
const MOST = 8;

/** @returns {Kept[]} The newest first. */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * @param {string} server
 * @param {GameState} state
 */
export function keep(server, state) {
  const { id, game, clock, moves, is_over: isOver } = state;
  const record = recordText(state);
  const game_now = { id, server, game, moves: moves.length, isOver, clock, record };
  store([game_now, ...all().filter((one) => one.id !== id)]);
}

/** @param {string} id */
export function forget(id) {
  store(all().filter((one) => one.id !== id));
}

/** @param {string} id */
export function keptGame(id) {
  return all().find((one) => one.id === id) ?? null;
}

/**
 * The last game that another server had, if it was not over.
 * @param {string} server
 */
export function unfinished(server) {
  return all().find((one) => one.server !== server && one.moves && !one.isOver) ?? null;
}

/** @param {Kept[]} games */
function store(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
  } catch {
    // no room: games are then only on their server
  }
}

/**
 * A game as its file, as `records/notation.py` reads it.
 * @param {GameState} state
 */
export function recordText({ game, seats, start, moves, is_over, winner, termination }) {
  const result = !is_over ? "unfinished" : winner === null ? "draw" : ["first", "second"][winner];
  const tags = {
    Game: game,
    First: seats[0].player,
    Second: seats[1].player,
    ...(start === null ? {} : { Position: start }),
    Result: result,
    ...(termination && termination !== "normal" ? { Termination: termination } : {}),
  };
  const head = Object.entries(tags).map(([name, text]) => `[${name} ${JSON.stringify(text)}]`);
  return [...head, "", [...moves.map(({ move }) => move), result].join(" "), ""].join("\n");
}
