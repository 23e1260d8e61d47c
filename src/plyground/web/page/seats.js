// Who plays either side, and what is left of their clocks.
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";

/** @typedef {import("./messages.d.ts").GameState} GameState */
/** @typedef {import("./messages.d.ts").Offer} Offer */

const TYPED = "typed…";
const SHORT = 20;

/**
 * @param {{ state: GameState, offer: Offer, heard: number,
 *           seat: (side: number, player: string) => void }} props
 *   `heard` is when the state came, for the clock that runs.
 */
export function Seats({ state, offer, heard, seat }) {
  const line = (/** @type {number} */ side) => html`<${SeatLine} key=${side} state=${state} offer=${offer} side=${side}
    heard=${heard} seat=${(/** @type {string} */ player) => seat(side, player)} />`;
  return html`<div class="seats">${[0, 1].map(line)}</div>`;
}

/**
 * @param {{ state: GameState, offer: Offer, side: number, heard: number,
 *           seat: (player: string) => void }} props
 */
function SeatLine({ state, offer, side, heard, seat }) {
  const { side: name, player, left } = state.seats[side];
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const moves = state.turn === side && !state.is_over;
  /** @type {Map<string, string>} */
  const players = new Map([["human", "person"]]);
  for (const level of offer.levels) players.set(level.player, `computer, ${level.name}`);
  if (!players.has(player)) players.set(player, player);
  const choose = (/** @type {any} */ { target }) => {
    if (target.value !== TYPED) return seat(target.value);
    setText(player);
    target.value = player;
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text?.trim()) seat(text.trim());
    setText(null);
  };
  const who =
    text === null
      ? html`<select aria-label=${`Player of ${name}`} value=${player} onChange=${choose}>
          ${[...players].map(([value, label]) => html`<option value=${value}>${label}</option>`)}
          <option value=${TYPED}>${TYPED}</option>
        </select>`
      : html`<form class="typed" onSubmit=${submit}>
          <input aria-label=${`Player of ${name} as text`} value=${text} autocomplete="off" autocapitalize="off"
            spellcheck=${false} ref=${(/** @type {any} */ input) => input?.focus()}
            onInput=${(/** @type {any} */ event) => setText(event.target.value)}
            onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && setText(null)} />
          <button type="submit">Seat</button>
        </form>`;
  return html`<div class=${`seat ${moves ? "to-move" : ""}`}>
    <span class="marker" aria-hidden="true">${moves ? "▸" : ""}</span>
    <span class="side-name">${name}</span>
    ${who}
    ${left !== null && html`<${Clock} left=${left} runs=${moves} since=${heard - 1000 * state.elapsed} />`}
  </div>`;
}

/** @param {{ left: number, runs: boolean, since: number }} props */
function Clock({ left, runs, since }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [runs]);
  const rest = Math.max(0, runs ? left - Math.max(0, now - since) / 1000 : left);
  const minutes = Math.floor(rest / 60);
  const seconds = rest - 60 * minutes;
  const text = rest < SHORT ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds)).padStart(2, "0");
  return html`<span class=${`clock ${rest < SHORT ? "short" : ""}`} role="timer">${minutes}:${text}</span>`;
}
