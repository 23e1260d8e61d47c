// What is known of each legal move: how the game ends if nobody errs, in a list and on the board.
import { html } from "./html.js";
import { countText, verdictText, workText } from "./text.js";

/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").LinesFound} LinesFound */
/** @typedef {import("./messages.d.ts").Verdict} Verdict */
/** @typedef {import("./messages.d.ts").VerdictsFound} VerdictsFound */
/** @typedef {import("./messages.d.ts").WorkState} WorkState */
/** @typedef {Map<string, Verdict | null>} Verdicts By the texts of the moves. */

/**
 * What the solver and the engine's lines say together.
 * @param {VerdictsFound | null} found
 * @param {LinesFound | null} lines
 * @returns {Verdicts}
 */
export function allVerdicts(found, lines) {
  /** @type {Verdicts} */
  const known = new Map();
  for (const { move, verdict } of found?.found.moves ?? []) known.set(move, verdict);
  for (const { moves, verdict } of lines?.found.info.lines ?? [])
    if (verdict && !known.get(moves[0])) known.set(moves[0], verdict);
  return known;
}

/**
 * Greater is better for the side to move; what is not known comes last.
 * @param {Verdict | null | undefined} verdict
 */
function rank(verdict) {
  if (!verdict) return -Infinity;
  const plies = verdict.plies ?? 0;
  return { win: 2000000 - plies, draw: 0, loss: plies - 2000000 }[verdict.outcome];
}

/**
 * The verdict on the position, where that on its moves tells: one wins, or all are known.
 * @param {Verdicts} verdicts
 * @returns {Verdict | null}
 */
export function verdictOf(verdicts) {
  const all = [...verdicts.values()];
  const [best] = [...all].sort((one, other) => rank(other) - rank(one));
  return best && (best.outcome === "win" || all.every(Boolean)) ? best : null;
}

/**
 * What is written on each square: the best verdict of the moves that begin there, where it is sure.
 * @param {BoardState} state
 * @param {Verdicts} verdicts
 * @returns {Map<number, Verdict>}
 */
export function marks(state, verdicts) {
  /** @type {Map<number, (Verdict | null)[]>} */
  const bySquare = new Map();
  for (const { move, steps } of state.move_map?.squares ?? []) {
    const square = Math.min(...steps[0]);
    bySquare.set(square, [...(bySquare.get(square) ?? []), verdicts.get(move) ?? null]);
  }
  const found = new Map();
  for (const [square, all] of bySquare) {
    const best = verdictOf(new Map(all.map((verdict, n) => [String(n), verdict])));
    if (best) found.set(square, best);
  }
  return found;
}

/** @param {Verdict} verdict */
export function shortVerdict({ outcome, plies }) {
  return outcome === "draw" ? "=" : `${outcome === "win" ? "+" : "−"}${plies ?? ""}`;
}

/**
 * @param {{ isOn: boolean, change: (isOn: boolean) => void, verdicts: Verdicts,
 *           found: VerdictsFound | null, work: WorkState | null, isOver: boolean, mover: string,
 *           play: (moves: string[]) => void }} props
 */
export function VerdictList({ isOn, change, verdicts, found, work, isOver, mover, play }) {
  const known = [...verdicts].filter(([, verdict]) => verdict);
  known.sort(([, one], [, other]) => rank(other) - rank(one));
  return html`<section class="card verdicts" aria-label="Exact verdicts">
    <div class="head">
      <button class="switch" aria-pressed=${isOn ? "true" : "false"} title="key s"
        onClick=${() => change(!isOn)}>Verdicts ${isOn ? "on" : "off"}</button>
      <span class="whose">${isOver ? "" : `for ${mover}, if nobody errs`}</span>
    </div>
    <p class="measures" aria-live="off">${isOn ? knowledge(verdicts, known.length, found, work, isOver) : ""}</p>
    <ul class="chips" aria-label="Moves and how the game ends after them">
      ${isOn && known.map(([move, verdict]) => html`<li key=${move}>
        <button class=${`chip ${verdict?.outcome}`} onClick=${() => play([move])}>
          <b>${move}</b> ${verdict && verdictText(verdict)}</button>
      </li>`)}
    </ul>
  </section>`;
}

/**
 * How much is known, in a sentence.
 * @param {Verdicts} verdicts
 * @param {number} known
 * @param {VerdictsFound | null} found
 * @param {WorkState | null} work
 * @param {boolean} isOver
 */
function knowledge(verdicts, known, found, work, isOver) {
  if (isOver) return "the game is over";
  if (!found) return workText(work) || "beginning";
  const { is_done: isDone, note, nodes } = found.found;
  if (note) return note;
  const all = verdicts.size;
  if (known === all) return all === 1 ? "the only move is solved" : `all ${all} moves are solved`;
  const share = known ? `${known} of ${all} moves solved` : isDone ? "nothing is known of any move" : "nothing is known yet";
  return isDone ? `${share}; the others could not be solved in time` : `${share} · ${countText(nodes)} nodes · solving`;
}
