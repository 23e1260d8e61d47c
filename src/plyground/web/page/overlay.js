// What is drawn over the squares of an analysis: verdicts, the best move, variations, and a position
// that is being set up.
import { html } from "./html.js";
import { marks, shortVerdict } from "./verdicts.js";
import { verdictText } from "./text.js";

/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").Cell} Cell */
/** @typedef {import("./messages.d.ts").PositionChecked} PositionChecked */
/** @typedef {import("./verdicts.js").Verdicts} Verdicts */
/** @typedef {(cell: Cell) => any} Over */

/**
 * @param {BoardState} state
 * @param {Verdicts} verdicts
 * @param {string | null} best The computer's move.
 * @param {string[]} variations Moves that the tree has here.
 * @returns {Over}
 */
export function overlay(state, verdicts, best, variations) {
  const written = marks(state, verdicts);
  const bestSquares = squaresOf(state, best === null ? [] : [best]);
  const treeSquares = squaresOf(state, variations);
  return (cell) => {
    const verdict = written.get(cell.square);
    const rings = [bestSquares.has(cell.square) && "best", treeSquares.has(cell.square) && "varies"].filter(Boolean);
    if (!verdict && !rings.length) return null;
    return html`<span class=${`over ${rings.join(" ")}`} aria-hidden="true">
      ${verdict && html`<span class=${`mark ${verdict.outcome}`} title=${verdictText(verdict)} data-text=${shortVerdict(verdict)}></span>`}
    </span>`;
  };
}

/**
 * The squares that tell moves: where each begins and ends, the first one of several that do.
 * @param {BoardState} state
 * @param {string[]} moves
 */
function squaresOf(state, moves) {
  const told = (state.move_map?.squares ?? []).filter(({ move }) => moves.includes(move));
  return new Set(told.flatMap(({ steps }) => steps.map((step) => Math.min(...step))));
}

/**
 * What a text says that the board does not show yet.
 * @param {string} text
 * @param {BoardState} state
 * @param {PositionChecked | null} checked
 * @returns {Over}
 */
export function draftOverlay(text, state, checked) {
  return (cell) => {
    const place = checked?.cells?.places[String(cell.square)];
    if (place === undefined || place >= text.length || text[place] === state.position[place]) return null;
    return html`<span class="over" aria-hidden="true"><span class="mark draft" data-text=${text[place]}></span></span>`;
  };
}

/**
 * A board on which every square can be clicked by itself.
 * @param {BoardState} state
 * @param {PositionChecked | null} checked
 * @returns {BoardState}
 */
export function settable(state, checked) {
  const places = Object.keys(checked?.cells?.places ?? {});
  const squares = places.map((square) => ({ move: square, steps: [[Number(square)]] }));
  return { ...state, move_map: { kind: "move-map", squares, buttons: [], variants: [] } };
}
