"""Where compiled code is kept between runs, so that stale code can never run.

Each compiled kernel is one file, named by a hash of all that it was made from: its sources, those
of the game (which its type carries), numba, Python, the processor and numba's settings. A changed
rule asks for another name. Files are written aside and renamed, so processes that start together
do no harm, and begin with a hash of their content, so that half a file is none. A folder that
cannot be written costs time, never a result.
"""

import hashlib
import os
import pickle
import shutil
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from plyground.core.compile.numba_private import (
    Cache,
    CompileResult,
    RuntimeLinker,
    dumps,
    signature,
)
from plyground.core.compile.sources import sources_digest
from plyground.core.events import on_compile
from plyground.core.folders import cache_folder
from plyground.core.private import PrivateFolder

KEPT_DAYS = 30
"""Code of another version of the sources is deleted after this many days without use."""

_UNRESOLVED = RuntimeLinker.PREFIX.encode()
"""Code that calls what was compiled for another kernel; alone in a later process it would crash."""


_CHECK_BYTES = hashlib.sha256().digest_size


class KernelCache(Cache):
    """numba's cache interface over one file a kernel and signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.folder = cache_folder() / sources_digest(function.__module__)
        self.files = PrivateFolder(self.folder)

    @property
    def cache_path(self) -> str:
        return str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        with suppress(OSError):
            read = self.files.read(self._file(sig, target_context.codegen()))
            self._mark_used()
            check, content = read[:_CHECK_BYTES], read[_CHECK_BYTES:]
            if check == _check_of(content):
                kept = CompileResult._rebuild(target_context, *pickle.loads(content))
                return _for_types(kept, sig)
        self._report(True)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        self._report(False)
        if data.library.has_dynamic_globals:
            return
        content = dumps(data._reduce())
        if _UNRESOLVED in content:
            return
        is_new = not self.folder.is_dir()
        try:
            self.files.write(self._file(sig, data.codegen), _check_of(content) + content)
            self._mark_used()
        except OSError as error:
            _warn_once(f"compiled code is not kept: {self.folder}: {error.strerror or error}")
            return
        if is_new:
            _delete_unused(self.folder.parent)

    def enable(self) -> None:
        """numba's interface; this cache is always on."""

    def disable(self) -> None:
        """numba's interface; this cache is always on."""

    def flush(self) -> None:
        """Forget this kernel's code."""
        for path in self.folder.glob(f"{self.name}-*"):
            path.unlink(missing_ok=True)

    def _file(self, sig: Any, codegen: Any) -> str:
        key = repr((self.name, str(sig), codegen.magic_tuple()))
        return f"{self.name}-{hashlib.sha256(key.encode()).hexdigest()[:24]}.nbc"

    def _mark_used(self) -> None:
        with suppress(OSError):
            os.utime(self.folder)

    def _report(self, starts: bool) -> None:
        for listener in on_compile:
            listener(self.name, starts)


def _for_types(kept: Any, args: tuple[Any, ...]) -> Any:
    """The code for the types that were asked for.

    Classes of a script or a prompt are kept by value, and would be others than those at hand.
    """
    return kept._replace(signature=signature(kept.signature.return_type, *args))


def _check_of(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def _delete_unused(folder: Path) -> None:
    limit = time.time() - KEPT_DAYS * 86400
    for other in folder.iterdir():
        if other.is_dir() and other.stat().st_mtime < limit:
            shutil.rmtree(other, ignore_errors=True)


@cache
def _warn_once(message: str) -> None:
    warnings.warn(message, stacklevel=2)
