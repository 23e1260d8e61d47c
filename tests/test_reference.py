"""The reference rules themselves, checked against the known numbers of each game."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

import pytest

from tests.reference.connect_four import ConnectFour
from tests.reference.conniption import Conniption, State as ConniptionState
from tests.reference.dominoes import Dominoes
from tests.reference.paths import Paths, grid_paths
from tests.reference.watch_your_back import State as WatchYourBackState, WatchYourBack

S = TypeVar("S")
View = tuple[object, ...]


class Game(Protocol[S]):
    def start(self) -> S: ...

    def moves(self, state: S) -> list[str]: ...

    def play(self, state: S, text: str) -> S: ...

    def result(self, state: S) -> str | None: ...

    def view(self, state: S) -> View: ...


class Layer(Generic[S]):
    """The distinct positions of one ply, each with the number of ways that lead there."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.states: dict[View, S] = {}
        self.ways: Counter[View] = Counter()

    def add(self, state: S, ways: int) -> None:
        view = self.game.view(state)
        self.states[view] = state
        self.ways[view] += ways

    def sequences(self) -> int:
        return self.ways.total()

    def sequences_of_next_ply(self) -> int:
        return sum(
            self.ways[view] * len(self.game.moves(state)) for view, state in self.states.items()
        )

    def results(self) -> dict[str, int]:
        """How many sequences end here, by the result of the game."""
        counts: Counter[str] = Counter()
        for view, state in self.states.items():
            result = self.game.result(state)
            if result is not None:
                counts[result] += self.ways[view]
        return dict(counts)


def layers(game: Game[S], state: S, depth: int) -> list[Layer[S]]:
    layer = Layer(game)
    layer.add(state, 1)
    found = [layer]
    for _ in range(depth):
        following = Layer(game)
        for view, parent in layer.states.items():
            for text in game.moves(parent):
                following.add(game.play(parent, text), layer.ways[view])
        layer = following
        found.append(layer)
    return found


def perft(game: Game[S], state: S, depth: int) -> int:
    """Sequences of `depth` moves, counted one by one, without merging positions."""
    if depth == 0:
        return 1
    return sum(perft(game, game.play(state, text), depth - 1) for text in game.moves(state))


SCORES = {"first": 1, "draw": 0, "second": -1}


def solve(game: Game[S], state: S, known: dict[View, int]) -> int:
    """The value with best play for the first player: 1 won, 0 drawn, -1 lost."""
    view = game.view(state)
    if view not in known:
        result = game.result(state)
        if result is not None:
            known[view] = SCORES[result]
        else:
            known[view] = best_of_children(game, state, known)
    return known[view]


def best_of_children(game: Game[S], state: S, known: dict[View, int]) -> int:
    goal = 1 if game.view(state)[-1] == 0 else -1
    children = [game.play(state, text) for text in game.moves(state)]
    # Wins at once come first: they save the search of everything beside them.
    if any(SCORES.get(game.result(child) or "") == goal for child in children):
        return goal
    best = -goal
    for child in children:
        value = solve(game, child, known)
        if value * goal > best * goal:
            best = value
        if best == goal:
            break
    return best


def first_wins_within(game: Game[S], state: S, plies: int, known: dict[View, bool]) -> bool:
    """Whether the first player can force a win in at most `plies` more plies.

    `known` belongs to one search from one starting depth, so a position has one depth in it.
    """
    result = game.result(state)
    if result is not None or plies == 0:
        return result == "first"
    view = game.view(state)
    if view not in known:
        children = (game.play(state, text) for text in game.moves(state))
        wins = (first_wins_within(game, child, plies - 1, known) for child in children)
        known[view] = any(wins) if view[-1] == 0 else all(wins)
    return known[view]


def play_all(game: Game[S], texts: str) -> S:
    state = game.start()
    for text in texts.split():
        state = game.play(state, text)
    return state


def random_game(game: Game[S], generator: random.Random) -> Iterator[S]:
    """Every state of one uniformly random game, from the start to the end."""
    state = game.start()
    yield state
    while game.result(state) is None:
        state = game.play(state, generator.choice(game.moves(state)))
        yield state


