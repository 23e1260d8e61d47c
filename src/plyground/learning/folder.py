"""The folder of a run: whatever happens, it holds the plan, and a state from which the run goes on.

run.json           the plan
checkpoint-N.npz   states: the last ones, and older ones evenly spaced
progress.jsonl     a line for each checkpoint
ladder.jsonl       how checkpoints did against players of known strength
proof.jsonl        tests of what was learned
lock               held by whoever learns
"""

import contextlib
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from plyground.core.errors import BadMessage
from plyground.core.files import about, read_whole, write_whole
from plyground.core.lock import is_locked, locked
from plyground.core.wire import Message, decode, encode
from plyground.learning.errors import BadRun
from plyground.learning.messages import LearnPlan, LearnProgress, LearnProof, LearnRung
from plyground.learning.method import State

PLAN, PROGRESS, LOCK = "run.json", "progress.jsonl", "lock"
LADDER, PROOF = "ladder.jsonl", "proof.jsonl"
_CHECKPOINT: Final = re.compile(r"checkpoint-(\d{6,})\.npz")
MAX_STATE: Final = 1 << 32
MAX_TEXT: Final = 1 << 28
LAST: Final = 3
"""So many of the last checkpoints are kept ..."""
SPACED: Final = 16
"""... and at most this many older ones."""


Line = TypeVar("Line", bound=Message)


class Folder:
    """A run's folder. Opening it changes nothing; whoever learns holds its lock."""

    def __init__(self, path: Path, plan: LearnPlan) -> None:
        self.path, self.plan = path, plan

    @contextlib.contextmanager
    def driving(self) -> Iterator[None]:
        """Be the one who learns; raises BadRun if somebody else does."""
        busy = f"{self.path} is being learned in already, by another process"
        with locked(self.path / LOCK, BadRun, busy):
            yield

    @property
    def is_driven(self) -> bool:
        """Whether somebody learns there now."""
        return is_locked(self.path / LOCK)

    def checkpoints(self) -> dict[int, Path]:
        """The checkpoints that there are, by their numbers."""
        with about(self.path, BadRun, "read"):
            found = {
                int(match[1]): path
                for path in self.path.iterdir()
                if (match := _CHECKPOINT.fullmatch(path.name))
            }
        return dict(sorted(found.items()))

    def write(self, progress: LearnProgress, state: State) -> Path:
        """Write a checkpoint and its line; both survive a power cut."""
        path = self.path / f"checkpoint-{progress.number:06}.npz"
        buffer = io.BytesIO()
        np.savez(buffer, **state, **_counters(progress))  # type: ignore[arg-type]
        with about(path, BadRun, "written"):
            write_whole(path, buffer.getvalue())
        lines = [*self.progress(progress.number), progress]
        content = b"".join(encode(line) + b"\n" for line in lines)
        with about(self.path / PROGRESS, BadRun, "written"):
            write_whole(self.path / PROGRESS, content)
        self._thin_out()
        return path

    def read(self, path: Path) -> tuple[State, dict[str, float]]:
        """A checkpoint's state and its counters."""
        with about(path, BadRun, "read"):
            try:
                with np.load(io.BytesIO(read_whole(path, MAX_STATE)), allow_pickle=False) as found:
                    arrays = {name: found[name] for name in found.files}
            except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
                raise BadRun("is no checkpoint, or damaged") from None
        counters = {name: float(arrays.pop(name)) for name in COUNTERS if name in arrays}
        if len(counters) < len(COUNTERS):
            raise BadRun(f"{path}: is no checkpoint, or damaged")
        return arrays, counters

    def progress(self, before: int | None = None) -> list[LearnProgress]:
        """The lines so far, or those before a number; one that was not written to its end is left
        out."""
        found = self._lines(PROGRESS, LearnProgress)
        return [line for line in found if before is None or line.number < before]

    def ladder(self) -> list[LearnRung]:
        """What was measured so far."""
        return self._lines(LADDER, LearnRung)

    def proofs(self) -> list[LearnProof]:
        """The tests of what was learned."""
        return self._lines(PROOF, LearnProof)

    def _lines(self, name: str, kind: type[Line]) -> list[Line]:
        """The messages in a file; one that cannot be read is left out."""
        path, found = self.path / name, []
        if not path.exists():
            return []
        with about(path, BadRun, "read"):
            content = read_whole(path, MAX_TEXT)
        for line in content.splitlines():
            with contextlib.suppress(BadMessage):
                found.append(decode(line, kind))
        return found

    def _thin_out(self) -> None:
        """Delete checkpoints so that the last ones remain, and older ones evenly spaced."""
        checkpoints = self.checkpoints()
        older = [*checkpoints][:-LAST]
        step = 1
        while older and older[-1] // step >= SPACED:
            step *= 2
        for number in older:
            if number % step:
                checkpoints[number].unlink(missing_ok=True)


COUNTERS: Final = ("number", "games", "plies", "seconds", "cpu_seconds")


def _counters(progress: LearnProgress) -> dict[str, Any]:
    return {name: np.float64(getattr(progress, name)) for name in COUNTERS}


def create_folder(path: Path, plan: LearnPlan) -> Folder:
    """A new folder with a plan; one that exists is refused."""
    if path.exists() and not path.is_dir():
        raise BadRun(f"{path} is a file: expected the name of a new folder")
    if (path / PLAN).exists():
        raise BadRun(
            f"{path} has a run already: go on with --resume {path}, or choose another name"
        )
    with about(path, BadRun, "written"):
        path.mkdir(parents=True, exist_ok=True)
        write_whole(path / PLAN, encode(plan) + b"\n")
    return Folder(path, plan)


def open_folder(path: Path) -> Folder:
    """The run in a folder; raises BadRun."""
    if not path.is_dir():
        raise BadRun(f"{path} is no folder of a run: make one with plyground learn GAME")
    with about(path / PLAN, BadRun, "read"):
        try:
            return Folder(path, decode(read_whole(path / PLAN, MAX_TEXT), LearnPlan))
        except BadMessage as error:
            raise BadRun(str(error)) from None
