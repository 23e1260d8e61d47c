// A search to look at: its tree as an icicle, the moves around one node, and the board there.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { Branches } from "./branches.js";
import { html } from "./html.js";
import { Icicle, Legend } from "./icicle.js";
import { REASON, moveName, nodeSentence, valueText, windowText } from "./nodewords.js";
import { useMessages, usePosition, useWork } from "./page.js";
import { CUT_OFF, RecordedTree, STOPPED, neverSeen, scoreWords } from "./recorded.js";
import { workText } from "./text.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./messages.d.ts").SearchRecorded} SearchRecorded */
/** @typedef {import("./icicle.js").Filter} Filter */

/**
 * A tree as it is looked at: the search of the root that is shown, the node that fills the width, and
 * the one that is selected.
 * @typedef {{ tree: RecordedTree, root: number, view: number, selected: number }} Look
 */
/** @typedef {Look[]} Pane Whole search first; each one after it was opened in the one before. */

const PLAYERS = ["minimax", "alphabeta", "negamax", "negascout"];
const NOBODY = "";
const FIRST_NODES = 5000; // about as many nodes has the minimax tree that is shown at first
const NAME_WAIT = 60; // milliseconds: a page may not ask for more than 50 things a second
const EMPTY = /** @type {[Pane, Pane]} */ ([[], []]);

/** @typedef {{ players: [string, string], depth: string, options: [string, string] }} Choice */

/** @param {{ page: Page }} props */
export function SearchView({ page }) {
  const { place } = page.address;
  const start = usePosition(page, place, "searched");
  const isHere = Boolean(place && start && start.game === place.game && start.moves.length === place.moves.length);
  const choices = start?.move_map ? start.move_map.squares.length + start.move_map.buttons.length : 0;
  const [choice, setChoice] = useState(/** @type {Choice} */ ({ players: ["minimax", "alphabeta"], depth: "", options: ["", ""] }));
  const [panes, setPanes] = useState(EMPTY);
  const [active, setActive] = useState(1);
  const trees = useRef(/** @type {Map<number, RecordedTree>} */ (new Map()));
  const [version, setVersion] = useState(0);
  const work = useWork(page, "search");
  const depth = choice.depth || String(firstDepth(choices));

  useMessages(page, (message) => {
    if (message.kind === "search-recorded") {
      const opened = message.opens === null ? null : trees.current.get(message.opens);
      if (opened === undefined) return;
      const tree = new RecordedTree(message, opened && { tree: opened, node: message.node });
      trees.current.set(tree.id, tree);
      setPanes((now) => withTree(now, tree));
      if (!opened) setActive(message.pane);
    } else if (message.kind === "nodes-named") {
      const { names } = trees.current.get(message.recording) ?? {};
      message.nodes.forEach((node, n) => names?.set(node, { move: message.moves[n], choices: message.choices[n] }));
      setVersion((now) => now + 1);
    }
  });

  const record = () => {
    if (!place) return;
    const players = choice.players.filter(Boolean).map((name, n) => {
      const options = [`depth=${depth}`, choice.options[n].trim()].filter(Boolean).join(",");
      return `${name}:${options}`;
    });
    page.ask("record-search", { ...place, players });
  };
  useEffect(() => {
    if (page.isOpen && isHere && choices) record();
  }, [page.isOpen, isHere, place && JSON.stringify(place)]);
  useEffect(() => {
    if (isHere && start?.is_over) page.tell(`There is nothing to search: ${start.status}.`);
  }, [isHere, start?.is_over]);

  if (!place) return html`${page.status}<p class="waiting"><a href="#new">Choose a game first</a></p>`;
  const isBusy = Boolean(work && work.state !== "idle");
  return html`<div class="search">
    <${Choose} choice=${choice} depth=${depth} change=${setChoice} record=${record} isBusy=${isBusy}
      stop=${() => page.ask("stop-search")} working=${workText(work) || (isBusy ? "searching…" : "")} />
    <${Looks} page=${page} panes=${panes} setPanes=${setPanes} active=${active} setActive=${setActive} version=${version} />
  </div>`;
}

/**
 * A depth at which minimax has a tree of a good size.
 * @param {number} choices How many moves there are.
 */
function firstDepth(choices) {
  return Math.max(2, Math.min(6, Math.floor(Math.log(FIRST_NODES) / Math.log(Math.max(2, choices)))));
}

