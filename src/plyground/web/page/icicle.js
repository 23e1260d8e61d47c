// The icicle of a search, to look at, to click and to walk through; and what its colours mean.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { MARKS, REASON, REASONS, moveName, valueText, windowText } from "./nodewords.js";
import { HATCHED, Painter } from "./painter.js";
import { EXACT } from "./recorded.js";
import { countText } from "./text.js";

/** @typedef {import("./recorded.js").RecordedTree} RecordedTree */
/** @typedef {import("./painter.js").Filter} Filter */
/** @typedef {import("./painter.js").Picture} Picture */

/**
 * One icicle, to look at, to click, and to walk through by keyboard.
 * @param {{ picture: Picture, title: string, version: number,
 *           select: (node: number) => void, zoom: (node: number) => void, replay: (node: number) => void,
 *           press: (event: KeyboardEvent) => void, want: (nodes: number[]) => void }} props
 *   `version` changes when more names are known. `want` asks for names of nodes.
 */
export function Icicle({ picture, title, version, select, zoom, replay, press, want }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const painter = useRef(/** @type {Painter | null} */ (null));
  const [hovered, setHovered] = useState(/** @type {{ node: number, x: number, y: number } | null} */ (null));
  const [size, setSize] = useState("");
  const wheeled = useRef(0);
  const { tree, root, view, selected, scale, filter, cut } = picture;

  useEffect(() => {
    const place = /** @type {HTMLCanvasElement} */ (canvas.current);
    painter.current = new Painter(place);
    const observer = new ResizeObserver(() => setSize(`${place.clientWidth} ${devicePixelRatio}`));
    observer.observe(place);
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => setSize(`${place.clientWidth} ${theme.matches}`);
    theme.addEventListener("change", changed);
    return () => {
      observer.disconnect();
      theme.removeEventListener("change", changed);
    };
  }, []);

  useEffect(() => {
    if (!painter.current) return;
    painter.current.fit();
    if (!painter.current.width) return;
    const began = performance.now();
    const named = painter.current.draw(picture);
    performance.measure("icicle", { start: began });
    want(named.filter((node) => tree.hasMove(node)));
  }, [tree, view, selected, scale, filter, cut, version, size]);

  useEffect(() => setHovered(null), [tree, view]);

  /** @param {MouseEvent} event */
  const pointed = (event) => painter.current?.nodeAt(picture, event.offsetX, event.offsetY) ?? null;

  /** @param {MouseEvent} event */
  const point = (event) => {
    const found = pointed(event);
    setHovered(found && { node: found.node, x: event.offsetX, y: event.offsetY });
    if (found) want([found.node]);
  };

  /** @param {MouseEvent} event */
  const click = (event) => {
    const found = pointed(event);
    if (!found) return;
    const { node, isMissing } = found;
    if (isMissing) replay(node);
    else if (node === view && view !== root) zoom(tree.parents[view]);
    else if (node === selected && node !== view) zoom(node);
    else select(node);
  };

  useEffect(() => {
    const place = /** @type {HTMLCanvasElement} */ (canvas.current);
    /** @param {WheelEvent} event */
    const wheel = (event) => {
      if (!event.ctrlKey && document.activeElement !== place) return;
      event.preventDefault();
      if (event.timeStamp - wheeled.current < 150 || !event.deltaY) return;
      wheeled.current = event.timeStamp;
      const found = pointed(event);
      if (event.deltaY > 0) zoom(view === root ? view : tree.parents[view]);
      else if (found) zoom(tree.way(found.node)[tree.levels[view] + 1] ?? view);
    };
    place.addEventListener("wheel", wheel, { passive: false });
    return () => place.removeEventListener("wheel", wheel);
  });

  return html`<div class="icicle">
    <canvas ref=${canvas} role="application" tabindex="0" aria-label=${title}
      aria-roledescription="icicle" onMouseMove=${point} onMouseLeave=${() => setHovered(null)}
      onClick=${click} onKeyDown=${press}></canvas>
    ${hovered && html`<${Hover} tree=${tree} hovered=${hovered} wide=${painter.current?.width ?? 0}
      isCut=${Boolean(cut?.[hovered.node])} />`}
  </div>`;
}

