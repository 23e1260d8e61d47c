"""Writes the schema of the messages and their page: `python docs/make_schema.py`.

Descriptions come from `core/wire.py`, examples from the commands themselves.
"""

import ast
import contextlib
import inspect
import io
import json
import os
import shlex
import sys
import tempfile
import textwrap
import types
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints
from unittest.mock import patch

import msgspec

from plyground.arena import messages as arena_messages, plan as arena_plan
from plyground.boards.clicks import move_map
from plyground.cli.app import run_command
from plyground.core import wire
from plyground.learning import messages as learning_messages
from plyground.live import events
from plyground.live.game import LiveGame
from plyground.live.seat import RemoteSeat
from plyground.protocol import comply
from plyground.records.record import Record
from plyground.reports import messages as report_messages
from plyground.search.trace import messages as trace_messages
from plyground.web import analysis as page_analysis, messages as page_messages
from plyground.web.views.view import view_modules

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "wire.md"
SCHEMA: Final = ROOT / "docs" / "wire.schema.json"
MARK: Final = "<!-- All below is written by docs/make_schema.py. -->\n"
MODULES: Final = {
    wire: "Messages",
    events: "Events of a live game",
    arena_plan: "Plans of tournaments",
    arena_messages: "Tournaments",
    learning_messages: "Learning",
    report_messages: "Reports",
    comply: "Tests of engines",
    page_messages: "What the page and its server say",
    **{module: f"The page: {module.__name__.rpartition('.')[2]}" for module in view_modules()},
    page_analysis: "The page: jobs of the analysis",
    trace_messages: "Textbook searches line by line",
}
"""Where messages are defined, and the headings above them."""
WIDTH: Final = 92
MAX_ITEMS: Final = 2
MAX_ENTRIES: Final = 9
MAX_TEXT: Final = 160

SMALL: Final = "paths:board=3x3"
COMMANDS: Final = (
    f"show {SMALL} --moves '5 1'",
    f"play {SMALL} --first random:seed=1 --second random:seed=2 --save game.txt",
    "review game.txt --by negamax:depth=9",
    f"analyse {SMALL} --moves '5 1' --player negascout:depth=3 --explain",
    f"solve {SMALL} --moves '1 2' --proof corner.proof",
    f"solve {SMALL} --file positions.txt",
    "verify corner.proof",
    f"perft {SMALL} 2 --divide --distinct --moves '1 2 3 4 5'",
    f"bench {SMALL}",
    f"match {SMALL} random:seed=1 random:seed=2 --games 4 --record games.jsonl",
    "sprt --pairs 2,10,30,25,8 --elo0 0 --elo1 10",
    f"tournament new t.db --game {SMALL} --player random:seed=1 --player random:seed=2",
    "tournament run t.db",
    "tournament status t.db",
    "tournament report t.db",
    "tournament games t.db",
    f"learn {SMALL} --games 20 --deterministic --out w.json",
    "learn --report w.json.run",
    f"book build {SMALL} three.book --plies 2 --player negamax:depth=9",
    f"book show {SMALL} three.book",
    f"check {SMALL}",
    "games",
    f"rules {SMALL}",
    f"warm {SMALL}",
    "config",
    "docs",
    "docs commands",
)
"""Between them they say every kind; earlier ones make the files that later ones read."""
STAYING: Final = ("serve", "comply")
"""Commands that go on until they are stopped, or need another program."""
GAMES: Final = "games.jsonl"
POSITIONS: Final = "XX./OO./... 3\nX../.../..O\n"
TIMES: Final = {
    "seconds": 0.25,
    "cpu_seconds": 0.25,
    "seconds_per_move": 0.25,
    "cpu_seconds_per_move": 0.25,
    "nps": 1000000,
    "compiled": 0,
    "plies_per_second": 100000.0,
    "machine": "here",
    "versions": {"plyground": "0.1.0", "python": "3.11.7"},
    "infos": [{"seconds": 0.25}],
}
"""What differs from one run to the next, and what the page says in its place."""
OPEN: Final = ("aliases", "settings", "divide")
"""Objects that may have any number of entries."""


