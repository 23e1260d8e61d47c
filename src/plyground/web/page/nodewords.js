// What happened at a node of a search, in words.
import {
  CUT_OFF, EXACT, FAIL_LOW, FUTILITY, LEAF, PV, QUIESCENCE, REDUCED, RE_SEARCH, SCOUT, STOPPED,
  TABLE_HIT, TERMINAL, scoreWords, shortScore,
} from "./recorded.js";

/** @typedef {import("./recorded.js").RecordedTree} RecordedTree */

/**
 * Why nodes end and what else there is to know of them: for the legend, the icicle and the tree.
 * @typedef {{ code: number, name: string, sign: string, help: string }} Kind
 */

/** @type {Kind[]} */
export const REASONS = [
  { code: CUT_OFF, name: "cut-off", sign: "✂", help: "one move was already too good: the others were never looked at" },
  { code: EXACT, name: "exact value", sign: "=", help: "all moves were searched and the value is exact" },
  { code: FAIL_LOW, name: "nothing better", sign: "↓", help: "all moves were searched and none was good enough to matter" },
  { code: LEAF, name: "evaluated", sign: "·", help: "the depth was reached: the evaluation gives the value" },
  { code: TERMINAL, name: "game over", sign: "■", help: "the game is over there" },
  { code: TABLE_HIT, name: "table hit", sign: "T", help: "reached before by other moves: the table knew the value" },
  { code: QUIESCENCE, name: "quiescence", sign: "~", help: "the depth was reached, and noisy moves were followed" },
  { code: FUTILITY, name: "futility", sign: "f", help: "the evaluation alone was far outside the window" },
  { code: STOPPED, name: "stopped", sign: "…", help: "the search ended before it was done here" },
];

/** @type {Kind[]} */
export const MARKS = [
  { code: PV, name: "principal variation", sign: "★", help: "what both sides play if both play best" },
  { code: SCOUT, name: "null window", sign: "?", help: "only asked whether a move is better than the best so far" },
  { code: RE_SEARCH, name: "searched again", sign: "↻", help: "the first search was not enough: again with a wider window" },
  { code: REDUCED, name: "reduced", sign: "▾", help: "a late move, searched less deep than the others" },
];

/** @type {Map<number, Kind>} */
export const REASON = new Map(REASONS.map((kind) => [kind.code, kind]));

/**
 * What a node's move is called.
 * @param {RecordedTree} tree
 * @param {number} node
 */
export function moveName(tree, node) {
  if (tree.hasMove(node)) return tree.names.get(node)?.move ?? "…";
  if (tree.opened) return moveName(tree.opened.tree, tree.opened.node);
  return node ? `depth ${tree.depths[node]}` : "all depths";
}

/**
 * The window of a node.
 * @param {RecordedTree} tree
 * @param {number} node
 */
export function windowText(tree, node) {
  const [low, high] = tree.window(node);
  return `(${shortScore(low)}, ${shortScore(high)})`;
}

/**
 * The value of a node, with a sign where it is only a bound.
 * @param {RecordedTree} tree
 * @param {number} node
 */
export function valueText(tree, node) {
  const bound = tree.bound(node);
  if (tree.reasons[node] === STOPPED) return "?";
  return `${bound === "=" ? "" : bound}${shortScore(tree.value(node))}`;
}

/**
 * How many legal moves at a node were never looked at there; null if that is not known yet.
 * @param {RecordedTree} tree
 * @param {number} node
 */
export function cutMoves(tree, node) {
  const choices = tree.names.get(node)?.choices;
  if (choices === undefined || tree.reasons[node] !== CUT_OFF) return null;
  if (tree.missing(node)) return null;
  const tried = new Set();
  for (const child of tree.children(node)) tried.add(tree.moves[child]);
  return Math.max(0, choices - tried.size);
}

/**
 * What happened at a node, in a sentence or two.
 * @param {RecordedTree} tree
 * @param {number} node
 */
export function nodeSentence(tree, node) {
  const { sides } = tree.message;
  const mover = sides[tree.turns[node]];
  const before = sides[moverBefore(tree, node)];
  const told = isMove(tree, node) ? `${before} tries ${moveName(tree, node)}.` : beginning(tree, node);
  return [told, flagWords(tree, node), reasonWords(tree, node, mover, before)].filter(Boolean).join(" ");
}

/**
 * @param {RecordedTree} tree
 * @param {number} node
 */
function isMove(tree, node) {
  return tree.hasMove(node) || Boolean(tree.opened && tree.opened.tree.hasMove(tree.opened.node));
}

/**
 * The side that moved to a node.
 * @param {RecordedTree} tree
 * @param {number} node
 * @returns {number}
 */
function moverBefore(tree, node) {
  if (node) return tree.turns[tree.parents[node]];
  return tree.opened ? moverBefore(tree.opened.tree, tree.opened.node) : tree.turns[0];
}

/**
 * @param {RecordedTree} tree
 * @param {number} node
 */
