"""What a game is: a named tuple of options and tables whose methods are the rules.

An author writes `start`, `moves`, `play` and `outcome`; `@game` adds what the author left out. Each
member of a game is declared here once, in the protocol: its signature, what it has to give and its
default. All that other modules ask about members is read from there.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from plyground.core.bits import WORD, Bits, bits, mix
from plyground.core.display import (
    check_line,
    check_move_text,
    check_parsed_move,
    check_parsed_position,
    check_picture,
    check_scene,
    check_sides,
    check_squares,
    check_styles,
    check_text,
    put_checks,
)
from plyground.core.errors import AmbiguousMove, BadGame, BadPosition, IllegalMove, place_of
from plyground.core.fields import NUMBERS, Kind, declared, field_range, pack, width_of
from plyground.core.members import (
    Member,
    Role,
    add_defaults,
    check_move,
    check_moves,
    check_number,
    check_parameters,
    check_planes,
    check_positions,
    check_repetition,
    check_side,
    check_truth,
    display_member,
    members_of,
    optional_rule,
    required_rule,
)
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.plain import plain_picture
from plyground.core.scene import Scene
from plyground.core.style import Styles
from plyground.core.turns import has_won, moves_again
from plyground.core.types import Move, Ply, Square

if TYPE_CHECKING:  # type checkers know it by themselves: nothing has to be installed for it
    from typing_extensions import TypeVar as TypeVarWithDefault

    Position = TypeVarWithDefault("Position", default=Any)
else:
    Position = TypeVar("Position")

UNBOUNDED: Final = -1
MAX_MOVES: Final = 1 << 16
"""A position that had more would take memory and time without a bound."""


class Rules(Protocol[Position]):
    """What an author writes. Positions are the game's own named tuples."""

    @required_rule
    def start(self) -> Position:
        """The first position."""

    @required_rule
    def moves(self, position: Position) -> Iterable[Move]:
        """The legal moves of a position that is not over."""

    @required_rule
    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal move; `side` tells who is to move then."""

    @required_rule
    def outcome(self, position: Position) -> int:
        """ONGOING, or WIN, LOSS or DRAW for the side to move."""


class Game(Rules[Position], Protocol[Position]):
    """A game as every other room sees it. A method's body is what a game does whose author leaves
    it out; a game without `side` or `file_text` has no such method."""

    name: str

    @optional_rule(check_number)
    def key(self, position: Position) -> int:
        """A 64-bit number: equal for equal positions, different for others (or nearly surely)."""
        return mix_fields(self, position)

    @optional_rule(check_positions)
    def symmetries(self, position: Position) -> Iterable[Position]:
        """The images of a position under the board's symmetries, without the position itself."""
        for _ in range(0):
            yield position

    @optional_rule(check_move)
    def sample(self, position: Position, random: int) -> Move:
        """A legal move, each as likely as any other for a random number below 2 to the 32nd."""
        chosen, count = -1, 0
        for move in self.moves(position):  # the n-th takes the place of the last with chance 1/n
            count += 1  # noqa: SIM113 - numba does not compile enumerate over a generator method
            random = random * 1664525 + 1013904223 & 0xFFFFFFFF
            if random * count >> 32 == 0:
                chosen = move
        return chosen

    @optional_rule(check_number)
    def order(self, position: Position, move: Move) -> int:
        """How promising a move looks, for move ordering: higher comes first. A difference of 64
        outweighs all history."""
        return 0

    @optional_rule(check_moves)
    def noisy(self, position: Position) -> Iterable[Move]:
        """The legal moves that change much, such as captures and wins: quiescence search follows
        them to their end."""
        for move in range(0):
            yield move

    @optional_rule(check_moves)
    def non_losing_moves(self, position: Position) -> Iterable[Move]:
        """Where no move wins at once: the moves that neither lose nor let the other side win so.

        None where the game is drawn. Where it is won nobody asks."""
        if self.outcome(position) == ONGOING:
            for move in self.moves(position):
                child = self.play(position, move)
                outcome = self.outcome(child)
                if outcome == DRAW or (
                    outcome == ONGOING
                    and (moves_again(self, position, child) or not wins_at_once(self, child))
                ):
                    yield move

    @optional_rule(check_moves)
    def threats(self, position: Position) -> Iterable[Move]:
        """Where no move wins at once: non-losing moves that leave the other side at most one
        non-losing answer; all of them or some. Nobody asks unless the sides alternate."""
        for move in range(0):
            yield move

    @optional_rule(check_number)
    def solver_order(self, position: Position, move: Move) -> int:
        """How soon a solver should try a non-losing move, the highest first. It may take longer to
        work out than `order`."""
        return self.order(position, move)

    @optional_rule(check_truth)
    def may_win(self, position: Position, mover: bool) -> bool:
        """Whether a side may still win: the one to move if `mover`, else the other. False only
        where it is certain that its opponent can prevent it."""
        return True

    @optional_rule(check_number)
    def plies_left(self, position: Position) -> Ply:
        """How many plies can follow at most: one less in each position that comes after it and is
        not over. UNBOUNDED if not known."""
        return UNBOUNDED

    @optional_rule(check_side, has_default=False)
    def side(self, position: Position) -> int:
        """Who is to move: 0 the player who starts the game, 1 the other. In a game that does not
        tell, the sides alternate, and a record takes its first position's mover for the one who
        starts."""

    @optional_rule(check_planes)
    def planes(self, position: Position) -> tuple[Bits, ...]:
        """What stands on each square, for networks that learn patterns: square n's state is made of
        the n-th bits of all planes."""
        return board_fields(self, position)

    @property
    @optional_rule(check_truth)
    def alternates(self) -> bool:
        """Whether the other side is to move after every move. A game without `side` has no choice;
        with it, True makes searches faster."""
        return False

    @property
    @optional_rule(check_truth)
    def winner_moves_last(self) -> bool:
        """Whether only the one who has just moved can have won: lets a solver cut sooner, where the
        sides alternate."""
        return False

    @property
    @optional_rule(check_repetition)
    def repetition(self) -> tuple[int, int]:
        """How often a position may stand until that ends the game, and what it means for the one
        who made it come again: `3, DRAW` or `2, LOSS`. 0 times: it does not matter."""
        return 0, DRAW

    @property
    @optional_rule()
    def board_bits(self) -> int:
        """How many bits the boards of this game need."""
        return WORD

    @property
    @display_member(check_sides)
    def sides(self) -> tuple[str, str]:
        """What the first and the second player are called."""
        return "first", "second"

    @property
    @display_member(check_styles)
    def styles(self) -> Styles:
        """How the symbols of the picture look, and what they are called."""
        return {}

    @property
    @display_member(check_text)
    def intro(self) -> str:
        """What a person should know before playing; mostly nothing."""
        return ""

    @property
    @display_member()
    def rules_text(self) -> str:
        """How to play, how a move is written, and two examples of moves: paragraphs, and lines that
        are shown as they are where they begin with a blank."""
        return _rules_of_class(self)

    @property
    @display_member(check_text)
    def strongest(self) -> str:
        """The player that was measured to be strongest; nothing where none was."""
        return ""

    @display_member(check_move_text)
    def move_text(self, position: Position, move: Move) -> str:
        """A move as people write it, without blanks."""
        return str(move)

    @display_member(check_parsed_move, refusal=IllegalMove)
    def parse_move(self, position: Position, text: str) -> Move:
        """The legal move that a text means; raises IllegalMove."""
        return _move_with_text(self, position, text)

    @display_member(check_line)
    def position_text(self, position: Position) -> str:
        """A position in one line."""
        return _numbers_text(position)

    @display_member(check_parsed_position, refusal=BadPosition)
    def parse_position(self, text: str) -> Position:
        """The position that a text means; raises BadPosition."""
        position: Position = _position_of_numbers(self, text)
        return position

    @display_member()
    def is_valid(self, position: Position) -> bool:
        """Whether some game may reach a position; no others are read from texts."""
        return True

    @display_member(check_scene)
    def scene(self, position: Position) -> Scene | None:
        """The board as squares in rows; None where it is no such board."""
        return None

    @display_member(check_squares)
    def placed_squares(self, position: Position, move: Move) -> Iterable[Square]:
        """The squares of the scene on which a move's piece lies after it; several are one piece,
        which stays. None where what the move changes tells enough."""
        return ()

    @display_member(check_squares)
    def move_squares(self, position: Position, move: Move) -> Iterable[Square]:
        """The squares of the scene that a person clicks to make a move, one after another, such as
        from where and to where. None where what the move changes tells enough."""
        return ()

    @display_member(check_picture)
    def picture(self, position: Position) -> str:
        """The board in plain characters."""
        scene = self.scene(position)
        return plain_picture(scene) if scene else _list_of_fields(position)

    @display_member(has_default=False)
    def file_text(self) -> str:
        """The game's own board as a file that its option `file` reads."""


