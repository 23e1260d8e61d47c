"""Any game as a PettingZoo environment: two agents take turns, `player_0` begins.

`env` is what PettingZoo's own classic games are: an illegal action ends the game with a loss.
`raw_env` raises IllegalMove instead. A side that moves again is selected again.
"""

from typing import Any

from plyground.adapters.boxes import observation_of, observation_space, reward_of
from plyground.adapters.rendering import RENDER_MODES, check_render_mode, rendered
from plyground.adapters.spaces import Spaces
from plyground.core.extras import extra
from plyground.games.registry import AnyGame, game_text
from plyground.records.record import Record

with extra("pettingzoo"):
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

ILLEGAL_REWARD = -1
AGENTS = ("player_0", "player_1")


def env(
    game: AnyGame = "connect-four",
    observation: str = "planes",
    max_plies: int | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """A game as an environment with PettingZoo's usual wrappers.

    `observation` is "planes" (an array; the legal actions are in `info["action_mask"]`), or "dict"
    (the array and the mask together). A game of more than `max_plies` plies is truncated.
    """
    made = raw_env(game, observation, max_plies, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class RawEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """A game as an environment; an illegal action raises IllegalMove."""

    def __init__(
        self,
        game: AnyGame = "connect-four",
        observation: str = "planes",
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, observation, max_plies, render_mode)
        super().__init__()
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.spaces = Spaces(game, observation, max_plies)
        self.game_text = game if isinstance(game, str) else game_text(self.spaces.game)
        self.metadata = {
            "name": f"plyground_{self.spaces.game.name}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [*AGENTS]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.spaces) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(len(self.spaces.actions)) for agent in AGENTS}
        self.record = self._begun(None)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Any:
        """What an agent sees; not only the one that is to move."""
        return observation_of(self.spaces, self.record, AGENTS.index(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin at the start, or as the options `position` and `moves` say. Games know no chance:
        the seed changes nothing."""
        self.record = self._begun(options)
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, self.record.is_over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._skip_agent_selection = None
        self._select()

    def _begun(self, options: dict[str, Any] | None) -> Record:
        begun = options or {}
        start, moves = begun.get("position"), begun.get("moves", ())
        return Record(self.spaces.game, start, moves, game_text=self.game_text)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.spaces.play(self.record, action)
        if self.record.is_over:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = {name: reward_of(self.record, side) for side, name in enumerate(AGENTS)}
        elif len(self.record) >= self.spaces.max_plies:
            self.truncations = dict.fromkeys(AGENTS, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Let the agent whose turn it is be asked next."""
        self.agent_selection = AGENTS[self.record.turn]
        self.infos = {
            agent: {"action_mask": self.spaces.mask(self.record, side)}
            for side, agent in enumerate(AGENTS)
        }

    def render(self) -> Any:
        return rendered(self.record, self.render_mode)


raw_env = RawEnv
"""The name that PettingZoo's own modules give it."""
