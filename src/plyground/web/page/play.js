// A game: its board, who plays, what was played, and what can be done.
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { html } from "./html.js";
import { useMessages } from "./page.js";
import { countText, scoreText } from "./text.js";

/** @typedef {import("./messages.d.ts").GameState} GameState */
/** @typedef {import("./messages.d.ts").Thinking} Thinking */
/** @typedef {import("./messages.d.ts").Compiling} Compiling */
/** @typedef {import("./messages.d.ts").Offer} Offer */

/** @typedef {import("./page.js").Page} Page */

/**
 * The game that the address names; if it is gone, the form for a new one.
 * @param {{ page: Page }} props
 */
export function PlayView({ page }) {
  const { id } = page.address;
  const [state, setState] = useState(/** @type {GameState | null} */ (null));
  const [heard, setHeard] = useState(0);
  const [progress, setProgress] = useState(/** @type {Thinking | Compiling | null} */ (null));
  useMessages(page, (message) => {
    if (message.kind === "game-state") {
      setHeard(performance.now());
      setState(message);
      setProgress(null);
      page.say("");
      page.tell(statusText(message));
      const moves = message.moves.map(({ move }) => move);
      page.setPlace({ game: message.game, moves, start: message.start });
    } else if (message.kind === "thinking" || message.kind === "compiling") setProgress(message);
  });
  useEffect(() => {
    if (page.isOpen) page.ask("open-game", { id });
  }, [id, page.isOpen]);
  if (state?.id !== id)
    return html`${page.status}<p class="waiting"><a href="#new">New game</a></p>`;
  return html`<${Play} state=${state} offer=${page.offer} progress=${progress} heard=${heard}
    ask=${page.ask} say=${page.say} status=${page.status} />`;
}

/**
 * The last move in words, and how the game stands.
 * @param {GameState} state
 */
function statusText(state) {
  if (state.failure) return `${state.failure}. ${state.status}.`;
  const last = state.moves[state.moves.length - 1];
  const played = last ? `${state.seats[last.side].side} played ${last.move}. ` : "";
  return `${played}${state.status}.`;
}

/**
 * @param {{ state: GameState, offer: Offer, progress: Thinking | Compiling | null, heard: number,
 *           ask: (kind: string, fields: Record<string, unknown>) => void,
 *           say: (text: string) => void, status: any }} props
 */
function Play({ state, offer, progress, heard, ask, say, status }) {
  /** @param {string} move */
  const play = (move) => ask("play-move", { move, ply: state.moves.length });
  /** @param {string} action */
  const act = (action) => () => ask("act", { action });
  const people = state.seats.filter((seat) => seat.is_person).length;
  const buttons = state.move_map?.buttons ?? [];
  const name = state.game.replace(/.*[/\\]/, "");
  return html`<div class="play">
    <section class="stage" aria-label="Board">
      <${Board} state=${state} position=${`${state.id} ${state.moves.length}`} play=${play} say=${say} />
      <div class="passes">
        ${buttons.map((move) => html`<button key=${move} onClick=${() => play(move)}>${move}</button>`)}
      </div>
    </section>
    <section class="side" aria-label="Game">
      <h1>${name}</h1>
      <div class="seats">
        ${[0, 1].map((side) => html`<${SeatLine} key=${side} state=${state} offer=${offer} side=${side} heard=${heard} ask=${ask} />`)}
      </div>
      ${status}
      <p class="thinking" aria-live="off">${progressText(state, progress)}</p>
      <${MoveEntry} state=${state} play=${play} />
      <div class="actions">
        <button onClick=${act("undo")} disabled=${!state.can_undo}>Undo</button>
        <button onClick=${act("redo")} disabled=${!state.can_redo}>Redo</button>
        <button onClick=${act("stop")} disabled=${Boolean(state.move_map) || state.is_over}>Move now</button>
        <button onClick=${act("resign")} disabled=${state.is_over || !people}>Resign</button>
        <button onClick=${act("swap")}>Swap sides</button>
        <a class="button" href=${`/games/${state.id}/record.txt`} download=${`${fileName(name)}.txt`}>Save</a>
        <a class="button" href="#new">New game</a>
      </div>
      <${Moves} state=${state} />
    </section>
  </div>`;
}

