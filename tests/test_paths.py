"""Path games: files, ready-made boards, rules, texts."""

import re
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from plyground import DRAW, LOSS, ONGOING, WIN, make_game
from plyground.core.errors import BadGameFile, BadOption, BadPosition, IllegalMove
from plyground.core.game import legal_moves
from plyground.games.paths.file import one_line, parse_paths
from tests.positions import played, random_positions

THREE_BY_THREE = "9\n1 2 3\n4 5 6\n7 8 9\n1 4 7\n2 5 8\n3 6 9\n1 5 9\n3 5 7\n"
MARK = b"\xef\xbb\xbf"
Writer = Callable[[bytes | str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    def write_file(content: bytes | str) -> Path:
        path = tmp_path / "game.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


def game_of(path: Path, options: str = "") -> Any:
    """The game of a file that must not give any warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return make_game(f"paths:{path}{options}")


def outcome_after(game: Any, moves: str) -> int:
    outcome: int = game.outcome(played(game, moves))
    return outcome


def paths_in(text: str) -> list[list[int]]:
    """The winning paths of a file in an order that does not depend on the file's."""
    return sorted(sorted(map(int, line.split())) for line in text.splitlines()[1:])


def paths_of(game: Any) -> list[list[int]]:
    """The winning paths, spaces from 1, as the game's own file has them."""
    return paths_in(game.file_text())


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def stop(signal_number: int, frame: object) -> None:
        raise TimeoutError(f"took more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# Files that are read


@pytest.mark.parametrize(
    "content",
    [
        THREE_BY_THREE,
        THREE_BY_THREE.rstrip("\n"),
        THREE_BY_THREE.replace("\n", "\r\n"),
        "\n\n" + THREE_BY_THREE.replace("\n", "\n \t\n"),
        THREE_BY_THREE.replace(" ", " \t  "),
        "  " + THREE_BY_THREE.replace("\n", "  \n  "),
        MARK + THREE_BY_THREE.encode(),
        MARK + THREE_BY_THREE.replace("\n", "\r\n").encode(),
        THREE_BY_THREE.replace("9\n1", "009\n01", 1),
    ],
    ids=[
        "plain",
        "no last newline",
        "CRLF",
        "blank lines",
        "tabs",
        "indented",
        "mark",
        "mark and CRLF",
        "noughts",
    ],
)
def test_a_file_is_the_same_game_however_it_is_laid_out(
    write: Writer, content: bytes | str
) -> None:
    game = game_of(write(content))
    assert game.spaces == 9
    assert paths_of(game) == paths_in(THREE_BY_THREE)
    assert outcome_after(game, "1 2 5 3 9") == LOSS


@pytest.mark.parametrize("blank", ["\v", "\f", "\N{NO-BREAK SPACE}"])
def test_any_blank_separates_spaces(write: Writer, blank: str) -> None:
    assert paths_of(game_of(write(f"4\n1 2{blank}3\n"))) == [[1, 2, 3]]


def test_paths_may_differ_in_length(write: Writer) -> None:
    game = game_of(write("5\n1 2\n3 4 5\n"))
    assert outcome_after(game, "1 3 2") == LOSS
    assert outcome_after(game, "3 1 4") == ONGOING
    assert outcome_after(game, "3 1 4 5") == ONGOING
    assert outcome_after(game, "3 1 4 2") == LOSS
    assert outcome_after(game, "4 1 3 5 2") == DRAW


def test_without_paths_every_game_is_a_tie(write: Writer) -> None:
    game = game_of(write("3"))
    assert [outcome_after(game, moves) for moves in ("", "2", "2 1")] == [ONGOING] * 3
    assert outcome_after(game, "2 1 3") == DRAW
    assert game.file_text() == "3\n"


def test_a_path_of_one_space_wins_at_once(write: Writer) -> None:
    game = game_of(write("3\n2\n"))
    assert outcome_after(game, "2") == LOSS
    assert outcome_after(game, "1 2") == LOSS
    assert outcome_after(game, "1") == ONGOING


def test_a_win_with_the_last_mark_is_no_tie(write: Writer) -> None:
    assert outcome_after(game_of(write("3\n1 3\n")), "1 2 3") == LOSS


def test_a_repeated_space_is_kept_once_with_a_warning(write: Writer) -> None:
    path = write("9\n1 2 3\n4 5 5 6 4\n")
    with pytest.warns(UserWarning) as caught:
        game: Any = make_game(f"paths:{path}")
    assert [str(warning.message) for warning in caught] == [
        f"{path}, line 3, column 5: space 5 is repeated",
        f"{path}, line 3, column 9: space 4 is repeated",
    ]
    assert paths_of(game) == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize("again", ["1 2 3", "3 1 2", "3  2 1"])
def test_a_repeated_path_is_kept_once_with_a_warning(write: Writer, again: str) -> None:
    path = write(f"9\n1 2 3\n\n{again}\n")
    with pytest.warns(UserWarning) as caught:
        game: Any = make_game(f"paths:{path}")
    assert [str(w.message) for w in caught] == [f"{path}, line 4: this path is repeated"]
    assert paths_of(game) == [[1, 2, 3]]


# Files that are refused


@pytest.mark.parametrize(
    ("content", "line", "column", "message"),
    [
        ("", 0, 0, "is empty: expected the number of spaces on the first line"),
        (" \n\t\n", 0, 0, "is empty: expected the number of spaces on the first line"),
        (MARK, 0, 0, "is empty: expected the number of spaces on the first line"),
        ("0\n", 1, 1, "'0': expected the number of spaces, a positive integer"),
        ("-9\n", 1, 1, "'-9': expected the number of spaces, a positive integer"),
        ("nine\n", 1, 1, "'nine': expected the number of spaces, a positive integer"),
        ("9.0\n", 1, 1, "'9.0': expected the number of spaces, a positive integer"),
        ("\n  x\n", 2, 3, "'x': expected the number of spaces, a positive integer"),
        ("٩\n", 1, 1, "'٩': expected the number of spaces, a positive integer"),
        (MARK + b"x", 1, 1, "'x': expected the number of spaces, a positive integer"),
        ("9 8\n", 1, 3, "'8' after the number of spaces: expected nothing"),
        ("9  spaces here\n", 1, 4, "'spaces' after the number of spaces: expected nothing"),
        ("9\n1 2 x\n", 2, 5, "'x': expected an integer"),
        ("9\n1 2 3\n\n 4 5,6\n", 4, 4, "'5,6': expected an integer"),
        ("9\r\n1 2 3\r\n4 five 6\r\n", 3, 3, "'five': expected an integer"),
        ("9\n11 1x 1\n", 2, 1, "space 11: expected a space from 1 to 9"),
        ("99\n11 1 1x\n", 2, 6, "'1x': expected an integer"),
        ("9\n1 2 --3\n", 2, 5, "'--3': expected an integer"),
        ("9\n1 2 3.0\n", 2, 5, "'3.0': expected an integer"),
        ("9\n1 2 ³\n", 2, 5, "'³': expected an integer"),
        ("9\n1 2 10\n", 2, 5, "space 10: expected a space from 1 to 9"),
        ("9\n0 1 2\n", 2, 1, "space 0: expected a space from 1 to 9"),
        ("9\n1 -2 3\n", 2, 3, "space -2: expected a space from 1 to 9"),
        ("257\n", 1, 1, "257 spaces: at most 256 are allowed"),
        (b"9\n1 2 \xff\n", 2, 5, "is not text: expected integers"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1, 1, "is not text: expected integers"),
        (b"\x00\x01\x02", 1, 1, "expected the number of spaces, a positive integer"),
        (b"9\n1 2 \x00\n", 2, 5, "expected an integer"),
        (MARK + b"9\n1 2 \xff\n", 2, 5, "is not text: expected integers"),
        (MARK + b"9\n\xff\n", 2, 1, "is not text: expected integers"),
        ("9999999999\n", 1, 1, "9999999999 spaces: at most 256 are allowed"),
        ("9\n1 2 12345678901\n", 2, 5, "space 12345678901: expected a space from 1 to 9"),
    ],
)
def test_files_that_are_refused(
    write: Writer, content: bytes | str, line: int, column: int, message: str
) -> None:
    path = write(content)
    with pytest.raises(BadGameFile, match=re.escape(message)) as caught:
        game_of(path)
    assert (caught.value.path, caught.value.line, caught.value.column) == (path, line, column)
    place = f", line {line}, column {column}" if line else ""
    assert str(caught.value).startswith(f"{path}{place}: ")


@pytest.mark.parametrize("blank", ["\v", "\f", "\x1c"])
def test_only_line_ends_count_as_lines(write: Writer, blank: str) -> None:
    with pytest.raises(BadGameFile, match="line 3, column 3: 'x': expected an integer"):
        game_of(write(f"9\n1 2{blank}3\n4 x\n"))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadGameFile, match="missing: cannot be read: no such file or directory"):
        game_of(tmp_path / "missing")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadGameFile, match="cannot be read: is a directory"):
        game_of(tmp_path)


def test_a_name_with_a_null_is_refused() -> None:
    with pytest.raises(BadGameFile, match="cannot be read"):
        make_game("paths:a\0b")


# Limits


def pairs(count: int) -> str:
    """`count` different paths of two spaces."""
    found = ((one, two) for one in range(1, 257) for two in range(one + 1, 257))
    return "".join(f"{one} {two}\n" for _, (one, two) in zip(range(count), found, strict=False))


def test_256_spaces_are_allowed(write: Writer) -> None:
    game = game_of(write("256\n1 256\n"))
    assert len(legal_moves(game, game.start())) == 256
    assert outcome_after(game, "256 2 1") == LOSS


def test_4096_paths_are_allowed(write: Writer) -> None:
    assert len(paths_of(game_of(write("256\n" + pairs(4096))))) == 4096


def test_4097_paths_are_refused(write: Writer) -> None:
    with pytest.raises(BadGameFile, match="line 4098: more than 4096 paths"):
        game_of(write("256\n" + pairs(4097)))


def test_repeated_paths_do_not_count_for_the_limit(write: Writer) -> None:
    path = write("256\n" + pairs(4096) + "2 1\n")
    with pytest.warns(UserWarning, match="line 4098: this path is repeated"):
        game: Any = make_game(f"paths:{path}")
    assert len(paths_of(game)) == 4096


def test_one_mebibyte_is_allowed_and_no_more(write: Writer) -> None:
    text = THREE_BY_THREE.encode().ljust(1 << 20, b"\n")
    assert paths_of(game_of(write(text))) == paths_in(THREE_BY_THREE)
    with pytest.raises(BadGameFile, match="is larger than 1048576 bytes"):
        game_of(write(text + b"\n"))


# Files as options


@pytest.mark.parametrize("board", ["3x3", "4x4x4", "5x3"])
def test_a_file_in_one_line_is_the_same_game(write: Writer, board: str) -> None:
    named: Any = make_game(f"paths:board={board}")
    spaces, paths, _ = parse_paths(named.file_text(), "the text")
    text = f"paths:text={one_line(spaces, paths)},misere=1"
    assert make_game(text) == make_game(f"paths:file={write(named.file_text())},misere=1")


def test_mistakes_in_a_line_have_places_as_in_a_file() -> None:
    with pytest.raises(BadGameFile, match="text, line 3, column 5: space 12: expected") as caught:
        make_game("paths:text=9.1-2-3.4-5-12")
    assert (caught.value.line, caught.value.column) == (3, 5)


def test_what_was_left_out_of_a_text_is_remarked() -> None:
    spaces, paths, remarks = parse_paths("4\n1 2 1\n2 1\n", "the text")
    assert (spaces, paths) == (4, [(0, 1)])
    assert remarks == [(2, 5, "space 1 is repeated"), (3, 0, "this path is repeated")]


# Ready-made boards


@pytest.mark.parametrize(
    ("options", "spaces", "count", "length"),
    [
        ("", 9, 8, 3),
        (":board=3x3", 9, 8, 3),
        (":board=3X3", 9, 8, 3),
        (":board=4x4x4", 64, 76, 4),
        (":board=5x5,line=4", 25, 28, 4),
        (":board=7x6,line=4", 42, 69, 4),
        (":board=3x4", 12, 14, 3),
        (":board=3x3x3", 27, 49, 3),
        (":board=3x3x3x3", 81, 272, 3),
        (":board=5", 5, 1, 5),
        (":board=1", 1, 1, 1),
        (":board=1x1", 1, 1, 1),
        (":board=16x16,line=5", 256, 672, 5),
        (":board=2x3,line=1", 6, 6, 1),
    ],
)
def test_boards_by_name(options: str, spaces: int, count: int, length: int) -> None:
    game: Any = make_game(f"paths{options}")
    assert game.spaces == spaces
    assert len(paths_of(game)) == count
    assert {len(path) for path in paths_of(game)} == {length}


def test_the_paths_of_the_square_board() -> None:
    game: Any = make_game("paths:board=3x3")
    assert paths_of(game) == paths_in(THREE_BY_THREE)


@pytest.mark.parametrize("board", ["3x3", "4x4x4", "5x3"])
def test_a_board_written_as_a_file_is_the_same_game(write: Writer, board: str) -> None:
    named: Any = make_game(f"paths:board={board}")
    read = game_of(write(named.file_text()))
    assert (read.spaces, read.file_text()) == (named.spaces, named.file_text())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("board=0x3", "board=0x3: each side is at least 1"),
        ("board=3x", "board=3x: expected sides such as 3x3 or 4x4x4"),
        ("board=x", "board=x: expected sides such as 3x3 or 4x4x4"),
        ("board=3*3", "board=3*3: expected sides such as 3x3 or 4x4x4"),
        ("board=3x-3", "board=3x-3: expected sides such as 3x3 or 4x4x4"),
        ("board=٣x٣", "expected sides such as 3x3 or 4x4x4"),
        ("board=" + "9" * 5000, "expected sides such as 3x3 or 4x4x4"),
        ("board=16x17", "board=16x17: at most 256 spaces in 8 dimensions are allowed"),
        ("board=1x1x1x1x1x1x1x1x1", "at most 256 spaces in 8 dimensions are allowed"),
        ("board=2x2x2x2x2x2x2", "the board has 8128 lines: at most 4096 are allowed"),
        ("board=3x3,line=4", "line=4: a line is from 1 to 3 long here"),
        ("line=-1", "line=-1: a line is from 1 to 3 long here"),
        ("line=three", "line=three: expected a whole number"),
        ("misere=2", "misere=2: expected 1 or 0"),
        ("misere=maybe", "misere=maybe: expected 1 or 0"),
        ("first=Z", "first=Z: expected X or O"),
        ("first=", "first=: expected X or O"),
        ("file=a.txt,board=3x3", "a file brings its own board: leave out board= and line="),
        ("file=a.txt,line=3", "a file brings its own board: leave out board= and line="),
        ("text=9.1-2-3,board=3x3", "a text brings its own board: leave out board= and line="),
        ("file=a.txt,text=9.1-2-3", "file= and text= are two boards: leave out one"),
        ("board=3x3,board=4x4", "the option 'board' is given twice"),
        ("depth=3", "no option 'depth=3': its options are file, board, line, misere, first"),
    ],
)
def test_options_that_are_refused(options: str, message: str) -> None:
    with pytest.raises(BadOption, match=re.escape(message)):
        make_game(f"paths:{options}")


