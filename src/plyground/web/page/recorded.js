// The tree of a recorded search: columns of numbers, one entry for each node, in the order of entry.

/** @typedef {import("./messages.d.ts").SearchRecorded} SearchRecorded */

/** Why a node ended. */
export const FAIL_LOW = 1, CUT_OFF = 2, EXACT = 3, TABLE_HIT = 4, TERMINAL = 5, LEAF = 6,
  QUIESCENCE = 7, FUTILITY = 8, STOPPED = 9;
/** What else is known of it. */
export const SCOUT = 1, RE_SEARCH = 2, REDUCED = 4, PV = 8, SAME_SIDE = 16;

const WIN_SCORE = 2 ** 30;
const BAND = WIN_SCORE - 2 ** 20;

export class RecordedTree {
  /**
   * @param {SearchRecorded} message
   * @param {{ tree: RecordedTree, node: number } | null} opened The node that this tree is below.
   */
  constructor(message, opened) {
    const { tree } = message;
    this.message = message;
    this.opened = opened;
    this.id = message.recording;
    this.parents = new Int32Array(bytesOf(tree.parents));
    this.moves = new BigInt64Array(bytesOf(tree.moves));
    this.plies = new Int16Array(bytesOf(tree.plies));
    this.depths = new Int16Array(bytesOf(tree.depths));
    this.alphas = new Int32Array(bytesOf(tree.alphas));
    this.betas = new Int32Array(bytesOf(tree.betas));
    this.values = new Int32Array(bytesOf(tree.values));
    this.reasons = new Uint8Array(bytesOf(tree.reasons));
    this.flags = new Uint8Array(bytesOf(tree.flags));
    this.below = new Float64Array(bytesOf(tree.below));
    this.count = this.parents.length;
    /** @type {Map<number, { move: string, choices: number }>} */
    this.names = new Map();
    /** The side whose view all numbers are shown from: the one to move where the search began. */
    this.viewer = /** @type {number} */ (opened ? opened.tree.viewer : message.turn);
    /** A subtree is the nodes from its first one to its end: they stand in the order of entry. */
    this.ends = Int32Array.from({ length: this.count }, (_, node) => node + 1);
    /** How many nodes the children have below them. */
    this.inside = new Float64Array(this.count);
    this.levels = new Uint8Array(this.count);
    this.turns = new Uint8Array(this.count);
    /** Where it is drawn and how wide, in nodes. */
    this.starts = new Float64Array(this.count);
    this.sizes = new Float64Array(this.count);
    this.measure(message.turn);
  }

  /**
   * Where each subtree ends, how wide it is drawn and where, and who is to move.
   * @param {number} turn
   */
  measure(turn) {
    const { count, parents, below, flags, plies } = this;
    for (let node = count - 1; node > 0; node--) {
      const parent = parents[node];
      if (this.ends[node] > this.ends[parent]) this.ends[parent] = this.ends[node];
      this.inside[parent] += below[node];
    }
    const free = new Float64Array(count);
    this.turns[0] = turn;
    this.sizes[0] = below[0];
    for (let node = 1; node < count; node++) {
      const parent = parents[node];
      const stays = plies[node] === plies[parent] || flags[node] & SAME_SIDE;
      this.levels[node] = this.levels[parent] + 1;
      this.turns[node] = stays ? this.turns[parent] : 1 - this.turns[parent];
      this.sizes[node] = (below[node] * this.sizes[parent]) / Math.max(below[parent], this.inside[parent], 1);
      this.starts[node] = free[parent];
      free[node] = free[parent];
      free[parent] += this.sizes[node];
    }
  }

  /** @param {number} node */
  *children(node) {
    for (let child = node + 1; child < this.ends[node]; child = this.ends[child]) yield child;
  }

  /**
   * The nodes on the way to one, beginning with the first.
   * @param {number} node
   */
  way(node) {
    const way = [node];
    while (way[0] > 0) way.unshift(this.parents[way[0]]);
    return way;
  }

  /** @param {number} node */
  hasMove(node) {
    return node > 0 && this.plies[node] !== this.plies[this.parents[node]];
  }

  /**
   * How many nodes below one are not here: a replay shows them.
   * @param {number} node
   */
  missing(node) {
    return Math.max(0, this.below[node] - this.inside[node] - 1);
  }

  /**
   * How wide the children of a node are together.
   * @param {number} node
   */
  shown(node) {
    return (this.inside[node] * this.sizes[node]) / Math.max(this.below[node], this.inside[node], 1);
  }

  /**
   * What a node is worth to the viewer.
   * @param {number} node
   */
  value(node) {
    return this.turns[node] === this.viewer ? this.values[node] : -this.values[node];
  }

  /**
   * The window of a node as the viewer sees it.
   * @param {number} node
   * @returns {[number, number]}
   */
  window(node) {
    const [alpha, beta] = [this.alphas[node], this.betas[node]];
    return this.turns[node] === this.viewer ? [alpha, beta] : [-beta, -alpha];
  }

