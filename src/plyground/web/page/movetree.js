// A game with variations: what may follow what, as values that never change. A path names a place in
// the tree by the moves that lead there.

/** @typedef {{ move: string, comment: string, replies: Branch[] }} Branch */
/** @typedef {[number, string, string]} Entry */

/** @type {Branch} */
export const EMPTY = { move: "", comment: "", replies: [] };

/**
 * @param {string[]} one
 * @param {string[]} other
 */
export function isSame(one, other) {
  return one.length === other.length && one.every((move, n) => move === other[n]);
}

/**
 * @param {string[]} moves
 * @returns {Branch}
 */
export function treeOf(moves) {
  return withMoves(EMPTY, [], moves);
}

/**
 * What a path leads to; null if the tree does not have it.
 * @param {Branch} tree
 * @param {string[]} path
 * @returns {Branch | null}
 */
export function branchAt(tree, path) {
  /** @type {Branch | undefined} */
  let here = tree;
  for (const move of path) here = here?.replies.find((reply) => reply.move === move);
  return here ?? null;
}

/**
 * The tree with one of its branches changed.
 * @param {Branch} tree
 * @param {string[]} path
 * @param {(branch: Branch) => Branch} change
 * @param {number} [done]
 * @returns {Branch}
 */
function changed(tree, path, change, done = 0) {
  if (done === path.length) return change(tree);
  const replies = tree.replies.map((reply) =>
    reply.move === path[done] ? changed(reply, path, change, done + 1) : reply,
  );
  return { ...tree, replies };
}

/**
 * The tree with these moves after a path: a new variation where others follow already.
 * @param {Branch} tree
 * @param {string[]} path
 * @param {string[]} moves
 * @returns {Branch}
 */
export function withMoves(tree, path, moves) {
  let made = tree;
  moves.forEach((move, n) => {
    const before = [...path, ...moves.slice(0, n)];
    if (branchAt(made, [...before, move])) return;
    made = changed(made, before, (branch) => ({
      ...branch,
      replies: [...branch.replies, { ...EMPTY, move }],
    }));
  });
  return made;
}

/**
 * @param {Branch} tree
 * @param {string[]} path
 * @param {string} comment
 */
export function withComment(tree, path, comment) {
  return changed(tree, path, (branch) => ({ ...branch, comment }));
}

/**
 * The tree without a move and all that follows it.
 * @param {Branch} tree
 * @param {string[]} path
 */
export function without(tree, path) {
  if (!path.length) return { ...tree, replies: [] };
  const last = path[path.length - 1];
  return changed(tree, path.slice(0, -1), (branch) => ({
    ...branch,
    replies: branch.replies.filter((reply) => reply.move !== last),
  }));
}

/**
 * How many moves of a path lead to the last place where it leaves the first reply; -1 if it never does.
 * @param {Branch} tree
 * @param {string[]} path
 */
function lastTurn(tree, path) {
  let found = -1;
  /** @type {Branch | undefined} */
  let here = tree;
  path.forEach((move, n) => {
    if (here && here.replies[0]?.move !== move) found = n;
    here = here?.replies.find((reply) => reply.move === move);
  });
  return found;
}

/**
 * The tree with the variation that a path is in one place further up.
 * @param {Branch} tree
 * @param {string[]} path
 */
export function promoted(tree, path) {
  const turn = lastTurn(tree, path);
  if (turn < 0) return tree;
  return changed(tree, path.slice(0, turn), (branch) => {
    const place = branch.replies.findIndex((reply) => reply.move === path[turn]);
    const replies = [...branch.replies];
    [replies[place - 1], replies[place]] = [replies[place], replies[place - 1]];
    return { ...branch, replies };
  });
}

/**
 * The tree with a path as its main line.
 * @param {Branch} tree
 * @param {string[]} path
 */
export function asMainLine(tree, path) {
  let made = tree;
  while (isVariation(made, path)) made = promoted(made, path);
  return made;
}

/**
 * Whether a path leaves the main line.
 * @param {Branch} tree
 * @param {string[]} path
 */
export function isVariation(tree, path) {
  return lastTurn(tree, path) >= 0;
}

/**
 * The path, and on from there by the first replies.
 * @param {Branch} tree
 * @param {string[]} path
 * @returns {string[]}
 */
export function lineThrough(tree, path) {
  const line = [...path];
  for (let here = branchAt(tree, path)?.replies[0]; here; here = here.replies[0]) line.push(here.move);
  return line;
}

/**
 * The place before a path where something else could have been played; the start if there is none.
 * @param {Branch} tree
 * @param {string[]} path
 */
export function forkBefore(tree, path) {
  for (let count = path.length - 1; count > 0; count--)
    if ((branchAt(tree, path.slice(0, count))?.replies.length ?? 0) > 1) return path.slice(0, count);
  return [];
}

/**
 * The next place after a path where there is a choice; the end of the line if there is none.
 * @param {Branch} tree
 * @param {string[]} path
 */
export function forkAfter(tree, path) {
  const line = lineThrough(tree, path);
  for (let count = path.length + 1; count < line.length; count++)
    if ((branchAt(tree, line.slice(0, count))?.replies.length ?? 0) > 1) return line.slice(0, count);
  return line;
}

/**
 * The tree as a list, as the server reads and writes it.
 * @param {Branch} tree
 * @returns {Entry[]}
 */
export function entriesOf(tree) {
  /** @type {Entry[]} */
  const entries = [[-1, "", tree.comment]];
  /** @type {[number, Branch][]} */
  const waiting = [[0, tree]];
  for (let item = waiting.shift(); item; item = waiting.shift())
    for (const reply of item[1].replies) {
      entries.push([item[0], reply.move, reply.comment]);
      waiting.push([entries.length - 1, reply]);
    }
  return entries;
}

/**
 * @param {Entry[]} entries
 * @returns {Branch}
 */
export function treeOfEntries(entries) {
  /** @type {Branch[]} */
  const made = entries.map(([, move, comment]) => ({ move, comment, replies: [] }));
  entries.forEach(([parent], n) => {
    if (n) made[parent].replies.push(made[n]);
  });
  return made[0] ?? EMPTY;
}
