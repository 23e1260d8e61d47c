"""What all tests share."""

import os
import signal
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from plyground.core.events import on_compile

if TYPE_CHECKING:
    from plyground.web.server import PageServer
    from tests.serving import Page

pytest.register_assert_rewrite("tests.lockstep", "tests.positions")

# The same examples in every run: a failure that comes and goes cannot be worked on.
settings.register_profile("plyground", derandomize=True, deadline=None, database=None)
settings.load_profile("plyground")

# What the person who runs the tests has set is nothing to them.
os.environ["PLYGROUND_CONFIG"] = os.path.join(os.path.dirname(__file__), "no-config.toml")

# What a shell runs in the background ignores Ctrl-C, and so would the programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests to `make test-long`, and those that need heavy packages to `make
    test-peers`."""
    for marker in ("long", "peers"):
        if not os.environ.get(f"PLYGROUND_{marker.upper()}"):
            later = [item for item in items if item.get_closest_marker(marker)]
            items[:] = [item for item in items if not item.get_closest_marker(marker)]
            config.hook.pytest_deselected(items=later)


unfinished: set[str] = set()
"""The kernels that are being compiled, or cannot be."""


def listen(kernel: str, starts: bool) -> None:
    (unfinished.add if starts else unfinished.discard)(kernel)


on_compile.append(listen)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """A test that compiles what no later run finds in the cache is one that `make check` leaves
    out, and says so by its marker."""
    unfinished.clear()
    yield
    folder = getattr(item, "funcargs", {}).get("tmp_path")
    in_folder = {path.name for path in folder.rglob("*.nbc")} if folder else set()
    kernels = ", ".join(unfinished | in_folder)
    if kernels and not item.get_closest_marker("compiles"):
        pytest.fail(f"each run compiles {kernels}: write @pytest.mark.compiles", False)


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator["PageServer"]:
    """A server of the page; a module may say in `SERVED_GAME` which game it is started with."""
    from plyground.web.server import PageServer

    with PageServer(getattr(request.module, "SERVED_GAME", None)) as made:
        yield made


@pytest.fixture
def page(server: "PageServer") -> Iterator["Page"]:
    """A page as that server sees it."""
    from tests.serving import opened

    with opened(server) as made:
        yield made
