"""The document's Conniption program: you, or a random player, against the AI."""

import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final

import typer

from plyground.classic.answers import begun, whole_number, word
from plyground.classic.any_win import AnyWin
from plyground.classic.conniption_board import AI, GAME, Conniption
from plyground.classic.conniption_search import alpha_beta_search, max_value, min_value
from plyground.classic.dialogue import EVERYWHERE, Dialogue, talking
from plyground.classic.seats import DialogueSeat, play_shown
from plyground.core.errors import BadOption
from plyground.core.plurals import counted
from plyground.live.game import AnySeat, LiveGame, Turn
from plyground.records.record import Record

__all__ = ["Conniption", "alpha_beta_search", "command", "max_value", "min_value"]

EXAMPLES = (
    "plyground classic conniption",
    "plyground classic conniption --depth 5",
    "plyground classic conniption --evaluation document",
)
EMPTY: Final = ((),) * GAME.width
MAX_DEPTH: Final = GAME.plies_left(GAME.start())
MAX_GAMES: Final = 1_000_000
MAX_SHOWN: Final = 20
"""Messages repeat what was typed up to this many characters."""
ENDINGS: Final = {"wins": "The AI wins", "losses": "The opponent wins", "draws": "A draw"}


def command(
    depth: Annotated[
        int, typer.Option(min=1, max=MAX_DEPTH, help="How many turns the AI looks ahead.")
    ] = 7,
    save_visited: Annotated[
        bool,
        typer.Option(
            "--save-visited/--forget-visited",
            help="Whether the AI remembers states from turn to turn.",
        ),
    ] = True,
    evaluation: Annotated[
        str, typer.Option(metavar="NAME", help="The AI's evaluation; document is the original's.")
    ] = "default",
    seed: Annotated[
        int, typer.Option(help="From 0 on, the random opponent plays the same each time.")
    ] = -1,
    document_evaluation: Annotated[
        bool, typer.Option("--document-evaluation", help="The same as --evaluation document.")
    ] = False,
    any_win: AnyWin = False,
) -> None:
    """Conniption against the AI, for you or for a random player.

    Asks who plays first, whether the opponent is random, and how many games; then help lists all
    commands. `plyground docs conniption` has the rules.
    """
    from plyground.evaluations.registry import make_evaluation
    from plyground.players.player import make_player

    if document_evaluation and evaluation not in ("default", "document"):
        raise BadOption(f"--document-evaluation is --evaluation document: leave {evaluation} out")
    evaluation = "document" if document_evaluation else evaluation
    make_evaluation(GAME, evaluation)  # so that its errors come before any question
    with talking(GAME) as dialogue:
        ai_first = dialogue.ask_until("Who plays first (ai/opponent)? ", _first) == "ai"
        is_random = dialogue.ask_until("Is the opponent random (yes/no)? ", _yes_no) == "yes"
        games = dialogue.ask_until("How many games? ", _games)
        search = Search(dialogue, depth, save_visited, evaluation, any_win)
        opponent = make_player(f"random:seed={seed}") if is_random else Person(dialogue, search)
        play_series(dialogue, (Ai(search), opponent), ai_first, games)


def _first(text: str) -> str:
    return word(text, ("ai", "opponent"))


def _yes_no(text: str) -> str:
    return word(text, ("yes", "no"))


def _games(text: str) -> int:
    return whole_number(text, 1, MAX_GAMES)


def play_series(
    dialogue: Dialogue, players: tuple[AnySeat, AnySeat], ai_first: bool, games: int
) -> None:
    """Play the games one after another and count the AI's wins, losses and draws."""
    dialogue.say("The AI's discs are red (X), the opponent's yellow (O).")
    start = Conniption(EMPTY, player1Turn=ai_first).position
    tally = {"wins": 0, "losses": 0, "draws": 0}
    for number in range(1, games + 1):
        dialogue.say(f"Game {number} of {games}")
        record = Record(GAME, start)
        if not play_shown(LiveGame(record, *players), partial(_show, dialogue)):
            return
        tally[_result(record)] += 1
        dialogue.say(f"{ENDINGS[_result(record)]} after {counted(len(record.moves), 'turn')}")
        dialogue.say("The AI has " + ", ".join(f"{count} {what}" for what, count in tally.items()))


def _result(record: Record) -> str:
    if record.winner is None:
        return "draws"
    return "wins" if record.winner == AI else "losses"


def _show(dialogue: Dialogue, record: Record) -> None:
    """Print the last turn and the board after it."""
    if record.moves:
        mover = "The opponent" if record.turn == AI else "The AI"
        dialogue.say(f"{mover} plays {record.move_texts[-1]}")
    _show_board(dialogue, record)


def _show_board(dialogue: Dialogue, record: Record) -> None:
    """Print the board; on a terminal, what the last turn changed is marked."""
    from plyground.terminal.screen import show_board

    dialogue.say()
    show_board(dialogue.console, record)


class Search:
    """The AI's search, which prints what it finds."""

    def __init__(
        self,
        dialogue: Dialogue,
        depth: int,
        save_visited: bool,
        evaluation: str,
        any_win: bool = False,
    ) -> None:
        from plyground.terminal.screen import compile_notice

        self.dialogue = dialogue
        self.options = (depth, save_visited, evaluation, any_win)
        with compile_notice(GAME):  # now, so that no turn's time includes compiling
            alpha_beta_search(Conniption(EMPTY), 1, save_visited, evaluation)

    def best(self, position: Any) -> int:
        """The best move; prints the time, the move and its score."""
        from plyground.search.thought import format_score
        from plyground.terminal.screen import live_line

        started = time.perf_counter()
        with live_line("the AI thinks"):
            state, value = alpha_beta_search(Conniption.of(position), *self.options)
        self.dialogue.say(f"Time: {time.perf_counter() - started:.2f} s")
        self.dialogue.say(f"Suggested move: {state.resMove}")
        self.dialogue.say(f"Predicted value for the AI: {format_score(value)}")
        move: int = GAME.parse_move(position, state.resMove)
        return move


class Ai:
    """Plays what its search suggests."""

    name = "ai"

    def __init__(self, search: Search) -> None:
        self.search = search

    def choose(self, record: Record) -> int:
        return self.search.best(record.position)


class Person(DialogueSeat):
    """Types turns and commands."""

    def __init__(self, dialogue: Dialogue, search: Search) -> None:
        super().__init__(dialogue, "Your move, or help: ", self._read)
        self.search = search
        dialogue.commands = {word: run.__doc__ or "" for word, run in self._COMMANDS.items()}
        dialogue.how = "; the beginning of a word is enough"

    def _read(self, turn: Turn, text: str) -> int | None:
        """The move that a text means, or None for a command, which is carried out."""
        command = begun(text, [*self._COMMANDS, *EVERYWHERE])
        if command in EVERYWHERE:
            self.dialogue.handle(command)
        elif command:
            self._COMMANDS[command](self, turn)
        if command:
            return None
        short = text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
        move: int = GAME.parse_move(turn.record.position, short)
        return move

    def _undo(self, turn: Turn) -> None:
        """take back your last turn and the AI's answer"""
        turn.live.undo()

    def _display(self, turn: Turn) -> None:
        """show the board"""
        _show_board(self.dialogue, turn.record)

    def _search(self, turn: Turn) -> None:
        """let the AI search for your best turn"""
        self.search.best(turn.record.position)

    _COMMANDS: Final[dict[str, Callable[["Person", Turn], None]]] = {
        "undo": _undo,
        "display": _display,
        "search": _search,
    }