/**
 * The panes with a tree that has come: a whole search, or below a node of one that is there.
 * @param {[Pane, Pane]} panes
 * @param {RecordedTree} tree
 * @returns {[Pane, Pane]}
 */
function withTree(panes, tree) {
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
  const now = /** @type {[Pane, Pane]} */ (pane ? [rest, look] : [look, rest]);
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
 * @param {[Pane, Pane]} panes
 * @param {number} from
 * @returns {[Pane, Pane]}
 */
function inStep(panes, from) {
  const mine = panes[from].at(-1);
  const other = panes[1 - from][0];
  if (!mine || !other) return panes;
  const { tree, root } = other;
  const view = tree.follow(mine.tree.movesTo(mine.view), root).node;
  const selected = tree.follow(mine.tree.movesTo(mine.selected), root).node;
  const look = [{ ...other, view, selected }];
  return from ? [look, panes[1]] : [panes[0], look];
}

/**
 * The form: who searches, how deep, and beside whom.
 * @param {{ choice: Choice, depth: string, change: (choice: Choice) => void, record: () => void,
 *           isBusy: boolean, stop: () => void, working: string }} props
 */
function Choose({ choice, depth, change, record, isBusy, stop, working }) {
  /** @param {number} which @param {"players" | "options"} field */
  const set = (which, field) => (/** @type {any} */ event) => {
    const values = /** @type {[string, string]} */ ([...choice[field]]);
    values[which] = event.target.value;
    change({ ...choice, [field]: values });
  };
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    record();
  };
  const names = PLAYERS.map((name) => html`<option value=${name}>${name}</option>`);
  return html`<form class="choose" onSubmit=${submit}>
    <h1>Search tree</h1>
    <label>Search <select name="first" value=${choice.players[0]} onChange=${set(0, "players")}>${names}</select></label>
    <label>beside <select name="second" value=${choice.players[1]} onChange=${set(1, "players")}>
      <option value=${NOBODY}>nothing</option>${names}</select></label>
    <label>depth <input name="depth" value=${depth} inputmode="numeric" autocomplete="off" size="3"
      onInput=${(/** @type {any} */ event) => change({ ...choice, depth: event.target.value })} /></label>
    ${isBusy
      ? html`<button type="button" onClick=${stop}>Stop</button>`
      : html`<button class="main" type="submit">Search</button>`}
    <details><summary>Options</summary>
      ${[0, 1].map((n) => choice.players[n] && html`<label key=${n}>of ${choice.players[n]}
        <input name=${`options${n}`} value=${choice.options[n]} placeholder="quiescence=1" autocomplete="off" spellcheck=${false} onInput=${set(n, "options")} /></label>`)}
    </details>
    <p class="working" aria-live="polite">${working}</p>
  </form>`;
}

/**
 * Everything below the form.
 * @param {{ page: Page, panes: [Pane, Pane], setPanes: (change: (panes: [Pane, Pane]) => [Pane, Pane]) => void,
 *           active: number, setActive: (pane: number) => void, version: number }} props
 */
