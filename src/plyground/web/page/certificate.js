// Why is this won? A certificate, walked move by move: one answer of the winner, all replies of the loser.
import { useEffect, useMemo, useState } from "preact/hooks";
import { html } from "./html.js";
import { Crumbs } from "./tree.js";

/** @typedef {import("./messages.d.ts").Certificate} Certificate */
/** @typedef {import("./messages.d.ts").Strategy} Strategy */
/** @typedef {{ move: string, after: number }} Step */

const OVER = -1;

/**
 * @param {{ certificate: Certificate, sides: string[], walked: string[], walk: (moves: string[]) => void,
 *           status: string, tell: (text: string) => void }} props
 *   `walked` are the moves from the position that is proved to where one is.
 */
export function Why({ certificate, sides, walked, walk, status, tell }) {
  const [which, setWhich] = useState(0);
  const strategy = certificate.strategies[which];
  const at = pointAfter(strategy, walked);
  const ways = useMemo(() => (at === null || at === OVER ? [] : stepsFrom(strategy, at)), [strategy, at]);
  const isMine = at !== null && at !== OVER && strategy.mine[at];
  const side = sides[strategy.side];
  const other = sides[1 - strategy.side];

  // The side that the strategy is for answers by itself.
  useEffect(() => {
    if (isMine && ways.length) walk([...walked, ways[0].move]);
    else if (at === null) walk(walked.slice(0, -1));
  }, [isMine, at, walked.length]);
  const text = at === null || isMine ? "" : lineText(strategy, side, at, status);
  useEffect(() => {
    const last = walked[walked.length - 1];
    if (text) tell(`${checkedText(certificate)} ${last && walked.length > 1 ? `${side} answers ${last}. ` : ""}${text}`);
  }, [text, walked.length]);

  const replies = useMemo(() => ways.map((way) => ({ ...way, ...costOf(strategy, way.after) })).sort(
    (one, another) => another.longest - one.longest || another.covers - one.covers), [ways]);
  return html`<div class="why">
    <div class="choice tasks" role="group" aria-label="What is shown">
      ${certificate.strategies.map((one, n) => html`<button key=${n} type="button" aria-pressed=${n === which ? "true" : "false"}
        onClick=${() => { setWhich(n); walk([]); }}>${taskText(one, sides)}</button>`)}
    </div>
    <${Crumbs} below=${walked} go=${walk} />
    <p class="answer">${walked.length > 0 && !isMine && at !== null ? html`${answerText(strategy, side, walked)}` : " "}</p>
    <p>${text || " "}</p>
    <h2>${at === OVER ? "The line ends here" : `${other}'s replies`}</h2>
    <div class="table-box" tabindex="0" role="region" aria-label=${`Replies of ${other}`}><table class="figures">
      <caption class="unseen">All replies, the one that lasts longest first</caption>
      <thead><tr><th scope="col">Reply</th><th scope="col">Lasts at most</th><th scope="col"><abbr title="how many positions the certificate covers below this reply">Positions</abbr></th></tr></thead>
      <tbody>${isMine ? null : replies.map((one) => html`<tr key=${one.move}>
        <th scope="row"><button type="button" class="open-move" onClick=${() => walk([...walked, one.move])}>${one.move}</button></th>
        <td>${pliesText(one.longest)}</td><td>${one.covers.toLocaleString("en")}</td></tr>`)}</tbody>
    </table></div>
    <p class="summary">${checkedText(certificate)} The certificate has ${certificate.moves.toLocaleString("en")} moves.</p>
  </div>`;
}

/**
 * The point that some moves lead to: OVER at the end of a line, null if the strategy does not go there.
 * @param {Strategy} strategy
 * @param {string[]} moves
 */
function pointAfter(strategy, moves) {
  let at = 0;
  for (const move of moves) {
    const step = at === OVER ? undefined : stepsFrom(strategy, at).find((one) => one.move === move);
    if (!step) return null;
    at = step.after;
  }
  return at;
}

/**
 * @param {Strategy} strategy
 * @param {number} at
 * @returns {Step[]}
 */
function stepsFrom({ first, moves, after }, at) {
  const found = [];
  for (let n = first[at]; n < (first[at + 1] ?? moves.length); n += 1) found.push({ move: moves[n], after: after[n] });
  return found;
}

/**
 * How many plies a point still has at most, with the move that leads there, and how many positions are below.
 * @param {Strategy} strategy
 * @param {number} from
 */
function costOf(strategy, from) {
  if (from === OVER) return { longest: 1, covers: 0 };
  const seen = new Set([from]);
  for (const at of seen)
    for (let n = strategy.first[at]; n < (strategy.first[at + 1] ?? strategy.moves.length); n += 1)
      if (strategy.after[n] !== OVER) seen.add(strategy.after[n]);
  return { longest: 1 + strategy.longest[from], covers: seen.size };
}

/**
 * @param {Strategy} strategy
 * @param {string[]} sides
 */
function taskText({ side, wins, plies }, sides) {
  const name = sides[side];
  if (wins) return plies === null ? `${name} wins` : `${name} wins within ${pliesText(plies)}`;
  return plies === null ? `${name} does not lose` : `${name} holds for ${pliesText(plies)}`;
}

/**
 * @param {Strategy} strategy
 * @param {string} side
 * @param {number} at
 * @param {string} status How the game stands.
 */
function lineText(strategy, side, at, status) {
  if (at === OVER) return strategy.wins || !status.includes("to move") ? `${status}.` : `${side} has held for long enough.`;
  const left = pliesText(strategy.longest[at]);
  if (strategy.wins) return `In every line from here ${side} wins within ${left}.`;
  return strategy.plies === null ? `In no line from here ${side} loses; the longest lasts ${left}.` : `In no line from here ${side} loses within ${left}.`;
}

/**
 * @param {Strategy} strategy
 * @param {string} side
 * @param {string[]} walked
 */
function answerText(strategy, side, walked) {
  const before = pointAfter(strategy, walked.slice(0, -1));
  return before !== null && before !== OVER && strategy.mine[before] ? `${side} plays ${walked[walked.length - 1]}.` : " ";
}

/** @param {Certificate} certificate */
function checkedText({ positions }) {
  return `Checked: ${positions.toLocaleString("en")} positions, no solver used.`;
}

/** @param {number} plies */
const pliesText = (plies) => `${plies} ${plies === 1 ? "ply" : "plies"}`;
