"""Opening books: entries are found from every image, and a bad book gives a one-sentence error."""

import hashlib
import signal
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pexpect
import pytest
from hypothesis import given, settings, strategies as st

from plyground import Game, make_game
from plyground.book import build as building, own
from plyground.book.book import Book, BookMove, Entry, make_book
from plyground.book.build import TREES, Plan, build_file, grow
from plyground.book.file import MAX_BYTES, VERSION, fingerprint, read_book, write_book
from plyground.core.errors import BadBook, BadOption, BookOfAnotherGame
from plyground.core.game import canonical_key, legal_moves
from plyground.core.outcome import LOSS, ONGOING
from plyground.core.score import final_score
from plyground.games.registry import all_games, game_text
from plyground.players import engine as players
from plyground.players.engine import EnginePlayer, make_engine_player
from plyground.records.record import Record
from plyground.search.thought import Line, Thought
from plyground.terminal.analysis import summary
from tests.command import PROGRAM, ROOT, plyground, refused, told
from tests.positions import BREAKTHROUGH, NIM, Place, game_of, places, played

TINY = "paths:board=3x3"
SMALL = (TINY, "connect-four:width=4,height=4", "dominoes:rows=3,columns=4", "watch-your-back", NIM)
SEARCH = "negamax:depth=2"
PLAYER = "tester"


def last_move(record: Record) -> Thought:
    """A fake search: the last legal move, with a score from the position's key."""
    game, position = record.game, record.position
    move = legal_moves(game, position)[-1]
    line = Line((move,), canonical_key(game, position) % 2000 - 1000, game.play(position, move))
    return Thought((line,), 3, 4, 5, 6.0, 7.0, 8.0)


def plan_of(name: str, plies: int, side: str = "both", moves: str = "") -> Plan:
    game = game_of(name)
    return Plan(game, played(game, moves), plies, TREES[side])


def grown(plan: Plan) -> dict[int, Entry]:
    """All entries of a plan, by the test's own search."""
    entries: dict[int, Entry] = {}
    for _ in grow(plan, last_move, entries):
        pass
    return entries


@cache
def book_of(name: str) -> Book:
    """Every position of the first plies."""
    return make_book(PLAYER, grown(plan_of(name, 2, "all")))


def images(game: Game, position: Any) -> Iterator[Any]:
    yield position
    yield from game.symmetries(position)


def reached(game: Game, plies: int, root: Any = None) -> list[Any]:
    """Every ongoing position fewer than `plies` plies away, one for each line of moves."""
    found = layer = [game.start() if root is None else root]
    for _ in range(plies - 1):
        moved = [game.play(here, move) for here in layer for move in legal_moves(game, here)]
        layer = [position for position in moved if game.outcome(position) == ONGOING]
        found = found + layer
    return found


def keys_of(game: Game, positions: list[Any]) -> set[int]:
    return {canonical_key(game, position) for position in positions}


# --- looking up --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_every_entry_is_found_from_every_image_and_is_legal(name: str) -> None:
    game, book = game_of(name), book_of(name)
    for position in reached(game, 2):
        for image in images(game, position):
            known = book.probe(game, image)
            assert known is not None and known.move in legal_moves(game, image)
            assert known.score == canonical_key(game, position) % 2000 - 1000
            assert known.depth == 3


@pytest.mark.parametrize("name", SMALL)
def test_images_are_given_moves_that_lead_to_images(name: str) -> None:
    game, book = game_of(name), book_of(name)
    for position in reached(game, 2):
        next_keys = set()
        for image in images(game, position):
            known = book.probe(game, image)
            assert known is not None
            next_keys.add(canonical_key(game, game.play(image, known.move)))
        assert len(next_keys) == 1


def test_a_mirrored_position_is_given_the_mirrored_move() -> None:
    game = game_of("connect-four")
    left, right = played(game, "1 1"), played(game, "7 7")
    entry = Entry(canonical_key(game, played(game, "2", left)), 5, 6)
    book = make_book(PLAYER, {canonical_key(game, left): entry})
    found = [book.probe(game, position) for position in (left, right)]
    assert [game.move_text(left, known.move) for known in found if known] == ["2", "6"]


