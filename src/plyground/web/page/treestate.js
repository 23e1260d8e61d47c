// The tree of an analysis and where one is in it: kept by the tab, and named by the address.
import { useEffect, useState } from "preact/hooks";
import { branchAt, entriesOf, isSame, lineThrough, treeOf, treeOfEntries, withMoves } from "./movetree.js";
import { useMessages } from "./page.js";
import { addressOf, ANALYSE } from "./routes.js";
import { load, store } from "./storage.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./movetree.js").Branch} Branch */

/** What could not be read of moves or of a record, to be said where they have led. */
let mistake = "";

/**
 * @param {string} game
 * @param {string | null} start
 */
function nameOf(game, start) {
  return `analysis ${game} ${start ?? ""}`;
}

/**
 * The tree that this tab has, if the moves are in it or go on from it; else a new one.
 * @param {Place} place
 * @returns {Branch}
 */
function treeFor({ game, start, moves }) {
  const entries = load(sessionStorage, nameOf(game, start), null);
  const tree = entries ? treeOfEntries(entries) : null;
  if (tree && branchAt(tree, moves)) return tree;
  const line = tree ? lineThrough(tree, []) : [];
  if (tree && line.length && isSame(line, moves.slice(0, line.length))) return withMoves(tree, [], moves);
  return treeOf(moves);
}

/**
 * @param {Page} page
 * @param {Place} place Where one begins; it may change later by the address.
 */
export function useTree(page, { game, start, moves }) {
  const [{ tree, path }, set] = useState(() => ({ tree: treeFor({ game, start, moves }), path: moves }));
  const [choice, setChoice] = useState(0);
  const key = JSON.stringify(path);
  const place = { game, start, moves: path };

  useEffect(() => {
    const wanted = page.address.place;
    if (wanted && !isSame(wanted.moves, path)) set({ tree: treeFor(wanted), path: wanted.moves });
  }, [page.address]);
  useEffect(() => {
    history.replaceState(null, "", addressOf(ANALYSE, place));
    page.setPlace(place);
    setChoice(0);
  }, [key]);
  useEffect(() => store(sessionStorage, nameOf(game, start), entriesOf(tree)), [tree]);

  /** @param {Branch} grown @param {string[]} to */
  const change = (grown, to) => set({ tree: grown, path: to });
  /** @param {string[]} to */
  const go = (to) => set({ tree, path: to });
  /** @param {string[]} more @param {string[]} [from] */
  const play = (more, from = path) => change(withMoves(tree, from, more), [...from, ...more]);

  useMessages(page, (message) => {
    if (message.kind === "moves-read") {
      mistake = message.mistake ?? "";
      if (message.moves.length) play(message.moves);
      else page.say(mistake);
    } else if (message.kind === "record-read") {
      const loaded = treeOfEntries(message.entries);
      const line = lineThrough(loaded, []);
      mistake = message.mistakes[0] ?? "";
      if (message.game === game && message.start === start) change(loaded, line);
      else {
        store(sessionStorage, nameOf(message.game, message.start), message.entries);
        location.hash = addressOf(ANALYSE, { game: message.game, start: message.start, moves: line });
      }
    }
  }, [tree, key]);

  const replies = branchAt(tree, path)?.replies ?? [];
  const next = replies[choice]?.move ?? null;
  /** @param {number} step */
  const choose = (step) => setChoice((choice + step + replies.length) % replies.length);
  return { tree, path, key, place, replies, next, change, go, play, choose };
}

/**
 * Says what could not be read, once the board shows what could.
 * @param {Page} page
 * @param {string} key
 */
export function useMistake(page, key) {
  useEffect(() => {
    if (mistake) page.say(mistake);
    mistake = "";
  }, [key]);
}
