// The analysis of a position: the board, what engines and solvers know, and a tree of moves.
import { useEffect, useRef, useState } from "preact/hooks";
import { SECONDS_A_PLY, useExplained, useLines, useVerdicts, useVisible, useWorths, worthKey } from "./analysis.js";
import { Board } from "./board.js";
import { Editor, readFile, useChecked, withNextSymbol } from "./editor.js";
import { BookMoves, Evaluation } from "./explain.js";
import { Graph } from "./graph.js";
import { html } from "./html.js";
import { Help, useKeys } from "./keys.js";
import { Lines, USUAL, worthText } from "./lines.js";
import { branchAt, entriesOf, forkAfter, forkBefore, lineThrough, treeOf, treeOfEntries, withMoves } from "./movetree.js";
import { useMessages, usePosition, useWork } from "./page.js";
import { PlayOn } from "./playon.js";
import { addressOf, ANALYSE } from "./routes.js";
import { load, store } from "./storage.js";
import { verdictText } from "./text.js";
import { isSame, TreeView } from "./treeview.js";
import { allVerdicts, marks, shortVerdict, VerdictList } from "./verdicts.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./movetree.js").Branch} Branch */
/** @typedef {import("./lines.js").Engine} Engine */
/** @typedef {import("./analysis.js").Worth} Worth */
/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").Cell} Cell */
/** @typedef {{ isMarked: boolean, isSolved: boolean, showsVariations: boolean, isFlipped: boolean }} Wishes */

const TELL_AFTER = 1.5; // seconds of search: what is found then is read out

/**
 * @param {{ page: Page }} props
 */
export function AnalyseView({ page }) {
  const { place } = page.address;
  if (!place) return html`${page.status}<p class="waiting"><a href="#new">New game</a></p>`;
  return html`<${Analysis} key=${`${place.game} ${place.start ?? ""}`} page=${page} place=${place} />`;
}

/**
 * The tree of a game that this tab has, if the moves are in it or go on from it; else a new one.
 * @param {Place} place
 * @returns {Branch}
 */
function treeFor({ game, start, moves }) {
  const entries = load(sessionStorage, treeKey(game, start), null);
  const tree = entries ? treeOfEntries(entries) : null;
  if (tree && branchAt(tree, moves)) return tree;
  const line = tree ? lineThrough(tree, []) : [];
  if (tree && line.length && isSame(line, moves.slice(0, line.length))) return withMoves(tree, [], moves);
  return treeOf(moves);
}

/**
 * @param {string} game
 * @param {string | null} start
 */
function treeKey(game, start) {
  return `analysis ${game} ${start ?? ""}`;
}

