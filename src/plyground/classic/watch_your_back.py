"""`plyground classic watch-your-back`: a game between players that the document describes."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

import typer

from plyground.classic.dialogue import Dialogue, talking
from plyground.classic.seats import play_shown
from plyground.core.bits import squares
from plyground.core.errors import BadOption, BadWeights
from plyground.core.names import find_named
from plyground.games.registry import make_game
from plyground.games.watch_your_back.rules import FORFEIT, PLACEMENT
from plyground.live.game import LiveGame, Turn
from plyground.live.seat import PersonSeat, Seat
from plyground.players.human import Human
from plyground.players.player import NamedPlayer, make_player
from plyground.protocol.comp30024 import action_of
from plyground.records.record import Record

EXAMPLES = (
    "plyground classic watch-your-back",
    "plyground classic watch-your-back --white human --black negamax",
    "plyground classic watch-your-back --white weights --weights my.xml --black monte-carlo",
    "plyground classic watch-your-back --white weights --weights a.xml --black weights "
    "--weights b.xml",
)
GAME: Final = "watch-your-back"
SEARCH: Final = "evaluation=document,beam=1,quiescence=0,killers=0,history=0"
"""The document's features, move ordering and beam, without what it only planned."""
GREEDY: Final = f"cpu=0.9,{SEARCH}"
"""The same with the document's time for an action."""
WEIGHTS: Final = "weights"
PLAYERS: Final[dict[str, Any]] = {
    "random": "random",
    "human": "human",
    "minimax": "minimax:cpu=0.9,evaluation=document",
    "alpha-beta": "alphabeta:cpu=0.9,evaluation=document",
    "negamax": f"negamax:{GREEDY},book=own",
    "negascout": f"negascout:{GREEDY}",
    "monte-carlo": "mcts:cpu=0.9,final=ucb1",
    WEIGHTS: f"negamax:{GREEDY},book=own",
}
"""The document's players as texts of ours; `weights` is its negamax with weights from a file."""
COMMANDS: Final = ("moves", "undo", "redo", "hint", "eval", "resign")
"""The commands that a person can type besides actions."""
CHOICE: Final = f"One of {', '.join(PLAYERS)}; options may follow: random:seed=3."


def command(
    white: Annotated[
        str | None, typer.Option("--white", metavar="PLAYER", help=f"Who begins. {CHOICE}")
    ] = None,
    black: Annotated[
        str | None, typer.Option("--black", metavar="PLAYER", help="Who answers, likewise.")
    ] = None,
    weights: Annotated[
        list[str] | None,
        typer.Option(
            "--weights",
            metavar="FILE",
            help="The file of the player weights (XML); given twice, White's and then Black's.",
        ),
    ] = None,
) -> None:
    """Watch Your Back! as its document describes it: choose two players and see them play.

    Asks for the players that are not given. A person types actions as (x, y) and
    ((a, b), (c, d)); help lists all commands.
    """
    files = weights or []
    _check(white, black, files)
    with talking(make_game(GAME)) as dialogue:
        if white is None or black is None:
            dialogue.say(f"Players: {', '.join(PLAYERS)}")
        sides = _chosen(dialogue, "White", white), _chosen(dialogue, "Black", black)
        _check(*sides, files)
        first = _player(dialogue, sides[0], files[0] if files else None)
        second = _player(dialogue, sides[1], files[-1] if files else None)
        _play(dialogue, (first, second))


# --- choosing players --------------------------------------------------------------------------


def _check(white: str | None, black: str | None, files: list[str]) -> None:
    """Raise if the options are wrong, or do not fit the players chosen so far."""
    given = [_known(text) for text in (white, black) if text is not None]
    if len(files) > 2:
        raise BadOption(f"--weights is given {len(files)} times: expected a file for each side")
    for file in files:
        _weights_file(file)
    others = sum(_name(text) != WEIGHTS for text in given)
    if files and others == 2:
        raise BadOption(f"--weights is for the player {WEIGHTS}: neither side is that one")
    if len(files) == 2 and others:
        raise BadOption(f"--weights is given twice: expected both sides to be {WEIGHTS}")


