// The coach on a page: the graph of a game, its mistakes, what was better, and another try.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { isBad, moveWords, pointsOf, SIGNS, trialWords, turningText, whyBad } from "./coach.js";
import { Graph } from "./graph.js";
import { html } from "./html.js";
import { useMessages, usePosition, useWork } from "./page.js";
import { GradedMoves, Stepper, Summary } from "./review_parts.js";
import { addressOf, ANALYSE } from "./routes.js";
import { workText } from "./text.js";

/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").GameReviewed} GameReviewed */
/** @typedef {import("./messages.d.ts").GradedMove} GradedMove */
/** @typedef {import("./messages.d.ts").Review} Review */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */

/**
 * A line that is played out on the board in place of a move of the game.
 * @typedef {{ ply: number, moves: string[], step: number, runs: boolean }} Line
 */

const COACHES = [
  { text: "", name: "usual" },
  { text: "solver:time=0.3", name: "quick, 0.3 s a position" },
  { text: "solver:time=8,table=256MB", name: "thorough, 8 s a position" },
];
const STEP_MS = 1000;

/** @param {{ page: Page }} props */
export function ReviewView({ page }) {
  const { place } = page.address;
  const whole = usePosition(page, place, "reviewed game");
  const isThis = Boolean(place && whole && whole.game === place.game && whole.moves.length === place.moves.length);
  useEffect(() => {
    if (isThis && !whole?.moves.length) page.tell("There is no move in this game to review.");
  }, [isThis, whole]);
  if (!place || !whole || !isThis)
    return html`${page.status}<p class="waiting"><a href="#new">New game</a></p>`;
  if (!whole.moves.length)
    return html`<h1>Review</h1>${page.status}
      <p><a class="button" href=${addressOf(ANALYSE, place)}>Analyse</a> <a class="button" href="#new">New game</a></p>`;
  return html`<${Reviewed} key=${JSON.stringify(place)} page=${page} place=${place} whole=${whole} />`;
}

/**
 * What the coach has found out so far.
 * @param {Page} page
 * @param {Place} place
 */
function useCoach(page, place) {
  const [found, setFound] = useState(/** @type {GameReviewed | null} */ (null));
  const [coach, setCoach] = useState("");
  const [round, setRound] = useState(0);
  const number = useRef(0);
  const work = useWork(page, "review");
  useMessages(page, (message) => {
    if (message.kind === "game-reviewed" && message.number === number.current) setFound(message);
  });
  useEffect(() => {
    if (!page.isOpen) return;
    number.current = Math.floor(1e9 * Math.random());
    page.ask("review-game", { number: number.current, ...place, coach: coach || null });
  }, [page.isOpen, coach, round]);
  useEffect(() => () => page.ask("stop-coach", { what: "review" }), []);
  return {
    found, coach, setCoach, work, isBusy: Boolean(work && work.state !== "idle"),
    stop: () => page.ask("stop-coach", { what: "review" }),
    goOn: () => setRound(round + 1),
  };
}