# Connect Four


@pytest.mark.long
def test_connect_four_counts() -> None:
    game = ConnectFour()
    assert len(game.lines) == 69
    found = layers(game, game.start(), 7)
    sequences = [7, 49, 343, 2401, 16807, 117649, 823536]
    assert [layer.sequences() for layer in found[1:]] == sequences
    assert found[-1].sequences_of_next_ply() == 5673234
    positions = [1, 7, 49, 238, 1120, 4263, 16422, 54859]
    assert [len(layer.states) for layer in found] == positions


def test_connect_four_counts_without_merging() -> None:
    game = ConnectFour()
    assert perft(game, game.start(), 5) == 16807


@pytest.mark.slow
def test_connect_four_values_of_small_boards() -> None:
    game = ConnectFour(width=4, height=4)
    assert solve(game, game.start(), {}) == 0


def test_connect_four_diagonal_win() -> None:
    game = ConnectFour()
    state = play_all(game, "4 5 5 6 7 6 6 7 7 1")
    assert game.result(state) is None
    state = game.play(state, "7")
    rows = (
        ".......",
        ".......",
        "......x",
        ".....xx",
        "....xoo",
        "o..xoox",
    )
    assert game.view(state) == (rows, 1)
    assert game.result(state) == "first"
    assert game.moves(state) == []


def test_connect_four_full_column_and_full_board() -> None:
    game = ConnectFour(width=2, height=2, connect=3)
    state = play_all(game, "1 1")
    assert game.moves(state) == ["2"]
    with pytest.raises(ValueError, match="illegal"):
        game.play(state, "1")
    assert game.result(play_all(game, "1 1 2 2")) == "draw"


# Conniption


@pytest.mark.long
def test_conniption_counts() -> None:
    game = Conniption()
    found = layers(game, game.start(), 4)
    assert [layer.sequences() for layer in found[1:]] == [28, 588, 12348, 259308]
    assert [len(layer.states) for layer in found[1:]] == [28, 490, 4004, 28868]
    assert found[-1].sequences_of_next_ply() == 5260591


def test_conniption_counts_without_merging() -> None:
    game = Conniption()
    assert perft(game, game.start(), 3) == 12348


@pytest.mark.parametrize(
    ("flips", "before", "count"),
    [
        ((4, 4), "", 28),
        ((2, 2), "", 28),
        ((1, 1), "", 21),
        ((0, 0), "", 7),
        ((4, 4), "4f", 14),
        ((4, 1), "4f", 14),
        ((4, 0), "4f", 7),
        ((4, 4), "f4", 28),
    ],
)
def test_conniption_number_of_moves(flips: tuple[int, int], before: str, count: int) -> None:
    game = Conniption(flips=flips)
    assert len(set(game.moves(play_all(game, before)))) == count


def test_conniption_line_of_longest_resistance() -> None:
    game = Conniption()
    line = "4 f4 3 f7f 4 f7 5 7"
    assert game.result(play_all(game, line)) is None
    state = play_all(game, f"{line} 2")
    assert game.result(state) == "first"
    rows = (
        ".......",
        ".......",
        ".......",
        "...x..o",
        "...o..o",
        ".xxxx.o",
    )
    assert game.view(state) == (rows, 4, 0, True, 1)


def test_conniption_first_flip_alone_can_end_the_game() -> None:
    game = Conniption(width=3, height=3, connect=3)
    before = play_all(game, "1 2 2 3 3")
    assert game.view(before) == (("...", ".xx", "xoo"), 4, 4, True, 1)
    after = (("...", ".oo", "xxx"), 4, 3, True, 0)
    for text in ("f1", "f2", "f3f"):
        state = game.play(before, text)
        assert game.view(state) == after
        assert game.result(state) == "first"


def test_conniption_flip_after_a_winning_drop_does_not_happen() -> None:
    game = Conniption(width=3, height=3, connect=3)
    state = play_all(game, "1 1 2 2 3f")
    assert game.view(state) == (("...", "oo.", "xxx"), 4, 4, True, 1)
    assert game.result(state) == "first"