/**
 * What is known of the node under the pointer.
 * @param {{ tree: RecordedTree, hovered: { node: number, x: number, y: number }, wide: number, isCut: boolean }} props
 */
function Hover({ tree, hovered: { node, x, y }, wide, isCut }) {
  const kind = REASON.get(tree.reasons[node]);
  const marks = MARKS.filter(({ code }) => tree.flags[node] & code).map(({ name }) => name);
  const mover = tree.hasMove(node) ? `${tree.message.sides[tree.turns[tree.parents[node]]]}: ` : "";
  const place = x > wide / 2 ? `right:${wide - x + 12}px` : `left:${x + 12}px`;
  return html`<div class="hover" aria-hidden="true" style=${`${place};top:${y + 14}px`}>
    <strong>${mover}${moveName(tree, node)}</strong> value ${valueText(tree, node)}<br />
    window ${windowText(tree, node)} · depth ${tree.depths[node]}<br />
    ${countText(tree.below[node])} ${tree.below[node] === 1 ? "node" : "nodes"} · ${[kind?.name, ...marks].join(", ")}
    ${isCut && html`<br /><strong>never looked at by the other search</strong>`}
  </div>`;
}

/**
 * Which colour means what; a click shows only that.
 * @param {{ tree: RecordedTree, view: number, cutCount: number, cutBy: string, filter: Filter | null,
 *           setFilter: (filter: Filter | null) => void }} props
 */
export function Legend({ tree, view, cutCount, cutBy, filter, setFilter }) {
  const { reasons, flags } = tree.tally(view);
  /** @param {import("./nodewords.js").Kind} kind @param {boolean} flag @param {number} count */
  const entry = (kind, flag, count) => {
    const isOn = filter?.flag === flag && filter.code === kind.code;
    return html`<button key=${`${flag}${kind.code}`} class="kind" aria-pressed=${isOn} title=${kind.help}
      onClick=${() => setFilter(isOn ? null : { flag, code: kind.code })}>
      <${Swatch} code=${kind.code} flag=${flag} />
      <span aria-hidden="true">${kind.sign}</span> ${kind.name} <span class="count">${count.toLocaleString("en")}</span>
    </button>`;
  };
  const shown = REASONS.filter(({ code }) => reasons[code]);
  const marked = MARKS.filter(({ code }) => flags[code]);
  return html`<div class="kinds" role="group" aria-label="What the colours mean">
    ${shown.map((kind) => entry(kind, false, reasons[kind.code]))}
    ${marked.map((kind) => entry(kind, true, flags[kind.code]))}
    ${cutCount > 0 && html`<span class="kind">
      <${Swatch} code=${HATCHED} flag=${false} /> never looked at by ${cutBy} <span class="count">${cutCount.toLocaleString("en")}</span>
    </span>`}
  </div>`;
}

/** @param {{ code: number, flag: boolean }} props */
function Swatch({ code, flag }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const draw = () => {
      const painter = new Painter(/** @type {HTMLCanvasElement} */ (canvas.current));
      painter.fit();
      painter.context.setTransform(painter.ratio, 0, 0, painter.ratio, 0, 0);
      const { width, height } = painter;
      painter.box(flag ? EXACT : code, 0, 0, width, height);
      const tree = /** @type {any} */ ({ flags: [code] });
      if (flag) painter.marks(/** @type {any} */ ({ tree }), 0, EXACT, 0, 0, width, height);
    };
    draw();
    theme.addEventListener("change", draw);
    return () => theme.removeEventListener("change", draw);
  }, [code, flag]);
  return html`<canvas ref=${canvas} class="swatch" aria-hidden="true"></canvas>`;
}
