// Setting a position up: by its text, by moves, square by square, or from the record of a game.
import { useEffect, useRef, useState } from "preact/hooks";
import { chosenFile } from "./files.js";
import { html } from "./html.js";
import { useMessages } from "./page.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./messages.d.ts").PositionChecked} PositionChecked */
/** @typedef {PositionChecked & { isFresh: boolean }} Checked Fresh: it is about the text as it is now. */
/** @typedef {import("./routes.js").Place} Place */

const WAIT = 120; // milliseconds after the last key

/**
 * The text of a position while it is written, and what the server says of it.
 * @param {Page} page
 * @param {string} game
 * @param {string} text
 * @param {boolean} isOn
 * @returns {Checked | null}
 */
export function useChecked(page, game, text, isOn) {
  const [checked, setChecked] = useState(/** @type {[string, PositionChecked] | null} */ (null));
  const asked = useRef({ number: 0, text });
  useMessages(page, (message) => {
    const { number, text: about } = asked.current;
    if (message.kind === "position-checked" && message.number === number) setChecked([about, message]);
  });
  useEffect(() => {
    if (!isOn || !page.isOpen) return;
    const number = asked.current.number + 1;
    asked.current = { number, text };
    const timer = setTimeout(() => page.query("check-position", { number, game, text }), WAIT);
    return () => clearTimeout(timer);
  }, [game, text, isOn, page.isOpen]);
  return isOn && checked ? { ...checked[1], isFresh: checked[0] === text } : null;
}

/**
 * What a click on a square makes of a text: the next of the symbols that may stand there.
 * @param {string} text
 * @param {PositionChecked} checked
 * @param {number} square
 */
export function withNextSymbol(text, checked, square) {
  const place = checked.cells?.places[String(square)];
  const symbols = checked.cells?.symbols ?? "";
  if (place === undefined || place >= text.length) return text;
  const next = symbols[(symbols.indexOf(text[place]) + 1) % symbols.length];
  return text.slice(0, place) + next + text.slice(place + 1);
}

/**
 * @param {{ page: Page, place: Place, text: string, setText: (text: string) => void,
 *           checked: Checked | null, isSetting: boolean, setSetting: (isOn: boolean) => void,
 *           go: (place: Place) => void, read: (text: string) => void,
 *           play: (text: string) => void, save: () => void }} props
 */
export function Editor({ page, place, text, setText, checked, isSetting, setSetting, go, read, play, save }) {
  const [moves, setMoves] = useState("");
  const mistake = checked?.mistake ?? "";
  const canClick = Boolean(checked?.cells);
  return html`<div class="editor">
    <form onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (!moves.trim()) return;
      play(moves);
      setMoves("");
    }}>
      <label>Moves from here
        <input name="moves" value=${moves} autocomplete="off" autocapitalize="off" spellcheck=${false}
          onInput=${(/** @type {any} */ event) => setMoves(event.target.value)} />
      </label>
      <button type="submit">Play them</button>
    </form>
    <form onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (checked?.state && checked.isFresh) go({ game: place.game, moves: [], start: checked.state.position });
    }}>
      <label>Position as text
        <input name="position" value=${text} autocomplete="off" autocapitalize="off" spellcheck=${false}
          aria-invalid=${mistake ? "true" : undefined} aria-describedby="position-says"
          onFocus=${() => setSetting(true)}
          onInput=${(/** @type {any} */ event) => {
            setSetting(true);
            setText(event.target.value);
          }} />
      </label>
      <button type="submit" disabled=${!isSetting || !checked?.state || !checked.isFresh}>Analyse it</button>
    </form>
    <p id="position-says" class=${`says ${mistake ? "wrong" : ""}`}>${isSetting ? saysText(checked, canClick) : ""}</p>
    <div class="actions">
      <button aria-pressed=${isSetting ? "true" : "false"} onClick=${() => setSetting(!isSetting)}>Set up by clicking</button>
      <button onClick=${() => navigator.clipboard?.writeText(text)}>Copy the position</button>
      <label class="button">Open a record
        <input type="file" class="hidden" accept=".txt,.pgn,text/plain" onChange=${chosenFile(read, page.say)} />
      </label>
      <button onClick=${save}>Save with variations</button>
    </div>
    <${Paste} read=${read} />
  </div>`;
}

/**
 * @param {PositionChecked | null} checked
 * @param {boolean} canClick
 */
function saysText(checked, canClick) {
  if (!checked) return "";
  if (checked.mistake) return checked.mistake;
  const how = canClick
    ? "Click a square to change what stands there."
    : "The text of this game's positions does not show its squares: change the text.";
  return `${checked.state?.status ?? ""}. ${how}`;
}

/** @param {{ read: (text: string) => void }} props */
function Paste({ read }) {
  const [text, setText] = useState("");
  return html`<details>
    <summary>Paste a record</summary>
    <form onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      read(text);
    }}>
      <label>Record
        <textarea name="record" rows="5" value=${text} spellcheck=${false}
          onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
      </label>
      <button type="submit" disabled=${!text.trim()}>Read it</button>
    </form>
  </details>`;
}
