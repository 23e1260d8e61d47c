// The games of a tournament: a list to choose from, and one of them on the board.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { Graph } from "./graph.js";
import { html } from "./html.js";
import { usePlainKeys } from "./keys.js";
import { useMessages, usePosition } from "./page.js";
import { Stepper } from "./review_parts.js";
import { addressOf, ANALYSE, tournamentAddress } from "./routes.js";
import { countText, verdictText } from "./text.js";

/** @typedef {import("./graph.js").Point} Point */
/** @typedef {import("./messages.d.ts").MoveInfo} MoveInfo */
/** @typedef {import("./messages.d.ts").TournamentGame} TournamentGame */
/** @typedef {import("./messages.d.ts").TournamentGames} TournamentGames */
/** @typedef {import("./messages.d.ts").TournamentShown} TournamentShown */
/** @typedef {import("./page.js").Page} Page */

const LISTED = 20;
const RESULTS = { first: "1–0", second: "0–1", draw: "½–½", unfinished: "*" };
const WANTED = /** @type {[string, string, string][]} */ ([
  ["", "any result", "any result"],
  ["won", "won", "won by the first"],
  ["drawn", "drawn", "drawn"],
  ["lost", "lost", "won by the second"],
  ["failed", "lost by a failure", "ended by a failure"],
]);

/**
 * @param {{ page: Page, name: string, shown: TournamentShown, number: number | null,
 *           setNewest: (number: number) => void }} props `setNewest` gets the game to begin with.
 */
export function GameList({ page, name, shown, number, setNewest }) {
  const [found, setFound] = useState(/** @type {TournamentGames | null} */ (null));
  const [filter, setFilter] = useState({ player: "", opponent: "", wanted: "" });
  const [start, setStart] = useState(0);
  useMessages(page, (message) => {
    if (message.kind !== "tournament-games" || message.name !== name) return;
    setFound(message);
    if (number === null && message.games[0]) setNewest(message.games[0].number);
  }, [name, number]);
  const isNewest = start === 0;
  useEffect(() => {
    if (!page.isOpen) return;
    const { player, opponent, wanted } = filter;
    page.query("find-tournament-games", {
      name, start, player: player || null, opponent: opponent || null, wanted: wanted || null,
    });
  }, [page.isOpen, filter, start, isNewest ? shown.done : 0]);
  /** @param {Partial<typeof filter>} change */
  const choose = (change) => {
    setFilter({ ...filter, ...change });
    setStart(0);
  };
  const total = found?.total ?? 0;
  const last = Math.min(total, start + LISTED);
  return html`<section class="list" aria-label="Games">
    <h2>Games</h2>
    <div class="filters">
      <${Choice} label="Player" value=${filter.player} choose=${(/** @type {string} */ player) => choose({ player })}
        options=${[["", "everyone"], ...shown.players.map((one) => [one, one])]} />
      <${Choice} label="Opponent" value=${filter.opponent} choose=${(/** @type {string} */ opponent) => choose({ opponent })}
        options=${[["", "everyone"], ...shown.players.map((one) => [one, one])]} />
      <${Choice} label="Result" value=${filter.wanted} choose=${(/** @type {string} */ wanted) => choose({ wanted })}
        options=${WANTED.map(([value, own, any]) => [value, filter.player ? own : any])} />
    </div>
    <ol>
      ${(found?.games ?? []).map((game) => html`<li key=${game.number}>
        <a href=${tournamentAddress(name, game.number)} aria-current=${game.number === number ? "true" : undefined}>
          <span class="number">${game.number}</span>
          <b>${RESULTS[game.result]}</b>
          <span class="pair">${game.first} – ${game.second}</span>
          <span class=${game.termination === "normal" ? "how" : "how odd"}>${
            game.termination === "normal" ? `${game.plies} plies` : game.termination}</span>
        </a></li>`)}
    </ol>
    <div class="actions">
      <button onClick=${() => setStart(Math.max(0, start - LISTED))} disabled=${isNewest}>Newer</button>
      <button onClick=${() => setStart(start + LISTED)} disabled=${last >= total}>Older</button>
      <span class="note">${total ? `${start + 1}–${last} of ${total.toLocaleString("en")}, newest first` : "no such game"}</span>
    </div>
  </section>`;
}

/** @param {{ label: string, value: string, choose: (value: string) => void, options: [string, string][] }} props */
function Choice({ label, value, choose, options }) {
  return html`<label>${label}
    <select name=${label.toLowerCase()} value=${value} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${options.map(([one, text]) => html`<option key=${one} value=${one}>${text}</option>`)}
    </select>
  </label>`;
}

