"""A game played by its plain rules, as text: nothing is compiled."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from plyground import ONGOING, Game, Record
from plyground.core.evaluation import Evaluation
from plyground.core.game import canonical_key
from plyground.evaluations.registry import make_evaluation
from plyground.games.registry import all_games
from tests.positions import MAX_PLIES, ROOT, game_of

FOLDER = Path(__file__).parent


class Source(NamedTuple):
    """What a playthrough is made from, its first two lines: the game with its options, and the seed
    of the random moves."""

    game: str
    seed: int


def required_games() -> list[str]:
    """Every game that comes with Plyground, built in or as an example."""
    built_in = [name for name, cls in all_games().items() if cls.__module__.startswith("plyground")]
    examples = [f"examples/{path.name}" for path in sorted((ROOT / "examples").glob("*.py"))]
    return built_in + examples


def kept_playthroughs() -> dict[Path, Source]:
    """The playthroughs there are, and what each is made from."""
    return {path: _source(path) for path in sorted(FOLDER.glob("*.txt"))}


def _source(path: Path) -> Source:
    game, seed, *_ = path.read_text().splitlines()
    return Source(game.removeprefix("game "), int(seed.removeprefix("seed ")))


def playthrough(source: Source) -> str:
    """The text of a playthrough."""
    game = load(source.game)
    evaluation = make_evaluation(game, "default")
    lines = [f"game {source.game}", f"seed {source.seed}"]
    for record in random_game(game, source.seed):
        lines += described(record, evaluation)
    return "\n".join([*lines, ""])


def described(record: Record, evaluation: Evaluation) -> Iterator[str]:
    """All that a game says of the position in which a record stands, a line for each thing."""
    game, position = record.game, record.position
    yield ""
    yield f"ply {len(record.moves)}"
    if record.moves:
        yield f"played {record.moves[-1]}"
    yield f"side {record.turn}, {record.mover}"
    yield game.picture(position)
    yield f"position {record.position_text}"
    yield f"key {game.key(position):016x}"
    yield f"canonical {canonical_key(game, position):016x}"
    yield f"symmetries {len([*game.symmetries(position)])}"
    yield f"plies_left {game.plies_left(position)}"
    yield f"outcome {record.outcome.name.lower()}"
    if record.outcome == ONGOING:
        yield f"score {evaluation.score(game, position):.6g}"
        yield f"moves {' '.join(map(str, record.legal_moves))}"
        yield f"texts {' '.join(record.legal_move_texts)}"


def load(name: str) -> Game:
    """The game of a source; examples are files of the repository."""
    return game_of(str(ROOT / name) if name.startswith("examples/") else name)


def random_game(game: Game, seed: int) -> Iterator[Record]:
    """A game of random moves: its record before the first move and after each."""
    random = Random(seed)
    record = Record(game)
    yield record
    while not record.is_over and len(record.moves) < MAX_PLIES:
        record.push(game.sample(record.position, random.getrandbits(32)))
        yield record
