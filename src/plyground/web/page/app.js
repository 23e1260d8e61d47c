// The page: keeps the line to the server, and shows the form or the game that the address names.
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Connection } from "./connection.js";
import { html } from "./html.js";
import { Play } from "./play.js";
import { Setup } from "./setup.js";

/** @typedef {import("./messages.d.ts").Offer} Offer */
/** @typedef {import("./messages.d.ts").GameState} GameState */
/** @typedef {import("./messages.d.ts").Thinking} Thinking */
/** @typedef {import("./messages.d.ts").Compiling} Compiling */
/** @typedef {import("./messages.d.ts").FromServer} FromServer */

/** The game that the address names; empty: none. */
function addressed() {
  return /^#game\/([\w-]+)$/.exec(location.hash)?.[1] ?? "";
}

function App() {
  const [offer, setOffer] = useState(/** @type {Offer | null} */ (null));
  const [state, setState] = useState(/** @type {GameState | null} */ (null));
  const [heard, setHeard] = useState(0);
  const [progress, setProgress] = useState(/** @type {Thinking | Compiling | null} */ (null));
  const [error, setError] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [id, setId] = useState(addressed());
  const line = useRef(/** @type {Connection | null} */ (null));
  const waits = useRef(false);

  /** @param {FromServer} message */
  const hear = (message) => {
    if (message.kind === "offer") return setOffer(message);
    if (message.kind === "game-state") {
      setHeard(performance.now());
      setState(message);
      setProgress(null);
      setError("");
      if (waits.current) {
        waits.current = false;
        location.hash = `#game/${message.id}`;
      }
    } else if (message.kind === "refused") {
      waits.current = false;
      setError(message.reason);
    } else setProgress(message);
  };

  useEffect(() => {
    const made = new Connection(hear, (open) => {
      setOpen(open);
      if (open && addressed()) made.ask("open-game", { id: addressed() });
    });
    line.current = made;
    const changed = () => {
      setError("");
      setId(addressed());
      if (addressed()) made.ask("open-game", { id: addressed() });
    };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);

  /**
   * @param {string} kind
   * @param {Record<string, unknown>} fields
   */
  const ask = (kind, fields) => {
    setError("");
    line.current?.ask(kind, fields);
  };

  /**
   * @param {string} kind
   * @returns {(fields: Record<string, unknown>) => void}
   */
  const begin = (kind) => (fields) => {
    waits.current = true;
    ask(kind, fields);
  };

  const shown = state && state.id === id ? state : null;
  useEffect(() => {
    document.title = shown ? `${shown.status} · Plyground` : "Plyground";
  }, [shown?.status]);

  const text = !isOpen && offer ? "The line to the server is lost; trying again." : error || statusText(shown);
  const isError = Boolean(error) || (!isOpen && Boolean(offer));
  const status = html`<p role="status" class=${`status ${isError ? "error" : ""}`}>${text}</p>`;

  let view = html`<p class="waiting">Connecting…</p>`;
  if (offer && shown)
    view = html`<${Play} state=${shown} offer=${offer} progress=${progress} heard=${heard} ask=${ask}
      say=${setError} status=${status} />`;
  else if (offer && (!id || error))
    view = html`${status}<${Setup} offer=${offer} begin=${begin("new-game")}
      load=${(/** @type {string} */ record) => begin("load-game")({ record })} say=${setError} />`;
  return html`<header><a href="#new" class="home">Plyground</a></header><main>${view}</main>`;
}

/**
 * The last move in words, and how the game stands.
 * @param {GameState | null} state
 */
function statusText(state) {
  if (!state) return "";
  if (state.failure) return `${state.failure}. ${state.status}.`;
  const last = state.moves[state.moves.length - 1];
  const played = last ? `${state.seats[last.side].side} played ${last.move}. ` : "";
  return `${played}${state.status}.`;
}

const root = document.getElementById("root");
if (root) render(html`<${App} />`, root);
