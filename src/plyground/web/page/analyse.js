// The analysis of a position: the board, what engines and solvers know, and a tree of moves.
import { useEffect, useRef, useState } from "preact/hooks";
import { Course, Knowledge, LinesWithPreview, Saving, Steps } from "./analyseparts.js";
import { useLines, useVerdicts, useVisible, useWorths } from "./analysis.js";
import { Board } from "./board.js";
import { Editor, useChecked, withNextSymbol } from "./editor.js";
import { useDrop } from "./files.js";
import { html } from "./html.js";
import { Help, useKeys } from "./keys.js";
import { playerOf, USUAL, withVerdicts, worthText } from "./lines.js";
import { entriesOf, forkAfter, forkBefore, isSame, lineThrough } from "./movetree.js";
import { draftOverlay, overlay, settable } from "./overlay.js";
import { usePosition, useWork } from "./page.js";
import { PlayOn } from "./playon.js";
import { addressOf, ANALYSE } from "./routes.js";
import { load, store } from "./storage.js";
import { useMistake, useTree } from "./treestate.js";
import { gameTitle } from "./text.js";
import { TreeView } from "./treeview.js";
import { useVariants } from "./variants.js";
import { allVerdicts, VerdictList, verdictOf } from "./verdicts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").LinesFound} LinesFound */

/**
 * What is shown.
 * @typedef {{ isMarked: boolean, isSolved: boolean, showsVariations: boolean, isTurned: boolean }} Wishes
 */

/** @type {Wishes} */
const WISHES = { isMarked: true, isSolved: true, showsVariations: false, isTurned: false };
const BALANCES = { win: 1, draw: 0, loss: -1 };
const TELL_AFTER = 1.5; // seconds of search: what is found then is read out

/** @param {{ page: Page }} props */
export function AnalyseView({ page }) {
  const { place } = page.address;
  if (!place) return html`${page.status}<p class="waiting"><a href="#new">New game</a></p>`;
  return html`<${Analysis} key=${`${place.game} ${place.start ?? ""}`} page=${page} place=${place} />`;
}

