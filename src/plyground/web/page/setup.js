// The form for a new game: which game, who plays, and how long they may think.
import { useState } from "preact/hooks";
import { html } from "./html.js";
import { useMessages } from "./page.js";

/** @typedef {import("./messages.d.ts").Offer} Offer */
/** @typedef {import("./messages.d.ts").Option} Option */
/** @typedef {Record<string, string | boolean>} Values */
/** @typedef {{ who: string, values: Values }} Choice */

const PERSON = "human";
const PLAYER = "player:";
const LARGEST_FILE = 60000;

/** @typedef {import("./page.js").Page} Page */

/**
 * The form, and the way to the game that it begins.
 * @param {{ page: Page }} props
 */
export function NewGame({ page }) {
  useMessages(page, (message) => {
    if (message.kind === "game-state") location.hash = `#play/${message.id}`;
  });
  return html`${page.status}<${Setup} offer=${page.offer} say=${page.say}
    begin=${(/** @type {Record<string, unknown>} */ fields) => page.ask("new-game", fields)}
    load=${(/** @type {string} */ record) => page.ask("load-game", { record })} />`;
}

/**
 * @param {{ offer: Offer, begin: (fields: Record<string, unknown>) => void,
 *           load: (text: string) => void, say: (text: string) => void }} props
 */
function Setup({ offer, begin, load, say }) {
  const [name, setName] = useState(offer.games[0].name);
  const [values, setValues] = useState(/** @type {Values} */ ({}));
  const [clock, setClock] = useState("");
  const [first, setFirst] = useState(/** @type {Choice} */ ({ who: PERSON, values: {} }));
  const [second, setSecond] = useState(
    /** @type {Choice} */ ({ who: offer.level, values: {} }),
  );
  const game = offer.games.find((one) => one.name === name) ?? offer.games[0];

  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    begin({
      game: withOptions(name, game.options, values),
      first: playerText(offer, first),
      second: playerText(offer, second),
      clock: clock.trim() || null,
    });
  };

  /** @param {Event} event */
  const choose = (event) => {
    setName(/** @type {HTMLSelectElement} */ (event.target).value);
    setValues({});
  };

  /** @param {Event} event */
  const read = async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    if (file.size > LARGEST_FILE) say(`${file.name} is too large for a game.`);
    else load(await file.text());
    input.value = "";
  };

  return html`<form class="setup" onSubmit=${submit}>
    <h1>New game</h1>
    <fieldset>
      <legend>Game</legend>
      <label>Which game
        <select name="game" value=${name} onChange=${choose}>
          ${offer.games.map((one) => html`<option value=${one.name}>${one.name}</option>`)}
        </select>
      </label>
      <p class="summary">${game.summary}</p>
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
        <input type="file" class="hidden" accept=".txt,.pgn,text/plain" onChange=${read} />
      </label>
    </div>
  </form>`;
}

/**
 * @param {{ offer: Offer, side: string, name: string, order: string, choice: Choice,
 *           change: (choice: Choice) => void }} props
 */
function Side({ offer, side, name, order, choice, change }) {
  const level = offer.levels.find((one) => one.name === choice.who);
  const player = offer.players.find((one) => PLAYER + one.name === choice.who);
  return html`<fieldset>
    <legend>${side} ${order}</legend>
    <label>Player
      <select name=${name} value=${choice.who} onChange=${(/** @type {any} */ event) => change({ who: event.target.value, values: {} })}>
        <option value=${PERSON}>a person</option>
        <optgroup label="computer">
          ${offer.levels.map((one) => html`<option value=${one.name}>${one.name}</option>`)}
        </optgroup>
        <optgroup label="other players">
          ${offer.players
            .filter((one) => one.name !== PERSON)
            .map((one) => html`<option value=${PLAYER + one.name}>${one.name}</option>`)}
        </optgroup>
      </select>
    </label>
    <p class="summary">${level?.summary ?? player?.summary ?? "moves on this page"}</p>
    ${player && html`<${Options} options=${player.options} values=${choice.values} title="Options of the player"
      change=${(/** @type {Values} */ values) => change({ ...choice, values })} />`}
  </fieldset>`;
}

/**
 * @param {{ options: Option[], values: Values, change: (values: Values) => void, title: string }} props
 */
export function Options({ options, values, change, title }) {
  if (!options.length) return null;
  /** @param {Option} option */
  const field = (option) => {
    const value = values[option.name] ?? option.default ?? "";
    /** @param {any} event */
    const set = (event) =>
      change({
        ...values,
        [option.name]: option.type === "bool" ? event.target.checked : event.target.value,
      });
    if (option.type === "bool")
      return html`<label class="check" key=${option.name}>
        <input type="checkbox" name=${option.name} checked=${Boolean(value)} onChange=${set} />
        ${words(option.name)}
      </label>`;
    return html`<label key=${option.name}>${words(option.name)}
      <input name=${option.name} value=${value} onInput=${set} autocomplete="off"
        inputmode=${option.type === "int" ? "numeric" : option.type === "float" ? "decimal" : "text"}
        placeholder=${option.default === null ? "no limit" : ""} />
    </label>`;
  };
  return html`<details><summary>${title}</summary><div class="options">${options.map(field)}</div></details>`;
}

/** @param {string} name */
function words(name) {
  return name.replaceAll("_", " ");
}

/**
 * A name with the options that were changed, as the command line has them.
 * @param {string} name
 * @param {Option[]} options
 * @param {Values} values
 */
export function withOptions(name, options, values) {
  const given = options
    .filter((option) => values[option.name] !== undefined && values[option.name] !== "")
    .filter((option) => String(values[option.name]) !== String(option.default))
    .map((option) => {
      const value = values[option.name];
      return `${option.name}=${typeof value === "boolean" ? Number(value) : value.trim()}`;
    });
  return given.length ? `${name}:${given.join(",")}` : name;
}

/**
 * @param {Offer} offer
 * @param {Choice} choice
 */
export function playerText(offer, { who, values }) {
  const level = offer.levels.find((one) => one.name === who);
  if (level) return level.player;
  const player = offer.players.find((one) => PLAYER + one.name === who);
  return player ? withOptions(player.name, player.options, values) : PERSON;
}