def _always(game: Game) -> bool:
    return True


MEMBERS: Final = members_of(Game)
"""Everything that a game has, by name."""
REQUIRED: Final = tuple(m.name for m in MEMBERS.values() if m.mark.role is Role.REQUIRED)
RULES: Final = tuple(
    m.name for m in MEMBERS.values() if m.mark.role is not Role.DISPLAY and not m.is_value
)
"""The methods that compiled code calls."""
COMPILED: Final = (*RULES, "alternates", "repetition")
"""All that compiled code asks of a game, its options apart."""
ALWAYS_ALTERNATES: Final = property(_always)
"""What `alternates` is in a game that does not tell who is to move."""

GameClass = TypeVar("GameClass", bound=type)

game_classes: dict[type, None] = {}
"""Every class that became a game in this process, in the order in which they did."""


def game(name: str, display: ModuleType | None = None) -> Callable[[GameClass], GameClass]:
    """Make a named tuple a game that people know by `name`.

    What the game shows to people may stand in a module of its own instead of in the class: each
    function of `display` that is called like a display member becomes a method.
    """
    if not isinstance(name, str) or not name.strip():
        raise BadGame('@game takes the name of the game: write @game("name")')

    def register(cls: GameClass) -> GameClass:
        shown = [m for m in MEMBERS.values() if m.mark.role is Role.DISPLAY]
        for member in shown:
            if hasattr(display, member.name):
                setattr(cls, member.name, getattr(display, member.name))
        for member in MEMBERS.values():
            _make_property(cls, member)
        _check_class(cls, name)
        cls.name = name  # type: ignore[attr-defined]
        if not hasattr(cls, "side"):
            cls.alternates = ALWAYS_ALTERNATES  # type: ignore[attr-defined]
        add_defaults(cls, MEMBERS.values())
        put_checks(cls, shown)
        game_classes[cls] = None
        return cls

    return register