def test_conniption_turn_end_looks_only_at_the_end() -> None:
    game = Conniption(width=3, height=3, connect=3, win_check="turn_end")
    state = play_all(game, "1 1 2 2 3f")
    assert game.view(state) == (("...", "xx.", "oox"), 3, 4, False, 1)
    assert game.result(state) is None
    assert game.result(play_all(game, "1 1 2 2 3")) == "first"


def flip_for_both_lines(game: Conniption) -> ConniptionState:
    before = play_all(game, "3 3 2 1 1 1 2 2")
    assert game.view(before) == (("oo.", "xxo", "oxx"), 4, 4, True, 0)
    assert game.result(before) is None
    return game.play(before, "f3")


def test_conniption_both_lines() -> None:
    game = Conniption(width=3, height=3, connect=3)
    state = flip_for_both_lines(game)
    assert game.view(state) == (("ox.", "xxx", "ooo"), 3, 4, True, 1)
    assert game.result(state) == "first"

    game = Conniption(width=3, height=3, connect=3, both_lines="draw")
    assert game.result(flip_for_both_lines(game)) == "draw"

    game = Conniption(width=3, height=3, connect=3, win_check="turn_end")
    state = flip_for_both_lines(game)
    assert game.view(state) == (("oxx", "xxx", "ooo"), 3, 4, True, 1)
    assert game.result(state) == "first"


def test_conniption_full_board_waits_for_the_last_flip() -> None:
    game = Conniption(width=2, height=3, connect=3)
    before = play_all(game, "1 1 1 2 2")
    assert game.result(game.play(before, "2")) == "draw"
    assert game.view(game.play(before, "2f")) == (("xo", "ox", "xo"), 4, 3, False, 0)
    assert game.result(game.play(before, "2f")) == "draw"
    assert game.moves(game.play(before, "2f")) == []


def test_conniption_two_flips_against_none_win_on_the_seventh_ply() -> None:
    game = Conniption(flips=(2, 0))
    assert not first_wins_within(game, game.start(), 6, {})
    assert first_wins_within(game, play_all(game, "4"), 6, {})


@pytest.mark.long
def test_conniption_random_play() -> None:
    game = Conniption()
    generator = random.Random(1)
    games = 1000
    plies = 0
    choices = 0
    results: Counter[str | None] = Counter()
    for _ in range(games):
        states = list(random_game(game, generator))
        plies += len(states) - 1
        choices += sum(len(game.moves(state)) for state in states)
        results[game.result(states[-1])] += 1
    assert plies / games == pytest.approx(19.6, abs=0.8)
    assert choices / plies == pytest.approx(14.3, abs=0.5)
    assert results["first"] / games == pytest.approx(0.566, abs=0.05)


# Paths


def test_grid_paths() -> None:
    assert sorted(grid_paths((3, 3), 3)[1]) == [
        [1, 2, 3],
        [1, 4, 7],
        [1, 5, 9],
        [2, 5, 8],
        [3, 5, 7],
        [3, 6, 9],
        [4, 5, 6],
        [7, 8, 9],
    ]
    assert grid_paths((2, 3), 3) == (6, [[1, 2, 3], [4, 5, 6]])
    assert grid_paths((3,), 1) == (3, [[1], [2], [3]])
    spaces, paths = grid_paths((4, 4, 4), 4)
    assert (spaces, len(paths)) == (64, 76)
    assert len(grid_paths((3, 3, 3), 3)[1]) == 49
    assert len(grid_paths((6, 7), 4)[1]) == 69


def test_paths_all_games_on_three_by_three() -> None:
    game = Paths(*grid_paths((3, 3), 3))
    found = layers(game, game.start(), 9)
    sequences = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert [layer.sequences() for layer in found] == sequences
    assert sum(len(layer.states) for layer in found) == 5478
    results: Counter[str] = Counter()
    for layer in found:
        results.update(layer.results())
    assert results == {"first": 131184, "second": 77904, "draw": 46080}
    assert results.total() == 255168


