// A board in a notebook: click squares to move, step through the game, take moves back.
import { click, neighbour, targets } from "../web/page/clicks.js";

/** @typedef {import("../web/page/messages.d.ts").MoveMap} MoveMap */
/** @typedef {import("../web/page/messages.d.ts").Cell} Cell */

/**
 * What the game's side of the widget shows.
 * @typedef {{ svg: string, text: string, width: number, height: number, cells: Cell[],
 *             words: string[] }} Board
 * @typedef {{ name: string, moves: string[], ply: number, status: string, message: string,
 *             thinks: boolean, can_undo: boolean, can_redo: boolean, move_map: MoveMap | null,
 *             board: Board }} State
 */

/**
 * What a notebook gives a widget.
 * @typedef {{ get: (name: string) => any, set: (name: string, value: any) => void,
 *             on: (event: string, heard: () => void) => void,
 *             off: (event: string, heard: () => void) => void, save_changes: () => void }} Model
 */

/**
 * An element with attributes and what is in it. No text is ever taken for markup.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
function made(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * @param {string} label
 * @param {string} title
 * @param {boolean} isEnabled
 * @param {() => void} act
 */
function button(label, title, isEnabled, act) {
  const element = made("button", { type: "button", title, "aria-label": title }, label);
  element.toggleAttribute("disabled", !isEnabled);
  element.addEventListener("click", act);
  return element;
}

/** One view of a widget. */
class View {
  /**
   * @param {Model} model
   * @param {HTMLElement} root
   */
  constructor(model, root) {
    this.model = model;
    this.root = root;
    /** @type {number[]} The squares of a move that were clicked so far. */
    this.clicked = [];
    /** @type {number | null} Where the keys are. */
    this.cursor = null;
    /** Which kind of move is made, where there are several. */
    this.variant = 0;
  }

  /** @returns {State} */
  get state() {
    return this.model.get("state");
  }

  /** The moves that squares make now. */
  get map() {
    const map = this.state.move_map;
    const squares = map?.variants[this.variant]?.squares;
    return map && squares ? { ...map, squares } : map;
  }

  /** @param {Record<string, any>} what */
  ask(what) {
    const number = (this.model.get("asked").number ?? 0) + 1;
    this.model.set("asked", { ...what, number });
    this.model.save_changes();
  }

  /** The state is another one: what was clicked before is forgotten. */
  change() {
    this.clicked = [];
    this.variant = 0;
    this.draw();
  }

