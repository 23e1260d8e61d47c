"""Pattern networks: codes, symmetries, values and files."""

import hashlib
import itertools
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings

import plyground as pg
from plyground import ONGOING, make_game
from plyground.core.errors import BadGame, BadOption, BadWeights
from plyground.core.evaluation import check_weights
from plyground.core.numbers import Ints, scratch_ints
from plyground.core.turns import seat_of
from plyground.evaluations.explain import MAX_PATTERNS, REST, explain
from plyground.evaluations.patterns.code import Code, perfect_code
from plyground.evaluations.patterns.file import (
    fingerprint,
    read_head,
    read_network,
    write_network,
)
from plyground.evaluations.patterns.network import IMAGES, SIZE, Network, weight_sum, write_indices
from plyground.evaluations.patterns.plan import Plan, images_of, make_plan, new_network
from plyground.evaluations.patterns.sample import Sample, cell_states, draw_sample
from plyground.evaluations.patterns.strongest import pattern_points
from plyground.evaluations.registry import make_evaluation
from plyground.players.player import make_player
from plyground.records.record import Record
from tests.command import plyground, told
from tests.patterns import BOARD_GAMES, KALAH, OTHELLO, plan_of, random_network
from tests.positions import NIM, game_of, label, random_line, seeds

every_board_game = pytest.mark.parametrize("name", BOARD_GAMES, ids=label)


@cache
def sample_of(name: str) -> Sample:
    return draw_sample(game_of(name), 1, 1500)


@pytest.mark.slow
@every_board_game
def test_combinations_that_occur_have_different_indices_and_none_is_outside(name: str) -> None:
    plan, sample = plan_of(name), sample_of(name)
    states = cell_states(game_of(name), sample, sample.positions)
    for pattern, addends in zip(plan.patterns, plan.addends, strict=True):
        seen = np.unique(states[:, pattern], axis=0)
        codes = sum(np.array(each)[seen[:, n]] for n, each in enumerate(addends))
        assert len(np.unique(codes)) == len(seen)
        assert min(map(min, addends)) >= 0
        assert sum(map(max, addends)) == Code(addends).size - 1


def test_squares_that_do_not_depend_on_each_other_get_the_digits_of_a_number() -> None:
    together = np.ones((3, 4, 3, 4), dtype=np.bool_)
    for cell in range(3):  # a cell has one state at a time
        together[cell, :, cell, :] = np.eye(4, dtype=np.bool_)
    code = perfect_code((0, 1, 2), together, 64)
    assert code == Code(((0, 1, 2, 3), (0, 4, 8, 12), (0, 16, 32, 48)))
    assert perfect_code((0, 1, 2), together, 63) is None


@pytest.mark.parametrize("cells", [2, 3, 4, 5, 6])
def test_a_column_of_connect_four_takes_few_codes(cells: int) -> None:
    """Of 4 states for each cell few can be: below a disc there are only discs."""
    plan = make_plan(game_of("connect-four"), count=1, length=1)
    column = tuple(range(cells))
    states = cell_states(game_of("connect-four"), sample_of("connect-four"), _filled_columns())
    together = _together(states)
    code = perfect_code(column, together, 1 << 16)
    assert plan.squares[:6] == (0, 1, 2, 3, 4, 5)
    assert code
    assert code.size == 2 ** (cells + 1) - 1


def _filled_columns() -> list[Any]:
    """Every way to fill the first column, whether or not somebody has won before."""
    game = game_of("connect-four")
    found = [game.start()]
    for discs in itertools.chain(*(itertools.product((0, 1), repeat=n) for n in range(1, 7))):
        own = sum(disc << row for row, disc in enumerate(discs))
        found.append(type(game.start())(own, (1 << len(discs)) - 1))
    return found


def _together(states: Any) -> Any:
    one_hot = (states[:, :, None] == np.arange(4)).reshape(len(states), -1).astype(np.int64)
    cells = states.shape[1]
    return (one_hot.T @ one_hot > 0).reshape(cells, 4, cells, 4)