def test_a_board_within_the_limits_is_made_soon() -> None:
    with at_most(5):
        game: Any = make_game("paths:board=2x2x2x2x2x2x2x2,line=1")
    assert game.spaces == 256


# Rules


def test_completing_a_path_wins() -> None:
    game: Any = make_game("paths")
    assert outcome_after(game, "1 2 4 3") == ONGOING
    position = played(game, "1 2 4 3 7")
    assert (game.outcome(position), game.side(position)) == (LOSS, 1)
    assert legal_moves(game, position) == []


def test_the_second_player_can_win() -> None:
    game: Any = make_game("paths")
    position = played(game, "1 3 2 5 9 7")
    assert (game.outcome(position), game.side(position)) == (LOSS, 0)


def test_no_free_space_and_no_path_is_a_tie() -> None:
    game: Any = make_game("paths")
    assert outcome_after(game, "5 1 3 7 4 6 2 8 9") == DRAW


def test_taken_spaces_are_no_moves() -> None:
    game: Any = make_game("paths")
    position = played(game, "5 1")
    assert [game.move_text(position, m) for m in legal_moves(game, position)] == [*"2346789"]
    for text in ("5", "1", "0", "10", "x", ""):
        with pytest.raises(IllegalMove, match=f"'{text}' is not a legal move here"):
            game.parse_move(position, text)
    with pytest.raises(IllegalMove, match="'6' cannot be played: the game is over"):
        game.parse_move(played(game, "1 2 4 3 7"), "6")


