"""Tests a program that speaks the Universal Game Interface, step by step, and says what it does
wrong."""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from plyground.core.errors import EngineFailed, EngineStalled, PlygroundError
from plyground.core.game import Game
from plyground.core.wire import Message, Part
from plyground.protocol import ugi
from plyground.protocol.program import Program
from plyground.records.record import Record

START_SECONDS: Final = 10.0
READY_SECONDS: Final = 60.0
THINK_SECONDS: Final = 0.3
"""How long a program may think before it is stopped."""
STOP_SECONDS: Final = 0.5
"""How long a program may take to obey a stop."""
SLACK_SECONDS: Final = 0.5
"""How much longer than its time a program may take."""
MAX_SHOWN: Final = 120


class Noncompliance(Part, frozen=True, kw_only=True):
    """A step of a test that an engine failed."""

    step: str
    mistake: str
    """What it did wrong."""


class Compliance(Message, frozen=True, kw_only=True):
    """How well an engine keeps to its protocol."""

    passed: int
    failed: tuple[Noncompliance, ...]


class Step(NamedTuple):
    """Something that was tested."""

    name: str
    mistake: str
    """What the program did wrong; empty: nothing."""


class Misbehaved(PlygroundError):
    """The program did not do what the protocol says."""


def comply(command: list[str], game: Game, game_text: str, seed: int = 1) -> Iterator[Step]:
    """Test a program; each step is told when it is done. What ends the program ends the test of
    that step only."""
    tester = _Tester(command, game, game_text, seed)
    try:
        for name, step in tester.steps.items():
            yield Step(name, tester.mistake_in(step))
    finally:
        tester.close()