def test_paths_counts_without_merging() -> None:
    game = Paths(*grid_paths((3, 3), 3))
    assert perft(game, game.start(), 6) == 54720


@pytest.mark.parametrize(
    ("sides", "line", "value"), [((3, 3), 3, 0), ((3, 4), 3, 1), ((4, 4), 3, 1)]
)
def test_paths_values(sides: tuple[int, ...], line: int, value: int) -> None:
    game = Paths(*grid_paths(sides, line))
    assert solve(game, game.start(), {}) == value


def test_paths_misere_is_held_only_by_the_centre() -> None:
    game = Paths(*grid_paths((3, 3), 3), misere=True)
    known: dict[View, int] = {}
    values = {
        text: solve(game, game.play(game.start(), text), known) for text in game.moves(game.start())
    }
    assert values == {text: 0 if text == "5" else -1 for text in "123456789"}


def test_paths_small_rules() -> None:
    game = Paths(*grid_paths((3, 3), 3))
    state = play_all(game, "1 2 4 3")
    assert game.view(state) == ("xoox.....", 0)
    assert game.result(game.play(state, "7")) == "first"
    with pytest.raises(ValueError, match="illegal"):
        game.play(state, "1")

    assert Paths(2, []).result(play_all(Paths(2, []), "2 1")) == "draw"
    single = Paths(2, [[2]])
    assert single.result(play_all(single, "2")) == "first"
    assert single.result(play_all(single, "1 2")) == "second"
    loser = Paths(2, [[2]], misere=True)
    assert loser.result(play_all(loser, "2")) == "second"


# Dominoes


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "columns", "sequences", "won"),
    [
        (6, 7, [71, 4614, 273168, 14365644], 5384),
        (6, 6, [60, 3244, 157032, 6602464], None),
    ],
)
def test_dominoes_counts(rows: int, columns: int, sequences: list[int], won: int | None) -> None:
    game = Dominoes(rows=rows, columns=columns)
    found = layers(game, game.start(), 3)
    assert [layer.sequences() for layer in found[1:]] == sequences[:3]
    assert found[3].sequences_of_next_ply() == sequences[3]
    assert [layer.results() for layer in found[:3]] == [{}, {}, {}]
    if won is not None:
        assert found[3].results() == {"first": won}


def test_dominoes_counts_without_merging() -> None:
    game = Dominoes()
    assert perft(game, game.start(), 2) == 4614


@pytest.mark.parametrize(
    ("rows", "columns", "line", "value"), [(2, 3, 3, 0), (4, 4, 4, 0), (4, 5, 4, 1)]
)
def test_dominoes_values(rows: int, columns: int, line: int, value: int) -> None:
    game = Dominoes(rows=rows, columns=columns, line=line)
    assert solve(game, game.start(), {}) == value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "columns", "line", "plies"), [(6, 7, 4, 3), (6, 6, 4, 3), (4, 5, 4, 7)]
)
def test_dominoes_length_of_the_win(rows: int, columns: int, line: int, plies: int) -> None:
    game = Dominoes(rows=rows, columns=columns, line=line)
    assert first_wins_within(game, game.start(), plies, {})
    assert not first_wins_within(game, game.start(), plies - 1, {})


@pytest.mark.slow
def test_dominoes_line_of_five_wins_on_the_fifth_ply() -> None:
    game = Dominoes(line=5)
    assert not first_wins_within(game, game.start(), 3, {})
    assert first_wins_within(game, play_all(game, "2,2,3"), 4, {})