/** @param {{ page: Page, place: Place, whole: BoardState }} props */
function Reviewed({ page, place, whole }) {
  const count = whole.moves.length;
  const moves = whole.moves.map(({ move }) => move);
  const coach = useCoach(page, place);
  const review = coach.found?.review ?? null;
  const graded = useMemo(() => new Map((review?.moves ?? []).map((one) => [one.ply, one])), [review]);
  const points = useMemo(() => pointsOf(whole.moves, graded, whole.sides), [whole, graded]);
  const [at, setAt] = useState(count);
  const [line, setLine] = useState(/** @type {Line | null} */ (null));
  const [isGuessing, setGuessing] = useState(false);
  const [solved, setSolved] = useState(/** @type {number[]} */ ([]));
  const [answer, setAnswer] = useState("");

  const here = graded.get(at);
  const mistake = isBad(here) ? here : undefined;
  const isHidden = isGuessing && Boolean(mistake) && !solved.includes(at);
  const bad = [...graded.values()].filter(isBad).map(({ ply }) => ply);
  const ahead = bad.find((ply) => ply > at);
  const behind = bad.filter((ply) => ply < at).pop();

  /** @param {number} ply */
  const go = (ply) => {
    setLine(null);
    setAnswer("");
    setAt(Math.max(0, Math.min(count, ply)));
  };
  /** @param {number} step */
  const stepTo = (step) => {
    if (line) setLine({ ...line, step: Math.max(0, Math.min(line.moves.length, step)), runs: false });
    else go(step);
  };
  const reveal = () => {
    setSolved([...solved, at]);
    setAnswer("");
  };
  const playLine = () => {
    if (!here) return;
    if (isHidden) reveal();
    const runs = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    setLine({ ply: at, moves: here.best.moves, step: 1, runs });
  };
  const shown = shownPlace(place, moves, line, isHidden ? at - 1 : at);
  const marked = mistake && !line && !isHidden ? marksOf(mistake) : null;
  const state = usePosition(page, shown, "review", marked);
  const tryMove = useTrial(page, place, coach.coach, mistake, (words, move) => {
    setAnswer(words);
    if (move === null) return;
    setSolved([...solved, at]);
    setLine({ ply: at, moves: move === mistake?.best.moves[0] ? mistake.best.moves : [move], step: 1, runs: false });
  });
  const tryAgain = useTryAgain(page);
  const startAgain = () => {
    if (!state) return;
    const from = line || !mistake ? shown : shownPlace(place, moves, null, at - 1);
    tryAgain(from, line || mistake ? (here?.side ?? state.turn) : state.turn);
  };
  usePlaying(line, setLine);
  useKeys({
    ArrowLeft: () => stepTo((line ? line.step : at) - 1),
    ArrowRight: () => stepTo((line ? line.step : at) + 1),
    Home: () => stepTo(0),
    End: () => stepTo(line ? line.moves.length : count),
    n: () => ahead !== undefined && go(ahead),
    p: () => behind !== undefined && go(behind),
    l: playLine,
    Escape: () => setLine(null),
  });
  useEffect(() => {
    page.tell(words(whole, here, at, line, isHidden, answer));
  }, [here, at, line, isHidden, answer]);

  const turning = review?.turning_point ?? null;
  const name = place.game.replace(/.*[/\\]/, "");
  return html`<div class="play review">
    <section class="stage" aria-label="Board">
      ${state && html`<${Board} state=${isHidden ? state : { ...state, move_map: null, status: positionText(at, count, line) }}
        position=${JSON.stringify(shown)} play=${tryMove} say=${isHidden ? page.say : () => {}} />`}
      <${Stepper} text=${positionText(at, count, line)} step=${line ? line.step : at} last=${line ? line.moves.length : count}
        go=${stepTo} line=${line} run=${() => line && setLine(rerun(line))} />
      <div class="passes">
        ${isHidden && (state?.move_map?.buttons ?? []).map((move) => html`<button key=${move} onClick=${() => tryMove(move)}>${move}</button>`)}
      </div>
    </section>
    <section class="side" aria-label="Review">
      <h1>Review <small>${name}</small></h1>
      ${page.status}
      <div class="actions">
        ${isHidden && html`<button key="reveal" class="turn" onClick=${reveal}>Show it</button>`}
        ${!isHidden && line && html`<button key="leave" class="turn" onClick=${() => setLine(null)}>Leave line</button>`}
        ${!isHidden && !line && html`<button key="line" class="turn" onClick=${playLine} disabled=${!mistake}>Better line</button>`}
        <button onClick=${startAgain}>Try again from here</button>
        <a class="button" href=${addressOf(ANALYSE, shown)}>Analyse</a>
      </div>
      <${Graph} points=${points} at=${at} choose=${go} sides=${whole.sides} turning=${turning}
        label=${`Who stands better after each of ${count} moves: ${whole.sides[0]} above, ${whole.sides[1]} below.`} />
      <div class="actions mistakes">
        <button onClick=${() => behind !== undefined && go(behind)} disabled=${behind === undefined}>Previous mistake</button>
        <button onClick=${() => ahead !== undefined && go(ahead)} disabled=${ahead === undefined}>Next mistake</button>
        <label class="check"><input type="checkbox" name="guess" checked=${isGuessing}
          onChange=${(/** @type {any} */ event) => { setGuessing(event.target.checked); setAnswer(""); setLine(null); }} />
          Guess the better move first</label>
      </div>
      <div class="turning">
        <p>${review ? turningText(review, Boolean(coach.found?.is_done)) : "The coach begins with the last move."}</p>
        <button disabled=${turning === null} onClick=${() => turning !== null && go(turning)}>Go to the turning point</button>
      </div>
      <${Summary} sides=${whole.sides} review=${review} />
      <${GradedMoves} whole=${whole} graded=${graded} at=${at} go=${go} />
      <${Coach} coach=${coach} count=${count} />
    </section>
  </div>`;
}

