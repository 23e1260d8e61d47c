"""A player that thinks in a process of its own, and its seat."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plyground.core.errors import EngineNonsense, EngineRaised
from plyground.live.process import EngineProcess, check_moves
from plyground.live.process_messages import Answer, Ask, Found, Kernel, Told
from plyground.live.process_pool import ProcessPool
from plyground.live.seat import Usage
from plyground.players.player import AnyPlayer, player_text
from plyground.records.record import Record
from plyground.search.limits import Limits
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.search.thought import Thought, Watch, ignore, line_of

if TYPE_CHECKING:
    from plyground.live.game import Turn
    from plyground.search.thinking import Thinking


class ProcessPlayer(Stoppable):
    """Looks like the player it is made of, but thinks in a process.

    A process that dies, stalls, takes too much memory or sends nonsense is killed, and an
    `EngineFailed` is raised; the next question goes to another process.
    """

    def __init__(
        self, player: AnyPlayer, pool: ProcessPool, max_seconds: float = float("inf")
    ) -> None:
        self.name, self.given, self.pool = player_text(player), player, pool
        self.max_seconds = max_seconds
        """After how many seconds a question is stopped by the host."""
        self.thought: Thought | None = None
        self.cpu_seconds = 0.0
        """The processor time of the last answer."""
        self.watch: Watch = ignore
        self.on_compile: Callable[[str, bool], object] = lambda kernel, starts: None
        """Called with a kernel's name when it starts and ends compiling in the process."""
        self.stop_signal = StopSignal()
        self._process: EngineProcess | None = None

    @can_be_stopped
    def choose(self, record: Record) -> int | str:
        """The player's move."""
        return self._ask(record, 0, None, self.watch).move

    @can_be_stopped
    def think(
        self,
        record: Record,
        lines: int = 1,
        limits: Limits | None = None,
        watch: Watch | None = None,
    ) -> Thought:
        """What a searching player finds out; see `EnginePlayer.think`."""
        self._ask(record, lines, limits, watch or self.watch)
        if self.thought is None:
            raise EngineRaised(f"the player {self.name} does not search")
        return self.thought

    def thinking(
        self, record: Record, lines: int = 1, limits: Limits | None = None
    ) -> "Thinking[Thought]":
        """Begin to think: loop over what it finds, or stop it."""
        from plyground.search.thinking import Thinking

        return Thinking(
            lambda watch: self.think(record, lines, limits, watch),
            self.stop_signal,
            lambda thought: thought,
        )

    def prepare(self, record: Record) -> None:
        """Have a process, and compile what a search needs, before a clock runs."""
        self._process_for(record)
        try:
            self.think(record, limits=Limits(nodes=1))
        except EngineRaised:  # it does not search: nothing has to be compiled
            return

    def close(self) -> None:
        """Give the process back."""
        process, self._process = self._process, None
        if process:
            self.pool.give_back(process)

    def _ask(self, record: Record, lines: int, limits: Limits | None, watch: Watch) -> Answer:
        self.thought = None
        process = self._process_for(record)
        game, position = record.game, record.position

        def hear(message: Found | Kernel | Told) -> None:
            if isinstance(message, Kernel):
                self.on_compile(message.name, message.starts)
            elif isinstance(message, Found):
                watch(thought_of(game, position, message))

        start = game.position_text(record.positions[0])
        moves, clock = [*record.moves], record.clock
        ask = Ask(number=0, start=start, moves=moves, lines=lines, limits=limits, clock=clock)
        answer = process.ask(ask, hear, self.stop_signal, self.max_seconds)
        if answer.found:
            self.thought = thought_of(game, position, answer.found)
        self.cpu_seconds = answer.cpu_seconds
        return answer

    def _process_for(self, record: Record) -> EngineProcess:
        """The process, kept with its tables from move to move."""
        game = game_to_send(record)
        if self._process is None or not self._process.is_alive:
            self.close()
            self._process = self.pool.take(game, self.given)
        else:
            self._process.set_up(game, self.given)
        return self._process


def game_to_send(record: Record) -> Any:
    """A game as another process can make it: by its text, or as an object that it can import."""
    module = type(record.game).__module__
    has_text = module.startswith(("plyground.", "plyground_file_"))
    return record.game_text if has_text else record.game


def thought_of(game: Any, position: Any, found: Found) -> Thought:
    """A message as a thought; raises EngineNonsense where it cannot be one."""
    if not found.lines or not all(line.moves for line in found.lines):
        raise EngineNonsense("an engine found a line without moves")
    lines = []
    for line in found.lines:
        check_moves(game, position, line.moves)
        lines.append(line_of(game, position, line.moves, line.score, line.exact))
    return Thought(
        tuple(lines),
        found.depth,
        found.seldepth,
        found.nodes,
        found.seconds,
        found.cpu_seconds,
        found.hashfull,
        found.from_book,
    )


class ProcessSeat:
    """A player that thinks in a process of its own."""

    is_person = False

    def __init__(self, player: ProcessPlayer) -> None:
        self.name, self.player = player.name, player
        self.usage = Usage()

    def prepare(self, record: Record) -> None:
        self.player.prepare(record)

    def take(self, turn: "Turn") -> None:
        player = self.player
        with player.stop_signal.running():
            if turn.is_current:  # a stop that comes from now on is not lost
                player.watch = turn.think if turn.is_heard else ignore
                move = player.choose(turn.record)
                turn.submit(move, player.thought, player.cpu_seconds)

    def stop(self) -> None:
        self.player.stop()

    def rest(self) -> None:
        self.player.close()
