// Parts of a review: the steps through its positions, the summary, and the moves with their grades.
import { useEffect, useRef } from "preact/hooks";
import { accuracy, GRADES, SIGNS } from "./coach.js";
import { html } from "./html.js";

/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").GradedMove} GradedMove */
/** @typedef {import("./messages.d.ts").Review} Review */
/** @typedef {import("./review.js").Line} Line */

/**
 * Forth and back through a game, or through a line.
 * @param {{ text: string, step: number, last: number, go: (step: number) => void, line?: Line | null, run?: () => void }} props
 */
export function Stepper({ text, step, last, go, line = null, run }) {
  return html`<div class="stepper">
    <p>${text}</p>
    <div class="actions">
      <button aria-label="First position" onClick=${() => go(0)} disabled=${step === 0}>«</button>
      <button aria-label="Back" onClick=${() => go(step - 1)} disabled=${step === 0}>‹</button>
      <button aria-label="Forward" onClick=${() => go(step + 1)} disabled=${step === last}>›</button>
      <button aria-label="Last position" onClick=${() => go(last)} disabled=${step === last}>»</button>
      ${run && html`<button class="run" onClick=${run} disabled=${!line}>${line?.runs ? "Pause" : "Play"}</button>`}
    </div>
  </div>`;
}

/** @param {{ sides: [string, string], review: Review | null }} props */
export function Summary({ sides, review }) {
  return html`<table class="grades">
    <caption class="unseen">How many moves of each side have which grade, and which share kept what the position was worth</caption>
    <thead><tr>
      <th scope="col"><span class="unseen">side</span></th>
      <th scope="col">accuracy</th>
      ${GRADES.map((grade) => html`<th scope="col" key=${grade} class=${`grade ${grade}`}>${grade} ${SIGNS[grade]}</th>`)}
    </tr></thead>
    <tbody>
      ${sides.map((side, n) => html`<tr key=${n}>
        <th scope="row">${side}</th>
        <td>${accuracy(review?.counts[n])}</td>
        ${GRADES.map((grade) => html`<td key=${grade}>${review?.counts[n][grade] ?? "–"}</td>`)}
      </tr>`)}
    </tbody>
  </table>`;
}

/**
 * @param {{ whole: BoardState, graded: Map<number, GradedMove>, at: number, go: (ply: number) => void }} props
 */
export function GradedMoves({ whole, graded, at, go }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const [box, row] = [list.current, list.current?.querySelector("[aria-current]")];
    if (!box || !(row instanceof HTMLElement)) return;
    const [top, bottom] = [row.offsetTop - box.offsetTop, row.offsetTop - box.offsetTop + row.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [at]);
  return html`<div class="moves graded" ref=${list} role="region" tabindex="0" aria-label="Moves and their grades">
    <ol>
      ${whole.moves.map(({ side, move }, n) => {
        const grade = graded.get(n + 1)?.grade;
        return html`<li key=${n}><button onClick=${() => go(n + 1)} aria-current=${at === n + 1 ? "step" : undefined}>
          <span class="number">${n + 1}.</span> <span class="who">${whole.sides[side]}</span> <b>${move}</b>
          <span class=${`grade ${grade ?? ""}`}>${grade ? `${grade} ${SIGNS[grade]}` : ""}</span>
        </button></li>`;
      })}
    </ol>
  </div>`;
}
