// Draws a search as an icicle on a canvas: boxes below each other, as wide as the number of nodes below
// them, with colours and patterns that tell why they ended.
import { REASON, moveName, valueText } from "./nodewords.js";
import {
  CUT_OFF, EXACT, FAIL_LOW, FUTILITY, LEAF, PV, QUIESCENCE, REDUCED, RE_SEARCH, SCOUT, STOPPED,
  TABLE_HIT, TERMINAL,
} from "./recorded.js";
import { countText } from "./text.js";

/** @typedef {import("./recorded.js").RecordedTree} RecordedTree */
/** @typedef {{ flag: boolean, code: number }} Filter Only nodes with a reason, or with a flag. */

/**
 * What is drawn, and how.
 * @typedef {object} Picture
 * @property {RecordedTree} tree
 * @property {number} root The node that the view goes no higher than.
 * @property {number} view The node that fills the width.
 * @property {number} scale How many nodes are as wide as the canvas.
 * @property {number} selected
 * @property {Uint8Array | null} cut Nodes that are hatched: another search never looked at them.
 * @property {Filter | null} filter
 * @property {string} rest What is said of the room on the right, if there is some.
 */

const LEAST = 2; // pixels: what is narrower is merged with what is beside it
const ROW = { least: 13, most: 34 };
export const HATCHED = STOPPED + 1;
const FADED = STOPPED + 2;
const MISSING = STOPPED + 3;
const KINDS = STOPPED + 4;

/** Fill, colour of text and pattern of each reason; the fills differ in lightness too. */
const LOOKS = /** @type {Record<number, { fill: [string, string], ink: [string, string], pattern: string }>} */ ({
  [CUT_OFF]: { fill: ["#e5762e", "#e5762e"], ink: ["#16100a", "#16100a"], pattern: "" },
  [EXACT]: { fill: ["#5cb3e8", "#5cb3e8"], ink: ["#0b1620", "#0b1620"], pattern: "" },
  [FAIL_LOW]: { fill: ["#e3d8b8", "#cfc29a"], ink: ["#1d1a10", "#1d1a10"], pattern: "steps" },
  [LEAF]: { fill: ["#c3c8d1", "#8d95a3"], ink: ["#14171c", "#0e1116"], pattern: "" },
  [TERMINAL]: { fill: ["#2c323d", "#f4f6fa"], ink: ["#ffffff", "#14171c"], pattern: "" },
  [TABLE_HIT]: { fill: ["#2aa784", "#2aa784"], ink: ["#06140f", "#06140f"], pattern: "dots" },
  [QUIESCENCE]: { fill: ["#cf86b2", "#cf86b2"], ink: ["#1a0d15", "#1a0d15"], pattern: "lines" },
  [FUTILITY]: { fill: ["#f1e04b", "#f1e04b"], ink: ["#1a1804", "#1a1804"], pattern: "bars" },
  [STOPPED]: { fill: ["#ffffff", "#565e6c"], ink: ["#14171c", "#ffffff"], pattern: "dots" },
  [HATCHED]: { fill: ["#f6f4ef", "#262b34"], ink: ["#3b414d", "#c6ccd8"], pattern: "hatch" },
  [MISSING]: { fill: ["#ffffff", "#20242c"], ink: ["#596070", "#a5adbb"], pattern: "dots" },
  [FADED]: { fill: ["#ebe8e1", "#2b303a"], ink: ["#6a7180", "#8f98a8"], pattern: "" },
});

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} name
 * @param {string} ink
 * @param {number} ratio
 */
function patternOf(context, name, ink, ratio) {
  const side = name === "hatch" ? 6 : 7;
  const tile = document.createElement("canvas");
  tile.width = tile.height = Math.round(side * ratio);
  const draw = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
  const scale = tile.width / side;
  draw.scale(scale, scale);
  draw.strokeStyle = draw.fillStyle = ink;
  draw.lineWidth = name === "hatch" ? 1.3 : 1;
  draw.beginPath();
  if (name === "hatch")
    for (const shift of [-side, 0, side]) {
      draw.moveTo(shift - 1, side + 1);
      draw.lineTo(shift + side + 1, -1);
    }
  else if (name === "lines") draw.rect(0, 3, side, 0.4);
  else if (name === "bars") draw.rect(3, 0, 0.4, side);
  else if (name === "dots") draw.rect(3, 3, 1, 1);
  else draw.rect(2, 3, 2, 0.4);
  draw.stroke();
  const made = /** @type {CanvasPattern} */ (context.createPattern(tile, "repeat"));
  made.setTransform(new DOMMatrix().scale(1 / scale));
  return made;
}

