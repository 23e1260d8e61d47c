// What reports are made of: tables, plots, and sentences.
import { html, pictureOf } from "./html.js";

/** @typedef {import("./messages.d.ts").ReportPlot} ReportPlot */
/** @typedef {import("./messages.d.ts").ReportTable} ReportTable */

/** @param {{ table: ReportTable }} props */
export function DataTable({ table }) {
  const title = titled(table.title);
  return html`<section class="table">
    <h2>${title}</h2>
    <div class="wide" role="region" tabindex="0" aria-label=${title}>
      <table>
        <thead><tr><td></td>${table.heads.map((head) => html`<th key=${head} scope="col">${head}</th>`)}</tr></thead>
        <tbody>
          ${table.rows.map(([name, ...cells]) => html`<tr key=${name}>
            <th scope="row">${name}</th>${cells.map((cell, n) => html`<td key=${n}>${cell}</td>`)}
          </tr>`)}
        </tbody>
      </table>
    </div>
    ${table.note && html`<p class="note">${sentence(table.note)}</p>`}
  </section>`;
}

/** @param {{ plot: ReportPlot }} props */
export function Plot({ plot }) {
  return html`<section class="figure">
    <h2>${titled(plot.title)}</h2>
    <img src=${pictureOf(plot.svg)} alt=${plot.words} height=${plot.height} />
  </section>`;
}

/** @param {string} text */
export function titled(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** @param {string} text */
export function sentence(text) {
  return `${titled(text)}.`;
}