/** @param {{ page: Page, place: Place }} props */
function Analysis({ page, place: begun }) {
  const moved = useTree(page, begun);
  const { tree, path, key, place, replies, next, go, play } = moved;
  const [engine, setEngine] = useKept("engine", USUAL);
  const [wishes, setWishes] = useKept("wishes", WISHES);
  const [threatAt, setThreatAt] = useState("");
  const [isHelping, setHelping] = useState(false);
  const [isBookOpen, setBookOpen] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const [draft, setDraft] = useState("");
  const comment = useRef(/** @type {HTMLElement | null} */ (null));

  const isThreat = threatAt === key;
  const isLive = useVisible() && !isSetting;
  const state = usePosition(page, place, "analyse", { is_turned: wishes.isTurned });
  useMistake(page, key);
  const isCurrent = Boolean(state && isSame(movesOf(state), path));
  const player = playerOf(page.offer, engine);
  const lines = useLines(page, place, { ...engine, player }, isLive && isCurrent, isThreat);
  const solved = useVerdicts(page, place, wishes.isSolved && isLive && isCurrent);
  const { worths, note, left, findAll, stop } = useWorths(page, place);
  const checked = useChecked(page, place.game, draft, isSetting);
  const work = useWork(page, "verdicts");
  const best = isThreat ? null : (lines?.found.info.lines[0] ?? null);
  const verdicts = allVerdicts(wishes.isSolved ? solved : null, isThreat ? null : lines);
  const sure = withVerdicts(lines, isThreat ? new Map() : verdicts);
  useTold(page, isCurrent ? state : null, sure, isThreat, key);
  useEffect(() => {
    const verdict = verdictOf(verdicts);
    if (!state || !isCurrent) return;
    if (verdict) note(path, { turn: state.turn, balance: BALANCES[verdict.outcome], score: null, verdict });
    else if (lines && best) note(path, { turn: lines.turn, balance: lines.found.balance, score: best.score, verdict: null });
  }, [lines, solved]);
  useEffect(() => {
    if (state && !isSetting) setDraft(state.position);
  }, [state, isSetting]);
  useEffect(() => setSetting(false), [key]);

  /** @param {string} text */
  const read = (text) => page.ask("read-record", { number: 0, text });
  useDrop(read, page.say);
  const { map, choice: kinds } = useVariants(state?.move_map ?? null, key);
  /** @param {keyof Wishes} name */
  const toggle = (name) => setWishes({ ...wishes, [name]: !wishes[name] });
  const flip = () =>
    state?.board.layout === "hexagons" ? page.say("A board of hexagons cannot be turned.") : toggle("isTurned");
  const line = lineThrough(tree, path);
  useKeys({
    back: () => path.length && go(path.slice(0, -1)),
    forward: () => next !== null && go([...path, next]),
    up: () => (replies.length > 1 ? moved.choose(-1) : go([])),
    down: () => (replies.length > 1 ? moved.choose(1) : go(line)),
    first: () => go([]),
    last: () => go(line),
    forkBack: () => go(forkBefore(tree, path)),
    forkForward: () => go(forkAfter(tree, path)),
    best: () => (best ? play([best.moves[0]]) : page.say("The computer has found no move yet.")),
    flip,
    engine: () => setEngine({ ...engine, isOn: !engine.isOn }),
    marks: () => toggle("isMarked"),
    variations: () => toggle("showsVariations"),
    threat: () => setThreatAt(isThreat ? "" : key),
    book: () => setBookOpen(!isBookOpen),
    solve: () => toggle("isSolved"),
    comment: () => comment.current?.focus(),
    help: () => setHelping(true),
  });

  if (!state) return html`${page.status}<p class="waiting"><a href="#new">New game</a></p>`;
  const shown = isSetting && checked?.state ? checked.state : state;
  const over = isSetting
    ? draftOverlay(draft, shown, checked)
    : wishes.isMarked && isCurrent
      ? overlay(state, wishes.isSolved ? verdicts : new Map(), best ? best.moves[0] : null,
                wishes.showsVariations ? replies.map(({ move }) => move) : [])
      : undefined;
  /** @param {string} move */
  const click = (move) =>
    isSetting ? checked && setDraft(withNextSymbol(draft, checked, Number(move))) : play([move], movesOf(state));
  const mover = state.sides[isThreat ? 1 - state.turn : state.turn];
  return html`<div class="play analyse">
    <section class="stage" aria-label="Board">
      <${Board} state=${isSetting ? settable(shown, checked) : { ...state, move_map: map }} position=${`${key} ${isSetting}`}
        play=${click} say=${page.say} over=${over} />
      ${!isSetting && kinds}
      <div class="passes">
        ${(isSetting ? [] : (map?.buttons ?? [])).map((move) => html`<button key=${move}
          onClick=${() => click(move)}>${move}</button>`)}
      </div>
      <${Steps} path=${path} line=${line} go=${go} flip=${flip} help=${() => setHelping(true)} />
    </section>
    <section class="side" aria-label="Analysis">
      <h1>${gameTitle(place.game)}</h1>
      ${page.status}
      <${LinesWithPreview} page=${page} place=${place} engine=${engine} change=${setEngine}
        found=${sure}
        mover=${mover} isOver=${state.is_over} isThreat=${isThreat} isTurned=${wishes.isTurned} play=${play} />
      <${VerdictList} isOn=${wishes.isSolved} change=${() => toggle("isSolved")} verdicts=${verdicts} found=${solved}
        work=${work} isOver=${state.is_over} mover=${state.sides[state.turn]} play=${play} />
      <${TreeView} tree=${tree} path=${path} next=${next} go=${go} change=${moved.change} comment=${comment}
        begins=${state.moves[0]?.side ?? state.turn} />
    </section>
    <section class="course" aria-label="Course of the game">
      <${Course} state=${state} path=${path} line=${line} worths=${worths} left=${left} go=${go}
        findAll=${() => findAll(line, player)} stop=${stop} />
    </section>
    <section class="more" aria-label="More">
      <${Knowledge} page=${page} place=${place} state=${state} isBookOpen=${isBookOpen} setBookOpen=${setBookOpen} play=${play} />
      <details class="card" open=${isSetting}>
        <summary>Set up, open, save</summary>
        <${Editor} page=${page} place=${place} text=${draft} setText=${setDraft} checked=${checked}
          isSetting=${isSetting} setSetting=${setSetting} read=${read}
          go=${(/** @type {Place} */ to) => (location.hash = addressOf(ANALYSE, to))}
          play=${(/** @type {string} */ text) => page.ask("read-moves", { number: 0, ...place, text })}
          save=${() => page.ask("write-record", { number: 0, game: place.game, start: place.start, entries: entriesOf(tree), players: ["", ""] })} />
      </details>
      <details class="card">
        <summary>Play from here</summary>
        <${PlayOn} page=${page} place=${place} state=${state} />
      </details>
    </section>
    <${Help} isOpen=${isHelping} close=${() => setHelping(false)} />
    <${Saving} page=${page} game=${place.game} />
  </div>`;
}

/** @param {BoardState} state */
function movesOf(state) {
  return state.moves.map(({ move }) => move);
}

/**
 * A state that the browser remembers.
 * @template {object} T
 * @param {string} name
 * @param {T} usual
 * @returns {[T, (value: T) => void]}
 */
function useKept(name, usual) {
  const [value, setValue] = useState(/** @type {T} */ ({ ...usual, ...load(localStorage, name, {}) }));
  useEffect(() => store(localStorage, name, value), [value]);
  return [value, setValue];
}

/**
 * Says in the status line what was played, and once what the engine found: not at every depth.
 * @param {Page} page
 * @param {BoardState | null} state
 * @param {LinesFound | null} lines
 * @param {boolean} isThreat
 * @param {string} key
 */
function useTold(page, state, lines, isThreat, key) {
  const told = useRef("");
  useEffect(() => {
    if (!state) return;
    const last = state.moves[state.moves.length - 1];
    page.tell(`${last ? `${state.sides[last.side]} played ${last.move}. ` : ""}${state.status}.`);
  }, [state && key]);
  useEffect(() => {
    const best = lines?.found.info.lines[0];
    const name = `${key} ${isThreat} ${lines?.is_done}`;
    if (!state || !lines || !best || told.current === name) return;
    if (!lines.is_done && lines.found.info.seconds < TELL_AFTER) return;
    told.current = name;
    page.tell(`${isThreat ? "Threat of" : "Best for"} ${state.sides[lines.turn]}: ${best.moves[0]}, ${worthText(best)}.`);
  }, [lines?.number, lines?.is_done, lines?.found, state]);
}