# --- descriptions ------------------------------------------------------------------------------


@cache
def described_fields() -> dict[str, dict[str, str]]:
    """What `core/wire.py` says of each field, by class and name."""
    found: dict[str, dict[str, str]] = {}
    for node in (node for module in MODULES for node in ast.parse(inspect.getsource(module)).body):
        if isinstance(node, ast.ClassDef):
            fields = found.setdefault(node.name, {})
            for field, text in zip(node.body, [*node.body[1:], None], strict=True):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    fields[ast.unparse(field.target)] = " ".join(
                        ast.literal_eval(text.value).split()
                    )
    return found


def description(cls: type, field: str) -> str:
    """What is said of a field, in its class or where the class has it from."""
    described = described_fields()
    found = (described.get(base.__name__, {}).get(field) for base in cls.__mro__)
    return next(filter(None, found), "")


def type_words(annotation: Any) -> str:
    """A type in the words of JSON."""
    origin, inner = get_origin(annotation), get_args(annotation)
    simple = {str: "text", int: "whole number", float: "number", bool: "true or false"}
    simple[bytes] = "bytes in base64"
    if annotation in simple:
        return simple[annotation]
    if annotation is type(None):
        return "null"
    if origin is Literal:
        return ", ".join(f"`{json.dumps(one)}`" for one in inner)
    if origin in (types.UnionType, Union):
        return " or ".join(map(type_words, inner))
    if origin is tuple and inner[-1] is Ellipsis:
        return f"list of {type_words(inner[0])}"
    if origin is tuple:
        return f"pair of {type_words(inner[0])}"
    if origin is dict:
        return f"object of {type_words(inner[1])}"
    return f"[{annotation.__name__}](#{annotation.__name__.lower()})"


def messages(module: ModuleType) -> list[type[wire.Message]]:
    """The messages that a module defines, in order."""
    found = wire.kinds().values()
    return [cls for cls in vars(module).values() if cls in found and is_of(cls, module)]


def parts() -> list[type[wire.Part]]:
    """What messages are made of, in order."""
    found = [cls for module in MODULES for cls in vars(module).values() if inspect.isclass(cls)]
    known = dict.fromkeys(cls for cls in found if issubclass(cls, wire.Part))
    return [cls for cls in known if cls is not wire.Part]


def is_of(cls: Any, module: ModuleType) -> bool:
    return getattr(cls, "__module__", "") == module.__name__


# --- the schema --------------------------------------------------------------------------------


def schema() -> str:
    """The JSON Schema of all messages."""
    said = [cls for module in MODULES for cls in messages(module)]
    refs, made = msgspec.json.schema_components(said, ref_template="#/$defs/{name}")
    for cls in (*said, *parts()):
        _describe(made[cls.__name__], cls)
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What Plyground says to programs",
        "oneOf": [*refs],
        "$defs": dict(sorted(made.items())),
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _describe(part: dict[str, Any], cls: type) -> None:
    for name, field in part["properties"].items():
        said = description(cls, name)
        if said:
            field["description"] = said
    if "version" in part["properties"]:
        part["required"].insert(1, "version")


# --- examples ----------------------------------------------------------------------------------