@pytest.mark.parametrize("option", ["misere=1", "misere=yes", "misere=TRUE", "misere=on"])
def test_in_misere_play_a_path_loses(option: str) -> None:
    game: Any = make_game(f"paths:{option}")
    assert outcome_after(game, "1 2 4 3") == ONGOING
    assert outcome_after(game, "1 2 4 3 7") == WIN
    assert outcome_after(game, "5 1 3 7 4 6 2 8 9") == DRAW


@pytest.mark.parametrize("option", ["misere=0", "misere=no", "misere=false", "misere=off"])
def test_misere_can_be_off(option: str) -> None:
    assert outcome_after(make_game(f"paths:{option}"), "1 2 4 3 7") == LOSS


def test_misere_with_a_file(write: Writer) -> None:
    game = game_of(write("2\n1\n"), ",misere=1")
    assert outcome_after(game, "1") == WIN


def test_who_starts() -> None:
    cross: Any = make_game("paths:first=X")
    nought: Any = make_game("paths:first=O")
    assert (cross.sides, nought.sides) == (("X", "O"), ("O", "X"))
    assert cross.position_text(played(cross, "5 1")) == "O../.X./..."
    assert nought.position_text(played(nought, "5 1")) == "X../.O./..."


# Symmetry, key, sample


@pytest.mark.parametrize(
    ("board", "images"), [("3x3", 7), ("3x4", 3), ("2x2x2", 47), ("3x3x3", 47)]
)
def test_symmetric_positions_have_symmetric_futures(board: str, images: int) -> None:
    game: Any = make_game(f"paths:board={board}")
    for position in random_positions(game, 30)[::6]:
        found = [*game.symmetries(position)]
        assert len(found) == images
        for image, table in zip(found, game.images, strict=True):
            assert game.outcome(image) == game.outcome(position)
            for move in legal_moves(game, position):
                child = game.play(image, table[move])
                assert child in game.symmetries(game.play(position, move))


