// A run of learning in another process: how strong it is by now, its ladder, and its weights.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Curves } from "./curve.js";
import { html, pictureOf } from "./html.js";
import { useMessages } from "./page.js";
import { DataTable, sentence, titled } from "./report.js";

/** @typedef {import("./messages.d.ts").LearningShown} LearningShown */
/** @typedef {import("./messages.d.ts").ReportCurves} ReportCurves */
/** @typedef {import("./messages.d.ts").ReportPlot} ReportPlot */
/** @typedef {import("./page.js").Page} Page */

const NONE = "No run is offered. Start plyground serve --learning FOLDER to follow one.";
const RUNS = "It is learning.";
const STOPPED = "Nobody learns there now.";

/** @param {{ page: Page }} props */
export function LearningView({ page }) {
  const name = page.address.id || page.offer.runs[0];
  if (!name) return html`<h1>Learning</h1><p>${NONE}</p>`;
  return html`<${Run} key=${name} page=${page} name=${name} />`;
}

/** @param {{ page: Page, name: string }} props */
function Run({ page, name }) {
  const [shown, setShown] = useState(/** @type {LearningShown | null} */ (null));
  useMessages(page, (message) => {
    if (message.kind === "learning-shown" && message.name === name) setShown(message);
  }, [name]);
  useEffect(() => {
    if (page.isOpen) page.ask("watch-learning", { name });
  }, [page.isOpen, name]);
  useEffect(() => () => page.query("watch-learning", { name: null }), []);
  useEffect(() => {
    if (shown?.error) page.say(sentence(shown.error));
    else if (shown) {
      page.say("");
      page.tell(shown.is_running ? RUNS : STOPPED);
    }
  }, [shown?.error, shown?.is_running]);
  if (!shown) return html`<h1>${name}</h1>${page.status}<p class="waiting">Reading its folder…</p>`;
  return html`<div class="report learning">
    <h1>${titled(shown.title)} <small>${name}</small></h1>
    ${page.status}
    <div class="progress">
      ${shown.share !== null && html`<progress max="1" value=${shown.share} aria-label="Share of the run that is done"></progress>`}
      ${shown.sentences.map((text) => html`<p key=${text}>${sentence(text)}</p>`)}
    </div>
    <div class="sections">
      ${shown.curves.map((curves) => html`<${Figure} key=${curves.title} curves=${curves} />`)}
    </div>
    <div class="sections">
      ${shown.tables.map((table) => html`<${DataTable} key=${table.title} table=${table} />`)}
      ${shown.boards.map((board) => html`<${BoardFigure} key=${board.title} board=${board} />`)}
    </div>
    ${shown.weights.length > 0 && html`<h2>What was learned, over minutes of learning</h2>`}
    <div class="sections small">
      ${shown.weights.map((curves) => html`<${Figure} key=${curves.title} curves=${curves} />`)}
    </div>
  </div>`;
}

/** @param {{ curves: ReportCurves }} props */
function Figure({ curves }) {
  const { title, at, unit } = curves;
  const series = useMemo(() => curves.curves.map(({ name, values }) => ({ name, values })), [curves]);
  return html`<section class="figure">
    <h2>${titled(title)}</h2>
    <${Curves} at=${at} series=${series} unit=${unit} label=${`${titled(title)} over ${minutes(at)} minutes: ${lastWords(curves)}`} />
  </section>`;
}

/** @param {{ board: ReportPlot }} props */
function BoardFigure({ board }) {
  return html`<section class="table">
    <h2>${titled(board.title)}</h2>
    <img class="board-picture" src=${pictureOf(board.svg)} alt=${board.words} />
  </section>`;
}

/** @param {number[]} at */
function minutes(at) {
  return (at.at(-1) ?? 0).toLocaleString("en", { maximumFractionDigits: 1 });
}

/** @param {ReportCurves} curves Where its curves end. */
function lastWords({ curves, unit }) {
  return curves.map(({ name, values }) => {
    const last = values.findLast((value) => value !== null) ?? 0;
    return `${name} ${unit === "share" ? `${Math.round(100 * last)} %` : last.toLocaleString("en")}`;
  }).join(", ");
}
