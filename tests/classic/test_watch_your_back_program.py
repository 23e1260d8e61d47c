"""Watch Your Back! as its document describes it: the program, and each row of what it can do.

The program runs uncompiled here. The rows about searches use kernels that other tests use too.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pexpect
import pytest
from syrupy.assertion import SnapshotAssertion

from plyground import LOSS
from plyground.book.own import own_book
from plyground.classic import watch_your_back as program
from plyground.classic.watch_your_back import GAME, PLAYERS, ForfeitingSeat, _events, player_text
from plyground.core.bits import squares
from plyground.evaluations.weights import write_weights
from plyground.games.watch_your_back.document import Document
from plyground.games.watch_your_back.evaluations import Default, takeable
from plyground.games.watch_your_back.patterns import turned
from plyground.live.game import LiveGame
from plyground.live.seat import PersonSeat, RemoteSeat
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search.alphabeta import workspace
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import ALPHABETA, MINIMAX, NEGAMAX, NEGASCOUT
from plyground.search.alphabeta.table import new_table
from plyground.search.limits import Limits
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.options import MctsOptions
from tests.command import complaint, on_a_terminal, plyground, refused
from tests.positions import game_of, random_line
from tests.searching import NOISE

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
WYB: Any = game_of("watch-your-back")
STUCK = "..................X--X....-@@-....-@@-....XOOX.................. O 200"
CAPTURES = "X------X------------------O@-@O-----O-------------------X------X"
THREATENED = "X------X------------O-----O@------------O-------------@-X------X"
SWAPPED = str.maketrans("O@", "@O")


def dialogue(*args: str, typed: str = "") -> Any:
    finished = plyground("classic", "watch-your-back", *args, typed=typed, env=PLAIN)
    assert (finished.returncode, finished.stderr) == (0, ""), finished
    return finished.stdout


def refusal(*args: str) -> str:
    return complaint(plyground("classic", "watch-your-back", *args))


@pytest.fixture
def weights(tmp_path: Path) -> str:
    file = tmp_path / "my, own.xml"
    changed: Any = Document(pieces=5.0)
    write_weights(file, changed, WYB)
    return str(file)


# --- the program -------------------------------------------------------------------------------


def test_a_dialogue_from_the_first_question_to_quit(snapshot: SnapshotAssertion) -> None:
    lines = [
        "nobody",
        "human:seed=1",
        "",
        "Human",
        "negamx",
        "alpha-beta:depth=many",
        "alpha-beta:depth=1",
        "(3, 7)",
        "(3, 3",
        "((3, 3), (3, 4))",
        "x",
        "forfeit",
        "(3, 3)",
        "(2, 3)",
        "undo",
        "hint now",
        "(3, 2)",
        "quit",
    ]
    assert dialogue(typed="\n".join(lines) + "\n") == snapshot


def without_boards(text: str) -> Iterator[str]:
    """What is printed between the boards, and the last board."""
    lines = text.splitlines()
    yield from (line for line in lines if line and not line.startswith((" ", "placing", "moving")))
    yield from lines[-12:]


def test_a_whole_game_is_shown_to_its_end(snapshot: SnapshotAssertion) -> None:
    shown = dialogue("--white", "random:seed=7", "--black", "random:seed=8")
    assert shown.count("The board shrinks to") == 2
    assert "\n".join(without_boards(shown)) == snapshot


@pytest.mark.parametrize("typed", ["", "human", "human\nhuman\n", "weights\nrandom\n"])
def test_input_may_end_anywhere(typed: str) -> None:
    assert dialogue(typed=typed).endswith(" \n")


def test_forfeits_and_shrinks_are_reported() -> None:
    record = Record(WYB, WYB.parse_position(STUCK))
    nobody = ForfeitingSeat(PersonSeat(lambda record: pytest.fail("a person is asked")))
    live = LiveGame(record, nobody, RemoteSeat(), max_plies=1)
    live.play()
    assert [*_events(record)] == ["White has no legal action: the turn is forfeited"]
    before = "X------X-O@------@-------O-----@---------O----@--@-@--O-X------X @ 127"
    record = Record(WYB, WYB.parse_position(before))
    record.push(WYB.parse_move(record.position, "7,3-7,2"))
    assert [*_events(record)] == [
        "Black: ((7, 3), (7, 2))",
        "The board shrinks to 6 x 6",
        "Eliminated: (1, 1) (1, 2) (7, 2) (1, 6) (6, 6)",
    ]


def test_it_works_on_a_terminal() -> None:
    screen = on_a_terminal("classic", "watch-your-back", "--black", "random", **PLAIN)
    screen.expect("White\\? ")
    screen.sendline("human")
    screen.expect("White> ")
    screen.sendline("(3, 3)")
    screen.expect("○")
    screen.expect("Black: ")
    screen.expect("White> ")
    screen.sendintr()
    screen.expect("plyground: interrupted")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 130


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--white", "nobody"], "there is no player 'nobody': expected one of random, human"),
        (["--black", "negamx"], "there is no player 'negamx': did you mean negamax?"),
        (["--white", ""], "there is no player ''"),
        (["--white", "negamax:speed=9"], "negamax has no option 'speed=9'"),
        (["--weights", ""], "expected the name of a weights file, such as my.xml"),
        (["--weights", "gone.xml"], "gone.xml: cannot be read: no such file or directory"),
        (["--weights", "README.md"], "README.md: is not the name of a weights file"),
    ],
)
def test_options_that_are_refused(args: list[str], message: str) -> None:
    assert message in refusal(*args)


def test_weights_that_nobody_uses_are_refused(weights: str) -> None:
    output = refusal("--weights", weights, "--white", "random", "--black", "negamax")
    assert output == "--weights is for the player weights: neither side is that one"


# --- what the document describes, row by row ---------------------------------------------------


@pytest.mark.parametrize("name", [name for name in PLAYERS if name not in ("human", "weights")])
def test_row_players(name: str) -> None:
    options = {"random": ":seed=1", "monte-carlo": ":simulations=3"}.get(name, ":depth=1")
    shown = dialogue("--white", name + options, "--black", "human")
    assert "\nWhite: (" in shown and shown.endswith("Black> \n")


def test_row_players_negamax_has_the_documents_time_table_book_and_cut() -> None:
    negamax: Any = make_engine_player(player_text("negamax"))
    assert (negamax.cpu, negamax.evaluation, negamax.book) == (0.9, "document", "own")
    assert negamax.techniques().table and negamax.techniques().beam
    assert make_engine_player(player_text("negamax:cpu=2,beam=0")).cpu == 2


def test_row_weights_file(weights: str) -> None:
    shown = dialogue("--white", "weights:depth=1,book=", "--weights", weights, "--black", "human")
    assert "\nWhite: (" in shown
    typed = f"gone.xml\n\n{weights}\n"
    text = dialogue("--white", "weights:depth=1,book=", "--black", "human", typed=typed)
    assert text.count("Weights file? ") == 3 and "\nWhite: (" in text


def test_row_weights_file_for_each_side(
    weights: str, tmp_path: Path, talk: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same search with two files of weights, to see which is better."""
    other = str(tmp_path / "other.xml")
    write_weights(tmp_path / "other.xml", Document(pieces=7.0), WYB)  # type: ignore[arg-type]
    met: list[Any] = []
    monkeypatch.setattr(program, "_play", lambda dialogue, players: met.extend(players))
    sides = {"white": "weights", "black": "weights"}
    talk(program.command, "", **sides, weights=[weights, other])
    talk(program.command, "", **sides, weights=[other])
    talk(program.command, f"{other}\n{weights}\n", **sides)
    used = [player.evaluation for player in met]
    assert used == [weights, other, other, other, other, weights]


