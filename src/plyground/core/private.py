"""Folders that nobody else can write to, for compiled code, which would be dangerous otherwise.

A path may lead elsewhere a moment after it was checked. So a folder is opened step by step from the
root, each step from the handle of the step before. The handles are checked, and files are opened
from the last of them. Someone who replaces a folder on the way replaces only its name.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from plyground.core.files import replacement

HAS_HANDLES: Final = os.open in os.supports_dir_fd
"""Whether files can be opened from a folder's handle. On systems without, folders have no simple
owner either, and the user's own folder is trusted."""
_FOLDER: Final = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class PrivateFolder:
    """Small files by name, read and written as a whole.

    Raises OSError; PermissionError if anyone but the user and the administrator can write there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, name: str) -> bytes:
        """The content of a file."""
        with self._opened() as handle, open(self._open(name, os.O_RDONLY, handle), "rb") as file:
            if HAS_HANDLES and os.fstat(file.fileno()).st_uid not in _trusted():
                raise PermissionError(None, f"{name} belongs to someone else")
            return file.read()

    def write(self, name: str, content: bytes) -> None:
        """Write a file atomically: others see all of it or nothing."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (
            self._opened() as handle,
            replacement(self._name(name), handle, mode=0o600) as file,
        ):
            file.write(content)

    def _open(self, name: str, flags: int, handle: int | None) -> int:
        return os.open(self._name(name), flags | _FILE, 0o600, dir_fd=handle)

    def _name(self, name: str) -> str:
        return name if HAS_HANDLES else str(self.path / name)

    @contextmanager
    def _opened(self) -> Iterator[int | None]:
        """The folder's handle, checked together with all folders above it."""
        if not HAS_HANDLES:
            yield None
            return
        root, *steps = self.path.resolve().parts
        handle = os.open(root, os.O_RDONLY | _FOLDER)
        try:
            for step in steps:
                _check_only_ours(os.fstat(handle), is_above=True)
                inner = os.open(step, os.O_RDONLY | _FOLDER, dir_fd=handle)
                os.close(handle)
                handle = inner
            _check_only_ours(os.fstat(handle), is_above=False)
            yield handle
        finally:
            os.close(handle)


def _check_only_ours(status: os.stat_result, is_above: bool) -> None:
    """Refuse a folder in which someone else could create or replace a file."""
    writable = status.st_mode & (stat.S_IWOTH | stat.S_IWGRP * (not _is_own_group(status.st_gid)))
    keeps_names = is_above and status.st_mode & stat.S_ISVTX
    """The sticky bit, as /tmp has it: all may add files, but replace only their own."""
    if status.st_uid not in _trusted() or (writable and not keeps_names):
        raise PermissionError(None, "others can write there, so its compiled code is not trusted")


def _trusted() -> set[int]:
    """The user, and the administrator, who could change the program itself."""
    return {0, os.getuid()}


def _is_own_group(group: int) -> bool:
    """Whether the user is the only member of a group; many systems give each user such a group."""
    import grp
    import pwd

    try:
        user, entry = pwd.getpwuid(os.getuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return entry.gr_name == user.pw_name and {*entry.gr_mem} <= {user.pw_name}
