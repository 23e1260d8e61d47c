// Step by step: a textbook search, its code line by line, its variables, its tree and its boards.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html, pictureOf } from "./html.js";
import { useMessages } from "./page.js";
import { addressOf } from "./routes.js";
import { CallPath, Code, VariableTable } from "./steps_code.js";
import { counted, last, nextNode, out, over, prepared, previousNode } from "./steps_run.js";
import { Tree } from "./steps_tree.js";
import { workText } from "./text.js";

/** @typedef {import("./messages.d.ts").BoardPicture} BoardPicture */
/** @typedef {import("./messages.d.ts").Steps} Steps */
/** @typedef {import("./messages.d.ts").SteppedSearch} SteppedSearch */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./steps_run.js").Run} Run */
/** @typedef {{ search: string, amount: string }} Choice */
/** @typedef {{ label: string, key: string, shows: string, to: (run: Run, now: number) => number }} Move */

/** @type {(Place & { title: string })[]} */
const EXAMPLES = [
  { title: "Tic-tac-toe, four squares left", game: "tic-tac-toe", moves: ["9", "4", "2", "8", "6"], start: null },
  { title: "Connect Four, 4 x 4, six left", game: "connect-four:width=4,height=4", moves: "3 4 2 3 4 3 3 4 2 1".split(" "), start: null },
  { title: "Connect Four, the first moves", game: "connect-four", moves: [], start: null },
];
/** @type {Move[]} */
const MOVES = [
  { label: "Start", key: "Home", shows: "Home", to: () => 0 },
  { label: "Back", key: "ArrowLeft", shows: "←", to: (_, now) => Math.max(0, now - 1) },
  { label: "Step", key: "ArrowRight", shows: "→", to: (run, now) => Math.min(last(run), now + 1) },
  { label: "Over", key: "ArrowDown", shows: "↓", to: over },
  { label: "Out", key: "ArrowUp", shows: "↑", to: out },
  { label: "End", key: "End", shows: "End", to: last },
  { label: "Previous node", key: "p", shows: "p", to: previousNode },
  { label: "Next node", key: "n", shows: "n", to: nextNode },
];
/**
 * How the values of some searches are to be read.
 * @type {Record<string, string>}
 */
const NOTES = {
  solve: "Verdicts are for the side to move.",
  "df-pn": "Values are phi and delta; 0 is proven.",
  mcts: "2/3: two points in three visits, for the side that moved there.",
};
const SPEEDS = [0.5, 1, 2, 5, 10, 20];

/** @param {{ page: Page }} props */
export function StepsView({ page }) {
  const { place } = page.address;
  const address = place && addressOf("steps", place);
  const [choice, setChoice] = useState(/** @type {Choice} */ ({ search: "alpha-beta", amount: "" }));
  const [searches, setSearches] = useState(/** @type {SteppedSearch[]} */ ([]));
  const [steps, setSteps] = useState(/** @type {Steps | null} */ (null));
  const [boards, setBoards] = useState(/** @type {BoardPicture[]} */ ([]));
  const [work, setWork] = useState("");
  const asked = useRef(0);
  useMessages(page, (message) => {
    if (message.kind === "stepped-searches") setSearches(message.searches);
    else if (message.kind === "work-state" && message.name === "steps") setWork(workText(message));
    else if (message.kind === "steps" && message.id === asked.current) {
      setBoards([]);
      setSteps(message);
    } else if (message.kind === "step-boards" && message.id === asked.current)
      setBoards((known) => {
        const all = [...known];
        message.boards.forEach((board, n) => (all[message.first + n] = board));
        return all;
      });
  });
  useEffect(() => {
    if (!address) location.replace(addressOf("steps", EXAMPLES[0]));
  }, [address]);
  useEffect(() => {
    if (!page.isOpen || !place) return;
    asked.current += 1;
    setSteps(null);
    page.tell("");
    const amount = choice.amount === "" ? null : Number(choice.amount);
    page.ask("step-through", { id: asked.current, ...place, search: choice.search, amount });
  }, [address, choice, page.isOpen]);
  if (!place) return page.status;
  return html`<div class="steps">
    <h1 class="unseen">Step by step</h1>
    <${Chooser} key=${address} page=${page} place=${place} searches=${searches} choice=${choice}
      change=${setChoice} amount=${steps?.trace.amount ?? null} />
    ${steps
      ? html`<${Stepper} key=${steps.id} steps=${steps} boards=${boards} page=${page} />`
      : html`${page.status}<p class="waiting">${work}</p>`}
  </div>`;
}

