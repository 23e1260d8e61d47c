// Proofs: proof and disproof numbers while a position is solved, then why the verdict is true.
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { Why } from "./certificate.js";
import { html } from "./html.js";
import { useMessages, usePosition, useWork } from "./page.js";
import { countText, verdictText, workText } from "./text.js";
import { Crumbs, TreePicture } from "./tree.js";

/** @typedef {import("./messages.d.ts").ProofShown} ProofShown */
/** @typedef {import("./messages.d.ts").ProofStep} ProofStep */
/** @typedef {import("./messages.d.ts").Certificate} Certificate */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./tree.js").Drawn} Drawn */
/** @typedef {"solve" | "look" | "explain"} Action */

const NAME = "proof";
const PHASES = { writing: "writing the certificate", checking: "checking it without a solver", drawing: "laying out its lines" };

/** @param {{ page: Page }} props */
export function ProofView({ page }) {
  const { place } = page.address;
  if (!place) return html`<h1>Proof</h1>${page.status}<p>Begin a game, and choose this view of it above.</p>`;
  return html`<${Solving} key=${JSON.stringify(place)} page=${page} place=${place} />`;
}

/** @param {{ page: Page, place: Place }} props */
function Solving({ page, place }) {
  const [shown, setShown] = useState(/** @type {ProofShown | null} */ (null));
  const [step, setStep] = useState(/** @type {ProofStep | null} */ (null));
  const [certificate, setCertificate] = useState(/** @type {Certificate | null} */ (null));
  const [below, setBelow] = useState(/** @type {string[]} */ ([]));
  const [walked, setWalked] = useState(/** @type {string[]} */ ([]));
  const [number, setNumber] = useState(Date.now());
  const [busy, setBusy] = useState(/** @type {Action | ""} */ ("solve"));
  const [solver, setSolver] = useState("dfpn");
  const [weak, setWeak] = useState(false);
  const [seconds, setSeconds] = useState("20");
  const asked = useRef(/** @type {Action} */ ("solve"));
  const work = useWork(page, NAME);
  const path = certificate ? walked : below;
  const board = usePosition(page, { ...place, moves: [...place.moves, ...path] }, NAME);

  /** @param {Action} action */
  const ask = (action) => {
    page.ask("ask-proof", { ...place, below, number, action, solver, weak, seconds: Number(seconds) || 20 });
    asked.current = action;
    if (action !== "look") setBusy(action);
    if (action === "solve") page.tell("Solving.");
    if (action === "explain") page.tell("Writing a certificate, and checking it.");
  };
  useMessages(page, (message) => {
    const isIdle = message.kind === "work-state" && message.name === NAME && message.state === "idle";
    if (isIdle || message.kind === "refused") setBusy("");
    if (!("number" in message) || message.number !== number) return;
    if (message.kind === "proof-step") setStep(message);
    if (message.kind === "certificate") {
      setCertificate(message);
      setWalked([]);
    }
    if (message.kind === "proof-shown") {
      setShown(message);
      if (message.is_done && asked.current !== "look") page.tell(sentence(message));
    }
    if (message.kind === "certificate" || (message.kind === "proof-shown" && message.is_done)) setStep(null);
  }, [number]);
  useEffect(() => {
    if (page.isOpen && !certificate) ask(busy === "solve" || !shown ? "solve" : "look");
  }, [page.isOpen, number, below.join(" ")]);
  useEffect(() => () => page.ask("stop-proof", { number }), [number]);

  const stop = () => {
    page.ask("stop-proof", { number });
    page.tell("Stopped.");
  };
  /** @param {Event} event */
  const again = (event) => {
    event.preventDefault();
    if (!shown?.verdict) return ask("solve"); // it goes on from what it has found out
    setShown(null);
    setCertificate(null);
    setBelow([]);
    setBusy("solve");
    setNumber(Date.now());
  };
  const isHere = shown && shown.below.join(" ") === below.join(" ");
  const nodes = shown && isHere ? drawn(shown) : [];
  /** @param {number} n */
  const choose = (n) => {
    if (shown && n) setBelow([...below, ...pathTo(shown, n)]);
  };
  /** @param {string} move */
  const open = (move) => setBelow([...below, move]);
  const verdict = shown?.is_done ? shown.verdict : null;
  return html`<div class=${`look ${certificate ? "walking" : ""}`}>
    <div class="intro"><h1>Proof</h1>
      ${certificate ? html`<p>A certificate has one answer to everything the other side can do, and needs no trust in a solver:
        it was checked by the rules alone. Choose any reply, in the list or on the board, and see what it is answered with.</p>`
      : html`<p>The solver asks whether one side can force a win, and looks where the answer seems cheapest. A move's proof number
        says how many open positions would still have to be won to prove it, its disproof number how many to refute it:
        ✓ is proven, ✗ refuted, and the thick line is where it looks next.</p>`}
      ${page.status}</div>
    <section class="stage" aria-label=${certificate ? "Certificate" : "Numbers"}>
      <form class="controls" onSubmit=${again}>
        ${busy ? html`<button key="stop" class="main" type="button" onClick=${stop}>Stop</button>`
          : html`<button key="solve" class="main" type="submit">Solve</button>`}
        ${certificate ? html`<button key="back" type="button" onClick=${() => setCertificate(null)}>Back to the numbers</button>`
          : html`<button key="why" type="button" disabled=${Boolean(busy) || !verdict} onClick=${() => ask("explain")}>${whyText(verdict)}</button>`}
        <details><summary>Options</summary><div class="options">
          <label>Ask <select name="weak" value=${weak ? "1" : "0"} onChange=${(/** @type {any} */ event) => setWeak(event.target.value === "1")}>
            <option value="0">who wins, and how soon</option><option value="1">only who wins</option></select></label>
          <label>Solver <select name="solver" value=${solver} onChange=${(/** @type {any} */ event) => setSolver(event.target.value)}>
            <option value="dfpn">proof-number search</option><option value="exact">exact solver (no numbers)</option></select></label>
          <label>Seconds at most <input name="seconds" inputmode="decimal" size="6" value=${seconds} autocomplete="off"
            onInput=${(/** @type {any} */ event) => setSeconds(event.target.value)} /></label>
        </div></details>
      </form>
      ${certificate ? html`<${Why} certificate=${certificate} sides=${shown?.sides ?? ["first", "second"]} walked=${walked} walk=${setWalked}
          status=${board?.status ?? ""} tell=${page.tell} />`
        : html`<div class="tools"><${Crumbs} below=${below} go=${setBelow} /><p class="question">${shown ? questionText(shown) : ""}</p></div>
        <${TreePicture} nodes=${nodes} shape="tree" choose=${choose}
          label=${shown && isHere && nodes.length ? `The tree of moves with proof and disproof numbers. ${questionText(shown)}` : "There are no numbers yet"} />
        <p class="thinking" aria-live="off">${workText(work) || (step ? stepText(step) : shown ? numbersText(shown) : "")}</p>
        <${Moves} shown=${isHere ? shown : null} open=${open} />`}
    </section>
    <section class="side" aria-label="Board">
      ${board && html`<${Board} state=${board} position=${board.position} say=${page.say}
        play=${(/** @type {string} */ move) => (certificate ? setWalked([...walked, move]) : open(move))} />`}
      <p class="standing"><span>${board?.status ?? ""}</span></p>
    </section>
  </div>`;
}

