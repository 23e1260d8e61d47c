"""Runs of learning in other processes, followed for all tabs that look at them.

Only those are offered that the command line names: a page cannot open files.
"""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace

from plyground.core.errors import NotNow
from plyground.learning.folder import LADDER, PROGRESS, PROOF, open_folder
from plyground.learning.report import (
    boards,
    curves,
    report,
    sentences,
    share_done,
    tables,
    title,
    weight_curves,
)
from plyground.live.game import reason_of
from plyground.web.following import Followed, distinct_names
from plyground.web.messages import LearningShown


class ServedRun(Followed[LearningShown]):
    """A run that tabs follow; while none does, nobody looks at its folder."""

    def __init__(self, name: str, path: str) -> None:
        folder = open_folder(Path(path))
        self.path = folder.path
        self._written: object = None
        before = LearningShown(
            name=name,
            error=None,
            title=f"learning {folder.plan.game} by {folder.plan.method}",
            share=None,
            is_running=False,
            sentences=(),
            tables=(),
            curves=(),
            weights=(),
            boards=(),
        )
        super().__init__(f"learning {name}", before)

    def look(self, shown: LearningShown) -> LearningShown:
        """How it stands now; nothing is read again that was not written to."""
        try:
            folder = open_folder(self.path)
            written = [_changed(self.path / name) for name in (PROGRESS, LADDER, PROOF)]
            if written == self._written:
                return replace(shown, is_running=folder.is_driven, error=None)
            found = report(folder)
            self._written = written
            return LearningShown(
                name=shown.name,
                error=None,
                title=title(found),
                share=share_done(found),
                is_running=found.is_running,
                sentences=tuple(sentences(found)),
                tables=tuple(tables(found)),
                curves=tuple(curves(found)),
                weights=tuple(weight_curves(found)),
                boards=tuple(boards(found)),
            )
        except Exception as error:  # whatever may be in a folder
            self._written = None
            return replace(shown, error=reason_of(error), is_running=False)


def _changed(path: Path) -> tuple[int, int, int] | None:
    """What differs when a file was written to."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


class ServedRuns:
    """All that the command line names, by their folders' names."""

    def __init__(self, paths: Sequence[str]) -> None:
        names = distinct_names(paths)
        self._all = {name: ServedRun(name, path) for name, path in zip(names, paths, strict=True)}

    @property
    def names(self) -> list[str]:
        return [*self._all]

    @property
    def address(self) -> str:
        """Where the page shows them; empty if there are none."""
        return f"#learning/{quote(next(iter(self._all)), '')}" if self._all else ""

    def find(self, name: str) -> ServedRun:
        """The one of a name; raises NotNow."""
        if name not in self._all:
            raise NotNow(f"{name[:100]} is not offered: say plyground serve --learning FOLDER")
        return self._all[name]

    def close(self) -> None:
        for one in self._all.values():
            one.close()