def _make_property(cls: type, member: Member) -> None:
    """Let an author write a value as a method, too."""
    found = vars(cls).get(member.name)
    if member.is_value and inspect.isfunction(found):
        setattr(cls, member.name, property(found))


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
    """The position after a legal move: one of the same kind, with a side to move that may be."""
    child = game.play(position, move)
    if type(child) is not type(position):
        expected = f"expected a {type(position).__name__}"
        raise fault(game, "play", f"play gives {child!r}: {expected}")
    if declares(game, "side"):
        _check_turn(game, position, move, child)
    return child


def _check_turn(game: Any, position: Any, move: int, child: Any) -> None:
    """Refuse a second turn in a game that says that there is none."""
    if side_of(game, child) == side_of(game, position) and game.alternates:
        again = f"after move {move} in {position} the same side moves again"
        raise fault(game, "play", f"{again}, but the game says alternates = True: leave that out")


def side_of(game: Any, position: Any) -> int:
    """Who is to move, 0 or 1, as a game that has a method for it tells."""
    side: int = game.side(position)
    if side not in (0, 1):
        check_side(place_in(game, "side"), game, (position,), side)
    return side


def fault(game: Any, rule: str, what: str) -> BadGame:
    """What is wrong with a method of a game, with the line where it stands."""
    return BadGame(place_in(game, rule).removesuffix(rule) + what)


def place_in(game: Any, member: str) -> str:
    """Where a member of a game stands and what it is called, with which a sentence begins."""
    found = getattr(type(game), member)
    function = found.fget if isinstance(found, property) else found
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return f"{place_of(code)}{member}"


def declares(game: Any, rule: str) -> bool:
    """Whether the author wrote a rule that may be left out."""
    found = getattr(type(game), rule, None)
    return found not in (None, MEMBERS[rule].default, ALWAYS_ALTERNATES)


def mix_fields(game: Any, position: Any) -> int:
    """A 64-bit number made of every word of a position."""
    number = 0
    for word in pack(position, width_of(game)):
        number = mix(number, word)
    return number


