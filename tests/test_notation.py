"""Games as text: written and read back without loss, and read as far as they can be understood."""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import example, given, strategies as st

from plyground import LOSS, ONGOING, Game, game, make_game
from plyground.core.wire import Termination
from plyground.records.notation import (
    DRAWN,
    EITHER,
    OWN_TAGS,
    TERMINATIONS,
    ParsedRecord,
    format_record,
    parse_record,
)
from plyground.records.record import Ending, Record
from plyground.records.tree import MoveTree, TreeBuilder, TreeMove, main_line
from tests.positions import SEVEN_GAMES, game_of, random_line, seeds

PLAYERS = ("human", "best:time=1")
TAGS = '[Game "connect-four"]\n[First "human"]\n[Second "random"]\n'


def record_of(name: str, texts: str = "", position: str | None = None) -> Record:
    return Record(game_of(name), position, texts, game_text=name)


def read(text: str) -> ParsedRecord:
    return parse_record(text, make_game)


def complaints(text: str) -> list[str]:
    return [str(mistake) for mistake in read(text).mistakes]


def moves_of(text: str) -> list[str]:
    record = read(text).record
    assert record is not None
    return record.move_texts


ENDINGS = [
    None,
    *(
        Ending(how, winner)
        for how in TERMINATIONS.values()
        for winner in (0, 1, None)
        if how in EITHER or (winner is None) == (how in DRAWN)
    ),
]
"""None, and every way to end otherwise than by the rules."""


@st.composite
def records(draw: st.DrawFn, name: str) -> Record:
    """Some part of a random game, from its start or from somewhere in it, perhaps given up."""
    positions = random_line(game_of(name), draw(seeds))
    begin = draw(st.integers(0, len(positions) - 1))
    end = draw(st.integers(begin, len(positions) - 1))
    made = game_of(name)
    record = Record(made, positions[begin], game_text=name)
    for after in positions[begin + 1 : end + 1]:
        moves = made.moves(record.position)
        record.push(next(m for m in moves if made.play(record.position, m) == after))
    if not record.is_over:
        record.ending = draw(st.sampled_from(ENDINGS))
    return record


