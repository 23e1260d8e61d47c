"""Proof of a gain: the sequential probability ratio test of a new player against an old one, over
pairs of games that begin alike."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from plyground.core import wire
from plyground.core.files import about, append
from plyground.learning.errors import BadRun
from plyground.learning.folder import PROOF
from plyground.learning.messages import LearnProof
from plyground.matches.match import Match
from plyground.matches.messages import sprt_message
from plyground.matches.result import Result, empty_result
from plyground.matches.series import check_players, play_match
from plyground.matches.sprt import Sprt, check_hypotheses, sprt

PLAYER: Final = "negascout"
EQUAL: Final = ("nodes=2000", "time=0.02")
"""Equal nodes and equal time: what both players get for a move."""
MAX_GAMES: Final = 4000
ELO: Final = (0.0, 20.0)
ALPHA: Final = 0.05


def players(evaluation: str, former: str, limit: str) -> tuple[str, str]:
    """The new and the old player, equal but for their evaluations."""
    return f"{PLAYER}:{limit},evaluation={evaluation}", f"{PLAYER}:{limit},evaluation={former}"


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
