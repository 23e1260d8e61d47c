// A game: its board, who plays, what was played, and what can be done.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { CompileBar } from "./compiling.js";
import { isRecord, useDrop } from "./files.js";
import { html } from "./html.js";
import { forget, keep, keptGame, recordText } from "./kept.js";
import { useMessages } from "./page.js";
import { keepDraft } from "./paths.js";
import { addressOf } from "./routes.js";
import { Seats } from "./seats.js";
import { hasSound, setSound, sound } from "./sound.js";
import { countText, gameTitle, movesText, scoreText } from "./text.js";
import { useVariants } from "./variants.js";

/** @typedef {import("./messages.d.ts").GameState} GameState */
/** @typedef {import("./messages.d.ts").Thinking} Thinking */
/** @typedef {import("./messages.d.ts").Compiling} Compiling */
/** @typedef {import("./page.js").Page} Page */

const SURE_SECONDS = 4;

/**
 * The game that the address names; if it is gone, the way to go on with it, or to a new one.
 * @param {{ page: Page }} props
 */
export function PlayView({ page }) {
  const { id } = page.address;
  const [state, setState] = useState(/** @type {GameState | null} */ (null));
  const [isGone, setGone] = useState(false);
  const [heard, setHeard] = useState(0);
  const [progress, setProgress] = useState(/** @type {Thinking | Compiling | null} */ (null));
  const before = useRef(/** @type {GameState | null} */ (null));
  const isOpening = useRef(true);
  const isBeginning = useRef(false);
  /** Ask for a game that takes the place of this one. */
  const begin = (/** @type {string} */ kind, /** @type {Record<string, unknown>} */ fields) => {
    isBeginning.current = true;
    page.ask(kind, fields);
  };
  useMessages(page, (message) => {
    if (message.kind === "game-state") {
      if (message.id !== id) {
        if (!isBeginning.current) return; // a game that is not looked at any more
        if (isGone) forget(id);
        isBeginning.current = false;
        location.hash = `#play/${message.id}`;
        return;
      }
      isOpening.current = false;
      soundOf(before.current, message);
      before.current = message;
      setGone(false);
      setHeard(performance.now());
      setState(message);
      setProgress(null);
      keep(page.offer.server, message);
      page.say("");
      page.tell(statusText(message));
      const moves = message.moves.map(({ move }) => move);
      page.setPlace({ game: message.game, moves, start: message.start });
    } else if (message.kind === "thinking" || message.kind === "compiling") setProgress(message);
    else if (message.kind === "refused") {
      if (isOpening.current) setGone(true);
      isBeginning.current = false;
    }
  }, [id, isGone, page.offer.server]);
  useEffect(() => {
    isOpening.current = true;
    setGone(false);
    if (page.isOpen) page.ask("open-game", { id });
  }, [id, page.isOpen]);

  const read = (/** @type {string} */ text) => {
    if (isRecord(text)) return begin("load-game", { record: text });
    keepDraft(text);
    location.hash = "#new/board";
  };
  useDrop(read, page.say);
  if (isGone || state?.id !== id) return html`${page.status}<${Gone} id=${id} isGone=${isGone} begin=${begin} />`;
  return html`<${Play} page=${page} state=${state} progress=${progress} heard=${heard} begin=${begin} />`;
}

/** @typedef {(kind: string, fields: Record<string, unknown>) => void} Ask */

/**
 * What can be done if the server has no such game, or has not answered yet.
 * @param {{ id: string, isGone: boolean, begin: Ask }} props
 */
