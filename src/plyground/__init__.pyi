"""What `import plyground` offers: type checkers and `__init__.py` both read this list."""

from .api.analyse import (
    AnalysedLine as AnalysedLine,
    Analysis as Analysis,
    analyse as analyse,
)
from .api.check import (
    CheckResult as CheckResult,
    check as check,
)
from .api.explain import (
    explain as explain,
)
from .api.learn import (
    learn as learn,
)
from .api.match import (
    match as match,
    play as play,
)
from .api.perft import (
    PerftResult as PerftResult,
    perft as perft,
)
from .api.playouts import (
    playouts as playouts,
)
from .api.record_search import (
    record_search as record_search,
)
from .api.review import (
    review as review,
)
from .api.solve import (
    SolvedMoves as SolvedMoves,
    SolveResult as SolveResult,
    prove as prove,
    solve as solve,
    solve_many as solve_many,
    solve_moves as solve_moves,
    verify as verify,
)
from .api.solvers import (
    make_solver as make_solver,
)
from .api.think import (
    think as think,
)
from .api.widget import (
    widget as widget,
)
from .boards.clicks import (
    move_map as move_map,
)
from .book.file import (
    read_book as read_book,
)
from .core.bits import (
    Bits as Bits,
    bit as bit,
    bits as bits,
    mix as mix,
    nth_square as nth_square,
    squares as squares,
)
from .core.errors import (
    AmbiguousClicks as AmbiguousClicks,
    AmbiguousMove as AmbiguousMove,
    BadGame as BadGame,
    BadGameFile as BadGameFile,
    BadMessage as BadMessage,
    BadOption as BadOption,
    BadPosition as BadPosition,
    EngineDied as EngineDied,
    EngineFailed as EngineFailed,
    EngineNonsense as EngineNonsense,
    EngineOverMemory as EngineOverMemory,
    EngineRaised as EngineRaised,
    EngineStalled as EngineStalled,
    GameOver as GameOver,
    IllegalMove as IllegalMove,
    InvalidMove as InvalidMove,
    InvalidText as InvalidText,
    NotNow as NotNow,
    OutOfTurn as OutOfTurn,
    PlygroundError as PlygroundError,
)
from .core.evaluation import (
    Evaluation as Evaluation,
    evaluation as evaluation,
)
from .core.game import (
    Game as Game,
    game as game,
)
from .core.grid import (
    Grid as Grid,
)
from .core.lines import (
    permuted as permuted,
)
from .core.outcome import (
    DRAW as DRAW,
    LOSS as LOSS,
    ONGOING as ONGOING,
    WIN as WIN,
    Outcome as Outcome,
)
from .core.scene import (
    Scene as Scene,
)
from .core.style import (
    Colour as Colour,
    Style as Style,
)
from .core.types import (
    Move as Move,
    Ply as Ply,
    Score as Score,
    Square as Square,
)
from .core.wire import (
    Termination as Termination,
    decode as decode,
    decode_lines as decode_lines,
    encode as encode,
)
from .core.words import (
    to_rows as to_rows,
)
from .evaluations.explain import (
    Term as Term,
)
from .evaluations.registry import (
    evaluations_of as evaluations_of,
    make_evaluation as make_evaluation,
)
from .evaluations.weights import (
    write_weights as write_weights,
)
from .games.registry import (
    make_game as make_game,
)
from .live.clock import (
    TimeControl as TimeControl,
)
from .live.events import (
    ClockRanOut as ClockRanOut,
    Ended as Ended,
    Event as Event,
    Moved as Moved,
    SeatFailed as SeatFailed,
    TakenBack as TakenBack,
)
from .live.game import (
    LiveGame as LiveGame,
)
from .live.process_player import (
    ProcessPlayer as ProcessPlayer,
    ProcessSeat as ProcessSeat,
)
from .live.process_pool import (
    ProcessPool as ProcessPool,
)
from .live.seat import (
    RemoteSeat as RemoteSeat,
    Seat as Seat,
)
from .matches.result import (
    GameResult as GameResult,
    Result as Result,
)
from .players.player import (
    Player as Player,
    make_player as make_player,
    player as player,
)
from .records.file import (
    load_record as load_record,
    save_record as save_record,
)
from .records.notation import (
    format_record as format_record,
    parse_record as parse_record,
)
from .records.record import (
    Record as Record,
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
from .search.thinking import (
    Thinking as Thinking,
)
from .search.thought import (
    Line as Line,
    Thought as Thought,
)

__version__: str
