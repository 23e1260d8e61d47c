"""Evaluations are found beside their game and in files, and nowhere else; scores are explained."""

import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plyground import evaluation, make_game
from plyground.core.compile import kernel, native, native_evaluation
from plyground.core.errors import BadGame, BadOption, BadWeights, PlygroundError
from plyground.core.evaluation import check_weights, with_perspective
from plyground.core.score import static_eval
from plyground.core.words import load, to_words
from plyground.evaluations.explain import Term, explain
from plyground.evaluations.registry import evaluations_of, make_evaluation
from plyground.evaluations.shipped import default_network
from plyground.evaluations.unit import DEFAULT, unit_of
from plyground.evaluations.zero import Zero
from plyground.games.registry import all_games
from tests import test_documents
from tests.positions import NIM, game_of, played

GAME = """
from typing import NamedTuple
from plyground import LOSS, ONGOING, evaluation, game

class Position(NamedTuple):
    left: int

@game("{name}")
class Small(NamedTuple):
    def start(self):
        return Position(7)

    def moves(self, position):
        yield 1
        yield 2

    def play(self, position, move):
        return Position(position.left - move)

    def outcome(self, position):
        return ONGOING if position.left > 0 else LOSS
"""

EVALUATION = """
from typing import NamedTuple
from plyground import evaluation

@evaluation("{name}", game="{game}")
class Mine(NamedTuple):
    left: float = {weight}

    def features(self, game, position):
        return (position.left % 3,)
"""


def write(path: Path, *texts: str) -> str:
    path.write_text("".join(map(textwrap.dedent, texts)))
    return str(path)


def small(folder: Path, file: str, *evaluations: tuple[str, float]) -> Any:
    """A game called small, with evaluations of these names and weights in its own file."""
    texts = [EVALUATION.format(name=n, game="small", weight=w) for n, w in evaluations]
    return make_game(write(folder / file, GAME.format(name="small"), *texts))


@evaluation("parts", game="none")
class Parts(NamedTuple):
    """A weighted sum."""

    first: int = 3
    second: float = 0.5
    perspective: int = -1

    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        return (position.own.bit_count(), 7)


@evaluation("bent", game="none")
class Bent(NamedTuple):
    """A weighted sum and something else."""

    first: int = 3

    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        return (4,)

    def score(self, game: Any, position: Any) -> float:
        return self.first * 4 + 100


@evaluation("whole", game="none", unit=7.5)
class Whole(NamedTuple):
    """A score without features."""

    first: int = 3

    def score(self, game: Any, position: Any) -> float:
        return 42


@evaluation("short", game="none")
class Short(NamedTuple):
    """A feature too few."""

    first: int = 3
    second: int = 4

    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        return (1,)


# --- units -------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", [-1, 0.0001, 1e10, float("nan"), "3", True])
def test_a_unit_that_is_none_is_refused(unit: Any) -> None:
    with pytest.raises(
        BadGame, match=r"the evaluation 'odd' \(Parts\): the unit is .*: expected a"
    ):
        evaluation("odd", game="none", unit=unit)(Parts)


def test_the_unit_is_what_an_evaluation_says_or_what_its_scores_tell() -> None:
    game = game_of("connect-four")
    whole: Any = Whole()
    assert unit_of(game, whole) == 7.5
    narrow: Any = Parts(first=1, second=0)
    assert 1 < unit_of(game, narrow) < 21  # pieces of one side
    wide: Any = Parts(first=10, second=3)
    assert unit_of(game, wide) == pytest.approx(10 * unit_of(game, narrow))
    assert unit_of(game, narrow) == unit_of(game, narrow)
    always_the_same: Any = Parts(first=0)
    assert unit_of(game, always_the_same) == DEFAULT


def test_a_weight_may_be_called_unit(tmp_path: Path) -> None:
    game = small(tmp_path, "small.py")
    text = EVALUATION.format(name="mine", game="small", weight=5.0).replace("left:", "unit:")
    made: Any = make_evaluation(game, write(tmp_path / "mine.py", text))
    assert (made.unit, made.said_unit) == (5.0, 0.0)


