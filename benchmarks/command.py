"""The program as people call it."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from benchmarks.ours import ROOT


def plyground(line: str, environment: Mapping[str, str] | None = None) -> str:
    """What `plyground` prints for a command line, from the project's root."""
    program = str(Path(sys.executable).with_name("plyground"))
    finished = subprocess.run(
        [program, *line.split()],
        env={**os.environ, **(environment or {})},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return finished.stdout
