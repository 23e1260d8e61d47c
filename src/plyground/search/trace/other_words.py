"""What each line of proof-number search and of Monte Carlo tree search does, in words."""

from typing import Final

from plyground.core.outcome import DRAW, ONGOING, WIN
from plyground.core.plurals import counted
from plyground.search.trace.moment import Moment
from plyground.search.trace.narration import Sentence, how_it_stands
from plyground.search.trace.texts import listed, number_text, pair_text

# --- proof-number search -----------------------------------------------------------------------


def asked(m: Moment) -> str:
    role = "attacks" if m.local["attacks"] else "defends"
    limits = pair_text((m.local["phi_limit"], m.local["delta_limit"]))
    where = f"After {m.last_move}, {m.side}" if m.last_move else m.side
    return f"{where} is to move and {role}, with the limits {limits}. Is the game over?"


def is_proven(m: Moment) -> str:
    plies = m.local["plies"]
    if m.local["outcome"] != ONGOING:
        return how_it_stands(m)
    if not plies:
        return "No plies are left: the attacker has not won in time."
    return f"The game goes on. {counted(plies, 'ply', 'plies')} are left for the attacker to win."


def proven(m: Moment) -> str:
    verb = "succeeds: nothing is left to prove" if m.value[0] == 0 else "fails"
    return f"{m.side} {verb}. Phi and delta are {pair_text(m.value)}."


def is_at_limit(m: Moment) -> str:
    numbers = pair_text((m.local["phi"], m.local["delta"]))
    limits = pair_text((m.local["phi_limit"], m.local["delta_limit"]))
    reached = m.local["phi"] >= m.local["phi_limit"] or m.local["delta"] >= m.local["delta_limit"]
    if reached:
        return f"{numbers} has reached one of the limits {limits}: enough for now."
    return f"{numbers} is within the limits {limits}: go on below."


def left_here(m: Moment) -> str:
    if m.last_move:
        return f"After {m.last_move}: phi and delta are {pair_text(m.value)} for {m.side}."
    won = "can" if m.value[0] == 0 else "cannot"
    return f"Proven: {m.side} {won} force a win in time. Phi and delta are {pair_text(m.value)}."


def tries_best(m: Moment) -> str:
    move, limits = m.text(m.moves[m.local["best"]]), pair_text(m.local["below"])
    return f"{m.side} tries {move}, with the limits {limits}."


def easiest(m: Moment) -> str:
    known = m.local["known"]
    best = min(range(len(known)), key=lambda number: known[number][1])
    return f"The move with the least delta is the easiest to prove: {m.text(m.moves[best])}."


def children_listed(m: Moment) -> str:
    moves = listed([m.text(move) for move in m.moves])
    return f"{m.side} has {counted(len(m.moves), 'move')}: {moves}."


DFPN: Final[dict[str, Sentence]] = {
    "outcome = ": asked,
    "if outcome != ONGOING or not plies": is_proven,
    "won = ": lambda m: "Has the attacker won?",
    "return (0, math.inf)": proven,
    "children = ": children_listed,
    "again = ": lambda m: "After which of them does the same side move again?",
    "keys = ": lambda m: "The names under which the children's numbers are kept.",
    "(child, plies": lambda m: "A child is its position, with a ply less to go.",
    "while True": lambda m: "Look at the children's numbers until a limit is reached.",
    "told = ": lambda m: "What is known of the children; (1, 1) of those never searched.",
    "# A child's": lambda m: "",
    "known = ": lambda m: f"The same as {m.other} sees it, who moves there mostly.",
    "phi, delta = ": lambda m: "One move must succeed: the least delta. All must fail: the sum.",
    "if phi >= phi_limit": is_at_limit,
    "return phi, delta": left_here,
    "best, *others": easiest,
    "second = ": lambda m: "How easy is the second easiest?",
    "limits = ": lambda m: "The best child may be searched until the second looks easier.",
    "below = ": lambda m: "The limits as the child's own mover sees them.",
    "numbers[": tries_best,
}


