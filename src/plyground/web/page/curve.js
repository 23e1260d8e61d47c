// Curves over what a search has spent so far, drawn by uPlot.
import uPlot from "uplot";
import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { countText } from "./text.js";

/** @typedef {{ name: string, values: (number | null)[] }} Series */

const HEIGHT = 180;
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5]];
export const COLOURS = 5;

/**
 * Up to five curves of shares, from 0 to 1.
 * @param {{ at: number[], series: Series[], label: string }} props
 */
export function Curves({ at, series, label }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const plot = useRef(/** @type {uPlot | null} */ (null));
  const names = series.map(({ name }) => name).join(" ");
  const data = /** @type {uPlot.AlignedData} */ ([at, ...series.map(({ values }) => values)]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = new uPlot(optionsOf(element, series), data, element);
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => made.redraw(true, true);
    theme.addEventListener("change", changed);
    return () => {
      theme.removeEventListener("change", changed);
      sizes.disconnect();
      made.destroy();
    };
  }, [names]);
  useEffect(() => plot.current?.setData(data), [at]);
  return html`<figure class="curves">
    <div class="curve-plot" role="img" aria-label=${label} ref=${box}></div>
    <figcaption>${series.map(({ name }, n) => html`<span key=${name} class="key">
      <svg width="28" height="10" aria-hidden="true"><line x1="0" y1="5" x2="28" y2="5" class=${`curve-${n}`}
        stroke-dasharray=${DASHES[n].join(" ")} /></svg>${name}</span>`)}</figcaption>
  </figure>`;
}

/**
 * @param {HTMLElement} element
 * @param {Series[]} series
 * @returns {uPlot.Options}
 */
function optionsOf(element, series) {
  /** @param {string} name A canvas knows no variables. */
  const colour = (name) => () => resolved(element, name);
  const axis = { stroke: colour("--faint"), font: "12px system-ui, sans-serif", ticks: { show: false }, grid: { stroke: colour("--edge"), width: 1 } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: (_plot, _low, high) => [0, [0.1, 0.25, 0.5].find((top) => high <= top) ?? 1] } },
    axes: [
      { ...axis, size: 24, gap: 2, values: (_plot, splits) => splits.map(countText) },
      { ...axis, size: 44, values: (_plot, splits) => splits.map((one) => `${Math.round(100 * one)} %`) },
    ],
    series: [
      {},
      ...series.map((_, n) => ({ stroke: colour(`--curve-${n}`), width: 2, dash: DASHES[n], points: { show: false } })),
    ],
  };
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 */
function resolved(element, name) {
  const probe = element.appendChild(document.createElement("span"));
  probe.style.color = `var(${name})`;
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
