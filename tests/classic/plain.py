"""Checks of searches without compiling: all checks of a module run in one process."""

import json
import os
import subprocess
import sys
import traceback
from importlib import import_module

from tests.command import ROOT

PLAIN = {"NUMBA_DISABLE_JIT": "1"}


def failures(module: str) -> dict[str, str]:
    """For each function `check_...` of a module, its error or an empty text."""
    code = f"from {__name__} import tell; tell({module!r})"
    finished = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **PLAIN},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, str] = json.loads(finished.stdout)
    return found


def tell(module: str) -> None:
    """Run the checks and print their results."""
    checks = vars(import_module(module)).items()
    print(json.dumps({name: _outcome(run) for name, run in checks if name.startswith("check_")}))


def _outcome(check: object) -> str:
    assert callable(check)
    try:
        check()
    except Exception:
        return traceback.format_exc()
    return ""
