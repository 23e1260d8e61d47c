"""Packages of extras: where one is missing, a sentence says what to install."""

import pytest

from plyground.core.errors import PlygroundError
from plyground.core.extras import MissingPackage, extra


def test_a_missing_package_is_named_with_its_extra() -> None:
    with pytest.raises(MissingPackage) as raised, extra("ray"):
        import no_such_package.inner  # type: ignore[import-not-found] # noqa: F401
    told = "the package no_such_package is not installed: pip install 'plyground[ray]'"
    assert str(raised.value) == told
    assert isinstance(raised.value, PlygroundError) and isinstance(raised.value, ImportError)


def test_what_is_there_is_imported() -> None:
    with extra("ray"):
        import json
    assert json.dumps([1]) == "[1]"


def test_a_module_of_ours_that_is_missing_is_our_mistake() -> None:
    with pytest.raises(ModuleNotFoundError), extra("ray"):
        import plyground.no_such_module  # type: ignore[import-not-found] # noqa: F401
