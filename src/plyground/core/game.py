"""What a game is: a named tuple of options and tables whose methods are the rules.

An author writes `start`, `moves`, `play` and `outcome`; `@game` adds what the author left out.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar

from plyground.core.bits import WORD, bits, mix
from plyground.core.display import checked_members
from plyground.core.errors import BadGame, BadPosition, IllegalMove, place_of
from plyground.core.fields import Kind, declared, field_range, pack, width_of
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.scene import Scene, plain_picture

REQUIRED: Final = ("start", "moves", "play", "outcome")
RULES: Final = (
    *REQUIRED,
    "key",
    "symmetries",
    "sample",
    "order",
    "noisy",
    "non_losing_moves",
    "threats",
    "solver_order",
    "may_win",
    "plies_left",
)
"""The methods that compiled code calls."""
UNBOUNDED: Final = -1
MAX_MOVES: Final = 1 << 16
"""A position that had more would take memory and time without a bound."""

Styles = Mapping[str, tuple[str, str] | tuple[str, str, str]]
"""For each symbol of a picture, what a colour screen shows for it, in which style, and what it is
called: a side's pieces like the side. What is worth no word, such as a free square, has no name."""


class Rules(Protocol):
    """What an author writes. Positions are the game's own named tuples."""

    def start(self) -> Any:
        """The first position."""

    def moves(self, position: Any) -> Iterable[int]:
        """The legal moves of a position that is not over."""

    def play(self, position: Any, move: int) -> Any:
        """The position after a legal move; the other side is to move then."""

    def outcome(self, position: Any) -> int:
        """ONGOING, or WIN, LOSS or DRAW for the side to move."""


class Game(Rules, Protocol):
    """A game as every other room sees it."""

    name: str

    @property
    def sides(self) -> tuple[str, str]:
        """What the first and the second player are called."""

    @property
    def styles(self) -> Styles:
        """How a colour screen shows the symbols of the picture."""

    @property
    def intro(self) -> str:
        """What a person should know before playing; mostly nothing."""

    @property
    def rules_text(self) -> str:
        """How to play, how a move is written, and two examples of moves: paragraphs, and lines that
        are shown as they are where they begin with a blank."""

    @property
    def winner_moves_last(self) -> bool:
        """Whether only the one who has just moved can have won: lets a solver cut sooner."""

    @property
    def strongest(self) -> str:
        """The player that was measured to be strongest; nothing where none was."""

    def key(self, position: Any) -> int:
        """A 64-bit number: equal for equal positions, different for others (or nearly surely)."""

    def symmetries(self, position: Any) -> Iterable[Any]:
        """The positions that are the same as this one but for the way one looks at the board."""

    def sample(self, position: Any, random: int) -> int:
        """A legal move, each as likely as any other for a random number below 2 to the 32nd."""

    def order(self, position: Any, move: int) -> int:
        """How promising a move looks: higher comes first, and 64 outweighs experience."""

    def noisy(self, position: Any) -> Iterable[int]:
        """The legal moves that change much, such as captures and wins: followed to their end."""

    def non_losing_moves(self, position: Any) -> Iterable[int]:
        """Where no move wins at once: the moves that neither lose nor let the other side win so.

        None where the game is drawn. Where it is won nobody asks."""

    def threats(self, position: Any) -> Iterable[int]:
        """Where no move wins at once: non-losing moves that leave the other side at most one
        non-losing answer; all of them or some."""

    def solver_order(self, position: Any, move: int) -> int:
        """How soon a solver should try a candidate: it has more time to think than `order` has."""

    def may_win(self, position: Any, mover: bool) -> bool:
        """Whether the side to move, or the other, may still win: no only where it is certain that
        it does not, as long as its opponent does not err."""

    def plies_left(self, position: Any) -> int:
        """How many plies can follow at most: one less in each position that comes after it and is
        not over. UNBOUNDED if not known."""

    def move_text(self, position: Any, move: int) -> str:
        """A move as people write it, without blanks."""

    def parse_move(self, position: Any, text: str) -> int:
        """The legal move that a text means; raises IllegalMove."""

    def position_text(self, position: Any) -> str:
        """A position in one line."""

    def parse_position(self, text: str) -> Any:
        """The position that a text means; raises BadPosition."""

    def is_valid(self, position: Any) -> bool:
        """Whether some game may reach a position; no others are read from texts."""

    def scene(self, position: Any) -> Scene | None:
        """The board as squares in rows; None where it is no such board."""

    def placed_squares(self, position: Any, move: int) -> Iterable[int]:
        """The squares of the scene on which a move's piece lies after it; several are one piece,
        which stays. None where what the move changes tells enough."""

    def picture(self, position: Any) -> str:
        """The board in plain characters."""