/**
 * Who judges, and how far they have come.
 * @param {{ coach: ReturnType<typeof useCoach>, count: number }} props
 */
function Coach({ coach, count }) {
  const seen = coach.found?.review.moves.length ?? 0;
  const isWhole = seen === count;
  const told = coach.isBusy ? workText(coach.work) || `The coach has judged ${seen} of ${count} moves.` : "";
  const end = isWhole ? `Judged by ${coach.found?.coach}.` : `Stopped after ${seen} of ${count} moves.`;
  return html`<div class="coach">
    <label>Coach
      <select name="coach" value=${coach.coach} onChange=${(/** @type {any} */ event) => coach.setCoach(event.target.value)}>
        ${COACHES.map(({ text, name }) => html`<option value=${text}>${name}</option>`)}
      </select>
    </label>
    ${coach.isBusy || isWhole
      ? html`<button key="stop" onClick=${coach.stop} disabled=${!coach.isBusy}>Stop</button>`
      : html`<button key="on" onClick=${coach.goOn}>Go on</button>`}
    <p class="thinking" aria-live="off">${told || (coach.found ? end : "")}</p>
  </div>`;
}

/**
 * The position on the board: of a line, or of the game after some moves.
 * @param {Place} place
 * @param {string[]} moves
 * @param {Line | null} line
 * @param {number} ply
 * @returns {Place}
 */
function shownPlace(place, moves, line, ply) {
  const played = line ? [...moves.slice(0, line.ply - 1), ...line.moves.slice(0, line.step)] : moves.slice(0, ply);
  return { game: place.game, start: place.start, moves: played };
}

/**
 * The move that was played and the better one, as they are marked on the board.
 * @param {GradedMove} graded
 */
function marksOf({ ply, move, grade, best }) {
  /** @type {import("./messages.d.ts").Mark[]} */
  const marks = [
    { move: best.moves[0], text: "best", manner: "good" },
    { move, text: SIGNS[grade], manner: "bad" },
  ];
  return { marks, marked_ply: ply - 1 };
}

/**
 * What the status line says.
 * @param {BoardState} whole
 * @param {GradedMove | undefined} here
 * @param {number} at
 * @param {Line | null} line
 * @param {boolean} isHidden
 * @param {string} answer
 */
function words(whole, here, at, line, isHidden, answer) {
  const [side, move] = at ? [whole.sides[whole.moves[at - 1].side], whole.moves[at - 1].move] : ["", ""];
  if (answer) return answer;
  if (line) return line.step ? `Better: ${line.moves.slice(0, line.step).join(" ")}.` : `Before move ${line.ply}.`;
  if (isHidden) return `${side} played ${move} here, a ${here?.grade}. Find a better move for ${side}.`;
  if (!at) return "The start of the game.";
  const end = at === whole.moves.length ? ` ${whole.status}.` : "";
  const why = here && isBad(here) ? ` ${whyBad(here, whole.sides)}` : "";
  return `${moveWords(at, side, move, here)}.${why}${end}`;
}

