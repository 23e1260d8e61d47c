"""Any game as a Gymnasium environment: one agent plays against a fixed opponent.

`gymnasium.make("plyground.adapters.gymnasium:plyground/Game-v0", game="connect-four")` makes one,
and so does `PlygroundEnv("connect-four")`.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from plyground.adapters.boxes import observation_of, observation_space, reward_of
from plyground.adapters.rendering import RENDER_MODES, check_render_mode, rendered
from plyground.adapters.spaces import Spaces
from plyground.core.errors import BadOption, IllegalMove
from plyground.core.extras import extra
from plyground.core.options import options_of
from plyground.games.registry import AnyGame, game_text
from plyground.players.player import AnyPlayer, NamedPlayer, make_player, player_class
from plyground.records.record import Record

with extra("gymnasium"):
    import gymnasium
    from gymnasium import spaces

ILLEGAL_REWARD: Final = -1.0
ENV_ID: Final = "plyground/Game-v0"


class PlygroundEnv(gymnasium.Env[Any, Any]):
    """A game against an opponent, which is any player text, class or object.

    `first` says whether the agent begins: True, False, or "random" for either. The legal actions
    are in `info["action_mask"]`. The reward is 1 for a win, -1 for a loss, else 0. An illegal
    action loses, and `info["illegal"]` says why.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        game: AnyGame = "connect-four",
        opponent: AnyPlayer = "random",
        first: bool | Literal["random"] = True,
        observation: str = "planes",
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if first not in (True, False, "random"):
            raise BadOption(f"first={first!r}: expected True, False or 'random'")
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.first, self.opponent = first, opponent
        self.spaces = Spaces(game, observation, max_plies)
        self.game_text = game if isinstance(game, str) else game_text(self.spaces.game)
        self.observation_space = observation_space(self.spaces)
        self.action_space = spaces.Discrete(len(self.spaces.actions))
        self.side = 0
        """The side that the agent plays."""
        self.record = self._begun({})
        self._player: NamedPlayer = make_player(opponent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin at the start, or as the options `position` and `moves` say. The seed decides who
        begins, if that is random, and what the opponent draws by lot."""
        super().reset(seed=seed)
        begins = bool(self.np_random.integers(2)) if self.first == "random" else self.first
        self.side = 0 if begins else 1
        self.record = self._begun(options or {})
        self._close_player()
        self._player = make_player(self.opponent, **self._lot())
        self._answer()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.record.is_over:
            raise BadOption("the game is over: call reset before the next step")
        try:
            self.spaces.play(self.record, action)
        except IllegalMove as error:
            self.record.resign()
            info = {**self._info(), "illegal": str(error)}
            return self._seen(), ILLEGAL_REWARD, True, False, info
        self._answer()
        over, reward = self.record.is_over, float(reward_of(self.record, self.side))
        truncated = not over and len(self.record) >= self.spaces.max_plies
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, truncated, self._info()

    def render(self) -> Any:
        return rendered(self.record, self.render_mode)

    def close(self) -> None:
        """End the opponent, if it is a program."""
        self._close_player()

    def _begun(self, options: Mapping[str, Any]) -> Record:
        start, moves = options.get("position"), options.get("moves", ())
        return Record(self.spaces.game, start, moves, game_text=self.game_text)

    def _answer(self) -> None:
        """Let the opponent move as long as it is its turn."""
        while self.record.turn != self.side and not self.record.is_over:
            if len(self.record) >= self.spaces.max_plies:
                return
            self.record.push(self._player.choose(self.record))

    def _lot(self) -> dict[str, int]:
        """A seed for an opponent that takes one and was not given one."""
        given = self.opponent
        if not isinstance(given, str | type) or (isinstance(given, str) and "seed=" in given):
            return {}
        cls = player_class(given) if isinstance(given, str) else given
        takes_seed = any(option.name == "seed" for option in options_of(cls))
        return {"seed": int(self.np_random.integers(10**9))} if takes_seed else {}

    def _seen(self) -> Any:
        return observation_of(self.spaces, self.record, self.side)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.spaces.mask(self.record, self.side)}

    def _close_player(self) -> None:
        close = getattr(self._player, "close", None)
        if close:
            close()


gymnasium.register(ENV_ID, entry_point="plyground.adapters.gymnasium:PlygroundEnv")