GameClass = TypeVar("GameClass", bound=type)

game_classes: dict[type, None] = {}
"""Every class that became a game in this process, in the order in which they did."""


DISPLAY_MEMBERS: Final = (
    "sides",
    "styles",
    "intro",
    "rules_text",
    "strongest",
    "move_text",
    "parse_move",
    "position_text",
    "parse_position",
    "is_valid",
    "scene",
    "placed_squares",
    "picture",
    "file_text",
)
"""What a game shows to people and reads from them."""
_VALUES: Final = ("sides", "styles", "intro", "rules_text", "strongest", "winner_moves_last")


def game(name: str, people: ModuleType | None = None) -> Callable[[GameClass], GameClass]:
    """Make a named tuple a game that people know by `name`.

    What the game shows to people may stand in a module of its own instead of in the class: each
    function there that has one of the names in `PEOPLE` becomes a method.
    """
    if not isinstance(name, str) or not name.strip():
        raise BadGame('@game takes the name of the game: write @game("name")')

    def register(cls: GameClass) -> GameClass:
        for member in DISPLAY_MEMBERS:
            found = getattr(people, member, None)
            if found is not None:
                is_value = member in _VALUES and callable(found)
                setattr(cls, member, property(found) if is_value else found)
        for member in _VALUES:
            if inspect.isfunction(vars(cls).get(member)):
                setattr(cls, member, property(vars(cls)[member]))
        _check_class(cls, name)
        cls.name = name  # type: ignore[attr-defined]
        authored = [member for member in DISPLAY_MEMBERS if member in vars(cls)]
        for member, default in _DEFAULTS.items():
            if member not in vars(cls):
                setattr(cls, member, default)
        checked_members(cls, {*authored, "parse_position"})
        game_classes[cls] = None
        return cls

    return register


def summary_of(cls: type) -> str:
    """A game in one line: the first line of its class's text."""
    return (cls.__doc__ or "").strip().split("\n")[0]


def outcome_of(game: Rules, position: Any) -> int:
    """How a game stands, which is one of the four."""
    outcome = game.outcome(position)
    if outcome not in (ONGOING, WIN, LOSS, DRAW):
        given = f"outcome gives {outcome!r} for {position}"
        raise fault(game, "outcome", f"{given}: expected ONGOING, WIN, LOSS or DRAW")
    return outcome


def examples_text(meanings: Mapping[str, str]) -> str:
    """Moves and what they do, one a line, as they stand at the end of a game's rules."""
    size = max(map(len, meanings), default=0)
    return "\n".join(f"  {move:{size}}  {meaning}".rstrip() for move, meaning in meanings.items())


def legal_moves(game: Rules, position: Any) -> list[int]:
    """The moves of a position, none where the game is over."""
    if outcome_of(game, position) != ONGOING:
        return []
    given: Any = game.moves(position)
    moves = [*islice(given, MAX_MOVES + 1)] if isinstance(given, Iterable) else []
    if (
        moves
        and all(isinstance(move, int) for move in moves)
        and len({*moves}) == len(moves) <= MAX_MOVES
    ):
        return moves
    what, expected = _moves_mistake(given, moves)
    raise fault(game, "moves", f"moves gives {what} for {position}: expected {expected}")


def _moves_mistake(given: Any, moves: list[Any]) -> tuple[str, str]:
    """What is wrong with what `moves` gave, and what was expected."""
    strange = [move for move in moves if not isinstance(move, int)]
    if not isinstance(given, Iterable):
        return repr(given), "whole numbers, by yield or in a list"
    if not moves:
        return "none", "one at least, such as a pass, or an outcome other than ONGOING"
    if strange:
        return repr(strange[0]), "whole numbers"
    if len(moves) > MAX_MOVES:
        return "more moves than can be listed", f"at most {MAX_MOVES:,}"
    twice = next(move for move in moves if moves.count(move) > 1)
    return f"the move {twice} more than once", "different numbers"


def played(game: Any, position: Any, move: int) -> Any:
    """The position after a legal move: one of the same kind, with the other side to move."""
    child = game.play(position, move)
    if type(child) is not type(position):
        expected = f"expected a {type(position).__name__}"
        raise fault(game, "play", f"play gives {child!r}: {expected}")
    if hasattr(game, "side") and side_of(game, child) == side_of(game, position):
        raise fault(
            game,
            "play",
            f"after move {move} in {position} the same side moves again, which searches do not "
            "understand: let one move number stand for all that a side does in its turn, or let "
            "the other side play a pass as its only move",
        )
    return child


