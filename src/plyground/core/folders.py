"""Where the program keeps its own files."""

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """The folder for compiled code: `PLYGROUND_CACHE`, or the platform's cache folder."""
    return Path(os.environ.get("PLYGROUND_CACHE") or platformdirs.user_cache_path("plyground"))