@given(places("connect-four"))
def test_what_is_not_in_the_book_is_not_found(place: Place) -> None:
    game, book = place.game, book_of("connect-four")
    is_known = canonical_key(game, place.position) in book.entries()
    assert (book.probe(game, place.position) is not None) == is_known


@given(st.integers(0, (1 << 64) - 1))
def test_an_entry_that_no_legal_move_leads_to_is_ignored(child: int) -> None:
    game = game_of(TINY)
    start = game.start()
    next_keys = keys_of(game, [game.play(start, move) for move in legal_moves(game, start)])
    book = make_book(PLAYER, {canonical_key(game, start): Entry(child, 0, 1)})
    assert (book.probe(game, start) is not None) == (child in next_keys)


def test_a_game_that_is_over_has_no_entry() -> None:
    game = game_of(TINY)
    over = played(game, "1 2 4 5 7")
    beyond = game.play(over, next(iter(game.moves(over))))
    book = make_book(PLAYER, {canonical_key(game, over): Entry(canonical_key(game, beyond), 0, 1)})
    assert book.probe(game, over) is None


@pytest.mark.parametrize("step", [-1, 0, 1])
def test_the_entry_beside_a_position_is_not_its_own(step: int) -> None:
    game = game_of("watch-your-back")
    start = game.start()
    child = canonical_key(game, game.play(start, next(iter(game.moves(start)))))
    book = make_book(PLAYER, {canonical_key(game, start) + step: Entry(child, 0, 1)})
    assert (book.probe(game, start) is not None) == (step == 0)


def test_an_empty_book_knows_nothing() -> None:
    game = game_of(TINY)
    assert make_book(PLAYER, {}).probe(game, game.start()) is None


def test_a_line_ends_where_the_book_does() -> None:
    game = game_of(TINY)
    book = make_book(PLAYER, grown(plan_of(TINY, 4)))
    line = book.line(game, game.start())
    assert len(line) == 4
    assert book.line(game, game.play(game.start(), line[0])) == line[1:]


# --- building ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("plies", [1, 2])
def test_a_book_of_all_holds_every_position(name: str, plies: int) -> None:
    game = game_of(name)
    assert grown(plan_of(name, plies, "all")).keys() == keys_of(game, reached(game, plies))


def expected_tree(game: Game, root: Any, plies: int, side: int) -> set[int]:
    """A side's tree by recursion: own moves are those of the test's search."""
    if plies == 0 or game.outcome(root) != ONGOING:
        return set()
    own_turn = getattr(game, "side")(root) == side  # noqa: B009 - the protocol leaves it out
    moves = [last_move(Record(game, root)).move] if own_turn else legal_moves(game, root)
    found = {canonical_key(game, root)} if own_turn else set()
    for move in moves:
        found |= expected_tree(game, game.play(root, move), plies - 1, side)
    return found


@pytest.mark.parametrize(("name", "moves"), [(TINY, ""), (TINY, "5 1"), (NIM, "1"), (NIM, "")])
@pytest.mark.parametrize("plies", [2, 5])
def test_a_side_follows_its_best_moves_and_all_of_the_other(
    name: str, moves: str, plies: int
) -> None:
    plans = {side: plan_of(name, plies, side, moves) for side in ("first", "second", "both")}
    game, root = plans["both"].game, plans["both"].root
    first, second = (expected_tree(game, root, plies, side) for side in (0, 1))
    if name == NIM:  # without images, the recursion above meets the very same positions
        assert grown(plans["first"]).keys() == first
        assert grown(plans["second"]).keys() == second
    found = {side: grown(plan) for side, plan in plans.items()}
    assert found["both"] == found["first"] | found["second"]
    assert found["first"].keys().isdisjoint(found["second"])
    assert bool(found["first"]) == bool(first) and bool(found["second"]) == bool(second)