/**
 * @param {number} at
 * @param {number} count
 * @param {Line | null} line
 */
function positionText(at, count, line) {
  if (line) return `Better line for move ${line.ply}: ${line.step} of ${line.moves.length}`;
  return `After move ${at} of ${count}`;
}

/**
 * The same line stopped, or played on; from its beginning if it has ended.
 * @param {Line} line
 * @returns {Line}
 */
function rerun(line) {
  const hasEnded = line.step === line.moves.length;
  return { ...line, runs: !line.runs, step: !line.runs && hasEnded ? 0 : line.step };
}

/**
 * Plays a line move by move while it runs.
 * @param {Line | null} line
 * @param {(line: Line) => void} setLine
 */
function usePlaying(line, setLine) {
  useEffect(() => {
    if (!line?.runs) return;
    const isLast = line.step + 1 >= line.moves.length;
    if (line.step >= line.moves.length) return setLine({ ...line, runs: false });
    const timer = setTimeout(() => setLine({ ...line, step: line.step + 1, runs: !isLast }), STEP_MS);
    return () => clearTimeout(timer);
  }, [line]);
}

/**
 * Keys of the whole view, unless something else on the page takes them.
 * @param {Record<string, () => void>} keys
 */
function useKeys(keys) {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const isTyped = event.target instanceof Element && event.target.closest("input:not([type=checkbox]), select, textarea");
      const act = newest.current[event.key];
      if (!act || isTyped || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/**
 * Has a move tried in place of a mistake. `hear` gets what is said of it, and the move if it is right.
 * @param {Page} page
 * @param {Place} place
 * @param {string} coach
 * @param {GradedMove | undefined} mistake
 * @param {(words: string, move: string | null) => void} hear
 */
function useTrial(page, place, coach, mistake, hear) {
  const number = useRef(0);
  /** @param {GradedMove} graded */
  const judge = (graded) => {
    const isRight = !isBad(graded) && Number(mistake?.chance_before) - graded.chance_after <= 0.1;
    hear(isRight ? `Right: ${trialWords(graded)}.` : `Not that one: ${trialWords(graded)}. Try again.`, isRight ? graded.move : null);
  };
  useMessages(page, (message) => {
    if (message.kind === "move-tried" && message.number === number.current && message.graded) judge(message.graded);
  }, [mistake, hear]);
  useEffect(() => {
    number.current = 0;
  }, [mistake]);
  /** @param {string} move */
  return (move) => {
    if (!mistake) return;
    const best = mistake.best.moves[0];
    if (move === best) return hear(`Right: ${best} is what the coach would play.`, best);
    if (move === mistake.move) return hear(`${move} is what was played. Try another move.`, null);
    number.current = Math.floor(1e9 * Math.random());
    hear(`The coach looks at ${move}.`, null);
    const moves = place.moves.slice(0, mistake.ply - 1);
    page.ask("try-move", { number: number.current, game: place.game, moves, start: place.start, coach: coach || null, move });
  };
}

/**
 * Begins a game from a position: a person plays one side, the computer the other.
 * @param {Page} page
 */
function useTryAgain(page) {
  const wanted = useRef("");
  useMessages(page, (message) => {
    if (message.kind !== "game-state") return;
    if (keyOf(message.game, message.moves.map(({ move }) => move)) !== wanted.current) return;
    location.hash = `#play/${message.id}`;
  });
  /**
   * @param {Place} place
   * @param {number} person
   */
  return (place, person) => {
    const level = page.offer.levels.find(({ name }) => name === page.offer.level);
    const players = [level?.player ?? "best", level?.player ?? "best"];
    players[person] = "human";
    wanted.current = keyOf(place.game, place.moves);
    page.ask("new-game", { ...place, first: players[0], second: players[1], clock: null });
  };
}

/**
 * @param {string} game
 * @param {string[]} moves
 */
function keyOf(game, moves) {
  return JSON.stringify([game, moves]);
}
