"""Evaluations in compiled code. Their weights are handed over at each call, so that other weights
need no other code: only the class and the game are part of the type."""

import functools
from typing import Any

from numba import types
from numba.extending import NativeValue, models, overload, register_model, unbox

from plyground.core.compile.game_types import OWN_ERROR, PLAIN, RuleTuple
from plyground.core.compile.numba_private import TypingError, cgutils
from plyground.core.compile.numbers import NUMBERS_TYPES
from plyground.core.compile.reach import Reach
from plyground.core.compile.registration import adapt_number, register_function, registered
from plyground.core.evaluation import EVALUATION_RULES, check_weights, weight_names, weighted
from plyground.core.fields import declared
from plyground.core.score import final_score, static_eval


class EvaluationType(RuleTuple):
    """An evaluation; its digest covers all that its methods reach."""

    def __init__(self, field_types: tuple[types.Type, ...], cls: type, digest: str) -> None:
        super().__init__(field_types, cls, f" as {digest}")
        self.digest = digest

    @property
    def key(self) -> Any:
        return self.instance_class, self.types, self.digest


register_model(EvaluationType)(models.TupleModel)


class NativeEvaluation:
    """An evaluation as a kernel takes it."""

    __slots__ = ("_numba_type_", "weights")

    def __init__(self, numba_type: EvaluationType, weights: tuple[Any, ...]) -> None:
        self._numba_type_ = numba_type
        self.weights = weights


def native_evaluation(evaluation: Any, game: Any) -> NativeEvaluation:
    """What to hand to a kernel for this evaluation of this game."""
    check_weights(evaluation)
    classes = (type(evaluation), type(game), type(game.start()))
    numba_type = _type_of(classes)
    _reached(*classes).check_unchanged()
    weights = tuple(map(_as_passed, numba_type.types, evaluation))
    return NativeEvaluation(numba_type, weights)


def _as_passed(field: types.Type, value: Any) -> Any:
    if field in NUMBERS_TYPES.values():
        return value
    return float(value) if field is types.float64 else int(value)


@functools.cache
def _type_of(classes: tuple[type, type, type]) -> EvaluationType:
    digest = _reached(*classes).digest
    known = {**PLAIN, **NUMBERS_TYPES}
    fields = tuple(known[kind] for kind, _ in declared(classes[0]).values())
    return EvaluationType(fields, classes[0], digest)


def _reached(cls: type, game_class: type, position_class: type) -> Reach:
    return registered(cls, EVALUATION_RULES, position_class, game_class)


@unbox(EvaluationType)
def _unbox_evaluation(typ: Any, obj: Any, c: Any) -> Any:
    record = cgutils.get_null_value(c.context.get_value_type(typ))
    weights = c.pyapi.object_getattr_string(obj, "weights")
    for index, field in enumerate(typ.types):
        number = c.unbox(field, c.pyapi.tuple_getitem(weights, index)).value
        record = c.builder.insert_value(record, number, index)
    c.pyapi.decref(weights)
    return NativeValue(record)


EvaluationType.adapters = {"order": adapt_number}
register_function(static_eval)
register_function(final_score)


@overload(weighted, strict=False)
def _weighted(evaluation: Any, features: Any) -> Any:
    """The sum, written out: each weight and feature has its own type."""
    fields = evaluation.fields
    names = weight_names(evaluation.instance_class)
    if not isinstance(features, types.BaseTuple) or len(features) != len(names):
        given = f"{len(features)} numbers" if isinstance(features, types.BaseTuple) else features
        raise TypingError(f"{OWN_ERROR}features gives {given}: expected a tuple of {len(names)}")
    terms = [f"evaluation[{fields.index(name)}] * features[{i}]" for i, name in enumerate(names)]
    scope: dict[str, Any] = {}
    exec(f"def summed(evaluation, features):\n    return {' + '.join(terms) or 0}", scope)
    return scope["summed"]
