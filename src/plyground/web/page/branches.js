// The part of a search around one node as a tree of moves: the way to it, its moves and their answers.
import { hierarchy, tree as layout } from "d3-hierarchy";
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { MARKS, REASON, cutMoves, moveName, valueText, windowText } from "./nodewords.js";
import { PV, REDUCED, RE_SEARCH } from "./recorded.js";
import { countText } from "./text.js";

/** @typedef {import("./recorded.js").RecordedTree} RecordedTree */

/**
 * A node of the search, or a remark: moves that are folded, cut or not kept.
 * @typedef {{ node: number, remark?: "folded" | "cut" | "missing", count?: number, children?: Branch[] }} Branch
 */

const ROW = 25;
const COLUMN = 172;
const BOX = { width: 150, height: 21 };
const LETTERS = 18; // as many fit into a box
const MARGIN = 10;
const ROWS = 28;
const SIBLINGS = 8;
const MOST = 60;

/**
 * @param {{ tree: RecordedTree, root: number, selected: number, version: number,
 *           select: (node: number) => void, open: (node: number) => void,
 *           press: (event: KeyboardEvent) => void, want: (nodes: number[]) => void }} props
 *   `root` is where the tree begins; `open` goes deeper; `version` changes when more names are known.
 */
export function Branches({ tree, root, selected, version, select, open, press, want }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [unfolded, setUnfolded] = useState(-1);
  const top = branchesOf(tree, root, selected, unfolded);
  const laid = layout().nodeSize([ROW, COLUMN]).separation(() => 1)(/** @type {any} */ (hierarchy(top)));
  const points = /** @type {import("d3-hierarchy").HierarchyPointNode<Branch>[]} */ (laid.descendants());
  const [least, most] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const width = Math.max(...points.map(({ y }) => y)) + BOX.width + 2 * MARGIN;
  const height = most - least + BOX.height + 2 * MARGIN;
  const here = points.find(({ data }) => data.node === selected && !data.remark);

  useEffect(() => {
    want(points.filter(({ data }) => !data.remark && tree.hasMove(data.node)).map(({ data }) => data.node));
  }, [tree, selected, unfolded]);
  useEffect(() => setUnfolded(-1), [tree, selected]);
  useEffect(() => {
    const box = place.current;
    if (!box || !here) return;
    box.scrollTop = here.x - least + MARGIN - box.clientHeight / 2 + BOX.height / 2;
    box.scrollLeft = here.y - Math.max(0, Math.min(COLUMN, box.clientWidth - 2 * COLUMN));
    const item = box.querySelector('[aria-selected="true"]');
    if (box.contains(document.activeElement) && item instanceof SVGElement) item.focus({ preventScroll: true });
  }, [tree, selected, width]);

  /** @param {import("d3-hierarchy").HierarchyPointNode<Branch>} point */
  const link = ({ parent, x, y, data }) => {
    if (!parent) return null;
    const [from, to, middle] = [parent.y + BOX.width, y, y - (COLUMN - BOX.width) / 2];
    const [high, low] = [parent.x - least + BOX.height / 2, x - least + BOX.height / 2];
    const isBest = !data.remark && tree.flags[data.node] & PV;
    return html`<path class=${isBest ? "twig best" : "twig"} d=${`M${from},${high}C${middle},${high} ${middle},${low} ${to},${low}`} />`;
  };

  return html`<div class="move-tree" ref=${place}>
    <svg width=${width} height=${height} role="tree" aria-label="Moves around the selected node" onKeyDown=${press}>
      <g transform=${`translate(${MARGIN},${MARGIN})`} role="presentation">
        <g role="presentation" aria-hidden="true">${points.map(link)}</g>
        ${points.map((point) => html`<${Box} key=${`${point.data.node} ${point.data.remark}`} tree=${tree} branch=${point.data}
          level=${point.depth + 1} x=${point.y} y=${point.x - least} isSelected=${point === here}
          select=${select} open=${open} unfold=${setUnfolded} version=${version} />`)}
      </g>
    </svg>
  </div>`;
}

/**
 * @param {{ tree: RecordedTree, branch: Branch, level: number, x: number, y: number, isSelected: boolean,
 *           select: (node: number) => void, open: (node: number) => void, unfold: (node: number) => void }} props
 */
