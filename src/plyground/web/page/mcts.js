// Monte Carlo: its tree while it grows, the moves from the node in view, and the board there.
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { COLOURS, Curves } from "./curve.js";
import { html } from "./html.js";
import { useMessages, usePosition, useWork } from "./page.js";
import { addressOf } from "./routes.js";
import { Options, withOptions } from "./options.js";
import { countText, workText } from "./text.js";
import { Crumbs, ShapeChoice, TreePicture } from "./tree.js";

/** @typedef {import("./messages.d.ts").TreeShown} TreeShown */
/** @typedef {import("./messages.d.ts").TreeMove} TreeMove */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./tree.js").Drawn} Drawn */
/** @typedef {{ at: number[], shares: Map<string, (number | null)[]> }} History */

const NAME = "mcts";
const OPTIONS = ["rollout", "exploration", "memory", "seed"];
const MEMORY = "64MB";
const RATES = [
  { rate: 10, text: "10 a second" },
  { rate: 100, text: "100 a second" },
  { rate: 1000, text: "1,000 a second" },
  { rate: 10000, text: "10,000 a second" },
  { rate: 0, text: "as fast as possible" },
];
const MAX_POINTS = 400;
const SIGNS = { win: "✓", draw: "=", loss: "✗" };

/** @param {{ page: Page }} props */
export function MctsView({ page }) {
  const { place } = page.address;
  if (!place) return html`<h1>Monte Carlo</h1>${page.status}<p>Begin a game, and choose this view of it above.</p>`;
  return html`<${Search} key=${JSON.stringify(place)} page=${page} place=${place} />`;
}

/** @param {{ page: Page, place: Place }} props */
function Search({ page, place }) {
  const [shown, setShown] = useState(/** @type {TreeShown | null} */ (null));
  const [below, setBelow] = useState(/** @type {string[]} */ ([]));
  const [number, setNumber] = useState(Date.now());
  const [isGrowing, setGrowing] = useState(true);
  const [limit, setLimit] = useState("20000");
  const [rate, setRate] = useState(1000);
  const [values, setValues] = useState(/** @type {Record<string, string | boolean>} */ ({ memory: MEMORY }));
  const [shape, setShape] = useState("icicle");
  const history = useRef(/** @type {History} */ ({ at: [], shares: new Map() }));
  const work = useWork(page, NAME);
  const board = usePosition(page, { ...place, moves: [...place.moves, ...below] }, NAME);

  const player = page.offer.players.find((one) => one.name === "mcts");
  const options = (player?.options ?? []).filter(({ name }) => OPTIONS.includes(name));
  /** @param {boolean} grows */
  const ask = (grows) => page.ask("grow-tree", {
    ...place, below, number, rate, search: withOptions("mcts", options, values),
    simulations: grows ? Math.max(1, Math.round(Number(limit)) || 1) : 0,
  });
  useMessages(page, (message) => {
    if (message.kind !== "tree-shown" || message.number !== number) return;
    setShown(message);
    if (message.below.join(" ") !== below.join(" ")) return;
    remember(history.current, message);
    if (!message.is_done) return;
    setGrowing(false);
    page.tell(sentence(message));
  }, [number, below.join(" ")]);
  useEffect(() => {
    history.current = { at: [], shares: new Map() };
    if (!page.isOpen) return;
    ask(isGrowing);
    if (isGrowing) page.tell("The tree grows.");
  }, [page.isOpen, number, below.join(" ")]);
  useEffect(() => {
    if (page.isOpen && isGrowing) ask(true);
  }, [rate]);
  useEffect(() => () => page.ask("pause-tree", { number }), [number]);

  /** @param {Event} event */
  const grow = (event) => {
    event.preventDefault();
    setGrowing(true);
    ask(true);
    page.tell("The tree grows.");
  };
  const pause = () => {
    setGrowing(false);
    page.ask("pause-tree", { number });
    if (shown) page.tell(`Paused. ${sentence(shown)}`);
  };
  const again = () => {
    setShown(null);
    setBelow([]);
    setGrowing(true);
    setNumber(Date.now());
  };
  const isHere = shown && shown.below.join(" ") === below.join(" ");
  const nodes = shown && isHere ? drawn(shown) : [];
  /** @param {number} n */
  const choose = (n) => {
    if (shown && n) setBelow([...below, ...pathTo(shown, n)]);
  };
  const here = { ...place, moves: [...place.moves, ...below] };
  const turn = shown ? shown.sides[shown.turn] : "the side to move";
  return html`<div class="look">
    <div class="intro"><h1>Monte Carlo</h1>
      <p>Each ${shape === "icicle" ? "block" : "circle"} is a position that the search tried:
        the ${shape === "icicle" ? "wider" : "larger"} it is, the more random games went through it,
        and the leftmost ones are the line it likes best. Green is good for ${turn}, red is bad;
        choose one, or a move in the table, to see what is below it.</p>
      ${page.status}</div>
    <section class="stage" aria-label="Tree">
      <form class="controls" onSubmit=${grow}>
        ${isGrowing ? html`<button key="pause" class="main" type="button" onClick=${pause}>Pause</button>`
          : html`<button key="grow" class="main" type="submit">Grow</button>`}
        <button type="button" onClick=${again}>New tree</button>
        <label>Speed <select name="rate" value=${rate} onChange=${(/** @type {any} */ event) => setRate(Number(event.target.value))}>
          ${RATES.map((one) => html`<option value=${one.rate}>${one.text}</option>`)}</select></label>
        <label>Simulations in all <input name="simulations" inputmode="numeric" value=${limit} autocomplete="off" size="10"
          onInput=${(/** @type {any} */ event) => setLimit(event.target.value)} /></label>
        <${Options} options=${options} values=${values} change=${setValues} title="Options of a new tree" />
      </form>
      <div class="tools"><${Crumbs} below=${below} go=${setBelow} /><${ShapeChoice} shape=${shape} change=${setShape} /></div>
      <${TreePicture} nodes=${nodes} shape=${shape} choose=${choose}
        label=${shown && isHere ? `The tree: ${sentence(shown)}` : "The tree is empty"} />
      <p class="thinking" aria-live="off">${workText(work) || (shown ? numbersText(shown) : "no simulation yet")}</p>
      <div class="below"><${Moves} shown=${isHere ? shown : null} open=${(/** @type {string} */ move) => setBelow([...below, move])} />
        <${Shares} history=${history.current} /></div>
    </section>
    <section class="side" aria-label="Board">
      ${board && html`<${Board} state=${board} position=${board.position} say=${page.say}
        play=${(/** @type {string} */ move) => setBelow([...below, move])} />`}
      <p class="standing"><span>${board?.status ?? ""}</span>
        ${below.length > 0 && html`<a class="button" href=${addressOf(NAME, here)}>Search from here</a>`}</p>
    </section>
  </div>`;
}

