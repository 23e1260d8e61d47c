"""Runs for tests: made once, and copied."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import msgspec

import plyground as pg
from plyground.core.files import append
from plyground.core.wire import Score, encode
from plyground.learning.folder import LADDER, Folder, open_folder
from plyground.learning.messages import LearnRung

GAME = "paths:board=3x3"


@cache
def _made() -> Path:
    folder = Path(mkdtemp(prefix="plyground-"))
    out = folder / "w.json"
    pg.learn(GAME, "td-leaf:depth=1,opening=1", out, games=40, deterministic=True)
    return folder


def learned(path: Path) -> Folder:
    """The folder of a run that has ended, a copy in `path`."""
    shutil.copytree(_made(), path, dirs_exist_ok=True)
    folder = open_folder(path / "w.json.run")
    plan = msgspec.structs.replace(folder.plan, out=str(path / "w.json"))
    (folder.path / "run.json").write_bytes(msgspec.json.encode(plan))
    return open_folder(folder.path)


def add_rung(folder: Folder, number: int, rung: str, wins: int) -> None:
    """Write down what might have been measured: so many wins of 10 games from either side."""
    score = Score(wins, 0, 10 - wins)
    line = LearnRung(
        number=number,
        games=folder.progress()[number].games,
        player="negascout:nodes=2000,evaluation=measured.json",
        rung=rung,
        as_first=score,
        as_second=score,
    )
    append(folder.path / LADDER, encode(line) + b"\n")