def test_a_game_that_does_not_tell_whose_turn_it_is_takes_turns(tmp_path: Path) -> None:
    file = tmp_path / "silent.py"
    text = Path(NIM).read_text().replace("def side(", "def unused(").replace("alternates = ", "")
    file.write_text(text.replace('"nim"', '"silent"'))
    game = make_game(str(file))
    trees = {side: grown(plan_of(NIM, 4, side)) for side in ("first", "second")}
    for side, entries in trees.items():
        assert grown(Plan(game, game.start(), 4, TREES[side])) == entries


def test_no_position_is_searched_twice() -> None:
    game, searched = game_of(TINY), []

    def think(record: Record) -> Thought:
        searched.append(canonical_key(game, record.position))
        return last_move(record)

    entries: dict[int, Entry] = {}
    steps = [*grow(plan_of(TINY, 4), think, entries)]
    assert len(searched) == len({*searched}) == len(entries) == len(steps)
    assert [step.done for step in steps] == [*range(1, len(steps) + 1)]
    assert all(step.done <= step.known for step in steps)
    assert steps[-1].done == steps[-1].known
    assert [*grow(plan_of(TINY, 4), think, entries)] == []


@settings(max_examples=20)
@given(st.integers(0, 40))
def test_a_resumed_build_is_the_same_as_one_without_a_break(count: int) -> None:
    plan, whole = plan_of(TINY, 5), grown(plan_of(TINY, 5))
    entries: dict[int, Entry] = {}
    for _, _ in zip(range(count), grow(plan, last_move, entries), strict=False):
        pass
    for _ in grow(plan, last_move, entries):
        pass
    assert entries == whole


def test_a_search_that_saw_nothing_is_made_again() -> None:
    calls = iter(range(10**6))

    def hurried(record: Record) -> Thought:
        return last_move(record)._replace(depth=next(calls) % 3)

    entries: dict[int, Entry] = {}
    for _ in grow(plan_of(TINY, 3), hurried, entries):
        pass
    assert {entry.depth for entry in entries.values()} == {1, 2}


def test_limits_that_are_too_tight_are_reported() -> None:
    plan = plan_of(TINY, 3)
    with pytest.raises(BadOption, match="did not look even one move ahead"):
        [*grow(plan, lambda record: last_move(record)._replace(depth=0), {})]


def test_a_search_that_fails_loses_nothing(tmp_path: Path) -> None:
    file, plan = tmp_path / "a.book", plan_of(TINY, 4)
    left = iter(range(7))

    def think(record: Record) -> Thought:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return last_move(record)

    with pytest.raises(KeyboardInterrupt):
        [*build_file(file, plan, PLAYER, think)]
    assert len(read_book(file, plan.game)) == 7
    resumed = [*build_file(file, plan, PLAYER, last_move)]
    assert resumed[0].done == 8
    assert read_book(file, plan.game).entries() == grown(plan)


