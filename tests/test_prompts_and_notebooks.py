"""Games written at a prompt or in a notebook are compiled, and cached by content."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT

pytestmark = pytest.mark.compiles

NIM = (ROOT / "examples" / "nim.py").read_text()
SEARCHED = """
from plyground.core.compile import cache
from plyground.core.events import on_compile
from plyground.search.perft import perft

compiled, loads = [], []
on_compile.append(lambda name, starts: compiled.append(name) if starts else None)
load = cache.KernelCache.load_overload
cache.KernelCache.load_overload = lambda *args: loads.append(1) or load(*args)

game = Nim()
for _ in range(3): leaves = perft(game, game.start(), 3).levels[-1].leaves

print(leaves, len(compiled) > 0, len(loads))
"""
IN_CELLS = f"""
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(history_length=0)
for cell in ({NIM!r}, {SEARCHED!r}):
    shell.run_cell(cell).raise_error()
"""
WAYS = {
    "script": [sys.executable, "-c", NIM + SEARCHED],
    "cells": [sys.executable, "-c", IN_CELLS],
}


def run(command: list[str], cache: Path, typed: str = "") -> str:
    env = {**os.environ, "PLYGROUND_CACHE": str(cache), "IPYTHONDIR": str(cache / "ipython")}
    done = subprocess.run(command, input=typed, capture_output=True, text=True, env=env)
    return done.stdout + done.stderr


@pytest.mark.parametrize("way", WAYS)
def test_a_game_without_a_file_is_searched_and_its_code_kept(tmp_path: Path, way: str) -> None:
    first, second = (run(WAYS[way], tmp_path).splitlines()[-1].split() for _ in range(2))
    assert first[:2] == ["27", "True"]
    assert second[:2] == ["27", "False"]
    assert int(second[2]) <= int(first[2]), "what was kept is loaded once, not at every call"
    changed = [word.replace("min(self.most,", "min(self.most - 1,") for word in WAYS[way]]
    assert run(changed, tmp_path).splitlines()[-1].split()[:2] == ["8", "True"]


def test_what_is_typed_at_pythons_prompt_is_searched(tmp_path: Path) -> None:
    typed = NIM.replace("\n\n    ", "\n    ").replace("\n\n\n", "\n\n") + "\n\n" + SEARCHED
    said = run([sys.executable, "-q", "-i"], tmp_path, typed)
    assert "27 True" in said, said


HELPED = NIM.replace("min(self.most,", "min(self.most + 1 - STEP,")
CHANGED = """
from plyground.search.perft import perft
def leaves():
    game = Nim()
    return perft(game, game.start(), 2).levels[-1].leaves

print(leaves())
STEP = 1 + 0
print(leaves())
STEP = 2
try:
    leaves()
except Exception as error:
    print(error)
"""


def test_a_value_changed_after_compiling_is_reported_and_not_ignored(tmp_path: Path) -> None:
    said = run([sys.executable, "-c", "STEP = 1\n" + HELPED + CHANGED], tmp_path).splitlines()
    assert said[:2] == ["9", "9"]
    assert said[2].endswith("STEP was changed after Nim.moves was compiled: define Nim.moves again")