# --- Monte Carlo -------------------------------------------------------------------------------


def simulation(m: Moment) -> str:
    number, count = m.tried + 1, m.local["simulations"]
    return f"Simulation {number} of {count}." if number <= count else "All simulations are done."


def here(m: Moment) -> str:
    return f"the node after {m.last_move}" if m.last_move else "the root"


def most_visited(m: Moment) -> str:
    children = m.value.children
    if not children:
        return "The search is done, before the root got children."
    best = max(children, key=lambda move: children[move].visits)
    visits = counted(children[best].visits, "visit")
    return f"The search is done. The move with the most visits is {m.text(best)}: {visits}."


def is_open(m: Moment) -> str:
    if m.game.outcome(m.local["node"].position) == ONGOING:
        return f"The game goes on at {here(m)}."
    return f"The game is over at {here(m)}: go no further down."


def has_children(m: Moment) -> str:
    children = m.local["node"].children
    return f"It has {counted(len(children), 'child', 'children')}." if children else "A leaf."


def was_visited(m: Moment) -> str:
    visits = m.local["node"].visits
    return f"It was visited before: {counted(visits, 'time')}." if visits else "It is new."


def bounds(m: Moment) -> str:
    node, exploration = m.local["node"], m.local["exploration"]
    told = [
        f"{m.game.move_text(node.position, move)} {number_text(bound)}"
        for move, child in node.children.items()
        for bound in [child.bound(node.visits, exploration)]
    ]
    return f"UCB1 of each move: {', '.join(told)}. The largest is taken."


def credited(m: Moment) -> str:
    node, points = m.local["node"], number_text(m.local["points"])
    return f"{here(m).capitalize()} gets {points}: it had {number_text(node.points)}."


def play_out_result(m: Moment) -> str:
    return f"For the side to move at the leaf the random game counts {number_text(m.value)}."


def random_game(m: Moment) -> str:
    if m.local["outcome"] == ONGOING:
        return "The random game goes on."
    return "The random game is over."


def result_of_random_game(m: Moment) -> str:
    if m.local["outcome"] == DRAW:
        return "It is a draw."
    mine = m.local["mine"] == (m.local["outcome"] == WIN)
    return f"It is won by {m.side if mine else m.other}."


MCTS: Final[dict[str, Sentence]] = {
    "random, root = ": lambda m: "The tree begins as a root without children.",
    "for _ in": simulation,
    "path = ": lambda m: "Selection: go down from the root to a leaf.",
    "points = value_of": lambda m: f"Simulation: play a random game from {here(m)}.",
    "for node in": lambda m: "Back up: tell every node on the path how the game ended.",
    "points = points if": lambda m: "A point for one side is none for the other.",
    "node.visits += 1": lambda m: f"{here(m).capitalize()} gets one visit more.",
    "node.points += ": credited,
    "return root": most_visited,
}
DESCEND: Final[dict[str, Sentence]] = {
    "yield node": lambda m: f"{here(m).capitalize()} is on the path.",
    "while game.outcome": is_open,
    "if not node.children": has_children,
    "if not node.visits": was_visited,
    "return": lambda m: "A leaf that nobody has visited yet: the random game begins here.",
    "for move in": lambda m: "Expansion: every move becomes a child.",
    "child = ": lambda m: (
        f"A child for {m.game.move_text(m.local['node'].position, m.local['move'])}."
    ),
    "node.children[": lambda m: "It begins without visits.",
    "visits = ": lambda m: "How often were all the children visited?",
    "node = max": bounds,
}
PLAY_OUT: Final[dict[str, Sentence]] = {
    "outcome, mine": lambda m: f"The random game begins: {m.side} is to move. Is it over?",
    "while outcome": random_game,
    "child = ": lambda m: "A move by chance.",
    "mine = ": lambda m: "Whose turn is it now?",
    "position, outcome": lambda m: "How does the random game stand?",
    "if outcome == DRAW": result_of_random_game,
    "return 0.5": play_out_result,
    "return 1.0": play_out_result,
}
