// Which squares make which move: what a person has clicked so far, and what may come next.

/** @typedef {import("./messages.d.ts").MoveMap} MoveMap */
/** @typedef {import("./messages.d.ts").MoveSquares} MoveSquares */
/** @typedef {import("./messages.d.ts").Cell} Cell */

/**
 * The moves that begin with the squares that were clicked.
 * @param {MoveMap | null} map
 * @param {number[]} clicked
 * @returns {MoveSquares[]}
 */
export function begun(map, clicked) {
  return (map ? map.squares : []).filter(
    ({ steps }) =>
      clicked.length <= steps.length && clicked.every((square, n) => steps[n].includes(square)),
  );
}

/**
 * The squares that may be clicked next, each with the squares that would do as well.
 * @param {MoveMap | null} map
 * @param {number[]} clicked
 * @returns {Map<number, number[]>}
 */
export function targets(map, clicked) {
  const found = new Map();
  for (const { steps } of begun(map, clicked)) {
    const step = steps[clicked.length] ?? [];
    for (const square of step) if (!clicked.includes(square)) found.set(square, step);
  }
  return found;
}

/**
 * What a click does: it plays a move, or is one of the squares of a move, or begins anew.
 * @param {MoveMap | null} map
 * @param {number[]} clicked
 * @param {number} square
 * @returns {{ move: string | null, clicked: number[] }}
 */
export function click(map, clicked, square) {
  if (clicked.includes(square)) return { move: null, clicked: [] };
  const now = [...clicked, square];
  const left = begun(map, now);
  const whole = left.find(({ steps }) => steps.length === now.length);
  if (whole) return { move: whole.move, clicked: [] };
  if (left.length) return { move: null, clicked: now };
  return clicked.length ? click(map, [], square) : { move: null, clicked: [] };
}

/**
 * The nearest square in the direction of an arrow key, or the same one at the edge.
 * @param {Cell[]} cells
 * @param {number} square
 * @param {string} key
 * @param {{ width: number, height: number }} size
 * @returns {number}
 */
export function neighbour(cells, square, key, size) {
  const from = cells.find((cell) => cell.square === square);
  if (!from) return square;
  const [right, down] =
    /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    })[key];
  let best = square;
  let least = Infinity;
  for (const cell of cells) {
    const [x, y] = [middle(cell, size).x - middle(from, size).x, middle(cell, size).y - middle(from, size).y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    const distance = ahead + 2 * aside;
    if (ahead > 0.5 && aside <= ahead && distance < least) [best, least] = [cell.square, distance];
  }
  return best;
}

/**
 * @param {Cell} cell
 * @param {{ width: number, height: number }} size
 */
function middle(cell, size) {
  return {
    x: ((cell.left + cell.width / 2) * size.width) / 100,
    y: ((cell.top + cell.height / 2) * size.height) / 100,
  };
}