def test_dominoes_small_rules() -> None:
    game = Dominoes(rows=2, columns=3, line=3)
    assert sorted(game.moves(game.start())) == [
        "1,1,1",
        "1,1,2",
        "1,2,1",
        "1,2,2",
        "2,1,1",
        "2,1,2",
        "2,1,3",
    ]
    state = play_all(game, "2,1,1 1,2,2")
    assert game.view(state) == (("x..", "xoo"), 0)
    for overlap_or_outside in ("2,1,2", "1,1,3", "2,2,1"):
        with pytest.raises(ValueError, match="illegal"):
            game.play(state, overlap_or_outside)
    assert game.result(game.play(state, "1,1,2")) == "first"

    # Two squares stay free but no domino fits on them.
    state = play_all(game, "1,1,1 1,2,2")
    assert game.view(state) == (("xx.", ".oo"), 0)
    assert game.result(state) == "draw"
    assert game.moves(state) == []


# Watch Your Back!

POSITION_A = "X--O---X---OO-O-O--@@-O@--O--O---@@-OOO@O@-@-@-----@----X--@---X"
POSITION_C = ".........XO--OX..@----@..------..O--@@O..-O--@-..X@-@-X........."
POSITION_E = "..................X--X....-@@-....-@@-....XOOX.................."


def test_watch_your_back_counts_from_the_start() -> None:
    game = WatchYourBack()
    assert perft(game, game.start(), 2) == 2084
    found = layers(game, game.start(), 2)
    assert [layer.sequences() for layer in found[1:]] == [46, 2084]
    assert found[-1].sequences_of_next_ply() == 92342


def test_watch_your_back_counts_of_position_a() -> None:
    game = WatchYourBack()
    state = game.setup(POSITION_A, "O", 0)
    assert perft(game, state, 2) == 1241
    found = layers(game, state, 2)
    assert [layer.sequences() for layer in found[1:]] == [37, 1241]
    assert found[-1].sequences_of_next_ply() == 45172


def test_watch_your_back_counts_of_position_c() -> None:
    game = WatchYourBack()
    found = layers(game, game.setup(POSITION_C, "O", 190), 3)
    assert [layer.sequences() for layer in found[1:]] == [12, 226, 0]
    assert found[1].results() == {}
    assert found[2].results() == {"second": 210, "draw": 16}


def test_watch_your_back_counts_of_position_e() -> None:
    game = WatchYourBack()
    state = game.setup(POSITION_E, "O", 200)
    assert game.moves(state) == ["forfeit"]
    found = layers(game, state, 3)
    assert [layer.sequences() for layer in found[1:]] == [1, 12, 12]
    assert [layer.results() for layer in found[1:]] == [{}, {}, {"second": 6}]


@pytest.mark.parametrize(
    ("before", "side", "turn", "action", "after", "result"),
    [
        (
            "X------X------------------O@-@O-----O-------------------X------X",
            "O",
            20,
            "4,4-4,3",
            "X------X------------------O-O-O-------------------------X------X",
            "first",
        ),
        (
            "X------X-------------------@-@------O--------------O---OX------X",
            "O",
            20,
            "4,4-4,3",
            "X------X-------------------@-@---------------------O---OX------X",
            None,
        ),
        (
            "X-@----X-O--------------------------O--------------O---OX-----@X",
            "O",
            20,
            "1,1-1,0",
            "X-@----X----------------------------O--------------O---OX-----@X",
            None,
        ),
        (
            "X------X-O@------@-------O-----@---------O----@--@-@--O-X------X",
            "@",
            127,
            "7,3-7,2",
            ".........X@---X..------..O-----..------..O----@..X-@--X.........",
            None,
        ),
        (
            "X------X----------@O--------@-------------------O-------X------X",
            "@",
            127,
            "4,3-4,2",
            "X------X----------@-@---------------------------O-------X------X",
            "second",
        ),
        (
            "X--O---X----------------O-------@--------------@--------X------X",
            "@",
            127,
            "7,5-7,4",
            ".........X----X..------..------..------..------..X----X.........",
            "draw",
        ),
    ],
)
def test_watch_your_back_golden_cases(
    before: str, side: str, turn: int, action: str, after: str, result: str | None
) -> None:
    game = WatchYourBack()
    state = game.play(game.setup(before, side, turn), action)
    assert game.view(state) == (after, (turn + 1) % 2, "moving", turn + 1)
    assert game.result(state) == result


