// The page: keeps the line to the server, and shows the view that the address names.
import { render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { Connection } from "./connection.js";
import { html } from "./html.js";
import { addressOf, learningAddress, parseAddress, tournamentAddress } from "./routes.js";
import { VIEWS } from "./views.js";

/** @typedef {import("./messages.d.ts").Offer} Offer */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */

const LOST = "The line to the server is lost; trying again.";
const GONE = "The server does not answer. If it was stopped, start plyground serve again and open its new address: this browser keeps the game, and Save still works.";
const CLOSED = "The server has closed the line; trying again: ";
const PATIENCE = 3000;
const addressed = () => parseAddress(location.hash, Object.keys(VIEWS));

function App() {
  const [offer, setOffer] = useState(/** @type {Offer | null} */ (null));
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState(addressed);
  const [place, setPlace] = useState(/** @type {Place | null} */ (address.place));
  const [error, setError] = useState("");
  const [text, setText] = useState("");
  const [isGone, setGone] = useState(false);
  const [closed, setClosed] = useState("");
  const line = useMemo(() => new Connection((open, reason) => {
    setOpen(open);
    if (open || reason) setClosed(reason);
  }), []);

  // At once, not after the first picture: the offer comes as soon as the line is open.
  useLayoutEffect(() => {
    const unlisten = line.listen((message) => {
      if (message.kind === "offer") setOffer(message);
      else if (message.kind === "refused") setError(message.reason);
    });
    const changed = () => {
      setError("");
      setText("");
      setAddress(addressed());
      if (addressed().place) setPlace(addressed().place);
    };
    addEventListener("hashchange", changed);
    return () => {
      unlisten();
      removeEventListener("hashchange", changed);
    };
  }, []);
  useEffect(() => {
    document.title = text ? `${text} · Plyground` : "Plyground";
  }, [text]);

  const isLost = !isOpen && Boolean(offer || closed);
  useEffect(() => {
    setGone(false);
    if (!isLost) return;
    const timer = setTimeout(() => setGone(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isLost]);
  const lost = closed ? `${CLOSED}${closed}.` : isGone ? GONE : LOST;
  const shown = isLost ? lost : error || text;
  const status = html`<p role="status" class=${`status ${isLost || error ? "error" : ""}`}>${shown}</p>`;
  const View = VIEWS[address.view]?.component;
  let view = isLost ? status : html`<p class="waiting">Connecting…</p>`;
  if (offer && View) {
    /** @type {Page} */
    const page = {
      offer, address, place, setPlace, status, isOpen,
      ask: (kind, fields = {}) => {
        setError("");
        line.ask(kind, fields);
      },
      query: (kind, fields = {}) => {
        line.ask(kind, fields);
      },
      listen: (hear) => line.listen(hear),
      say: setError,
      tell: setText,
    };
    view = html`<${View} key=${address.view} page=${page} />`;
  }
  return html`<${Header} view=${address.view} id=${address.id} place=${place} tournaments=${offer?.tournaments ?? []} runs=${offer?.runs ?? []} /><main>${view}</main>`;
}

/** @param {{ view: string, id: string, place: Place | null, tournaments: string[], runs: string[] }} props */
function Header({ view, id, place, tournaments, runs }) {
  const titled = Object.entries(VIEWS).filter(([, { title }]) => title);
  return html`<header>
    <a href="#new" class="home">Plyground</a>
    ${tournaments.length > 0 && html`<nav aria-label="Tournaments">
      ${tournaments.map((name) => html`<a key=${name} href=${tournamentAddress(name)}
        aria-current=${view === "tournament" && id === name ? "page" : undefined}>${name}</a>`)}
    </nav>`}
    ${runs.length > 0 && html`<nav aria-label="Learning">
      ${runs.map((name) => html`<a key=${name} href=${learningAddress(name)}
        aria-current=${view === "learning" && id === name ? "page" : undefined}>${name}</a>`)}
    </nav>`}
    ${place && html`<nav aria-label="Views of this position">
      ${titled.map(([name, { title }]) => html`<a key=${name} href=${addressOf(name, place)}
        aria-current=${name === view ? "page" : undefined}>${title}</a>`)}
    </nav>`}
  </header>`;
}

const root = document.getElementById("root");
if (root) render(html`<${App} />`, root);