function Box({ tree, branch, level, x, y, isSelected, select, open, unfold }) {
  const { node, remark } = branch;
  if (remark) {
    const count = countText(branch.count ?? 0);
    const text = { folded: `+${count} more`, cut: `✂ ${count} never looked at`, missing: `+${count} nodes: open` }[remark];
    const act = { folded: () => unfold(node), cut: () => select(node), missing: () => open(node) }[remark];
    return html`<g class=${`branch ${remark}`} role="treeitem" aria-level=${level} aria-selected="false"
      tabindex="-1" transform=${`translate(${x},${y})`} onClick=${act}>
      <rect width=${BOX.width} height=${BOX.height} rx="4" /><text x="8" y="15">${text}</text>
    </g>`;
  }
  const isBest = tree.flags[node] & PV;
  const sign = REASON.get(tree.reasons[node])?.sign;
  const again = MARKS.filter(({ code }) => (code & (RE_SEARCH | REDUCED)) & tree.flags[node]).map((mark) => mark.sign).join("");
  const window = windowText(tree, node);
  const hasRoom = moveName(tree, node).length + again.length + valueText(tree, node).length + window.length <= LETTERS;
  return html`<g class=${`branch ${isSelected ? "chosen" : ""} ${isBest ? "best" : ""}`} role="treeitem" aria-level=${level}
    aria-selected=${isSelected ? "true" : "false"} tabindex=${isSelected ? 0 : -1}
    data-node=${node} transform=${`translate(${x},${y})`} onClick=${() => select(node)} onDblClick=${() => open(node)}>
    <rect width=${BOX.width} height=${BOX.height} rx="4" />
    <rect class=${`reason r${tree.reasons[node]}`} width="16" height=${BOX.height} rx="4" />
    <text class="sign" x="8" y="15" aria-hidden="true">${sign}</text>
    <text x="21" y="15"><tspan class="move">${moveName(tree, node)}</tspan>${again} ${valueText(tree, node)}</text>
    ${hasRoom && html`<text class="window" x=${BOX.width - 5} y="15">${window}</text>`}
  </g>`;
}

/**
 * The way from the root to the selected node, the moves beside it, its own, and some answers to each.
 * @param {RecordedTree} tree
 * @param {number} root
 * @param {number} selected
 * @param {number} unfolded The node of which more moves are shown.
 * @returns {Branch}
 */
function branchesOf(tree, root, selected, unfolded) {
  const own = [...tree.children(selected)];
  const answers = Math.max(1, Math.floor(ROWS / Math.max(1, own.length)) - 1);
  /** @param {number} node @param {number} most @param {number} [needed] @returns {Branch[]} */
  const some = (node, most, needed) => {
    const all = [...tree.children(node)];
    const kept = largest(tree, all, node === unfolded ? MOST : most, needed);
    /** @type {Branch[]} */
    const found = kept.map((child) => ({ node: child }));
    if (kept.length < all.length) found.push({ node, remark: "folded", count: all.length - kept.length });
    const cut = cutMoves(tree, node);
    if (cut) found.push({ node, remark: "cut", count: cut });
    if (tree.missing(node)) found.push({ node, remark: "missing", count: tree.missing(node) });
    return found;
  };
  const moves = some(selected, ROWS / 2).map((branch) => {
    const children = branch.remark ? [] : some(branch.node, answers);
    return children.length ? { ...branch, children } : branch;
  });
  /** @type {Branch} */
  let branch = { node: selected, ...(moves.length ? { children: moves } : {}) };
  const way = tree.way(selected);
  for (const node of way.slice(Math.max(0, way.indexOf(root)), -1).reverse()) {
    const beside = node === tree.parents[selected] ? some(node, SIBLINGS, selected) : [branch];
    branch = { node, children: beside.map((one) => (one.node === branch.node && !one.remark ? branch : one)) };
  }
  return branch;
}

/**
 * Those with the most nodes below them, and those of the principal variation, in their order.
 * @param {RecordedTree} tree
 * @param {number[]} nodes
 * @param {number} most
 * @param {number} [needed]
 */
function largest(tree, nodes, most, needed) {
  if (nodes.length <= most + 1) return nodes; // one more takes no more room than saying so
  const weight = (/** @type {number} */ node) => (node === needed || tree.flags[node] & PV ? Infinity : tree.below[node]);
  const kept = new Set([...nodes].sort((one, other) => weight(other) - weight(one)).slice(0, most));
  return nodes.filter((node) => kept.has(node));
}
