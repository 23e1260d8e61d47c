"""A game's compiled rules, callable one at a time to compare them with the plain ones."""

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.core.bits import WORD, WORD_MASK, bits, signed
from plyground.core.compile import kernel, native, native_evaluation, part
from plyground.core.evaluation import Evaluation
from plyground.core.fields import width_of
from plyground.core.game import Game
from plyground.core.score import static_eval
from plyground.core.turns import turn_of
from plyground.core.words import from_words, load, store, to_words, word_count


@part
def _write_moves(found: Any, moves: Any) -> int:
    """Write as many moves as fit into `found`; returns the number of moves."""
    count = 0
    for move in moves:
        if count < len(found):
            found[count] = int(move)
        count += 1
    return count


@kernel
def _moves(game: Any, words: Any, found: Any) -> int:
    return _write_moves(found, game.moves(load(game, words)))


@kernel
def _noisy(game: Any, words: Any, found: Any) -> int:
    return _write_moves(found, game.noisy(load(game, words)))


@kernel
def _non_losing_moves(game: Any, words: Any, found: Any) -> int:
    return _write_moves(found, game.non_losing_moves(load(game, words)))


@kernel
def _threats(game: Any, words: Any, found: Any) -> int:
    return _write_moves(found, game.threats(load(game, words)))


@kernel
def _play(game: Any, words: Any, move: int, child: Any) -> int:
    position = game.play(load(game, words), move)
    store(game, position, child)
    return game.outcome(position)  # type: ignore[no-any-return]


@kernel
def _outcome(game: Any, words: Any) -> int:
    return game.outcome(load(game, words))  # type: ignore[no-any-return]


@kernel
def _key(game: Any, words: Any) -> int:
    return int(game.key(load(game, words)))


@kernel
def _planes(game: Any, words: Any, each: int, found: Any) -> None:
    count = 0
    for plane in game.planes(load(game, words)):
        for number in range(each):
            found[count] = signed(bits(plane >> WORD * number))
            count += 1


@kernel
def _turn(game: Any, words: Any) -> int:
    return turn_of(game, load(game, words), 0)


@kernel
def _symmetries(game: Any, words: Any, images: Any) -> int:
    count = 0
    for image in game.symmetries(load(game, words)):
        if count < len(images):
            store(game, image, images[count])
        count += 1
    return count


@kernel
def _sample(game: Any, words: Any, random: int) -> int:
    return game.sample(load(game, words), random)  # type: ignore[no-any-return]


@kernel
def _solver_order(game: Any, words: Any, move: int) -> int:
    return game.solver_order(load(game, words), move)  # type: ignore[no-any-return]


@kernel
def _may_win(game: Any, words: Any, mover: bool) -> bool:
    return game.may_win(load(game, words), mover)  # type: ignore[no-any-return]


@kernel
def _plies_left(game: Any, words: Any) -> int:
    return game.plies_left(load(game, words))  # type: ignore[no-any-return]


@kernel
def _static_eval(game: Any, evaluation: Any, words: Any) -> int:
    return static_eval(evaluation, game, load(game, words))


@kernel
def _order(game: Any, evaluation: Any, words: Any, move: int) -> int:
    return evaluation.order(game, load(game, words), move)  # type: ignore[no-any-return]


class CompiledRules:
    """The same methods as the game's, each a call into compiled code."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.native = native(game)

    def moves(self, position: Any) -> list[int]:
        return self._listed(_moves, position)

    def noisy(self, position: Any) -> list[int]:
        return self._listed(_noisy, position)

    def non_losing_moves(self, position: Any) -> list[int]:
        return self._listed(_non_losing_moves, position)

    def threats(self, position: Any) -> list[int]:
        return self._listed(_threats, position)

    def _listed(self, write: Callable[..., int], position: Any) -> list[int]:
        words = to_words(self.game, position)
        found = np.empty(64, dtype=np.int64)
        count = write(self.native, words, found)
        if count > len(found):
            found = np.empty(count, dtype=np.int64)
            write(self.native, words, found)
        return [int(move) for move in found[:count]]

    def play(self, position: Any, move: int) -> Any:
        child = np.empty(word_count(self.game), dtype=np.uint64)
        _play(self.native, to_words(self.game, position), move, child)
        return from_words(self.game, child)

    def outcome(self, position: Any) -> int:
        return _outcome(self.native, to_words(self.game, position))

    def key(self, position: Any) -> int:
        return _key(self.native, to_words(self.game, position)) & WORD_MASK

    def planes(self, position: Any) -> tuple[int, ...]:
        each, count = width_of(self.game) // WORD, len(self.game.planes(position))
        found = np.zeros(each * count, dtype=np.int64)
        if count:
            _planes(self.native, to_words(self.game, position), each, found)
        words = found.view(np.uint64).reshape(count, each).tolist()
        return tuple(sum(w << WORD * n for n, w in enumerate(plane)) for plane in words)

    def turn(self, position: Any) -> int:
        return _turn(self.native, to_words(self.game, position))

    def symmetries(self, position: Any) -> list[Any]:
        words = to_words(self.game, position)
        images = np.empty((0, len(words)), dtype=np.uint64)
        count = _symmetries(self.native, words, images)
        images = np.empty((count, len(words)), dtype=np.uint64)
        _symmetries(self.native, words, images)
        return [from_words(self.game, image) for image in images]

    def sample(self, position: Any, random: int) -> int:
        return _sample(self.native, to_words(self.game, position), random)

    def solver_order(self, position: Any, move: int) -> int:
        return _solver_order(self.native, to_words(self.game, position), move)

    def may_win(self, position: Any, mover: bool) -> bool:
        return _may_win(self.native, to_words(self.game, position), mover)

    def plies_left(self, position: Any) -> int:
        return _plies_left(self.native, to_words(self.game, position))


class CompiledEvaluation:
    """An evaluation's score and move order, each a call into compiled code."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self.game, self.native_game = game, native(game)
        self.native = native_evaluation(evaluation, game)

    def static_eval(self, position: Any) -> int:
        return _static_eval(self.native_game, self.native, to_words(self.game, position))

    def order(self, position: Any, move: int) -> int:
        return _order(self.native_game, self.native, to_words(self.game, position), move)
