"""Messages: what is written can be read back, and all else is refused in one sentence."""

import json
import types
import typing
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from plyground.core import wire
from plyground.core.errors import BadMessage, InvalidText, PlygroundError
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.score import WIN_SCORE
from plyground.core.wire import Termination
from plyground.games.registry import make_game
from plyground.live import events
from plyground.records.messages import game_info, position_info
from plyground.records.record import Record
from plyground.search.info import bounds_info, info_of, line_info, nps
from plyground.search.solution import Bounds, Question
from plyground.search.thought import Line, Thought, line_of

KINDS = wire.kinds()
SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(),
    int: st.integers(),
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    type(None): st.none(),
}


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Everything that a field of this type may hold."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in SIMPLE:
        return SIMPLE[annotation]
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (types.UnionType, typing.Union):
        return st.one_of([values(one) for one in inner])
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(values(inner[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, inner))
    if origin is dict:
        return st.dictionaries(values(inner[0]), values(inner[1]), max_size=3)
    if issubclass(annotation, Enum):
        return st.sampled_from(annotation)
    fields = get_type_hints(annotation)
    return st.builds(annotation, **{name: values(hint) for name, hint in fields.items()})


# --- reading and writing -----------------------------------------------------------------------


@pytest.mark.parametrize("cls", KINDS.values(), ids=KINDS)
def test_what_is_written_can_be_read_back(cls: type[wire.Message]) -> None:
    @settings(max_examples=50)
    @given(values(cls))
    def law(message: wire.Message) -> None:
        written = wire.encode(message)
        assert b"\n" not in written
        assert wire.decode(written) == message == wire.decode(written.decode(), cls)
        head = json.loads(written, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
        assert (KINDS[head["kind"]], head["version"]) == (cls, wire.VERSION)

    law()


def test_kinds_are_named_like_their_classes() -> None:
    assert KINDS["info"] is wire.Info and KINDS["match-game"] is wire.MatchGame
    assert KINDS["turn-began"] is events.TurnBegan and "event" not in KINDS
    assert len({cls.__name__ for cls in KINDS.values()}) == len(KINDS)


GAME = game_info(Record("tic-tac-toe", moves="5 1"), ("Ann", "Ben"))
ONE = line_of(make_game("tic-tac-toe"), make_game("tic-tac-toe").start(), [4, 0], 3)
INFO = info_of(
    make_game("tic-tac-toe"),
    make_game("tic-tac-toe").start(),
    Thought((ONE,), 2, 2, 9, 0.5, 0.5, 0.0),
)


def changed(message: wire.Message, *path: Any, to: Any = ...) -> bytes:
    """The JSON of a message with one field changed, or left out."""
    content = json.loads(wire.encode(message))
    *way, last = path
    place = content
    for step in way:
        place = place[step]
    if to is ...:
        del place[last]
    else:
        place[last] = to
    return json.dumps(content).encode()


REFUSED = [
    (b"", "it is no message in JSON: input data was truncated"),
    (b"{", "it is no message in JSON: input data was truncated"),
    (b"nonsense", "it is no message in JSON: invalid character (byte 4)"),
    (b"[]", "it is no message: expected object, got array"),
    (b"[" * 100_000, "it is no message: expected object, got array"),
    (b'{"a":' + b"[" * 100_000, "it is no message in JSON: expected one object in UTF-8"),
    (b'{"kind": "\xff"}', "it is no message in JSON: expected one object in UTF-8"),
    ("{'kind': '\ud800'}", "it is no message in JSON: expected one object in UTF-8"),
    (changed(GAME, "kind"), "it is no message: object missing required field kind"),
    (changed(GAME, "version"), "it is no message: object missing required field version"),
    (changed(GAME, "version", to="1"), "it is no message: expected int, got str, at version"),
    (changed(GAME, "version", to=99), "it is a message of version 99: expected 1"),
    (changed(GAME, "kind", to="poem"), "it is a message of kind 'poem': expected one of "),
    (changed(GAME, "moves"), "it is no game: object missing required field moves"),
    (changed(GAME, "colour", to=1), "it is no game: object contains unknown field colour"),
    (changed(GAME, "moves", 1, to=7), "it is no game: expected str, got int, at moves[1]"),
    (
        changed(GAME, "result", to="won"),
        "it is no game: invalid enum value 'won', expected first or second or draw or unfinished"
        ", at result",
    ),
    (
        changed(GAME, "termination", to="boredom"),
        "it is no game: invalid enum value 'boredom', expected normal or resigned or clock or "
        "illegal move or crashed or stalled or ply limit or adjudicated or interrupted"
        ", at termination",
    ),
    (
        changed(INFO, "lines", 0, "verdict", to={"outcome": "ongoing"}),
        "it is no info: invalid enum value 'ongoing', expected win or loss or draw"
        ", at lines[0].verdict.outcome",
    ),
    (
        wire.encode(INFO).replace(b'"seconds":0.5', b'"seconds":NaN'),
        "it is no message in JSON: invalid character (byte ",
    ),
]


@pytest.mark.parametrize(("content", "reason"), REFUSED, ids=range(len(REFUSED)))
def test_another_text_is_refused_with_one_sentence(content: bytes | str, reason: str) -> None:
    with pytest.raises(BadMessage) as refusal:
        wire.decode(content)
    assert str(refusal.value).startswith(reason)
    assert reason.endswith((" ", "(byte ")) or str(refusal.value) == reason
    assert isinstance(refusal.value, PlygroundError | InvalidText | ValueError)


def test_another_kind_than_the_one_expected_is_refused() -> None:
    with pytest.raises(BadMessage, match=r"^it is a message of kind 'game': expected info$"):
        wire.decode(wire.encode(GAME), wire.Info)


def test_lines_are_read_one_by_one() -> None:
    written = wire.encode(GAME) + b"\n" + wire.encode(INFO) + b"\n"
    assert [*wire.decode_lines(written)] == [GAME, INFO]
    assert [*wire.decode_lines(written[:-9], wire.Game)] == [GAME]
    assert [*wire.decode_lines(b"")] == []
    with pytest.raises(BadMessage, match=r"^line 2: it is a message of kind 'info': expected"):
        [*wire.decode_lines(written, wire.Game)]


def test_names_that_are_no_unicode_are_written_with_escapes() -> None:
    message = msgspec.structs.replace(GAME, first="a\udcff.py", moves=("\udcff",))
    written = wire.decode(wire.encode(message), wire.Game)
    assert (written.first, written.moves, written.second) == ("a\\udcff.py", ("\\udcff",), "Ben")


def test_numbers_that_json_does_not_have_are_missing() -> None:
    assert wire.finite(1.5) == 1.5 and isinstance(wire.finite(1), float)
    assert wire.finite(10**400) is None
    assert [wire.finite(float(text)) for text in ("inf", "-inf", "nan")] == [None] * 3


# --- what messages are made of -----------------------------------------------------------------


def test_an_info_tells_what_a_search_found() -> None:
    game = make_game("connect-four")
    start = game.start()
    won = line_of(game, start, [3, 2], WIN_SCORE - 9)
    lost, level = Line((0,), 4 - WIN_SCORE, None), Line((1,), 0, None)
    drawn = Line((2,), 0, None, exact=True)
    thought = Thought((won, level, drawn, lost), 7, 9, 1000, 0.5, 0.25, 0.125, True)
    found = info_of(game, start, thought)
    assert (found.depth, found.seldepth, found.nodes, found.nps) == (7, 9, 1000, 4000)
    assert (found.seconds, found.cpu_seconds, found.hashfull) == (0.5, 0.25, 0.125)
    assert found.from_book and [line.moves for line in found.lines][:2] == [("4", "3"), ("2",)]
    assert [line.score for line in found.lines] == [None, 0, 0, None]
    assert [line.verdict for line in found.lines] == [
        wire.Verdict("win", 9),
        None,
        wire.Verdict("draw"),
        wire.Verdict("loss", 4),
    ]
    assert line_info(game, start, level) == found.lines[1]
    assert nps(5, 0.0) is None


def test_bounds_tell_what_a_solver_knows() -> None:
    bounds = Bounds(LOSS, DRAW, 7, 4, None)
    assert bounds_info(bounds, Question(False, 6), ("Red", "Yellow")) == wire.Bounds(
        least="loss",
        most="draw",
        no_win_within=7,
        no_loss_within=4,
        won_within=None,
        asked=wire.Question("Yellow", 6),
    )
    known = bounds_info(Bounds(WIN, WIN, 3, 0, 9), None, ("Red", "Yellow"))
    assert (known.least, known.most, known.won_within, known.asked) == ("win", "win", 9, None)


def test_a_position_tells_what_can_be_played() -> None:
    found = position_info(Record("tic-tac-toe", moves="5 1"))
    assert (found.game, found.sides, found.turn, found.mover) == ("tic-tac-toe", ("X", "O"), 0, "X")
    assert found.legal_moves == ("2", "3", "4", "6", "7", "8", "9") and found.outcome == "ongoing"
    assert Record("tic-tac-toe", position=found.position).position_text == found.position
    over = position_info(Record("tic-tac-toe", moves="5 1 2 3 8"))
    assert (over.outcome, over.legal_moves) == ("loss", ())


def test_a_game_tells_how_it_ended() -> None:
    assert (GAME.first, GAME.second, GAME.moves, GAME.plies) == ("Ann", "Ben", ("5", "1"), 2)
    assert (GAME.result, GAME.termination) == ("unfinished", None)
    record = Record("tic-tac-toe", moves="5 1 2 3 8")
    assert (game_info(record).result, game_info(record).termination) == ("first", "normal")
    record = Record("tic-tac-toe", moves="5")
    record.resign()
    assert (game_info(record).result, game_info(record).termination) == (
        "first",
        Termination.RESIGNED,
    )