# --- names -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*all_games(), NIM])
def test_every_game_has_a_default_and_zero(name: str) -> None:
    game = game_of(name)
    for text in evaluations_of(game):
        made = make_evaluation(game, text)
        assert isinstance(made.score(game, game.start()), int | float)
        if text == "default" and (network := default_network(game)):
            assert made is network
        else:
            assert (made.name == text) or (text == "default" and isinstance(made, Zero))
    assert isinstance(make_evaluation(game, "zero"), Zero)
    assert make_evaluation(game, " default ") == make_evaluation(game, "default")
    assert make_evaluation(game, " hand-set ") == evaluations_of(game)["default"]()


def test_modules_beside_the_rules_are_found() -> None:
    game = game_of("connect-four")
    homes = {cls.__module__ for cls in evaluations_of(game).values()}
    assert "plyground.games.connect_four.evaluations" in homes


def test_a_game_without_evaluations_is_worth_nothing(tmp_path: Path) -> None:
    game = small(tmp_path, "bare.py")
    assert [*evaluations_of(game)] == ["default", "zero"]
    assert make_evaluation(game, "default").score(game, game.start()) == 0


def test_evaluations_in_the_games_own_file(tmp_path: Path) -> None:
    game = small(tmp_path, "mine.py", ("default", 2.0), ("other", 3.0))
    assert [*evaluations_of(game)] == ["default", "other", "zero"]
    assert make_evaluation(game, "default").score(game, game.start()) == 2.0
    assert make_evaluation(game, "other").score(game, game.start()) == 3.0


def test_two_files_with_a_game_of_one_name(tmp_path: Path) -> None:
    one = small(tmp_path, "one.py", ("default", 2.0), ("only", 1.0))
    two = small(tmp_path, "two.py", ("default", 5.0))
    assert make_evaluation(one, "default").score(one, one.start()) == 2.0
    assert make_evaluation(two, "default").score(two, two.start()) == 5.0
    assert "only" not in evaluations_of(two)


def test_a_users_game_named_as_a_built_in_one(tmp_path: Path) -> None:
    game = make_game(write(tmp_path / "mine.py", GAME.format(name="connect-four")))
    assert [*evaluations_of(game)] == ["default", "zero"]


def test_near_names_are_offered() -> None:
    with pytest.raises(BadOption, match="no evaluation 'defalt': did you mean default"):
        make_evaluation(game_of(NIM), "defalt")
    with pytest.raises(BadOption, match="expected one of default, zero"):
        make_evaluation(game_of(NIM), "qqqqq")


# --- files -------------------------------------------------------------------------------------


def test_a_file_with_one_evaluation(tmp_path: Path) -> None:
    game = game_of("connect-four")
    known = evaluations_of(game)
    text = EVALUATION.format(name="default", game="connect-four", weight=1.5)
    file = write(tmp_path / "mine.py", text.replace("position.left % 3", "10"))
    assert make_evaluation(game, file).score(game, game.start()) == 15.0
    assert make_evaluation(game, f"{file}:default").score(game, game.start()) == 15.0
    assert evaluations_of(game) == known


def test_a_file_with_several_evaluations_asks_which(tmp_path: Path) -> None:
    game = small(tmp_path, "game.py")
    texts = [EVALUATION.format(name=n, game="small", weight=w) for n, w in (("a", 1), ("b", 2))]
    file = write(tmp_path / "mine.py", *texts)
    with pytest.raises(BadOption, match=r"defines 2 evaluations: say .*mine.py:NAME.* of a, b"):
        make_evaluation(game, file)
    assert make_evaluation(game, f"{file}:b").score(game, game.start()) == 2
    with pytest.raises(BadOption, match="no evaluation 'c'"):
        make_evaluation(game, f"{file}:c")


def test_weights_for_an_evaluation_in_a_file(tmp_path: Path) -> None:
    game = small(tmp_path, "game.py")
    file = write(tmp_path / "mine.py", EVALUATION.format(name="a", game="small", weight=1))
    weights = tmp_path / "tuned.json"
    weights.write_text('{"game": "small", "evaluation": "a", "weights": {"left": 9}}')
    assert make_evaluation(game, f"{file}:{weights}").score(game, game.start()) == 9
    with pytest.raises(BadWeights, match="no evaluation 'a'"):
        make_evaluation(game, str(weights))


