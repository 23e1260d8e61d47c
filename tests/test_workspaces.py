"""The words of each kernel's workspace are laid out in one place, and no two overlap."""

import ast
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from plyground.search import workspace as shared
from plyground.search.alphabeta import workspace as alphabeta
from plyground.search.alphabeta.kernel import Techniques
from plyground.search.workspace import LENGTH, LINE_WORDS, Layout

SEARCH = Path(shared.__file__).parent
FOLDERS = sorted(file.parent.name for file in SEARCH.glob("*/workspace.py"))


def layout_of(folder: str) -> Layout:
    layout: Layout = import_module(f"plyground.search.{folder}.workspace").LAYOUT
    return layout


def modules_of(folder: str) -> list[Path]:
    return [file for file in (SEARCH / folder).glob("*.py") if file.name != "workspace.py"]


def test_every_folder_with_a_kernel_has_a_layout() -> None:
    assert sorted(file.parent.name for file in SEARCH.glob("*/kernel.py")) == FOLDERS


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_two_words_overlap(folder: str) -> None:
    regions = layout_of(folder).regions
    assert all(len(region) > 0 for region in regions)
    assert all(one.stop <= other.start for one, other in pairwise(regions))


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_memory_has_room_for_all(folder: str) -> None:
    layout = layout_of(folder)
    memory = layout.new_memory()
    assert layout.size == len(memory) == memory[LENGTH]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_layout_begins_with_the_shared_words(folder: str) -> None:
    head = {shared.LENGTH, shared.STOP, shared.NODES, shared.NODE_LIMIT, shared.OVERFLOW}
    assert {*layout_of(folder).regions[0]} == head


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_region_is_named_once(folder: str) -> None:
    module = vars(import_module(f"plyground.search.{folder}.workspace"))
    tree = ast.parse((SEARCH / folder / "workspace.py").read_text())
    named = [
        node.target.id
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and ast.unparse(node.value or node.target).startswith(("LAYOUT.word", "LAYOUT.block"))
    ]
    starts = [region.start for region in layout_of(folder).regions[1:]]
    assert [module[name] for name in named] == starts


def indices(file: Path) -> Iterator[ast.expr]:
    """All that stands in the brackets after a workspace."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("workspace"):
            yield node.slice


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_other_module_gives_words_a_place(folder: str) -> None:
    known = {*vars(shared), *vars(import_module(f"plyground.search.{folder}.workspace"))}
    for file in modules_of(folder):
        for index in indices(file):
            parts = [*ast.walk(index)]
            names = {node.id for node in parts if isinstance(node, ast.Name)}
            names |= {node.attr for node in parts if isinstance(node, ast.Attribute)}
            assert {name for name in names if name.isupper()} <= known, (file, ast.unparse(index))
            assert not isinstance(index, ast.Constant), (file, ast.unparse(index))


def test_each_technique_has_its_word() -> None:
    names = [name.upper() for name in Techniques._fields]
    words = [vars(alphabeta).get(f"USE_{name}", vars(alphabeta).get(name)) for name in names]
    assert words == [*alphabeta.TECHNIQUES]


def test_blocks_begin_where_a_cache_line_does() -> None:
    layout = Layout()
    word, block, after = layout.word(), layout.block(3), layout.word()
    assert block % LINE_WORDS == 0
    assert word < block and after == block + 3