function Looks({ page, panes, setPanes, active, setActive, version }) {
  const [filter, setFilter] = useState(/** @type {Filter | null} */ (null));
  const [isSame, setSame] = useState(true);
  const shown = panes[active].length ? active : panes[0].length ? 0 : 1;
  const look = panes[shown].at(-1);
  const want = useNames(page);
  const [first, second] = panes;
  const isPair = first.length === 1 && second.length === 1;
  const cut = useMemo(
    () => (isPair ? neverSeen(first[0].tree, first[0].root, second[0].tree, second[0].root) : null),
    [isPair, first[0]?.tree, first[0]?.root, second[0]?.tree, second[0]?.root],
  );
  const told = look ? nodeSentence(look.tree, look.selected) : "";
  useEffect(() => {
    if (told) page.tell(told);
  }, [told]);
  useEffect(() => {
    if (look) want(look.tree, around(look));
  }, [look?.tree, look?.selected]);

  /** @param {number} pane @param {Partial<Look>} change */
  const change = (pane, change) => {
    setActive(pane);
    setPanes((now) => {
      const mine = [...now[pane]];
      mine[mine.length - 1] = held({ ...mine[mine.length - 1], ...change });
      return inStep(/** @type {[Pane, Pane]} */ (pane ? [now[0], mine] : [mine, now[1]]), pane);
    });
  };
  /** @param {number} pane */
  const close = (pane) => setPanes((now) => /** @type {[Pane, Pane]} */ (now.map((one, n) => (n === pane ? one.slice(0, -1) : one))));
  /** @param {number} pane @param {number} node */
  const open = (pane, node) => {
    const { tree } = /** @type {Look} */ (panes[pane].at(-1));
    if (tree.missing(node) && tree.ends[node] === node + 1) page.ask("open-node", { recording: tree.id, node });
    else change(pane, { view: node, selected: node });
  };
  /** @param {number} pane */
  const press = (pane) => (/** @type {KeyboardEvent} */ event) => {
    const now = /** @type {Look} */ (panes[pane].at(-1));
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === "+") open(pane, now.selected);
    else if (event.key === "Escape" || event.key === "-") {
      if (now.view !== now.root) change(pane, { view: now.tree.parents[now.view], selected: now.view });
      else if (panes[pane].length > 1) close(pane);
    } else {
      const next = neighbour(now, event.key);
      if (next === null) return;
      change(pane, { selected: next });
    }
    event.preventDefault();
  };

  const seen = cut && first[0] ? cutCount(first[0], cut) : 0;
  const widest = Math.max(...panes.map((pane) => (pane.length ? size(/** @type {Look} */ (pane.at(-1))) : 0)));
  const pictures = panes.map((pane, n) => {
    const one = pane.at(-1);
    if (!one) return null;
    const scale = isSame && isPair ? widest : size(one);
    const rest = n && scale > size(one) && seen ? `${seen.toLocaleString("en")} nodes never looked at` : "";
    const picture = { ...one, scale, filter, cut: n === 0 ? cut : null, rest };
    return html`<${Icicle} key=${n} picture=${picture} version=${version} press=${press(n)}
      title=${`Search of ${one.tree.message.player}: arrow keys walk, Enter goes deeper, Escape back`}
      select=${(/** @type {number} */ node) => change(n, { selected: node })}
      zoom=${(/** @type {number} */ node) => open(n, node)}
      want=${(/** @type {number[]} */ nodes) => want(one.tree, nodes)} />`;
  });
  return html`
    <p class="lesson">${lesson(panes)}</p>
    <p class="reading">A box is a position, as wide as the number of nodes searched below it; under it are the moves that were tried.
      Its colour tells why the search went no further there: orange boxes were cut off${isPair ? ", and what is hatched was never looked at" : ""}.</p>
    <div class=${`icicles ${panes[1].length && panes[0].length ? "two" : ""}`}>
      ${panes.map((pane, n) => pane.length > 0 && html`<section key=${n} aria-label=${title(pane)}>
        <div class="over">
          <h2>${title(pane)}</h2>
          <${Iterations} pane=${pane} change=${(/** @type {Partial<Look>} */ now) => change(n, now)} />
          <${Crumbs} pane=${pane} go=${(/** @type {number} */ depth, /** @type {number} */ node) => goTo(setPanes, setActive, n, depth, node)} />
          ${isPair && n === 1 && html`<label class="check"><input type="checkbox" checked=${isSame} onChange=${() => setSame(!isSame)} />
            same scale for both</label>`}
        </div>
        ${pictures[n]}
      </section>`)}
    </div>
    ${look && html`<${Legend} tree=${look.tree} view=${look.view} filter=${filter} setFilter=${setFilter}
      cutCount=${seen} cutBy=${panes[1][0]?.tree.message.player.split(":")[0]} />`}
    <div class="node-parts">
      ${look && html`<${Branches} tree=${look.tree} root=${look.root} selected=${look.selected} version=${version}
        select=${(/** @type {number} */ node) => change(shown, { selected: node })}
        open=${(/** @type {number} */ node) => open(shown, node)} press=${press(shown)}
        want=${(/** @type {number[]} */ nodes) => want(look.tree, nodes)} />`}
      <section class="here" aria-label="Selected node">
        ${page.status}
        ${look && html`<${Facts} look=${look} open=${() => page.ask("open-node", { recording: look.tree.id, node: look.selected })} />`}
        ${look && html`<${NodeBoard} page=${page} look=${look} version=${version}
          select=${(/** @type {number} */ node) => change(shown, { selected: node })} />`}
      </section>
    </div>`;
}

/**
 * The nodes whose names a sentence needs: those on the way with their siblings, and the moves there.
 * @param {Look} look
 */
