"""Evaluations as people type them: `default`, `my.json`, `my.net`, `my.py`, `my.py:name`,
`my.py:my.json`."""

from typing import Any

from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation, check_weights
from plyground.core.game import Game
from plyground.core.names import find_named
from plyground.core.python_files import split_file
from plyground.evaluations.known import evaluations_in, evaluations_of
from plyground.evaluations.weights import is_weights_file, read_weights

__all__ = ["evaluations_of", "is_network", "make_evaluation"]

NETWORK = ".net"
"""What the name of a network's file ends in."""


def is_network(text: str) -> bool:
    """Whether a text names the file of a network."""
    return not split_file(text) and text.strip().lower().endswith(NETWORK)


def make_evaluation(game: Game, text: str) -> Evaluation:
    """The evaluation that a text names; the error if there is none is one sentence."""
    file, choice = split_file(text) or ("", text.strip())
    if is_network(text):
        from plyground.evaluations.patterns.file import read_network  # late: it imports NumPy

        network: Any = read_network(choice, game)
        return network  # type: ignore[no-any-return]
    known = evaluations_in(file, game) if file else evaluations_of(game)
    if is_weights_file(choice):
        return read_weights(choice, game, known)
    if file and not choice:
        choice = _only_name(file, known)
    made: Evaluation = find_named("evaluation", known, choice)()
    check_weights(made)
    return made


def _only_name(file: str, known: dict[str, type]) -> str:
    if len(known) > 1:
        raise BadOption(
            f"{file} defines {len(known)} evaluations: say {file}:NAME, "
            f"where NAME is one of {', '.join(known)}"
        )
    return next(iter(known))