/** @param {{ shown: TreeShown | null, open: (move: string) => void }} props */
function Moves({ shown, open }) {
  const visits = Math.max(1, (shown?.children ?? []).reduce((sum, one) => sum + one.visits, 0));
  return html`<div class="table-box" tabindex="0" role="region" aria-label="Moves from here"><table class="figures">
    <caption class="unseen">The moves from here, the most visited first</caption>
    <thead><tr><th scope="col">Move</th><th scope="col">Visits</th><th scope="col">Share</th>
      <th scope="col"><abbr title="mean result for the side that makes the move; ✓, = and ✗: proven">Mean</abbr></th>
      <th scope="col"><abbr title="upper confidence bound, by which the next simulation is chosen">UCB1</abbr></th></tr></thead>
    <tbody>${(shown?.children ?? []).map((one) => html`<tr key=${one.move}>
      <th scope="row"><button type="button" class="open-move" onClick=${() => open(one.move)}>${one.move}</button></th>
      <td>${countText(one.visits)}</td><td>${percent(one.visits / visits)}</td>
      <td class=${`tone ${toneOf(one.value ?? 0.5)}`} style=${`--share:${strength(one.value ?? 0.5)}%`}>${meanText(one)}</td>
      <td>${one.bound === null ? "next" : one.bound.toFixed(2)}</td></tr>`)}</tbody>
  </table></div>`;
}

/** @param {{ history: History }} props */
function Shares({ history }) {
  const last = history.at.length - 1;
  const best = [...history.shares].sort(([, one], [, other]) => (other[last] ?? 0) - (one[last] ?? 0)).slice(0, COLOURS);
  const series = best.sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true })).map(([name, shares]) => ({ name, values: shares }));
  return html`<div class="shares"><h2>Share of the visits</h2>
    ${history.at.length < 2 ? html`<p class="curve-plot summary">The curves are drawn while the tree grows.</p>` : html`<${Curves} at=${history.at} series=${series} label=${`Share of the visits that each move got, over the simulations: ${series.map(({ name, values }) => `${name} ${percent(values[last] ?? 0)}`).join(", ")}`} />`}</div>`;
}

/**
 * Add what is shown now to the curves.
 * @param {History} history
 * @param {TreeShown} shown
 */