def side_of(game: Any, position: Any) -> int:
    """Who is to move, 0 or 1, as a game that has a method for it tells."""
    side: int = game.side(position)
    if side not in (0, 1):
        raise fault(game, "side", f"side gives {side!r} for {position}: expected 0 or 1")
    return side


def fault(game: Any, rule: str, what: str) -> BadGame:
    """What is wrong with a method of a game, with the line where it stands."""
    code = getattr(inspect.unwrap(getattr(game, rule)), "__code__", None)
    return BadGame(f"{place_of(code)}{what}")


def declares(game: Any, rule: str) -> bool:
    """Whether the author wrote a rule that may be left out."""
    return getattr(type(game), rule) is not _DEFAULTS[rule]


def canonical_key(game: Game, position: Any) -> int:
    """The least key among a position and its images: the same for all of them."""
    least = bits(game.key(position))
    for image in game.symmetries(position):
        key = bits(game.key(image))
        if key < least:
            least = key
    return least


def table_key(game: Any, position: Any, folds: bool) -> int:
    """What a table knows a position by: its own key, or one that it shares with its images."""
    return canonical_key(game, position) if folds else bits(game.key(position))


def wins_at_once(game: Any, position: Any) -> bool:
    """Whether the side to move has a move that wins, in a position that is not over."""
    for move in game.moves(position):  # noqa: SIM110 - numba does not compile any()
        if game.outcome(game.play(position, move)) == LOSS:
            return True
    return False


def default_non_losing_moves(game: Any, position: Any) -> Iterator[int]:
    """The moves that draw, or after which the game goes on and the other side cannot win at once.

    What `non_losing_moves` is if the author leaves it out."""
    if game.outcome(position) == ONGOING:
        for move in game.moves(position):
            child = game.play(position, move)
            outcome = game.outcome(child)
            if outcome == DRAW or (outcome == ONGOING and not wins_at_once(game, child)):
                yield move


def play_text(game: Game, position: Any, text: str) -> Any:
    """The position after the move that a text means; raises IllegalMove."""
    return played(game, position, game.parse_move(position, text))


def _check_class(cls: type, name: str) -> None:
    where = f"the game {name!r} ({cls.__name__})"
    if not (issubclass(cls, tuple) and hasattr(cls, "_fields")):
        raise BadGame(f"{where} is not a NamedTuple: write `class {cls.__name__}(NamedTuple)`")
    if "name" in vars(cls):
        raise BadGame(f"{where} has a member called 'name', which Plyground gives: rename it")
    for method in REQUIRED:
        if not callable(vars(cls).get(method)):
            raise BadGame(f"{where} has no method {method!r}")
    for method, parameters in _PARAMETERS.items():
        found = vars(cls).get(method)
        if inspect.isfunction(found) and len(inspect.signature(found).parameters) != len(
            parameters
        ):
            raise BadGame(f"{where}: write `def {method}({', '.join(parameters)})`")
    if not isinstance(vars(cls).get("winner_moves_last", False), bool | property):
        raise BadGame(f"{where}: winner_moves_last is True or False")
    declared(cls)


_PARAMETERS = {
    "start": ("self",),
    "moves": ("self", "position"),
    "play": ("self", "position", "move"),
    "outcome": ("self", "position"),
    "key": ("self", "position"),
    "symmetries": ("self", "position"),
    "sample": ("self", "position", "random"),
    "order": ("self", "position", "move"),
    "noisy": ("self", "position"),
    "non_losing_moves": ("self", "position"),
    "threats": ("self", "position"),
    "solver_order": ("self", "position", "move"),
    "may_win": ("self", "position", "mover"),
    "plies_left": ("self", "position"),
    "side": ("self", "position"),
    "move_text": ("self", "position", "move"),
    "parse_move": ("self", "position", "text"),
    "position_text": ("self", "position"),
    "parse_position": ("self", "text"),
    "is_valid": ("self", "position"),
    "scene": ("self", "position"),
    "placed_squares": ("self", "position", "move"),
    "picture": ("self", "position"),
}


# --- what an author may leave out --------------------------------------------------------------


def _key(self: Game, position: Any) -> int:
    return mix_fields(self, position)


def mix_fields(game: Any, position: Any) -> int:
    """A 64-bit number made of every word of a position."""
    number = 0
    for word in pack(position, width_of(game)):
        number = mix(number, word)
    return number


def _symmetries(self: Game, position: Any) -> Iterator[Any]:
    for _ in range(0):
        yield position


