"""Runs somebody's Python agent in a process of its own, and does what its host says line by line.

`python agent_runner.py KIND NAME BYTES` is started by `agent.py`; BYTES is all the memory that it
may take. It imports the standard library only, so that it starts at once and the agent finds
nothing of ours. Each line that it reads is a list in JSON, the name of a method and its arguments;
it answers with a line `answer [CPU SECONDS, VALUE]` or, before it ends, `error SENTENCE`. What an
agent prints goes nowhere.
"""

import contextlib
import importlib
import inspect
import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

MAX_SENTENCE = 300


class UnusableError(Exception):
    """Nothing in a file can be asked for moves."""


class Struct(dict[str, Any]):
    """A dictionary whose items are attributes too, as Kaggle's observations are."""

    def __init__(self, items: dict[str, Any]) -> None:
        super().__init__(items)
        self.__dict__ = self


class KaggleAgent:
    """The last callable that a file defines. The file is executed when it is asked first, as Kaggle
    does it: that is part of the first move's time."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.agent: Callable[..., Any] | None = None

    def act(self, observation: dict[str, Any], configuration: dict[str, Any]) -> Any:
        """What the agent answers. It gets as many arguments as it takes."""
        if self.agent is None:
            self.agent = self._last_callable()
        args = [Struct(observation), Struct(configuration | {"__raw_path__": self.file})]
        code = getattr(self.agent, "__code__", None)
        return self.agent(*(args[: code.co_argcount] if code else args))

    def _last_callable(self) -> Callable[..., Any]:
        sys.path.append(str(Path(self.file).resolve().parent))
        names: dict[str, Any] = {}
        exec(compile(Path(self.file).read_bytes(), self.file, "exec"), names)
        found: list[Callable[..., Any]] = [value for value in names.values() if callable(value)]
        if not found:
            raise UnusableError("it defines nothing that can be called")
        return found[-1]


class CourseAgent:
    """The class `Player` of a file, or of a module that Python finds from here."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.player: Any = None

    def make(self, colour: str) -> None:
        """Make the player of a game."""
        is_file = self.name.endswith(".py")
        folder = Path(self.name).resolve().parent if is_file else Path.cwd()
        sys.path.insert(0, str(folder))
        module = importlib.import_module(Path(self.name).stem if is_file else self.name)
        if not inspect.isclass(getattr(module, "Player", None)):
            raise UnusableError("it defines no class Player")
        self.player = module.Player(colour)

    def begin(self, actions: list[Any]) -> None:
        """Tell of the actions of both sides with which the game begins."""
        if not hasattr(self.player, "begin"):
            raise UnusableError("Player has no method begin(actions): it plays whole games only")
        self.player.begin(_tuples(actions))

    def action(self, turns: int) -> Any:
        return self.player.action(turns)

    def update(self, action: Any) -> None:
        """Tell of the opponent's action; the course has tuples where JSON has lists."""
        self.player.update(_tuples(action))


AGENTS: dict[str, type[KaggleAgent] | type[CourseAgent]] = {
    "kaggle": KaggleAgent,
    "course": CourseAgent,
}


def main(kind: str, name: str, max_memory: str) -> None:
    """Do what the host says until it hangs up, or until the agent raises an error."""
    sys.path.pop(0)  # the folder of this file: an agent has no business there
    _limit_memory(int(max_memory))
    asked, told = _own_streams()
    agent = AGENTS[kind](name)
    _tell(told, "ready")
    for line in asked:
        method, *args = json.loads(line)
        began = time.process_time()
        try:
            value = getattr(agent, method)(*args)
            answer = json.dumps([time.process_time() - began, value], default=_plain)
        except BaseException as error:
            _tell(told, f"error {_sentence(error, name)}")
            return
        _tell(told, f"answer {answer}")


def _limit_memory(most: int) -> None:
    """Let the system refuse more, where it can: the host looks at the memory only now and then."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _own_streams() -> tuple[TextIO, TextIO]:
    """The lines from and to the host. Standard input is empty from now on, and what is printed goes
    nowhere, also what programs print that an agent starts."""
    asked, told = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return asked, told


def _tell(told: TextIO, line: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        told.write(line + "\n")
        told.flush()


def _plain(value: Any) -> Any:
    """A value that JSON does not know: a whole number of some library, or else its text."""
    try:
        return value.__index__()
    except AttributeError:
        return repr(value)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _sentence(error: BaseException, name: str) -> str:
    """An error in one line, with the agent's own line in which it was raised."""
    file = Path(name).resolve()
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == file]
    place = f"{name}, line {lines[-1]}: " if lines else ""
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    if isinstance(error, UnusableError):
        place, what = f"{name}: ", str(error)
    return f"{place}{' '.join(what.split())}"[:MAX_SENTENCE]


if __name__ == "__main__":
    main(*sys.argv[1:])
