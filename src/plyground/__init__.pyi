"""What `import plyground` offers: type checkers and `__init__.py` both read this list."""

from .api.analyse import (
    AnalysedLine as AnalysedLine,
)
from .api.analyse import (
    Analysis as Analysis,
)
from .api.analyse import (
    analyse as analyse,
)
from .api.check import (
    CheckResult as CheckResult,
)
from .api.check import (
    check as check,
)
from .api.count import (
    PerftResult as PerftResult,
)
from .api.count import (
    perft as perft,
)
from .api.count import (
    playouts as playouts,
)
from .api.explain import (
    explain as explain,
)
from .api.match import (
    match as match,
)
from .api.match import (
    play as play,
)
from .api.review import (
    review as review,
)
from .api.solve import (
    SolvedMoves as SolvedMoves,
)
from .api.solve import (
    SolveResult as SolveResult,
)
from .api.solve import (
    make_solver as make_solver,
)
from .api.solve import (
    prove as prove,
)
from .api.solve import (
    solve as solve,
)
from .api.solve import (
    solve_many as solve_many,
)
from .api.solve import (
    solve_moves as solve_moves,
)
from .api.solve import (
    verify as verify,
)
from .book.file import (
    read_book as read_book,
)
from .core.bits import (
    Bits as Bits,
)
from .core.bits import (
    bit as bit,
)
from .core.bits import (
    bits as bits,
)
from .core.bits import (
    mix as mix,
)
from .core.bits import (
    nth_square as nth_square,
)
from .core.bits import (
    squares as squares,
)
from .core.errors import (
    AmbiguousMove as AmbiguousMove,
)
from .core.errors import (
    BadGame as BadGame,
)
from .core.errors import (
    BadGameFile as BadGameFile,
)
from .core.errors import (
    BadOption as BadOption,
)
from .core.errors import (
    BadPosition as BadPosition,
)
from .core.errors import (
    GameOver as GameOver,
)
from .core.errors import (
    IllegalMove as IllegalMove,
)
from .core.errors import (
    InvalidMove as InvalidMove,
)
from .core.errors import (
    InvalidText as InvalidText,
)
from .core.errors import (
    PlygroundError as PlygroundError,
)
from .core.evaluation import (
    Evaluation as Evaluation,
)
from .core.evaluation import (
    evaluation as evaluation,
)
from .core.game import (
    Game as Game,
)
from .core.game import (
    game as game,
)
from .core.outcome import (
    DRAW as DRAW,
)
from .core.outcome import (
    LOSS as LOSS,
)
from .core.outcome import (
    ONGOING as ONGOING,
)
from .core.outcome import (
    WIN as WIN,
)
from .core.outcome import (
    Outcome as Outcome,
)
from .core.scene import (
    Scene as Scene,
)
from .core.style import (
    Colour as Colour,
)
from .core.style import (
    Style as Style,
)
from .core.types import (
    Move as Move,
)
from .core.types import (
    Ply as Ply,
)
from .core.types import (
    Score as Score,
)
from .core.types import (
    Square as Square,
)
from .core.words import (
    to_rows as to_rows,
)
from .evaluations.explain import (
    Term as Term,
)
from .evaluations.registry import (
    evaluations_of as evaluations_of,
)
from .evaluations.registry import (
    make_evaluation as make_evaluation,
)
from .evaluations.weights import (
    write_weights as write_weights,
)
from .games.registry import (
    make_game as make_game,
)
from .matches.result import (
    GameResult as GameResult,
)
from .matches.result import (
    Result as Result,
)
from .players.player import (
    Player as Player,
)
from .players.player import (
    make_player as make_player,
)
from .players.player import (
    player as player,
)
from .records.file import (
    load_record as load_record,
)
from .records.file import (
    save_record as save_record,
)
from .records.notation import (
    format_record as format_record,
)
from .records.notation import (
    parse_record as parse_record,
)
from .records.record import (
    Record as Record,
)
from .records.record import (
    RecordedMove as RecordedMove,
)
from .reviews.coach import (
    Review as Review,
)
from .search.limits import (
    Limits as Limits,
)
from .search.solution import (
    Verdict as Verdict,
)
from .search.thought import (
    Line as Line,
)
from .search.thought import (
    Thought as Thought,
)

__version__: str
