"""Weights in files: checked strictly when read, written completely or not at all."""

from pathlib import Path
from reprlib import repr as shown
from typing import Any

from plyground.core.errors import BadOption, BadWeights
from plyground.core.evaluation import Evaluation, check_weights, weight_names, weights_of
from plyground.core.fields import Kind, declared
from plyground.core.files import about, read_whole, refuse_existing, write_whole
from plyground.core.game import Game
from plyground.core.names import find_named
from plyground.evaluations.formats import FORMATS, Format, Named, Numbered
from plyground.evaluations.known import evaluations_of

MAX_BYTES = 1 << 16


def is_weights_file(text: str) -> bool:
    """Whether a text has the extension of a weights file."""
    return Path(text).suffix.lower() in FORMATS


def read_weights(path: Path | str, game: Game, known: dict[str, type] | None = None) -> Evaluation:
    """The evaluation whose weights a file gives, one of `known` or else of the game's own."""
    with about(path, BadWeights, "read"):
        try:
            return _read(Path(path), game.name, evaluations_of(game) if known is None else known)
        except BadOption as error:
            raise BadWeights(str(error)) from None


def write_weights(
    path: Path | str, evaluation: Evaluation, game: Game, *, replace: bool = False
) -> None:
    """Write the weights of an evaluation; the extension of the file's name gives the format."""
    path = Path(path)
    if not replace:
        refuse_existing(path)
    with about(path, BadWeights, "written"):
        format = _format(path)
        check_weights(evaluation)
        named = dict(zip(weight_names(type(evaluation)), weights_of(evaluation), strict=True))
        weights = _typed(type(evaluation), named)
        write_whole(path, format.content(Named(game.name, evaluation.name, weights)))


def _read(path: Path, game: str, known: dict[str, type]) -> Evaluation:
    content = _format(path).parse(_text(path))
    if content.game != game:
        raise BadWeights(f"is for the game {shown(content.game)}: expected {game}")
    cls = find_named("evaluation", known, content.evaluation)
    weights = _by_name(content, weight_names(cls))
    check_weights(cls(**weights))
    made: Evaluation = cls(**_typed(cls, weights))
    return made


def _format(path: Path) -> Format:
    if not is_weights_file(path.name):
        raise BadWeights(
            f"is not the name of a weights file: expected it to end in {' or '.join(FORMATS)}"
        )
    return FORMATS[path.suffix.lower()]


def _text(path: Path) -> str:
    try:
        return read_whole(path, MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadWeights(f"is not text in UTF-8: byte {error.start} is wrong") from None


def _by_name(content: Named | Numbered, names: list[str]) -> dict[str, Any]:
    expected = f"expected the {len(names)} of {content.evaluation} ({', '.join(names)})"
    if isinstance(content, Named):
        _check_names(content.weights, names, expected)
        return content.weights
    if len(content.weights) != len(names):
        raise BadWeights(f"there are {len(content.weights)} weights: {expected}")
    return dict(zip(names, content.weights, strict=True))


def _check_names(weights: dict[str, Any], names: list[str], expected: str) -> None:
    for name in weights:
        if name not in names:
            raise BadWeights(f"there is no weight {shown(name)}: {expected}")
    for name in names:
        if name not in weights:
            raise BadWeights(f"the weight {name} is missing: {expected}")


def _typed(cls: Any, weights: dict[str, Any]) -> dict[str, float]:
    """The weights, each converted to its declared kind of number."""
    kinds = declared(cls)
    return {
        name: int(value) if kinds[name][0] is Kind.INT else float(value)
        for name, value in weights.items()
    }
