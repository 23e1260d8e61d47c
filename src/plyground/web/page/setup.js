// The form for a new game: which game, who plays, and how long they may think.
import { useRef, useState } from "preact/hooks";
import { chosenFile, isRecord, useDrop } from "./files.js";
import { html } from "./html.js";
import { forget, unfinished } from "./kept.js";
import { Options, withOptions } from "./options.js";
import { useMessages } from "./page.js";
import { PathsEditor, draft, keepDraft, sentence, useCheckedPaths } from "./paths.js";
import { gameTitle, movesText } from "./text.js";

/** @typedef {import("./messages.d.ts").Offer} Offer */
/** @typedef {import("./messages.d.ts").OfferedGame} OfferedGame */
/** @typedef {import("./options.js").Values} Values */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {{ who: string, values: Values, text: string }} Choice */

const PERSON = "human";
const PLAYER = "player:";
const TYPED = "typed";
const OWN_BOARD = "own board";
const PATHS = "paths";
const OF_NAMED_BOARDS = ["board", "line"];

/**
 * The form, and the way to the game that it begins.
 * @param {{ page: Page }} props
 */
export function NewGame({ page }) {
  const { offer, say } = page;
  const [name, setName] = useState(page.address.id === "board" ? OWN_BOARD : offer.games[0].name);
  const [values, setValues] = useState(/** @type {Values} */ ({}));
  const [clock, setClock] = useState("");
  const [first, setFirst] = useState(chosen(PERSON));
  const [second, setSecond] = useState(chosen(offer.level));
  const [board, setBoard] = useState(draft);
  const isOwn = name === OWN_BOARD;
  const checked = useCheckedPaths(page, isOwn ? board : null);
  const game = isOwn ? ownBoard(offer) : (offer.games.find((one) => one.name === name) ?? offer.games[0]);

  useMessages(page, (message) => {
    if (message.kind === "game-state") location.hash = `#play/${message.id}`;
  });
  const choose = (/** @type {string} */ text) => {
    setName(text);
    setValues({});
  };
  const type = (/** @type {string} */ text) => {
    keepDraft(text);
    setBoard(text);
  };
  const read = (/** @type {string} */ text) => {
    if (isRecord(text)) return page.ask("load-game", { record: text });
    choose(OWN_BOARD);
    type(text);
  };
  useDrop(read, say);

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isOwn && checked?.text !== board) return say("The board is not checked yet.");
    if (isOwn && checked?.mistake) return say(sentence(checked.mistake));
    page.ask("new-game", {
      game: withOptions((isOwn && checked?.game) || name, game.options, values),
      first: playerText(offer, first),
      second: playerText(offer, second),
      clock: clock.trim() || null,
    });
  };

  return html`${page.status}<form class="setup" onSubmit=${submit}>
    <h1>New game</h1>
    <${GoOn} page=${page} />
    <fieldset>
      <legend>Game</legend>
      <label>Which game
        <select name="game" value=${name} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
          ${offer.games.map((one) => html`<option value=${one.name}>${one.name}</option>`)}
          <option value=${OWN_BOARD}>a board of your own (path file)</option>
        </select>
      </label>
      <p class="summary">${game.summary}</p>
      ${isOwn && html`<${PathsEditor} text=${board} checked=${checked} change=${type} say=${say} />`}
      <${Options} options=${game.options} values=${values} change=${setValues} title="Options of the game" />
    </fieldset>
    <div class="sides">
      <${Side} offer=${offer} side=${game.sides[0]} name="first" order="begins" choice=${first} change=${setFirst} />
      <${Side} offer=${offer} side=${game.sides[1]} name="second" order="answers" choice=${second} change=${setSecond} />
    </div>
    <fieldset>
      <legend>Clock</legend>
      <label>Time for each player
        <input name="clock" value=${clock} placeholder="none" aria-describedby="clock-help" autocomplete="off"
          onInput=${(/** @type {any} */ event) => setClock(event.target.value)} />
      </label>
      <p class="summary" id="clock-help">
        Seconds for the game and more after each move (300+5), for 40 moves (40/300), or for each move (move=10).
      </p>
    </fieldset>
    <div class="actions">
      <button class="main" type="submit">Play</button>
      <label class="button">Load a saved game
        <input type="file" class="hidden" name="record" accept=".txt,.pgn,text/plain" onChange=${chosenFile(read, say)} />
      </label>
      <span class="summary">or drop a saved game or a path file anywhere</span>
    </div>
  </form>`;
}

