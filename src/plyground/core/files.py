"""Files read and written whole, or not at all."""

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from plyground.core.errors import BadOption, PlygroundError

_SMALL: Final = 1 << 20


def read_whole(path: Path | str, most_bytes: int) -> bytes:
    """The content of a plain file; raises OSError, whose reason `why` tells."""
    with open_plain(path) as file:
        # Room for all that may come would be taken from the start, of small files too.
        content = file.read(min(_SMALL, most_bytes + 1))
        if len(content) == _SMALL:
            content += file.read(most_bytes + 1 - _SMALL)
    if len(content) > most_bytes:
        raise OSError(errno.EFBIG, f"is larger than {most_bytes} bytes")
    return content


def open_plain(path: Path | str) -> IO[bytes]:
    """A file to read that is no folder, and nothing that would have to be waited for."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise OSError(errno.EISDIR, "is a directory or no plain file")
        return path.open("rb")
    except ValueError as error:  # a name that no file can have
        raise OSError(errno.EINVAL, str(error)) from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that others see all of it or nothing."""
    with replacement(path) as file:
        file.write(content)


@contextlib.contextmanager
def replacement(path: Path) -> Iterator[IO[bytes]]:
    """A file aside that takes the other's name once it is written without a mistake."""
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with aside.open("xb") as file:
            yield file
        os.replace(aside, path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def about(path: Path | str, kind: type[PlygroundError], done: str) -> Iterator[None]:
    """What goes wrong begins with the file's name: an error of this kind, or that the file cannot
    be `done`, such as `read`."""
    try:
        yield
    except kind as error:
        raise type(error)(f"{path}: {error}") from None
    except OSError as error:
        raise kind(f"{path}: cannot be {done}: {why(error)}") from None


def why(error: OSError) -> str:
    """The reason of an error with a file, as part of a sentence."""
    return (error.strerror or str(error)).lower()


def refuse_existing(path: Path | str) -> None:
    """What a person has is never written over."""
    if os.path.lexists(path):
        raise BadOption(f"{path} exists already: choose another name")


def create(file: str, content: bytes = b"") -> Path:
    """Write a file that was not there before: all of it, or none."""
    path = Path(os.path.expanduser(file))
    refuse_existing(path)
    try:
        with about(path, BadOption, "written"):
            path.open("xb").close()
    except ValueError as error:  # a name that no file can have
        raise BadOption(f"{file!r}: cannot be written: {error}") from None
    try:
        append(path, content)
    except BaseException:
        path.unlink()
        raise
    return path


def append(path: Path, content: bytes) -> None:
    """Write at the end of a file, before anything else happens."""
    with about(path, BadOption, "written"), path.open("ab") as target:
        target.write(content)