def _sample(self: Game, position: Any, random: int) -> int:
    """One pass: the n-th move takes the place of the one chosen so far with chance 1/n."""
    chosen, count = -1, 0
    for move in self.moves(position):
        count += 1  # noqa: SIM113 - numba does not compile enumerate over a generator method
        random = random * 1664525 + 1013904223 & 0xFFFFFFFF
        if random * count >> 32 == 0:
            chosen = move
    return chosen


def _order(self: Game, position: Any, move: int) -> int:
    return 0


def _noisy(self: Game, position: Any) -> Iterator[int]:
    for move in range(0):
        yield move


def _threats(self: Game, position: Any) -> Iterator[int]:
    for move in range(0):
        yield move


def _promise(self: Game, position: Any, move: int) -> int:
    return self.order(position, move)


def _may_win(self: Game, position: Any, mover: bool) -> bool:
    return True


def _plies_left(self: Game, position: Any) -> int:
    return UNBOUNDED


def _rules_text(self: Game) -> str:
    """What the class says of itself, and the first and the last move that can be played."""
    about = inspect.cleandoc(type(self).__doc__ or "")
    if about.startswith(f"{type(self).__name__}("):
        about = ""  # a named tuple without a text has one that lists its fields
    start = self.start()
    texts = [self.move_text(start, move) for move in legal_moves(self, start)]
    if not texts:
        return about
    examples = examples_text(dict.fromkeys([texts[0], texts[-1]], ""))
    how = "Type a move as the command moves lists it, at the start for example:"
    return f"{about}\n\n{how}\n{examples}".strip()


def _move_text(self: Game, position: Any, move: int) -> str:
    return str(move)


def _parse_move(self: Game, position: Any, text: str) -> int:
    """Accepts what `move_text` writes for any legal move, in either case."""
    wanted = text.strip().casefold()
    texts: dict[str, int] = {}
    for move in legal_moves(self, position):
        written = self.move_text(position, move).casefold()
        if texts.setdefault(written, move) != move:
            both = f"the moves {texts[written]} and {move} are both written {written!r}"
            raise fault(self, "move_text", f"{both}: expected a text for each")
    if wanted in texts:
        return texts[wanted]
    if not texts:
        raise IllegalMove(f"{text.strip()!r} cannot be played: the game is over")
    shown = ", ".join([*texts][:8]) + (", ..." if len(texts) > 8 else "")
    raise IllegalMove(f"{text.strip()!r} is not a legal move here: expected one of {shown}")


def _position_text(self: Game, position: Any) -> str:
    return ",".join(str(int(value)) for value in position)


def _parse_position(self: Game, text: str) -> Any:
    """Reads what `_position_text` writes; such a text is trusted as far as its shape goes."""
    like = self.start()
    try:
        values = [int(word) for word in text.split(",")]
    except ValueError:
        values = []
    if len(values) != len(like):
        fields = ",".join(like._fields)
        raise BadPosition(f"{text!r} is not a position: expected the numbers {fields}")
    kinds = [kind for kind, _ in declared(type(like)).values()]
    for name, kind, value in zip(like._fields, kinds, values, strict=True):
        least, most = field_range(kind, getattr(self, "board_bits", WORD))
        if not least <= value <= most:
            raise BadPosition(f"{text!r}: {name} is {value}, not from {least} to {most}")
    return type(like)(
        *(bool(v) if kind is Kind.BOOL else v for kind, v in zip(kinds, values, strict=True))
    )


def _is_valid(self: Game, position: Any) -> bool:
    return True


def _scene(self: Game, position: Any) -> Scene | None:
    return None


def _placed_squares(self: Game, position: Any, move: int) -> Iterable[int]:
    return ()


def _picture(self: Game, position: Any) -> str:
    scene = self.scene(position)
    if scene:
        return plain_picture(scene)
    return "\n".join(f"{name}: {value}" for name, value in position._asdict().items())


_DEFAULTS: Final[dict[str, Any]] = {
    "sides": ("first", "second"),
    "styles": {},
    "move_text": _move_text,
    "parse_move": _parse_move,
    "position_text": _position_text,
    "parse_position": _parse_position,
    "is_valid": _is_valid,
    "scene": _scene,
    "placed_squares": _placed_squares,
    "picture": _picture,
    "key": _key,
    "symmetries": _symmetries,
    "sample": _sample,
    "order": _order,
    "noisy": _noisy,
    "non_losing_moves": default_non_losing_moves,
    "threats": _threats,
    "plies_left": _plies_left,
    "solver_order": _promise,
    "may_win": _may_win,
    "intro": "",
    "rules_text": property(_rules_text),
    "strongest": "",
    "winner_moves_last": False,
}
