// A tree as a picture: an icicle, in which a node is as wide as what was spent on it, or nodes with
// lines between them. A table beside it says the same to who cannot see or point at it.
import { hierarchy, partition, tree } from "d3-hierarchy";
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";

/**
 * A node as it is drawn.
 * @typedef {object} Drawn
 * @property {number} parent Its parent's number; -1 for the first node.
 * @property {number} size What was spent on it.
 * @property {string} name The move that leads there.
 * @property {string} note What is written beside it, if there is room.
 * @property {string} mark What is written where there is no room for the name.
 * @property {string} title All that is known of it, in words.
 * @property {string} tone How it looks: a class.
 * @property {number} share How strongly, from 0 to 1.
 * @property {boolean} isMain Whether it is on the line that is marked.
 */

/** @typedef {{ n: number, children: Branch[] }} Branch */
/** @typedef {import("d3-hierarchy").HierarchyRectangularNode<Branch>} Rectangle */
/** @typedef {import("d3-hierarchy").HierarchyPointNode<Branch>} Point */

const ROWS = 12;
const ROW = 30;
const MAX_ROW = 52;
const MARGIN = 36;
const LINKED_WIDTH = 10; // of a picture, for each node
const LETTER = 7.5;
export const SHAPES = /** @type {const} */ (["icicle", "tree"]);

/**
 * @param {{ nodes: Drawn[], shape: string, label: string, choose: (n: number) => void }} props
 */
export function TreePicture({ nodes, shape, label, choose }) {
  const [box, width] = useWidth();
  const height = ROWS * ROW;
  /** @param {any} event */
  const pick = (event) => {
    const n = event.target.closest("[data-node]")?.getAttribute("data-node");
    if (n !== undefined && n !== null) choose(Number(n));
  };
  const draw = shape === "tree" ? linked : icicle;
  return html`<div class="tree-picture" ref=${box}>
    <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label} onClick=${pick}>
      ${nodes.length > 0 && draw(nodes, width, height)}
    </svg>
  </div>`;
}

/**
 * The width that there is for an element.
 * @returns {[any, number]}
 */
function useWidth() {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width, setWidth] = useState(320);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setWidth(Math.max(120, element.clientWidth)));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [box, width];
}

/**
 * The nodes below each other; of siblings, that of the marked line comes first, then the
 * one that most was spent on.
 * @param {Drawn[]} nodes
 */
function grown(nodes) {
  /** @type {Branch[]} */
  const branches = nodes.map((_, n) => ({ n, children: [] }));
  nodes.forEach(({ parent }, n) => branches[parent]?.children.push(branches[n]));
  /** @param {Branch} branch */
  const rank = ({ n }) => (nodes[n].isMain ? Infinity : nodes[n].size);
  for (const { children } of branches) children.sort((one, other) => rank(other) - rank(one));
  return hierarchy(branches[0]);
}

/**
 * @param {Drawn[]} nodes
 * @param {number} width
 * @param {number} height
 */
function icicle(nodes, width, height) {
  const top = grown(nodes);
  top.each((node) => Object.assign(node, { value: nodes[node.data.n].size }));
  const rows = top.height + 1;
  const high = Math.max(ROW, Math.min(MAX_ROW, Math.floor(height / rows)));
  /** @type {Rectangle} */
  const laid = partition().size([width, rows * high])(/** @type {any} */ (top));
  const seen = laid.descendants().filter((node) => node.y0 < height && node.x1 - node.x0 >= 1.5);
  return seen.map((node) => {
    const drawn = nodes[node.data.n];
    const wide = node.x1 - node.x0;
    const text = [`${drawn.name} ${drawn.note}`, drawn.name, drawn.mark].find((one) => one.length * LETTER + 6 < wide);
    return html`<g key=${node.data.n} data-node=${node.data.n} class=${`node ${drawn.tone} ${drawn.isMain ? "main-line" : ""}`}
      style=${`--share:${Math.round(100 * drawn.share)}%`}>
      <title>${drawn.title}</title>
      <rect x=${node.x0 + 0.5} y=${node.y0 + 0.5} width=${Math.max(1, wide - 1)} height=${high - 1} rx="3" />
      ${text && html`<text x=${node.x0 + wide / 2} y=${node.y0 + high / 2 + 5}>${text}</text>`}
    </g>`;
  });
}

