"""What an evaluation is: a named tuple of weights whose method evaluates a position.

An author writes `features`: one number for each weight, in the same order. What a position is worth
is the sum of weight times feature. An evaluation that is no such sum writes `score` itself.
"""

from collections.abc import Callable
from numbers import Real
from reprlib import repr as shown
from typing import Any, Final, Protocol, TypeVar

from plyground.core.errors import BadGame, BadWeights
from plyground.core.fields import NUMBERS, Kind, declared
from plyground.core.members import add_defaults, check_parameters, members_of, optional_rule
from plyground.core.types import Move

PERSPECTIVE: Final = "perspective"
"""The field, if any, that tells from whose perspective positions are evaluated: that of a side, or
of the `MOVER`."""
MOVER: Final = -1
MIN_UNIT, MAX_UNIT = 0.001, 10**9


class Evaluation(Protocol):
    """An evaluation as every other room sees it."""

    name: str
    said_unit: float
    """The score that is worth tanh(1) = 0.76 of a win; 0 where the author does not say."""

    @optional_rule()
    def score(self, game: Any, position: Any) -> float:
        """What a position that is not over is worth to the side to move."""
        return weighted(self, self.features(game, position))

    @optional_rule(has_default=False)
    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        """One number for each weight, which it is multiplied by, from the side to move's view."""

    @optional_rule()
    def order(self, game: Any, position: Any, move: Move) -> int:
        """How promising a move looks; by default what the game's own `order` says."""
        order: int = game.order(position, move)
        return order


EVALUATION_MEMBERS: Final = members_of(Evaluation)
EVALUATION_RULES: Final = tuple(EVALUATION_MEMBERS)
"""The methods that compiled code calls."""

EvaluationClass = TypeVar("EvaluationClass", bound=type)

_classes: dict[tuple[str, str, str], type] = {}
"""By game, module and name: two files may define a game of one name, or evaluations of one game."""


def evaluation(
    name: str, game: str, unit: float = 0.0
) -> Callable[[EvaluationClass], EvaluationClass]:
    """Make a named tuple of weights an evaluation that people know by `name` in that game. It may
    say its `unit`, the score that is worth tanh(1) = 0.76 of a win."""

    def register(cls: EvaluationClass) -> EvaluationClass:
        where = f"the evaluation {name!r} ({cls.__name__})"
        _check_class(cls, where)
        if unit and not (_is_number(unit) and MIN_UNIT <= unit <= MAX_UNIT):
            expected = f"a number from {MIN_UNIT} to {MAX_UNIT:,}"
            raise BadGame(f"{where}: the unit is {shown(unit)}: expected {expected}")
        cls.name, cls.said_unit = name, unit  # type: ignore[attr-defined]
        add_defaults(cls, EVALUATION_MEMBERS.values())
        _classes[game, cls.__module__, name] = cls
        return cls

    return register


def evaluation_classes(game: str, module: str) -> dict[str, type]:
    """The evaluations that a module defines for the game of that name."""
    return {name: cls for (*home, name), cls in _classes.items() if home == [game, module]}


def evaluated_games(module: str) -> list[tuple[str, str]]:
    """The evaluations that a module defines, each with the name of its game."""
    return [(name, game) for game, home, name in _classes if home == module]


def weight_names(cls: Any) -> list[str]:
    """The fields that are weights."""
    return [name for name in cls._fields if name != PERSPECTIVE]


def with_perspective(evaluation: Any, side: int) -> Any:
    """The evaluation from the perspective of a side, if it has that field."""
    has_perspective = PERSPECTIVE in getattr(evaluation, "_fields", ())
    return evaluation._replace(**{PERSPECTIVE: side}) if has_perspective else evaluation


def sign_of(perspective: int, side: int) -> int:
    """1 where the evaluation has the perspective of the side to move, else -1."""
    return 1 if perspective in (MOVER, side) else -1


def weighted(evaluation: Any, features: tuple[float, ...]) -> float:
    """The sum of weight times feature."""
    return sum(
        weight * feature for weight, feature in zip(weights_of(evaluation), features, strict=True)
    )


def weights_of(evaluation: Any) -> list[float]:
    """The values of the weights, in order."""
    return [getattr(evaluation, name) for name in weight_names(type(evaluation))]


def check_weights(evaluation: Any) -> None:
    """Refuse weights that compiled code cannot calculate with."""
    kinds = declared(type(evaluation))
    for name, value in zip(weight_names(type(evaluation)), weights_of(evaluation), strict=True):
        expected = _expected(kinds[name][0], value)
        if expected:
            raise BadWeights(f"the weight {name} is {shown(value)}: expected {expected}")


def _expected(kind: Kind, value: Any) -> str:
    """What a weight was expected to be; nothing if it is right."""
    if kind in NUMBERS:
        return "" if isinstance(value, NUMBERS[kind]) else kind.value
    if not _is_number(value):
        return "a number"
    if not abs(value) <= MAX_WEIGHT:  # so written, it refuses what is no number (NaN) too
        return f"a number from -{MAX_WEIGHT:,} to {MAX_WEIGHT:,}"
    return "a whole number" if kind is Kind.INT and value != int(value) else ""


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


MAX_WEIGHT: Final = 10**9


def is_weighted_sum(cls: Any) -> bool:
    """Whether the score is the sum of weight times feature; else the author wrote `score`."""
    return cls.score is Evaluation.score


def _check_class(cls: Any, where: str) -> None:
    if not (issubclass(cls, tuple) and hasattr(cls, "_fields")):
        raise BadGame(f"{where} is not a NamedTuple: write `class {cls.__name__}(NamedTuple)`")
    if not any(callable(vars(cls).get(method)) for method in ("features", "score")):
        raise BadGame(f"{where} has neither 'features' nor 'score'")
    check_parameters(cls, EVALUATION_MEMBERS.values(), where)
    for name, (kind, depth) in declared(cls).items():
        if depth or kind not in (Kind.INT, Kind.FLOAT, *NUMBERS):
            raise BadGame(f"{where}: the weight {name!r} is not an int or a float")
        if kind not in NUMBERS and name not in cls._field_defaults:
            raise BadGame(f"{where}: the weight {name!r} has no default")
