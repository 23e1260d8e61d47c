"""The same, by kernels that run as plain functions."""

from tests.compiled.test_repetition import *  # noqa: F403
from tests.proving import uncompiled

pytestmark = uncompiled
