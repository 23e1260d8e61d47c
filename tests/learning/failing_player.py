"""A player that fails."""

import plyground as pg


@pg.player("failing")
class Failing:
    """Raises an error at its first move."""

    def choose(self, record: pg.Record) -> int:
        raise RuntimeError("no more")