function around({ tree, selected }) {
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
function size({ tree, view }) {
  return Math.max(1, tree.sizes[view]);
}

/**
 * The node that an arrow key leads to; null for other keys.
 * @param {Look} look
 * @param {string} key
 */
function neighbour({ tree, root, selected }, key) {
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
 * @param {(change: (panes: [Pane, Pane]) => [Pane, Pane]) => void} setPanes
 * @param {(pane: number) => void} setActive
 * @param {number} pane
 * @param {number} depth
 * @param {number} node
 */
function goTo(setPanes, setActive, pane, depth, node) {
  setActive(pane);
  setPanes((now) => {
    const mine = now[pane].slice(0, depth + 1);
    mine[depth] = { ...mine[depth], view: node, selected: node };
    return inStep(/** @type {[Pane, Pane]} */ (pane ? [now[0], mine] : [mine, now[1]]), pane);
  });
}

/** @param {Pane} pane */
function title(pane) {
  return pane[0].tree.message.player;
}

/**
 * How many nodes of the part in view the other search never looked at.
 * @param {Look} look
 * @param {Uint8Array} cut
 */
function cutCount({ tree, view }, cut) {
  let count = 0;
  for (let node = view; node < tree.ends[view]; node++) {
    if (!cut[node]) continue;
    count += tree.below[node];
    node = tree.ends[node] - 1;
  }
  return count;
}

/**
 * What there is to learn, in a sentence: how much was searched, and what was found.
 * @param {[Pane, Pane]} panes
 */
function lesson(panes) {
  const [one, other] = panes.map((pane) => pane[0]?.tree);
  if (!one) return "";
  /** @param {RecordedTree} tree */
  const said = (tree) => {
    const { score, sides, turn } = tree.message;
    return scoreWords(score, sides[turn], sides[1 - turn]);
  };
  const name = (/** @type {RecordedTree} */ tree) => tree.message.player.split(":")[0];
  const count = (/** @type {RecordedTree} */ tree) => tree.message.nodes.toLocaleString("en");
  const side = one.message.sides[one.message.turn];
  if (!other) return `${name(one)} looked at ${count(one)} nodes to depth ${one.message.depth}: it is worth ${said(one)} to ${side}.`;
  const share = 1 - other.message.nodes / one.message.nodes;
  const less = share > 0
    ? `${name(other)} looked at ${count(other)} of the ${count(one)} nodes that ${name(one)} looks at: ${percent(share)} cut.`
    : `${name(other)} looked at ${count(other)} nodes, ${name(one)} at ${count(one)}.`;
  const same = said(one) === said(other)
    ? `Both find the same value for ${side}: ${said(one)}.`
    : `${name(one)} finds ${said(one)} for ${side}, ${name(other)} ${said(other)}.`;
  return `${less} ${same}`;
}

/** @param {number} share */
function percent(share) {
  return `${share > 0.995 && share < 1 ? (100 * share).toFixed(1) : Math.round(100 * share)} %`;
}

/**
 * Which search of the root is shown: one for each depth and aspiration window.
 * @param {{ pane: Pane, change: (look: Partial<Look>) => void }} props
 */
function Iterations({ pane, change }) {
  const [{ tree, root }] = pane;
  const { iterations } = tree;
  if (pane.length > 1 || iterations.length < 2) return null;
  /** @param {any} event */
  const choose = (event) => {
    const node = Number(event.target.value);
    change({ root: node, view: node, selected: node });
  };
  /** @param {number} node */
  const text = (node) => {
    const outside = { "=": "", "≥": ": too high", "≤": ": too low" }[tree.bound(node)];
    const window = tree.window(node).every((bound) => Math.abs(bound) > 2 ** 30) ? "" : `, window ${windowText(tree, node)}`;
    return `depth ${tree.depths[node]}${window}${outside}`;
  };
  return html`<select class="iterations" aria-label="Which search of the root" value=${root} onChange=${choose}>
    ${iterations.map((node) => html`<option value=${node}>${text(node)}</option>`)}
    <option value="0">all of them</option>
  </select>`;
}

/**
 * The way to what is shown.
 * @param {{ pane: Pane, go: (depth: number, node: number) => void }} props
 */
function Crumbs({ pane, go }) {
  const crumbs = pane.flatMap(({ tree, root, view }, depth) => {
    const way = tree.way(view);
    return way.slice(Math.max(0, way.indexOf(root))).map((node) => ({ tree, depth, node }));
  });
  return html`<nav class="crumbs" aria-label="Way to the part that is shown"><ol>
    ${crumbs.map(({ tree, depth, node }, n) => html`<li key=${`${depth} ${node}`}>
      <button onClick=${() => go(depth, node)} aria-current=${n === crumbs.length - 1 ? "location" : undefined}>
        ${depth && node === 0 ? `⤵ ${moveName(tree, node)}` : moveName(tree, node)}</button>
    </li>`)}
  </ol></nav>`;
}

/**
 * What is known of the selected node.
 * @param {{ look: Look, open: () => void }} props
 */
function Facts({ look: { tree, selected }, open }) {
  const { sides } = tree.message;
  const kind = REASON.get(tree.reasons[selected]);
  const missing = tree.missing(selected);
  return html`<dl class="facts">
    <div><dt>alpha, beta</dt><dd>${windowText(tree, selected)}</dd></div>
    <div><dt>value</dt><dd>${valueText(tree, selected)}</dd></div>
    <div><dt>to move</dt><dd>${sides[tree.turns[selected]]}</dd></div>
    <div><dt>depth left</dt><dd>${tree.depths[selected]}</dd></div>
    <div><dt>ended by</dt><dd>${kind?.name}</dd></div>
    <div><dt>nodes</dt><dd>${tree.below[selected].toLocaleString("en")}</dd></div>
  </dl>
  <p class="summary">All numbers are what it is worth to ${sides[tree.viewer]}.</p>
  <p class="more"><button onClick=${open} disabled=${!missing}>
    ${missing ? `Open ${missing.toLocaleString("en")} more nodes` : "All nodes are shown"}</button></p>`;
}

/**
 * The board at the selected node; a move that is made there selects its node.
 * @param {{ page: Page, look: Look, version: number, select: (node: number) => void }} props
 */
function NodeBoard({ page, look: { tree, selected }, version, select }) {
  const base = page.address.place;
  const moves = useMemo(() => textsTo(tree, selected), [tree, selected, version]);
  const [settled, setSettled] = useState(/** @type {string[] | null} */ (null));
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => setSettled(moves), NAME_WAIT);
    return () => clearTimeout(timer);
  }, [moves?.join(" ")]);
  const place = base && settled && { ...base, moves: [...base.moves, ...settled] };
  const state = usePosition(page, place, "search");
  /** @param {string} move */
  const play = (move) => {
    for (const child of tree.children(selected)) if (tree.names.get(child)?.move === move) return select(child);
    page.say(`${move} was never looked at here.`);
  };
  return html`<div class="node-board">
    ${state && html`<${Board} state=${state} position=${state.position} play=${play} say=${page.say} />`}
  </div>`;
}

