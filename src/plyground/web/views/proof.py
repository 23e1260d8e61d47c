"""Proofs: proof and disproof numbers while a position is solved, and then why it is so: a
certificate that was checked without a solver, to be walked move by move."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, NamedTuple

import msgspec

from plyground.api.solvers import Solver, make_solver
from plyground.core.errors import BadProof, GameOver
from plyground.core.outcome import LOSS, WIN
from plyground.core.repetition import is_fresh
from plyground.core.wire import Bounds, Message, Part, Sides, Verdict, decode, encode
from plyground.live.job import Job, Tell
from plyground.proofs.claim import check_provable
from plyground.proofs.file import Proof
from plyground.proofs.graph import Graph, graph_of
from plyground.proofs.verify import verify
from plyground.proofs.write import make_proof
from plyground.records.record import Record
from plyground.search.dfpn.driver import MAX_PLIES, ProofSearch
from plyground.search.dfpn.numbers import (
    INFINITE,
    PROVEN,
    REFUTED,
    Numbers,
    Place,
    ProofNode,
    Reader,
    effort,
    most_proving,
    top_of,
)
from plyground.search.info import bounds_info, verdict_info
from plyground.search.limits import Limits
from plyground.search.solution import NOTHING_KNOWN, Progress, Question, Solution
from plyground.web.messages import Request
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.views.view import View, handles
from plyground.web.work import Task, Work

WORK: Final = "proof"
MAX_SHOWN: Final = 120
"""How many nodes are shown below the one in view."""
SHOW_SECONDS: Final = 0.25
"""How often the numbers are read while they change."""
LOOK: Final = 1
"""How many plies a certificate leaves to whoever checks it: only the last moves are not in it."""
MAX_MOVES: Final = 20_000
"""No certificate on the page has more moves than this."""
Action = Literal["solve", "look", "explain"]
Phase = Literal["writing", "checking", "drawing"]


# --- messages ----------------------------------------------------------------------------------


class AskProof(Request, frozen=True, kw_only=True):
    """Solve a position, and show the numbers below some moves; or look at them as they are; or
    explain the verdict by a certificate."""

    game: str
    moves: tuple[str, ...]
    start: str | None
    below: tuple[str, ...]
    """The moves from the root to the node in view."""
    number: int
    """Another number forgets what was found out before."""
    action: Action
    solver: Literal["dfpn", "exact"]
    weak: bool
    """Whether it is enough to know who wins."""
    seconds: float
    """How long it may take to solve."""


class StopProof(Request, frozen=True, kw_only=True):
    """End what is done for a position."""

    number: int


class ProofMove(Part, frozen=True, kw_only=True):
    """A move from the node in view; null is infinity."""

    move: str
    proof: int | None
    disproof: int | None
    nodes: int
    """About how many were spent on it."""


class ProofShown(Message, frozen=True, kw_only=True):
    """What is known of a position, and the numbers of the part of the tree in view in columns, each
    node after its parent. The first is the node in view; null is infinity."""

    number: int
    below: tuple[str, ...]
    sides: Sides
    mover: int
    """The side to move in the position."""
    turn: int
    """The side to move at the node in view."""
    attacker: int | None
    """The side that is asked about: can it force a win?"""
    plies: int | None
    """Within how many plies; null: at all."""
    nodes: int
    seconds: float
    hashfull: float
    is_done: bool
    """Whether it has ended."""
    verdict: Verdict | None
    """What is known of the position in the end."""
    best: str | None
    """A move that keeps the verdict."""
    known: Bounds
    """What is known without a verdict."""
    parents: tuple[int, ...]
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    proofs: tuple[int | None, ...]
    disproofs: tuple[int | None, ...]
    spent: tuple[int, ...]
    """By node: about how many nodes were spent on it."""
    line: tuple[int, ...]
    """The nodes of the most-proving line."""
    children: tuple[ProofMove, ...]
    """All moves from the node in view, the most promising first."""


class ProofStep(Message, frozen=True, kw_only=True):
    """How far a certificate is."""

    number: int
    phase: Phase
    moves: int
    """How many moves it has, or how many were looked at."""
    share: float | None
    """How much of the phase is done, from 0 to 1; null: nobody knows."""


class Strategy(Part, frozen=True, kw_only=True):
    """What one side can achieve, as a graph of points: at its own it has one move, at the other
    side's there are all. The first point is the position that is proved."""

    side: int
    wins: bool
    """Whether the side wins; otherwise it does not lose."""
    plies: int | None
    """Within how many plies, or for how many; null: in the whole game."""
    mine: tuple[bool, ...]
    """By point: whether that side is to move."""
    first: tuple[int, ...]
    """By point: the number of its first move; those of a point stand together."""
    moves: tuple[str, ...]
    after: tuple[int, ...]
    """By move: the point it leads to; -1: the line ends."""
    longest: tuple[int, ...]
    """By point: how many plies there are left at most."""


