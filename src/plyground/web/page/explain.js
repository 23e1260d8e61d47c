// What the evaluation of a position is made of, and what the opening book says of its moves.
import { html, pictureOf } from "./html.js";
import { verdictText } from "./text.js";

/** @typedef {import("./messages.d.ts").BoardPicture} BoardPicture */
/** @typedef {import("./messages.d.ts").PositionExplained} PositionExplained */
/** @typedef {import("./messages.d.ts").KnownMove} KnownMove */
/** @typedef {import("./messages.d.ts").Term} Term */

/**
 * @param {{ explained: PositionExplained | null, board: BoardPicture, mover: string, isOver: boolean,
 *           choose: (evaluation: string) => void }} props
 */
export function Evaluation({ explained, board, mover, isOver, choose }) {
  if (!explained) return html`<p class="summary">…</p>`;
  if (isOver) return html`<p class="summary">The game is over: there is nothing to evaluate.</p>`;
  const { terms, evaluations, evaluation, score } = explained;
  const most = Math.max(1e-9, ...terms.map(({ points }) => Math.abs(points ?? 0)));
  return html`<div class="evaluation">
    <label>Evaluation
      <select value=${evaluation} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        ${evaluations.map((name) => html`<option value=${name}>${name}</option>`)}
      </select>
    </label>
    ${terms.length ? html`<table>
      <caption>Points for ${mover}, before any search</caption>
      <thead><tr><th scope="col">feature</th><th scope="col">value</th><th scope="col">weight</th>
        <th scope="col">points</th><th class="bars"><span class="unseen">as a bar</span></th></tr></thead>
      <tbody>
        ${terms.map((term) => html`<${TermRow} key=${term.name} term=${term} most=${most} board=${board} />`)}
      </tbody>
      <tfoot><tr><th scope="row">sum</th><td></td><td></td><td>${numberText(score)}</td><td></td></tr></tfoot>
    </table>` : html`<p class="summary">This evaluation has no features: it is 0 everywhere.</p>`}
  </div>`;
}

/** @param {{ term: Term, most: number, board: BoardPicture }} props */
function TermRow({ term, most, board }) {
  const share = Math.round((50 * Math.abs(term.points ?? 0)) / most);
  const isGood = (term.points ?? 0) >= 0;
  const place = isGood ? `left:50%;width:${share}%` : `right:50%;width:${share}%`;
  return html`<tr>
    <th scope="row">${term.name.replaceAll("_", " ")}<${PatternPicture} board=${board} squares=${term.squares} /></th>
    <td>${numberText(term.feature)}</td><td>${numberText(term.weight)}</td><td>${numberText(term.points)}</td>
    <td class="bars"><span class=${`bar ${isGood ? "good" : "poor"}`} style=${place}></span></td>
  </tr>`;
}

/**
 * The board, small, with the squares of a pattern marked.
 * @param {{ board: BoardPicture, squares: number[] }} props
 */
function PatternPicture({ board, squares }) {
  const cells = board.cells.filter(({ square }) => squares.includes(square));
  if (!board.svg || !cells.length) return null;
  return html`<span class="pattern" role="img" aria-label=${cells.map(({ words }) => words).join("; ")}
      style=${`aspect-ratio:${board.width}/${board.height}`}>
    <img src=${pictureOf(board.svg)} alt="" />
    ${cells.map(({ square, left, top, width, height }) => html`<span key=${square}
      style=${`left:${left}%;top:${top}%;width:${width}%;height:${height}%`}></span>`)}
  </span>`;
}

/** @param {number | null} number */
function numberText(number) {
  if (number === null) return "–";
  const share = Math.abs(number) < 10 ? 1000 : 10;
  return String(Math.round(share * number) / share).replace("-", "−");
}

/** @param {{ explained: PositionExplained | null, play: (moves: string[]) => void }} props */
export function BookMoves({ explained, play }) {
  if (!explained) return html`<p class="summary">…</p>`;
  const { book, book_size: size, book_moves: moves } = explained;
  if (!book) return html`<p class="summary">No opening book comes with this game.</p>`;
  const made = `${size} positions, searched by ${book}`;
  if (!moves.length) return html`<p class="summary">The book does not know this position (${made}).</p>`;
  return html`<table class="book">
    <caption>${made}</caption>
    <thead><tr><th scope="col">move</th><th scope="col">score</th><th scope="col">depth</th><th></th></tr></thead>
    <tbody>
      ${moves.map((known) => html`<tr key=${known.move}>
        <td><button class="bare" onClick=${() => play([known.move])}>${known.move}</button></td>
        <td>${knownText(known)}</td><td>${known.depth}</td>
        <td>${known.is_choice ? "played by the book" : ""}</td>
      </tr>`)}
    </tbody>
  </table>`;
}

/** @param {KnownMove} known */
function knownText({ score, verdict }) {
  return verdict ? verdictText(verdict) : numberText(score);
}