class _Tester:
    """One program under test."""

    def __init__(self, command: list[str], game: Game, game_text: str, seed: int) -> None:
        self.command, self.game, self.game_text = command, game, game_text
        self.random = Random(seed)
        self._program: Program | None = None
        self.steps: dict[str, Callable[[], None]] = {
            "names itself, and says ugiok": self.handshake,
            "answers isready at once, before it loads a game": self.ready_at_once,
            "takes the option Game": self.takes_game,
            "gets ready for a new game": self.new_game,
            "plays a legal move within movetime": self.within_movetime,
            "plays a legal move from any position": self.from_positions,
            "plays by a clock": self.by_the_clock,
            "keeps to nodes": self.with_nodes,
            "keeps to depth": self.with_depth,
            "writes infos that can be read": self.infos,
            "obeys stop": self.obeys_stop,
            "answers isready while it thinks": self.ready_while_thinking,
            "answers queries as the rules say": self.queries,
            "passes over lines that it does not know": self.unknown_lines,
            "says exactly one bestmove for each go": self.one_move,
            "ends at quit": self.quits,
        }

    def mistake_in(self, step: Callable[[], None]) -> str:
        try:
            step()
        except EngineFailed as error:
            self.close()
            return str(error)
        except Misbehaved as error:
            return str(error)
        return ""

    def close(self) -> None:
        if self._program:
            self._program.kill()
        self._program = None

    # --- steps -----------------------------------------------------------------------------------

    def handshake(self) -> None:
        said: list[str] = []
        self.close()
        self._program = Program(self.command)
        self._program.send("ugi")
        self._program.expect("ugiok", START_SECONDS, said.append)
        if not any(line.startswith("id name ") for line in said):
            raise Misbehaved("it did not say id name NAME before ugiok")
        for line in said:
            if line.split(" ", 1)[0] not in ("id", "option", "info", ""):
                raise Misbehaved(
                    f"it said {_shown(line)} before ugiok: expected id, option or info"
                )

    def ready_at_once(self) -> None:
        self.program.send("isready")
        self.program.expect("readyok", START_SECONDS)

    def takes_game(self) -> None:
        self.program.send(f"setoption name Game value {self.game_text}")
        self.program.send("isready")
        said: list[str] = []
        self.program.expect("readyok", READY_SECONDS, said.append)
        wrong = [line for line in said if "error" in line.lower()]
        if wrong:
            raise Misbehaved(f"it said {_shown(wrong[0])}")

    def new_game(self) -> None:
        self.program.send("uginewgame")
        self.program.send("isready")
        self.program.expect("readyok", READY_SECONDS)

    def within_movetime(self) -> None:
        self.play(Record(self.game), "movetime 200", 0.2)

    def from_positions(self) -> None:
        for _ in range(5):
            self.play(self.some_position(), "movetime 50", 0.05)

    def by_the_clock(self) -> None:
        self.play(Record(self.game), "p1time 2000 p2time 2000 p1inc 10 p2inc 10", 2.0)
        self.play(self.some_position(), "p1time 1000 p2time 1000 movestogo 5", 1.0)

    def with_nodes(self) -> None:
        self.play(Record(self.game), "nodes 1000", READY_SECONDS)

    def with_depth(self) -> None:
        self.play(Record(self.game), "depth 2", READY_SECONDS)

    def infos(self) -> None:
        said = self.play(Record(self.game), "movetime 200", 0.2)
        for line in (line for line in said if line.startswith("info ")):
            found = ugi.parse_info(line.removeprefix("info "))
            if not found:
                raise Misbehaved(f"nothing can be read from {_shown(line)}")
            self.check_line(found.get("pv", []), line)

    def check_line(self, moves: object, line: str) -> None:
        record = Record(self.game)
        for move in moves if isinstance(moves, list) else []:
            try:
                record.push(ugi.move_text(move))
            except PlygroundError as error:
                raise Misbehaved(f"the line of {_shown(line)} cannot be played: {error}") from None

    def obeys_stop(self) -> None:
        self.position(Record(self.game))
        self.program.send("go infinite")
        deadline = time.monotonic() + THINK_SECONDS
        while (left := deadline - time.monotonic()) > 0:
            if (self.program.next_line(left) or "").startswith("bestmove"):
                return  # it may know the answer before it is asked to stop
        began = time.monotonic()
        self.program.send("stop")
        self.program.expect("bestmove", STOP_SECONDS + SLACK_SECONDS)
        taken = time.monotonic() - began
        if taken > STOP_SECONDS:
            raise Misbehaved(f"it took {taken:.2f} s to obey stop: expected {STOP_SECONDS:g}")

    def ready_while_thinking(self) -> None:
        self.position(Record(self.game))
        self.program.send("go movetime 500")
        self.program.send("isready")
        said: list[str] = []
        self.program.expect("readyok", START_SECONDS, said.append)
        if not any(line.startswith("bestmove") for line in said):
            self.program.expect("bestmove", START_SECONDS)

    def queries(self) -> None:
        for record in (Record(self.game), self.some_position(), self.some_end()):
            self.position(record)
            for question, expected in (
                ("gameover", str(record.is_over).lower()),
                ("p1turn", str(record.turn == 0).lower()),
                ("result", ugi.RESULTS[record.result]),
            ):
                if question == "p1turn" and record.is_over:
                    continue
                self.program.send(f"query {question}")
                answer = self.program.expect("response", START_SECONDS)
                if answer != expected:
                    after = " ".join(record.move_texts) or "no moves"
                    raise Misbehaved(f"query {question} after {after}: {answer}, not {expected}")

    def unknown_lines(self) -> None:
        for line in ("hello", "", "setoption", "position nowhere", "go sideways 3", "\tisready"):
            self.program.send(line)
        self.program.send("stop")
        self.program.send("isready")
        self.program.expect("readyok", START_SECONDS)

    def one_move(self) -> None:
        self.new_game()
        self.play(Record(self.game), "movetime 50", 0.05)
        self.program.send("isready")
        said: list[str] = []
        self.program.expect("readyok", START_SECONDS, said.append)
        if any(line.startswith("bestmove") for line in said):
            raise Misbehaved("it said bestmove a second time")

    def quits(self) -> None:
        program = self.program
        program.send("quit")
        deadline = time.monotonic() + START_SECONDS
        while program.is_alive:
            if time.monotonic() > deadline:
                raise EngineStalled(f"it did not end within {START_SECONDS:g} seconds of quit")
            time.sleep(0.01)

    # --- what steps are made of ------------------------------------------------------------------

    @property
    def program(self) -> Program:
        """The program; one that ended in an earlier step is started again."""
        if self._program is None or not self._program.is_alive:
            self._program = Program(self.command)
            self._program.send("ugi")
            self._program.expect("ugiok", START_SECONDS)
            self._program.send(f"setoption name Game value {self.game_text}")
            self._program.send("uginewgame")
            self._program.send("isready")
            self._program.expect("readyok", READY_SECONDS)
        return self._program

    def position(self, record: Record) -> None:
        self.program.send(ugi.format_position(ugi.PositionCommand(None, tuple(record.move_texts))))

    def play(self, record: Record, how: str, seconds: float) -> list[str]:
        """Have it choose a move, and check it; returns what it said before."""
        said: list[str] = []
        self.position(record)
        began = time.monotonic()
        self.program.send(f"go {how}")
        rest = self.program.expect("bestmove", seconds + START_SECONDS, said.append)
        taken = time.monotonic() - began
        if len(rest.split()) != 1:
            raise Misbehaved(f"bestmove {_shown(rest)}: expected one word after bestmove")
        if ugi.move_text(rest) not in record.legal_move_texts:
            after = " ".join(record.move_texts) or "no moves"
            raise Misbehaved(f"go {how} after {after}: {_shown(rest)} is no legal move")
        if taken > seconds + SLACK_SECONDS:
            raise Misbehaved(f"go {how}: it took {taken:.2f} s")
        return said

    def some_position(self) -> Record:
        """A position after some random moves, in which the game is not over."""
        record = Record(self.game)
        for _ in range(self.random.randrange(1, 12)):
            moves = record.legal_moves
            record.push(self.random.choice(moves))
            if record.is_over:
                record.pop()
                break
        return record

    def some_end(self) -> Record:
        """A random game to its end."""
        record = Record(self.game)
        while not record.is_over and len(record.moves) < 1000:
            record.push(self.random.choice(record.legal_moves))
        return record


def _shown(line: str) -> str:
    return repr(line if len(line) <= MAX_SHOWN else f"{line[:MAX_SHOWN]}...")
