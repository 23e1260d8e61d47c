"""Proofs in files: plain text, checked strictly when read.

plyground proof 1
game: connect-four:width=4,height=4
position: ..../..../..../....
claim: draw
look: 2
mover holds: 2                      a strategy, and the number of positions with a move
..../..../..../.... 1               a position and the move there
..../..../..../XO.. 4
other holds: 1
..../..../..../X... 1
sha256: 0123...                     of everything before
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from reprlib import repr as shown
from typing import Any, Final, NamedTuple

from plyground.core.errors import BadPosition, BadProof, PlygroundError
from plyground.core.files import about, read_whole, refuse_existing, write_whole
from plyground.core.game import Game
from plyground.core.outcome import ONGOING
from plyground.core.python_files import split_file
from plyground.games.registry import make_game
from plyground.proofs.claim import Task, claim_text, parse_claim, tasks_of
from plyground.search.solution import Verdict

MAGIC: Final = "plyground proof "
VERSION: Final = 1
MAX_BYTES: Final = 256 << 20
MAX_LOOK: Final = 4
"""A deeper search takes too long in plain Python."""
_CHECKSUM: Final = "sha256: "

Strategy = Mapping[Any, str]
"""A player's move by position."""


class Proof(NamedTuple):
    """The content of a proof."""

    game: Game
    game_text: str
    position: Any
    verdict: Verdict
    look: int
    """Where a strategy has no move, a search of this many plies must find one."""
    strategies: Mapping[Task, Strategy]

    @property
    def size(self) -> int:
        """The number of positions for which it has a move."""
        return sum(len(strategy) for strategy in self.strategies.values())

    def __repr__(self) -> str:
        place = self.game.position_text(self.position)
        return f"<Proof of {self.game_text}, {place}: {self.verdict}, {self.size:,} moves>"


# --- writing -----------------------------------------------------------------------------------


def save_proof(path: Path | str, proof: Proof) -> None:
    """Write a new file, completely or not at all."""
    content = sign("".join(f"{line}\n" for line in lines_of(proof)))
    refuse_existing(path)
    with about(path, BadProof, "written"):
        if len(content) > MAX_BYTES:
            raise BadProof(f"a proof of {len(content):,} bytes is more than {MAX_BYTES:,}")
        write_whole(Path(path), content)


def sign(text: str) -> bytes:
    """The content of a file: the text and its checksum."""
    return f"{text}{_CHECKSUM}{_digest(text)}\n".encode()


def lines_of(proof: Proof) -> Iterator[str]:
    """A proof as text, without the checksum."""
    game = proof.game
    yield f"{MAGIC}{VERSION}"
    yield f"game: {proof.game_text}"
    yield f"position: {game.position_text(proof.position)}"
    yield f"claim: {claim_text(proof.verdict)}"
    yield f"look: {proof.look}"
    for task, strategy in proof.strategies.items():
        yield f"{task}: {len(strategy)}"
        for position, move in strategy.items():
            yield f"{game.position_text(position)} {move}"


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


# --- reading -----------------------------------------------------------------------------------


def read_proof(path: Path | str, game_text: str | None = None) -> Proof:
    """The proof in a file; the error if it is wrong is one sentence.

    A proof may name a Python file as its game. It is run only if the caller names it too.
    """
    with about(path, BadProof, "read"):
        return _parsed(_Lines(_text(read_whole(path, MAX_BYTES))), game_text)


class _Lines:
    """The lines of a proof, one after the other."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.number = 0

    def next(self) -> str:
        if self.number == len(self.lines):
            raise BadProof(f"is cut short after line {self.number}")
        self.number += 1
        return self.lines[self.number - 1]

    def value(self, name: str) -> str:
        """The text after `name: ` in the next line."""
        line = self.next()
        start, colon, value = line.partition(": ")
        if start != name or not colon:
            raise BadProof(f"line {self.number} is {shown(line)}: expected `{name}: ...`")
        return value

    def count(self, name: str, limit: int) -> int:
        """The number after `name: ` in the next line."""
        value = self.value(name)
        if not (value.isascii() and value.isdecimal() and len(value) < 10 and int(value) <= limit):
            where = f"line {self.number} is `{name}: {value[:40]}`"
            raise BadProof(f"{where}: expected a number from 0 to {limit}")
        return int(value)


def _text(content: bytes) -> str:
    """The text before the checksum, after checking it."""
    if not content.startswith(MAGIC.encode()):
        raise BadProof("is not a proof")
    version = content[len(MAGIC) :].split(b"\n")[0]
    if version != str(VERSION).encode():
        raise BadProof(
            f"is a proof of version {shown(version.decode(errors='replace'))}: expected {VERSION}"
        )
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise BadProof(f"is not UTF-8 at byte {error.start + 1:,}") from None
    body, mark, digest = text.rpartition(_CHECKSUM)
    if not mark or not digest.endswith("\n"):
        raise BadProof("is cut short: it does not end with a checksum")
    if digest[:-1] != _digest(body):
        raise BadProof("was changed: its checksum does not match its content")
    return body.removesuffix("\n")


def _parsed(lines: _Lines, game_text: str | None) -> Proof:
    lines.next()  # the version, which was checked before
    named = lines.value("game")
    game = _game(named, game_text)
    position = _position(game, lines.value("position"), lines.number)
    if game.outcome(position) != ONGOING:
        raise BadProof(f"line {lines.number}: the game is over: there is nothing to prove")
    verdict = parse_claim(lines.value("claim"))
    look = lines.count("look", MAX_LOOK)
    strategies = {task: _strategy(lines, game, task) for task in tasks_of(verdict)}
    if lines.number < len(lines.lines):
        raise BadProof(f"line {lines.number + 1}: expected nothing after the last strategy")
    return Proof(game, game_text or named, position, verdict, look, strategies)


def _game(named: str, wanted: str | None) -> Game:
    if wanted is None and split_file(named):
        raise BadProof(
            f"its game is the Python file {shown(named)}, which would be run: "
            f"name the game with --game if you trust it"
        )
    try:
        return make_game(wanted or named)
    except PlygroundError as error:
        raise BadProof(f"its game cannot be made: {error}") from None


def _position(game: Game, text: str, line: int) -> Any:
    try:
        return game.parse_position(text)
    except BadPosition as error:
        raise BadProof(f"line {line}: {error}") from None


def _strategy(lines: _Lines, game: Game, task: Task) -> Strategy:
    moves: dict[Any, str] = {}
    for _ in range(lines.count(str(task), MAX_BYTES)):
        text, _, move = lines.next().rpartition(" ")
        position = _position(game, text, lines.number)
        if position in moves:
            raise BadProof(f"line {lines.number}: {text!r} is there twice")
        moves[position] = move
    return moves