def test_a_file_has_no_symmetries(write: Writer) -> None:
    game = game_of(write(THREE_BY_THREE))
    assert [*game.symmetries(played(game, "1"))] == []


def test_the_key_is_exact_on_small_boards() -> None:
    """All 5,478 positions of the standard board."""
    game: Any = make_game("paths")
    found, layer = {game.start()}, {game.start()}
    while layer:
        layer = {game.play(p, move) for p in layer for move in legal_moves(game, p)}
        found |= layer
    assert len({game.key(position) for position in found}) == len(found) == 5478


def test_the_key_of_a_large_board_fits_in_a_word() -> None:
    game: Any = make_game("paths:board=16x16,line=5")
    positions = [*dict.fromkeys(random_positions(game, 300))]
    keys = {game.key(position) for position in positions}
    assert len(keys) == len(positions)
    assert max(keys) < 2**64


def test_samples_reach_every_move_equally() -> None:
    game: Any = make_game("paths:board=3x3x3")
    for position in random_positions(game, 20):
        moves = legal_moves(game, position)
        count = len(moves)
        drawn = [game.sample(position, (2 * n + 1 << 31) // count) for n in range(count)]
        assert drawn == moves


# Position texts


@pytest.mark.parametrize(
    "options", [":board=3x3", ":board=4x4x4", ":first=O", ":misere=1", ":board=5x5,line=3,first=O"]
)
def test_texts_are_read_back(options: str) -> None:
    game: Any = make_game(f"paths{options}")
    for position in random_positions(game, 60):
        assert game.parse_position(game.position_text(position)) == position


def test_texts_of_a_board_without_rows_are_read_back(write: Writer) -> None:
    game = game_of(write("5\n1 2 3\n"))
    position = played(game, "4 1")
    assert game.position_text(position) == "O..X."
    assert game.parse_position("O..X.") == position


@pytest.mark.parametrize("text", ["XO./.X./...", "xo..x....", "X O _ / _ X _ / _ _ _", "XO__X____"])
def test_a_text_may_be_laid_out_freely(text: str) -> None:
    game: Any = make_game("paths")
    assert game.position_text(game.parse_position(text)) == "XO./.X./..."


def test_a_mark_may_complete_two_paths() -> None:
    game: Any = make_game("paths")
    assert game.outcome(game.parse_position("XXX/XOO/XOO")) == LOSS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' has 0 spaces: expected 9"),
        ("........", "has 8 spaces: expected 9"),
        ("..........", "has 10 spaces: expected 9"),
        ("..Z/.../...", "space 3 is 'Z': expected X, O or ."),
        (".../.../..1", "space 9 is '1': expected X, O or ."),
        ("O../.../...", "has 0 X and 1 O: X starts, so it has the same number or 1 more"),
        ("XX./.../...", "has 2 X and 0 O: X starts"),
        ("XXX/OOO/...", "both sides have a line already"),
        ("XXX/OOO/X..", "both sides have a line already"),
        ("XXX/OO./O..", "the side to move has a line already"),
    ],
)
@pytest.mark.parametrize("options", ["", ":misere=1"])
def test_positions_that_are_refused(options: str, text: str, message: str) -> None:
    game: Any = make_game(f"paths{options}")
    with pytest.raises(BadPosition, match=re.escape(message)):
        game.parse_position(text)