@pytest.mark.parametrize(
    ("turn", "before", "after"),
    [
        (
            127,
            [
                "X------X",
                "-O------",
                "-O------",
                "O@OO----",
                "O@OO----",
                "-O------",
                "-O------",
                "X------X",
            ],
            [
                "........",
                ".X----X.",
                ".------.",
                ".@OO---.",
                ".@OO---.",
                ".------.",
                ".X----X.",
                "........",
            ],
        ),
        (
            191,
            [
                "........",
                ".XO---X.",
                ".-O----.",
                ".O@OO--.",
                ".O@OO--.",
                ".-O----.",
                ".XO---X.",
                "........",
            ],
            [
                "........",
                "........",
                "..X--X..",
                "..@OO-..",
                "..@OO-..",
                "..X--X..",
                "........",
                "........",
            ],
        ),
    ],
)
def test_watch_your_back_forfeit_still_shrinks(
    turn: int, before: list[str], after: list[str]
) -> None:
    game = WatchYourBack()
    state = game.setup("".join(before), "@", turn)
    assert game.moves(state) == ["forfeit"]
    state = game.play(state, "forfeit")
    assert game.view(state) == ("".join(after), 0, "moving", turn + 1)
    assert game.result(state) is None


def test_watch_your_back_forfeit_with_a_legal_action_is_illegal() -> None:
    game = WatchYourBack()
    with pytest.raises(ValueError, match="illegal"):
        game.play(game.setup(POSITION_A, "O", 0), "forfeit")


def last_placement(board: str) -> WatchYourBackState:
    game = WatchYourBack()
    state = game.setup(board, "@", 23, placing=True)
    assert game.result(state) is None
    return game.play(state, "0,6")


def test_watch_your_back_may_end_after_the_last_placement() -> None:
    game = WatchYourBack()
    one_white_piece = "X-O----X" + "-" * 40 + "------@-" + "X------X"
    state = last_placement(one_white_piece)
    assert game.view(state)[1:] == (0, "moving", 0)
    assert game.result(state) == "second"

    two_white_pieces = "X-OO---X" + "-" * 40 + "------@-" + "X------X"
    state = last_placement(two_white_pieces)
    assert game.view(state)[1:] == (0, "moving", 0)
    assert game.result(state) is None


def test_watch_your_back_turn_limit() -> None:
    drawn = WatchYourBack(turn_limit=201)
    state = drawn.play(drawn.setup(POSITION_E, "O", 200), "forfeit")
    assert drawn.result(state) == "draw"
    assert drawn.moves(state) == []

    endless = WatchYourBack(turn_limit=0)
    assert endless.result(endless.setup(POSITION_E, "O", 2000)) is None

    # A win on the very turn of the limit is still a win.
    limit = WatchYourBack(turn_limit=21)
    board = "X------X------------------O@-@O-----O-------------------X------X"
    assert limit.result(limit.play(limit.setup(board, "O", 20), "4,4-4,3")) == "first"


@pytest.mark.long
def test_watch_your_back_random_play() -> None:
    game = WatchYourBack()
    generator = random.Random(1)
    games = 200
    plies = 0
    results: Counter[str | None] = Counter()
    numbers_of_choices: dict[str, list[int]] = {"placing": [], "moving": []}
    for _ in range(games):
        states = list(random_game(game, generator))
        plies += len(states) - 1
        results[game.result(states[-1])] += 1
        for state in states[:-1]:
            numbers_of_choices[state.phase].append(len(game.moves(state)))
    placing = numbers_of_choices["placing"]
    moving = numbers_of_choices["moving"]
    assert plies / games == pytest.approx(193, abs=6)
    assert sum(placing) / len(placing) == pytest.approx(36.8, abs=0.5)
    assert sum(moving) / len(moving) == pytest.approx(24.6, abs=1.0)
    assert results["first"] / games == pytest.approx(0.41, abs=0.1)
    assert results["second"] / games == pytest.approx(0.43, abs=0.1)
    assert results["draw"] / games == pytest.approx(0.16, abs=0.08)