function Gone({ id, isGone, begin }) {
  const kept = keptGame(id);
  const go_on = () => kept && begin("load-game", { record: kept.record, clock: kept.clock });
  return html`<div class="gone">
    ${isGone && kept && html`<p>This browser has kept ${gameTitle(kept.game)} with ${movesText(kept.moves)}.</p>`}
    <div class="actions">
      ${isGone && kept && html`<button class="main" onClick=${go_on}>Go on with it</button>`}
      <a class="button" href="#new">New game</a>
    </div>
  </div>`;
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
 * @param {GameState | null} before
 * @param {GameState} now
 */
function soundOf(before, now) {
  if (before?.id !== now.id) return;
  if (now.is_over && !before.is_over) sound("over");
  else if (now.moves.length > before.moves.length) sound("move");
}

/**
 * @param {{ page: Page, state: GameState, progress: Thinking | Compiling | null, heard: number,
 *           begin: Ask }} props
 */
function Play({ page, state, progress, heard, begin }) {
  const { ask, say } = page;
  const position = `${state.id} ${state.moves.length}`;
  const { map, choice } = useVariants(state.move_map, position);
  /** @param {string} move */
  const play = (move) => ask("play-move", { move, ply: state.moves.length });
  // They keep their places while the other side thinks.
  const buttons = useRef(/** @type {string[]} */ ([]));
  if (map || state.is_over) buttons.current = map?.buttons ?? [];
  return html`<div class="play">
    <section class="stage" aria-label="Board">
      <${Board} state=${{ ...state, move_map: map }} position=${position} play=${play} say=${say} />
      ${choice}
      <div class="passes">
        ${buttons.current.map((move) => html`<button key=${move} disabled=${!map} onClick=${() => play(move)}>${move}</button>`)}
      </div>
    </section>
    <section class="side" aria-label="Game">
      <h1>${gameTitle(state.game)}</h1>
      <${Seats} state=${state} offer=${page.offer} heard=${heard}
        seat=${(/** @type {number} */ side, /** @type {string} */ player) => ask("seat-player", { side, player })} />
      ${page.status}
      <div class="thinking" aria-live="off">${progressLine(state, progress)}</div>
      <${MoveEntry} state=${state} play=${play} />
      <${Actions} page=${page} state=${state} begin=${begin} />
      <${Moves} state=${state} />
      <${Rules} rules=${state.rules} />
    </section>
  </div>`;
}

/** @param {{ page: Page, state: GameState, begin: Ask }} props */
function Actions({ page, state, begin }) {
  const [isSure, setSure] = useState(false);
  const [isLoud, setLoud] = useState(hasSound);
  useEffect(() => {
    if (!isSure) return;
    const timer = setTimeout(() => setSure(false), 1000 * SURE_SECONDS);
    return () => clearTimeout(timer);
  }, [isSure]);
  useEffect(() => setSure(false), [state]);
  /** @param {string} action */
  const act = (action) => () => page.ask("act", { action });
  const people = state.seats.filter((seat) => seat.is_person).length;
  const resign = () => (isSure ? act("resign")() : setSure(true));
  const again = () => {
    const [first, second] = state.seats.map(({ player }) => player);
    const { game, start, clock } = state;
    begin("new-game", { game, start, first, second, clock });
  };
  const toggle = () => {
    setSound(!isLoud);
    setLoud(!isLoud);
  };
  const reviewed = { game: state.game, start: state.start, moves: state.moves.map(({ move }) => move) };
  return html`<div class="actions">
    ${state.is_over && state.moves.length > 0 && html`<a class="button main" href=${addressOf("review", reviewed)}>Review</a>`}
    <button onClick=${act("undo")} disabled=${!state.can_undo}>Undo</button>
    <button onClick=${act("redo")} disabled=${!state.can_redo}>Redo</button>
    <button onClick=${act("stop")} disabled=${Boolean(state.move_map) || state.is_over}>Move now</button>
    <button class="resign" onClick=${resign} disabled=${state.is_over || !people}>${isSure ? "Sure?" : "Resign"}</button>
    <button onClick=${act("swap")}>Swap sides</button>
    <button onClick=${again}>Play again</button>
    <${Save} state=${state} isOpen=${page.isOpen} />
    <a class="button" href="#new">New game</a>
    <button class="sound" aria-pressed=${isLoud ? "true" : "false"} onClick=${toggle}>Sound</button>
  </div>`;
}

/**
 * The game as a file: the server's, or this page's own while there is no line to the server.
 * @param {{ state: GameState, isOpen: boolean }} props
 */
function Save({ state, isOpen }) {
  const own = useMemo(
    () => (isOpen ? "" : URL.createObjectURL(new Blob([recordText(state)], { type: "text/plain" }))),
    [state, isOpen],
  );
  useEffect(() => () => URL.revokeObjectURL(own), [own]);
  const name = gameTitle(state.game).replace(/[^\w-]+/g, "-").replace(/-$/, "");
  return html`<a class="button" href=${own || `/games/${state.id}/record.txt`} download=${`${name}.txt`}>Save</a>`;
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

/** @param {{ rules: string }} props */
function Rules({ rules }) {
  const blocks = rules.split("\n\n").flatMap((block) => block.split(/\n(?= )/));
  return html`<details class="rules">
    <summary>How to play</summary>
    ${blocks.map((block) => (block.startsWith(" ") ? html`<pre>${block.trim()}</pre>` : html`<p>${block}</p>`))}
  </details>`;
}

/**
 * What a program does while it is its turn.
 * @param {GameState} state
 * @param {Thinking | Compiling | null} progress
 */
function progressLine(state, progress) {
  if (state.is_over || state.move_map) return "";
  const player = state.seats[state.turn].player;
  if (!progress || progress.side !== state.turn) return `${player} is thinking`;
  if (progress.kind === "compiling") return html`<${CompileBar} progress=${progress} />`;
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
