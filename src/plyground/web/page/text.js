// Numbers and verdicts as people read them.

/** @typedef {import("./messages.d.ts").Line} Line */
/** @typedef {import("./messages.d.ts").Verdict} Verdict */
/** @typedef {import("./messages.d.ts").WorkState} WorkState */

/** @param {Verdict} verdict */
export function verdictText({ outcome, plies }) {
  const words = { win: "wins", loss: "loses", draw: "draw" }[outcome];
  return plies === null || outcome === "draw" ? words : `${words} in ${plies}`;
}

/**
 * What a line is worth to the side to move.
 * @param {Line} line
 */
export function scoreText({ score, verdict }) {
  return verdict ? verdictText(verdict) : `score ${score}`;
}

/** @param {number} count */
export function countText(count) {
  if (count < 10000) return String(count);
  return count < 1e6 ? `${Math.round(count / 1000)} k` : `${(count / 1e6).toFixed(1)} M`;
}

/**
 * Why there is nothing to see yet; empty when an engine thinks.
 * @param {WorkState | null} work
 */
export function workText(work) {
  if (work?.state === "waiting") return "waiting for a processor";
  if (work?.state === "compiling")
    return `compiling this game (once): kernel ${work.kernels}, ${Math.round(work.seconds)} s`;
  return "";
}

/**
 * The name of a game as a title: without the folder of its file, and without all of its paths.
 * @param {string} game The text that names it.
 */
export function gameTitle(game) {
  const board = /^paths:text=(\d+)((?:\.[\d-]+)*)/.exec(game);
  if (!board) return game.replace(/^[^:]*[/\\]/, "");
  const count = board[2].split(".").length - 1;
  return `paths (${board[1]} spaces, ${count} ${count === 1 ? "path" : "paths"})${game.slice(board[0].length)}`;
}

/** @param {number} count */
export function movesText(count) {
  return count === 1 ? "1 move" : `${count} moves`;
}