/** @param {{ shown: ProofShown | null, open: (move: string) => void }} props */
function Moves({ shown, open }) {
  return html`<div class="table-box" tabindex="0" role="region" aria-label="Moves from here"><table class="figures">
    <caption class="unseen">The moves from here, the most promising first</caption>
    <thead><tr><th scope="col">Move</th><th scope="col"><abbr title="proof number: how many open positions would have to be won to prove it">Proof</abbr></th>
      <th scope="col"><abbr title="disproof number: how many would have to be held to refute it">Disproof</abbr></th>
      <th scope="col">Nodes</th><th scope="col">State</th></tr></thead>
    <tbody>${(shown?.children ?? []).map((one) => html`<tr key=${one.move}>
      <th scope="row"><button type="button" class="open-move" onClick=${() => open(one.move)}>${one.move}</button></th>
      <td>${numberText(one.proof)}</td><td>${numberText(one.disproof)}</td><td>${one.nodes ? `~${countText(one.nodes)}` : "–"}</td>
      <td class=${`tone ${toneOf(one.proof, one.disproof)}`} style="--share:100%">${stateText(one.proof, one.disproof)}</td></tr>`)}</tbody>
  </table></div>`;
}

/**
 * @param {ProofShown} shown
 * @returns {Drawn[]}
 */