@pytest.mark.parametrize(("line", "found"), [(1, {1}), (4, {4}), (6, {6}), (16, {7})])
def test_straight_patterns_are_as_long_as_they_should_be(line: int, found: set[int]) -> None:
    game = game_of("connect-four")
    plan = make_plan(game, count=0, length=1, line=line)
    assert {len(pattern) for pattern in plan.patterns} == found
    for pattern in plan.patterns:
        squares = [divmod(plan.squares[cell], 7) for cell in pattern]
        steps = {(a[0] - b[0], a[1] - b[1]) for a, b in itertools.pairwise(squares)}
        assert len(steps) <= 1


@every_board_game
@given(seed=seeds)
@settings(max_examples=4)
def test_positions_that_symmetries_map_to_each_other_have_one_value(name: str, seed: int) -> None:
    game, network = game_of(name), random_network(name)
    for position in itertools.islice(random_line(game, seed), 0, 40, 4):
        values = {weight_sum(network, game, image) for image in game.symmetries(position)}
        assert values <= {weight_sum(network, game, position)}


def test_every_symmetry_of_the_board_is_found() -> None:
    counts = {name: len(plan_of(name).symmetries) for name in BOARD_GAMES}
    expected = {"connect-four": 2, "paths": 8, "dominoes": 4, "watch-your-back": 8, OTHELLO: 8}
    assert {name: counts[name] for name in expected} == expected


@every_board_game
def test_a_move_changes_few_squares_also_where_positions_are_the_movers(name: str) -> None:
    game, sample = game_of(name), sample_of(name)
    changes = [
        (after != before).sum()
        for path in sample.games[:5]
        for before, after in itertools.pairwise(cell_states(game, sample, path))
    ]
    assert np.median(changes) <= 4 + ("conniption" in name) * 20


@every_board_game
def test_indices_are_the_sums_that_the_plan_says(name: str) -> None:
    game, plan = game_of(name), plan_of(name)
    layout, indices, sample = new_network(plan).layout, scratch_ints(), sample_of(name)
    sample = sample._replace(order=plan.order, raw_states=plan.raw_states, squares=plan.squares)
    starts = np.cumsum([1, *plan.sizes])
    for position in sample.positions[:60:7]:
        states = cell_states(game, sample, [position])[0]
        write_indices(game, layout, position, indices)
        for image, (pattern, cells) in enumerate(images_of(plan), 1):
            pairs = zip(cells, plan.addends[pattern], strict=True)
            index = starts[pattern] + sum(addends[states[cell]] for cell, addends in pairs)
            assert indices[image] == index
        assert layout[SIZE] == sum(plan.sizes)


def test_a_seat_has_its_own_weights() -> None:
    game, network = game_of("paths"), random_network("paths")
    network.weights.array[1 + network.layout[SIZE] :] = 0
    for position in itertools.islice(random_line(game, 1), 5):
        assert (weight_sum(network, game, position) == 0) == (seat_of(game, position) == 1)


@pytest.mark.parametrize("name", [NIM, KALAH], ids=label)
def test_a_game_without_boards_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match=r"has 0 boards .* write the rule planes\(position\)"):
        make_plan(game_of(name), count=3, length=4)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_plan() -> None:
    game = game_of("paths")
    plans = [make_plan(game, count=3, length=4, seed=seed) for seed in (5, 5, 6)]
    assert plans[0] == plans[1]
    assert {*plans[0].patterns} != {*plans[2].patterns}


# --- files -------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my.net"
    origin = {"method": "patterns"}
    write_network(path, game_of("paths"), plan_of("paths"), random_network("paths"), origin)
    return path


def test_what_is_written_is_read(file: Path) -> None:
    game, network = game_of("paths"), random_network("paths")
    found = read_network(file, game)
    assert np.abs(found.weights.array - network.weights.array).max() <= 1 << 9
    assert np.array_equal(found.layout.array, network.layout.array)
    assert read_head(file).origin == {"method": "patterns"}


