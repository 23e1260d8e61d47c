// A search to look at: its tree as an icicle, the moves around one node, and the board there.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { Branches } from "./branches.js";
import { html } from "./html.js";
import { Icicle, Legend } from "./icicle.js";
import { REASON, moveName, nodeSentence, valueText, windowText } from "./nodewords.js";
import { useMessages, usePosition, useWork } from "./page.js";
import { around, changed, closed, cutCount, goneBack, neighbour, size, withTree } from "./panes.js";
import { RecordedTree, neverSeen, scoreWords } from "./recorded.js";
import { addressOf } from "./routes.js";
import { workText } from "./text.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./painter.js").Filter} Filter */
/** @typedef {import("./panes.js").Look} Look */
/** @typedef {import("./panes.js").Pane} Pane */
/** @typedef {import("./panes.js").Panes} Panes */

const PLAYERS = ["minimax", "alphabeta", "negamax", "negascout"];
const NOBODY = "";
const FIRST_NODES = 5000; // about as many nodes has the minimax tree that is shown at first
const MOST_NODES = 120000; // more than this are not searched before somebody asks for it
const NAME_WAIT = 60; // milliseconds: a page may not ask for more than 50 things a second
const EMPTY = /** @type {Panes} */ ([[], []]);

/** @typedef {{ players: [string, string], depth: string, options: [string, string] }} Choice */

/** @type {Choice} */
const FIRST_CHOICE = { players: ["minimax", "alphabeta"], depth: "", options: ["", ""] };

/** @param {{ page: Page }} props */
export function SearchView({ page }) {
  const { place } = page.address;
  const [choice, setChoice] = useState(FIRST_CHOICE);
  useEffect(() => setChoice((now) => ({ ...now, depth: "" })), [place?.game]);
  if (!place) return html`${page.status}<p class="waiting"><a href="#new">Choose a game first</a></p>`;
  return html`<${Searched} key=${JSON.stringify(place)} page=${page} place=${place} choice=${choice} setChoice=${setChoice} />`;
}

/**
 * The searches of one position.
 * @param {{ page: Page, place: import("./routes.js").Place, choice: Choice, setChoice: (choice: Choice) => void }} props
 */
