"""What each line of the alpha-beta family and of the solver does, in words.

A sentence belongs to the beginning of a line of code: a test sees to it that every line has one.
"""

from collections.abc import Callable
from typing import Final

from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.plurals import counted
from plyground.search.trace.moment import Moment
from plyground.search.trace.texts import bound_sign, listed, score_words, window_text

Sentence = Callable[[Moment], str]


def begins(m: Moment) -> str:
    """A call begins."""
    has_window = "alpha" in m.local
    window = f", with the window {m.window}" if has_window else ""
    if not m.last_move:
        return f"The search begins: {m.side} is to move{window}. Is the game over?"
    return f"After {m.last_move}, {m.side} is to move{window}. Is the game over?"


def how_it_stands(m: Moment) -> str:
    return {
        ONGOING: "The game goes on.",
        WIN: f"The game is over: {m.side} has won.",
        LOSS: f"The game is over: {m.other} has won.",
        DRAW: "The game is over: a draw.",
    }[m.local["outcome"]]


def finished(m: Moment) -> str:
    return f"A finished game needs no guess: its value for {m.side} is {score_words(m.value)}."


def plies_left(m: Moment) -> str:
    depth = m.local["depth"]
    if depth:
        return f"{counted(depth, 'ply', 'plies')} may still be looked ahead."
    return "The depth is used up: this is a leaf."


def evaluated(m: Moment) -> str:
    return f"The evaluation guesses what the leaf is worth to {m.side}: {score_words(m.value)}."


def next_move(m: Moment) -> str:
    count = counted(len(m.moves), "move")
    if not m.tried:
        first = f" The first is {m.left[0]}." if len(m.moves) > 1 else ""
        return f"{m.side} has {count}: {listed(m.left)}.{first}"
    if m.left:
        return f"The next of {m.side}'s {count} is {m.left[0]}."
    return f"All {m.side}'s moves were tried."


def turn_after(m: Moment) -> str:
    return f"Who is to move after {m.move}? If it is {m.other}, values change their signs."


def turned_window(m: Moment) -> str:
    if m.local["again"]:
        return f"{m.side} moves again: the window stays {m.window}."
    return f"{m.other} sees the window {m.window} from the other side: both signs change."


def searched(m: Moment) -> str:
    window = window_text(*m.local["window"])
    return f"{m.side} tries {m.move}: what is it worth? {m.next_side} gets the window {window}."


def seen_from_here(m: Moment) -> str:
    found = m.local["found"]
    if m.local["again"]:
        return f"{m.side} moves again, so {m.move} is worth {score_words(found)}."
    here = f"to {m.side}, {m.move} is worth {score_words(-found)}"
    return f"Worth {score_words(found)} to {m.other}: {here}."


def compared(m: Moment) -> str:
    score, best, alpha = (m.local[name] for name in ("score", "best", "alpha"))
    if score <= best:
        return f"{score_words(score)} is no better than the best so far, {score_words(best)}."
    better = f"{score_words(score)} is better than the best so far, {score_words(best)}"
    if score > alpha:
        return f"{better}, and more than alpha: both become {score_words(score)}."
    return f"{better}, but no more than alpha, {score_words(alpha)}."


def enough(m: Moment) -> str:
    alpha, beta = m.score("alpha"), m.score("beta")
    if m.local["alpha"] >= m.local["beta"]:
        return f"{alpha} is at least beta, {beta}: {m.other} will not let it come to this."
    return f"alpha, {alpha}, is below beta, {beta}: go on."


def cut(m: Moment) -> str:
    reached = f"{m.score('alpha')} is at least beta, {m.score('beta')}"
    if not m.left:
        return f"{reached}, but this was the last move: nothing is left to cut."
    if len(m.left) == 1:
        rest = f"the other move, {m.left[0]}, need not be looked at"
    else:
        rest = f"the other {len(m.left)} moves, {listed(m.left)}, need not be looked at"
    spared = f" ({counted(m.spared, 'node')} in minimax)" if m.spared else ""
    return f"Cut! {reached[0].upper()}{reached[1:]}: {rest}{spared}."


