// Playing on from a position: who plays which side, and a game begins there.
import { useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { useMessages } from "./page.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./messages.d.ts").BoardState} BoardState */

const PERSON = "human";

/** @param {{ page: Page, place: Place, state: BoardState }} props */
export function PlayOn({ page, place, state }) {
  const { levels, level } = page.offer;
  const usual = levels.find(({ name }) => name === level)?.player ?? levels[0].player;
  const [players, setPlayers] = useState(/** @type {string[] | null} */ (null));
  const isAsked = useRef(false);
  useMessages(page, (message) => {
    if (message.kind === "game-state" && isAsked.current) location.hash = `#play/${message.id}`;
  });
  const seated = players ?? [0, 1].map((side) => (side === state.turn ? PERSON : usual));
  /** @param {Event} event */
  const begin = (event) => {
    event.preventDefault();
    isAsked.current = true;
    page.ask("new-game", { ...place, first: seated[0], second: seated[1], clock: null });
  };
  return html`<form class="play-on" onSubmit=${begin}>
    ${state.sides.map((name, side) => html`<label key=${side}>${name}
      <select value=${seated[side]} onChange=${(/** @type {any} */ event) =>
        setPlayers(seated.map((one, n) => (n === side ? event.target.value : one)))}>
        <option value=${PERSON}>a person</option>
        ${levels.map((one) => html`<option value=${one.player}>computer, ${one.name}</option>`)}
      </select>
    </label>`)}
    <button type="submit" disabled=${state.is_over}>Play from here</button>
  </form>`;
}
