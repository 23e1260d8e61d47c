"""What all tests share."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.lockstep", "tests.positions")

# The same examples in every run: a failure that comes and goes cannot be worked on.
settings.register_profile("plyground", derandomize=True, deadline=None, database=None)
settings.load_profile("plyground")
