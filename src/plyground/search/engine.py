"""What an engine is: a search of one game, with all that it remembers from move to move."""

from collections.abc import Sequence
from typing import Any, Protocol

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.search.limits import Limits
from plyground.search.solution import Solver
from plyground.search.stop import StopSignal
from plyground.search.thought import Thought, Watch, ignore


class Engine(Solver, Protocol):
    """Thinks about positions; as a solver it can also be asked for a single verdict."""

    game: Game
    evaluation: Evaluation
    score_scale: int
    """What a certain win would score where scores are means of results, and 0 elsewhere."""
    stop_signal: StopSignal

    def think(
        self,
        position: Any,
        limits: Limits,
        lines: int = 1,
        watch: Watch = ignore,
        history: Sequence[int] = (),
    ) -> Thought:
        """Search until a limit is met or it is stopped; `watch` sees what is found on the way.

        The history has the keys of all earlier positions of the game. It matters only where a
        repetition ends it."""

    def stop(self) -> None:
        """End the `think` or `solve` that is running, from any thread: the result so far stands.
        Where none is running this does nothing."""
