// What the server finds out about the position of an analysis: asked anew whenever that changes.
import { useEffect, useRef, useState } from "preact/hooks";
import { useMessages } from "./page.js";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */
/** @typedef {import("./lines.js").Engine} Engine */
/** @typedef {import("./messages.d.ts").LinesFound} LinesFound */
/** @typedef {import("./messages.d.ts").VerdictsFound} VerdictsFound */
/** @typedef {import("./messages.d.ts").PositionExplained} PositionExplained */
/** @typedef {import("./messages.d.ts").Verdict} Verdict */
/** @typedef {import("./graph.js").Point} Point */

/**
 * What a position is worth to the side to move.
 * @typedef {{ turn: number, balance: number, score: number | null, verdict: Verdict | null }} Worth
 */

const WAIT = 120; // milliseconds: who steps through a game asks only where they stay

/** Whether the tab is seen: nobody searches for one that is not. */
export function useVisible() {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}

/**
 * Ask something a moment after the inputs have changed, under a number that the answers bear.
 * @param {Page} page
 * @param {boolean} isOn
 * @param {unknown[]} inputs
 * @param {(number: number) => void} ask
 * @param {() => void} [stop]
 */
function useQuestion(page, isOn, inputs, ask, stop) {
  const number = useRef(0);
  const isAsked = useRef(false);
  useEffect(() => {
    number.current += 1;
    if (!isOn || !page.isOpen) return;
    const asked = number.current;
    const timer = setTimeout(() => {
      isAsked.current = true;
      ask(asked);
    }, WAIT);
    return () => {
      clearTimeout(timer);
      number.current += 1;
    };
  }, [isOn, page.isOpen, ...inputs]);
  useEffect(() => {
    if (!isOn && page.isOpen && isAsked.current) stop?.();
    if (!isOn) isAsked.current = false;
  }, [isOn, page.isOpen]);
  useEffect(() => () => {
    if (isAsked.current) stop?.(); // the view is left
  }, []);
  return number;
}

/**
 * The best lines of a position, live; null until there are some.
 * @param {Page} page
 * @param {Place} place
 * @param {Engine} engine
 * @param {boolean} isSeen
 * @param {boolean} isThreat
 * @returns {LinesFound | null}
 */
export function useLines(page, place, engine, isSeen, isThreat) {
  const [found, setFound] = useState(/** @type {[string, LinesFound] | null} */ (null));
  const key = JSON.stringify([place, isThreat]);
  const { player, lines, seconds } = engine;
  const number = useQuestion(
    page, engine.isOn && isSeen, [key, player, lines, seconds],
    (asked) => page.query("find-lines", { number: asked, ...place, player, lines, seconds, threat: isThreat }),
    () => page.query("stop-finding", { what: "lines" }),
  );
  useMessages(page, (message) => {
    if (message.kind === "lines-found" && message.number === number.current) setFound([key, message]);
  }, [key]);
  return found && found[0] === key ? found[1] : null;
}

/**
 * The verdicts on the moves of a position, as they become known.
 * @param {Page} page
 * @param {Place} place
 * @param {boolean} isOn
 * @returns {VerdictsFound | null}
 */
export function useVerdicts(page, place, isOn) {
  const [found, setFound] = useState(/** @type {[string, VerdictsFound] | null} */ (null));
  const key = JSON.stringify(place);
  const number = useQuestion(
    page, isOn, [key],
    (asked) => page.query("find-verdicts", { number: asked, ...place }),
    () => page.query("stop-finding", { what: "verdicts" }),
  );
  useMessages(page, (message) => {
    if (message.kind === "verdicts-found" && message.number === number.current) setFound([key, message]);
  }, [key]);
  return found && found[0] === key ? found[1] : null;
}

/**
 * The evaluation of a position and the book's moves; those of the position before until then.
 * @param {Page} page
 * @param {Place} place
 * @param {string} evaluation
 * @param {boolean} isOn
 * @returns {PositionExplained | null}
 */
export function useExplained(page, place, evaluation, isOn) {
  const [explained, setExplained] = useState(/** @type {PositionExplained | null} */ (null));
  const number = useQuestion(page, isOn, [JSON.stringify(place), evaluation], (asked) =>
    page.query("explain-position", { number: asked, ...place, evaluation }),
  );
  useMessages(page, (message) => {
    if (message.kind === "position-explained" && message.number === number.current) setExplained(message);
  });
  return explained;
}

/**
 * What positions are worth, by the moves that lead there: filled while one looks at them, or all at
 * once for a whole game.
 * @param {Page} page
 * @param {Place} place The game and where it starts.
 */
export function useWorths(page, place) {
  const [worths, setWorths] = useState(/** @type {Record<string, Worth>} */ ({}));
  const [left, setLeft] = useState(/** @type {number | null} */ (null));
  const asked = useRef({ number: 0, moves: /** @type {string[]} */ ([]) });
  useEffect(() => setWorths({}), [place.game, place.start]);
  useEffect(() => () => {
    if (asked.current.number) page.query("stop-finding", { what: "scores" }); // the view is left
  }, []);
  useMessages(page, (message) => {
    if (message.kind !== "scores-found" || message.number !== asked.current.number) return;
    const { scores, left: rest } = message.found;
    const found = scores.map((one) => [worthKey(asked.current.moves.slice(0, one.ply)), one]);
    setWorths((known) => ({ ...known, ...Object.fromEntries(found) }));
    setLeft(message.is_done ? null : rest);
  });
  /** @param {string[]} moves @param {Worth} worth */
  const note = (moves, worth) => setWorths((known) => ({ ...known, [worthKey(moves)]: worth }));
  /** @param {string[]} moves @param {string} player */
  const findAll = (moves, player) => {
    asked.current = { number: asked.current.number + 1, moves };
    setLeft(moves.length + 1);
    page.ask("find-scores", {
      number: asked.current.number, game: place.game, start: place.start, moves, player, seconds: SECONDS_A_PLY,
    });
  };
  const stop = () => {
    setLeft(null);
    page.ask("stop-finding", { what: "scores" });
  };
  return { worths, note, left, findAll, stop };
}

export const SECONDS_A_PLY = 0.5;

/** @param {string[]} moves */
export function worthKey(moves) {
  return moves.join(" ");
}
