"""Games of OpenSpiel as games of ours: `openspiel:tic_tac_toe`, `openspiel:hex(board_size=5)`.

Their rules are OpenSpiel's own, so they cannot be compiled: players that search compiled rules
refuse them. A position is the number of an OpenSpiel state, and carries that state.
"""

from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, NamedTuple, Self

from plyground.core.errors import BadOption, BadPosition, PlygroundError
from plyground.core.extras import extra
from plyground.core.game import game
from plyground.core.names import find_named
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN

_WANTED: Final = {
    "dynamics": "SEQUENTIAL",
    "chance_mode": "DETERMINISTIC",
    "information": "PERFECT_INFORMATION",
    "utility": "ZERO_SUM",
}
"""What a game has to be."""


class Node(int):
    """The number of a state, which it carries: the same for the same moves."""

    state: Any

    @classmethod
    def of(cls, state: Any) -> Self:
        history = f"{state.get_game()}:{state.history()}"
        number = int.from_bytes(blake2b(history.encode(), digest_size=8).digest()) >> 1
        node = cls(number)
        node.state = state
        return node

    def __deepcopy__(self, memo: Any) -> "Node":
        return self

    def __reduce__(self) -> Any:
        return _node, (str(self.state.get_game()), self.state.history())


class Position(NamedTuple):
    """A state, and who is to move there: also after the last move, where OpenSpiel does not say."""

    node: int
    turn: int


@game("openspiel")
class OpenSpielGame(NamedTuple):
    """A game of OpenSpiel, played by its own rules."""

    text: str

    @classmethod
    def create(cls, text: str) -> Self:
        openspiel_game(text.strip())
        return cls(text.strip())

    def start(self) -> Position:
        state = openspiel_game(self.text).new_initial_state()
        return Position(Node.of(state), max(0, state.current_player()))

    def moves(self, position: Position) -> list[int]:
        actions: list[int] = state_of(position).legal_actions()
        return actions

    def play(self, position: Position, move: int) -> Position:
        child = state_of(position).child(move)
        is_over = child.is_terminal()
        return Position(Node.of(child), 1 - position.turn if is_over else child.current_player())

    def outcome(self, position: Position) -> int:
        state = state_of(position)
        if not state.is_terminal():
            return ONGOING
        utility = state.player_return(position.turn)
        return WIN if utility > 0 else LOSS if utility < 0 else DRAW

    def side(self, position: Position) -> int:
        return position.turn

    def plies_left(self, position: Position) -> int:
        longest: int = openspiel_game(self.text).max_game_length()
        return longest - len(state_of(position).history())

    def rules_text(self) -> str:
        about = openspiel_game(self.text).get_type().long_name
        return f"{about}, as OpenSpiel plays it. The command moves lists the moves."

    def move_text(self, position: Position, move: int) -> str:
        state = state_of(position)
        return "_".join(state.action_to_string(position.turn, move).split()) or str(move)

    def position_text(self, position: Position) -> str:
        """OpenSpiel's numbers of the moves so far."""
        return ",".join(map(str, state_of(position).history())) or "start"

    def parse_position(self, text: str) -> Position:
        position = self.start()
        for word in text.split(",") if text.strip() != "start" else ():
            legal = state_of(position).legal_actions()
            if not word.strip().isdecimal() or int(word) not in legal:
                raise BadPosition(
                    f"{text!r}: {word!r} is no action there: expected start or 4,2,..."
                )
            position = self.play(position, int(word))
        return position

    def picture(self, position: Position) -> str:
        return str(state_of(position)).rstrip("\n") or self.position_text(position)


OpenSpielGame.takes_text = True  # type: ignore[attr-defined] # commas and all


def state_of(position: Position) -> Any:
    """OpenSpiel's state of a position. Whoever changes it takes a clone."""
    return position.node.state  # type: ignore[attr-defined]


def _node(text: str, history: list[int]) -> Node:
    state = openspiel_game(text).new_initial_state()
    for action in history:
        state.apply_action(action)
    return Node.of(state)


@lru_cache(maxsize=64)
def openspiel_game(text: str) -> Any:
    """The game that OpenSpiel knows by a text; raises BadOption."""
    with extra("openspiel"):
        import pyspiel
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    kind = find_named("game of OpenSpiel", kinds, text.partition("(")[0])
    try:
        _check_parameters(pyspiel.game_parameters_from_string(text), kind)
        loaded = pyspiel.load_game(text)
        _check_kind(text, loaded)
        _try_start(loaded)
    except PlygroundError:
        raise
    except Exception as error:  # OpenSpiel checks some parameters, and fails on others later
        raise BadOption(f"{text}: {' '.join(str(error).split())}") from None
    return loaded


def _try_start(loaded: Any) -> None:
    state = loaded.new_initial_state()
    str(state)
    for action in state.legal_actions():
        state.action_to_string(action)


def _check_parameters(given: dict[str, Any], kind: Any) -> None:
    """Refuse parameters before OpenSpiel does, which writes about them to the screen itself."""
    known = kind.parameter_specification
    for name, value in given.items():
        if name != "name":
            usual = find_named(f"parameter of {kind.short_name}", known, name)
            if type(usual) is not type(value):
                raise BadOption(f"{name}={value}: expected a value such as {usual}")


def _check_kind(text: str, loaded: Any) -> None:
    kind = loaded.get_type()
    found = {what: getattr(kind, what).name for what in _WANTED}
    if found != _WANTED or loaded.num_players() != 2:
        told = ", ".join(value.lower().replace("_", " ") for value in found.values())
        wanted = "2 players, sequential, deterministic, perfect information, zero sum"
        raise BadOption(f"{text} has {loaded.num_players()} players, {told}: expected {wanted}")
