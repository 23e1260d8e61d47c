"""Networks in files: checked strictly when read, written completely or not at all.

   8  "plynet" and two newlines        little-endian
   4  version
   4  length of the head
   .  the head, as JSON: the game, what the weights are for, where they come from
   .  the weights, compressed: the low bytes of all, then the high bytes
  32  SHA-256 of all before

A weight has 16 bits in a file. What is lost is less than a thousandth of a point.
"""

import hashlib
import struct
import textwrap
import zlib
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from plyground.core.errors import BadWeights
from plyground.core.files import about, read_whole, write_whole
from plyground.core.game import Game, legal_moves
from plyground.evaluations.patterns.network import MAX_PLANES, Network
from plyground.evaluations.patterns.plan import MAX_CODES, MAX_IMAGES, Plan, images_of, new_network
from plyground.evaluations.patterns.sample import MAX_STATES
from plyground.games.registry import game_text

MAGIC: Final = b"plynet\n\n"
VERSION: Final = 1
MAX_BYTES: Final = 256 << 20
_HEAD: Final = struct.Struct("<8sII")
_CHECKSUM: Final = hashlib.sha256().digest_size
_FINGERPRINT_PLIES: Final = 12


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of its weights."""

    game: str
    fingerprint: str
    """A hash of what the game's planes are in a few positions."""
    shift: int
    """A weight is the number in the file times 2 to this power."""
    plan: Plan
    origin: dict[str, str]
    """How the weights were learned, and whose they are."""


def read_network(path: Path | str, game: Game) -> Network:
    """The network of a game in a file; the error if it is wrong is one sentence."""
    with about(path, BadWeights, "read"):
        content = read_whole(path, MAX_BYTES)
        head, weights = _parsed(content)
        _check_game(head, game)
        _check_plan(head.plan, len(game.planes(game.start())))
        network = new_network(head.plan)
        network.weights.array[1:] = _unpacked(weights, len(network.weights) - 1) << head.shift
        return network


def read_head(path: Path | str) -> Head:
    """What a file says of its weights, whatever its game is."""
    with about(path, BadWeights, "read"):
        return _parsed(read_whole(path, MAX_BYTES))[0]


def write_network(
    path: Path | str, game: Game, plan: Plan, network: Network, origin: dict[str, str]
) -> None:
    """Write a network; an existing file is replaced."""
    weights = network.weights.array[1:]
    shift = max(0, int(np.abs(weights.astype(np.int64)).max(initial=0)).bit_length() - 15)
    small = np.clip(
        (weights.astype(np.int64) + (1 << shift >> 1)) >> shift, -(1 << 15), (1 << 15) - 1
    )
    head = msgspec.json.encode(Head(game_text(game), fingerprint(game), shift, plan, origin))
    packed = zlib.compress(small.astype("<i2").view(np.uint8).reshape(-1, 2).T.tobytes(), 9)
    content = _HEAD.pack(MAGIC, VERSION, len(head)) + head + packed
    with about(path, BadWeights, "written"):
        write_whole(Path(path), content + hashlib.sha256(content).digest())


def fingerprint(game: Any) -> str:
    """A hash of the planes along two lines of play: it changes if squares mean something else."""
    seen = []
    for choice in (0, -1):
        position = game.start()
        for _ in range(_FINGERPRINT_PLIES):
            seen.append(game.planes(position))
            moves = legal_moves(game, position)
            position = game.play(position, moves[choice]) if moves else position
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def _parsed(content: bytes) -> tuple[Head, bytes]:
    if not content.startswith(MAGIC):
        raise BadWeights("is not a network")
    if len(content) < _HEAD.size + _CHECKSUM:
        raise BadWeights(f"is cut short: it has {len(content)} bytes")
    _, version, size = _HEAD.unpack_from(content)
    if version != VERSION:
        raise BadWeights(f"is a network of version {version}: expected {VERSION}")
    if hashlib.sha256(content[:-_CHECKSUM]).digest() != content[-_CHECKSUM:]:
        raise BadWeights("was changed or cut short: its checksum does not match its content")
    body = content[_HEAD.size : -_CHECKSUM]
    try:
        return msgspec.json.decode(body[:size], type=Head), body[size:]
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadWeights(f"its head is wrong: {textwrap.shorten(str(error), 160)}") from None


def _check_game(head: Head, game: Game) -> None:
    wanted = game_text(game)
    if head.game != wanted:
        raise BadWeights(f"is a network for {head.game!r}: expected {wanted}")
    if head.fingerprint != fingerprint(game):
        raise BadWeights(f"is a network for another {wanted}: its planes differ")
    if not 0 <= head.shift < 16:
        raise BadWeights(f"its weights are shifted by {head.shift} bits: expected 0 to 15")


def _check_plan(plan: Plan, planes: int) -> None:
    """Refuse what would make compiled code read outside its tables."""
    cells, states = len(plan.squares), len(plan.raw_states)
    lists_fit = len(plan.patterns) == len(plan.addends) and all(
        len(pattern) == len(addends) and all(len(each) == states for each in addends)
        for pattern, addends in zip(plan.patterns, plan.addends, strict=False)
    )
    numbers_fit = lists_fit and all(
        number >= 0 for addends in plan.addends for each in addends for number in each
    )
    right = (
        sorted(plan.order) == [*range(planes)]
        and 0 < planes <= MAX_PLANES
        and 0 < states <= MAX_STATES
        and _are_distinct(plan.raw_states, 1 << planes)
        and 0 in plan.raw_states[:1]
        and _are_distinct(plan.squares, 256)
        and 0 < len(plan.symmetries) <= MAX_IMAGES
        and all(sorted(each) == [*range(cells)] for each in plan.symmetries)
        and all(_are_distinct(pattern, cells) for pattern in plan.patterns)
        and numbers_fit
        and max(plan.sizes, default=0) <= MAX_CODES
        and 0 < len(images_of(plan)) <= MAX_IMAGES
    )
    if not right:
        raise BadWeights("its patterns do not fit together")


def _are_distinct(numbers: tuple[int, ...], end: int) -> bool:
    return len({*numbers}) == len(numbers) and all(0 <= number < end for number in numbers)


def _unpacked(packed: bytes, count: int) -> NDArray[np.int32]:
    """The weights of a file: exactly as many as there have to be."""
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, 2 * count + 1)
    except zlib.error:
        raise BadWeights("its weights cannot be unpacked") from None
    if len(content) != 2 * count or not unpacker.eof or unpacker.unused_data:
        raise BadWeights(f"has another number of weights: expected {count:,}")
    planes = np.frombuffer(content, np.uint8).reshape(2, count)
    return np.ascontiguousarray(planes.T).view("<i2").reshape(count).astype(np.int32)