def returned(m: Moment) -> str:
    assert m.floor is not None
    sign = bound_sign(m.value, m.floor, m.local["beta"])
    value = {"≥": "at least ", "≤": "at most "}.get(sign, "") + score_words(m.value)
    if not m.last_move:
        return f"The search is done: the position is worth {value} to {m.side}."
    return f"After {m.last_move}, the position is worth {value} to {m.side}."


# --- minimax -----------------------------------------------------------------------------------


def is_leaf(m: Moment) -> str:
    if m.local["outcome"] != ONGOING:
        return how_it_stands(m)
    return f"The game goes on. {plies_left(m)}"


def whose_best(m: Moment) -> str:
    scores = listed([score_words(score) for score in m.local["scores"]])
    value = score_words(m.value)
    which = "largest" if m.local["mine"] else "smallest"
    best = f"{m.side} takes the {which} of {scores}: {value}."
    return best if m.last_move else f"{best} The search is done."


def seen_from_root(m: Moment) -> str:
    if m.local["mine"]:
        return f"{m.side} was to move at the root, too: the value is {score_words(m.value)}."
    return f"{m.other} was to move at the root: the sign changes, to {score_words(m.value)}."


def leaf_score(m: Moment) -> str:
    if m.local["over"]:
        return f"The game is over: take its score for {m.side}."
    return f"Let the evaluation guess what it is worth to {m.side}."


MINIMAX: Final[dict[str, Sentence]] = {
    "outcome = ": begins,
    "if outcome != ONGOING or depth": is_leaf,
    "over = ": lambda m: "Is it the end of the game, or only of the depth?",
    "score = final_score": leaf_score,
    "return score if mine": seen_from_root,
    "scores = []": lambda m: "The values of the moves will be collected here.",
    "for move in": next_move,
    "child = ": lambda m: f"{m.side} tries {m.move}.",
    "below = mine": lambda m: f"Who will be to move after {m.move}: the one who is at the root?",
    "scores.append(": lambda m: f"{m.side} tries {m.move}: what is it worth?",
    "return max(scores)": whose_best,
}


# --- alpha-beta --------------------------------------------------------------------------------

_HEAD: Final[dict[str, Sentence]] = {
    "outcome = ": begins,
    "if outcome != ONGOING": how_it_stands,
    "return final_score": finished,
    "if depth == 0": plies_left,
    "return leaf": evaluated,
    "return static_eval": evaluated,
}
_LOOP: Final[dict[str, Sentence]] = {
    "for ": next_move,
    "child = ": lambda m: f"{m.side} tries {m.move}.",
    "again = ": turn_after,
    "best, alpha = ": compared,
    "if alpha >= beta": enough,
    "break": cut,
    "return best": returned,
}
_NO_BEST: Final[Sentence] = lambda m: "No move is tried yet: the best value so far is -∞."  # noqa: E731

ALPHABETA: Final[dict[str, Sentence]] = {
    **_HEAD,
    "best = -INFINITE": _NO_BEST,
    "window = ": turned_window,
    "found = ": searched,
    "score = value_before": seen_from_here,
    **_LOOP,
}


# --- negamax with a table ----------------------------------------------------------------------

_BOUNDS: Final = {"exact": "exactly", "lower": "at least", "upper": "at most"}


def looked_up(m: Moment) -> str:
    key = m.local["position"], m.local["depth"]
    found = "it is there" if key in m.local["table"] else "it is not there"
    return f"Was this position searched before to this depth? The table says: {found}."


def high_enough(m: Moment) -> str:
    if not m.local["bound"]:
        return "Nothing is known of it."
    known = f"It is {_BOUNDS[m.local['bound']]} {m.score('score')}"
    return f"{known}: is that enough for beta, {m.score('beta')}?"


def low_enough(m: Moment) -> str:
    if not m.local["bound"]:
        return "Nothing is known, so it has to be searched."
    return f"Or is it no more than alpha, {m.score('alpha')}?"


