// The tree of a search as it grows: laid out once as it will be, so that nothing moves.
import { hierarchy } from "d3-hierarchy";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { html } from "./html.js";
import { counted, lineTo, noted } from "./steps_run.js";

/** @typedef {import("./messages.d.ts").Trace} Trace */
/** @typedef {import("./messages.d.ts").TraceCut} Cut */
/** @typedef {import("./steps_run.js").Run} Run */
/** @typedef {{ node: number, cut: Cut | null, children: Datum[] }} Datum A node, or what was cut below it. */
/** @typedef {import("d3-hierarchy").HierarchyPointNode<Datum>} Place */
/** @typedef {{ places: Place[], column: number, width: number, height: number }} Layout */

const ROW = 38;
const LETTER = 6.7;
const GAP = 26;
const EDGE = 20;
const BEND = 7;
const LABEL = 120;
const SIDE = 12;
const ROOT = "start";
const MOST_BOXES = 6;

/**
 * @param {{ run: Run, now: number, go: (to: () => number) => void }} props
 */
export function Tree({ run, now, go }) {
  const { trace } = run;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const layout = useMemo(() => laidOut(trace), [trace]);
  const { node } = trace.steps[now];
  const line = new Set(lineTo(trace, node));
  useEffect(() => {
    const place = layout.places.find(({ data }) => data.node === node && !data.cut);
    if (box.current && place) reveal(box.current, place.y + EDGE, place.x + ROW / 2, layout.column);
  }, [layout, node]);
  const count = counted(trace, now);
  const shown = layout.places.filter(({ data }) => (data.cut ?? trace.nodes[data.node]).step <= now);
  /** @param {Place} place */
  const isOpen = ({ data }) => line.has(data.node) && !data.cut;
  const edges = [...shown.filter((place) => !isOpen(place)), ...shown.filter(isOpen)];
  return html`<div class="growing-tree" ref=${box} tabindex="0" role="region" aria-label="The tree">
    <svg role="img" aria-label=${`Tree with ${count.nodes} nodes so far and ${count.cuts} cuts`}
      width=${layout.width + EDGE} height=${layout.height + EDGE}
      viewBox=${`${-EDGE} ${-EDGE} ${layout.width + EDGE} ${layout.height + EDGE}`}>
      <defs>
        <pattern id="step-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="5" class="hatch-line" />
        </pattern>
      </defs>
      ${edges.map((place) => html`<${Edge} key=${`edge ${nameOf(place)}`} place=${place} trace=${trace} isOpen=${isOpen(place)} />`)}
      ${shown.map((place) => place.data.cut
        ? html`<${CutMoves} key=${nameOf(place)} place=${place} cut=${place.data.cut} />`
        : html`<${TreeNode} key=${nameOf(place)} place=${place} trace=${trace} now=${now} go=${go}
            state=${place.data.node === node ? "current" : line.has(place.data.node) ? "open" : ""} />`)}
    </svg>
  </div>`;
}

/** @param {Place} place */
function nameOf({ data }) {
  return `${data.cut ? "cut" : "node"} ${data.node}`;
}

/**
 * Where everything will be in the end: x counts downwards, y to the right.
 * @param {Trace} trace
 * @returns {Layout}
 */
function laidOut(trace) {
  /** @type {Datum[]} */
  const made = trace.nodes.map((_, node) => ({ node, cut: null, children: [] }));
  trace.nodes.forEach(({ parent }, node) => {
    if (parent !== null) made[parent].children.push(made[node]);
  });
  trace.nodes.forEach(({ cut }, node) => {
    if (cut) made[node].children.push({ node, cut, children: [] });
  });
  const cuts = trace.nodes.map(({ cut }) => (cut ? cut.why.length + 2 : 0));
  const column = LETTER * Math.max(...cuts, ...trace.nodes.map(widest)) + SIDE + GAP;
  const root = /** @type {Place} */ (hierarchy(made[0]));
  let rows = 0;
  root.eachAfter((place) => {
    // A node stands beside its first child, so that the tree grows from the top.
    place.x = place.children ? place.children[0].x : ROW * rows++;
    place.y = column * place.depth;
  });
  return { places: root.descendants(), column, width: column * (root.height + 1), height: ROW * rows };
}

