"""Plyground: two-player board games to play, search, solve, measure and learn.

    import plyground as pg
    record = pg.Record("connect-four", moves="4 4 3")
    pg.analyse(record, time=1)

Everything that students, researchers and authors of games need is here; `__init__.pyi` lists it.
Each name is loaded when it is first used, so that a command that needs no compiler loads none.
"""

import lazy_loader

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
