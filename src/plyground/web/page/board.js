// The board: the server's picture, and over it a grid of squares to click, drag or walk on.
import { useRef, useState } from "preact/hooks";
import { click, neighbour, targets } from "./clicks.js";
import { html, pictureOf } from "./html.js";

/** @typedef {import("./messages.d.ts").BoardPicture} BoardPicture */
/** @typedef {import("./messages.d.ts").MoveMap} MoveMap */
/** @typedef {import("./messages.d.ts").Cell} Cell */

/**
 * What is shown: a game in progress, or a position that is looked at.
 * @typedef {{ board: BoardPicture, move_map: MoveMap | null, is_over: boolean, status: string }} Shown
 */

/**
 * @param {{ state: Shown, position: string, play: (move: string) => void,
 *           say: (text: string) => void, over?: (cell: Cell) => any }} props
 *   `position` tells one position from another: squares that were chosen are forgotten when it
 *   changes. `over` gives what is drawn over a square, such as a verdict.
 */
export function Board({ state, position, play, say, over }) {
  const { board, move_map: map } = state;
  const [chosen, setChosen] = useState({ position, squares: /** @type {number[]} */ ([]) });
  const clicked = chosen.position === position ? chosen.squares : [];
  const setClicked = (/** @type {number[]} */ squares) => setChosen({ position, squares });
  const [cursor, setCursor] = useState(/** @type {number | null} */ (null));
  const [pointed, setPointed] = useState(/** @type {number | null} */ (null));
  const dragged = useRef(/** @type {number | null} */ (null));
  const grid = useRef(/** @type {HTMLElement | null} */ (null));

  const words = html`<div class="unseen" aria-live="polite" aria-label="The board in words">
    ${board.words.map((row) => html`<p key=${row}>${row}</p>`)}
  </div>`;
  if (!board.svg)
    return html`<div class="board-text" role="region" aria-label="board" aria-live="polite" tabindex="0">
      ${board.text.split("\n").map((row) => html`<p key=${row}>${row || " "}</p>`)}
    </div>`;

  const next = targets(map, clicked);
  const isOpen = !clicked.length && 2 * next.size > board.cells.length;
  const near = new Set(pointed === null ? [] : (next.get(pointed) ?? []));
  const here = board.cells.some((cell) => cell.square === cursor) ? cursor : board.cells[0]?.square;

  /** @param {number} square */
  const choose = (square) => {
    if (!map) return say(state.is_over ? "The game is over." : "It is not your turn.");
    const { move, clicked: now } = click(map, clicked, square);
    setClicked(now);
    if (move !== null) play(move);
    else if (!now.length && !clicked.length) say(`No move begins there. ${state.status}.`);
  };

  /** @param {number} square */
  const walk = (square) => {
    setCursor(square);
    const cell = grid.current?.querySelector(`[data-square="${square}"]`);
    if (cell instanceof HTMLElement) cell.focus();
  };

  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (here === undefined || here === null) return;
    if (event.key.startsWith("Arrow")) walk(neighbour(board.cells, here, event.key, board));
    else if (event.key === "Enter" || event.key === " ") choose(here);
    else if (event.key === "Escape") setClicked([]);
    else return;
    event.preventDefault();
  };

  /** @param {PointerEvent} event */
  const squareAt = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const square = found?.closest("[data-square]")?.getAttribute("data-square");
    return square === null || square === undefined ? null : Number(square);
  };

  /** @param {PointerEvent} event */
  const press_pointer = (event) => {
    const square = squareAt(event);
    if (square === null || event.button) return;
    dragged.current = square;
    walk(square);
    event.preventDefault();
  };

  /** @param {PointerEvent} event */
  const release = (event) => {
    const [from, to] = [dragged.current, squareAt(event)];
    dragged.current = null;
    if (from === null || to === null) return;
    if (from === to) return choose(to);
    const begins = click(map, [], from);
    if (begins.move !== null || !begins.clicked.length) return choose(to);
    const ends = click(map, begins.clicked, to);
    setClicked([]);
    if (ends.move !== null) play(ends.move);
    else if (ends.clicked.length) setClicked(ends.clicked);
  };

  /** @param {Cell} cell */
  const square = (cell) => {
    const same = next.get(cell.square);
    const names = [
      "cell",
      clicked.includes(cell.square) && "chosen",
      same && (same.length === 1 || clicked.length) && "target",
      near.has(cell.square) && "near",
    ];
    return html`<div
      key=${cell.square}
      role="gridcell"
      class=${names.filter(Boolean).join(" ")}
      data-square=${cell.square}
      tabindex=${cell.square === here ? 0 : -1}
      aria-label=${cell.words}
      aria-selected=${clicked.includes(cell.square) ? "true" : undefined}
      style=${`left:${cell.left}%;top:${cell.top}%;width:${cell.width}%;height:${cell.height}%`}
      onFocus=${() => setCursor(cell.square)}
      onPointerEnter=${() => setPointed(cell.square)}
    >${over?.(cell)}</div>`;
  };

  const rows = Map.groupBy ? Map.groupBy(board.cells, (cell) => cell.row) : grouped(board.cells);
  return html`<div
    class=${`board ${board.layout} ${map ? "asked" : ""} ${isOpen ? "open" : ""}`}
    style=${`aspect-ratio:${board.width}/${board.height};--ratio:${board.width / board.height}`}
  >
    <img src=${pictureOf(board.svg)} alt="" draggable=${false} />
    <div
      role="grid"
      aria-label=${`board, ${state.status}`}
      class="cells"
      ref=${grid}
      onKeyDown=${press}
      onPointerDown=${press_pointer}
      onPointerUp=${release}
      onPointerLeave=${() => setPointed(null)}
    >
      ${[...rows].map(([row, cells]) => html`<div role="row" key=${row}>${cells.map(square)}</div>`)}
    </div>
    ${words}
  </div>`;
}

/**
 * @param {Cell[]} cells
 * @returns {Map<number, Cell[]>}
 */
function grouped(cells) {
  const rows = new Map();
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  return rows;
}