class Certificate(Message, frozen=True, kw_only=True):
    """A verdict with its proof, which was checked without a solver."""

    number: int
    verdict: Verdict
    moves: int
    """How many moves it has."""
    positions: int
    """How many positions were checked."""
    strategies: tuple[Strategy, ...]


# --- the view ----------------------------------------------------------------------------------


@handles(AskProof, StopProof)
class ProofView(View):
    """Solves one position at a time."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        self.work = Work(services, outbox, WORK)
        self.number = 0

    def handle(self, request: AskProof | StopProof) -> None:
        if isinstance(request, StopProof):
            if request.number == self.number:
                self.work.stop()
            return
        record = self.services.record(request.game, request.moves, request.start)
        check(record)
        for move in request.below:
            record.push(move)
        self.number = request.number
        job = ProofJob(request.solver, request.weak, len(request.moves), request.number)
        asked = msgspec.json.encode(Asked(request.action, max(0.1, request.seconds)))
        self.work.begin(Task(job, record, self.hear, self.hear, asked))

    def close(self) -> None:
        self.work.close()

    def hear(self, content: bytes) -> None:
        """Something was found out."""
        message = decode(content)
        self.outbox.put_progress(f"proof {message.kind}", message)


def check(record: Record) -> None:
    """Refuse a position of which nothing can be proved."""
    if record.is_over:
        raise GameOver(f"{record.status}: there is nothing to prove")
    check_provable(record.game)
    if not is_fresh(record.game, record.history):
        raise BadProof("a position came again in this game: a verdict would not hold for its past")


# --- in the process of an engine ---------------------------------------------------------------


class Asked(NamedTuple):
    """What is asked of a job that may have solved the position before."""

    action: Action
    seconds: float


class _Stopped(Exception):
    """The certificate is no longer wanted."""


class ProofJob(Job):
    """Keeps its table, and the verdict, as long as the same is asked."""

    def __init__(self, method: str, weak: bool, plies: int, number: int) -> None:
        super().__init__()
        self.method, self.weak, self.plies, self.number = method, weak, plies, number
        self.solver: Solver | None = None
        self.solution: Solution | None = None
        self.last: Progress | None = None
        """How far the solver had come in the end."""

    def run(self, record: Record, tell: Tell) -> bytes:
        asked = msgspec.json.decode(self.question, type=Asked)
        root = record.before(self.plies)
        if self.solver is None:
            self.solver = make_solver(record.game, self.method)
        if asked.action != "look" and not (self.solution and self.solution.verdict):
            self.solve(self.solver, root, record, asked.seconds, tell)
        if asked.action == "explain" and self.solution and self.solution.verdict:
            try:
                return encode(self.explained(self.solver, root, tell))
            except _Stopped:
                pass
        return encode(self.shown(record, is_done=True))

    def solve(
        self, solver: Solver, root: Record, record: Record, seconds: float, tell: Tell
    ) -> None:
        """Solve the position; meanwhile, tell what is known below the last position of a record."""
        self.last = None
        with (
            self.stop_signal.passed_on(solver.stop_signal),
            ticking(lambda: tell(encode(self.shown(record)))),
        ):
            self.solution = solver.solve(root.position, Limits(time=seconds), self.weak)
            self.last = solver.progress

    # --- numbers ---------------------------------------------------------------------------------

    def shown(self, record: Record, is_done: bool = False) -> ProofShown:
        """What is known, and the numbers below the last position of a record."""
        root, solution = record.before(self.plies), self.solution if is_done else None
        progress = self.last or (self.solver.progress if self.solver and not is_done else NOTHING)
        question = progress.question
        moves = record.moves[self.plies :]
        reader = self.reader(root, question)
        is_near = reader is not None and len(moves) <= reader.asked.left
        nodes = top_of(reader, moves, MAX_SHOWN) if reader and is_near else []
        if solution and question and nodes and not moves:
            nodes = answered(nodes, solution, question)
        texts, movers = named(record, nodes)
        verdict, bounds = solution and solution.verdict, solution.bounds if solution else None
        best = solution.best if solution and verdict else None
        return ProofShown(
            number=self.number,
            below=tuple(record.move_texts[self.plies :]),
            sides=record.game.sides,
            mover=root.turn,
            turn=record.turn,
            attacker=question and (root.turn if question.by_mover else 1 - root.turn),
            plies=question and plies_of(question),
            nodes=progress.nodes,
            seconds=progress.seconds,
            hashfull=progress.hashfull,
            is_done=is_done,
            verdict=verdict and verdict_info(verdict),
            best=None if best is None else root.game.move_text(root.position, best),
            known=bounds_info(bounds or progress.bounds, question, root.names),
            parents=tuple(node.parent for node in nodes),
            moves=texts,
            movers=movers,
            proofs=tuple(finite(node.numbers.proof) for node in nodes),
            disproofs=tuple(finite(node.numbers.disproof) for node in nodes),
            spent=tuple(spent_on(node.numbers) for node in nodes),
            line=tuple(most_proving(nodes)) if nodes else (),
            children=proof_moves(reader, nodes) if reader and nodes else (),
        )

    def reader(self, root: Record, question: Question | None) -> Reader | None:
        """What reads the numbers; None where there are none."""
        if not isinstance(self.solver, ProofSearch) or question is None:
            return None
        place = Place(root.position, question.plies or MAX_PLIES, question.by_mover)
        return Reader(root.game, self.solver.table, place)

    # --- certificates ----------------------------------------------------------------------------

    def explained(self, solver: Solver, root: Record, tell: Tell) -> Certificate:
        """The certificate of the verdict, checked."""
        assert self.solution and self.solution.verdict
        step = self.steps(tell)
        verdict = self.solution.verdict
        given = (root.game, root.game_text, root.position, verdict, solver)
        try:
            with self.stop_signal.passed_on(solver.stop_signal):
                proof = make_proof(*given, lambda task, moves: step("writing", moves, None), LOOK)
        except BadProof:
            if self.stop_signal.is_set:  # the solver was stopped, and said nothing
                raise _Stopped from None
            raise
        report = verify(proof, lambda share: step("checking", proof.size, share))
        if not report.holds:
            raise BadProof(f"the certificate does not hold: {report.flaw}")
        return Certificate(
            number=self.number,
            verdict=verdict_info(verdict),
            moves=proof.size,
            positions=report.positions,
            strategies=tuple(strategy_of(graph, root.turn) for graph in self.graphs(proof, step)),
        )

    def graphs(self, proof: Proof, step: "Step") -> Iterator[Graph]:
        """The strategies, to be walked through."""
        for task in proof.strategies:
            yield graph_of(proof, task, lambda points: step("drawing", points, None))

    def steps(self, tell: Tell) -> "Step":
        """What is called for every step of a certificate; some of them are told."""
        told = 0.0

        def step(phase: Phase, moves: int, share: float | None) -> None:
            nonlocal told
            if self.stop_signal.is_set:
                raise _Stopped
            if moves > MAX_MOVES and phase == "writing":
                raise BadProof(
                    f"the certificate would have more than {MAX_MOVES:,} moves: "
                    f"try a position nearer to the end of the game"
                )
            if time.monotonic() - told >= SHOW_SECONDS:
                told = time.monotonic()
                made = ProofStep(number=self.number, phase=phase, moves=moves, share=share)
                tell(encode(made))

        return step


Step = Callable[[Phase, int, float | None], None]
NOTHING: Final = Progress(NOTHING_KNOWN, None, 0, 0.0, 0.0)


@contextmanager
def ticking(tick: Callable[[], None]) -> Iterator[None]:
    """Call something again and again in another thread meanwhile."""
    over = threading.Event()

    def run() -> None:
        while not over.wait(SHOW_SECONDS):
            tick()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def answered(nodes: list[ProofNode], solution: Solution, question: Question) -> list[ProofNode]:
    """The nodes with the answer at the root, which a win by threats does not write to the table."""
    if solution.verdict is None:
        return nodes
    won = solution.verdict.outcome == (WIN if question.by_mover else LOSS)
    found = [nodes[0]._replace(numbers=with_result(nodes[0].numbers, won))]
    for node in nodes[1:]:
        is_answer = won and question.by_mover and node.parent == 0 and node.move == solution.best
        numbers = with_result(node.numbers, True) if is_answer else node.numbers
        found.append(node._replace(numbers=numbers))
    return found


def with_result(numbers: Numbers, won: bool) -> Numbers:
    return (PROVEN if won else REFUTED)._replace(work=numbers.work)


def plies_of(question: Question) -> int | None:
    """Within how many plies a win is asked for; None: at all."""
    return None if question.plies == MAX_PLIES else question.plies


def finite(number: int) -> int | None:
    return None if number >= INFINITE else number


def spent_on(numbers: Numbers) -> int:
    """About how many nodes were spent."""
    return 1 << numbers.work - 1 if numbers.work else 0


def proof_moves(reader: Reader, nodes: list[ProofNode]) -> tuple[ProofMove, ...]:
    """The moves from the first node."""
    place = nodes[0].place
    shown = {node.move: node.numbers for node in nodes if node.parent == 0}
    found = [(move, shown.get(move, numbers)) for move, _, numbers in reader.children(place)]
    found.sort(key=lambda one: effort(one[1], place.attacks))
    return tuple(
        ProofMove(
            move=reader.game.move_text(place.position, move),
            proof=finite(numbers.proof),
            disproof=finite(numbers.disproof),
            nodes=spent_on(numbers),
        )
        for move, numbers in found
    )


def named(record: Record, nodes: list[ProofNode]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The texts of the moves to nodes below the last position, and the sides that make them."""
    if not nodes:
        return (), ()
    attacker = record.turn if nodes[0].place.attacks else 1 - record.turn
    texts, movers = [""], [1 - record.turn]
    for node in nodes[1:]:
        before = nodes[node.parent].place
        texts.append(record.game.move_text(before.position, node.move))
        movers.append(attacker if before.attacks else 1 - attacker)
    return tuple(texts), tuple(movers)


def strategy_of(graph: Graph, turn: int) -> Strategy:
    """A strategy in columns; `turn` is the side to move where it begins."""
    task, points = graph.task, graph.points
    first = [0]
    for point in points[:-1]:
        first.append(first[-1] + len(point.moves))
    return Strategy(
        side=turn if task.moves_first else 1 - turn,
        wins=task.wins,
        plies=task.plies,
        mine=tuple(point.mine for point in points),
        first=tuple(first),
        moves=tuple(move for point in points for move in point.moves),
        after=tuple(after for point in points for after in point.after),
        longest=tuple(graph.longest),
    )