tag_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]*", fullmatch=True)
any_text = st.text() | st.binary().map(lambda name: name.decode("utf-8", "surrogateescape"))
"""File names that are no Unicode too, as Python holds them."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SEVEN_GAMES)
@given(data=st.data(), players=st.tuples(any_text, any_text))
@example(data=None, players=('a"b\\', "\u2028\n]\x85"))
def test_what_is_written_is_read_back(name: str, data: Any, players: tuple[str, str]) -> None:
    record = data.draw(records(name)) if data else record_of(name)
    others = data.draw(st.dictionaries(tag_names, any_text, max_size=3)) if data else {}
    others = {tag: text for tag, text in others.items() if tag not in OWN_TAGS}
    text = format_record(record, players, others)
    parsed = parse_record(text.encode().decode(), make_game)
    assert parsed.mistakes == []
    assert parsed.record is not None and parsed.record == record
    assert (parsed.tags["First"], parsed.tags["Second"]) == players
    assert parsed.other_tags == others
    assert parsed.tags["Result"] == record.result
    assert format_record(parsed.record, players, parsed.other_tags) == text


@given(text=any_text)
def test_any_text_at_all_is_survived(text: str) -> None:
    assert read(text).mistakes
    assert read(TAGS + "\n1. 4 " + text).record is not None


@given(data=st.data())
def test_a_damaged_record_is_read_as_far_as_it_goes(data: Any) -> None:
    """All moves before the damage are there, and none after it."""
    record = data.draw(records("connect-four"))
    head, words = format_record(record, PLAYERS).split("\n\n")
    place = data.draw(st.sampled_from([n for n, sign in enumerate(words) if sign.isspace()]))
    parsed = read(f"{head}\n\n{words[:place]} ? {words[place:]}")
    assert parsed.record is not None
    kept = [word for word in words[:place].split() if word.isdecimal()]
    assert parsed.record.move_texts == kept == record.move_texts[: len(kept)]
    assert "'?'" in str(parsed.mistakes[0])


comments = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@st.composite
def trees(draw: st.DrawFn, name: str) -> tuple[Record, MoveTree]:
    """A game, and other moves wherever they can be played; each may have a comment."""
    record, builder = draw(records(name)), TreeBuilder()
    games = {0: record.before(0)}
    for text in record.move_texts:
        grow(builder, games, max(games), text)
    for _ in range(draw(st.integers(0, 12))):
        number = draw(st.sampled_from(sorted(games)))
        if games[number].legal_moves:
            grow(builder, games, number, draw(st.sampled_from(games[number].legal_move_texts)))
    for number in draw(st.sets(st.sampled_from(sorted(games)))):
        builder.comment(number, draw(comments))
    line = [builder.tree[number].move for number in main_line(builder.tree)]
    played = Record(record.game, record.positions[0], line, game_text=name)
    played.ending = None if played.is_over else record.ending
    return played, builder.tree


def grow(builder: TreeBuilder, games: dict[int, Record], number: int, text: str) -> None:
    """Play a move after another."""
    after = games[number].copy()
    after.push(text)
    games[builder.add(number, text)] = after


def unordered(tree: MoveTree) -> dict[tuple[str, ...], tuple[str, list[str]]]:
    """What is said of each line, and what follows it in which order."""
    lines: list[tuple[str, ...]] = []
    found: dict[tuple[str, ...], tuple[str, list[str]]] = {}
    for parent, move, comment in tree:
        lines.append((*lines[parent], move) if lines else ())
        found[lines[-1]] = (comment, [])
        if len(lines) > 1:
            found[lines[parent]][1].append(move)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", SEVEN_GAMES)
@given(data=st.data())
def test_variations_and_comments_are_read_back(name: str, data: Any) -> None:
    record, tree = data.draw(trees(name))
    text = format_record(record, PLAYERS, tree=tree)
    parsed = parse_record(text.encode().decode(), make_game)
    assert parsed.mistakes == []
    assert parsed.record == record
    assert unordered(parsed.tree) == unordered(tree)
    assert format_record(record, PLAYERS, tree=parsed.tree) == text


def test_the_form_of_variations_and_comments() -> None:
    text = (
        "1. 4 {the centre} ( 1. 3 {a \\} \\\\} 1. ... 4 ( 1. ... 5 2. 5 ) 2. 4 ) "
        "( 1. 1 ) 1. ... 4 2. 3 unfinished"
    )
    parsed = read(TAGS + "\n" + text)
    assert parsed.mistakes == [] and parsed.record is not None
    assert parsed.record.move_texts == ["4", "4", "3"]
    assert parsed.tree == (
        TreeMove(-1, ""),
        TreeMove(0, "4", "the centre"),
        TreeMove(0, "3", "a } \\"),
        TreeMove(2, "4"),
        TreeMove(2, "5"),
        TreeMove(4, "5"),
        TreeMove(3, "4"),
        TreeMove(0, "1"),
        TreeMove(1, "4"),
        TreeMove(8, "3"),
    )
    written = format_record(parsed.record, tree=parsed.tree)
    assert " ".join(written.partition("\n\n")[2].split()) == text


@pytest.mark.parametrize(
    "text",
    [
        "1. 4 (1. 3 4) 4 2. 3",
        "{at first} 1. 4 {one}{two} ( 3 (2) (1 1) 4 ) 4\n{of two\nlines} 3",
        "1. 4 4 (1... 3 2. 3 (2. 2 {x})) 2. 3 unfinished",
    ],
)
def test_reading_variations_is_not_fussy(text: str) -> None:
    assert complaints(f"{TAGS}\n{text}") == []
    assert moves_of(f"{TAGS}\n{text}") == ["4", "4", "3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("( 4 )", "line 5: a variation begins before there is a move that it replaces"),
        ("4 ( 3\n4", "line 6: a variation has no end: expected )"),
        ("4 )", "line 5: ')' ends a variation that did not begin"),
        ("4\n{never", "line 6: the comment that begins here has no end: expected }"),
        ("4 ( 3 9 ) 4", "line 5: move 2 of a variation: '9' is not a legal move"),
        ("4 ( 3 first ) 4", "line 5: move 2 of a variation: 'first' is not a legal move"),
    ],
)
def test_what_is_wrong_with_variations_is_reported(text: str, expected: str) -> None:
    (output,) = complaints(f"{TAGS}\n{text}")
    assert output.startswith(expected)
    assert moves_of(f"{TAGS}\n{text}") == ([] if text.startswith("(") else ["4"])


def test_the_form() -> None:
    record = record_of("connect-four", "1 2 1 2 1 2 1")
    assert format_record(record, PLAYERS) == (
        '[Game "connect-four"]\n[First "human"]\n[Second "best:time=1"]\n[Result "first"]\n'
        "\n1. 1 2 2. 1 2 3. 1 2 4. 1 first\n"
    )


def test_a_game_from_a_position_in_which_the_second_side_begins() -> None:
    record = record_of("connect-four", "4 5 4", "444")
    text = format_record(record, PLAYERS)
    assert '[Position "......./......./......./...X.../...O.../...X..."]\n[Result "unf' in text
    assert text.endswith("\n\n1. ... 4 2. 5 4 unfinished\n")
    assert read(text).record == record


def test_a_resigned_game_names_its_winner_and_says_how_it_ended() -> None:
    record = record_of("connect-four", "4 4 3")
    record.resign()
    text = format_record(record, PLAYERS)
    assert '[Result "first"]\n[Termination "resigned"]\n\n1. 4 4 2. 3 first\n' in text
    parsed = read(text)
    assert parsed.mistakes == [] and parsed.record == record and parsed.record.is_over


@pytest.mark.parametrize("result", ['[Result "second"]\n', "\n1. 4 second"])
def test_one_word_of_the_result_is_enough_to_resign(result: str) -> None:
    parsed = read(TAGS + '[Termination "resigned"]\n' + result)
    assert parsed.mistakes == [] and parsed.record is not None
    assert parsed.record.ending == (Termination.RESIGNED, 1)
    assert parsed.record.winner == 1


def test_a_game_without_moves() -> None:
    text = format_record(record_of("paths"), PLAYERS)
    assert text.endswith('[Result "unfinished"]\n\nunfinished\n')


def test_long_games_are_wrapped_between_words() -> None:
    made = game_of("watch-your-back")
    record = Record(made)
    while not record.is_over:
        record.push(next(iter(made.moves(record.position))))
    lines = format_record(record, PLAYERS).splitlines()
    assert len(lines) > 20 and max(map(len, lines)) <= 80
    assert all(line == line.strip() for line in lines)


def test_unknown_tags_are_kept() -> None:
    parsed = read('[Game "paths"]\n[Event "a \\"friendly\\" game"]\n\n1. 5 unfinished')
    assert parsed.mistakes == []
    assert parsed.other_tags == {"Event": 'a "friendly" game'}
    assert parsed.record is not None
    text = format_record(parsed.record, PLAYERS, parsed.other_tags)
    assert read(text).other_tags == parsed.other_tags


@pytest.mark.parametrize(
    "text",
    [
        TAGS + "\n1. 4 4 2. 3 unfinished\n",
        TAGS + "1. 4 4 2. 3",
        TAGS + "\n\n4\n4\n3\n\n",
        TAGS.replace("\n", "\r\n") + "\r\n1. 4 4\r\n2. 3 unfinished\r\n",
        '  [ Game   "connect-four" ]  \n\n  1.  4   4  17.  3',
    ],
)
def test_reading_is_not_fussy(text: str) -> None:
    assert complaints(text) == []
    assert moves_of(text) == ["4", "4", "3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "line 1: there is no tag [Game"),
        ("1. 4 4", "line 1: there is no tag [Game"),
        ('[First "x"]', "line 1: there is no tag [Game"),
        ('\n[Game "zzz"]', "line 2: there is no game 'zzz'"),
        ('[Game "connect-four:width=0"]', "line 1: connect-four: "),
        ('[Game "nothing.py"]', "line 1: nothing.py: cannot be read"),
        ('[Game "connect-four"]\n[Position "9"]', "line 2: '9': move 1"),
        ('[Game "connect-four"]\n[Position ""', "line 2: '[Position \"\"' is not a tag"),
        (TAGS + "\n1. 4 4\n2. 9 3", "line 6: move 3: '9' is not a legal move"),
        (
            TAGS + "\n1. 1 2 2. 1 2 3. 1 2 4. 1 2",
            "line 5: move 8: '2' cannot be played",
        ),
        (TAGS + "\n1. 4 first", "line 5: the result is first, by the rules unfinished"),
        (TAGS + "\n1. 4 unfinished\n\n[Game", "line 7: '[Game' comes after the result"),
        (TAGS + '[Result "draw"]\n1. 4', "line 4: the result is draw, by the rules unfinished"),
        (
            TAGS + '[Termination "resigned"]\n\n1. 4 unfinished',
            "line 4: a game with the termination 'resigned' has the result first or second",
        ),
        (TAGS + '[Termination "resigned"]\n\n1. 4', "line 4: a game with the termi"),
        (TAGS + '[Termination "adjourned"]', "line 4: the termination is 'adjourned', expected"),
        (
            TAGS + '[Termination "resigned"]\n\n1. 1 2 2. 1 2 3. 1 2 4. 1 first',
            "line 4: the termination is 'resigned', but by the rules the result is first",
        ),
        (
            TAGS + '[Result "first"]\n[Termination "resigned"]\n\n1. 4 second',
            "line 4: the result is first, by the rules second",
        ),
        (TAGS + '[First "x"]', "line 4: the tag First is already in line 2"),
        (TAGS + "[First]", "line 4: '[First]' is not a tag: expected [Name \"text\"]"),
        (TAGS + '[Event "\\q"]', "line 4: "),
        (TAGS + '[Event "a" "b"]', "line 4: "),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(text: str, expected: str) -> None:
    (output,) = complaints(text)
    assert output.startswith(expected)


def test_a_bad_move_stops_the_game_there() -> None:
    assert moves_of(TAGS + "\n1. 4 4 2. x 3 unfinished") == ["4", "4"]


def test_a_bad_position_leaves_no_game_to_play() -> None:
    parsed = read('[Game "paths"]\n[Position "XXX"]\n[Event "x"]\n\n1. 5')
    assert parsed.record is None and parsed.other_tags == {"Event": "x"}


class Count(NamedTuple):
    left: int


WORDS = [("draw", "first"), ("(", ")"), ("{", "..."), ("1.", "\\"), ("(a)", "a)")]


@game("words")
class Words(NamedTuple):
    """Its moves are words that also mean something else."""

    number: int = 0
    """Which of the pairs of words."""

    def start(self) -> Count:
        return Count(3)

    def moves(self, position: Count) -> Iterator[int]:
        yield from range(2)

    def play(self, position: Count, move: int) -> Count:
        return Count(position.left - 1)

    def outcome(self, position: Count) -> int:
        return ONGOING if position.left else LOSS

    def move_text(self, position: Count, move: int) -> str:
        return WORDS[self.number][move]


@pytest.mark.parametrize("number", range(len(WORDS)))
def test_moves_may_be_called_like_anything(number: int) -> None:
    made = cast(Game, Words(number))
    record = Record(made)
    for move in (0, 1, 0):
        record.push(move)
    text = format_record(record, PLAYERS)
    assert number or text.endswith("1. draw first 2. draw first\n")
    parsed = parse_record(text, lambda name: made)
    assert parsed.record == record and parsed.mistakes == []
