"""Proof of a gain: the sequential probability ratio test of a new player against an old one, over
pairs of games that begin alike."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from plyground.core import wire
from plyground.core.files import about, append
from plyground.evaluations.registry import make_evaluation
from plyground.evaluations.zero import Zero
from plyground.games.registry import make_game
from plyground.learning.errors import BadRun
from plyground.learning.folder import PROOF
from plyground.learning.messages import LearnProof
from plyground.matches.match import Match
from plyground.matches.messages import sprt_message
from plyground.matches.result import Result, empty_result
from plyground.matches.series import check_players, play_match
from plyground.matches.sprt import Sprt, check_hypotheses, sprt

PLAYER: Final = "negascout"
WITHOUT: Final = "mcts"
"""Who plays best where there is no evaluation."""
EQUAL_NODES: Final = "nodes=2000"
EQUAL_TIME: Final = "cpu=0.02"
"""What both players get for a move."""
MAX_GAMES: Final = 4000
ELO: Final = (0.0, 20.0)
ALPHA: Final = 0.05


class Duel(NamedTuple):
    """What was learned against what was there before."""

    limit: str
    new: str
    old: str


def duels(game: str, evaluation: str, former: str) -> list[Duel]:
    """The same search at equal nodes and at equal time. Where there was no evaluation before, it
    meets Monte Carlo at equal time, whose nodes are others."""
    if isinstance(make_evaluation(make_game(game), former), Zero):
        players = f"{PLAYER}:{EQUAL_TIME},evaluation={evaluation}", f"{WITHOUT}:{EQUAL_TIME}"
        return [Duel(EQUAL_TIME, *players)]
    return [
        Duel(limit, *(f"{PLAYER}:{limit},evaluation={each}" for each in (evaluation, former)))
        for limit in (EQUAL_NODES, EQUAL_TIME)
    ]


def prove(
    game: str,
    new: str,
    old: str,
    *,
    games: int = MAX_GAMES,
    elo: tuple[float, float] = ELO,
    opening_plies: int = 6,
    seed: int = 1,
    jobs: int = 1,
    on_pair: Callable[[Sprt], None] = lambda test: None,
) -> LearnProof:
    """Test whether the new player is stronger than the old one: until it is decided, or for at most
    so many games."""
    check_hypotheses(*elo, ALPHA, ALPHA)
    match = Match(game, (new, old), games, opening_plies, seed, jobs)
    check_players(match)
    result = empty_result(match)
    pairs = [0] * 5
    test = None
    played = play_match(match)
    try:
        for one in played:
            result.add(one)
            if result.games % 2 == 0:
                pairs[round(2 * sum(result.points[-2:]))] += 1
                test = sprt(pairs, *elo, ALPHA, ALPHA)
                on_pair(test)
                if test.accepted is not None:
                    break
    finally:
        played.close()
    assert test is not None
    return _message(match, result, pairs, test, elo)


def _message(
    match: Match, result: Result, pairs: list[int], test: Sprt, elo: tuple[float, float]
) -> LearnProof:
    new = result.players[0]
    return LearnProof(
        game=match.game_text,
        new=match.names[0],
        old=match.names[1],
        games=result.games,
        as_first=wire.Score(*new.as_first),
        as_second=wire.Score(*new.as_second),
        pairs=tuple(pairs),
        opening_plies=match.opening_plies,
        seed=match.seed,
        sprt=sprt_message(test, *elo, "normalised"),
    )


def write_proof(folder: Path, proof: LearnProof) -> None:
    """Add a test to those in the folder of a run."""
    with about(folder / PROOF, BadRun, "written"):
        append(folder / PROOF, wire.encode(proof) + b"\n")