def test_what_is_done_is_written_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 100_000, 7))
    monkeypatch.setattr(building, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    file, plan = tmp_path / "a.book", plan_of(TINY, 4)
    sizes = [len(read_book(file, plan.game)) for _ in build_file(file, plan, PLAYER, last_move)]
    assert sizes[0] == 1 and sizes[1] == 1
    assert len({*sizes}) > 2 and sizes == sorted(sizes)


def test_a_build_that_its_caller_leaves_is_kept(tmp_path: Path) -> None:
    file, plan = tmp_path / "a.book", plan_of(TINY, 4)
    steps = build_file(file, plan, PLAYER, last_move)
    for _ in range(3):
        next(steps)
    steps.close()
    assert len(read_book(file, plan.game)) == 3


def test_a_build_without_positions_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    with pytest.raises(BadBook, match=r"the book's side has no move in these 1 plies"):
        [*build_file(file, plan_of(TINY, 1, "second"), PLAYER, last_move)]
    assert not file.exists()


# --- files -------------------------------------------------------------------------------------

ENTRY = st.builds(
    Entry,
    st.integers(0, (1 << 64) - 1),
    st.integers(-(1 << 30), 1 << 30),
    st.integers(0, (1 << 16) - 1),
)
ENTRIES = st.dictionaries(st.integers(0, (1 << 64) - 1), ENTRY, max_size=20)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("books")


@pytest.mark.slow
@given(ENTRIES, st.text(st.characters(exclude_categories=["Cs"])))
def test_a_book_comes_back_as_it_went_in(
    folder: Path, entries: dict[int, Entry], player: str
) -> None:
    file = folder / "round.book"
    write_book(file, game_of(NIM), player, entries)
    found = read_book(file, game_of(NIM))
    assert (found.entries(), found.player, len(found)) == (entries, player, len(entries))


@cache
def content() -> bytes:
    """A sound book of a few positions."""
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "a.book"
        write_book(file, game_of(TINY), PLAYER, grown(plan_of(TINY, 3)))
        return file.read_bytes()


def refusal(file: Path, bad: bytes, game: str = TINY) -> str:
    """The error about a file, without the file's name at its beginning."""
    file.write_bytes(bad)
    with pytest.raises(BadBook) as caught:
        read_book(file, game_of(game))
    text = str(caught.value)
    assert text.startswith(f"{file}: ") and "\n" not in text
    return text.removeprefix(f"{file}: ")


def sealed(body: bytes) -> bytes:
    """Bytes with the checksum that belongs to them."""
    return body + hashlib.sha256(body).digest()


@given(st.integers(0, len(content()) - 1), st.integers(1, 255))
def test_any_changed_byte_is_noticed(folder: Path, place: int, change: int) -> None:
    bad = bytearray(content())
    bad[place] ^= change
    assert refusal(folder / "flip.book", bytes(bad))


@given(st.integers(0, len(content()) - 1))
def test_any_cut_is_noticed(folder: Path, place: int) -> None:
    assert refusal(folder / "cut.book", content()[:place])


@given(st.binary(min_size=1, max_size=100))
def test_anything_more_is_noticed(folder: Path, more: bytes) -> None:
    assert "bytes: expected" in refusal(folder / "more.book", content() + more)


@given(st.binary(max_size=300), st.booleans())
def test_other_bytes_are_no_book(folder: Path, noise: bytes, named: bool) -> None:
    assert refusal(folder / "noise.book", (b"plybook\n" if named else b"") + noise)


def test_each_fault_has_its_sentence(folder: Path) -> None:
    file, good = folder / "bad.book", content()
    body, head = good[:-32], len(b"plybook\n") + 2
    count = struct.unpack_from("<I", good, head + 8)[0]
    assert refusal(file, b"") == "is not an opening book"
    assert refusal(file, good[:20]) == "is cut short: it has 20 bytes"
    version = good[: head - 2] + struct.pack("<H", VERSION + 1) + good[head:]
    assert refusal(file, version) == f"is a book of version {VERSION + 1}: expected {VERSION}"
    counted = good[: head + 8] + struct.pack("<I", count + 1) + good[head + 12 :]
    expected = f"{len(good) + 22} for its {count + 1} positions"
    assert refusal(file, counted) == f"has {len(good)} bytes: expected {expected}"
    assert refusal(file, body + bytes(32)).startswith("was changed")
    swapped = sealed(body[:-44] + body[-22:] + body[-44:-22])
    assert refusal(file, swapped) == "its positions are not in the order of their keys"
    twice = sealed(body[:-22] + body[-44:-22])
    assert refusal(file, twice) == "its positions are not in the order of their keys"
    name = body.index(b"paths")
    garbled = sealed(body[:name] + b"\xff" + body[name + 1 :])
    assert refusal(file, garbled).startswith("a text in it is not UTF-8")


OTHERS = [
    ("connect-four", "is a book for 'paths:misere=0,first=X': expected connect-four:width=7"),
    ("paths:board=3x3,misere=1", "expected paths:misere=1,first=X"),
    ("paths:board=4x4", "is a book for another paths:misere=0,first=X: its tables or rules"),
    ("paths:board=3x3,line=2", "is a book for another paths"),
]


@pytest.mark.parametrize(("game", "sentence"), OTHERS)
def test_a_book_of_another_game_is_refused(folder: Path, game: str, sentence: str) -> None:
    assert sentence in refusal(folder / "other.book", content(), game)
    with pytest.raises(BookOfAnotherGame):
        read_book(folder / "other.book", game_of(game))


def test_a_book_knows_rules_with_other_keys(tmp_path: Path) -> None:
    text = Path(NIM).read_text()
    prints = []
    for number, first in enumerate(("self.heap, 0", "self.heap - 1, 0")):
        (tmp_path / f"nim{number}.py").write_text(text.replace("self.heap, 0", first))
        game = make_game(str(tmp_path / f"nim{number}.py"))
        assert game_text(game) == "nim:heap=21,most=3"
        prints.append(fingerprint(game))
    assert prints[0] == fingerprint(game_of(NIM)) != prints[1]


@pytest.mark.slow
def test_a_file_that_is_too_large_or_not_there_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.book"
    with large.open("wb") as target:
        target.truncate(MAX_BYTES + 1)
    for file, reason in (
        (large, "is larger than"),
        (tmp_path / "no.book", "no such file"),
        (tmp_path, "is a directory"),
    ):
        with pytest.raises(BadBook, match=f"{file}: cannot be read: {reason}"):
            read_book(file, game_of(TINY))


def test_what_cannot_be_written_is_reported_and_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "a.book"
    with pytest.raises(BadBook, match=f"{file}: cannot be written: no such file"):
        write_book(file, game_of(TINY), PLAYER, {})
    with pytest.raises(BadBook, match=f"{file}: cannot be written"):
        [*build_file(file, plan_of(TINY, 3), PLAYER, last_move)]
    assert [*tmp_path.iterdir()] == []


def test_three_thousand_positions_fit_in_little(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    entries = {key: Entry(key, -(1 << 30), 65535) for key in range(3000)}
    write_book(file, game_of("watch-your-back"), SEARCH, entries)
    assert file.stat().st_size < 70_000


# --- players -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tiny_book(folder: Path) -> Path:
    """A book of one position: mark the middle first."""
    game = game_of(TINY)
    middle = canonical_key(game, played(game, "5"))
    file = folder / "middle.book"
    write_book(file, game, PLAYER, {canonical_key(game, game.start()): Entry(middle, 12, 34)})
    return file


def no_search(*_: Any) -> Thought:
    raise AssertionError("the player searched")


def test_a_player_plays_what_the_book_says(
    tiny_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, player = game_of(TINY), make_engine_player(f"minimax:depth=1,book={tiny_book}")
    monkeypatch.setattr(EnginePlayer, "think", no_search)
    record = Record(game)
    assert game.move_text(record.position, player.choose(record)) == "5"
    thought = player.thought
    assert thought is not None
    assert (thought.score, thought.depth, thought.nodes) == (12, 34, 0)
    assert thought.lines[0].moves == (thought.move,)
    assert thought.lines[0].leaf == played(game, "5")


def test_a_player_thinks_where_the_book_ends(tiny_book: Path) -> None:
    game, player = game_of(TINY), make_engine_player(f"minimax:depth=1,book={tiny_book}")
    record = Record(game, played(game, "1"))
    assert player.choose(record) in legal_moves(game, record.position)
    assert player.thought is not None and player.thought.nodes > 0


def test_a_player_reads_its_book_once(tiny_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []

    def find_book(text: str, game: Game) -> Book | None:
        reads.append(text)
        return own.find_book(text, game)

    monkeypatch.setattr(players, "find_book", find_book)
    game, player = game_of(TINY), make_engine_player(f"minimax:depth=1,book={tiny_book}")
    for _ in range(3):
        player.choose(Record(game))
    assert reads == [str(tiny_book)]


def test_a_players_book_must_be_of_the_game(tiny_book: Path) -> None:
    game, player = game_of(NIM), make_engine_player(f"minimax:depth=1,book={tiny_book}")
    with pytest.raises(BadBook, match="is a book for 'paths"):
        player.choose(Record(game))


@pytest.fixture
def shipped(tiny_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if every game shipped with the book of the small one."""
    file = tmp_path / own.FILE_NAME
    file.write_bytes(tiny_book.read_bytes())
    monkeypatch.setattr(own, "own_path", lambda game: file)
    return file


@pytest.mark.parametrize("text", ["best:nodes=100", "solver", "minimax:depth=1,book=own"])
def test_the_games_own_book_is_played(
    text: str, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EnginePlayer, "think", no_search)
    game = game_of(TINY)
    assert make_engine_player(text).choose(Record(game)) == 4


@pytest.mark.parametrize("text", ["best:book=", "solver:book=", "minimax:depth=1", "mcts"])
def test_only_best_and_solver_open_the_games_own_book_unasked(text: str, shipped: Path) -> None:
    assert make_engine_player(text).open_book(game_of(TINY)) is None


def test_the_own_book_is_not_used_with_other_options(shipped: Path) -> None:
    assert own.own_book(game_of(TINY)) is not None
    assert own.own_book(game_of("paths:board=3x3,misere=1")) is None


def test_an_own_book_that_is_broken_is_reported(shipped: Path) -> None:
    shipped.write_bytes(shipped.read_bytes()[:-1])
    with pytest.raises(BadBook, match=own.FILE_NAME):
        own.own_book(game_of(TINY))


def test_a_game_without_a_book_has_none() -> None:
    assert make_engine_player("minimax:depth=1,book=own").open_book(game_of(BREAKTHROUGH)) is None


def test_the_own_book_stands_beside_the_rules() -> None:
    path = own.own_path(game_of(TINY))
    assert path == ROOT / "src" / "plyground" / "games" / "paths" / own.FILE_NAME


def test_shipped_books_are_of_the_games_as_they_are() -> None:
    with_book = []
    for name in all_games():
        path = own.own_path(game_of(name))
        if path and path.exists():
            assert len(read_book(path, game_of(name))) > 0
            with_book.append(name)
    assert with_book == ["connect-four", "watch-your-back"]


# --- the command -------------------------------------------------------------------------------


def report(*args: str) -> Any:
    finished = plyground("book", *args, "--json")
    assert finished.returncode == 0, finished
    return told(finished.stdout)


@pytest.mark.slow
def test_the_command_builds_resumes_and_shows(tmp_path: Path) -> None:
    file = str(tmp_path / "a.book")
    first = report("build", TINY, file, "--plies", "2", "--player", SEARCH)
    book = first["book"]
    assert book["positions"] == first["searched"] == 4
    assert (book["player"], book["game"], book["file"]) == (SEARCH, TINY, file)
    assert book["least_depth"] == book["mean_depth"] == book["most_depth"] == 2
    more = report("build", TINY, file, "--plies", "3", "--player", SEARCH)
    assert more["searched"] == more["book"]["positions"] - 4 > 0

    shown = report("show", TINY, file)
    assert shown["book"] == more["book"]
    [found] = shown["lines"]
    assert found["after"] is None and found["depth"] == 2
    moves = found["line"]["moves"]
    assert len(moves) == 3 and found["line"]["verdict"] is None
    after = report("show", TINY, file, "--moves", moves[0])
    assert after["lines"][0]["line"]["moves"] == moves[1:]

    output = plyground("book", "show", TINY, file)
    assert output.returncode == 0
    assert f"{more['book']['positions']} positions by {SEARCH}, depth 2 to 2" in output.stdout
    assert " ".join(moves[1:]) in output.stdout


def test_the_command_searches_as_the_player_does(tmp_path: Path) -> None:
    file, game = tmp_path / "a.book", game_of(TINY)
    report("build", TINY, str(file), "--plies", "3", "--player", SEARCH)

    def think(record: Record) -> Thought:
        return make_engine_player(SEARCH).think(record)

    entries: dict[int, Entry] = {}
    for _ in grow(plan_of(TINY, 3), think, entries):
        pass
    assert read_book(file, game).entries() == entries


def test_the_command_builds_for_a_side_from_a_position(tmp_path: Path) -> None:
    file, game = tmp_path / "a.book", game_of(TINY)
    where = ("--moves", "5", "--player", SEARCH)
    report("build", TINY, str(file), "--plies", "2", "--side", "second", *where)
    assert [*read_book(file, game).entries()] == [canonical_key(game, played(game, "5"))]
    shown = report("show", TINY, str(file))
    assert [line["after"] for line in shown["lines"]] == ["5"]
    report("build", TINY, str(file), "--plies", "3", "--all", *where)
    assert read_book(file, game).entries().keys() == keys_of(
        game, reached(game, 3, played(game, "5"))
    )
    elsewhere = plyground("book", "show", TINY, str(file), "--moves", "1 2 3")
    assert "the book does not have this position" in elsewhere.stdout


REFUSALS = [
    (["build", "zzz", "a.book"], "there is no game 'zzz'"),
    (["build", TINY, "a.book", "--player", "random"], "the player random does not search"),
    (["build", TINY, "a.book", "--player", "minimax:depth=0"], "expected more than 0"),
    (["build", TINY, "a.book", "--plies", "0"], "--plies is '0': expected 1 or more"),
    (
        ["build", TINY, "a.book", "--side", "third"],
        "--side is 'third': expected one of first, second, both",
    ),
    (["build", TINY, "a.book", "--moves", "1 2 4 5 7"], "the game is over"),
    (["build", TINY, "a.book", "--plies", "1", "--side", "second"], "has no move in these 1"),
    (["build", TINY, "no/a.book", "--player", SEARCH], "no/a.book: cannot be written"),
    (["build", TINY, "."], ".: cannot be read: is a directory"),
    (["show", TINY, "no.book"], "no.book: cannot be read: no such file"),
    (["bogus"], "No such command"),
]


@pytest.mark.parametrize(("args", "sentence"), REFUSALS, ids=lambda value: str(value)[:40])
def test_what_cannot_be_done_is_reported(args: list[str], sentence: str, tmp_path: Path) -> None:
    assert sentence in refused("book", *args, cwd=tmp_path)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("kind", ["no book", "another game", "another player", "a broken book"])
def test_nothing_is_overwritten_that_is_no_book_of_this(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    write_book(file, game_of(NIM if kind == "another game" else TINY), PLAYER, {})
    before = {"no book": b"my letters", "a broken book": file.read_bytes()[:-1]}.get(
        kind, file.read_bytes()
    )
    file.write_bytes(before)
    assert f"{file}: " in refused("book", "build", TINY, str(file))
    assert file.read_bytes() == before


def test_the_group_explains_itself() -> None:
    for args in ([], ["--help"]):
        finished = plyground("book", *args)
        assert finished.returncode == 0
        assert "build" in finished.stdout and "show" in finished.stdout
    for command in ("build", "show"):
        assert "Examples:" in plyground("book", command, "--help").stdout


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    player = "minimax:time=0.05"
    args = ["book", "build", TINY, str(file), "--plies", "9", "--all", "--player", player]
    child = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], *args], cwd=str(ROOT), encoding="utf-8")
    child.expect("ply [3-9] of 9: [0-9]+ of [0-9]+ positions", timeout=300)
    child.kill(signal.SIGINT)
    child.expect("plyground: interrupted", timeout=60)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert [path.name for path in tmp_path.iterdir()] == ["a.book"]
    book = read_book(file, game_of(TINY))
    assert len(book) > 3 and book.player == player


def test_a_move_from_a_book_is_shown_as_one() -> None:
    game = game_of("connect-four")
    book = own.own_book(game)
    assert book is not None
    known = book.probe(game, game.start())
    assert known is not None
    thought = known.thought(game, game.start())
    assert (
        summary(game, game.start(), thought) == "from the book: 4, wins in 41 plies if nobody errs"
    )


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (final_score(LOSS, 8), "loses in 8 plies if nobody errs"),
        (0, "neither side is better by a search 5 plies deep"),
        (1265, "better for the mover by a search 5 plies deep (+1,265)"),
        (-3, "worse for the mover by a search 5 plies deep (-3)"),
    ],
)
def test_what_a_score_of_a_book_means_is_reported_in_words(score: int, words: str) -> None:
    game = game_of("connect-four")
    thought = BookMove(3, score, 5).thought(game, game.start())
    assert summary(game, game.start(), thought) == f"from the book: 4, {words}"