function drawn(shown) {
  const main = new Set(shown.line);
  return shown.parents.map((parent, n) => {
    const [proof, disproof] = [shown.proofs[n], shown.disproofs[n]];
    const mark = proof === 0 ? "✓" : disproof === 0 ? "✗" : "";
    const who = shown.sides[parent < 0 ? shown.turn : shown.movers[n]];
    const numbers = `${numberText(proof)} / ${numberText(disproof)}`;
    return {
      parent, size: shown.spent[n], name: `${parent < 0 ? who : shown.moves[n]} ${mark}`.trim(), mark,
      note: mark ? "" : numbers.replaceAll(" ", ""), tone: toneOf(proof, disproof), share: 1, isMain: main.has(n),
      title: `${parent < 0 ? "here" : `${who} plays ${shown.moves[n]}`}: proof number ${numberText(proof)}, disproof number ${numberText(disproof)}, ${stateText(proof, disproof)}`,
    };
  });
}

/**
 * The moves from the node in view to one below it.
 * @param {ProofShown} shown
 * @param {number} n
 */
function pathTo(shown, n) {
  const path = [];
  for (let at = n; at > 0; at = shown.parents[at]) path.unshift(shown.moves[at]);
  return path;
}

/** @param {number | null} number */
const numberText = (number) => (number === null ? "∞" : countText(number));

/**
 * @param {number | null} proof
 * @param {number | null} disproof
 */
function toneOf(proof, disproof) {
  return proof === 0 ? "better decided" : disproof === 0 ? "worse decided" : "";
}

/**
 * @param {number | null} proof
 * @param {number | null} disproof
 */
function stateText(proof, disproof) {
  return proof === 0 ? "✓ proven" : disproof === 0 ? "✗ refuted" : "open";
}

/** @param {ProofShown} shown */
function questionText(shown) {
  if (shown.attacker === null) return "";
  const when = shown.plies === null ? "at all" : `within ${shown.plies} ${shown.plies === 1 ? "ply" : "plies"}`;
  const { verdict } = shown;
  const wins = verdict && verdict.outcome !== "draw" && (verdict.outcome === "win") === (shown.attacker === shown.mover);
  const answer = !shown.is_done ? "" : verdict ? (wins ? " Yes." : " No.") : " Not known.";
  return `Can ${shown.sides[shown.attacker]} force a win ${when}?${answer}`;
}

/** @param {ProofShown} shown */
function sentence(shown) {
  const [mover, other] = [shown.sides[shown.mover], shown.sides[1 - shown.mover]];
  const { verdict, best, known } = shown;
  if (verdict?.outcome === "draw") return `Neither side can force a win: a draw with best play${best ? `, for instance with ${best}` : ""}.`;
  if (verdict) {
    const plies = verdict.plies === null ? "" : verdict.plies === 1 ? " ply" : " plies";
    return `${mover} ${verdictText(verdict)}${plies}${best && verdict.outcome === "win" ? `, beginning with ${best}` : ""}.`;
  }
  const told = [];
  if (known.most !== "win") told.push(`${mover} cannot force a win`);
  else if (known.no_win_within) told.push(`${mover} cannot force a win within ${known.no_win_within} plies`);
  if (known.least !== "loss") told.push(`${other} cannot force a win`);
  else if (known.no_loss_within) told.push(`${other} cannot within ${known.no_loss_within} plies`);
  return `Not solved after ${countText(shown.nodes)} nodes${told.length ? `: ${told.join(", and ")}` : ""}. More time, or a later position, may help.`;
}

/** @param {import("./messages.d.ts").Verdict | null} verdict */
function whyText(verdict) {
  if (!verdict) return "Why?";
  return { win: "Why is this won?", loss: "Why is this lost?", draw: "Why is this a draw?" }[verdict.outcome];
}

/** @param {ProofStep} step */
function stepText({ phase, moves, share }) {
  const far = share === null ? `${countText(moves)} ${phase === "drawing" ? "positions" : "moves"}` : `${Math.round(100 * share)} %`;
  return `${PHASES[phase]}: ${far}`;
}

/** @param {ProofShown} shown */
function numbersText({ nodes, seconds, hashfull }) {
  const told = [`${countText(nodes)} nodes`];
  if (seconds > 0.05) told.push(`${countText(Math.round(nodes / seconds))} a second`);
  told.push(`${seconds.toFixed(1)} s`, `table ${Math.round(100 * hashfull)} %`);
  return told.join(" · ");
}
