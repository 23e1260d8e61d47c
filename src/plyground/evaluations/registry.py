"""Evaluations as people type them: `default`, `my.json`, `my.net`, `my.py`, `my.py:name`,
`my.py:my.json`."""

from pathlib import Path

from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation, check_weights
from plyground.core.game import Game
from plyground.core.names import find_named
from plyground.core.python_files import split_file
from plyground.evaluations.known import DEFAULT, HAND_SET, evaluations_in, evaluations_of
from plyground.evaluations.shipped import NETWORK, default_network, network_in
from plyground.evaluations.weights import is_weights_file, read_weights

__all__ = ["evaluation_names", "evaluations_of", "is_network", "make_evaluation"]


def is_network(text: str) -> bool:
    """Whether a text names the file of a network."""
    return not split_file(text) and text.strip().lower().endswith(NETWORK)


def make_evaluation(game: Game, text: str) -> Evaluation:
    """The evaluation that a text names; the error if there is none is one sentence."""
    file, choice = split_file(text) or ("", text.strip())
    if is_network(text):
        return network_in(Path(choice), game)
    if not file and choice == DEFAULT and (network := default_network(game)):
        return network
    known = evaluations_in(file, game) if file else with_hand_set(evaluations_of(game))
    if is_weights_file(choice):
        return read_weights(choice, game, known)
    if file and not choice:
        choice = _only_name(file, known)
    made: Evaluation = find_named("evaluation", known, choice)()
    check_weights(made)
    return made


def evaluation_names(game: Game) -> tuple[str, ...]:
    """What people may call the evaluations that come with a game."""
    known = evaluations_of(game)
    return (*(with_hand_set(known) if default_network(game) else known),)


def with_hand_set(known: dict[str, type]) -> dict[str, type]:
    return known | {HAND_SET: known[DEFAULT]}


def _only_name(file: str, known: dict[str, type]) -> str:
    if len(known) > 1:
        raise BadOption(
            f"{file} defines {len(known)} evaluations: say {file}:NAME, "
            f"where NAME is one of {', '.join(known)}"
        )
    return next(iter(known))
