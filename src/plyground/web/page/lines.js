// The lines of an engine: what it thinks is best, live.
import { html } from "./html.js";
import { Options, withOptions } from "./options.js";
import { countText, verdictText, workText } from "./text.js";

/** @typedef {import("./messages.d.ts").LinesFound} LinesFound */
/** @typedef {import("./messages.d.ts").Line} Line */
/** @typedef {import("./messages.d.ts").Offer} Offer */
/** @typedef {import("./messages.d.ts").Verdict} Verdict */
/** @typedef {import("./messages.d.ts").WorkState} WorkState */
/** @typedef {import("./options.js").Values} Values */

/**
 * How a position is searched.
 * @typedef {{ isOn: boolean, player: string, values: Values, lines: number, seconds: number | null }} Engine
 *   `values` are the player's options.
 */

/** @type {Engine} */
export const USUAL = { isOn: true, player: "best", values: {}, lines: 3, seconds: 10 };
export const MOST_LINES = 5;
const TIMES = /** @type {[string, number | null][]} */ ([
  ["2 seconds", 2], ["5 seconds", 5], ["10 seconds", 10], ["30 seconds", 30], ["1 minute", 60],
  ["until stopped", null],
]);
const LONGEST = 16; // moves of a line

/**
 * @param {{ engine: Engine, change: (engine: Engine) => void, found: LinesFound | null, offer: Offer,
 *           work: WorkState | null, mover: string, isOver: boolean, isThreat: boolean,
 *           play: (moves: string[]) => void, point: (moves: string[] | null) => void }} props
 */
export function Lines({ engine, change, found, offer, work, mover, isOver, isThreat, play, point }) {
  const rows = Array.from({ length: engine.lines }, (_, n) => found?.found.info.lines[n] ?? null);
  return html`<section class="card lines" aria-label="Engine">
    <div class="head">
      <button class="switch" aria-pressed=${engine.isOn ? "true" : "false"} title="key l"
        onClick=${() => change({ ...engine, isOn: !engine.isOn })}>Engine ${engine.isOn ? "on" : "off"}</button>
      <span class="worth">${found && engine.isOn ? worthText(found.found.info.lines[0]) : ""}</span>
      <span class="whose">${isOver ? "" : isThreat ? `threat of ${mover}` : `for ${mover}`}</span>
    </div>
    <p class="measures" aria-live="off">${numbersText(engine, found, work, isOver)}</p>
    <ol class="rows" aria-live="off" onPointerLeave=${() => point(null)}>
      ${rows.map((line, n) => html`<${Row} key=${n} line=${engine.isOn ? line : null} play=${play} point=${point} />`)}
    </ol>
    <details>
      <summary>Engine settings</summary>
      <${Settings} engine=${engine} change=${change} offer=${offer} />
    </details>
  </section>`;
}

/**
 * @param {{ line: Line | null, play: (moves: string[]) => void,
 *           point: (moves: string[] | null) => void }} props
 */
function Row({ line, play, point }) {
  if (!line) return html`<li class="row"><span class="score">–</span></li>`;
  const moves = line.moves.slice(0, LONGEST);
  return html`<li class="row">
    <span class=${`score ${line.verdict?.outcome ?? ""}`}>${worthText(line)}</span>
    ${moves.map((move, n) => html`<button key=${n} class="bare" tabindex=${n ? -1 : 0}
      onClick=${() => play(moves.slice(0, n + 1))}
      onPointerEnter=${() => point(moves.slice(0, n + 1))}
      onFocus=${() => point(moves.slice(0, n + 1))} onBlur=${() => point(null)}>${move}</button>`)}
  </li>`;
}

/**
 * The text of the player that searches.
 * @param {Offer} offer
 * @param {Engine} engine
 */
export function playerOf(offer, { player, values }) {
  const options = offer.players.find(({ name }) => name === player)?.options ?? [];
  return withOptions(player, options, values);
}

/** @param {{ engine: Engine, change: (engine: Engine) => void, offer: Offer }} props */
function Settings({ engine, change, offer }) {
  const searching = offer.players.filter(({ options }) => options.some(({ name }) => name === "time"));
  const chosen = searching.find(({ name }) => name === engine.player);
  const time = TIMES.findIndex(([, seconds]) => seconds === engine.seconds);
  return html`<div class="options">
    <label>Lines
      <select name="lines" value=${String(engine.lines)}
        onChange=${(/** @type {any} */ event) => change({ ...engine, lines: Number(event.target.value) })}>
        ${Array.from({ length: MOST_LINES }, (_, n) => html`<option value=${String(n + 1)}>${n + 1}</option>`)}
      </select>
    </label>
    <label>Time
      <select name="time" value=${String(time)}
        onChange=${(/** @type {any} */ event) => change({ ...engine, seconds: TIMES[Number(event.target.value)][1] })}>
        ${TIMES.map(([name], n) => html`<option value=${String(n)}>${name}</option>`)}
      </select>
    </label>
    <label>Player
      <select name="engine" value=${engine.player}
        onChange=${(/** @type {any} */ event) => change({ ...engine, player: event.target.value, values: {} })}>
        ${searching.map(({ name }) => html`<option value=${name}>${name}</option>`)}
      </select>
    </label>
    <p class="summary">${chosen?.summary ?? ""}</p>
    <div class="wide"><${Options} options=${(chosen?.options ?? []).filter(({ name }) => name !== "time")} values=${engine.values}
      change=${(/** @type {Values} */ values) => change({ ...engine, values })} title="Options of the player" /></div>
  </div>`;
}

/**
 * The lines with what is known for certain of their first moves.
 * @param {LinesFound | null} lines
 * @param {Map<string, Verdict | null>} verdicts
 * @returns {LinesFound | null}
 */
export function withVerdicts(lines, verdicts) {
  if (!lines) return null;
  const { info } = lines.found;
  const known = info.lines.map((line) => ({ ...line, verdict: line.verdict ?? verdicts.get(line.moves[0]) ?? null }));
  return { ...lines, found: { ...lines.found, info: { ...info, lines: known } } };
}

/** @param {Line | undefined} line */
export function worthText(line) {
  if (!line) return "";
  if (line.verdict) return verdictText(line.verdict);
  return line.score && line.score > 0 ? `+${line.score}` : String(line.score).replace("-", "−");
}

/**
 * @param {Engine} engine
 * @param {LinesFound | null} found
 * @param {WorkState | null} work
 * @param {boolean} isOver
 */
function numbersText(engine, found, work, isOver) {
  if (isOver) return "the game is over";
  if (!engine.isOn) return "";
  const waits = workText(work);
  if (waits || !found) return waits || "beginning";
  const { depth, seldepth, nodes, nps, hashfull } = found.found.info;
  const told = [`depth ${depth}/${seldepth}`, `${countText(nodes)} nodes`];
  if (nps) told.push(`${countText(nps)}/s`);
  told.push(`table ${Math.round(100 * hashfull)} %`);
  if (found.is_done || work?.state === "idle") told.push("done");
  return told.join(" · ");
}
