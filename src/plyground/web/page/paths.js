// The board of a path game as text: typed, chosen or dropped, and checked by the server meanwhile.
import { useEffect, useRef, useState } from "preact/hooks";
import { chosenFile } from "./files.js";
import { html, pictureOf } from "./html.js";
import { useMessages } from "./page.js";

/** @typedef {import("./messages.d.ts").CheckedPaths} CheckedPaths */
/** @typedef {import("./messages.d.ts").TextRemark} TextRemark */
/** @typedef {import("./page.js").Page} Page */

const DRAFT = "plyground-board";
const EXAMPLE = "9\n1 2 3\n4 5 6\n7 8 9\n1 4 7\n2 5 8\n3 6 9\n1 5 9\n3 5 7\n";
const PAUSE = 80;

/** The text that was typed last in this tab. */
export function draft() {
  return sessionStorage.getItem(DRAFT) ?? EXAMPLE;
}

/** @param {string} text */
export function keepDraft(text) {
  sessionStorage.setItem(DRAFT, text);
}

/**
 * What the server says of a text; null until it has said something.
 * @param {Page} page
 * @param {string | null} text
 */
export function useCheckedPaths(page, text) {
  const [checked, setChecked] = useState(/** @type {CheckedPaths | null} */ (null));
  useMessages(page, (message) => {
    if (message.kind === "checked-paths")
      setChecked((last) => ({ ...message, board: message.board ?? last?.board ?? null }));
  });
  useEffect(() => {
    if (text === null || !page.isOpen) return;
    const timer = setTimeout(() => page.ask("check-paths", { text }), PAUSE);
    return () => clearTimeout(timer);
  }, [text, page.isOpen]);
  return checked;
}

/**
 * @param {{ text: string, checked: CheckedPaths | null, change: (text: string) => void,
 *           say: (text: string) => void }} props
 */
export function PathsEditor({ text, checked, change, say }) {
  const marks = useRef(/** @type {HTMLElement | null} */ (null));
  const isNew = checked?.text === text;
  const mistake = isNew ? checked.mistake : null;
  const remarks = isNew ? (mistake ? [mistake] : checked.remarks) : [];
  /** @param {any} event */
  const scroll = ({ target }) => {
    if (marks.current) [marks.current.scrollTop, marks.current.scrollLeft] = [target.scrollTop, target.scrollLeft];
  };
  return html`<div class="paths">
    <div class="paths-text">
      <label for="paths">The number of spaces, then one winning path a line</label>
      <div class="marked">
        <pre class=${`marks ${mistake ? "wrong" : ""}`} aria-hidden="true" ref=${marks}>${marked(text, remarks)}</pre>
        <textarea id="paths" name="paths" rows="10" wrap="off" spellcheck=${false} autocapitalize="off"
          value=${text} onScroll=${scroll} aria-describedby="paths-told"
          aria-invalid=${mistake ? "true" : "false"}
          onInput=${(/** @type {any} */ event) => change(event.target.value)}></textarea>
      </div>
      <p id="paths-told" class=${`told ${mistake ? "error" : ""}`} aria-live="polite">
        ${remarks.length ? remarks.slice(0, 3).map(sentence).join(" ") : (checked?.summary ?? "")}
      </p>
      <label class="button">Choose a file
        <input type="file" class="hidden" name="paths-file" accept=".txt,text/plain" onChange=${chosenFile(change, say)} />
      </label>
    </div>
    <div class="board-preview">
      ${checked?.board?.svg && html`<img src=${pictureOf(checked.board.svg)}
        class=${mistake ? "stale" : ""} alt=${`The board: ${checked.summary}`} />`}
      ${checked?.board && !checked.board.svg && html`<pre>${checked.board.text}</pre>`}
    </div>
  </div>`;
}

/** @param {TextRemark} remark */
export function sentence({ line, column, message }) {
  const place = [line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(", ");
  const text = place ? `${place}: ${message}` : `the text ${message}`;
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/**
 * The text with marks where something is remarked: a word, or a line as a whole.
 * @param {string} text
 * @param {TextRemark[]} remarks
 */
function marked(text, remarks) {
  const lines = text.split("\n");
  const parts = [];
  let [line, column] = [0, 0]; // what is done so far
  for (const remark of remarks.filter((one) => one.line)) {
    const letters = [...lines[remark.line - 1]];
    const from = remark.column ? remark.column - 1 : 0;
    const rest = letters.slice(from).join("");
    const word = [...(remark.column ? (/^\S+/.exec(rest)?.[0] ?? "") : rest)].length;
    const before = lines.slice(line, remark.line - 1);
    if (before.length) before[0] = [...before[0]].slice(column).join("");
    const begun = line === remark.line - 1 ? column : 0;
    parts.push([...before, letters.slice(begun, from).join("")].join("\n"));
    parts.push(html`<mark>${letters.slice(from, from + word).join("") || " "}</mark>`);
    [line, column] = [remark.line - 1, from + word];
  }
  const after = lines.slice(line);
  after[0] = [...after[0]].slice(column).join("");
  return [...parts, `${after.join("\n")}\n`];
}
