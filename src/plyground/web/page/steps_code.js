// The code that is executed, its variables, and the calls that are open.
import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { lineTo, noted } from "./steps_run.js";

/** @typedef {import("./messages.d.ts").TraceSource} Source */
/** @typedef {import("./steps_run.js").Run} Run */

const TOKENS = /("""|"[^"]*"|#.*|\b(?:and|break|def|else|for|if|in|is|lambda|not|or|return|while|yield)\b|\b(?:True|False|None|\d+)\b)/;

/**
 * The functions of the search; the line that is executed next is marked.
 * @param {{ run: Run, now: number }} props
 */
export function Code({ run, now }) {
  const { sources, calls, steps } = run.trace;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { call, line, is_return: isReturn } = steps[now];
  const current = calls[call].source;
  useEffect(() => {
    const marked = box.current?.querySelector("[aria-current]");
    if (box.current && marked instanceof HTMLElement) reveal(box.current, marked);
  }, [current, line, run]);
  return html`<div class="step-code" ref=${box} tabindex="0" role="region" aria-label="The code, from search/reference.py">
    ${sources.map((source, n) => html`<ol key=${source.function} start=${source.first_line}>
      ${described(source).map(({ text, isString }, row) => {
        const isHere = n === current && source.first_line + row === line;
        const names = ["code-line", isHere && "is-next", isHere && isReturn && "is-return"];
        return html`<li key=${row} class=${names.filter(Boolean).join(" ")}
          aria-current=${isHere ? "step" : undefined}>
          <span class="line-number" aria-hidden="true">${isHere ? "▸" : ""}${source.first_line + row}</span>
          <code style=${`--indent:${indentOf(text)}ch`}>${isString ? html`<span class="py-string">${text}</span>` : coloured(text)}</code>
        </li>`;
      })}
    </ol>`)}
  </div>`;
}

/**
 * The lines of a function, and which of them are its description.
 * @param {Source} source
 */
function described({ lines }) {
  let isOpen = false;
  return lines.map((text) => {
    const quotes = text.split('"""').length - 1;
    const isString = isOpen || quotes > 0;
    if (quotes % 2) isOpen = !isOpen;
    return { text, isString };
  });
}

/** @param {string} text */
function indentOf(text) {
  return text.length - text.trimStart().length;
}

/** @param {string} text */
function coloured(text) {
  return text.split(TOKENS).map((part, n) => (n % 2 ? html`<span class=${`py-${kindOf(part)}`}>${part}</span>` : part));
}

/** @param {string} token */
function kindOf(token) {
  if (token.startsWith("#")) return "remark";
  if (token.startsWith('"')) return "string";
  return /^(\d|True|False|None)/.test(token) ? "constant" : "keyword";
}

/**
 * The variables of the call that is executed; those that changed are marked.
 * @param {{ run: Run, now: number }} props
 */
export function VariableTable({ run, now }) {
  const { sources, calls, steps } = run.trace;
  const { call, changed } = steps[now];
  const values = run.variables[now];
  const most = Math.max(...sources.map(({ variables }) => variables.length));
  const { function: name, variables } = sources[calls[call].source];
  const rows = [...variables, ...Array(most - variables.length).fill("")];
  return html`<table class="step-variables">
    <caption>Variables of ${name}</caption>
    <tbody>
      ${rows.map((variable, n) => html`<tr key=${n} class=${variable in changed ? "has-changed" : ""}>
        <th scope=${variable ? "row" : undefined}>${variable || "\u00a0"}</th>
        <td title=${values[variable] ?? ""}>${values[variable] ?? ""}${variable in changed && html`<span class="unseen">, changed</span>`}</td>
      </tr>`)}
    </tbody>
  </table>`;
}

/**
 * The calls that are open, as the moves that lead to them.
 * @param {{ run: Run, now: number, sides: string[] }} props
 */
export function CallPath({ run, now, sides }) {
  const { nodes, steps } = run.trace;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const { node } = steps[now];
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [node]);
  return html`<div class="call-path" ref=${box} tabindex="0" role="region" aria-label="Moves to the current node">
    <ol>
      ${lineTo(run.trace, node).map((number) => {
        const { move, mover, parent, windows } = nodes[number];
        const text = parent === null ? `${sides[mover]} to move` : `${sides[nodes[parent].mover]} ${move}`;
        return html`<li key=${number}>${text} <span class="node-window">${noted(windows, now)}</span></li>`;
      })}
    </ol>
  </div>`;
}

/**
 * Scroll a box, and nothing else, so that something in it can be seen.
 * @param {HTMLElement} box
 * @param {HTMLElement} inner
 */
function reveal(box, inner) {
  const [outer, place] = [box.getBoundingClientRect(), inner.getBoundingClientRect()];
  const margin = Math.min(3 * place.height, outer.height / 3);
  if (place.top < outer.top + margin) box.scrollTop += place.top - outer.top - margin;
  else if (place.bottom > outer.bottom - margin) box.scrollTop += place.bottom - outer.bottom + margin;
}