def test_weights_for_each_side_need_two_such_players(weights: str) -> None:
    both = ("--weights", weights, "--weights", weights)
    output = refused("classic", GAME, *both, "--white", "weights", "--black", "random")
    assert output == "--weights is given twice: expected both sides to be weights"
    output = refused("classic", GAME, *both, "--weights", weights)
    assert output == "--weights is given 3 times: expected a file for each side"


def test_row_weights_file_with_a_wrong_count_is_an_error(weights: str) -> None:
    text = Path(weights).read_text().replace("NumWeights>11<", "NumWeights>10<")
    Path(weights).write_text(text)
    assert "10" in refusal("--white", "weights", "--weights", weights)


def test_row_board_work() -> None:
    """A placement, a move, eliminations, a shrink and undoing are each tested in the file of rules;
    here a whole game is undone, and no two of its positions share a key."""
    line = random_line(WYB, 3)
    moves = [
        next(move for move in WYB.moves(one) if WYB.play(one, move) == two)
        for one, two in pairwise(line)
    ]
    record = Record(WYB)
    for move in moves:
        record.push(move)
    assert record.positions == line
    assert len({WYB.key(position) for position in line}) == len(line)
    for undone in range(1, len(line)):
        record.undo(1)
        assert record.position == line[-1 - undone]


SEARCHES = {
    "minimax": MINIMAX,
    "alpha-beta": ALPHABETA,
    "negamax": NEGAMAX._replace(quiescence=False),
    "negascout": NEGASCOUT._replace(quiescence=False),
}


def thought_of(position: Any, techniques: Any, depth: int = 2) -> Any:
    return AlphaBetaEngine(WYB, NOISE, techniques, 1 << 20).think(position, Limits(depth=depth))


def test_row_players_all_four_searches_find_the_same_value() -> None:
    for position in random_line(WYB, 5)[30:150:30]:
        thoughts = [thought_of(position, techniques) for techniques in SEARCHES.values()]
        assert len({thought.score for thought in thoughts}) == 1
        assert thoughts[0].nodes > thoughts[1].nodes


