"""Files read and written whole, or not at all."""

import contextlib
import errno
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from plyground.core.errors import BadOption, PlygroundError

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

_SMALL: Final = 1 << 20
_ASIDE: Final = ".part"
"""How the name ends of a file that is being written."""
_LOOK: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)


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
def replacement(
    path: Path | str, folder: int | None = None, mode: int = 0o666, is_new: bool = False
) -> Iterator[IO[bytes]]:
    """A file aside that takes the other's name once it is written without a mistake.

    With a folder's handle, the path is a name in it. A new file takes no other's place. Whoever is
    killed while writing leaves the file aside behind: the next who writes there deletes it.
    """
    _delete_left_behind(path, folder)
    aside, file = _open_aside(path, folder, mode)
    try:
        yield file
        file.flush()
        os.fsync(file.fileno())
        if not fcntl:
            file.close()  # other systems rename no open file
        if is_new:
            _name_anew(aside, path)
        else:
            os.replace(aside, path, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        file.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(aside, dir_fd=folder)


def _open_aside(path: Path | str, folder: int | None, mode: int) -> tuple[str, IO[bytes]]:
    """A file beside another, locked as long as it is open."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        aside = f"{path}.{secrets.token_hex(4)}{_ASIDE}"
        file = open(os.open(aside, flags, mode, dir_fd=folder), "wb")  # noqa: SIM115 - the caller's
        _lock(file, wait=True)
        if os.fstat(file.fileno()).st_nlink:
            return aside, file
        file.close()  # deleted before it was locked, by one who took it for left behind


def _delete_left_behind(path: Path | str, folder: int | None) -> None:
    """Delete files aside whose writers have died; those of a living writer are locked."""
    parent, name = os.path.split(path)
    is_aside = re.compile(re.escape(name) + r"\.[0-9a-f]{8}" + re.escape(_ASIDE)).fullmatch
    with contextlib.suppress(OSError):
        for found in os.listdir((parent or ".") if folder is None else folder):
            if is_aside(found):
                _delete_unlocked(os.path.join(parent, found), folder)


def _delete_unlocked(file: str, folder: int | None) -> None:
    with (
        contextlib.suppress(OSError),
        open(os.open(file, _LOOK, dir_fd=folder), "rb") as left,
    ):
        if _lock(left, wait=False):
            os.unlink(file, dir_fd=folder)


def _lock(file: IO[bytes], wait: bool) -> bool:
    """Whether the file is this process's now, for as long as it is open."""
    if not fcntl:
        return True  # where there are no such locks, open files cannot be deleted
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # another's, or a file system without locks
        return False
    return True


def _name_anew(aside: str, path: Path | str) -> None:
    """Give a file a name that no other has."""
    try:
        os.link(aside, path)
    except FileExistsError:
        raise _exists_already(path) from None
    except OSError:  # a file system without links
        refuse_existing(path)
        os.replace(aside, path)


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
        raise _exists_already(path)


def _exists_already(path: Path | str) -> BadOption:
    return BadOption(f"{path} exists already: choose another name")


def create(file: str, content: bytes = b"") -> Path:
    """Write a file that was not there before: all of it, or none."""
    path = Path(os.path.expanduser(file))
    refuse_existing(path)
    try:
        with about(path, BadOption, "written"), replacement(path, is_new=True) as target:
            target.write(content)
    except ValueError as error:  # a name that no file can have
        raise BadOption(f"{file!r}: cannot be written: {error}") from None
    return path


def append(path: Path, content: bytes) -> None:
    """Write at the end of a file, before anything else happens."""
    with about(path, BadOption, "written"), path.open("ab") as target:
        target.write(content)