function beginning(tree, node) {
  if (!node) return "The whole search.";
  return `The search to depth ${tree.depths[node]}, with the window ${windowText(tree, node)}.`;
}

/**
 * @param {RecordedTree} tree
 * @param {number} node
 */
function flagWords(tree, node) {
  const flags = tree.flags[node];
  if (flags & SCOUT && isMove(tree, node)) {
    return `Asked with a null window${flags & REDUCED ? ", and less deep," : ""} whether that beats the best so far.`;
  }
  if (flags & RE_SEARCH && isMove(tree, node)) return "The null window said it may be better: it is searched again.";
  if (flags & RE_SEARCH) return "The window before was too narrow.";
  return flags & REDUCED ? "It is a late move, searched less deep." : "";
}

/**
 * @param {RecordedTree} tree
 * @param {number} node
 * @param {string} mover The side to move there.
 * @param {string} before The side that moved there.
 */
function reasonWords(tree, node, mover, before) {
  const { sides } = tree.message;
  const viewer = sides[tree.viewer];
  const value = scoreWords(tree.value(node), viewer, sides[1 - tree.viewer]);
  const isViewer = mover === viewer;
  const [low, high] = tree.window(node).map((score) => shortScore(score));
  const children = [...tree.children(node)];
  const isRoot = !isMove(tree, node);
  if (isRoot && tree.bound(node) !== "=")
    return `The value is ${boundWords(tree, node)}${value} for ${viewer}, outside the window: it is searched again with a wider one.`;
  switch (tree.reasons[node]) {
    case CUT_OFF: {
      const reply = children.length ? ` ${moveName(tree, children[children.length - 1])}` : "";
      const cut = cutMoves(tree, node);
      const others = cut === null ? `${mover}'s other moves` : `${mover}'s ${cut} other ${cut === 1 ? "move" : "moves"}`;
      const isEqual = tree.values[node] === tree.betas[node];
      const where = elsewhere(tree, node);
      const enough = isViewer
        ? `that brings ${viewer} ${value} or more, ${isEqual ? "which" : "but"} ${before} ${isEqual ? "can prevent" : `keeps ${viewer} to ${high}`} ${where}`
        : `that leaves ${viewer} ${value} or less, ${isEqual ? "which" : "but"} ${viewer} already has ${isEqual ? "" : `${low} `}${where}`;
      const never = cut === 0 ? "there was no other move to cut" : `${others} ${cut === 1 ? "was" : "were"} cut`;
      const avoids = isMove(tree, node) ? `So ${before} never goes here, and ${never}.` : "";
      return `${mover} answers${reply}: ${enough}. ${avoids}`;
    }
    case EXACT:
      return `All of ${mover}'s moves were searched: ${bestWords(tree, node)}it is worth ${value} to ${viewer}.`;
    case FAIL_LOW:
      return isViewer
        ? `None of ${viewer}'s moves brings more than ${low}, which ${viewer} has elsewhere.`
        : `None of ${mover}'s moves holds ${viewer} below ${high}, which ${mover} can do elsewhere.`;
    case TABLE_HIT:
      return `Other moves led to the same position before: the table knows it is worth ${boundWords(tree, node)}${value} to ${viewer}.`;
    case TERMINAL:
      return value === "0" ? "The game is over: a draw." : `The game is over: ${value}.`;
    case LEAF:
      return `The depth is reached: the evaluation says ${value} for ${viewer}.`;
    case QUIESCENCE:
      return `The depth is reached; noisy moves are followed until it is quiet: ${boundWords(tree, node)}${value} for ${viewer}.`;
    case FUTILITY:
      return `The evaluation alone, ${value}, is so far outside the window (${low}, ${high}) that nothing was searched.`;
    default:
      return "The search was stopped here.";
  }
}

/**
 * The best move of a node whose value is exact.
 * @param {RecordedTree} tree
 * @param {number} node
 */
function bestWords(tree, node) {
  const best = [...tree.children(node)].find((child) => tree.bound(child) === "=" && tree.value(child) === tree.value(node));
  return best !== undefined && tree.names.has(best) ? `the best is ${moveName(tree, best)}, so ` : "with best play ";
}

/**
 * Where the bound comes from that a node has reached: a move tried before it, or one further up.
 * @param {RecordedTree} tree
 * @param {number} node
 */
function elsewhere(tree, node) {
  const bound = -tree.betas[node];
  if (!node) return "elsewhere";
  for (const earlier of tree.children(tree.parents[node])) {
    if (earlier >= node) break;
    const isSame = tree.turns[earlier] === tree.turns[node] && -tree.values[earlier] === bound;
    if (isSame && tree.names.has(earlier)) return `with ${moveName(tree, earlier)}`;
  }
  return "elsewhere";
}

/**
 * @param {RecordedTree} tree
 * @param {number} node
 */
function boundWords(tree, node) {
  return { "=": "", "≥": "at least ", "≤": "at most " }[tree.bound(node)];
}