def table_answer(m: Moment) -> str:
    return f"The table knows enough: {score_words(m.value)}. Nothing needs to be searched here."


def kept_bound(m: Moment) -> str:
    best, beta, floor = m.local["best"], m.local["beta"], m.local["floor"]
    if best >= beta:
        return f"After a cut the value may be higher: {score_words(best)} is a lower bound."
    if best > floor:
        return f"{score_words(best)} is above the first alpha and below beta: it is exact."
    return f"No move was above alpha: {score_words(best)} is an upper bound."


NEGAMAX: Final[dict[str, Sentence]] = {
    **_HEAD,
    "known, bound = ": looked_up,
    "score = moved": lambda m: "A win is kept as seen from its own node: count it from the root.",
    'if bound in ("exact", "lower")': high_enough,
    'if bound in ("exact", "upper")': low_enough,
    "return score": table_answer,
    "best, floor = ": _NO_BEST,
    "window = ": turned_window,
    "found = ": searched,
    "score = value_before": seen_from_here,
    "bound = ": kept_bound,
    "table[": lambda m: "Keep it in the table, for when the position comes up again.",
    **_LOOP,
}


# --- negascout ---------------------------------------------------------------------------------


def null_window(m: Moment) -> str:
    if not m.local["number"]:
        return f"The first move, {m.move}, gets the whole window {m.window}."
    alpha = m.local["alpha"]
    return f"Is {m.move} better at all? Only ask that: {window_text(alpha, alpha + 1)} is enough."


def scouted(m: Moment) -> str:
    window = window_text(*m.local["window"])
    return f"{m.side} tries {m.move}: {m.next_side} gets the window {window}."


def re_search(m: Moment) -> str:
    score, alpha, beta = (m.local[name] for name in ("score", "alpha", "beta"))
    told = f"{m.move} is worth {score_words(score)}"
    if not m.local["number"]:
        return f"{told}. The first move had the whole window: no second search."
    if alpha < score < beta:
        return (
            f"{told} at least, more than alpha, {score_words(alpha)}: it has to be searched again."
        )
    if score >= beta:
        return f"{told}, and that is enough for a cut: no second search."
    return f"{told} at most, no more than alpha, {score_words(alpha)}: no second search."


NEGASCOUT: Final[dict[str, Sentence]] = {
    **_HEAD,
    "best = -INFINITE": _NO_BEST,
    "below = ": lambda m: "What every search of this move needs.",
    "window = window_below(alpha, alpha + 1": null_window,
    "window = window_below(score": lambda m: (
        f"{m.move} is better. Search it again, above {m.score('score')}."
    ),
    "score = value_before(negascout": scouted,
    "if number and": re_search,
    **_LOOP,
}


# --- the solver --------------------------------------------------------------------------------


def is_known(m: Moment) -> str:
    where = f"After {m.last_move}, {m.side} is to move" if m.last_move else f"{m.side} is to move"
    known = m.local["position"] in m.local["known"]
    return f"{where}. {'This position is known.' if known else 'This position is new.'}"


def solved(m: Moment) -> str:
    end = "" if m.last_move else "The position is solved. "
    return f"{end}Its verdict for {m.side}: {m.value}."


SOLVE: Final[dict[str, Sentence]] = {
    "if position not in known": is_known,
    "outcome = ": lambda m: "Is the game over?",
    "if outcome != ONGOING": how_it_stands,
    "known[position] = Verdict": lambda m: "Keep how it ended.",
    "verdicts = []": lambda m: "The verdicts of the moves will be collected here.",
    "for move in": next_move,
    "child = ": lambda m: f"{m.side} tries {m.move}.",
    "again = ": turn_after,
    "verdicts.append": lambda m: f"{m.side} tries {m.move}: what is the verdict?",
    "known[position] = max": lambda m: f"Keep the verdict that is best for {m.side}.",
    "return known": solved,
}
