// Curves over what was spent so far, by a search or by learning, drawn by uPlot.
import uPlot from "uplot";
import { useMemo } from "preact/hooks";
import { html } from "./html.js";
import { axisOf, sizeOf, usePlot } from "./plot.js";
import { countText } from "./text.js";

/** @typedef {{ name: string, values: (number | null)[] }} Series */

/** @typedef {"part" | "share" | "number"} Unit Parts of a whole may all be small; shares go up to 1. */

const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 4]];
export const COLOURS = 5;

/**
 * Up to six curves.
 * @param {{ at: number[], series: Series[], label: string, unit?: Unit }} props
 */
export function Curves({ at, series, label, unit = "part" }) {
  const names = series.map(({ name }) => name).join(" ");
  const data = useMemo(() => /** @type {uPlot.AlignedData} */ ([at, ...series.map(({ values }) => values)]), [at, names]);
  const { box } = usePlot((element, colourOf) => optionsOf(element, colourOf, series, unit), data, names);
  return html`<figure class="curves">
    <div class="curve-plot" role="img" aria-label=${label} ref=${box}></div>
    ${series.length > 1 && html`<figcaption>${series.map(({ name }, n) => html`<span key=${name} class="key">
      <svg width="28" height="10" aria-hidden="true"><line x1="0" y1="5" x2="28" y2="5" class=${`curve-${n}`}
        stroke-dasharray=${DASHES[n].join(" ")} /></svg>${name}</span>`)}</figcaption>`}
  </figure>`;
}

/** @param {number} minutes @param {number} place Among the numbers of its axis. */
function minutesText(minutes, place) {
  return place === 0 ? `${minutes} min` : String(minutes);
}

/** @type {Intl.NumberFormatOptions} */
const SHORT = { notation: "compact", maximumSignificantDigits: 3 };

/** @type {Record<Unit, uPlot.Scales>} */
const RANGES = {
  part: { y: { range: (_plot, _low, high) => [0, [0.1, 0.25, 0.5].find((top) => high <= top) ?? 1] } },
  share: { y: { range: () => [0, 1] } },
  number: {},
};

/**
 * @param {HTMLElement} element
 * @param {import("./plot.js").ColourOf} colourOf
 * @param {Series[]} series
 * @param {Unit} unit
 * @returns {uPlot.Options}
 */
function optionsOf(element, colourOf, series, unit) {
  const axis = axisOf(colourOf);
  return {
    ...sizeOf(element),
    legend: { show: false },
    padding: [8, 12, 0, 0],
    cursor: { show: false },
    scales: { x: { time: false }, ...RANGES[unit] },
    axes: [
      { ...axis, size: 24, gap: 2, values: (_plot, splits) => splits.map(unit === "part" ? countText : minutesText) },
      unit === "number"
        ? { ...axis, size: 54, values: (_plot, splits) => splits.map((one) => one.toLocaleString("en", SHORT)) }
        : { ...axis, size: 44, values: (_plot, splits) => splits.map((one) => `${Math.round(100 * one)} %`) },
    ],
    series: [
      {},
      ...series.map((_, n) => ({ stroke: () => colourOf(`--curve-${n}`), width: 2, dash: DASHES[n], points: { show: false }, spanGaps: true })),
    ],
  };
}