WRONG_FILES = [
    ("", "defines no evaluation of small"),
    (EVALUATION.format(name="a", game="large", weight=1), "defines no evaluation of small"),
    ("x = 1 +", "line 1, column 8: SyntaxError"),
    (
        EVALUATION.format(name="a", game="small", weight="float('nan')"),
        "the weight left is nan: expected a number from -1,000,000,000 to 1,000,000,000",
    ),
    (
        EVALUATION.format(name="a", game="small", weight="0.5").replace("float", "int"),
        "the weight left is 0.5: expected a whole number",
    ),
    (
        EVALUATION.format(name="a", game="small", weight="'x'"),
        "the weight left is 'x': expected a number",
    ),
    (EVALUATION.format(name="a", game="small", weight=1).replace("= 1", ""), "has no default"),
]


@pytest.mark.parametrize(("text", "expected"), WRONG_FILES)
def test_what_is_wrong_with_a_file(tmp_path: Path, text: str, expected: str) -> None:
    game = small(tmp_path, "game.py")
    with pytest.raises(PlygroundError) as caught:
        make_evaluation(game, write(tmp_path / "mine.py", text))
    assert expected in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match="cannot be read: no such file"):
        make_evaluation(game_of(NIM), str(tmp_path / "none.py"))


# --- zero, compiled ----------------------------------------------------------------------------


@kernel
def evaluate(game: Any, evaluation: Any, words: Any) -> int:
    return static_eval(evaluation, game, load(game, words))


@kernel
def first_order(game: Any, evaluation: Any, words: Any) -> Any:
    return evaluation.order(game, load(game, words), 1)


def test_zero_compiles_for_a_game_with_and_without_options(tmp_path: Path) -> None:
    for game in (game_of("connect-four"), small(tmp_path, "bare.py")):
        zero = native_evaluation(Zero(), game)
        words = to_words(game, game.start())
        assert evaluate(native(game), zero, words) == 0
        assert first_order(native(game), zero, words) == game.order(game.start(), 1)


def test_weights_that_cannot_be_counted_with_never_reach_compiled_code() -> None:
    game = game_of("connect-four")
    with pytest.raises(BadWeights, match="the weight second is inf"):
        native_evaluation(Parts(second=float("inf")), game)
    with pytest.raises(BadWeights, match="the weight first is 1000000001"):
        native_evaluation(Parts(first=10**9 + 1), game)
    with pytest.raises(BadWeights, match="the weight first is True"):
        check_weights(Parts(first=True))
    check_weights(Parts(first=-(10**9), perspective=5))


# --- explanations ------------------------------------------------------------------------------


def test_terms_of_a_weighted_sum() -> None:
    game = game_of("connect-four")
    position = played(game, "4 4")
    mine: Any = with_perspective(Parts(), 1)
    terms = explain(game, mine, position)
    assert terms == [Term("first", 3, 1, 3), Term("second", 0.5, 7, 3.5)]
    assert sum(term.points for term in terms) == mine.score(game, position)


def test_a_rest_makes_up_the_difference() -> None:
    game = game_of("connect-four")
    bent, whole = explain(game, Bent(), game.start()), explain(game, Whole(), game.start())  # type: ignore[arg-type]
    assert bent == [Term("first", 3, 4, 12), Term("rest", 1, 100, 100)]
    assert whole == [Term("rest", 1, 42, 42)]


@pytest.mark.parametrize("name", [*all_games()])
def test_points_sum_to_the_score(name: str) -> None:
    game = game_of(name)
    position = game.play(game.start(), next(iter(game.moves(game.start()))))
    for cls in evaluations_of(game).values():
        made: Any = cls()
        points = [term.points for term in explain(game, made, position)]
        assert sum(points) == pytest.approx(made.score(game, position))


def test_a_feature_too_few_is_reported() -> None:
    game = game_of("connect-four")
    with pytest.raises(BadGame, match=r"'short' gives 1 features: expected .* \(first, second\)"):
        explain(game, Short(), game.start())  # type: ignore[arg-type]


def test_the_page_runs(tmp_path: Path) -> None:
    test_documents.test_every_example_runs("docs/evaluations.md", tmp_path)
