"""Every place that the glossary names is there, and its file names the term."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.command import ROOT

SOURCES = ROOT / "src" / "plyground"
ROW = re.compile(r"^\| (?P<term>[^|]+) \|.*`(?P<file>[\w/]+\.py):(?P<name>\w+)`")
TABLES = [
    [match.groups() for line in section.splitlines() if (match := ROW.match(line))]
    for section in (ROOT / "docs" / "glossary.md").read_text().split("\n## ")[1:]
]
ROWS = [row for table in TABLES for row in table]


def defined(tree: ast.AST) -> Iterator[str]:
    """All names that a file defines: functions, classes, constants, fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def prose(text: str) -> str:
    """A text in which neither case nor the end of a line, a hyphen or an underscore matters."""
    return " ".join(re.sub(r"[-_#]", " ", text).casefold().split())


def test_the_glossary_has_rows() -> None:
    fields, ours = ([term.casefold() for term, *_ in table] for table in TABLES)
    assert len(fields) > 60 and fields == sorted(fields)
    assert len(ours) > 15 and ours == sorted(ours)


@pytest.mark.parametrize(("term", "file", "name"), ROWS)
def test_each_place_exists(term: str, file: str, name: str) -> None:
    assert name in {*defined(ast.parse((SOURCES / file).read_text()))}


@pytest.mark.parametrize(("term", "file", "name"), ROWS)
def test_each_place_names_its_term(term: str, file: str, name: str) -> None:
    assert prose(term) in prose((SOURCES / file).read_text())
