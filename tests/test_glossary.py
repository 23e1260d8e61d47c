"""Every place that the glossary names is there."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.command import ROOT

ROW = re.compile(r"^\| (?P<term>[^|]+) \|.*`(?P<file>[\w/]+\.py):(?P<name>\w+)`")
ROWS = [
    match.groups()
    for line in (ROOT / "docs" / "glossary.md").read_text().splitlines()
    if (match := ROW.match(line))
]


def defined(tree: ast.AST) -> Iterator[str]:
    """All names that a file defines: functions, classes, constants, fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def test_the_glossary_has_rows() -> None:
    terms = [term.lower() for term, *_ in ROWS]
    assert len(terms) > 30 and terms == sorted(terms)


@pytest.mark.parametrize(("term", "file", "name"), ROWS)
def test_each_place_exists(term: str, file: str, name: str) -> None:
    assert name in {*defined(ast.parse((ROOT / "src" / "plyground" / file).read_text()))}