def test_row_move_cut() -> None:
    """If there are few actions all are searched, otherwise only those that look best."""
    from plyground.search.alphabeta.kernel import beam_width

    plain = getattr(beam_width, "py_func", beam_width)
    tries = [plain(count) for count in (1, 9, 10, 16, 17, 46)]
    assert tries == [1, 9, 10, 10, 8, 23]
    position = WYB.start()
    whole, greedy = (thought_of(position, MINIMAX._replace(beam=cut)) for cut in (False, True))
    assert whole.nodes == 46 + 2_084 and greedy.nodes < 23 + 2_084 * 0.275


def test_row_transposition_table_is_bounded() -> None:
    for size in (1 << 12, 1_000_000, 16 << 20):
        assert size // 2 <= new_table(size).nbytes <= size


def test_fault_the_table_does_not_lie_near_a_shrink() -> None:
    """The same engine searches the same boards at several turns and is always right."""
    engine = AlphaBetaEngine(WYB, NOISE, SEARCHES["negamax"], 1 << 20)
    for board in random_line(WYB, 5)[60:150:15]:
        for turn in (100, 124, 126):
            position = board._replace(ply=24 + turn + (board.ply & 1))
            found = engine.think(position, Limits(depth=3)).score
            assert found == thought_of(position, ALPHABETA, 3).score


def test_row_symmetries_share_entries_and_change_no_value() -> None:
    for position in random_line(WYB, 2)[2:140:23]:
        plain = thought_of(position, SEARCHES["negamax"], 3)
        symmetric = thought_of(position, SEARCHES["negamax"]._replace(symmetry=True), 3)
        assert plain.score == symmetric.score


def test_row_action_book_knows_placements_for_each_colour() -> None:
    book: Any = own_book(WYB)
    white = book.probe(WYB, WYB.start())
    assert white is not None
    for move in WYB.moves(WYB.start()):
        assert book.probe(WYB, WYB.play(WYB.start(), move)) is not None
    negamax = make_engine_player(player_text("negamax"))
    assert negamax.choose(Record(WYB)) == white.move


def searched(text: str, rollout: str = "random") -> Any:
    """The position after the move that Monte Carlo search finds, and the move."""
    position = WYB.parse_position(text)
    search = MctsEngine(WYB, NOISE, MctsOptions(rollout), 1 << 20)
    move = search.think(position, Limits(simulations=2000)).move
    return WYB.play(position, move), WYB.move_text(position, move)


@pytest.mark.parametrize("rollout", ["random", "light", "medium"])
def test_row_monte_carlo_with_every_rollout_wins_for_either_side(rollout: str) -> None:
    assert searched(f"{CAPTURES} O 20", rollout)[1] == "4,4-4,3"
    assert searched(f"{CAPTURES.translate(SWAPPED)} @ 21", rollout)[1] == "4,4-4,3"


def test_row_monte_carlo_makes_the_move_with_the_highest_ucb1() -> None:
    player: Any = make_engine_player(player_text("monte-carlo"))
    other: Any = make_engine_player(player_text("monte-carlo:final=robust"))
    assert (player.final, other.final) == ("ucb1", "robust")


@pytest.mark.parametrize("text", [f"{THREATENED} @ 21", f"{THREATENED.translate(SWAPPED)} O 22"])
def test_row_monte_carlo_does_not_let_the_other_side_win(text: str) -> None:
    """The result is the mover's at every level: the original never changed its sign."""
    answers = replies(searched(text)[0])
    assert LOSS not in map(WYB.outcome, answers)
    passed = turned(WYB.parse_position(text))
    assert LOSS in map(WYB.outcome, replies(passed))


def replies(position: Any) -> list[Any]:
    return [WYB.play(position, move) for move in WYB.moves(position)]


def test_row_planned_killer_moves() -> None:
    engine = AlphaBetaEngine(WYB, NOISE, SEARCHES["negamax"], 1 << 20)
    position = random_line(WYB, 5)[40]
    engine.think(position, Limits(depth=3))
    killers = engine.workspaces[0][workspace.KILLERS : workspace.HISTORY]
    assert {int(move) for move in killers} - {workspace.NO_KILLER}


def test_row_planned_squares_have_values() -> None:
    """The heat map: a piece is worth more in the core, and most in its middle."""
    evaluation: Any = Default()
    worth = [
        evaluation.score(WYB, WYB.start()._replace(own=1 << square, other=1 << 8, ply=64))
        for square in (1, 19, 27)
    ]
    assert worth == sorted(worth) and len({*worth}) == 3


def test_row_planned_attackers_and_defenders() -> None:
    position = WYB.parse_position(f"{CAPTURES} O 20")
    assert {*squares(takeable(WYB, position))} == {27, 29}


def test_row_planned_a_person_plays() -> None:
    shown = dialogue("--white", "human", "--black", "random:seed=1", typed="(3, 3)\n")
    assert "White: (3, 3)" in shown and "Black: (" in shown
