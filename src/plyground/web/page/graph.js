// How a game went: a curve over its plies, shaded for the side that stands better, with grades.
import uPlot from "uplot";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { axisOf, sizeOf, usePlot } from "./plot.js";

/** @typedef {"" | "best" | "fine" | "mistake" | "blunder"} Grade */

/**
 * A position of the game.
 * @typedef {object} Point
 * @property {number} ply How many moves were played.
 * @property {number | null} score From 1, the first side wins, to -1; null: not yet known.
 * @property {string} text What is said of it.
 * @property {Grade} grade Of the move that led to it.
 */

/**
 * @typedef {{ points: Point[], at: number, choose: (ply: number) => void, label: string,
 *             sides: [string, string], turning?: number | null }} GraphProps
 *   `at` is the ply that is shown elsewhere, `label` says in a sentence what the curve is, and
 *   `turning` is the ply of the turning point.
 */

/** @typedef {import("./plot.js").ColourOf} ColourOf */

const TOP = 1.5; // room for marks above and below the curve
const SIGNS = { mistake: "?", blunder: "??" };
const AXIS_WIDTH = 58;
const FONT = 12;

/** @param {GraphProps} props */
export function Graph({ points, at, choose, label, sides, turning = null }) {
  const shown = useRef({ points, at, turning });
  const [pointed, setPointed] = useState(/** @type {number | null} */ (null));
  shown.current = { points, at, turning };

  const data = useMemo(() => dataOf(points), [points]);
  const { box, plot } = usePlot((element, colourOf) => ({
    ...optionsOf(element, sides, colourOf),
    hooks: { draw: [drawMarks(shown, colourOf)] },
  }), data, sides.join());
  useEffect(() => plot.current?.redraw(false, false), [at, turning]);

  const first = points[0]?.ply ?? 0;
  const last = points[points.length - 1]?.ply ?? 0;
  const here = points.find(({ ply }) => ply === at);
  const told = points.find(({ ply }) => ply === pointed) ?? here;

  /** @param {PointerEvent} event */
  const plyAt = (event) => {
    const [made, place] = [plot.current, plot.current?.over.getBoundingClientRect()];
    if (!made || !place || !points.length) return null;
    return points[Math.max(0, Math.min(points.length - 1, made.posToIdx(event.clientX - place.left)))].ply;
  };
  /** @param {PointerEvent} event */
  const point = (event) => {
    const ply = plyAt(event);
    setPointed(ply);
    if (ply !== null && event.buttons === 1 && ply !== at) choose(ply);
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const ply = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: first, End: last }[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(Math.max(first, Math.min(last, ply)));
  };

  return html`<figure class="graph">
    <div class="plot" role="slider" tabindex="0" aria-label=${label} aria-valuemin=${first} aria-valuemax=${last}
      aria-valuenow=${at} aria-valuetext=${here?.text ?? `after ${at} moves`} ref=${box} onKeyDown=${press}
      onPointerDown=${point} onPointerMove=${point} onPointerLeave=${() => setPointed(null)}></div>
    <figcaption aria-hidden="true">${told?.text ?? ""}</figcaption>
    <ol class="unseen" aria-label=${`${label} In words:`}>
      ${points.filter(({ score }) => score !== null).map(({ ply, text }) => html`<li key=${ply}>${text}</li>`)}
    </ol>
  </figure>`;
}

/**
 * @param {Point[]} points
 * @returns {uPlot.AlignedData}
 */
function dataOf(points) {
  return [points.map(({ ply }) => ply), points.map(({ score }) => score)];
}

/**
 * @param {HTMLElement} element
 * @param {[string, string]} sides
 * @param {ColourOf} colourOf
 * @returns {uPlot.Options}
 */
function optionsOf(element, sides, colourOf) {
  const axis = axisOf(colourOf);
  return {
    ...sizeOf(element),
    legend: { show: false },
    padding: [4, 10, 0, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    scales: {
      x: { time: false, range: (_plot, low, high) => [low, Math.max(high, low + 1)] },
      y: { range: [-TOP, TOP] },
    },
    axes: [
      { ...axis, size: 22, gap: 2, grid: { show: false }, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500] },
      {
        ...axis, size: AXIS_WIDTH, gap: 6, splits: () => [-1, 0, 1],
        values: () => [short(sides[1]), "even", short(sides[0])],
      },
    ],
    series: [
      {},
      { stroke: () => colourOf("--ink"), width: 2, fill: (plot) => shade(plot, colourOf), fillTo: 0, points: { show: false } },
    ],
  };
}

