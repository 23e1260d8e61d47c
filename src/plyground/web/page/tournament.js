// A tournament that another process runs: how it stands, its tables, and its games.
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { useMessages } from "./page.js";
import { DataTable, Plot, sentence, titled } from "./report.js";
import { gameTitle } from "./text.js";
import { GameList, TournamentGameBoard } from "./tournament_games.js";

/** @typedef {import("./messages.d.ts").TournamentShown} TournamentShown */
/** @typedef {import("./page.js").Page} Page */

const NONE = "No tournament is offered. Start plyground serve --tournament FILE to follow one.";
const STATES = { running: "It is running.", over: "It is over.", stopped: "Nobody runs it now." };

/** @param {{ page: Page }} props */
export function TournamentView({ page }) {
  const { tournaments } = page.offer;
  const name = page.address.id || tournaments[0];
  if (!name) return html`<h1>Tournaments</h1><p>${NONE}</p>`;
  return html`<${Tournament} key=${name} page=${page} name=${name} />`;
}

/**
 * How a tournament stands, as the server tells it again and again.
 * @param {Page} page
 * @param {string} name
 */
function useTournament(page, name) {
  const [shown, setShown] = useState(/** @type {TournamentShown | null} */ (null));
  useMessages(page, (message) => {
    if (message.kind === "tournament-shown" && message.name === name) setShown(message);
  }, [name]);
  useEffect(() => {
    if (page.isOpen) page.ask("watch-tournament", { name });
  }, [page.isOpen, name]);
  useEffect(() => () => page.query("watch-tournament", { name: null }), []);
  return shown;
}

/** @param {{ page: Page, name: string }} props */
function Tournament({ page, name }) {
  const shown = useTournament(page, name);
  const [newest, setNewest] = useState(/** @type {number | null} */ (null));
  const number = page.address.part ? Number(page.address.part) : newest;
  useEffect(() => {
    if (shown?.error) page.say(sentence(shown.error));
    else if (shown) {
      page.say("");
      page.tell(STATES[shown.state]);
    }
  }, [shown?.error, shown?.state, page.address.part]); // another address clears what was said
  if (!shown) return html`<h1>${name}</h1>${page.status}<p class="waiting">Reading its games…</p>`;
  const [standings, ...others] = shown.tables;
  return html`<div class="report tournament">
    <h1>${titled(shown.summary.replace(shown.game, gameTitle(shown.game)))} <small>${name}</small></h1>
    ${page.status}
    <div class="progress">
      <progress max=${Math.max(1, shown.games)} value=${shown.done} aria-label="Games that have ended"></progress>
      <p>${shown.progress}</p>
    </div>
    ${shown.warnings.map((text) => html`<p key=${text} class="warning">${sentence(text)}</p>`)}
    <div class="sections">
      ${standings && html`<${DataTable} table=${standings} />`}
      ${shown.plots.map((plot) => html`<${Plot} key=${plot.title} plot=${plot} />`)}
    </div>
    ${shown.done > 0 && html`<div class="games">
      <${GameList} page=${page} name=${name} shown=${shown} number=${number} setNewest=${setNewest} />
      <${TournamentGameBoard} page=${page} name=${name} game=${shown.game} number=${number} />
    </div>`}
    <div class="sections">
      ${others.map((table) => html`<${DataTable} key=${table.title} table=${table} />`)}
    </div>
    ${shown.sentences.map((text) => html`<p key=${text} class="said">${sentence(text)}</p>`)}
  </div>`;
}
