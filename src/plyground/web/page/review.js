// The coach on a page: the graph of a game, its mistakes, what was better, and another try.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board.js";
import { isBad, moveWords, pointsOf, SIGNS, trialWords, turningText, whyBad } from "./coach.js";
import { Graph } from "./graph.js";
import { html } from "./html.js";
import { usePlainKeys } from "./keys.js";
import { useMessages, usePosition, useWork } from "./page.js";
import { GradedMoves, Stepper, Summary } from "./review_parts.js";
import { addressOf, ANALYSE } from "./routes.js";
import { gameTitle, scoreText, workText } from "./text.js";
import { useVariants } from "./variants.js";

/** @typedef {import("./messages.d.ts").BoardState} BoardState */
/** @typedef {import("./messages.d.ts").GameReviewed} GameReviewed */
/** @typedef {import("./messages.d.ts").GradedMove} GradedMove */
/** @typedef {import("./messages.d.ts").Review} Review */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./routes.js").Place} Place */

/**
 * A line that is played out on the board in place of a move of the game, and what is said of it.
 * @typedef {{ ply: number, moves: string[], step: number, runs: boolean, said: string }} Line
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
  if (!place) return html`${page.status}<p class="waiting"><a href="#new">New game</a></p>`;
  return html`<${ReviewOf} key=${JSON.stringify(place)} page=${page} place=${place} />`;
}

/** @param {{ page: Page, place: Place }} props */
function ReviewOf({ page, place }) {
  const whole = usePosition(page, place, "reviewed game");
  useEffect(() => {
    if (whole && !whole.moves.length) page.tell("There is no move in this game to review.");
  }, [whole]);
  if (!whole) return html`${page.status}<p class="waiting"><a href="#new">New game</a></p>`;
  if (!whole.moves.length)
    return html`<h1>Review</h1>${page.status}
      <p><a class="button" href=${addressOf(ANALYSE, place)}>Analyse</a> <a class="button" href="#new">New game</a></p>`;
  return html`<${Reviewed} page=${page} place=${place} whole=${whole} />`;
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
    found, coach, work, isBusy: Boolean(work && work.state !== "idle"),
    /** @param {string} text */
    setCoach: (text) => {
      setFound(null);
      setCoach(text);
    },
    stop: () => page.ask("stop-coach", { what: "review" }),
    goOn: () => setRound(round + 1),
  };
}

/**
 * Where in the game a person is, and what they see there.
 * @param {number} count How many moves the game has.
 * @param {Map<number, GradedMove>} graded
 */
function useBrowsing(count, graded) {
  const [at, setAt] = useState(count);
  const [line, setLine] = useState(/** @type {Line | null} */ (null));
  const [isGuessing, setGuessing] = useState(false);
  const [solved, setSolved] = useState(/** @type {number[]} */ ([]));
  const [answer, setAnswer] = useState("");
  const here = graded.get(at);
  const mistake = isBad(here) ? here : undefined;
  const bad = [...graded.values()].filter(isBad).map(({ ply }) => ply);
  /** @param {number} ply */
  const go = (ply) => {
    setLine(null);
    setAnswer("");
    setAt(Math.max(0, Math.min(count, ply)));
  };
  /** @param {number} ply Shown on a board that may be out of sight. */
  const jump = (ply) => {
    go(ply);
    document.querySelector(".review .board")?.scrollIntoView({ block: "nearest" });
  };
  /** @param {Line | null} shown */
  const reveal = (shown = null) => {
    setSolved([...solved, at]);
    setAnswer("");
    setLine(shown);
  };
  return {
    at, line, setLine, go, jump, reveal, here, mistake, answer, setAnswer, isGuessing,
    isHidden: isGuessing && Boolean(mistake) && !solved.includes(at),
    ahead: bad.find((ply) => ply > at),
    behind: bad.filter((ply) => ply < at).pop(),
    step: line ? line.step : at,
    last: line ? line.moves.length : count,
    /** @param {number} step */
    stepTo: (step) => {
      setAnswer("");
      if (line) setLine({ ...line, step: Math.max(0, Math.min(line.moves.length, step)), runs: false });
      else go(step);
    },
    playLine: () => {
      const runs = !matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (mistake) reveal(betterLine(mistake, runs));
    },
    /** @param {boolean} on */
    guess: (on) => {
      setGuessing(on);
      setSolved([]);
      setAnswer("");
      setLine(null);
    },
  };
}
/** @typedef {ReturnType<typeof useBrowsing>} Browsing */