/** Draws icicles on one canvas; keeps what need not be made each time. */
export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    /** @type {Map<string, CanvasPattern>} */
    this.patterns = new Map();
    this.width = this.height = this.ratio = 0;
    this.rowHeight = ROW.most;
    this.dark = 0;
    this.mark = "#d4006a";
    this.page = "#fff";
    this.font = "12px sans-serif";
  }

  /** Fit the canvas to its place, with as many pixels as the screen has. */
  fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = devicePixelRatio || 1;
    const style = getComputedStyle(this.canvas);
    const dark = matchMedia("(prefers-color-scheme: dark)").matches ? 1 : 0;
    if (ratio !== this.ratio || dark !== this.dark) this.patterns.clear();
    if (width !== this.width || height !== this.height || ratio !== this.ratio) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    Object.assign(this, { width, height, ratio, dark });
    this.mark = style.getPropertyValue("accent-color");
    this.page = style.backgroundColor;
    this.font = `12px ${style.fontFamily}`;
  }

  /** @param {number} kind */
  look(kind) {
    const { fill, ink, pattern } = LOOKS[kind];
    return { fill: fill[this.dark], ink: ink[this.dark], pattern };
  }

  /**
   * A box of a kind, with its pattern where there is room.
   * @param {number} kind
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   */
  box(kind, left, top, width, height) {
    const { context } = this;
    const { fill, ink, pattern } = this.look(kind);
    context.fillStyle = fill;
    context.fillRect(left, top, width, height);
    if (!pattern || (width < 5 && kind !== HATCHED)) return;
    const key = `${kind}`;
    let made = this.patterns.get(key);
    if (!made) this.patterns.set(key, (made = patternOf(context, pattern, ink, this.ratio)));
    context.globalAlpha = kind === HATCHED ? 0.75 : 0.4;
    context.fillStyle = made;
    context.fillRect(left, top, width, height);
    context.globalAlpha = 1;
  }

  /**
   * The height of a row: all levels below the view should fit in.
   * @param {Picture} picture
   */
  row({ tree, view }) {
    let deepest = tree.levels[view];
    for (let node = view; node < tree.ends[view]; node++)
      if (tree.levels[node] > deepest) deepest = tree.levels[node];
    const rows = deepest - tree.levels[view] + 1;
    return Math.min(ROW.most, Math.max(ROW.least, Math.floor(this.height / rows)));
  }

  /**
   * Draw it all; returns the nodes that are wide enough for a name.
   * @param {Picture} picture
   */
  draw(picture) {
    const { context, width, height, ratio } = this;
    const { tree, view, scale, filter, cut } = picture;
    const row = (this.rowHeight = this.row(picture));
    const [perNode, first, top] = [width / scale, tree.starts[view], tree.levels[view]];
    const columns = Math.ceil(width / LEAST);
    const merged = new Float32Array((Math.ceil(height / row) + 2) * columns * KINDS);
    /** @type {number[]} */
    const named = [];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    for (let node = view; node < tree.ends[view]; node++) {
      const level = tree.levels[node] - top;
      if (level * row >= height) continue;
      const kind = cut?.[node] ? HATCHED : isFaded(tree, node, filter) ? FADED : tree.reasons[node];
      const left = (tree.starts[node] - first) * perNode;
      const wide = tree.sizes[node] * perNode;
      if (wide < LEAST) {
        const column = Math.min(columns - 1, Math.floor((left + wide / 2) / LEAST));
        merged[(level * columns + column) * KINDS + kind] += wide;
        const below = cut?.[node] ? HATCHED : MISSING;
        const room = tree.missing(node) ? tree.sizes[node] - tree.shown(node) : 0;
        merged[((level + 1) * columns + column) * KINDS + below] += room * perNode;
        continue;
      }
      const [from, to] = [crisp(left, ratio), crisp(left + wide, ratio)];
      const gap = wide > 5 ? 1 : 0;
      this.box(kind, from, level * row, to - from - gap, row - 1);
      this.marks(picture, node, kind, from, level * row, to - from - gap, row - 1);
      if (tree.missing(node)) this.missing(tree, node, kind, first, perNode, (level + 1) * row, row - 1);
      if (wide > 22) {
        named.push(node);
        this.label(tree, node, kind, from, level * row, to - from - gap, row - 1);
      }
    }
    this.mergedBoxes(merged, columns, row);
    this.rest(picture, tree.sizes[view] * perNode);
    this.selection(picture, row, perNode);
    return named;
  }

  /**
   * What is too narrow: each column of pixels has the colour of what most of it is.
   * @param {Float32Array} merged
   * @param {number} columns
   * @param {number} row
   */
  mergedBoxes(merged, columns, row) {
    const rows = merged.length / columns / KINDS;
    for (let level = 0; level < rows; level++) {
      let [begun, last] = [0, 0];
      for (let column = 0; column <= columns; column++) {
        let [most, kind, all] = [0, 0, 0];
        for (let at = 0; column < columns && at < KINDS; at++) {
          const share = merged[(level * columns + column) * KINDS + at];
          all += share;
          if (share > most) [most, kind] = [share, at];
        }
        if (all < LEAST / 4) kind = 0;
        if (kind === last) continue;
        if (last) this.box(last, begun * LEAST, level * row, (column - begun) * LEAST, row - 1);
        [begun, last] = [column, kind];
      }
    }
  }

  /**
   * The nodes below one that are not here, as one box: dotted, or hatched as it is.
   * @param {RecordedTree} tree
   * @param {number} node
   * @param {number} kind
   * @param {number} first
   * @param {number} perNode
   * @param {number} top
   * @param {number} height
   */
  missing(tree, node, kind, first, perNode, top, height) {
    const { context } = this;
    const left = (tree.starts[node] + tree.shown(node) - first) * perNode;
    const width = (tree.sizes[node] - tree.shown(node)) * perNode - 1;
    if (width < LEAST) return;
    this.box(kind === HATCHED ? HATCHED : MISSING, left, top, width, height);
    if (kind === HATCHED) return;
    const text = width > 180 ? `open ${countText(tree.missing(node))} more nodes` : width > 60 ? "open" : "";
    if (!text) return;
    context.font = this.font;
    context.textBaseline = "middle";
    context.fillStyle = this.look(MISSING).fill;
    context.fillRect(left + 1, top + height / 2 - 8, context.measureText(text).width + 6, 16);
    context.fillStyle = this.look(MISSING).ink;
    context.fillText(text, left + 4, top + height / 2 + 0.5);
  }

  /**
   * The room on the right, hatched: what this search left out of the other one.
   * @param {Picture} picture
   * @param {number} from
   */
  rest({ rest }, from) {
    const { context, width, height } = this;
    if (!rest || width - from < LEAST) return;
    this.box(HATCHED, from + 1, 0, width - from, height);
    context.font = `600 ${this.font}`;
    context.textBaseline = "middle";
    const wide = context.measureText(rest).width;
    if (wide + 20 > width - from) return;
    const middle = from + (width - from) / 2;
    context.fillStyle = this.look(HATCHED).fill;
    context.fillRect(middle - wide / 2 - 8, height / 2 - 13, wide + 16, 26);
    context.fillStyle = this.look(HATCHED).ink;
    context.fillText(rest, middle - wide / 2, height / 2 + 0.5);
  }

  /**
   * Flags are lines at the edge of a box.
   * @param {Picture} picture
   * @param {number} node
   * @param {number} kind
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   */
  marks({ tree }, node, kind, left, top, width, height) {
    const flags = tree.flags[node];
    if (kind >= HATCHED || !(flags & (SCOUT | RE_SEARCH | REDUCED | PV))) return;
    const { context } = this;
    context.fillStyle = this.look(kind).ink;
    if (flags & SCOUT && width > 3)
      for (let at = left; at < left + width; at += 5) context.fillRect(at, top, Math.min(2.5, left + width - at), 2);
    if (flags & RE_SEARCH) {
      context.fillRect(left, top, width, 1);
      context.fillRect(left, top + 2, width, 1);
    }
    if (flags & REDUCED && width > 3)
      for (let at = left; at < left + width; at += 5)
        context.fillRect(at, top + height - 2, Math.min(2.5, left + width - at), 2);
    if (flags & PV) {
      context.fillStyle = this.mark;
      context.fillRect(left, top + height - 3, width, 3);
    }
  }

  /**
   * @param {RecordedTree} tree
   * @param {number} node
   * @param {number} kind
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   */
  label(tree, node, kind, left, top, width, height) {
    const name = labelText(tree, node);
    if (!name) return;
    const { context } = this;
    context.font = this.font;
    context.textBaseline = "middle";
    const sign = kind >= HATCHED ? "" : REASON.get(tree.reasons[node])?.sign;
    const texts = [`${name} ${sign} ${valueText(tree, node)}`, `${name} ${sign}`, name];
    const fits = texts.find((text) => context.measureText(text).width < width - 6);
    if (!fits) return;
    if (kind === HATCHED) {
      const wide = context.measureText(fits).width;
      context.fillStyle = this.look(kind).fill;
      context.fillRect(left + 1, top + height / 2 - 7, wide + 5, 14);
    }
    context.fillStyle = this.look(kind).ink;
    context.fillText(fits, left + 3, top + height / 2 + 0.5);
  }

  /**
   * @param {Picture} picture
   * @param {number} row
   * @param {number} perNode
   */
  selection({ tree, view, selected }, row, perNode) {
    if (selected < view || selected >= tree.ends[view]) return;
    const left = (tree.starts[selected] - tree.starts[view]) * perNode;
    const width = Math.max(3, tree.sizes[selected] * perNode - 1);
    const top = (tree.levels[selected] - tree.levels[view]) * row;
    const { context } = this;
    context.lineWidth = 3;
    context.strokeStyle = this.mark;
    context.strokeRect(left + 1.5, top + 1.5, Math.max(0.5, width - 3), row - 4);
    context.lineWidth = 1;
    context.strokeStyle = this.page;
    if (width > 10) context.strokeRect(left + 3.5, top + 3.5, width - 7, row - 8);
  }

  /**
   * The node at a place of the canvas, or the one above it whose nodes below are not all here.
   * @param {Picture} picture
   * @param {number} x
   * @param {number} y
   */
  nodeAt({ tree, view, scale }, x, y) {
    const level = Math.floor(y / this.rowHeight);
    const at = tree.starts[view] + (x / this.width) * scale;
    let node = view;
    if (at >= tree.starts[view] + tree.sizes[view]) return null;
    for (let down = 1; down <= level; down++) {
      let next = -1;
      for (const child of tree.children(node))
        if (at >= tree.starts[child] && at < tree.starts[child] + tree.sizes[child]) next = child;
      if (next < 0) return tree.missing(node) && down === level ? { node, isMissing: true } : null;
      node = next;
    }
    return { node, isMissing: false };
  }
}

/**
 * @param {RecordedTree} tree
 * @param {number} node
 */
function labelText(tree, node) {
  if (tree.hasMove(node)) return tree.names.get(node)?.move ?? "";
  return moveName(tree, node);
}

/**
 * @param {RecordedTree} tree
 * @param {number} node
 * @param {Filter | null} filter
 */
function isFaded(tree, node, filter) {
  if (!filter) return false;
  return filter.flag ? !(tree.flags[node] & filter.code) : tree.reasons[node] !== filter.code;
}

/**
 * A place between pixels of the screen.
 * @param {number} place
 * @param {number} ratio
 */
function crisp(place, ratio) {
  return Math.round(place * ratio) / ratio;
}
