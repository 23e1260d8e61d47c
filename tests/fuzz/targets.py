"""One target a parser. The law of all: what is given is understood, and written and read again
means the same, or it is refused with a PlygroundError. Nothing else is raised.

A target takes bytes, as the files of the corpus hold them.
"""

import ast
import hashlib
import random
import re
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from plyground.adapters.openspiel import spec_of, text_of as text_of_spec
from plyground.book.book import Entry
from plyground.book.file import read_book, write_book
from plyground.core.errors import PlygroundError
from plyground.core.game import Game, canonical_key, legal_moves
from plyground.core.outcome import WIN
from plyground.core.python_files import split_file
from plyground.core.sizes import parse_size
from plyground.core.wire import decode, decode_lines, encode
from plyground.evaluations.registry import make_evaluation
from plyground.evaluations.weights import read_weights, write_weights
from plyground.games.paths.file import file_text, of_one_line, read_paths
from plyground.games.registry import make_game
from plyground.players.player import make_player
from plyground.proofs.claim import claim_text, parse_claim, tasks_of
from plyground.proofs.file import Proof, lines_of, read_proof, sign
from plyground.protocol.comp30024 import text_of
from plyground.records.messages import game_info, position_info
from plyground.records.notation import format_record, parse_record
from plyground.records.positions import read_positions
from plyground.records.record import Record
from plyground.search.exact.driver import ExactSolver
from plyground.search.exact.table import MIN_BYTES
from plyground.search.exact.table_file import load_table, save_table
from plyground.search.info import info_of
from plyground.search.solution import Verdict
from plyground.search.thought import Thought, line_of
from plyground.web.views.paths import checked
from tests.fuzz.edits import edited, edited_bytes
from tests.positions import BREAKTHROUGH, NIM, SEVEN_GAMES, game_of, label, random_line

GAMES = (*SEVEN_GAMES, "paths:board=4x4x4", "conniption:flips=2/0", "dominoes:rows=5,columns=5")
"""Each with positions and moves of its own."""
CHECKSUM = hashlib.sha256().digest_size


class Target(NamedTuple):
    """A parser with what it is tried on."""

    good: Callable[[], list[bytes]]
    """Inputs that are understood, some of them at least; games are played for some."""
    inputs: Callable[[], st.SearchStrategy[bytes]]
    check: Callable[[bytes], None]
    """Raises AssertionError, or what the parser should not have raised."""


TARGETS: dict[str, Target] = {}
"""By the name of the parser and of its folder in the corpus."""


