"""Where compiled code is kept between runs, so that stale code can never run.

Each compiled kernel is one file, named by a hash of all that it was made from: the sources of this
package, the sources of the game (which its type carries), numba, Python, the processor and numba's
settings. A changed rule asks for another name. Files are written aside and renamed, so processes
that start together do no harm; a folder that cannot be written costs time, never a result.
"""

import hashlib
import importlib.metadata
import os
import pickle
import shutil
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs
from numba.core.caching import _Cache
from numba.core.codegen import RuntimeLinker
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from plyground.core.events import on_compile
from plyground.core.files import write_whole

KEPT_DAYS = 30
"""Code of another version of the sources is deleted after so many days without use."""

_UNRESOLVED = RuntimeLinker.PREFIX.encode()
"""Code that calls what was compiled for another kernel; alone in a later process it would crash."""


def cache_folder() -> Path:
    """The folder of all compiled code: `PLYGROUND_CACHE`, or the user's cache folder."""
    return Path(os.environ.get("PLYGROUND_CACHE") or platformdirs.user_cache_path("plyground"))


@cache
def source_digest() -> str:
    """A hash of this package's sources and of all that compiles them."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[2]
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    for package in ("numba", "llvmlite", "numpy"):
        digest.update(importlib.metadata.version(package).encode())
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    digest.update(repr((sys.version, settings)).encode())
    return digest.hexdigest()[:16]


class KernelCache(_Cache):
    """numba's cache interface over one file a kernel and signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.folder = cache_folder() / source_digest()

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        with suppress(OSError, pickle.UnpicklingError, EOFError):
            self._check_private()
            content = self._path(sig, target_context.codegen()).read_bytes()
            self._mark_used()
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        self._report(True)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        self._report(False)
        if data.library.has_dynamic_globals:
            return
        content = dumps(data._reduce())
        if _UNRESOLVED in content:
            return
        try:
            self._make_folder()
            write_whole(self._path(sig, data.codegen), content)
        except OSError as error:
            _warn_once(f"compiled code is not kept: {self.folder}: {error.strerror or error}")

    def enable(self) -> None:
        """numba's interface; this cache is always on."""

    def disable(self) -> None:
        """numba's interface; this cache is always on."""

    def flush(self) -> None:
        """Forget this kernel's code."""
        for path in self.folder.glob(f"{self.name}-*"):
            path.unlink(missing_ok=True)

    def _path(self, sig: Any, codegen: Any) -> Path:
        key = repr((self.name, str(sig), codegen.magic_tuple()))
        return self.folder / f"{self.name}-{hashlib.sha256(key.encode()).hexdigest()[:24]}.nbc"

    def _make_folder(self) -> None:
        if not self.folder.is_dir():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _delete_unused(self.folder.parent)
        self._check_private()
        self._mark_used()

    def _mark_used(self) -> None:
        with suppress(OSError):
            os.utime(self.folder)

    def _check_private(self) -> None:
        """Loading compiled code runs it, so it must be our own."""
        status = self.folder.stat()
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o022):
            raise PermissionError(None, "others may write there, and compiled code is code")

    def _report(self, starts: bool) -> None:
        for listener in on_compile:
            listener(self.name, starts)


def _delete_unused(folder: Path) -> None:
    limit = time.time() - KEPT_DAYS * 86400
    for other in folder.iterdir():
        if other.is_dir() and other.stat().st_mtime < limit:
            shutil.rmtree(other, ignore_errors=True)


@cache
def _warn_once(message: str) -> None:
    warnings.warn(message, stacklevel=2)