function remember(history, shown) {
  const visits = shown.children.reduce((sum, one) => sum + one.visits, 0);
  if (!visits || visits <= (history.at[history.at.length - 1] ?? 0)) return;
  const [at, shares] = [[...history.at, visits], new Map(history.shares)];
  for (const { move, visits: own } of shown.children) {
    const known = shares.get(move) ?? history.at.map(() => null);
    shares.set(move, [...known, own / visits]);
  }
  const isLong = at.length > MAX_POINTS;
  /** @param {any[]} values Every second point. */
  const thinned = (values) => (isLong ? values.filter((_, n) => n % 2 === 1) : values);
  history.at = thinned(at);
  history.shares = new Map([...shares].map(([move, values]) => [move, thinned(values)]));
}

/**
 * @param {TreeShown} shown
 * @returns {Drawn[]}
 */
function drawn(shown) {
  const main = mainLine(shown);
  return shown.parents.map((parent, n) => {
    const isTop = parent < 0;
    const proof = isTop ? shown.proof : shown.proofs[n];
    const mean = isTop ? (shown.value ?? 0.5) : shown.values[n];
    const value = proof ? { win: 1, draw: 0.5, loss: 0 }[proof] : mean;
    const own = isTop || shown.movers[n] === shown.turn ? value : 1 - value;
    const mark = proof ? SIGNS[proof] : "";
    const who = shown.sides[isTop ? shown.turn : shown.movers[n]];
    return {
      parent, size: shown.visits[n], name: isTop ? who : `${shown.moves[n]} ${mark}`.trim(), mark,
      note: proof ? (isTop ? mark : "") : percent(own), tone: `${toneOf(own)} ${proof ? "decided" : ""}`, share: strength(own) / 100, isMain: main.has(n),
      title: `${isTop ? "here" : `${who} plays ${shown.moves[n]}`}: ${shown.visits[n].toLocaleString("en")} visits, ${percent(own)} for ${shown.sides[shown.turn]}${proof ? `, proven ${proof} for ${who}` : ""}`,
    };
  });
}

/**
 * The nodes of the line that the search likes best: wins that are proven, then what was visited most.
 * @param {TreeShown} shown
 */
function mainLine(shown) {
  /** @type {Map<number, number>} */
  const best = new Map();
  shown.parents.forEach((parent, n) => {
    const known = best.get(parent);
    if (known === undefined || order(shown.proofs[n]) > order(shown.proofs[known])) best.set(parent, n);
  });
  const line = new Set([0]);
  for (let n = best.get(0); n !== undefined; n = best.get(n)) line.add(n);
  return line;
}

/**
 * The moves from the node in view to one below it.
 * @param {TreeShown} shown
 * @param {number} n
 */
function pathTo(shown, n) {
  const path = [];
  for (let at = n; at > 0; at = shown.parents[at]) path.unshift(shown.moves[at]);
  return path;
}

/** @param {"win" | "draw" | "loss" | null} proof */
const order = (proof) => ({ win: 1, draw: 0, loss: -1 })[proof ?? "draw"];
/** @param {number} value From 0 to 1. */
const toneOf = (value) => (value >= 0.5 ? "better" : "worse");
/** @param {number} value How far it is from even, from 0 to 100. */
const strength = (value) => Math.round(100 * Math.min(1, 2 * Math.abs(value - 0.5)) ** 0.6);
/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {TreeMove} move */
function meanText({ value, proof }) {
  if (proof) return `${SIGNS[proof]} ${proof}`;
  return value === null ? "–" : percent(value);
}

/** @param {TreeShown} shown */
function sentence(shown) {
  const [best] = shown.children;
  const turn = shown.sides[shown.turn];
  if (shown.proof) {
    const by = shown.proof === "loss" || !best ? "" : ` with ${best.move}`;
    return `${turn} ${{ win: "wins", loss: "loses", draw: "draws" }[shown.proof]}${by}: it is proven after ${count(shown.simulations)} simulations.`;
  }
  if (!best?.visits) return `The search has tried no move from here in ${count(shown.simulations)} simulations.`;
  const visits = shown.children.reduce((sum, one) => sum + one.visits, 0);
  return `After ${count(shown.simulations)} simulations ${turn}'s most visited move is ${best.move}, with ${percent(best.visits / visits)} of the visits and a mean result of ${percent(best.value ?? 0)}.`;
}

/** @param {TreeShown} shown */
function numbersText(shown) {
  const told = [`${count(shown.simulations)} simulations`];
  if (shown.seconds > 0.2) told.push(`${countText(Math.round(shown.simulations / shown.seconds))} a second`);
  told.push(`${shown.parents.length} nodes shown`);
  told.push(shown.hashfull > 0.97 ? "the memory is full: the tree grows no deeper" : `memory ${percent(shown.hashfull)}`);
  return told.join(" · ");
}

/** @param {number} number */
const count = (number) => number.toLocaleString("en");