@given(seed=seeds)
@settings(max_examples=5)
def test_weights_that_were_read_lose_nothing_more(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    game, plan = game_of("paths"), plan_of("paths")
    files = [tmp_path_factory.mktemp("nets") / f"{n}.net" for n in range(2)]
    write_network(files[0], game, plan, random_network("paths", seed), {})
    write_network(files[1], game, plan, read_network(files[0], game), {})
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_network_is_an_evaluation_by_its_file(file: Path) -> None:
    game = game_of("paths")
    made = make_evaluation(game, str(file))
    assert isinstance(made, Network)
    assert made == made
    assert made is make_evaluation(game, str(file))  # read once, for all who play with it
    assert made != read_network(file, game)
    position = next(itertools.islice(random_line(game, 3), 3, None))
    assert game.outcome(position) == ONGOING
    assert made.score(game, position) == weight_sum(made, game, position) * (1000 / (1 << 24))


def test_a_player_searches_with_a_network(file: Path) -> None:
    player = make_player(f"negamax:depth=2,evaluation={file}")
    record = Record(game_of("paths"))
    assert player.choose(record) in [*record.game.moves(record.position)]
    assert player.choose(record) in [*record.game.moves(record.position)]


# --- explanations ------------------------------------------------------------------------------


def test_a_score_is_told_by_the_strongest_patterns(file: Path) -> None:
    record = Record("paths", moves="5 1 9")
    network: Any = read_network(file, record.game)
    terms = pg.explain(record, str(file))
    parts = [*pattern_points(record.game, network, record.position)]
    strongest = sorted((points for _, points in parts), key=abs, reverse=True)
    assert [term.points for term in terms[:-1]] == strongest[:MAX_PATTERNS]
    for term in terms[:-1]:
        squares, points = parts[int(term.name.removeprefix("pattern ")) - 1]
        assert (term.squares, term.points) == (squares, points)
        assert term.weight * term.feature == term.points
    assert terms[-1].name == REST and not terms[-1].squares
    score = network.score(record.game, record.position)
    assert sum(term.points for term in terms) == pytest.approx(score)


def test_the_same_patterns_are_told_of_another_position(file: Path) -> None:
    now, then = (Record("paths", moves=moves) for moves in ("5 1 9", "5 1 9 3"))
    network: Any = read_network(file, now.game)
    terms = explain(now.game, network, now.position)
    later = explain(now.game, network, then.position, terms)
    assert [term.name for term in later] == [term.name for term in terms]
    assert [term.points for term in later] != [term.points for term in terms]
    score = network.score(then.game, then.position)
    assert sum(term.points for term in later) == pytest.approx(score)


def test_nothing_learned_is_nothing_to_tell() -> None:
    record = Record("paths", moves="5 1 9")
    untrained: Any = new_network(plan_of("paths"))
    terms = pg.explain(record, untrained)
    assert [(term.name, term.points) for term in terms] == [(REST, 0)]


UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}


def test_commands_say_where_patterns_lie(file: Path) -> None:
    player = f"negamax:depth=2,evaluation={file}"
    args = ("analyse", "paths", "--moves", "5 1 9", "--player", player, "--explain")
    found = told(plyground(*args, "--json", env=UNCOMPILED).stdout)["terms"]
    lines = {
        f"{term['name']}: {', '.join(str(square + 1) for square in term['squares'])}"
        for term in found[:-1]
    }
    assert len(lines) == MAX_PATTERNS and max(map(len, lines)) > len("pattern 1: 1, 2")
    shown = re.findall(
        r"^(pattern \d+) +(\d(?:, \d)*) +-?[\d,.]+ +-?[\d,.]+ *$",
        plyground(*args, env=UNCOMPILED).stdout,
        re.MULTILINE,
    )
    assert {": ".join(pair) for pair in shown} == lines
    args = ("play", "paths", "--moves", "5 1", "--plain", "--adviser", player)
    typed = "9\neval\nquit\n"
    said = plyground(*args, "--second", "human", typed=typed, env=UNCOMPILED).stdout
    assert all(f"{line}, " in said for line in lines)


# --- files that are wrong ----------------------------------------------------------------------