  /**
   * Whether the value is exact, or a bound as the viewer sees it.
   * @param {number} node
   * @returns {"=" | "≥" | "≤"}
   */
  bound(node) {
    const reason = this.reasons[node];
    if (reason === EXACT || reason === LEAF || reason === TERMINAL) return "=";
    const value = this.values[node];
    const high = reason === CUT_OFF || value >= this.betas[node];
    const low = reason === FAIL_LOW || value <= this.alphas[node];
    if (!high && !low) return "=";
    return high === (this.turns[node] === this.viewer) ? "≥" : "≤";
  }

  /** The searches of the root, one for each depth and window; a replay is all one. */
  get iterations() {
    return this.opened || this.hasMove(1) ? [0] : [...this.children(0)];
  }

  /**
   * The moves from the position that was searched to a node.
   * @param {number} node
   * @returns {bigint[]}
   */
  movesTo(node) {
    const before = this.opened ? this.opened.tree.movesTo(this.opened.node) : [];
    return [...before, ...this.way(node).filter((step) => this.hasMove(step)).map((step) => this.moves[step])];
  }

  /**
   * The node that moves from another one lead to, or else the last one on the way. Of several searches
   * of a move the last one counts.
   * @param {bigint[]} moves
   * @param {number} start
   */
  follow(moves, start) {
    let node = start;
    for (const move of moves) {
      let next = -1;
      for (const child of this.children(node)) if (this.moves[child] === move) next = child;
      if (next < 0) return { node, isThere: false };
      node = next;
    }
    return { node, isThere: true };
  }

  /**
   * How many nodes of each reason and with each flag a subtree has.
   * @param {number} node
   */
  tally(node) {
    const reasons = new Float64Array(STOPPED + 1);
    /** @type {Record<number, number>} */
    const flags = { [SCOUT]: 0, [RE_SEARCH]: 0, [REDUCED]: 0, [PV]: 0 };
    for (let at = node; at < this.ends[node]; at++) {
      reasons[this.reasons[at]]++;
      for (const flag of [SCOUT, RE_SEARCH, REDUCED, PV]) if (this.flags[at] & flag) flags[flag]++;
    }
    return { reasons, flags };
  }
}

/**
 * Which nodes of one tree another search never looked at: 1 in `cut` for each of them; and in `lost`, for
 * each other node, how many of the nodes right below it that are not in the tree.
 * Where the other tree does not have all nodes, what cannot be known counts as looked at.
 * @param {RecordedTree} tree
 * @param {number} root
 * @param {RecordedTree} other
 * @param {number} otherRoot
 */
export function neverSeen(tree, root, other, otherRoot) {
  const cut = new Uint8Array(tree.count);
  const lost = new Float64Array(tree.count);
  /** @type {[number, number[]][]} */
  const waiting = [[root, [otherRoot]]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, same] = next;
    const seen = childrenByMove(other, same);
    const isWhole = same.every((twin) => other.missing(twin) === 0);
    for (const child of tree.children(node)) {
      const found = seen.get(tree.moves[child]);
      if (found) waiting.push([child, found]);
      else if (isWhole) cut.fill(1, child, tree.ends[child]);
      seen.delete(tree.moves[child]);
    }
    const elsewhere = [...seen.values()].reduce((sum, [twin]) => sum + other.below[twin], 0);
    if (isWhole) lost[node] = Math.max(0, tree.missing(node) - elsewhere);
  }
  return { cut, lost };
}

/**
 * The children of some nodes by the moves that lead to them.
 * @param {RecordedTree} tree
 * @param {number[]} nodes
 */
function childrenByMove(tree, nodes) {
  /** @type {Map<bigint, number[]>} */
  const found = new Map();
  for (const node of nodes)
    for (const child of tree.children(node)) {
      const same = found.get(tree.moves[child]);
      if (same) same.push(child);
      else found.set(tree.moves[child], [child]);
    }
  return found;
}

/**
 * A score in short: a number, or who has won and how many moves after the root.
 * @param {number} score For the viewer.
 */
export function shortScore(score) {
  if (Math.abs(score) > WIN_SCORE) return score > 0 ? "∞" : "−∞";
  const sign = score < 0 ? "−" : "";
  const size = Math.abs(score);
  return size >= BAND ? `${sign}W${WIN_SCORE - size}` : `${sign}${size}`;
}

/**
 * The same in words.
 * @param {number} score
 * @param {string} viewer
 * @param {string} other
 */
export function scoreWords(score, viewer, other) {
  const size = Math.abs(score);
  if (size > WIN_SCORE || size < BAND) return shortScore(score);
  return `a win for ${score > 0 ? viewer : other} in ${WIN_SCORE - size}`;
}

/** @param {string} text Bytes in base64. */
function bytesOf(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes.buffer;
}
