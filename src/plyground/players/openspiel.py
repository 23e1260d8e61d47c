"""Bots of OpenSpiel as players of its games: `openspiel:mcts,simulations=1000`."""

import math
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from plyground.core.errors import BadOption
from plyground.core.extras import extra
from plyground.core.names import find_named
from plyground.core.options import create
from plyground.games.openspiel import OpenSpielGame, state_of
from plyground.players.player import player
from plyground.records.record import Record


@dataclass
class Bot:
    """What follows the name."""

    bot: str = "mcts"
    """Which bot: Monte Carlo tree search, or one that OpenSpiel has registered."""
    simulations: int = 1000
    """How many games `mcts` plays out for each move at most."""
    time: float = math.inf
    """Seconds for each move of `mcts`."""
    exploration: float = 2.0
    """The constant c of UCT."""
    seed: int = -1
    """A seed of 0 or more makes `mcts` repeatable."""


@player("openspiel")
class OpenSpielPlayer:
    """A bot of OpenSpiel, for its own games: `openspiel:mcts,simulations=1000`."""

    name: str
    takes_text = True

    def __init__(self, text: str) -> None:
        self.options: Bot = create(_NamedBot, text)
        if self.options.simulations < 1 or not self.options.time > 0:
            raise BadOption(f"openspiel:{text}: expected simulations and a time above 0")
        self._bots: dict[tuple[str, int], Any] = {}

    def check_for(self, record: Record) -> None:
        """Refuse a game that is not OpenSpiel's."""
        if not isinstance(record.game, OpenSpielGame):
            name, expected = record.game.name, "a game such as openspiel:tic_tac_toe"
            raise BadOption(f"the player openspiel cannot play {name}: expected {expected}")

    def choose(self, record: Record) -> int:
        self.check_for(record)
        state = state_of(record.position)
        key = (str(state.get_game()), record.turn)
        if key not in self._bots:
            self._bots[key] = self._made(state, record.turn)
        return int(self._bots[key].step(state.clone()))

    def _made(self, state: Any, side: int) -> Any:
        with extra("openspiel"):
            import pyspiel
        options, game = self.options, state.get_game()
        if options.bot != "mcts":
            known = dict.fromkeys(["mcts", *pyspiel.registered_bots()])
            find_named("bot of OpenSpiel", known, options.bot)
            return pyspiel.load_bot(options.bot, game, side)
        seed = SystemRandom().randrange(1 << 30) if options.seed < 0 else options.seed
        if type(state).__module__ != "pyspiel":  # the bot in C++ crashes on states in Python
            return _python_mcts(game, options, seed)
        return pyspiel.MCTSBot(
            game,
            pyspiel.RandomRolloutEvaluator(1, seed),
            options.exploration,
            options.simulations,
            0,  # no limit of memory
            True,
            seed,
            False,
            max_wall_clock_time=-1.0 if math.isinf(options.time) else options.time,
        )


class _NamedBot(Bot):
    name = "openspiel"


def _python_mcts(game: Any, options: Bot, seed: int) -> Any:
    import numpy as np
    from open_spiel.python.algorithms import mcts

    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    return mcts.MCTSBot(
        game, options.exploration, options.simulations, evaluator, random_state=random
    )
