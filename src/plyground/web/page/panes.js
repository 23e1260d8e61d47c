// Two searches beside each other, or one: which part of each tree is looked at.
import { CUT_OFF, STOPPED } from "./recorded.js";

/** @typedef {import("./recorded.js").RecordedTree} RecordedTree */
/**
 * A tree as it is looked at: the search of the root that is shown, the node that fills the width, and
 * the one that is selected.
 * @typedef {{ tree: RecordedTree, root: number, view: number, selected: number }} Look
 */
/** @typedef {Look[]} Pane A whole search; each one after it was opened in the one before. */
/** @typedef {[Pane, Pane]} Panes The second is empty where there is nothing to compare with. */

/**
 * The panes with a tree that has come: a whole search, or below a node of one that is there.
 * @param {Panes} panes
 * @param {RecordedTree} tree
 * @returns {Panes}
 */
export function withTree(panes, tree) {
  const { pane, recording } = tree.message;
  const [mine, other] = [panes[pane], panes[1 - pane]];
  const { opened } = tree;
  let look;
  if (opened) {
    const at = mine.findIndex((one) => one.tree === opened.tree);
    if (at < 0) return panes;
    look = [...mine.slice(0, at + 1), { tree, root: 0, view: 0, selected: 0 }];
  } else {
    const { iterations } = tree;
    const root = [...iterations].reverse().find((node) => tree.reasons[node] !== STOPPED) ?? iterations[0] ?? 0;
    look = [{ tree, root, view: root, selected: instructive(tree, root) }];
  }
  const isOld = !opened && other[0] && other[0].tree.id !== recording + 1 - 2 * pane;
  const rest = isOld || (!opened && pane === 0) ? [] : other;
  const now = withPane([rest, rest], pane, look);
  return opened ? now : inStep(now, pane);
}

/**
 * The node that explains most: the root's move that was refuted with the least effort is a cut-off.
 * @param {RecordedTree} tree
 * @param {number} root
 */
function instructive(tree, root) {
  let best = root;
  for (const child of tree.children(root))
    if (tree.reasons[child] === CUT_OFF && (best === root || tree.below[child] > tree.below[best])) best = child;
  return best;
}

/**
 * The other pane shows what one pane shows: the same moves.
 * @param {Panes} panes
 * @param {number} from
 * @returns {Panes}
 */
function inStep(panes, from) {
  const mine = panes[from].at(-1);
  const other = panes[1 - from][0];
  if (!mine || !other) return panes;
  const { tree, root } = other;
  const view = tree.follow(mine.tree.movesTo(mine.view), root).node;
  const selected = tree.follow(mine.tree.movesTo(mine.selected), root).node;
  return withPane(panes, 1 - from, [{ ...other, view, selected }]);
}

/**
 * The nodes whose names a sentence needs: those on the way with their siblings, and the moves there.
 * @param {Look} look
 */
export function around({ tree, selected }) {
  const siblings = selected ? [...tree.children(tree.parents[selected])] : [];
  return [...tree.way(selected), ...siblings, ...tree.children(selected)];
}

/**
 * A look whose view contains what is selected.
 * @param {Look} look
 * @returns {Look}
 */
function held(look) {
  const { tree, view, selected } = look;
  return selected >= view && selected < tree.ends[view] ? look : { ...look, view: look.root };
}

/** @param {Look} look */
export function size({ tree, view }) {
  return Math.max(1, tree.sizes[view]);
}

/**
 * The node that an arrow key leads to; null for other keys.
 * @param {Look} look
 * @param {string} key
 */
export function neighbour({ tree, root, selected }, key) {
  if (key === "Home") return root;
  if (key === "ArrowUp") return selected === root ? root : tree.parents[selected];
  if (key === "ArrowDown") return tree.ends[selected] > selected + 1 ? selected + 1 : selected;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  if (selected === root) return root;
  const around = [...tree.children(tree.parents[selected])];
  const at = around.indexOf(selected) + (key === "ArrowLeft" ? -1 : 1);
  return around[at] ?? selected;
}

/**
 * The panes when one pane's last look has changed; the other shows the same moves.
 * @param {Panes} panes
 * @param {number} pane
 * @param {Partial<Look>} change
 */
export function changed(panes, pane, change) {
  const mine = [...panes[pane]];
  mine[mine.length - 1] = held({ ...mine[mine.length - 1], ...change });
  return inStep(withPane(panes, pane, mine), pane);
}

/**
 * The panes when one pane goes back to a node of its first, second or other look.
 * @param {Panes} panes
 * @param {number} pane
 * @param {number} depth
 * @param {number} node
 */
export function goneBack(panes, pane, depth, node) {
  const mine = panes[pane].slice(0, depth + 1);
  return changed(withPane(panes, pane, mine), pane, { view: node, selected: node });
}

/**
 * The panes when what was opened last in one is closed.
 * @param {Panes} panes
 * @param {number} pane
 */
export function closed(panes, pane) {
  return withPane(panes, pane, panes[pane].slice(0, -1));
}

/**
 * @param {Panes} panes
 * @param {number} pane
 * @param {Pane} looks
 * @returns {Panes}
 */
function withPane(panes, pane, looks) {
  return pane ? [panes[0], looks] : [looks, panes[1]];
}

/**
 * How many nodes of the part in view the other search never looked at.
 * @param {Look} look
 * @param {{ cut: Uint8Array, lost: Float64Array }} never
 */
export function cutCount({ tree, view }, { cut, lost }) {
  let count = 0;
  for (let node = view; node < tree.ends[view]; node++) {
    count += cut[node] ? tree.below[node] : lost[node];
    if (cut[node]) node = tree.ends[node] - 1;
  }
  return count;
}
