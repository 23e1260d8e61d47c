"""The page of the messages and their schema are what the program says today."""

import json
from functools import cache

import pytest
import typer

from docs import make_schema
from plyground.arena.plan import Plan
from plyground.cli.app import app
from plyground.core import wire
from plyground.learning.messages import LearnPlan
from plyground.web.messages import Request
from tests.command import all_commands

pytestmark = pytest.mark.slow


@cache
def examples() -> dict[str, make_schema.Example]:
    """What the commands say, which takes some seconds."""
    return make_schema.examples()


def test_the_schema_is_up_to_date() -> None:
    assert make_schema.SCHEMA.read_text() == make_schema.schema()


def test_the_page_is_up_to_date() -> None:
    """If it is not: `python docs/make_schema.py`."""
    assert make_schema.PAGE.read_text() == make_schema.page(examples())


def test_every_kind_is_said_by_a_command_and_every_example_can_be_read() -> None:
    said = {str(cls.__struct_config__.tag) for cls in make_schema.messages(wire)}
    assert said <= {*examples()} <= {*wire.kinds()}
    for kind, (_, content) in examples().items():
        assert wire.decode(json.dumps(content)).kind == kind


def test_every_command_that_has_json_is_shown() -> None:
    commands = dict(all_commands(typer.main.get_command(app)))
    with_json = {
        name for name, made in commands.items() if "json" in {one.name for one in made.params}
    }
    shown = {
        name
        for name in commands
        for line in (*make_schema.COMMANDS, *make_schema.STAYING)
        if f"{line} ".startswith(f"{name} ")
    }
    assert len(with_json) > 15 and with_json - shown == set()


@pytest.mark.parametrize("cls", wire.kinds().values(), ids=wire.kinds())
def test_the_schema_has_every_field(cls: type[wire.Message]) -> None:
    schema = json.loads(make_schema.SCHEMA.read_text())
    assert {"$ref": f"#/$defs/{cls.__name__}"} in schema["oneOf"]
    part = schema["$defs"][cls.__name__]
    assert [*part["properties"]] == ["kind", *cls.__struct_fields__]
    optional = {*part["properties"]} - {*part["required"]}
    assert not optional or issubclass(
        cls, Request | Plan | LearnPlan
    )  # only what is asked for, or planned
    assert part["additionalProperties"] is False