/**
 * The game that was played on a server that is gone, if there is one.
 * @param {{ page: Page }} props
 */
function GoOn({ page }) {
  const [kept, setKept] = useState(() => unfinished(page.offer.server));
  const drop = () => {
    if (kept) forget(kept.id);
    setKept(null);
  };
  const isAsked = useRef(false);
  useMessages(page, (message) => {
    if (message.kind === "game-state" && isAsked.current && kept) forget(kept.id);
    isAsked.current &&= message.kind !== "refused";
  }, [kept]);
  if (!kept) return null;
  const go_on = () => {
    isAsked.current = true;
    page.ask("load-game", { record: kept.record, clock: kept.clock });
  };
  return html`<div class="actions go-on">
    <span>${gameTitle(kept.game)} with ${movesText(kept.moves)} was not finished when the server stopped.</span>
    <button type="button" onClick=${go_on}>Go on with it</button>
    <button type="button" onClick=${drop}>Forget it</button>
  </div>`;
}

/**
 * Path games on a board that the form describes.
 * @param {Offer} offer
 * @returns {OfferedGame}
 */
function ownBoard(offer) {
  const paths = offer.games.find((one) => one.name === PATHS);
  return {
    name: OWN_BOARD,
    summary: "Own every space of a path. Spaces are numbered from 1, row by row.",
    sides: paths?.sides ?? ["X", "O"],
    options: (paths?.options ?? []).filter((option) => !OF_NAMED_BOARDS.includes(option.name)),
  };
}

/**
 * @param {{ offer: Offer, side: string, name: string, order: string, choice: Choice,
 *           change: (choice: Choice) => void }} props
 */
function Side({ offer, side, name, order, choice, change }) {
  const level = offer.levels.find((one) => one.name === choice.who);
  const player = offer.players.find((one) => PLAYER + one.name === choice.who);
  const isTyped = choice.who === TYPED;
  const others = offer.players.filter((one) => one.name !== PERSON);
  const help = isTyped ? "a name and options, as on the command line" : "moves on this page";
  /** @param {any} event */
  const choose = ({ target }) => {
    const text = target.value === TYPED ? playerText(offer, choice) : "";
    change({ ...chosen(target.value), text });
  };
  return html`<fieldset>
    <legend>${side} ${order}</legend>
    <label>Player
      <select name=${name} value=${choice.who} onChange=${choose}>
        <option value=${PERSON}>a person</option>
        <optgroup label="computer">
          ${offer.levels.map((one) => html`<option value=${one.name}>${one.name}</option>`)}
        </optgroup>
        <optgroup label="other players">
          ${others.map((one) => html`<option value=${PLAYER + one.name}>${one.name}</option>`)}
          <option value=${TYPED}>typed…</option>
        </optgroup>
      </select>
    </label>
    ${isTyped && html`<input name=${`${name}-text`} value=${choice.text} aria-label=${`Player of ${side} as text`}
      placeholder="negascout:depth=6" autocomplete="off" autocapitalize="off" spellcheck=${false}
      onInput=${(/** @type {any} */ event) => change({ ...choice, text: event.target.value })} />`}
    <p class="summary">${level?.summary ?? player?.summary ?? help}</p>
    ${player && html`<${Options} options=${player.options} values=${choice.values} title="Options of the player"
      change=${(/** @type {Values} */ values) => change({ ...choice, values })} />`}
  </fieldset>`;
}

/**
 * @param {string} who
 * @returns {Choice}
 */
function chosen(who) {
  return { who, values: {}, text: "" };
}

/**
 * @param {Offer} offer
 * @param {Choice} choice
 */
export function playerText(offer, { who, values, text }) {
  if (who === TYPED) return text.trim();
  const level = offer.levels.find((one) => one.name === who);
  if (level) return level.player;
  const player = offer.players.find((one) => PLAYER + one.name === who);
  return player ? withOptions(player.name, player.options, values) : PERSON;
}