/**
 * A game of a tournament, with all that is stored of it.
 * @param {Page} page
 * @param {string} name
 * @param {number | null} number
 */
function useGame(page, name, number) {
  const [found, setFound] = useState(/** @type {TournamentGame | null} */ (null));
  useMessages(page, (message) => {
    if (message.kind === "tournament-game-shown" && message.name === name) setFound(message.game);
  }, [name]);
  useEffect(() => {
    if (page.isOpen && number !== null) page.query("open-tournament-game", { name, number });
  }, [page.isOpen, name, number]);
  return found;
}

/** @param {{ page: Page, name: string, game: string, number: number | null }} props */
export function TournamentGameBoard({ page, name, game, number }) {
  const found = useGame(page, name, number);
  if (!found) return html`<section class="stage" aria-label="Board"></section>`;
  return html`<${BoardOf} key=${found.number} page=${page} game=${game} found=${found} />`;
}

/** @param {{ page: Page, game: string, found: TournamentGame }} props */
function BoardOf({ page, game, found }) {
  const count = found.moves.length;
  const [at, setAt] = useState(count);
  const place = { game, moves: found.moves.slice(0, at), start: null };
  const state = usePosition(page, place, "tournament", null, true);
  const points = useMemo(() => pointsOf(found), [found]);
  const stage = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {number} step */
  const go = (step) => setAt(Math.max(0, Math.min(count, step)));
  usePlainKeys({
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(count),
  });
  const how = at === count ? ending(found) : points[at].text;
  const hasScores = points.some(({ score }) => score !== null);
  return html`<section class="stage" aria-label="Board" ref=${stage}>
    <h2>${found.number}. ${found.first} – ${found.second}: ${RESULTS[found.result]}</h2>
    ${state && html`<${Board} state=${{ ...state, move_map: null }} position=${JSON.stringify(place)}
      play=${() => {}} say=${() => {}} />`}
    <${Stepper} text=${`After move ${at} of ${count}`} step=${at} last=${count} go=${go} />
    <p class="how">${how}</p>
    ${hasScores && html`<${Graph} points=${points} at=${at} choose=${go} sides=${[found.first, found.second]}
      label="Who stands better after each move, as the players themselves saw it." />`}
    <div class="actions">
      <a class="button" href=${addressOf(ANALYSE, place)}>Analyse</a>
      <a class="button" href=${addressOf("review", { ...place, moves: found.moves })}>Review</a>
    </div>
  </section>`;
}

/**
 * Why a game ended.
 * @param {TournamentGame} game
 */
function ending({ first, second, result, termination, reason, failed }) {
  const winner = result === "first" ? first : result === "second" ? second : null;
  const end = winner ? `${winner} wins` : result === "draw" ? "A draw" : "Not finished";
  const fault = failed === null ? "" : `${[first, second][failed]}: `;
  if (termination === "normal") return `${end}.`;
  return `${end} (${termination}). ${reason ? `${fault}${reason}` : ""}`;
}

/**
 * The positions of a game, and what the players thought of them: their own scores.
 * @param {TournamentGame} game
 * @returns {Point[]}
 */
function pointsOf({ moves, infos, opening_plies: opening, first, second }) {
  const scale = median(infos.map(({ score }) => Math.abs(score ?? 0)).filter(Boolean)) || 1;
  /** @type {Point[]} */
  const points = [{ ply: 0, score: null, text: "The start of the game.", grade: "" }];
  moves.forEach((move, n) => {
    const info = infos[n - opening];
    const side = info?.side ?? n % 2;
    const score = info ? share(info, scale) : null;
    const text = `${n + 1}. ${[first, second][side]} played ${move}${info ? infoText(info) : " (opening)"}.`;
    points.push({ ply: n + 1, score: score === null || !side ? score : -score, text, grade: "" });
  });
  return points;
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.sort((one, other) => one - other)[numbers.length >> 1] ?? 0;
}

/**
 * A score between 1, a win, and -1; scores of a game are large or small by its own scale.
 * @param {MoveInfo} info
 * @param {number} scale
 */
function share({ score = null, verdict = null }, scale) {
  if (verdict) return { win: 1, draw: 0, loss: -1 }[verdict.outcome];
  return score === null ? null : score / (Math.abs(score) + scale);
}

/** @param {MoveInfo} info */
function infoText({ seconds, depth = null, nodes = null, score = null, verdict = null }) {
  const worth = verdict ? verdictText(verdict) : score === null ? "" : `score ${score}`;
  const parts = [worth, depth && `depth ${depth}`, nodes && `${countText(nodes)} nodes`, `${seconds.toFixed(3)} s`];
  return `: ${parts.filter(Boolean).join(", ")}`;
}