/** @param {{ page: Page, place: Place }} props */
function Analysis({ page, place: { game, start, moves } }) {
  const [tree, setTree] = useState(() => treeFor({ game, start, moves }));
  const [path, setPath] = useState(moves);
  const [choice, setChoice] = useState(0);
  const [engine, setEngine] = useState(/** @type {Engine} */ ({ ...USUAL, ...load(localStorage, "engine", {}) }));
  const [wishes, setWishes] = useState(/** @type {Wishes} */ ({ isMarked: true, isSolved: true, showsVariations: false, isFlipped: false }));
  const [isThreat, setThreat] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [panels, setPanels] = useState(/** @type {Record<string, boolean>} */ ({}));
  const [evaluation, setEvaluation] = useState("default");
  const [pointed, setPointed] = useState(/** @type {string[] | null} */ (null));
  const [isSetting, setSetting] = useState(false);
  const [draft, setDraft] = useState("");
  const comment = useRef(/** @type {HTMLElement | null} */ (null));

  const place = { game, start, moves: path };
  const key = worthKey(path);
  const isSeen = useVisible();
  const state = usePosition(page, place, "analyse");
  const isCurrent = Boolean(state && isSame(state.moves.map(({ move }) => move), path));
  const isLive = isSeen && !isSetting;
  const found = useLines(page, place, engine, isLive, isThreat);
  const verdictsFound = useVerdicts(page, place, wishes.isSolved && isLive);
  const explained = useExplained(page, place, evaluation);
  const { worths, note, left, findAll, stop } = useWorths(page, place);
  const checked = useChecked(page, game, draft, isSetting);
  const linesWork = useWork(page, "lines");
  const verdictsWork = useWork(page, "verdicts");

  // --- moving about ------------------------------------------------------------------------------

  useEffect(() => {
    const wanted = page.address.place;
    if (!wanted || isSame(wanted.moves, path)) return;
    const grown = treeFor(wanted);
    setTree(grown);
    setPath(wanted.moves);
  }, [page.address]);
  useEffect(() => {
    history.replaceState(null, "", addressOf(ANALYSE, place));
    page.setPlace(place);
    setChoice(0);
    setThreat(false);
    setPointed(null);
  }, [key]);
  useEffect(() => store(sessionStorage, treeKey(game, start), entriesOf(tree)), [tree]);
  useEffect(() => store(localStorage, "engine", engine), [engine]);
  useEffect(() => {
    if (state && isCurrent && !isSetting) setDraft(state.position);
  }, [state, isSetting]);

  /** @param {Branch} grown @param {string[]} to */
  const change = (grown, to) => {
    setTree(grown);
    setPath(to);
  };
  /** @param {string[]} more @param {string[]} [from] */
  const play = (more, from = path) => change(withMoves(tree, from, more), [...from, ...more]);
  const replies = branchAt(tree, path)?.replies ?? [];
  const next = replies[choice]?.move ?? null;
  /** @param {number} step */
  const choose = (step) => setChoice((choice + step + replies.length) % replies.length);

  useMessages(page, (message) => {
    if (message.kind === "moves-read") {
      if (message.moves.length) play(message.moves);
      if (message.mistake) page.say(message.mistake);
    } else if (message.kind === "record-read") {
      const loaded = treeOfEntries(message.entries);
      store(sessionStorage, treeKey(message.game, message.start), message.entries);
      const to = { game: message.game, start: message.start, moves: lineThrough(loaded, []) };
      if (message.game === game && message.start === start) change(loaded, to.moves);
      else location.hash = addressOf(ANALYSE, to);
      if (message.mistakes.length) page.say(message.mistakes[0]);
    } else if (message.kind === "record-written") download(message.text, `${game.replace(/[^\w-]+/g, "-")}.txt`);
  }, [tree, key]);

  // --- what is told ------------------------------------------------------------------------------

  useEffect(() => {
    if (!state || !isCurrent) return;
    const last = state.moves[state.moves.length - 1];
    page.tell(`${last ? `${state.sides[last.side]} played ${last.move}. ` : ""}${state.status}.`);
  }, [state]);
  const told = useRef("");
  const best = found?.found.info.lines[0];
  useEffect(() => {
    if (!found || !best || !state) return;
    const side = state.sides[found.turn];
    if (!isThreat) {
      const { score, verdict } = best;
      note(path, { turn: found.turn, balance: found.found.balance, score, verdict });
    }
    const isRipe = found.is_done || (found.found.info.seconds > TELL_AFTER && told.current !== key);
    if (!isRipe) return;
    told.current = key;
    page.tell(`${isThreat ? "Threat" : "Best"} for ${side}: ${best.moves[0]}, ${worthText(best)}.`);
  }, [found]);

  // --- keys --------------------------------------------------------------------------------------

  /** @param {keyof Wishes} name */
  const toggle = (name) => setWishes({ ...wishes, [name]: !wishes[name] });
  const line = lineThrough(tree, path);
  useKeys({
    back: () => path.length && setPath(path.slice(0, -1)),
    forward: () => next !== null && setPath([...path, next]),
    up: () => (replies.length > 1 ? choose(-1) : setPath([])),
    down: () => (replies.length > 1 ? choose(1) : setPath(line)),
    first: () => setPath([]),
    last: () => setPath(line),
    forkBack: () => setPath(forkBefore(tree, path)),
    forkForward: () => setPath(forkAfter(tree, path)),
    best: () => (best && !isThreat ? play([best.moves[0]]) : page.say("The computer has found no move yet.")),
    flip: () => toggle("isFlipped"),
    engine: () => setEngine({ ...engine, isOn: !engine.isOn }),
    marks: () => toggle("isMarked"),
    variations: () => toggle("showsVariations"),
    threat: () => setThreat(!isThreat),
    book: () => setPanels({ ...panels, book: !panels.book }),
    solve: () => toggle("isSolved"),
    comment: () => comment.current?.focus(),
    help: () => setHelping(true),
  });

  if (!state) return html`${page.status}<p class="waiting"><a href="#new">New game</a></p>`;
  return html`<div class="play analyse">
    <p>TODO</p>
  </div>`;
}

/**
 * @param {string} text
 * @param {string} name
 */
function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