def attempt(check: Callable[[bytes], None], given: bytes) -> None:
    """Try the law on one input."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            check(given)
        except PlygroundError as error:
            assert str(error).strip(), "refused without a word"


def encoded(text: str) -> bytes:
    """A text as a file of the corpus holds it; what is no Unicode too, for arguments may be so."""
    return text.encode(errors="surrogatepass")


def of_text(
    name: str, good: Callable[[], list[str]]
) -> Callable[[Callable[[str], None]], Callable[[str], None]]:
    """Make a function the target of a parser of texts, like these."""

    def register(check: Callable[[str], None]) -> Callable[[str], None]:
        def decoded(given: bytes) -> None:
            check(given.decode(errors="surrogatepass"))

        TARGETS[name] = Target(
            lambda: [*map(encoded, good())], lambda: edited(good()).map(encoded), decoded
        )
        return check

    return register


def of_file(
    name: str, good: Callable[[], list[bytes]], ending: str = ".txt"
) -> Callable[[Callable[[Path], None]], Callable[[Path], None]]:
    """Make a function the target of a parser of files, like these."""

    def register(check: Callable[[Path], None]) -> Callable[[Path], None]:
        def filed(given: bytes) -> None:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / f"file{ending}"
                path.write_bytes(given)
                check(path)

        TARGETS[name] = Target(good, lambda: edited_bytes(good()), filed)
        return check

    return register


# --- what people type --------------------------------------------------------------------------


@of_text(
    "game",
    lambda: [
        *("connect-four", "connect-four:width=8,height=7,connect=5", "conniption:flips=2/0"),
        "openspiel:tic_tac_toe",
        *("conniption:win_check=turn_end", "paths", "paths:board=3x3,line=3,misere=1"),
        *(
            "paths:board=4x4x4",
            "dominoes:rows=5,columns=5,line=4",
            "watch-your-back:turn_limit=400",
        ),
        *(label(NIM), label(BREAKTHROUGH), "connect-for"),
    ],
)
def check_game(text: str) -> None:
    named = split_file(text)
    if named and Path(named[0]).name not in ("nim.py", "breakthrough.py"):
        return  # what a file does is its author's business
    game = make_game(text)
    show(game, game.start())


@of_text(
    "player",
    lambda: [
        *("human", "random:seed=3", "best:time=1", "negascout:depth=4,threads=2,table=64MB"),
        *(
            "mcts:simulations=100,exploration=1.4,rollout=light",
            "solver:time=2,table=1GB",
            "openspiel:mcts,simulations=100,seed=1",
            "minmax",
        ),
    ],
)
def check_player(text: str) -> None:
    assert make_player(text).name


@of_text("spec", lambda: ["connect-four:width:8;height:7", "paths:board:4x4x4", "nim.py:heap:3"])
def check_spec(text: str) -> None:
    spec = spec_of(text_of_spec(text))
    assert spec_of(text_of_spec(spec)) == spec and not {*"=,()"} & {*spec}


@of_text("evaluation", lambda: ["default", "zero", "document", "none.json", "none.py:default", ""])
def check_evaluation(text: str) -> None:
    if not split_file(text):
        assert make_evaluation(game_of("watch-your-back"), text).name


@of_text("size", lambda: ["64MB", "1GB", "4096", "512 kb", "1B"])
def check_size(text: str) -> None:
    assert 0 < parse_size("table", text) <= 1 << 40


@of_text("claim", lambda: [claim_text(Verdict(WIN, 9)), claim_text(Verdict(WIN)), "draw"])
def check_claim(text: str) -> None:
    verdict = parse_claim(text)
    assert parse_claim(claim_text(verdict)) == verdict


@of_text("comp30024", lambda: ["(0, 3)", "((1, 2), (1, 3))", "None", "[2, 2]", "((1, 2),)"])
def check_action(text: str) -> None:
    try:
        action = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        action = text
    read_move("watch-your-back", text_of(action))


# --- positions and moves of every game ---------------------------------------------------------


@cache
def some_positions(name: str) -> list[Any]:
    """Positions of one random game: from its beginning, its middle and its end."""
    line = random_line(game_of(name), seed=1)
    return [line[0], line[len(line) // 3], line[2 * len(line) // 3], line[-1]]


def show(game: Game, position: Any) -> None:
    """What is read can be shown and continued."""
    assert isinstance(game.picture(position), str)
    moves = legal_moves(game, position)
    for move in moves[:3]:
        game.play(position, move)


def read_move(name: str, text: str) -> None:
    """Read a move in several positions; refused where none of them allows it."""
    game, refusals = game_of(name), []
    for position in some_positions(name):
        try:
            move = game.parse_move(position, text)
        except PlygroundError as error:
            refusals.append(error)
        else:
            assert move in legal_moves(game, position)
            assert game.parse_move(position, game.move_text(position, move)) == move
    if len(refusals) == len(some_positions(name)):
        raise refusals[0]


def add_texts_of(name: str) -> None:
    def positions() -> list[str]:
        return [game_of(name).position_text(position) for position in some_positions(name)]

    def moves() -> list[str]:
        game, found = game_of(name), []
        for position in some_positions(name):
            found += [game.move_text(position, move) for move in legal_moves(game, position)[:5]]
        return found

    short = re.sub(r"\W+", "-", label(name).removeprefix("examples/").removesuffix(".py"))

    @of_text(f"position-{short}", positions)
    def check_position(text: str) -> None:
        game = game_of(name)
        position = game.parse_position(text)
        assert game.parse_position(game.position_text(position)) == position
        show(game, position)

    @of_text(f"move-{short}", moves)
    def check_move(text: str) -> None:
        read_move(name, text)


for _name in (*GAMES, "openspiel:tic_tac_toe"):
    add_texts_of(_name)


# --- files -------------------------------------------------------------------------------------


@of_file(
    "paths-file",
    lambda: [b"9\n1 2 3\n4 5 6\n1 5 9\n", b"\xef\xbb\xbf4\r\n1 2\r\n\r\n3 4\r\n", b"1"],
)
def check_paths_file(path: Path) -> None:
    spaces, paths = read_paths(str(path))
    path.write_text(file_text(spaces, paths))
    assert read_paths(str(path)) == (spaces, [line for line in paths if line])


@of_text(
    "paths-text", lambda: ["9\n1 2 3\n4 5 6\n1 5 9\n", "4\r\n1 2 2\r\n\r\n2 1", "9.1-2-3.4-5-6"]
)
def check_paths_text(text: str) -> None:
    """As a page sends it, and as the option of a game."""
    found = checked(text)
    assert (found.game is None) == (found.mistake is not None)
    if found.game:
        game: Any = make_game(found.game)
        assert make_game(checked(game.file_text()).game or "") == game
    of_one_line(text)


RECORD = """\
[Game "connect-four"]
[First "human"]
[Second "best:time=1"]
[Result "first"]
[Termination "resigned"]
[Date "today"]

1. 4 4 2. 3 first
"""
FROM_POSITION = '[Game "paths:board=3x3"]\n[Position "X.O/.X./..."]\n\n1. ... 4 2. 9 unfinished\n'


VARIATIONS = """\
[Game "connect-four"]