/** @param {{ page: Page, place: Place, whole: BoardState }} props */
function Reviewed({ page, place, whole }) {
  const count = whole.moves.length;
  const coach = useCoach(page, place);
  const review = coach.found?.review ?? null;
  const graded = useMemo(() => new Map((review?.moves ?? []).map((one) => [one.ply, one])), [review]);
  const points = useMemo(() => pointsOf(whole.moves, graded, whole.sides), [whole, graded]);
  const browsing = useBrowsing(count, graded);
  const { at, line, go, jump, step, stepTo, here, mistake, isHidden, answer, ahead, behind } = browsing;
  const tryMove = useTrial(page, place, coach.coach, mistake, (words, right) => {
    if (right) browsing.reveal(right);
    browsing.setAnswer(words);
  });
  usePlaying(line, browsing.setLine);
  usePlainKeys({
    ArrowLeft: () => stepTo(step - 1),
    ArrowRight: () => stepTo(step + 1),
    Home: () => stepTo(0),
    End: () => stepTo(browsing.last),
    n: () => ahead !== undefined && jump(ahead),
    p: () => behind !== undefined && jump(behind),
    l: browsing.playLine,
    Escape: () => browsing.setLine(null),
  });
  useEffect(() => {
    page.tell(words(whole, here, at, line, isHidden, answer));
  }, [here, at, line, isHidden, answer]);

  const turning = review?.turning_point ?? null;
  return html`<div class="play review">
    <${Stage} page=${page} place=${place} count=${count} browsing=${browsing} tryMove=${tryMove} />
    <section class="side" aria-label="Review">
      <h1>Review <small>${gameTitle(place.game)}</small></h1>
      ${page.status}
      <${Actions} page=${page} place=${place} browsing=${browsing} whole=${whole} />
      <${Graph} points=${points} at=${at} choose=${go} sides=${whole.sides} turning=${turning}
        label=${`Who stands better after each of ${count} moves: ${whole.sides[0]} above, ${whole.sides[1]} below.`} />
      <div class="turning">
        <p>${review ? turningText(review, Boolean(coach.found?.is_done)) : "The coach begins with the last move."}</p>
        <button disabled=${turning === null} onClick=${() => turning !== null && jump(turning)}
          aria-label="Go there, to the turning point">Go there</button>
      </div>
      <${Summary} sides=${whole.sides} review=${review} />
      <${GradedMoves} whole=${whole} graded=${graded} at=${at} go=${jump} />
      <${Coach} coach=${coach} count=${count} />
    </section>
  </div>`;
}

/**
 * The board, and the steps through the game or a line.
 * @param {{ page: Page, place: Place, count: number, browsing: Browsing, tryMove: (move: string) => void }} props
 */
function Stage({ page, place, count, browsing, tryMove }) {
  const { at, line, mistake, isHidden, setLine } = browsing;
  const shown = shownPlace(place, browsing);
  const marked = mistake && !line && !isHidden ? marksOf(mistake) : null;
  const state = usePosition(page, shown, "review", marked);
  const text = positionText(at, count, line, isHidden);
  const { map, choice } = useVariants(isHidden && state ? state.move_map : null, JSON.stringify(shown));
  return html`<section class="stage" aria-label="Board">
    ${state && html`<${Board} state=${{ ...state, move_map: map, status: isHidden ? state.status : text }}
      position=${JSON.stringify(shown)} play=${tryMove} say=${isHidden ? page.say : () => {}} />`}
    <${Stepper} text=${text} step=${browsing.step} last=${browsing.last} go=${browsing.stepTo} line=${line}
      run=${() => line && setLine(rerun(line))} />
    <div class="passes">
      ${isHidden && choice}
      ${(map?.buttons ?? []).map((move) => html`<button key=${move} onClick=${() => tryMove(move)}>${move}</button>`)}
    </div>
  </section>`;
}

/**
 * What can be done with the move that is shown.
 * @param {{ page: Page, place: Place, whole: BoardState, browsing: Browsing }} props
 */