def _chosen(dialogue: Dialogue, side: str, given: str | None) -> str:
    """A player's name with its options, as given or as the person answers."""
    return dialogue.ask_until(f"{side}? ", _known) if given is None else given


def _known(text: str) -> str:
    """The same text, if it names a player."""
    make_player(player_text(text))
    return text


def player_text(text: str) -> str:
    """Our player for the document's: `negamax:depth=2` is its negamax with another depth."""
    options = text.partition(":")[2]
    player, _, defaults = find_named("player", PLAYERS, _name(text)).partition(":")
    given = {option.partition("=")[0].strip() for option in options.split(",")}
    kept = [option for option in defaults.split(",") if option.partition("=")[0] not in given]
    return f"{player}:{','.join(filter(None, [*kept, options]))}"


def _name(text: str) -> str:
    return text.partition(":")[0].strip().lower()


def _weights_file(text: str) -> str:
    """The same text, if it names a file of weights for this game."""
    from plyground.evaluations.weights import read_weights

    if not text:
        raise BadWeights("expected the name of a weights file, such as my.xml")
    read_weights(text, make_game(GAME))
    return text


# --- making players ----------------------------------------------------------------------------


class ForfeitingSeat:
    """A seat that forfeits by itself if there is no other move."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.name, self.is_person = seat, seat.name, seat.is_person
        self.prepare, self.stop = seat.prepare, seat.stop

    def take(self, turn: Turn) -> None:
        if turn.record.legal_moves == [FORFEIT]:
            turn.submit(FORFEIT)
        else:
            self.seat.take(turn)


def _player(dialogue: Dialogue, text: str, weights: str | None) -> NamedPlayer:
    """The player that a text names, ready to play."""
    from plyground.players.engine import EnginePlayer

    player = make_player(player_text(text))
    if isinstance(player, EnginePlayer) and _name(text) == WEIGHTS:
        player.evaluation = weights or dialogue.ask_until("Weights file? ", _weights_file)
    return player


# --- the game ----------------------------------------------------------------------------------


def _play(dialogue: Dialogue, players: tuple[NamedPlayer, NamedPlayer]) -> None:
    """Play to the end, or until a person leaves; every board is shown."""
    from plyground.terminal.commands import CommandContext
    from plyground.terminal.screen import show_board
    from plyground.terminal.spectator import WatchedSeat

    def seat(player: NamedPlayer) -> Seat:
        if not isinstance(player, Human):
            return ForfeitingSeat(WatchedSeat(player))

        def ask(record: Record) -> str:
            return dialogue.ask(f"{record.mover}> ")

        def handle(text: str, record: Record) -> bool:
            return context.handle(text, record)

        return ForfeitingSeat(PersonSeat(ask, dialogue.say, handle))

    def show(record: Record) -> None:
        for line in _events(record):
            dialogue.say(line)
        dialogue.say()
        show_board(dialogue.console, record)
        if record.is_over:
            dialogue.say(record.status)

    white, black = map(seat, players)
    live = LiveGame(Record(GAME), white, black)
    adviser = make_player(player_text("negamax"))
    context = CommandContext(dialogue.console, live, adviser, words=COMMANDS)
    if any(isinstance(player, Human) for player in players):
        dialogue.commands = {word: command.meaning for word, command in context.commands.items()}
    play_shown(live, show)


def _events(record: Record) -> Iterator[str]:
    """The last action, and what it led to."""
    if not record.moves:
        return
    move, (before, after) = record.moves[-1], record.positions[-2:]
    mover, action = record.game.sides[record.last_side], action_of(move)
    yield f"{mover}: {action}" if action else f"{mover} has no legal action: the turn is forfeited"
    if after.ring > before.ring:
        side = 8 - 2 * after.ring
        yield f"The board shrinks to {side} x {side}"
    gone = _arrived(before.own | before.other, move) & ~(after.own | after.other)
    if gone:
        yield "Eliminated: " + " ".join(str((square & 7, square >> 3)) for square in squares(gone))


def _arrived(pieces: int, move: int) -> int:
    """All pieces after the moving one has arrived and before any dies."""
    if move == FORFEIT:
        return pieces
    origin = 1 << (move >> 6) if move < PLACEMENT else 0
    return pieces & ~origin | 1 << (move & 63)