{at first} 1. 4 {the \\} centre} ( 1. 3 4 ( 1. ... 5 2. 5 ) 2. 4 ) (1. 1) 1... 4 2. 3 unfinished
"""


@of_text("record", lambda: [RECORD, FROM_POSITION, VARIATIONS])
def check_record(text: str) -> None:
    parsed = parse_record(text, game_without_file)
    assert parsed.record or parsed.mistakes
    for mistake in parsed.mistakes:
        assert mistake.line >= 1 and mistake.message
    if parsed.record and not parsed.mistakes:
        players = parsed.tags.get("First", "a"), parsed.tags.get("Second", "b")
        written = format_record(parsed.record, players, parsed.other_tags, parsed.tree)
        again = parse_record(written, game_without_file)
        assert sorted(move[1:] for move in again.tree) == sorted(move[1:] for move in parsed.tree)
        assert again.record == parsed.record and not again.mistakes
        assert again.other_tags == parsed.other_tags


def game_without_file(text: str) -> Game:
    """Games of Python files are left out: what they do is their authors' business."""
    return make_game("no-file" if split_file(text) else text)


def weights_in(ending: str) -> Callable[[], list[bytes]]:
    def good() -> list[bytes]:
        game = game_of("watch-your-back")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"weights{ending}"
            write_weights(path, make_evaluation(game, "document"), game)
            return [path.read_bytes()]

    return good


def check_weights(path: Path) -> None:
    game = game_of("watch-your-back")
    evaluation = read_weights(path, game)
    write_weights(path, evaluation, game, replace=True)
    assert read_weights(path, game) == evaluation


for _ending in (".json", ".xml"):
    of_file(f"weights{_ending.replace('.', '-')}", weights_in(_ending), _ending)(check_weights)


def signed(check: Callable[[Path], None]) -> Callable[[Path], None]:
    """Correct the checksum first: otherwise nothing behind it is ever tried."""

    def resigned(path: Path) -> None:
        content = path.read_bytes()
        if len(content) > CHECKSUM:
            body = content[:-CHECKSUM]
            path.write_bytes(body + hashlib.sha256(body).digest())
        check(path)

    return resigned


def good_book() -> list[bytes]:
    game = game_of("connect-four")
    entries = {}
    for position in some_positions("connect-four")[:3]:
        move = legal_moves(game, position)[0]
        child = canonical_key(game, game.play(position, move))
        entries[canonical_key(game, position)] = Entry(child, 5, 3)
    return [_written(lambda path: write_book(path, game, "best", entries))]


def _written(write: Callable[[Path], None]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        write(path)
        return path.read_bytes()


@of_file("book", good_book)
@signed
def check_book(path: Path) -> None:
    game = game_of("connect-four")
    book = read_book(path, game)
    for position in some_positions("connect-four")[:3]:
        known = book.probe(game, position)
        if known:
            assert known.thought(game, position).move in legal_moves(game, position)


@of_file("table", lambda: [_written(lambda path: save_table(path, small_solver()))])
@signed
def check_table(path: Path) -> None:
    load_table(path, small_solver())


def small_solver() -> ExactSolver:
    return ExactSolver(game_of("connect-four"), MIN_BYTES)


def good_proof() -> list[str]:
    game = make_game("paths:board=3x3")
    won, strategies = game.parse_position("XX./OO./..."), {}
    for task in tasks_of(Verdict(WIN, 1)):
        strategies[task] = {won: "3"}
    proof = Proof(game, "paths:board=3x3", won, Verdict(WIN, 1), 2, strategies)
    return ["\n".join(lines_of(proof))]


@of_text("proof", good_proof)
def check_proof(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof.txt"
        is_text = encoded(text) == text.encode(errors="replace")
        path.write_bytes(sign(text + "\n") if is_text and "sha256" not in text else encoded(text))
        proof = read_proof(path)
        path.write_bytes(sign("".join(f"{line}\n" for line in lines_of(proof))))
        assert read_proof(path) == proof


def good_messages() -> list[bytes]:
    game = game_of("connect-four")
    record = Record(game, moves="4 4 3")
    line = line_of(game, record.position, [2, 1], 12)
    thought = Thought((line,), 2, 3, 400, 0.5, 0.25, 0.125)
    info = info_of(game, record.position, thought)
    said = (position_info(record), game_info(record, ("Ann", "Ben")), info)
    return [encode(message) for message in said]


@of_text("message", lambda: [message.decode() for message in good_messages()])
def check_message(text: str) -> None:
    message = decode(text)
    assert decode(encode(message)) == message


@of_file("messages", lambda: [b"\n".join([*good_messages(), b""])], ".jsonl")
def check_messages(path: Path) -> None:
    for message in decode_lines(path.read_bytes()):
        assert decode(encode(message)) == message


@of_file("collection", lambda: [b"44455554221 2\n# a comment\n\n7 -1\n", b"1\n2\n", b"\n"])
def check_collection(path: Path) -> None:
    game = game_of("connect-four")
    for known in read_positions(str(path), game):
        assert game.parse_position(known.text) == known.position


def shuffled() -> list[str]:
    """The names of all targets, in another order each time: none is always the last."""
    names = [*TARGETS]
    random.shuffle(names)
    return names
