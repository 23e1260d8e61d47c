"""Packages that only some people need: one clear sentence where one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from plyground.core.errors import PlygroundError


class MissingPackage(PlygroundError, ImportError):
    """A package that an extra of ours installs, and that is not there."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """The body imports what the extra `name` installs; raises MissingPackage where it cannot."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "plyground":
            raise
        install = f"pip install 'plyground[{name}]'"
        raise MissingPackage(f"the package {error.name} is not installed: {install}") from None
