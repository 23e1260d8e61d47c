"""Somebody's Python agent, which runs in a process of its own (`agent_runner.py`)."""

import json
import sys
from pathlib import Path
from typing import Any, Final, Literal

from plyground.core.errors import BadOption, EngineDied, EngineNonsense
from plyground.protocol.program import Program

RUNNER: Final = str(Path(__file__).with_name("agent_runner.py"))
START_SECONDS: Final = 20.0
"""How long Python may take to start, before any of the agent's own code runs."""


def start_agent(kind: Literal["kaggle", "course"], name: str, max_memory: int) -> Program:
    """Start the process; the agent itself is loaded with the first question."""
    program = Program([sys.executable, RUNNER, kind, name, str(max_memory)], max_memory)
    program.expect("ready", START_SECONDS)
    return program


def ask(program: Program, method: str, *args: Any) -> None:
    """Let the agent do something; its answer is a line for `read_answer`."""
    program.send(json.dumps([method, *args]))


def read_answer(line: str) -> tuple[float, Any] | None:
    """The processor time and the value of an answer; None if the line is none. Raises EngineDied if
    it tells of an error, and EngineNonsense."""
    word, _, rest = line.partition(" ")
    if word == "error":
        raise EngineDied(rest)
    if word != "answer":
        return None
    try:
        seconds, value = json.loads(rest)
        return float(seconds), value
    except (ValueError, TypeError, RecursionError):
        raise EngineNonsense(f"the agent: {line[:100]}: expected an answer in JSON") from None


def check_file(player: str, file: str) -> str:
    """The name of a Python file that is there; raises BadOption."""
    if not file.strip():
        raise BadOption(f"{player}: expected a file after it, as in {player}:agent.py")
    if not Path(file.strip()).is_file():
        raise BadOption(f"{player}:{file}: there is no such file")
    return file.strip()
