"""Any of our games as a game of OpenSpiel: `pyspiel.load_game("plyground(spec=connect-four)")`.

Importing this module registers the one name. OpenSpiel's own syntax has `=` and `,` for itself, so
options are written with `:` and `;` there: `plyground(spec=connect-four:width:5;height:4)`. A game
that knows no bound of its length is a draw after 1,000 plies.
"""

from typing import Any, Final

from plyground.adapters.spaces import Spaces
from plyground.core.errors import BadOption
from plyground.core.extras import extra
from plyground.core.python_files import split_file
from plyground.records.record import Record

with extra("openspiel"):
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

SHORT_NAME: Final = "plyground"
DEFAULT_SPEC: Final = "connect-four"
_TYPE: Final = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="A game of Plyground",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"spec": DEFAULT_SPEC},
)


def spec_of(text: str) -> str:
    """A game's text as OpenSpiel can take it: `connect-four:width:5;height:4`."""
    name, options = _split(text)
    spec = options.replace(",", ";").replace("=", ":")
    if any(sign in name + spec for sign in "=,()"):
        raise BadOption(f"{text!r}: OpenSpiel takes no game whose text has =, ,, ( or ) in a name")
    return f"{name}:{spec}" if spec else name


def text_of(spec: str) -> str:
    """The game's text that a spec means, whichever of the two ways it is written."""
    name, options = _split(spec)
    parts = options.replace(";", ",").split(",")
    given = ",".join(part if "=" in part else part.replace(":", "=", 1) for part in parts)
    return f"{name}:{given}" if given else name


def _split(text: str) -> tuple[str, str]:
    """The name or file of a game, and its options."""
    named = split_file(text)
    if named:
        return named
    name, _, options = text.strip().partition(":")
    return name, options


class PlygroundGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.game_text = text_of(str((params or {}).get("spec", DEFAULT_SPEC)))
        self.spaces = Spaces(self.game_text)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.spaces.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.spaces.max_plies,
        )
        super().__init__(_TYPE, info, {"spec": spec_of(self.game_text)})

    def new_initial_state(self) -> "PlygroundState":
        return PlygroundState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What players see: the planes and the board, or the moves so far for those who remember
        everything."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.spaces, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class PlygroundState(pyspiel.State):  # type: ignore[misc]
    """A position and the moves that led there."""

    def __init__(self, game: PlygroundGame) -> None:
        super().__init__(game)
        self.at = Standing(game.spaces, Record(game.spaces.game, game_text=game.game_text))

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self.at.is_over else self.at.record.turn

    def is_terminal(self) -> bool:
        return self.at.is_over

    def returns(self) -> list[float]:
        winner = self.at.record.winner
        return [0.0, 0.0] if winner is None else [1.0 - 2 * winner, 2 * winner - 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.at.is_over else self.at.spaces.actions.of(self.at.record.legal_moves)

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        record = self.at.record
        move = self.at.spaces.actions.move(action)
        return record.game.move_text(record.position, move)

    def __str__(self) -> str:
        return str(self.at.record)


class Standing:
    """A game so far that never changes: OpenSpiel copies states by copying all that they have."""

    def __init__(self, spaces: Spaces, record: Record) -> None:
        self.spaces, self.record = spaces, record
        self.is_over = record.is_over or len(record) >= spaces.max_plies

    def after(self, action: int) -> "Standing":
        record = self.record.copy()
        self.spaces.play(record, action)
        return Standing(self.spaces, record)

    def __deepcopy__(self, memo: Any) -> "Standing":
        return self


class BoardObserver:
    """What OpenSpiel asks about a state: planes as for every other framework, and the board."""

    def __init__(self, spaces: Spaces, params: Any = None) -> None:
        if params:
            raise BadOption(f"observation parameters {params}: expected none")
        self.spaces = spaces
        self.tensor = np.zeros(spaces.shape, np.float32).reshape(-1)
        self.dict = {"observation": self.tensor.reshape(spaces.shape)}

    def set_from(self, state: PlygroundState, player: int) -> None:
        self.dict["observation"][:] = self.spaces.observe(state.at.record, player)

    def string_from(self, state: PlygroundState, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, PlygroundGame)
