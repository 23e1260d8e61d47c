"""Functions are short: most fit on a few lines, and the longest still on one screen."""

import ast
from pathlib import Path
from statistics import median, quantiles

SOURCES = Path(__file__).parents[1] / "src"
MAX_LINES = 80
MEDIAN_LINES = 8
NINE_OF_TEN_LINES = 30


def lengths() -> dict[str, int]:
    """For each function its lines, from `def` to its end."""
    return {
        f"{file.relative_to(SOURCES)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for file in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    }


def test_no_function_is_long() -> None:
    assert {name: lines for name, lines in lengths().items() if lines > MAX_LINES} == {}


def test_most_functions_are_short() -> None:
    found = [*lengths().values()]
    assert median(found) <= MEDIAN_LINES
    assert quantiles(found, n=10)[-1] <= NINE_OF_TEN_LINES