/**
 * @param {Drawn[]} nodes
 * @param {number} width
 * @param {number} height
 */
function linked(nodes, width, height) {
  const top = grown(nodes.slice(0, Math.max(24, Math.round(width / LINKED_WIDTH))));
  const rows = Math.min(top.height, ROWS - 1) || 1;
  /** @type {Point} */
  const laid = tree().size([width - MARGIN, height - 2 * MARGIN])(/** @type {any} */ (top));
  const step = (height - 2 * MARGIN) / rows;
  const seen = laid.descendants().filter((node) => node.depth <= rows);
  /** @param {Point} node */
  const x = (node) => node.x + MARGIN / 2;
  /** @param {Point} node */
  const y = (node) => node.depth * step + MARGIN;
  const room = roomOf(seen);
  return html`${seen.slice(1).map((node) => {
    const above = /** @type {Point} */ (node.parent);
    const middle = (y(node) + y(above)) / 2;
    return html`<path key=${`line ${node.data.n}`} class=${`link ${nodes[node.data.n].isMain ? "main-line" : ""}`}
      d=${`M${x(above)},${y(above)}C${x(above)},${middle} ${x(node)},${middle} ${x(node)},${y(node)}`} />`;
  })}
  ${seen.map((node) => {
    const drawn = nodes[node.data.n];
    const space = room.get(node) ?? 0;
    const radius = Math.max(3.5, Math.min(15, 3 + 1.1 * Math.log2(1 + drawn.size) ** 0.9, space / 2 - 1));
    const isNamed = (space > drawn.name.length * LETTER || drawn.isMain);
    return html`<g key=${node.data.n} data-node=${node.data.n} class=${`node ${drawn.tone} ${drawn.isMain ? "main-line" : ""}`}
      style=${`--share:${Math.round(100 * drawn.share)}%`}>
      <title>${drawn.title}</title>
      <circle cx=${x(node)} cy=${y(node)} r=${radius} />
      <text class="beside" x=${x(node)} y=${y(node) - radius - 4}>${isNamed ? drawn.name : drawn.mark}</text>
      ${isNamed && space > drawn.note.length * LETTER && html`<text class="beside note" x=${x(node)} y=${y(node) + radius + 12}>${drawn.note}</text>`}
    </g>`;
  })}`;
}

/**
 * How far apart a node stands from its neighbours in the same row.
 * @param {Point[]} nodes
 */
function roomOf(nodes) {
  /** @type {Map<number, Point[]>} */
  const rows = new Map();
  for (const node of nodes) rows.set(node.depth, [...(rows.get(node.depth) ?? []), node]);
  const room = new Map();
  for (const row of rows.values()) {
    row.sort((one, other) => one.x - other.x);
    row.forEach((node, n) => {
      const gaps = [row[n - 1], row[n + 1]].filter(Boolean).map((other) => Math.abs(other.x - node.x));
      room.set(node, Math.min(200, ...gaps));
    });
  }
  return room;
}

/**
 * Which shape the picture has.
 * @param {{ shape: string, change: (shape: string) => void }} props
 */
export function ShapeChoice({ shape, change }) {
  return html`<div class="choice" role="group" aria-label="Shape of the picture">
    ${SHAPES.map((one) => html`<button key=${one} type="button" aria-pressed=${one === shape ? "true" : "false"}
      onClick=${() => change(one)}>${one}</button>`)}
  </div>`;
}

/**
 * The way from the root to the node in view; each step leads back to it.
 * @param {{ below: string[], go: (below: string[]) => void }} props
 */
export function Crumbs({ below, go }) {
  const steps = [[], ...below.map((_, n) => below.slice(0, n + 1))];
  return html`<nav class="way" aria-label="Where you are in the tree"><ol>
    ${steps.map((path, n) => html`<li key=${n}>
      <button type="button" aria-current=${n === below.length ? "location" : undefined}
        onClick=${() => go(path)}>${n ? path[n - 1] : "root"}</button>
    </li>`)}
  </ol></nav>`;
}
