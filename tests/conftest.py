"""What all tests share."""

import os
import signal

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.lockstep", "tests.positions")

# The same examples in every run: a failure that comes and goes cannot be worked on.
settings.register_profile("plyground", derandomize=True, deadline=None, database=None)
settings.load_profile("plyground")

# What the person who runs the tests has set is nothing to them.
os.environ["PLYGROUND_CONFIG"] = os.path.join(os.path.dirname(__file__), "no-config.toml")

# What a shell runs in the background ignores Ctrl-C, and so would the programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests to `make test-long`."""
    if not os.environ.get("PLYGROUND_LONG"):
        later = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=later)
