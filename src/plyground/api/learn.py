"""`learn`: an evaluation that is learned."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.core.errors import BadOption

if TYPE_CHECKING:
    from plyground.learning.messages import Learned
    from plyground.learning.run import OnProgress


def learn(
    game: str | None = None,
    method: str = "td-leaf",
    out: Path | str | None = None,
    *,
    minutes: float | None = None,
    games: int | None = None,
    seed: int = 1,
    threads: int = 1,
    jobs: int | None = None,
    pool: str | None = None,
    deterministic: bool = False,
    evaluation: str | None = None,
    opponents: Sequence[str] = (),
    sources: Sequence[Path | str] = (),
    ladder: int = 0,
    folder: Path | str | None = None,
    resume: Path | str | None = None,
    on_progress: "OnProgress | None" = None,
) -> "Learned":
    """Learn an evaluation of a game, for `minutes` minutes or `games` games, and write it to the
    file `out`, which `evaluation=FILE` takes in any player.

    The folder of the run, by default `out` with `.run` after it, has all that is needed to go on:
    `learn(resume=folder)`. With `ladder`, checkpoints play that many pairs of games against each of
    several players, in another process. `on_progress` is called several times a second.

    `jobs` processes learn at once, or all processors of the cluster `pool`, such as `ray` or
    `ray:ADDRESS`; then it is called after each round of some seconds. A run that is resumed does so
    in as many as before if neither is given.
    """
    from plyground.learning.messages import LearnPlan
    from plyground.learning.run import ignore, new_run, resumed, run

    if resume is not None:
        if game is not None or out is not None or folder is not None:
            raise BadOption("a run that is resumed has its game, folder and file: leave them out")
        return run(resumed(resume, minutes, games, jobs, pool), on_progress or ignore)
    if game is None or out is None:
        raise BadOption("there is nothing to learn: expected a game and a file to write to")
    plan = LearnPlan(
        game=game,
        method=method,
        out=str(out),
        seed=seed,
        minutes=minutes,
        games=games,
        threads=threads,
        deterministic=deterministic,
        evaluation=evaluation,
        opponents=tuple(opponents),
        sources=tuple(map(str, sources)),
        ladder=ladder,
        digest="",
        jobs=1 if jobs is None else jobs,
        pool=pool,
    )
    return run(new_run(plan, folder), on_progress or ignore)