def said(line: str) -> str:
    """What a command prints."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["plyground", *shlex.split(line), "--json"]),
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(stderr),
    ):
        if run_command():
            raise SystemExit(f"plyground {line} --json: {stderr.getvalue()}")
    return stdout.getvalue()


class Example(NamedTuple):
    """A message and the command that said it."""

    command: str
    content: dict[str, Any]


def examples() -> dict[str, Example]:
    """The first message of each kind that the commands say."""
    found: dict[str, Example] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        patch.dict(os.environ, {"PLYGROUND_CONFIG": "settings.toml"}),
    ):
        Path("positions.txt").write_text(POSITIONS)
        for command in COMMANDS:
            text = said(command) + (Path(GAMES).read_text() if GAMES in command else "")
            for line in text.splitlines():
                content = json.loads(line)
                found.setdefault(content["kind"], Example(command, shortened(content)))
                if content.get("info"):
                    found.setdefault("info", Example(command, shortened(content["info"])))
    return found | {message.kind: example_of(message) for message in heard()}


def example_of(message: wire.Message) -> Example:
    """A message that no command says."""
    return Example("", shortened(json.loads(wire.encode(message))))


def heard() -> list[wire.Message]:
    """What a listener to a game hears, and the clicks for its moves."""
    live = LiveGame(Record(SMALL), RemoteSeat("Ann"), RemoteSeat("Ben"))
    told: list[wire.Message] = []
    live.listen(told.append)
    live.submit("5")
    live.submit("1")
    live.undo()
    live.redo()
    live.resign()
    live.load(Record(SMALL, moves="1 5"), RemoteSeat("Ann"), RemoteSeat("Ben"))
    live.set_seat(1, RemoteSeat("Cleo"))
    return [*told, move_map(Record("connect-four:width=4,height=4"))]


def shortened(content: Any, name: str = "") -> Any:
    """A message that is the same in every run, with long texts and lists cut."""
    if name in TIMES and content is not None:
        return TIMES[name]
    if isinstance(content, float):
        return round(content, 4)
    if isinstance(content, str):
        text = content.replace(f"{ROOT}/", "")
        return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}..."
    if isinstance(content, list):
        is_long = any(isinstance(one, dict) for one in content)
        return [shortened(one) for one in content[: MAX_ITEMS if is_long else None]]
    if isinstance(content, dict):
        entries = islice(content.items(), MAX_ENTRIES if name in OPEN else None)
        return {key: shortened(one, key) for key, one in entries}
    return content


def pretty(content: Any, indent: int = 0) -> str:
    """JSON in as few lines as its width allows."""
    whole = json.dumps(content, ensure_ascii=False)
    if len(whole) + indent <= WIDTH or not isinstance(content, list | dict):
        return whole
    inner = " " * (indent + 2)
    if isinstance(content, list):
        items = [pretty(one, indent + 2) for one in content]
        return "[\n" + ",\n".join(f"{inner}{item}" for item in items) + f"\n{' ' * indent}]"
    items = [f"{json.dumps(key)}: {pretty(one, indent + 2)}" for key, one in content.items()]
    return "{\n" + ",\n".join(f"{inner}{item}" for item in items) + f"\n{' ' * indent}}}"


# --- the page ----------------------------------------------------------------------------------


def page(shown: Mapping[str, Example]) -> str:
    """The page of the messages: its own words, and then each message with its example."""
    head = PAGE.read_text().partition(MARK)[0]
    return head + MARK + "\n" + "\n".join(_sections(shown))


def _sections(shown: Mapping[str, Example]) -> Iterator[str]:
    for module, heading in MODULES.items():
        said = messages(module)
        if said:
            yield f"## {heading}\n"
        for cls in said:
            kind = str(cls.__struct_config__.tag)
            yield from _section(cls, f"`{kind}`. ")
            if kind in shown:
                yield from _example(shown[kind])
    yield "## Parts\n"
    for part in parts():
        yield from _section(part, "")
    yield "### Termination\n"
    yield _sentence(wire.Termination.__doc__) + "\n"
    yield "| value |\n|---|"
    yield "\n".join(f"| `{json.dumps(one)}` |" for one in wire.Termination) + "\n"


def _example(example: Example) -> Iterator[str]:
    if example.command:
        yield f"From `plyground {example.command} --json`:\n"
    yield textwrap.indent(pretty(example.content), "    ") + "\n"


def _section(cls: type, head: str) -> Iterator[str]:
    yield f"### {cls.__name__}\n"
    yield f"{head}{_sentence(cls.__doc__)}\n"
    yield "| field | type | |\n|---|---|---|"
    for name, annotation in get_type_hints(cls).items():
        if name != "version":
            yield f"| `{name}` | {type_words(annotation)} | {description(cls, name)} |"
    yield ""


def _sentence(text: str | None) -> str:
    return " ".join((text or "").split())


if __name__ == "__main__":
    SCHEMA.write_text(schema(), encoding="utf-8")
    PAGE.write_text(page(examples()), encoding="utf-8")
