// The moves of an analysis: the main line, variations beside it, and comments.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { asMainLine, branchAt, isSame, isVariation, promoted, withComment, without } from "./movetree.js";

/** @typedef {import("./movetree.js").Branch} Branch */

/**
 * @typedef {object} Shown
 * @property {string[]} path Where one is.
 * @property {number} begins The side to move at the root.
 * @property {(path: string[]) => void} go
 * @property {string | null} next The move that the key for forward would play.
 */

/**
 * @param {{ tree: Branch, path: string[], begins: number, next: string | null, go: (path: string[]) => void,
 *           change: (tree: Branch, path: string[]) => void, comment: { current: HTMLElement | null } }} props
 *   `comment` gets the field for comments, so that a key can lead there.
 */
export function TreeView({ tree, path, begins, next, go, change, comment }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const here = box.current?.querySelector("[aria-current]");
    if (box.current && here instanceof HTMLElement) keepInView(box.current, here);
  }, [path.join(" ")]);
  const isOff = isVariation(tree, path);
  const here = branchAt(tree, path);
  /** @type {Shown} */
  const shown = { path, begins, go, next };
  return html`<section class="card tree" aria-label="Moves">
    <div class="head">
      <h2>Moves</h2>
      <span class="actions">
        <button disabled=${!isOff} onClick=${() => change(promoted(tree, path), path)}>Promote</button>
        <button disabled=${!isOff} onClick=${() => change(asMainLine(tree, path), path)}>Main line</button>
        <button disabled=${!path.length} onClick=${() => change(without(tree, path), path.slice(0, -1))}>Delete</button>
      </span>
    </div>
    <div class="branches" ref=${box} tabindex="0" role="region" aria-label="Moves and variations">
      <button class=${`bare move ${path.length ? "" : "current"}`} aria-current=${path.length ? undefined : "true"}
        onClick=${() => go([])}>start</button>
      ${tree.comment && html`<span class="comment">${tree.comment}</span>`}
      <${Line} branch=${tree} path=${[]} shown=${shown} />
    </div>
    <${Comment} key=${path.join(" ")} text=${here?.comment ?? ""} field=${comment}
      about=${path.length ? `Comment on ${path[path.length - 1]}` : "Comment on the start"}
      write=${(/** @type {string} */ text) => change(withComment(tree, path, text), path)} />
  </section>`;
}

/**
 * What follows a place: the main line from there, with its variations.
 * @param {{ branch: Branch, path: string[], shown: Shown }} props
 */
function Line({ branch, path, shown }) {
  const parts = [];
  let here = branch;
  let at = path;
  let isNumbered = true;
  while (here.replies.length) {
    const [main, ...others] = here.replies;
    const before = at;
    at = [...at, main.move];
    parts.push(html`<${Move} key=${at.length} branch=${main} path=${at} shown=${shown} isNumbered=${isNumbered} />`);
    if (others.length)
      parts.push(html`<div class="variations" key=${`v${at.length}`}>
        ${others.map((other) => html`<${Variation} key=${other.move} branch=${other} before=${before} shown=${shown} />`)}
      </div>`);
    isNumbered = Boolean(others.length || main.comment);
    here = main;
  }
  return parts;
}

/** @param {{ branch: Branch, before: string[], shown: Shown }} props */
function Variation({ branch, before, shown }) {
  const path = [...before, branch.move];
  return html`<div class="variation">
    <${Move} branch=${branch} path=${path} shown=${shown} isNumbered=${true} />
    <${Line} branch=${branch} path=${path} shown=${shown} />
  </div>`;
}

/** @param {{ branch: Branch, path: string[], shown: Shown, isNumbered: boolean }} props */
function Move({ branch, path, shown, isNumbered }) {
  const ply = shown.begins + path.length - 1;
  const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : isNumbered ? `${(ply + 1) / 2}…` : "";
  const isHere = isSame(path, shown.path);
  const isNext = path.length === shown.path.length + 1 && isSame(path.slice(0, -1), shown.path);
  const names = ["bare", "move", isHere && "current", isNext && shown.next === branch.move && "next"];
  return html`<span class="step">${number && html`<span class="number">${number}</span>`}<button
      class=${names.filter(Boolean).join(" ")} aria-current=${isHere ? "true" : undefined}
      onClick=${() => shown.go(path)}>${branch.move}</button>${branch.comment && html`<span class="comment">${branch.comment}</span>`}</span>`;
}

/**
 * @param {{ text: string, about: string, field: { current: HTMLElement | null },
 *           write: (text: string) => void }} props
 */
function Comment({ text, about, field, write }) {
  const [now, setNow] = useState(text);
  useEffect(() => setNow(text), [text]);
  return html`<label class="write">${about}
    <textarea rows="2" value=${now} ref=${field} onInput=${(/** @type {any} */ event) => setNow(event.target.value)}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
      }}
      onBlur=${() => now !== text && write(now.trim())}></textarea>
  </label>`;
}

/**
 * Scroll a box so that something in it is seen; the page itself stays where it is.
 * @param {HTMLElement} box
 * @param {HTMLElement} part
 */
function keepInView(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
}
