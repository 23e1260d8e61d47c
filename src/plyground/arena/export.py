"""Games of a tournament as records."""

from plyground.arena.messages import TournamentGame
from plyground.arena.plan import Plan
from plyground.core.errors import BadTournament, PlygroundError
from plyground.core.wire import Termination
from plyground.games.registry import make_game
from plyground.records.notation import format_record
from plyground.records.record import Record

_BY_RULES = (Termination.NORMAL, Termination.INTERRUPTED)


def record_of(plan: Plan, game: TournamentGame) -> Record:
    """A stored game; raises BadTournament if the rules have changed since it was played."""
    rules = make_game(plan.game)
    try:
        record = Record(rules, moves=game.moves, game_text=plan.game)
    except PlygroundError as error:
        told = f"game {game.number} cannot be played by the rules that {plan.game} has now: {error}"
        raise BadTournament(told) from None
    if game.termination not in _BY_RULES and not record.is_over:
        winner = {"first": 0, "second": 1}.get(game.result)
        record.end(game.termination, winner)
    return record


def record_text(plan: Plan, game: TournamentGame) -> str:
    """A stored game as text."""
    tags = {"Round": str(game.round), "Number": str(game.number)}
    if game.reason:
        tags["Reason"] = game.reason
    return format_record(record_of(plan, game), (game.first, game.second), tags)
