"""A board in a notebook that can be clicked: play against a player, step through a game, take back.

The widget is a client of a `LiveGame`, as the page of `plyground serve` is. It shows `state`, a
dictionary, and its script asks for things by another one, `asked`.
"""

import re
import threading
from pathlib import Path
from typing import Any, Final

import msgspec

import plyground
from plyground.boards.cells import board_cells, clickable_moves
from plyground.boards.speech import line_words, position_words
from plyground.boards.svg import board_frame, board_svg
from plyground.core.errors import BadMessage, PlygroundError
from plyground.core.extras import extra
from plyground.games.registry import AnyGame
from plyground.live.events import Event, Thinking
from plyground.live.game import LiveGame
from plyground.live.seat import RemoteSeat, Seat, seat_of
from plyground.players.human import Human
from plyground.players.player import AnyPlayer
from plyground.records.record import Record

with extra("notebook"):
    import anywidget
    import traitlets

_PACKAGE: Final = Path(plyground.__file__).parent
_IMPORT: Final = re.compile(r"^import .* from \"\.\./web/page/(?P<file>\w+\.js)\";\n", re.MULTILINE)


def script() -> str:
    """The widget's module. A notebook takes one file, so what it imports of the page is put into
    it."""
    text = (_PACKAGE / "adapters" / "widget.js").read_text()
    parts = [(_PACKAGE / "web" / "page" / found["file"]).read_text() for found in _imports(text)]
    imported = "\n".join(parts).replace("\nexport function", "\nfunction")
    return imported + "\n" + _IMPORT.sub("", text)


def _imports(text: str) -> list[re.Match[str]]:
    return [*_IMPORT.finditer(text)]


class BoardWidget(anywidget.AnyWidget):
    """A game to play and to look through; `record` is the game so far."""

    _esm = script()
    _css = _PACKAGE / "adapters" / "widget.css"
    state = traitlets.Dict().tag(sync=True)
    asked = traitlets.Dict().tag(sync=True)

    def __init__(
        self, record: Record | AnyGame, first: AnyPlayer = "human", second: AnyPlayer = "human"
    ) -> None:
        begun = record.copy() if isinstance(record, Record) else Record(record)
        self.live = LiveGame(begun, _seat(first), _seat(second))
        self._ply: int | None = None
        """The ply that is looked at; None for the last one."""
        self._message = ""
        self._is_played = False
        """Whether a thread asks the players in turn."""
        super().__init__()
        self.live.listen(self._hear)
        self._show()
        self.observe(self._do, "asked")

    @property
    def record(self) -> Record:
        """The game so far, whichever ply is looked at."""
        return self.live.record

    def close(self) -> None:
        """End the game: a program that thinks is stopped."""
        self.live.leave()
        super().close()

    # --- what the script asks for --------------------------------------------------------------

    def _do(self, change: Any) -> None:
        asked, self._message = change["new"], ""
        try:
            self._obey(asked)
        except PlygroundError as error:
            self._message = str(error)
        self._show()

    def _obey(self, asked: dict[str, Any]) -> None:
        what, last = asked.get("do"), len(self.record)
        if what == "play" and asked.get("ply") == last:
            self.live.submit(str(asked.get("move")))
        elif what == "go" and isinstance(asked.get("ply"), int):
            ply = max(0, min(asked["ply"], last))
            self._ply = None if ply == last else ply
        elif what in ("undo", "redo", "resign"):
            getattr(self.live, what)()
        elif what != "play":  # a move that comes too late is dropped
            raise BadMessage(f"{asked}: expected play, go, undo, redo or resign")

    # --- what is shown -------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        if not isinstance(event, Thinking):
            self._ply = None
            self._show()

    def _show(self) -> None:
        """Show the game as it stands, and let a program that is to move think."""
        with self.live.held():
            self.state = self._state()
            is_asked = self.live.is_going_on and not self.live.to_move.is_person
            if is_asked and not self._is_played:
                self._is_played = True
                threading.Thread(target=self._play, name="widget", daemon=True).start()

    def _play(self) -> None:
        """Ask the players in turn, until the game is over and nobody has taken a move back."""
        while self._is_played:
            self.live.play()
            with self.live.held():
                self._is_played = self.live.is_going_on

    def _state(self) -> dict[str, Any]:
        live, record = self.live, self.record
        shown = record if self._ply is None else record.before(self._ply)
        people = [seat.is_person for seat in live.seats]
        may_move = shown is record and live.is_going_on and people[record.turn]
        failure = f"{live.failed.name}: {live.failed.reason}" if live.failed else ""
        return {
            "name": record.game.name,
            "moves": record.move_texts,
            "ply": len(shown),
            "status": shown.status,
            "message": self._message or failure,
            "thinks": live.is_going_on and not people[record.turn],
            "can_undo": any(people[step.side] for step in record),
            "can_redo": bool(record.undone),
            "move_map": msgspec.to_builtins(clickable_moves(record)) if may_move else None,
            "board": _board(shown),
        }


def _board(record: Record) -> dict[str, Any]:
    """The picture of a board and its squares; its text if it has no picture."""
    frame = board_frame(record)
    words = filter(None, (*position_words(record), line_words(record))) if frame else ()
    return {
        "svg": board_svg(record),
        "text": "" if frame else record.game.picture(record.position),
        "width": frame.width if frame else 0,
        "height": frame.height if frame else 0,
        "cells": [cell._asdict() for cell in board_cells(record)],
        "words": [*words],
    }


def _seat(player: AnyPlayer) -> Seat:
    """A person clicks; anyone else thinks in this process."""
    return RemoteSeat() if player == Human.name else seat_of(player)