/**
 * @param {{ page: Page, place: Place, searches: SteppedSearch[], choice: Choice,
 *           change: (choice: Choice) => void, amount: number | null }} props
 */
function Chooser({ page, place, searches, choice, change, amount }) {
  const [moves, setMoves] = useState(place.moves.join(" "));
  const [typed, setTyped] = useState(/** @type {string | null} */ (null)); // what arrives meanwhile must not replace it
  const search = searches.find(({ name }) => name === choice.search);
  const games = [...new Set([place.game, ...page.offer.games.map(({ name }) => name)])];
  /** @param {Place} to */
  const goTo = (to) => {
    location.hash = addressOf("steps", to);
  };
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    goTo({ ...place, moves: moves.split(/[\s+]+/).filter(Boolean) });
  };
  return html`<form class="step-choices" onSubmit=${submit}>
    <label>Search
      <select name="search" value=${choice.search} onChange=${(/** @type {any} */ event) => change({ search: event.target.value, amount: "" })}>
        ${searches.map(({ name, title }) => html`<option value=${name}>${title}</option>`)}
      </select>
    </label>
    <label class="amount">${capital(search?.amount || "depth")}
      <input name="amount" type="number" min="1" max=${search?.most ?? 12} disabled=${search?.amount === ""}
        value=${typed ?? (choice.amount || (search?.amount === "" ? "" : (amount ?? "")))} autocomplete="off"
        onInput=${(/** @type {any} */ event) => setTyped(event.target.value)}
        onChange=${(/** @type {any} */ event) => {
          setTyped(null);
          change({ ...choice, amount: event.target.value });
        }} />
    </label>
    <label>Game
      <select name="game" value=${place.game} onChange=${(/** @type {any} */ event) => goTo({ game: event.target.value, moves: [], start: null })}>
        ${games.map((name) => html`<option value=${name}>${name.replace(/.*[/\\]/, "")}</option>`)}
      </select>
    </label>
    <label class="wide">Moves before
      <input name="moves" value=${moves} autocomplete="off" autocapitalize="off" spellcheck=${false}
        onInput=${(/** @type {any} */ event) => setMoves(event.target.value)} />
    </label>
    <button type="submit">Set up</button>
    <label>Or a small position
      <select name="example" value=${EXAMPLES.findIndex((one) => addressOf("steps", one) === addressOf("steps", place))}
        onChange=${(/** @type {any} */ event) => goTo(EXAMPLES[event.target.value])}>
        <option value="-1" disabled>choose</option>
        ${EXAMPLES.map(({ title }, n) => html`<option value=${n}>${title}</option>`)}
      </select>
    </label>
  </form>`;
}

