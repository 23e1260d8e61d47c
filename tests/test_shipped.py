"""A network beside a game's rules is its default evaluation, for the options it was learned for."""

from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.core.errors import BadWeights
from plyground.evaluations.patterns.file import read_head, write_network
from plyground.evaluations.patterns.network import Network
from plyground.evaluations.registry import evaluation_names, make_evaluation
from plyground.players.engine import make_engine_player
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.mcts.driver import MctsEngine
from tests.patterns import plan_of, random_network
from tests.positions import ROOT

EXAMPLE = ROOT / "examples" / "hex.py"
SIZE = "size=5"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game in a file of its own, and a network beside it for boards of one size."""
    name = f"{EXAMPLE}:{SIZE}"
    game, plan = pg.make_game(name), plan_of(name)
    write_network(tmp_path / "hex.default-5.net", game, plan, random_network(name), {})
    made = tmp_path / "hex.py"
    made.write_text(
        f"{EXAMPLE.read_text()}\n# {tmp_path}\n"
    )  # a file with other content is another
    return made


def engine_of(player: str, game: Any) -> Any:
    return make_engine_player(player).engine(pg.Record(game))


def test_it_is_the_default_and_what_the_author_wrote_is_called_hand_set(file: Path) -> None:
    game = pg.make_game(f"{file}:{SIZE}")
    assert isinstance(make_evaluation(game, "default"), Network)
    assert type(make_evaluation(game, "hand-set")) is pg.evaluations_of(game)["default"]
    assert evaluation_names(game) == ("default", "zero", "hand-set")


def test_all_players_share_one_in_memory(file: Path) -> None:
    one, other = (make_evaluation(pg.make_game(f"{file}:{SIZE}"), "default") for _ in range(2))
    assert one is other


def test_a_file_that_was_written_again_is_read_again(file: Path) -> None:
    name = f"{EXAMPLE}:{SIZE}"
    game, network = pg.make_game(f"{file}:{SIZE}"), file.with_name("hex.default-5.net")
    before = make_evaluation(game, str(network))
    write_network(network, pg.make_game(name), plan_of(name), random_network(name, seed=2), {})
    after = make_evaluation(game, str(network))
    assert before.score(game, game.start()) != after.score(game, game.start())


def test_for_other_options_everything_stays_as_it_was(file: Path) -> None:
    game = pg.make_game(f"{file}:size=6")
    assert type(make_evaluation(game, "default")) is pg.evaluations_of(game)["default"]
    assert evaluation_names(game) == ("default", "zero")


def test_files_with_other_names_are_nobodys_default(file: Path) -> None:
    network = file.with_name("hex.default-5.net")
    network.rename(file.with_name("hex.net"))
    game = pg.make_game(f"{file}:{SIZE}")
    assert type(make_evaluation(game, "default")) is pg.evaluations_of(game)["default"]


def test_the_best_search_is_chosen_by_the_evaluation(file: Path) -> None:
    game = pg.make_game(f"{file}:{SIZE}")
    assert isinstance(engine_of("best", game), AlphaBetaEngine)
    assert isinstance(engine_of("best:evaluation=zero", game), MctsEngine)
    assert isinstance(engine_of("best:evaluation=hand-set", game), MctsEngine)


def test_one_that_is_damaged_is_refused_in_one_sentence(file: Path) -> None:
    network = file.with_name("hex.default-5.net")
    network.write_bytes(network.read_bytes()[:-1])
    with pytest.raises(BadWeights, match=r"hex\.default-5\.net: was changed or cut short"):
        make_evaluation(pg.make_game(f"{file}:{SIZE}"), "default")


def shipped() -> list[Path]:
    """The networks of our games and of the gallery."""
    found = (ROOT / "examples").glob("*.default*.net"), (ROOT / "src").rglob("default*.net")
    return sorted(path for paths in found for path in paths)


@pytest.mark.parametrize("network", shipped(), ids=lambda path: path.name)
def test_what_ships_is_the_default_of_its_game(network: Path) -> None:
    name, colon, options = read_head(network).game.partition(":")
    rules = network.with_name(f"{network.name.partition('.')[0]}.py")
    text = f"{rules}{colon}{options}" if rules.exists() else f"{name}{colon}{options}"
    assert isinstance(make_evaluation(pg.make_game(text), "default"), Network)


def test_what_ships_is_small_and_says_how_it_was_made() -> None:
    assert shipped()
    assert sum(network.stat().st_size for network in shipped()) <= 5_000_000
    for network in shipped():
        assert {"method", "seed", "games", "licence"} <= {*read_head(network).origin}