  draw() {
    const focused = this.root.contains(document.activeElement)
      ? (document.activeElement?.getAttribute("data-key") ?? null)
      : null;
    this.root.replaceChildren(this.board(), this.words(), ...this.choices(), this.controls(), this.moves());
    if (focused) /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  board() {
    const { board, status, name } = this.state;
    if (!board.svg) return made("pre", { class: "pg-text", tabindex: "0", role: "region", "aria-label": "board" }, board.text);
    const picture = made("img", { alt: "", draggable: "false", src: `data:image/svg+xml,${encodeURIComponent(board.svg)}` });
    const grid = made("div", { role: "grid", class: "pg-cells", "aria-label": `${name}, ${status}` });
    const next = targets(this.map, this.clicked);
    /** @type {Map<number, HTMLElement>} */
    const rows = new Map();
    for (const cell of board.cells) {
      const row = rows.get(cell.row) ?? made("div", { role: "row" });
      rows.set(cell.row, row);
      row.append(this.cell(cell, next));
    }
    grid.append(...rows.values());
    grid.addEventListener("keydown", (event) => this.press(event));
    const frame = made("div", { class: "pg-board" }, picture, grid);
    frame.style.aspectRatio = `${board.width}/${board.height}`;
    frame.style.maxWidth = `min(${2 * board.width}px, 30rem)`;
    return frame;
  }

  /**
   * @param {Cell} cell
   * @param {Map<number, number[]>} next
   */
  cell(cell, next) {
    const here = this.cursor ?? this.state.board.cells[0].square;
    const isChosen = this.clicked.includes(cell.square);
    const names = ["pg-cell", isChosen && "pg-chosen", next.has(cell.square) && "pg-target"];
    const element = made("div", {
      role: "gridcell",
      class: names.filter(Boolean).join(" "),
      "data-square": String(cell.square),
      "data-key": `square ${cell.square}`,
      "aria-label": cell.words,
      tabindex: cell.square === here ? "0" : "-1",
    });
    if (isChosen) element.setAttribute("aria-selected", "true");
    const { left, top, width, height } = cell;
    Object.assign(element.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    element.addEventListener("click", () => this.choose(cell.square));
    for (const [event, isNear] of /** @type {const} */ ([["pointerenter", true], ["pointerleave", false]]))
      element.addEventListener(event, () => this.mark(next.get(cell.square) ?? [], isNear));
    return element;
  }

  /**
   * Show that each of these squares would do.
   * @param {number[]} squares
   * @param {boolean} isNear
   */
  mark(squares, isNear) {
    for (const square of squares)
      this.root.querySelector(`[data-square="${square}"]`)?.classList.toggle("pg-near", isNear);
  }

  /** @param {number} square */
  choose(square) {
    this.cursor = square;
    const { move, clicked } = click(this.map, this.clicked, square);
    this.clicked = clicked;
    if (move !== null) this.play(move);
    else this.draw();
  }

  /** @param {string} move */
  play(move) {
    this.ask({ do: "play", move, ply: this.state.ply });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { board } = this.state;
    const here = this.cursor ?? board.cells[0].square;
    if (event.key.startsWith("Arrow")) {
      this.cursor = neighbour(board.cells, here, event.key, board);
      this.draw();
      /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-square="${this.cursor}"]`))?.focus();
    } else if (event.key === "Enter" || event.key === " ") this.choose(here);
    else if (event.key === "Escape") {
      this.clicked = [];
      this.draw();
    } else return;
    event.preventDefault();
    event.stopPropagation(); // a notebook has keys of its own
  }

  words() {
    const { status, message, thinks, board } = this.state;
    return made(
      "div",
      {},
      made("p", { role: "status", class: "pg-status" }, thinks ? `${status}, thinking …` : status),
      made("p", { class: "pg-message", role: "alert" }, message),
      made("div", { class: "pg-unseen", role: "group", "aria-label": "The board in words" }, ...board.words.map((row) => made("p", {}, row))),
    );
  }

  controls() {
    const { ply, moves, can_undo, can_redo } = this.state;
    /** @type {(label: string, title: string, isEnabled: boolean, act: () => void) => HTMLElement} */
    const keyed = (label, title, isEnabled, act) => {
      const element = button(label, title, isEnabled, act);
      element.setAttribute("data-key", title);
      return element;
    };
    const go = (/** @type {number} */ to) => () => this.ask({ do: "go", ply: to });
    return made(
      "div",
      { class: "pg-controls", role: "group", "aria-label": "Game" },
      keyed("|◀", "First position", ply > 0, go(0)),
      keyed("◀", "One move back", ply > 0, go(ply - 1)),
      made("span", { class: "pg-ply" }, `${ply} / ${moves.length}`),
      keyed("▶", "One move on", ply < moves.length, go(ply + 1)),
      keyed("▶|", "Last position", ply < moves.length, go(moves.length)),
      keyed("Take back", "Take back", can_undo, () => this.ask({ do: "undo" })),
      keyed("Play again", "Play again", can_redo, () => this.ask({ do: "redo" })),
    );
  }

  /** What to choose besides squares: kinds of moves, and moves without squares. */
  choices() {
    const children = [...this.kinds(), ...this.others()];
    const attributes = { class: "pg-controls", role: "group", "aria-label": "Moves to choose" };
    return children.length ? [made("div", attributes, ...children)] : [];
  }

  /** The kinds of moves that the same squares make. */
  kinds() {
    return (this.state.move_map?.variants ?? []).map(({ name, squares }, number) => {
      const element = button(name, name, squares.length > 0, () => {
        this.variant = number;
        this.clicked = [];
        this.draw();
      });
      element.setAttribute("aria-pressed", String(number === this.variant));
      element.setAttribute("data-key", `kind ${name}`);
      return element;
    });
  }

  /** The moves that no squares show. */
  others() {
    const map = this.state.move_map;
    const added = new Set(map?.variants.slice(1).flatMap(({ squares }) => squares.map(({ move }) => move)));
    const left = (map?.buttons ?? []).filter((move) => !added.has(move));
    return left.map((move) => button(move, `Play ${move}`, true, () => this.play(move)));
  }

  moves() {
    const { moves, ply } = this.state;
    const list = made("ol", { class: "pg-moves", "aria-label": "Moves" });
    moves.forEach((move, n) => {
      const element = button(move, `After move ${n + 1}, ${move}`, true, () => this.ask({ do: "go", ply: n + 1 }));
      element.setAttribute("data-key", `move ${n + 1}`);
      if (n + 1 === ply) element.setAttribute("aria-current", "true");
      list.append(made("li", {}, element));
    });
    return list;
  }
}

/** @param {{ model: Model, el: HTMLElement }} given */
function render({ model, el }) {
  const root = made("div", { class: "pg-widget" });
  el.append(root);
  const view = new View(model, root);
  const change = () => view.change();
  model.on("change:state", change);
  view.draw();
  return () => model.off("change:state", change);
}

export default { render };