function Searched({ page, place, choice, setChoice }) {
  const name = addressOf("search", place);
  const asked = usePosition(quiet(page), place, "searched");
  const start = asked && asked.moves.map(({ move }) => move).join() === place.moves.join() ? asked : null;
  const choices = start?.move_map ? start.move_map.squares.length + start.move_map.buttons.length : 0;
  const [panes, setPanes] = useState(EMPTY);
  const [active, setActive] = useState(1);
  const trees = useRef(/** @type {Map<number, RecordedTree>} */ (new Map()));
  const [version, setVersion] = useState(0);
  const work = useWork(page, "search");
  const depth = choice.depth || String(firstDepth(choices));

  useMessages(page, (message) => {
    if (message.kind === "search-recorded") {
      if (message.name !== name) return; // of a position that was shown before
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
    const players = choice.players.filter(Boolean).map((name, n) => {
      const options = [`depth=${depth}`, choice.options[n].trim()].filter(Boolean).join(",");
      return `${name}:${options}`;
    });
    page.ask("record-search", { ...place, name, players });
  };
  useEffect(() => {
    if (page.isOpen && choices) record();
  }, [page.isOpen, choices]);
  useEffect(() => {
    if (start?.is_over) page.tell(`There is nothing to search: ${start.status}.`);
  }, [start?.is_over]);

  useEffect(() => () => page.query("stop-search", { name }), []);

  const isBusy = Boolean(work && work.state !== "idle");
  return html`<div class="search">
    <${Choose} choice=${choice} depth=${depth} change=${setChoice} record=${record} isBusy=${isBusy}
      stop=${() => page.ask("stop-search", { name })} working=${workText(work) || (isBusy ? "searching…" : "")} />
    <${Looks} page=${page} panes=${panes} setPanes=${setPanes} active=${active} setActive=${setActive} version=${version} />
  </div>`;
}

/**
 * A page whose errors stay when a board is asked for.
 * @param {Page} page
 * @returns {Page}
 */
function quiet(page) {
  return { ...page, ask: page.query };
}

/**
 * A depth at which minimax has a tree of a good size.
 * @param {number} choices How many moves there are.
 */
function firstDepth(choices) {
  const least = choices ** 3 <= MOST_NODES ? 3 : 2;
  return Math.max(least, Math.min(6, Math.floor(Math.log(FIRST_NODES) / Math.log(Math.max(2, choices)))));
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
 * What can be done in each pane.
 * @param {Page} page
 * @param {Panes} panes
 * @param {(change: (panes: Panes) => Panes) => void} setPanes
 * @param {(pane: number) => void} setActive
 */
function useWalk(page, panes, setPanes, setActive) {
  /** @param {number} pane */
  return (pane) => {
    /** @param {Partial<Look>} change */
    const change = (change) => {
      page.say("");
      setActive(pane);
      setPanes((now) => changed(now, pane, change));
    };
    /** @param {number} node */
    const select = (node) => change({ selected: node });
    /** @param {number} node */
    const replay = (node) => {
      select(node);
      page.ask("open-node", { recording: panes[pane].at(-1)?.tree.id, node });
    };
    /** @param {number} node */
    const open = (node) => {
      const { tree } = /** @type {Look} */ (panes[pane].at(-1));
      if (tree.missing(node) && tree.ends[node] === node + 1) replay(node);
      else change({ view: node, selected: node });
    };
    /** @param {number} depth @param {number} node */
    const go = (depth, node) => {
      setActive(pane);
      setPanes((now) => goneBack(now, pane, depth, node));
    };
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const { tree, root, view, selected } = /** @type {Look} */ (panes[pane].at(-1));
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const next = neighbour({ tree, root, view, selected }, event.key);
      if (next !== null) select(next);
      else if (event.key === "Enter" || event.key === "+") open(selected);
      else if (event.key !== "Escape" && event.key !== "-") return;
      else if (view !== root) change({ view: tree.parents[view], selected: view });
      else if (panes[pane].length > 1) setPanes((now) => closed(now, pane));
      event.preventDefault();
    };
    return { change, select, replay, open, go, press };
  };
}

/**
 * Everything below the form.
 * @param {{ page: Page, panes: Panes, setPanes: (change: (panes: Panes) => Panes) => void,
 *           active: number, setActive: (pane: number) => void, version: number }} props
 */
function Looks({ page, panes, setPanes, active, setActive, version }) {
  const [filter, setFilter] = useState(/** @type {Filter | null} */ (null));
  const [isSame, setSame] = useState(false);
  const walk = useWalk(page, panes, setPanes, setActive);
  const want = useNames(page);
  const [first, second] = panes;
  const shown = panes[active].length ? active : 1 - active;
  const look = panes[shown].at(-1);
  const isPair = first.length === 1 && second.length === 1;
  const unseen = useMemo(
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

  const never = unseen ? cutCount(first[0], unseen) : 0;
  const widest = isPair && isSame ? Math.max(size(first[0]), size(second[0])) : 0;
  /** @param {Pane} pane @param {number} n */
  const picture = (pane, n) => {
    const one = /** @type {Look} */ (pane.at(-1));
    const scale = widest || size(one);
    const rest = n && never && scale > size(one) ? `${never.toLocaleString("en")} nodes never looked at` : "";
    return { ...one, scale, filter, cut: n || !unseen ? null : unseen.cut, rest };
  };
  const scales = html`<label class="check"><input type="checkbox" checked=${isSame} onChange=${() => setSame(!isSame)} />
    same scale for both</label>`;
  const isTwo = panes.some((pane) => pane[0]?.tree.message.searches === 2);
  return html`
    <p class="lesson">${lesson(panes)}</p>
    <p class="reading">A box is a position, as wide as the number of nodes searched below it; under it are the moves that were tried.
      Its colour tells why the search went no further there: orange boxes were cut off${isTwo ? ", and what is hatched was never looked at" : ""}.</p>
    <div class=${`icicles ${isTwo ? "two" : ""}`}>
      ${panes.map((pane, n) => pane.length > 0 && html`<${PaneSection} key=${n} pane=${pane} picture=${picture(pane, n)} version=${version}
        walk=${walk(n)} want=${want} scales=${isPair && n === 1 && scales}
        share=${isPair && n === 1 ? Math.min(1, size(second[0]) / size(first[0])) : 0} />`)}
    </div>
    ${page.status}
    ${look ? html`<${Legend} tree=${look.tree} view=${look.view} filter=${filter} setFilter=${setFilter}
      cutCount=${never} cutBy=${second[0]?.tree.message.player.split(":")[0]} />` : html`<div class="kinds"></div>`}
    <p class="keys">Click a box to select it and again to zoom in, the top one to zoom out; or walk with the arrow keys, Enter and Escape.</p>
    <div class="node-parts">
      ${look ? html`<${Branches} tree=${look.tree} root=${look.root} selected=${look.selected} version=${version}
        select=${walk(shown).select} open=${walk(shown).open} press=${walk(shown).press}
        want=${(/** @type {number[]} */ nodes) => want(look.tree, nodes)} />` : html`<div class="move-tree"></div>`}
      <section class="selected" aria-label="Selected node">
        ${look && html`<${Facts} look=${look} open=${() => walk(shown).replay(look.selected)} />
          <${NodeBoard} page=${page} look=${look} version=${version} select=${walk(shown).select} />`}
      </section>
    </div>`;
}

/**
 * One search: who made it, which part is shown, and its icicle.
 * @param {{ pane: Pane, picture: import("./painter.js").Picture, version: number,
 *           walk: ReturnType<ReturnType<typeof useWalk>>,
 *           want: (tree: RecordedTree, nodes: number[]) => void, scales: any, share: number }} props
 *   `share` is how much of the other search it is, if there is another.
 */
function PaneSection({ pane, picture, version, walk, want, scales, share }) {
  const { player } = pane[0].tree.message;
  const { tree, selected } = picture;
  const way = tree.way(selected).filter((node) => tree.hasMove(node)).map((node) => moveName(tree, node));
  return html`<section aria-label=${player}>
    <div class="pane-head">
      <h2>${player}</h2>
      <${Iterations} pane=${pane} change=${walk.change} />
      <${Crumbs} pane=${pane} go=${walk.go} />
      ${scales}
    </div>
    ${share > 0 && html`<div class="share" aria-hidden="true" title="how much of the other search this is">
      <span style=${`width:${100 * share}%`}></span></div>`}
    <${Icicle} picture=${picture} version=${version} press=${walk.press}
      title=${`Search of ${player}, at ${way.join(" ") || "its root"}: arrow keys walk, Enter goes deeper, Escape back`}
      select=${walk.select} zoom=${walk.open} replay=${walk.replay}
      want=${(/** @type {number[]} */ nodes) => want(tree, nodes)} />
  </section>`;
}

/**
 * What there is to learn, in a sentence: how much was searched, and what was found.
 * @param {Panes} panes
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
    const opened = pane[depth + 1]?.tree.opened?.node;
    const way = tree.way(opened === undefined ? view : tree.parents[opened]);
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
  const state = usePosition(quiet(page), place, "search");
  /** @param {string} move */
  const play = (move) => {
    for (const child of tree.children(selected)) if (tree.names.get(child)?.move === move) return select(child);
    page.say(`${move} was never looked at here.`);
  };
  return html`<div class="node-board">
    ${state && html`<${Board} state=${state} position=${state.position} play=${play} say=${page.say} />`}
  </div>
  <p class="more">${place && state && !state.is_over && settled?.length ? html`<a href=${addressOf("search", place)}>Search from here</a>` : ""}</p>`;
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
  const ask = useRef(page.query);
  ask.current = page.query;
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
