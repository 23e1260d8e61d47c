"""Files that are read and written as a whole, or not at all."""

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

_FIRST_READ: Final = 1 << 20
_PART: Final = ".part"
"""The suffix of a temporary file that is being written."""
_OPEN_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)


def read_whole(path: Path | str, most_bytes: int) -> bytes:
    """The content of a plain file. Raises OSError; `why` words its reason."""
    with open_plain(path) as file:
        # A read of `most_bytes` would take that much memory at once, even for a small file.
        content = file.read(min(_FIRST_READ, most_bytes + 1))
        if len(content) == _FIRST_READ:
            content += file.read(most_bytes + 1 - _FIRST_READ)
    if len(content) > most_bytes:
        raise OSError(errno.EFBIG, f"is larger than {most_bytes} bytes")
    return content


def open_plain(path: Path | str) -> IO[bytes]:
    """Open a plain file to read. Folders, and pipes that could block, are refused."""
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise OSError(errno.EISDIR, "is a directory or not a plain file")
        return path.open("rb")
    except ValueError as error:
        raise _impossible_name(error) from None


def _impossible_name(error: ValueError) -> OSError:
    """A name that no file can have, as an error like any other of files."""
    return OSError(errno.EINVAL, str(error))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: others see all of it or nothing."""
    with replacement(path) as file:
        file.write(content)


@contextlib.contextmanager
def replacement(
    path: Path | str, folder: int | None = None, mode: int = 0o666, is_new: bool = False
) -> Iterator[IO[bytes]]:
    """A temporary file that is renamed to `path` once it is written without an error.

    If `folder` is a folder's handle, `path` is a name in it. If `is_new`, an existing file is never
    replaced. A process that is killed while writing leaves its temporary file behind; the next one
    that writes there deletes it.
    """
    _delete_left_behind(path, folder)
    temporary, file = _open_temporary(path, folder, mode)
    try:
        yield file
        file.flush()
        os.fsync(file.fileno())
        if not fcntl:
            file.close()  # other systems rename no open file
        if is_new:
            _rename_to_new(temporary, path)
        else:
            os.replace(temporary, path, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        file.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)


def _open_temporary(path: Path | str, folder: int | None, mode: int) -> tuple[str, IO[bytes]]:
    """Create a temporary file beside `path`, locked as long as it is open."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        temporary = f"{path}.{secrets.token_hex(4)}{_PART}"
        try:
            file = open(os.open(temporary, flags, mode, dir_fd=folder), "wb")  # noqa: SIM115 - the caller's
        except ValueError as error:
            raise _impossible_name(error) from None
        _lock(file, wait=True)
        if os.fstat(file.fileno()).st_nlink:
            return temporary, file
        file.close()  # another process took it for left behind, and deleted it before it was locked


def _delete_left_behind(path: Path | str, folder: int | None) -> None:
    """Delete temporary files whose writers have died; those of a living writer are locked."""
    parent, name = os.path.split(path)
    is_temporary = re.compile(re.escape(name) + r"\.[0-9a-f]{8}" + re.escape(_PART)).fullmatch
    with contextlib.suppress(OSError):
        for found in os.listdir((parent or ".") if folder is None else folder):
            if is_temporary(found):
                _delete_unlocked(os.path.join(parent, found), folder)


def _delete_unlocked(file: str, folder: int | None) -> None:
    with (
        contextlib.suppress(OSError),
        open(os.open(file, _OPEN_FLAGS, dir_fd=folder), "rb") as left,
    ):
        if _lock(left, wait=False):
            os.unlink(file, dir_fd=folder)


def _lock(file: IO[bytes], wait: bool) -> bool:
    """Lock a file for as long as it is open; returns whether it worked."""
    if not fcntl:
        return True  # where there are no such locks, open files cannot be deleted
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # locked by another process, or a file system without locks
        return False
    return True


def _rename_to_new(temporary: str, path: Path | str) -> None:
    """Rename a file, unless the new name exists."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise _already_exists(path) from None
    except OSError:  # a file system without links
        refuse_existing(path)
        os.replace(temporary, path)


@contextlib.contextmanager
def about(path: Path | str, kind: type[PlygroundError], done: str) -> Iterator[None]:
    """Begin the messages of errors with the file's name: of errors of this kind, and of OSError,
    which becomes `PATH: cannot be DONE: reason`."""
    name = str(path) if str(path).isprintable() else repr(str(path))
    try:
        yield
    except kind as error:
        raise type(error)(f"{name}: {error}") from None
    except OSError as error:
        raise kind(f"{name}: cannot be {done}: {why(error)}") from None


def why(error: OSError) -> str:
    """The reason of an OSError, as part of a sentence."""
    return (error.strerror or str(error)).lower()


def refuse_existing(path: Path | str) -> None:
    """Refuse a path that exists: no file of a person is ever overwritten."""
    if os.path.lexists(path):
        raise _already_exists(path)


def _already_exists(path: Path | str) -> BadOption:
    return BadOption(f"{path} already exists: choose another name")


def create(file: str, content: bytes = b"") -> Path:
    """Write a new file, all of it or nothing; refuses a name that exists."""
    path = Path(os.path.expanduser(file))
    refuse_existing(path)
    with about(path, BadOption, "written"), replacement(path, is_new=True) as target:
        target.write(content)
    return path


def append(path: Path, content: bytes) -> None:
    """Append to a file at once."""
    with about(path, BadOption, "written"), path.open("ab") as target:
        target.write(content)