def _rewritten(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


def _with_plan(file: Path, **changes: Any) -> None:
    """The file with another plan, and the right checksum."""
    content = file.read_bytes()
    size = int.from_bytes(content[12:16], "little")
    head = msgspec.json.decode(content[16 : 16 + size])
    head["plan"] |= changes
    new = msgspec.json.encode(head)
    parts = content[:12], len(new).to_bytes(4, "little"), new, content[16 + size : -32]
    file.write_bytes(_rewritten(b"".join(parts)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: b"", "is not a network"),
        (lambda content: content[:20], "is cut short: it has 20 bytes"),
        (lambda content: content[:-1], "checksum does not match"),
        (lambda content: content[:100] + b"!" + content[101:], "checksum does not match"),
        (lambda content: content[:8] + b"\2" + content[9:], "of version 2: expected 1"),
        (lambda content: _rewritten(content[:-40]), "has another number of weights|unpacked"),
        (lambda content: _rewritten(content[:16] + b"[" + content[17:-32]), "its head is wrong"),
    ],
)
def test_files_that_are_wrong_are_refused(file: Path, change: Any, message: str) -> None:
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(BadWeights, match=message) as error:
        read_network(file, game_of("paths"))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"order": [0, 0]},
        {"raw_states": [1, 0, 2]},
        {"raw_states": [0, 1, 9]},
        {"squares": [0, 1, 2, 3, 4, 5, 6, 7, 400]},
        {"symmetries": [[0, 1, 2]]},
        {"symmetries": []},
        {"patterns": [[0, 99]]},
        {"addends": []},
        {"addends": [[[0, -1, 2]]], "patterns": [[0]]},
        {"addends": [[[0, 1, 1 << 20]]], "patterns": [[0]]},
        {"addends": [[[0, 1]]], "patterns": [[0]]},
    ],
)
def test_a_plan_that_would_read_outside_its_tables_is_refused(
    file: Path, changes: dict[str, Any]
) -> None:
    _with_plan(file, **changes)
    with pytest.raises(BadWeights, match="its patterns do not fit together"):
        read_network(file, game_of("paths"))


def test_a_network_of_another_game_is_refused(file: Path) -> None:
    with pytest.raises(BadWeights, match=r"is a network for 'paths.*': expected connect-four"):
        read_network(file, game_of("connect-four"))
    with pytest.raises(BadWeights, match=r"is a network for another paths.*: its planes differ"):
        read_network(file, make_game("paths:board=4x4"))


def test_a_network_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(BadWeights, match=r"no\.net: cannot be read: no such file"):
        make_evaluation(game_of("paths"), "no.net")


def test_fingerprints_tell_games_apart() -> None:
    assert len({fingerprint(game_of(name)) for name in BOARD_GAMES}) == len(BOARD_GAMES)


def test_numbers_that_are_none_are_refused() -> None:
    network = random_network("paths")
    wrong: Any = [1, 2]
    with pytest.raises(BadWeights, match=r"the weight weights is \[1, 2\]: expected Ints"):
        check_weights(network._replace(weights=wrong))
    with pytest.raises(BadWeights):
        check_weights(network._replace(layout=None))  # type: ignore[arg-type]
    check_weights(network)
    assert len(network.layout) == network.layout[0]
    assert network.layout[IMAGES] > 0


def test_a_game_may_not_hold_numbers() -> None:
    from typing import NamedTuple

    from plyground import game

    class Position(NamedTuple):
        left: int

    with pytest.raises(BadGame, match="the field 'table' holds Ints: expected a tuple"):

        @game("held")
        class Held(NamedTuple):
            table: Ints

            def start(self) -> Position:
                return Position(1)

            def moves(self, position: Position) -> list[int]:
                return [1]

            def play(self, position: Position, move: int) -> Position:
                return position

            def outcome(self, position: Position) -> int:
                return 0


def test_a_plan_says_how_large_its_tables_are() -> None:
    plan: Plan = plan_of("paths")
    assert len(new_network(plan).weights) == 1 + 2 * sum(plan.sizes)
