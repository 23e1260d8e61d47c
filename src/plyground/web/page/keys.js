// The keys of the analysis, as on lichess, and the help that lists them.
import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.js";

/** @typedef {Record<string, () => void>} Actions By the names of the actions in `KEYS`. */

/**
 * What each key does: the action's name, the keys, and what the help says.
 * @type {[string, string[], string][]}
 */
export const KEYS = [
  ["back", ["ArrowLeft", "k"], "one move back"],
  ["forward", ["ArrowRight", "j"], "one move forward, into the chosen variation"],
  ["up", ["ArrowUp"], "the variation above, where there is a choice; else to the first move"],
  ["down", ["ArrowDown"], "the variation below, where there is a choice; else to the last move"],
  ["first", ["0", "Home"], "to the first move"],
  ["last", ["$", "End"], "to the last move"],
  ["forkBack", ["Shift+ArrowLeft", "Shift+K"], "back to where there was a choice"],
  ["forkForward", ["Shift+ArrowRight", "Shift+J"], "forward to where there is a choice"],
  ["best", [" "], "play the computer's best move"],
  ["flip", ["f"], "turn the board"],
  ["engine", ["l"], "engine on or off"],
  ["marks", ["a"], "marks on the board on or off"],
  ["variations", ["v"], "show on the board what was played from here"],
  ["threat", ["x"], "show the threat: what would the other side play?"],
  ["book", ["e"], "opening book"],
  ["solve", ["s"], "exact verdicts on or off"],
  ["comment", ["c"], "write a comment"],
  ["help", ["?"], "this help"],
];

const NAMES = /** @type {Record<string, string>} */ ({
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "space",
});
const LEAST_REPEAT = 40; // milliseconds, for a key that is held down
const FIELDS = "input, textarea, select, [contenteditable]";
const CONTROLS = "button, a, summary, [role=slider], dialog";

/**
 * Have keys do things as long as the component is shown. Who types in a field is left alone, and so
 * is who has come to a square or a button by the Tab key.
 * @param {Actions} actions
 */
export function useKeys(actions) {
  const now = useRef(actions);
  now.current = actions;
  useEffect(() => {
    let byPointer = false;
    let last = 0;
    const pointed = () => (byPointer = true);
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.key === "Tab") byPointer = false;
      const action = actionOf(event);
      const target = event.target instanceof Element ? event.target : document.body;
      if (!action || target.closest(FIELDS) || target.closest("dialog")) return;
      if (!byPointer && isNeeded(event.key, target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat && event.timeStamp - last < LEAST_REPEAT) return;
      last = event.timeStamp;
      now.current[action]?.();
    };
    document.addEventListener("pointerdown", pointed, true);
    document.addEventListener("keydown", press, true);
    return () => {
      document.removeEventListener("pointerdown", pointed, true);
      document.removeEventListener("keydown", press, true);
    };
  }, []);
}

/**
 * Keys of the whole view, unless something else on the page takes them.
 * @param {Record<string, () => void>} keys
 */
export function usePlainKeys(keys) {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const isTyped = event.target instanceof Element && event.target.closest("input:not([type=checkbox]), select, textarea");
      const act = newest.current[event.key];
      if (!act || isTyped || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** @param {KeyboardEvent} event */
function actionOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const isShifted = event.shiftKey && (event.key.startsWith("Arrow") || /^[A-Z]$/.test(event.key));
  const key = isShifted ? `Shift+${event.key}` : event.key;
  return KEYS.find(([, keys]) => keys.includes(key))?.[0];
}

/**
 * Whether what has the focus has a use of its own for a key.
 * @param {string} key
 * @param {Element} target
 */
function isNeeded(key, target) {
  const moves = key.startsWith("Arrow") || key === "Home" || key === "End";
  if (target.closest("[role=grid]")) return moves || key === " ";
  if (target.closest("[role=slider]")) return moves;
  return key === " " && Boolean(target.closest(CONTROLS));
}

/** @param {{ isOpen: boolean, close: () => void }} props */
export function Help({ isOpen, close }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return html`<dialog class="help" ref=${dialog} onClose=${close} aria-labelledby="keys-title">
    <div class="head">
      <h2 id="keys-title">Keys</h2>
      <button onClick=${close} autofocus>Close</button>
    </div>
    ${isOpen && html`<table>
      <tbody>
        ${KEYS.map(([name, keys, text]) => html`<tr key=${name}>
          <th scope="row">${keys.map((key, n) => html`${n ? " or " : ""}<kbd>${keyName(key)}</kbd>`)}</th>
          <td>${text}</td>
        </tr>`)}
      </tbody>
    </table>`}
    <p>In a field, keys write. On the board, once you have come there with Tab, arrows walk from square to
      square and Enter plays; a click on the board leaves the arrows to the moves.</p>
  </dialog>`;
}

/** @param {string} key */
function keyName(key) {
  return key
    .split("+")
    .map((part) => NAMES[part] ?? (part === "Shift" ? "shift" : part.length === 1 ? part.toLowerCase() : part))
    .join(" ");
}