def test_paths_that_no_single_mark_completes_are_refused() -> None:
    game: Any = make_game("paths:board=5x3")
    with pytest.raises(BadPosition, match="no single mark can have completed all these paths"):
        game.parse_position("XXX/OO./..O/OO./XXX")


def test_the_refusal_names_the_side_that_starts() -> None:
    game: Any = make_game("paths:first=O")
    with pytest.raises(BadPosition, match=re.escape("has 2 X and 0 O: O starts")):
        game.parse_position("XX./.../...")


# Pictures


def test_a_flat_board_is_one_block_though_it_has_as_many_spaces_as_a_cube() -> None:
    flat: Any = make_game("paths:board=9x3")
    assert "" not in flat.picture(flat.start()).splitlines()


def test_the_layers_of_a_cube_are_set_apart() -> None:
    cube: Any = make_game("paths:board=3x3x3")
    lines = cube.picture(cube.start()).splitlines()
    assert [number for number, line in enumerate(lines) if not line] == [3, 7]


@pytest.mark.parametrize(("spaces", "rows"), [(4, 2), (9, 3), (16, 4), (25, 5), (36, 6)])
def test_square_files_are_drawn_as_squares(write: Writer, spaces: int, rows: int) -> None:
    game = game_of(write(f"{spaces}\n1 2\n"))
    lines = game.picture(game.start()).splitlines()
    assert len(lines) == rows
    assert all(line.split()[:rows] == ["_"] * rows for line in lines)


def test_other_files_are_drawn_as_lists(write: Writer) -> None:
    game = game_of(write("5\n1 2 3\n"), ",first=O")
    assert game.picture(game.start()) == "free: 1 2 3 4 5\nO: none\nX: none"
    assert game.picture(played(game, "4 1 2")) == "free: 3 5\nO: 2 4\nX: 1"
