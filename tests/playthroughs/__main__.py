"""`make playthroughs`: write every playthrough again, and those that are missing.

`python -m tests.playthroughs paths:board=4x4x4` adds one for a set of options.
"""

import sys
from pathlib import Path

from tests.playthroughs.playthrough import (
    FOLDER,
    Source,
    kept_playthroughs,
    load,
    playthrough,
    random_game,
    required_games,
)

TRIES = 30
"""A new playthrough is the longest of this many games: it comes through all phases."""


def main() -> None:
    kept = kept_playthroughs()
    known = {source.game for source in kept.values()}
    missing = [name for name in [*required_games(), *sys.argv[1:]] if name not in known]
    for path, source in (kept | {path_of(name): new_source(name) for name in missing}).items():
        path.write_text(playthrough(source))
        print(path.relative_to(FOLDER))


def path_of(name: str) -> Path:
    """The file for a game: `paths-board=4x4x4.txt`, `nim.txt`."""
    return FOLDER / f"{Path(name).name.replace('.py', '').replace(':', '-')}.txt"


def new_source(name: str) -> Source:
    """The game with the seed that makes it last longest."""
    game = load(name)
    return Source(name, max(range(TRIES), key=lambda seed: len([*random_game(game, seed)])))


if __name__ == "__main__":
    main()