/**
 * The moves to a node as texts; null while one of them is not known.
 * @param {RecordedTree} tree
 * @param {number} node
 * @returns {string[] | null}
 */
function textsTo(tree, node) {
  const before = tree.opened ? textsTo(tree.opened.tree, tree.opened.node) : [];
  const texts = tree.way(node).filter((step) => tree.hasMove(step)).map((step) => tree.names.get(step)?.move);
  return before && texts.every((text) => text !== undefined) ? [...before, .../** @type {string[]} */ (texts)] : null;
}

/**
 * A function that asks for the names of nodes, all at once and each only once.
 * @param {Page} page
 */
function useNames(page) {
  const waiting = useRef(/** @type {Map<RecordedTree, Set<number>>} */ (new Map()));
  const asked = useRef(/** @type {WeakMap<RecordedTree, Set<number>>} */ (new WeakMap()));
  const timer = useRef(0);
  const ask = useRef(page.ask);
  ask.current = page.ask;
  /** @param {RecordedTree} tree @param {number[]} nodes */
  return (tree, nodes) => {
    const known = asked.current.get(tree) ?? new Set();
    asked.current.set(tree, known);
    const fresh = nodes.filter((node) => !known.has(node));
    if (!fresh.length) return;
    const mine = waiting.current.get(tree) ?? new Set();
    waiting.current.set(tree, mine);
    for (const node of fresh) {
      known.add(node);
      mine.add(node);
    }
    timer.current ||= setTimeout(() => {
      timer.current = 0;
      for (const [one, set] of waiting.current) {
        const all = [...set];
        for (let at = 0; at < all.length; at += 1000)
          ask.current("name-nodes", { recording: one.id, nodes: all.slice(at, at + 1000) });
      }
      waiting.current.clear();
    }, NAME_WAIT);
  };
}