function Actions({ page, place, whole, browsing }) {
  const { at, line, mistake, isHidden, ahead, behind, jump } = browsing;
  const tryAgain = useTryAgain(page);
  const shown = shownPlace(place, browsing);
  const startAgain = () => {
    const from = mistake && !line ? { ...place, moves: place.moves.slice(0, at - 1) } : shown;
    tryAgain(from, whole.moves[mistake ? at - 1 : at]?.side ?? whole.turn);
  };
  const isEnd = whole.is_over && at === whole.moves.length && !mistake;
  return html`<div class="actions">
      ${isHidden && html`<button key="reveal" class="turn" onClick=${() => browsing.reveal()}>Show it</button>`}
      ${!isHidden && line && html`<button key="leave" class="turn" onClick=${() => browsing.setLine(null)}>Leave line</button>`}
      ${!isHidden && !line && html`<button key="line" class="turn" onClick=${browsing.playLine} disabled=${!mistake}>Better line</button>`}
      <button onClick=${startAgain} disabled=${isEnd}>Try again from here</button>
      <a class="button" href=${addressOf(ANALYSE, shown)}>Analyse</a>
    </div>
    <div class="actions">
      <button onClick=${() => behind !== undefined && jump(behind)} disabled=${behind === undefined}>Previous mistake</button>
      <button onClick=${() => ahead !== undefined && jump(ahead)} disabled=${ahead === undefined}>Next mistake</button>
      <label class="check"><input type="checkbox" name="guess" checked=${browsing.isGuessing}
        onChange=${(/** @type {any} */ event) => browsing.guess(event.target.checked)} /> Guess the better move first</label>
    </div>`;
}

/**
 * Who judges, and how far they have come.
 * @param {{ coach: ReturnType<typeof useCoach>, count: number }} props
 */
function Coach({ coach, count }) {
  const seen = coach.found?.review.moves.length ?? 0;
  const isWhole = seen === count;
  const hasEnded = coach.found?.is_done && !coach.isBusy;
  const end = isWhole ? `Judged by ${coach.found?.coach}.` : `Stopped after ${seen} of ${count} moves.`;
  const told = hasEnded ? end : workText(coach.work) || `The coach has judged ${seen} of ${count} moves.`;
  return html`<div class="coach">
    <label>Coach
      <select name="coach" value=${coach.coach} onChange=${(/** @type {any} */ event) => coach.setCoach(event.target.value)}>
        ${COACHES.map(({ text, name }) => html`<option value=${text}>${name}</option>`)}
      </select>
    </label>
    ${coach.isBusy || isWhole
      ? html`<button key="stop" onClick=${coach.stop} disabled=${!coach.isBusy}>Stop</button>`
      : html`<button key="on" onClick=${coach.goOn}>Go on</button>`}
    <p class="thinking" aria-live="off">${told}</p>
  </div>`;
}

/**
 * What the coach would have played.
 * @param {GradedMove} graded
 * @param {boolean} runs
 * @returns {Line}
 */
function betterLine({ ply, move, best }, runs) {
  return { ply, moves: best.moves, step: 1, runs, said: `Better than ${move}, ${scoreText(best)}` };
}

/**
 * The position on the board: of a line, or of the game; where a better move is to be guessed, the
 * one before the mistake.
 * @param {Place} place
 * @param {Browsing} browsing
 * @returns {Place}
 */
function shownPlace({ game, moves, start }, { at, line, isHidden }) {
  if (line) return { game, start, moves: [...moves.slice(0, line.ply - 1), ...line.moves.slice(0, line.step)] };
  return { game, start, moves: moves.slice(0, isHidden ? at - 1 : at) };
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
  if (line) return `${line.said}: ${line.moves.slice(0, line.step).join(" ")}`;
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
 * @param {boolean} isHidden
 */
function positionText(at, count, line, isHidden) {
  if (line) return `Better line for move ${line.ply}: ${line.step} of ${line.moves.length}`;
  if (isHidden) return `Before move ${at} of ${count}`;
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
 * Has a move tried in place of a mistake. `hear` gets what is said of it, and the line that
 * begins with it if it is right.
 * @param {Page} page
 * @param {Place} place
 * @param {string} coach
 * @param {GradedMove | undefined} mistake
 * @param {(words: string, right: Line | null) => void} hear
 */
function useTrial(page, place, coach, mistake, hear) {
  const number = useRef(0);
  /** @param {GradedMove} graded */
  const judge = (graded) => {
    const said = trialWords(graded);
    if (isBad(graded)) hear(`Not that one: ${said}. Try again.`, null);
    else hear(`Right: ${said}.`, { ply: graded.ply, moves: [graded.move], step: 1, runs: false, said });
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
    if (move === best) return hear(`Right: ${best} is what the coach would play.`, betterLine(mistake, false));
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
