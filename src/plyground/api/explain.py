"""`explain`: the evaluation of a position, term by term."""

from plyground.api.records import AnyRecord, as_record
from plyground.core.evaluation import Evaluation, with_perspective
from plyground.evaluations.explain import Term, explain as explain_position
from plyground.evaluations.registry import make_evaluation


def explain(record: AnyRecord, evaluation: Evaluation | str = "default") -> list[Term]:
    """The terms of the static evaluation, for the side to move; they add up to the score.

    >>> sum(term.points for term in explain(Record("connect-four", moves="4 4 3"), "document"))
    -30
    """
    record = as_record(record)
    if isinstance(evaluation, str):
        evaluation = make_evaluation(record.game, evaluation)
    seated: Evaluation = with_perspective(evaluation, record.turn)
    return explain_position(record.game, seated, record.position)