def board_fields(game: Any, position: Any) -> tuple[Bits, ...]:
    """The fields of a position that are boards."""
    kinds = declared(type(position)).values()
    return tuple(
        value for value, (kind, _) in zip(position, kinds, strict=True) if kind is Kind.BITS
    )


def canonical_key(game: Game, position: Any) -> int:
    """The least key among a position and its images: the same for all of them."""
    least = bits(game.key(position))
    for image in game.symmetries(position):
        key = bits(game.key(image))
        if key < least:
            least = key
    return least


def table_key(game: Any, position: Any, symmetry: bool) -> int:
    """What a table knows a position by: its own key, or the canonical one of all its images."""
    return canonical_key(game, position) if symmetry else bits(game.key(position))


def wins_at_once(game: Any, position: Any) -> bool:
    """Whether the side to move has a move that wins, in a position that is not over."""
    for move in game.moves(position):
        child = game.play(position, move)
        if has_won(game.outcome(child), moves_again(game, position, child)):
            return True
    return False


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
    if "alternates" in vars(cls) and not hasattr(cls, "side"):
        told = f"{where} says whether it alternates, but not who is to move"
        raise BadGame(f"{told}: write `def side(self, position)`")
    check_parameters(cls, MEMBERS.values(), where)
    for field, (kind, _) in declared(cls).items():
        if kind in NUMBERS:
            raise BadGame(f"{where}: the field {field!r} holds {kind.value}: expected a tuple")


# --- defaults of display members ---------------------------------------------------------------


def _rules_of_class(game: Game) -> str:
    """What the class says of itgame, and the first and the last move that can be played."""
    about = inspect.cleandoc(type(game).__doc__ or "")
    if about.startswith(f"{type(game).__name__}("):
        about = ""  # a named tuple without a text has one that lists its fields
    start = game.start()
    texts = [game.move_text(start, move) for move in legal_moves(game, start)]
    if not texts:
        return about
    examples = examples_text(dict.fromkeys([texts[0], texts[-1]], ""))
    how = "Type a move as the command moves lists it, at the start for example:"
    return f"{about}\n\n{how}\n{examples}".strip()


def _move_with_text(game: Game, position: Any, text: str) -> int:
    """Accepts what `move_text` writes for any legal move, in either case if that is clear."""
    wanted = text.strip()
    texts: dict[str, int] = {}
    for move in legal_moves(game, position):
        written = game.move_text(position, move)
        if texts.setdefault(written, move) != move:
            both = f"the moves {texts[written]} and {move} are both written {written!r}"
            raise fault(game, "move_text", f"{both}: expected a text for each")
    if not texts:
        raise IllegalMove(f"{wanted!r} cannot be played: the game is over")
    meant = [wanted] if wanted in texts else [each for each in texts if _alike(each, wanted)]
    if len(meant) == 1:
        return texts[meant[0]]
    if meant:
        raise AmbiguousMove(f"{wanted!r} is ambiguous: expected {' or '.join(meant)}")
    shown = ", ".join([*texts][:8]) + (", ..." if len(texts) > 8 else "")
    raise IllegalMove(f"{wanted!r} is not a legal move here: expected one of {shown}")


def _alike(one: str, other: str) -> bool:
    """Whether two texts differ at most in the case of their letters."""
    return one.casefold() == other.casefold()


def _numbers_text(position: Any) -> str:
    """A position's fields in a row."""
    return ",".join(str(int(value)) for value in position)


def _position_of_numbers(game: Game, text: str) -> Any:
    """Reads what `_numbers_text` writes; such a text is trusted as far as its shape goes."""
    like = game.start()
    try:
        values = [int(word) for word in text.split(",")]
    except ValueError:
        values = []
    if len(values) != len(like):
        fields = ",".join(like._fields)
        raise BadPosition(f"{text!r} is not a position: expected the numbers {fields}")
    kinds = [kind for kind, _ in declared(type(like)).values()]
    for name, kind, value in zip(like._fields, kinds, values, strict=True):
        least, most = field_range(kind, game.board_bits)
        if not least <= value <= most:
            raise BadPosition(f"{text!r}: {name} is {value}, not from {least} to {most}")
    return type(like)(
        *(bool(v) if kind is Kind.BOOL else v for kind, v in zip(kinds, values, strict=True))
    )


def _list_of_fields(position: Any) -> str:
    return "\n".join(f"{name}: {value}" for name, value in position._asdict().items())
