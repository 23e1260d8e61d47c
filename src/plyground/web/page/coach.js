// What the coach says of a game, in words and numbers.
import { verdictText } from "./text.js";

/** @typedef {import("./messages.d.ts").GradedMove} GradedMove */
/** @typedef {import("./messages.d.ts").Review} Review */
/** @typedef {import("./messages.d.ts").PlayedMove} PlayedMove */
/** @typedef {import("./messages.d.ts").Verdict} Verdict */
/** @typedef {import("./graph.js").Point} Point */

export const SIGNS = { best: "", fine: "", mistake: "?", blunder: "??" };
export const GRADES = /** @type {(keyof typeof SIGNS)[]} */ (Object.keys(SIGNS));

/** @param {GradedMove | undefined} graded */
export function isBad(graded) {
  return graded?.grade === "mistake" || graded?.grade === "blunder";
}

/**
 * The positions of a game for its graph; those that the coach has not yet seen have no score.
 * @param {PlayedMove[]} moves
 * @param {Map<number, GradedMove>} graded By ply.
 * @param {[string, string]} sides
 * @returns {Point[]}
 */
export function pointsOf(moves, graded, sides) {
  const first = graded.get(1);
  const start = first ? 2 * first.chance_before - 1 : null;
  /** @type {Point[]} */
  const points = [{ ply: 0, score: start && turned(start, first?.side), text: "The start of the game", grade: "" }];
  moves.forEach(({ side, move }, n) => {
    const found = graded.get(n + 1);
    const score = found ? turned(2 * found.chance_after - 1, side) : null;
    points.push({ ply: n + 1, score, text: moveWords(n + 1, sides[side], move, found), grade: found?.grade ?? "" });
  });
  return points;
}

/**
 * A side's score from the view of the first one.
 * @param {number} score
 * @param {number | undefined} side
 */
function turned(score, side) {
  return side === 1 ? -score : score;
}

/**
 * @param {number} ply
 * @param {string} side
 * @param {string} move
 * @param {GradedMove | undefined} found
 */
export function moveWords(ply, side, move, found) {
  const grade = found ? `, ${{ best: "best", fine: "fine", mistake: "a mistake", blunder: "a blunder" }[found.grade]}` : "";
  return `Move ${ply}: ${side} played ${move}${grade}`;
}

/**
 * Why a move was bad: what could have been, and what came of it.
 * @param {GradedMove} graded
 * @param {[string, string]} sides
 */
export function whyBad(graded, sides) {
  const [side, other] = [sides[graded.side], sides[1 - graded.side]];
  const [best] = graded.best.moves;
  return `${couldHave(graded.best.verdict, side, best)}; ${cameTo(graded, side, other)}.`;
}

/**
 * @param {Verdict | null} verdict Of the best move.
 * @param {string} side
 * @param {string} best
 */
function couldHave(verdict, side, best) {
  if (!verdict) return `${best} was better for ${side}`;
  if (verdict.outcome === "loss") return `${best} holds out longer`;
  return `${side} could ${verdict.outcome}${inPlies(verdict)} with ${best}`;
}

/**
 * @param {GradedMove} graded
 * @param {string} side
 * @param {string} other
 */
function cameTo({ move, verdict, chance_before: before, chance_after: after }, side, other) {
  if (!verdict) return `after ${move} the winning chance of ${side} fell from ${percent(before)} to ${percent(after)}`;
  if (verdict.outcome === "draw") return `after ${move} it is a draw`;
  const winner = verdict.outcome === "win" ? side : other;
  const plies = verdict.plies === null ? null : verdict.plies - 1;
  return `after ${move} ${winner} wins${inPlies({ outcome: "win", plies })}`;
}

/** @param {Verdict} verdict */
function inPlies({ outcome, plies }) {
  return plies === null || outcome === "draw" ? "" : ` in ${plies}`;
}

/**
 * What a move that was tried is worth.
 * @param {GradedMove} graded
 */
export function trialWords({ move, verdict, chance_after: after }) {
  return verdict ? `${move} ${verdict.outcome === "draw" ? "draws" : verdictText(verdict)}` : `${move} leaves a winning chance of ${percent(after)}`;
}

/**
 * The turning point in a sentence.
 * @param {Review} review
 * @param {boolean} isDone
 */
export function turningText(review, isDone) {
  const graded = review.moves.find(({ ply }) => ply === review.turning_point);
  if (graded) return `Move ${graded.ply} turned the game: ${review.sides[graded.side]} played ${graded.move}.`;
  return isDone ? "No move turned the game." : "The coach is still looking for it.";
}

/**
 * The share of moves that kept what the position was worth, or nothing yet.
 * @param {Record<string, number> | undefined} counts
 */
export function accuracy(counts) {
  const all = GRADES.reduce((sum, grade) => sum + (counts?.[grade] ?? 0), 0);
  return counts && all ? percent((counts.best + counts.fine) / all) : "–";
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}
