"""Tournaments that other processes run, followed for all tabs that look at them.

Only those are offered that the command line names: a page cannot open files.
"""

import time
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from msgspec.structs import replace

from plyground.arena.follower import Follower
from plyground.arena.messages import TournamentGame
from plyground.arena.plots import plots
from plyground.arena.report import Tally
from plyground.arena.store import open_store
from plyground.arena.table import Row, own_points
from plyground.arena.words import progress_text, sentences, tables
from plyground.core.errors import NotNow
from plyground.core.wire import Result
from plyground.live.game import reason_of
from plyground.web.following import Followed, distinct_names
from plyground.web.messages import ListedGame, TournamentGames, TournamentShown, Wanted

MAX_SHARE: Final = 0.2
"""How much of the time may be spent on ratings while games come in."""
PAGE_GAMES: Final = 20
"""How many games are listed at a time."""

_POINTS: Final = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
_RESULTS: Final[dict[float, Result]] = {1.0: "first", 0.5: "draw", 0.0: "second"}


class ServedTournament(Followed[TournamentShown]):
    """A tournament that tabs follow; while none does, nobody looks at its file."""

    def __init__(self, name: str, path: str) -> None:
        self.name, self.path = name, path
        with open_store(path) as store:
            plan = store.plan
        self.game = plan.game
        self.follower = Follower(path)
        self._is_stale, self._due = True, 0.0
        super().__init__(f"tournament {name}", _before_reading(name, plan.summary, plan.game))

    def find(
        self, player: str | None, opponent: str | None, wanted: Wanted | None, start: int
    ) -> TournamentGames:
        """The games of a player, against an opponent, that went some way."""
        tally = self.follower.tally
        names = [entry.shown for entry in tally.plan.players] if tally else []
        one, other = (names.index(who) if who in names else None for who in (player, opponent))
        rows = [*tally.table.rows.items()] if tally else []
        found = [
            (number, row) for number, row in reversed(rows) if _is_wanted(row, one, other, wanted)
        ]
        start = max(0, start)
        return TournamentGames(
            name=self.name,
            start=start,
            total=len(found),
            games=tuple(
                ListedGame(
                    number=number,
                    first=names[row.first],
                    second=names[row.second],
                    result=_RESULTS[row.points],
                    termination=row.termination,
                    plies=row.plies,
                )
                for number, row in found[start : start + PAGE_GAMES]
            ),
        )

    def read(self, number: int) -> TournamentGame:
        """One game with all its moves; raises BadTournament."""
        with open_store(self.path) as store:
            return store.game(number)

    def look(self, shown: TournamentShown) -> TournamentShown:
        """How it stands now."""
        is_running = self.follower.is_running
        try:
            self._is_stale |= self.follower.look()
            tally = self.follower.tally
            assert tally
            shown = self._progress(tally, shown, is_running)
            began = time.monotonic()
            if not self._is_stale or began < self._due:
                return shown
            shown = self._reported(tally, shown)
            ended = time.monotonic()
            self._is_stale, self._due = False, ended + (ended - began) / MAX_SHARE
            return shown
        except Exception as error:  # whatever may be in a file
            return replace(shown, error=reason_of(error), state="stopped")

    def _progress(self, tally: Tally, shown: TournamentShown, is_running: bool) -> TournamentShown:
        """What is quickly found."""
        table = tally.table
        return replace(
            shown,
            error=None,
            summary=tally.plan.summary,
            game=tally.plan.game,
            games=len(table.fixtures),
            done=len(table.rows),
            state="over" if table.is_over else "running" if is_running else "stopped",
            progress=progress_text(table, self.follower.pace if is_running else None),
        )

    def _reported(self, tally: Tally, shown: TournamentShown) -> TournamentShown:
        """What takes long, for ratings are drawn by lot hundreds of times."""
        found = tally.report(self.name)
        return replace(
            shown,
            players=tuple(player.name for player in found.players),
            sentences=tuple(sentences(found)),
            warnings=found.warnings,
            tables=tuple(tables(found)),
            plots=tuple(plots(found)),
        )


def _before_reading(name: str, summary: str, game: str) -> TournamentShown:
    return TournamentShown(
        name=name,
        error=None,
        summary=summary,
        game=game,
        players=(),
        games=0,
        done=0,
        state="stopped",
        progress="",
        sentences=(),
        warnings=(),
        tables=(),
        plots=(),
    )


def _is_wanted(row: Row, one: int | None, other: int | None, wanted: Wanted | None) -> bool:
    both = (row.first, row.second)
    if (one is not None and one not in both) or (other is not None and other not in both):
        return False
    seen_by = row.first if one is None else one
    if wanted == "failed":
        return row.failed is not None and (one is None or both[row.failed] == one)
    return wanted is None or own_points(row, seen_by) == _POINTS[wanted]


class ServedTournaments:
    """All that the command line names, by their files' names."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._all = {
            name: ServedTournament(name, path)
            for name, path in zip(distinct_names(paths), paths, strict=True)
        }

    @property
    def games(self) -> dict[str, str]:
        """Their names, with the texts of their games."""
        return {name: one.game for name, one in self._all.items()}

    @property
    def address(self) -> str:
        """Where the page shows them; empty if there are none."""
        return f"#tournament/{quote(next(iter(self._all)), '')}" if self._all else ""

    def find(self, name: str) -> ServedTournament:
        """The one of a name; raises NotNow."""
        if name not in self._all:
            raise NotNow(f"{name[:100]} is not offered: say plyground serve --tournament FILE")
        return self._all[name]

    def close(self) -> None:
        for one in self._all.values():
            one.close()