/** @param {string} name The part of a side's name that there is room for. */
function short(name) {
  return name.length > 8 ? `${name.slice(0, 7)}…` : name;
}

/**
 * One colour where the first side stands better, another where the second does.
 * @param {uPlot} plot
 * @param {ColourOf} colourOf
 */
function shade(plot, colourOf) {
  const { top, height } = plot.bbox;
  const found = plot.ctx.createLinearGradient(0, top, 0, top + height);
  const [upper, lower] = [colourOf("--main"), colourOf("--mark")].map((colour) => faded(colour, 0.3));
  found.addColorStop(0, upper);
  found.addColorStop(0.5, upper);
  found.addColorStop(0.5, lower);
  found.addColorStop(1, lower);
  return found;
}

/**
 * @param {string} colour As rgb(...).
 * @param {number} share
 */
function faded(colour, share) {
  return colour.replace("rgb(", "rgba(").replace(")", `, ${share})`);
}

/**
 * Draws what lies over the curve: the ply that is shown, the turning point, and the grades.
 * @param {{ current: { points: Point[], at: number, turning: number | null } }} shown
 * @param {ColourOf} colourOf
 * @returns {(plot: uPlot) => void}
 */
function drawMarks(shown, colourOf) {
  return (plot) => {
    const { points, at, turning } = shown.current;
    const { ctx } = plot;
    const unit = devicePixelRatio;
    ctx.save();
    for (const [ply, colour, dashes] of /** @type {const} */ ([[turning, colourOf("--bad"), [3, 3]], [at, colourOf("--faint"), []]]))
      if (ply !== null) drawUpright(plot, ply, colour, dashes.map((length) => length * unit));
    const room = plot.bbox.width / unit / Math.max(1, points.length - 1);
    for (const point of points) {
      if (point.score === null) continue;
      const [x, y] = placeOf(plot, point.ply, point.score);
      if (point.grade === "mistake" || point.grade === "blunder") drawGrade(ctx, point, x, y, unit, colourOf);
      else if (room > 5 || point.ply === at) drawDot(ctx, x, y, (point.ply === at ? 4 : 2.5) * unit, colourOf("--ink"));
    }
    ctx.restore();
  };
}

/**
 * @param {uPlot} plot
 * @param {number} ply
 * @param {number} score
 * @returns {[number, number]}
 */
function placeOf(plot, ply, score) {
  return [plot.valToPos(ply, "x", true), plot.valToPos(score, "y", true)];
}

/**
 * @param {uPlot} plot
 * @param {number} ply
 * @param {string} colour
 * @param {number[]} dashes
 */
function drawUpright(plot, ply, colour, dashes) {
  const { ctx, bbox } = plot;
  const [x] = placeOf(plot, ply, 0);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.setLineDash(dashes);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 */
function drawDot(ctx, x, y, radius, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

/**
 * A mistake is a diamond with ?, a blunder a square with ??.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Point} point
 * @param {number} x
 * @param {number} y
 * @param {number} unit The canvas's pixels in one of the page's.
 * @param {ColourOf} colourOf
 */
function drawGrade(ctx, { grade, score }, x, y, unit, colourOf) {
  const isBlunder = grade === "blunder";
  const half = 5 * unit;
  ctx.fillStyle = isBlunder ? colourOf("--bad") : colourOf("--doubt");
  ctx.strokeStyle = colourOf("--card");
  ctx.lineWidth = 1.5 * unit;
  ctx.beginPath();
  if (isBlunder) ctx.rect(x - half, y - half, 2 * half, 2 * half);
  else {
    ctx.moveTo(x, y - 1.35 * half);
    ctx.lineTo(x + 1.35 * half, y);
    ctx.lineTo(x, y + 1.35 * half);
    ctx.lineTo(x - 1.35 * half, y);
    ctx.closePath();
  }
  ctx.fill();
  ctx.stroke();
  ctx.font = `700 ${(FONT + 1) * unit}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const away = (score ?? 0) < 0 ? 1 : -1;
  ctx.lineWidth = 4 * unit;
  ctx.strokeText(SIGNS[isBlunder ? "blunder" : "mistake"], x, y + away * 14 * unit);
  ctx.fillText(SIGNS[isBlunder ? "blunder" : "mistake"], x, y + away * 14 * unit);
}
