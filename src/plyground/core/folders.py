"""Where files of the program itself are kept."""

import os
from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """What can be made again, such as compiled code: `PLYGROUND_CACHE`, or the user's folder."""
    return Path(os.environ.get("PLYGROUND_CACHE") or platformdirs.user_cache_path("plyground"))