/** @param {{ steps: Steps, boards: BoardPicture[], page: Page }} props */
function Stepper({ steps, boards, page }) {
  const { trace, sides } = steps;
  const run = useMemo(() => prepared(trace), [trace]);
  const [now, setNow] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(2);
  const help = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const end = last(run);
  /** @param {(now: number) => number} to */
  const go = (to) => {
    setPlaying(false);
    setNow(to);
  };
  const toggle = () => {
    if (now === end) setNow(0);
    setPlaying(!isPlaying);
  };
  useEffect(() => page.tell(trace.steps[now].says), [now, trace]);
  useEffect(() => {
    if (!isPlaying) return;
    if (now === end) return setPlaying(false);
    const timer = setTimeout(() => setNow(now + 1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, now, speed]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("input, select, textarea")) return;
      const move = MOVES.find(({ key }) => key === event.key);
      if (move) go((from) => move.to(run, from));
      else if (event.key === " " && !target.closest("button, a, summary")) toggle();
      else if (event.key === "?" && help.current) help.current.open = !help.current.open;
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return html`
    <section class="step-bar" aria-label="Steps">
      ${page.status}
      <div class="step-buttons">
        ${MOVES.map(({ label, key, shows, to }) => html`<button key=${label} onClick=${() => go((from) => to(run, from))}
          title=${`${label} (${shows})`} aria-keyshortcuts=${key}>${label}</button>`)}
        <button class="main" onClick=${toggle} aria-keyshortcuts="Space">${isPlaying ? "Pause" : "Play"}</button>
      </div>
      <div class="step-place">
        <label class="step-slider"><span>Step <b>${now + 1}</b> of ${end + 1}</span>
          <input type="range" min="0" max=${end} value=${now} aria-valuetext=${`step ${now + 1} of ${end + 1}`}
            onInput=${(/** @type {any} */ event) => go(() => Number(event.target.value))} />
        </label>
        <label class="step-speed">Speed
          <select value=${speed} onChange=${(/** @type {any} */ event) => setSpeed(Number(event.target.value))}>
            ${SPEEDS.map((one) => html`<option value=${one}>${one} a second</option>`)}
          </select>
        </label>
      </div>
      <details ref=${help}><summary>Keys (?)</summary>
        <ul class="step-keys">
          ${MOVES.map(({ label, shows }) => html`<li key=${label}><kbd>${shows}</kbd> ${label}</li>`)}
          <li><kbd>Space</kbd> Play, Pause</li>
          <li>Step goes to the next line, into calls; Over stays in this call; Out goes on until it ends.</li>
        </ul>
      </details>
      ${!trace.is_whole && html`<p class="unfinished">${unfinished(trace)}</p>`}
    </section>
    <div class="step-panes">
      <${Code} run=${run} now=${now} />
      <div class="step-facts">
        <${NodeBoard} board=${boards[trace.steps[now].node]} first=${boards[0]} />
        <${VariableTable} run=${run} now=${now} />
      </div>
      <div class="step-tree">
        <${CallPath} run=${run} now=${now} sides=${sides} />
        <${Tree} run=${run} now=${now} go=${go} />
        <${TreeNotes} run=${run} now=${now} sides=${sides} />
      </div>
    </div>`;
}

/** @param {import("./messages.d.ts").Trace} trace */
function unfinished({ nodes }) {
  return `The search is not shown to its end: it is followed for ${number(nodes.length, "node")}. A smaller tree is shown whole.`;
}

/**
 * How large the tree is, and how it is to be read.
 * @param {{ run: Run, now: number, sides: string[] }} props
 */
function TreeNotes({ run, now, sides }) {
  const { trace } = run;
  const count = counted(trace, now);
  const spared = `${count.isCounted ? "" : "at least "}${number(count.spared, "node")} of minimax`;
  const cuts = `${number(count.cuts, "cut")}, which spared ${number(count.moves, "move")}: ${spared}`;
  const whose = trace.search === "minimax" ? `for ${sides[trace.nodes[0].mover]}` : "for the side to move";
  return html`<div class="tree-notes">
    <p><span>${count.nodes} of ${number(trace.nodes.length, "node")}</span>
      ${trace.nodes.some(({ cut }) => cut) && html`<span>${cuts}</span>`}</p>
    <p>
      ${sides.map((side, n) => html`<span><i class=${n ? "is-second" : ""}></i> ${side} to move</span>`)}
      <span><i class="is-over"></i> game over</span>
      ${NOTES[trace.search] ?? html`<span>Values are ${whose}; win 3 is a game won at ply 3.</span>`}
    </p>
  </div>`;
}

/**
 * @param {number} count
 * @param {string} noun
 */
function number(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** @param {string} text */
function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * The board at the current node; `first` gives the size until it is here.
 * @param {{ board: BoardPicture | undefined, first: BoardPicture | undefined }} props
 */
function NodeBoard({ board, first }) {
  const shown = board ?? first;
  if (!shown) return html`<div class="node-board"></div>`;
  if (!shown.svg) return html`<pre class="board-text node-board">${board?.text ?? ""}</pre>`;
  return html`<div class="node-board">
    <img style=${`aspect-ratio:${shown.width}/${shown.height}`} draggable=${false}
      src=${pictureOf((board ?? shown).svg)}
      alt=${board ? `Board: ${board.words.join("; ")}` : "Board"} />
  </div>`;
}
