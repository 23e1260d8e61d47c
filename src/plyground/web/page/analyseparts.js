// Parts of the analysis: steps through the game, its curve, lines with a preview, panels that unfold.
import { useEffect, useState } from "preact/hooks";
import { useExplained, worthKey } from "./analysis.js";
import { BookMoves, Evaluation } from "./explain.js";
import { Graph } from "./graph.js";
import { html, pictureOf } from "./html.js";
import { Lines, worthText } from "./lines.js";
import { useMessages, usePosition, useWork } from "./page.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./lines.js").Engine} Engine */
/** @typedef {import("./graph.js").Point} Point */
/** @typedef {import("./analysis.js").Worth} Worth */
/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").LinesFound} LinesFound */

const PREVIEW_WAIT = 100; // milliseconds over a move

/**
 * @param {{ path: string[], line: string[], go: (path: string[]) => void, flip: () => void,
 *           help: () => void }} props
 */
export function Steps({ path, line, go, flip, help }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  const [isFirst, isLast] = [!path.length, path.length === line.length];
  return html`<div class="walk" role="group" aria-label="Steps through the game">
    <button onClick=${() => go([])} disabled=${isFirst} aria-label="First move">«</button>
    <button onClick=${() => go(path.slice(0, -1))} disabled=${isFirst} aria-label="Back">‹</button>
    <button onClick=${() => go(line.slice(0, path.length + 1))} disabled=${isLast} aria-label="Forward">›</button>
    <button onClick=${() => go(line)} disabled=${isLast} aria-label="Last move">»</button>
    <button onClick=${flip} title="key f">Turn</button>
    <button onClick=${copy} class="copy">${isCopied ? "Copied" : "Copy address"}</button>
    <button onClick=${help} aria-label="Help: keys" title="key ?">?</button>
  </div>`;
}

/**
 * How the game went, as far as it was searched.
 * @param {{ state: BoardState, path: string[], line: string[], worths: Record<string, Worth>,
 *           left: number | null, go: (path: string[]) => void, findAll: () => void, stop: () => void }} props
 */
export function Course({ state, path, line, worths, left, go, findAll, stop }) {
  const points = [...line.keys(), line.length].map((ply) => pointOf(ply, line, worths, state.sides));
  if (!line.length) points.push({ ply: 1, score: null, text: "", grade: "" }); // a curve needs some room
  const missing = points.filter(({ score }) => score === null).length;
  const searched = left === null ? `${points.length - missing} of ${points.length} positions searched` : `${left} positions left`;
  return html`
    <${Graph} points=${points} at=${path.length} sides=${state.sides} choose=${(/** @type {number} */ ply) => go(line.slice(0, ply))}
      label="How the game stands after each move." />
    <div class="actions">
      ${left === null
        ? html`<button onClick=${findAll} disabled=${!line.length}>Analyse the whole game</button>`
        : html`<button onClick=${stop}>Stop</button>`}
      <span class="searched">${line.length ? searched : ""}</span>
    </div>`;
}

/**
 * @param {number} ply
 * @param {string[]} line
 * @param {Record<string, Worth>} worths
 * @param {[string, string]} sides
 * @returns {Point}
 */
function pointOf(ply, line, worths, sides) {
  const worth = worths[worthKey(line.slice(0, ply))];
  const where = ply ? `${ply}. ${line[ply - 1]}` : "start";
  if (!worth) return { ply, score: null, text: where, grade: "" };
  const text = `${where}: ${sides[worth.turn]} ${worthText({ moves: [], ...worth })}`;
  return { ply, score: worth.turn ? -worth.balance : worth.balance, text, grade: "" };
}

/**
 * The lines of the engine; the board after a move that is pointed at is shown small.
 * @param {{ page: Page, place: Place, engine: Engine, change: (engine: Engine) => void,
 *           found: LinesFound | null, mover: string, isOver: boolean, isThreat: boolean,
 *           isTurned: boolean, play: (moves: string[]) => void }} props
 */
export function LinesWithPreview({ page, place, engine, change, found, mover, isOver, isThreat, isTurned, play }) {
  const [pointed, setPointed] = useState(/** @type {string[] | null} */ (null));
  const [after, setAfter] = useState(/** @type {Place | null} */ (null));
  const work = useWork(page, "lines");
  useEffect(() => {
    if (!pointed || isThreat) return setAfter(null);
    const timer = setTimeout(() => setAfter({ ...place, moves: [...place.moves, ...pointed] }), PREVIEW_WAIT);
    return () => clearTimeout(timer);
  }, [JSON.stringify(pointed), JSON.stringify(place)]);
  const state = usePosition(page, after, "preview", { is_turned: isTurned }, true);
  const isShown = after && state && state.moves.length === after.moves.length && state.board.svg;
  return html`<div class="with-preview">
    <${Lines} engine=${engine} change=${change} found=${found} offer=${page.offer} work=${work} mover=${mover}
      isOver=${isOver} isThreat=${isThreat} play=${play} point=${setPointed} />
    ${isShown && html`<img class="glimpse" alt="" src=${pictureOf(state.board.svg)} />`}
  </div>`;
}

/**
 * @param {{ page: Page, place: Place, state: BoardState, isBookOpen: boolean,
 *           setBookOpen: (isOpen: boolean) => void, play: (moves: string[]) => void }} props
 */
export function Knowledge({ page, place, state, isBookOpen, setBookOpen, play }) {
  const [evaluation, setEvaluation] = useState("default");
  const [isOpen, setOpen] = useState(false);
  const explained = useExplained(page, place, evaluation, isOpen || isBookOpen);
  return html`
    <details class="card" open=${isOpen} onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
      <summary>Evaluation, feature by feature</summary>
      <${Evaluation} explained=${explained} board=${state.board} mover=${state.sides[state.turn]} isOver=${state.is_over} choose=${setEvaluation} />
    </details>
    <details class="card" open=${isBookOpen} onToggle=${(/** @type {any} */ event) => setBookOpen(event.target.open)}>
      <summary>Opening book</summary>
      <${BookMoves} explained=${explained} play=${play} />
    </details>`;
}

/**
 * Has the browser save what the server has written.
 * @param {{ page: Page, game: string }} props
 */
export function Saving({ page, game }) {
  useMessages(page, (message) => {
    if (message.kind !== "record-written") return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([message.text], { type: "text/plain" }));
    link.download = `${game.replace(/[^\w-]+/g, "-")}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }, [game]);
  return null;
}