/** @param {import("./messages.d.ts").TraceNode} node */
function widest({ move, windows, values }) {
  const lengths = [...windows, ...values.map(({ text }) => ({ text: `${move || ROOT} = ${text}` }))].map(({ text }) => text.length);
  return Math.max(5, move.length, ...lengths);
}

/** @param {{ place: Place, trace: Trace, isOpen: boolean }} props */
function Edge({ place, trace, isOpen }) {
  const { parent, x, y } = place;
  if (!parent) return null;
  const trunk = y - GAP / 2;
  const begin = Math.min(trunk, parent.y + SIDE + 4 + LETTER * widest(trace.nodes[parent.data.node]));
  const line = x === parent.x ? `H${y}` : `H${trunk} V${x - BEND} Q${trunk},${x} ${trunk + BEND},${x} H${y}`;
  return html`<path class=${`step-edge ${isOpen ? "is-open" : ""} ${place.data.cut ? "is-cut" : ""}`}
    d=${`M${begin},${parent.x} ${line}`} />`;
}

/**
 * @param {{ place: Place, trace: Trace, now: number, state: string, go: (to: () => number) => void }} props
 */
function TreeNode({ place, trace, now, state, go }) {
  const { move, mover, kind, step, windows, values } = trace.nodes[place.data.node];
  const value = noted(values, now);
  const names = ["step-node", `is-${kind}`, mover && "is-second", state && `is-${state}`, value && "is-valued"];
  return html`<g class=${names.filter(Boolean).join(" ")} transform=${`translate(${place.y},${place.x})`} onClick=${() => go(() => step)}>
    <rect class="node-area" x="-8" y=${-ROW / 2} width=${LETTER * widest(trace.nodes[place.data.node]) + SIDE + 8} height=${ROW} />
    ${kind === "over" && value
      ? html`<rect x="-7" y="-7" width="14" height="14" rx="2" />`
      : html`<circle r="7" />`}
    <text x=${SIDE} y="-2"><tspan class="node-move">${move || ROOT}</tspan>${value && html`<tspan class="node-value" dx="5">${shownValue(value)}</tspan>`}</text>
    <text x=${SIDE} y="12" class="node-window">${noted(windows, now)}</text>
  </g>`;
}

/** @param {string} value */
function shownValue(value) {
  return /^[≥≤]/.test(value) ? `${value[0]} ${value.slice(1)}` : `= ${value}`;
}

/** @param {{ place: Place, cut: Cut }} props */
function CutMoves({ place, cut }) {
  const boxes = Math.min(cut.moves.length, MOST_BOXES);
  const spared = cut.spared === null ? "" : `, ${cut.spared} ${cut.spared === 1 ? "node" : "nodes"} of minimax`;
  return html`<g class="cut-moves" transform=${`translate(${place.y},${place.x})`}>
    <title>${`Not looked at: ${cut.moves.join(", ")}${spared}`}</title>
    ${Array.from({ length: boxes }, (_, n) => html`<rect key=${n} x=${-7 + 16 * n} y="-15" width="13" height="13" rx="2" />`)}
    ${cut.moves.length > boxes && html`<text x=${16 * boxes - 4} y="-4">${`+${cut.moves.length - boxes}`}</text>`}
    <text x="-7" y="12" class="cut-why">${`cut: ${cut.why}`}</text>
  </g>`;
}

/**
 * Scroll a box so that a node can be seen, and the one that it comes from.
 * @param {HTMLElement} box
 * @param {number} x
 * @param {number} y
 * @param {number} column
 */
function reveal(box, x, y, column) {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = box;
  if (x > scrollLeft + clientWidth - LABEL) box.scrollLeft = x - clientWidth + LABEL;
  else if (x - column < scrollLeft + EDGE) box.scrollLeft = x - column - EDGE;
  if (y < scrollTop + ROW / 2 || y > scrollTop + clientHeight - ROW) box.scrollTop = y - clientHeight / 2;
}