/**
 * @param {{ state: GameState, offer: Offer, side: number, heard: number,
 *           ask: (kind: string, fields: Record<string, unknown>) => void }} props
 */
function SeatLine({ state, offer, side, heard, ask }) {
  const seat = state.seats[side];
  const moves = state.turn === side && !state.is_over;
  /** @type {Map<string, string>} */
  const players = new Map([["human", "person"], ...offer.levels.map(named)]);
  if (!players.has(seat.player)) players.set(seat.player, seat.player);
  return html`<div class=${`seat ${moves ? "to-move" : ""}`}>
    <span class="marker" aria-hidden="true">${moves ? "▸" : ""}</span>
    <span class="side-name">${seat.side}</span>
    <select aria-label=${`Player of ${seat.side}`} value=${seat.player}
      onChange=${(/** @type {any} */ event) => ask("seat-player", { side, player: event.target.value })}>
      ${[...players].map(([player, name]) => html`<option value=${player}>${name}</option>`)}
    </select>
    ${seat.left !== null && html`<${Clock} left=${seat.left} runs=${moves} since=${heard - 1000 * state.elapsed} />`}
  </div>`;
}

/**
 * @param {{ player: string, name: string }} level
 * @returns {[string, string]}
 */
function named({ player, name }) {
  return [player, `computer, ${name}`];
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
  const text = rest < 20 ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds)).padStart(2, "0");
  return html`<span class=${`clock ${rest < 20 ? "short" : ""}`} role="timer">${minutes}:${text}</span>`;
}

/** @param {{ state: GameState, play: (move: string) => void }} props */
function MoveEntry({ state, play }) {
  const [text, setText] = useState("");
  const map = state.move_map;
  const known = map ? [...map.squares.map(({ move }) => move), ...map.buttons] : [];
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    play(text.trim());
    setText("");
  };
  return html`<form class="entry" onSubmit=${submit}>
    <label>Type a move
      <input name="move" value=${text} list="moves" autocomplete="off" autocapitalize="off" spellcheck=${false}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
    </label>
    <datalist id="moves">${known.map((move) => html`<option value=${move}></option>`)}</datalist>
    <button type="submit">Enter</button>
  </form>`;
}

/** @param {{ state: GameState }} props */
function Moves({ state }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [state.moves.length]);
  return html`<div class="moves" ref=${list} tabindex="0" role="region" aria-label="Moves played">
    <ol>
      ${state.moves.map(({ side, move }, n) => html`<li key=${n} class=${n === state.moves.length - 1 ? "last" : ""}>
        <span class="number">${n + 1}.</span> <span class="who">${state.seats[side].side}</span> ${move}
      </li>`)}
    </ol>
  </div>`;
}

/**
 * What a program does while it is its turn.
 * @param {GameState} state
 * @param {Thinking | Compiling | null} progress
 */
function progressText(state, progress) {
  if (state.is_over || state.move_map) return "";
  const player = state.seats[state.turn].player;
  if (!progress || progress.side !== state.turn) return `${player} is thinking`;
  if (progress.kind === "compiling")
    return `compiling this game (once): kernel ${progress.kernels}, ${Math.round(progress.seconds)} s`;
  const { depth, nodes, from_book, lines } = progress.info;
  if (from_book) return "from its book";
  const best = lines[0];
  const told = [`depth ${depth}`, `${countText(nodes)} nodes`];
  const secret = state.seats.some((seat) => seat.is_person) && best?.verdict;
  if (best && !secret) {
    told.push(scoreText(best));
    told.push(best.moves.slice(0, 8).join(" "));
  }
  return told.join(" · ");
}

/** @param {string} game */
function fileName(game) {
  return game.replace(/[^\w-]+/g, "-");
}
