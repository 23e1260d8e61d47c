"""The laws that every game must keep, tried on positions of random games.

A law is a function that raises `Broken` with the position that breaks it. Its docstring is what
`plyground check` prints.
"""

import contextlib
import io
import math
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from plyground.boards.clicks import move_map
from plyground.conformance.compiled import CompiledEvaluation, CompiledRules
from plyground.core.actions import actions_of, declared_moves
from plyground.core.bits import bits
from plyground.core.errors import AmbiguousClicks, BadGame, BadPosition, PlygroundError
from plyground.core.fields import Kind, declared, pack, width_of
from plyground.core.game import (
    MAX_MOVES,
    UNBOUNDED,
    Game,
    declares,
    legal_moves,
    outcome_of,
    played,
    side_of,
    wins_at_once,
)
from plyground.core.outcome import DRAW, NAMES, ONGOING, WIN
from plyground.core.plurals import counted
from plyground.core.score import static_eval
from plyground.core.soundness import check_movers, check_optional, check_stored, written_rules
from plyground.core.turns import has_lost, moves_again, turn_of
from plyground.core.words import from_words, to_words
from plyground.evaluations.explain import explain
from plyground.evaluations.registry import evaluation_names, make_evaluation
from plyground.search.perft import Level, perft
from plyground.search.playout import MAX_PLIES, playouts
from plyground.search.reference import forced

GAMES = 12
MAX_GAME_PLIES = 2_000
POSITIONS = 200
SAMPLES = 4_000
CLICKED = 25
"""The positions of which every move is made by clicks."""
SYMMETRY_IMAGES = 2
PLAYOUT_SECONDS = 0.5
LOOK = 3
FAR = 1 << 20
"""A field value far larger than any board that people can look at needs."""


class Standing(NamedTuple):
    """A position, and what can be played there."""

    game: Game
    position: Any
    mover: str
    legal_moves: list[int]


class Broken(Exception):
    """A law that a game breaks."""


@dataclass
class Trial:
    """A game, its compiled rules, and the positions to try the laws on."""

    game: Game
    positions: list[Any]
    finished: list[Any]

    @cached_property
    def compiled(self) -> CompiledRules:
        """Compiled on first use, after the laws that need only plain rules."""
        return CompiledRules(self.game)

    @property
    def everywhere(self) -> list[Any]:
        return self.positions + self.finished


Law = Callable[[Trial], str]


def draw_trial(game: Game, seed: int = 1) -> Trial:
    """Some positions from each of a few random games.

    A random game stops where a rule raises an error; the law about that rule then finds it in the
    last position.
    """
    random = Random(seed)
    positions: list[Any] = []
    finished: list[Any] = []
    for _ in range(GAMES):
        *path, last = _random_game(game, random)
        positions += random.sample(path, min(len(path), POSITIONS // GAMES))
        (positions if game.outcome(last) == ONGOING else finished).append(last)
    return Trial(game, positions, finished)


def _random_game(game: Game, random: Random) -> Iterator[Any]:
    position = game.start()
    yield position
    for _ in range(MAX_GAME_PLIES):
        try:
            check_stored(game, position)
            moves = legal_moves(game, position)
            if not moves:
                return
            position = played(game, position, random.choice(moves))
        except PlygroundError:
            return
        yield position


def whole_numbers(trial: Trial) -> str:
    """positions hold whole numbers of the declared types"""
    for position in trial.everywhere:
        try:
            same = from_words(trial.game, to_words(trial.game, position)) == position
        except BadGame as error:
            raise Broken(f"{_name(trial, position)}: {error}") from None
        if not same:
            raise Broken(f"{_name(trial, position)} changes when it is stored")
    return counted(len(trial.everywhere), "position")


def moves_and_play(trial: Trial) -> str:
    """legal moves are whole numbers, all different, and can be played"""
    foreseen = actions_of(trial.game).moves if declared_moves(trial.game) is not None else None
    for position in trial.positions:
        for move in legal_moves(trial.game, position):
            if foreseen is not None and move not in foreseen:
                raise Broken(f"{_name(trial, position)}: the move {move} is not in all_moves")
            child = trial.game.play(position, move)
            if type(child) is not type(position):
                expected = f"expected a {type(position).__name__}"
                raise Broken(f"{_name(trial, position)}: play({move}) gives {child!r}: {expected}")
            if trial.game.play(position, move) != child:
                raise Broken(f"{_name(trial, position)}: play({move}) differs from time to time")
    return counted(len(trial.positions), "position")


def outcomes(trial: Trial) -> str:
    """outcomes are ONGOING, WIN, LOSS or DRAW"""
    for position in trial.everywhere:
        outcome_of(trial.game, position)
    counts = [NAMES[trial.game.outcome(position)] for position in trial.finished]
    return (
        ", ".join(f"{counts.count(name)} {name}" for name in dict.fromkeys(counts)) or "none ended"
    )


def sides_take_turns(trial: Trial) -> str:
    """side is 0 or 1, and the other one after every move if alternates is True"""
    game = trial.game
    if not declares(game, "side"):
        return "not written, the first to move is side 0"
    again = 0
    for position in trial.positions:
        for move in legal_moves(game, position):
            again += moves_again(game, position, played(game, position, move))
    check_movers(game, trial.positions)
    if game.alternates:
        return counted(len(trial.positions), "position")
    if not again:
        return "nobody moves twice in a row: alternates = True would make searches faster"
    return f"the same side moves again after {counted(again, 'move')}"


def other_rules(trial: Trial) -> str:
    """optional rules return numbers, moves or positions"""
    for position in trial.positions:
        check_optional(trial.game, position, legal_moves(trial.game, position)[0])
    written = [rule.name for rule in written_rules(trial.game)]
    return ", ".join(written) or "none written"


def games_end(trial: Trial) -> str:
    """random games come to an end"""
    tally = playouts(trial.game, trial.game.start(), 200)
    if tally.unfinished:
        raise Broken(
            f"{tally.unfinished} of {tally.games} random games went on for {MAX_PLIES} plies"
        )
    return f"{tally.plies / tally.games:.1f} plies on average, {tally.longest} at most"


def compiled_agrees(trial: Trial) -> str:
    """compiled rules agree with the plain ones"""
    plain, compiled = trial.game, trial.compiled
    for position in trial.positions:
        moves = [*plain.moves(position)]
        _same(trial, position, "moves", moves, compiled.moves(position))
        for move in moves:
            child = plain.play(position, move)
            _same(trial, position, f"play({move})", child, compiled.play(position, move))
    for position in trial.everywhere:
        _same(trial, position, "outcome", plain.outcome(position), compiled.outcome(position))
        _same(trial, position, "key", bits(plain.key(position)), compiled.key(position))
        _same(trial, position, "turn", turn_of(plain, position, 0), compiled.turn(position))
        _same(trial, position, "planes", plain.planes(position), compiled.planes(position))
        images = [*plain.symmetries(position)]
        _same(trial, position, "symmetries", images, compiled.symmetries(position))
    return counted(len(trial.everywhere), "position")


def keys(trial: Trial) -> str:
    """different positions have different keys"""
    by_key: dict[int, Any] = {}
    for position in _neighbourhood(trial):
        other = by_key.setdefault(trial.game.key(position), position)
        if other != position:
            raise Broken(f"{_name(trial, position)} and {_name(trial, other)} have the same key")
    return f"{len(by_key)} keys"


def symmetry(trial: Trial) -> str:
    """symmetric positions have the same outcome and the same perft counts to depth 2"""
    random = Random(1)
    count = 0
    for position in trial.everywhere:
        images = [*trial.game.symmetries(position)]
        shape = _shape(trial, position) if images else None
        for image in random.sample(images, min(len(images), SYMMETRY_IMAGES)):
            count += 1
            if _shape(trial, image) != shape:
                raise Broken(f"{_name(trial, position)} and {_name(trial, image)} play differently")
    return f"{count} images" if count else "none declared"


def move_texts(trial: Trial) -> str:
    """every move's text is unique, has no blanks, and is read back"""
    for position in trial.positions:
        seen: dict[str, int] = {}
        for move in trial.game.moves(position):
            text = trial.game.move_text(position, move)
            what = f"{_name(trial, position)}: move {move} is written {text!r}"
            if text.split() != [text]:
                raise Broken(f"{what}: expected a text without blanks")
            if seen.setdefault(text, move) != move:
                raise Broken(f"{what}, as is move {seen[text]}")
            if trial.game.parse_move(position, text) != move:
                raise Broken(f"{_name(trial, position)}: {text!r} is not read back as move {move}")
    return counted(len(trial.positions), "position")


def position_texts(trial: Trial) -> str:
    """every position's text is one line and is read back"""
    for position in trial.everywhere:
        text = trial.game.position_text(position)
        if "\n" in text or trial.game.parse_position(text) != position:
            raise Broken(f"the position text {text!r} is not read back")
    return counted(len(trial.everywhere), "position")


def position_sizes(trial: Trial) -> str:
    """no position that is read from a text is too large to show"""
    start = trial.game.start()
    for name, (kind, _) in declared(type(start)).items():
        if kind is Kind.INT:
            _check_bounded(trial, start._replace(**{name: FAR}))
    return counted(len(start), "field")


def _check_bounded(trial: Trial, far: Any) -> None:
    """Raise Broken if a position with a huge field can be read and is then too large to show."""
    try:
        text = trial.game.position_text(far)
        position = trial.game.parse_position(text)
    except Exception:
        return  # it has no text, or its text is refused
    if _is_too_large(trial.game, position):
        raise Broken(
            f"{text!r} is read as a position that is too large to show: "
            "write `def is_valid(self, position)` that returns False for positions no game reaches"
        )


def _is_too_large(game: Game, position: Any) -> bool:
    """Whether a position has too many moves or too large a picture."""
    try:
        game.picture(position)
        return sum(1 for _ in islice(game.moves(position), MAX_MOVES + 1)) > MAX_MOVES
    except BadPosition:
        return True
    except Exception:
        return False  # an error of the author's in a position that no game reaches


def pictures(trial: Trial) -> str:
    """pictures are returned and not printed, in colours that exist"""
    game = trial.game
    for position in trial.everywhere:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            game.picture(position)
        if said.getvalue():
            raise Broken(f"{_name(trial, position)}: picture must return a text and print nothing")
        scene = game.scene(position)
        if scene:
            _check_placed(trial, position, sum(map(len, scene.rows)))
    seen = counted(len(trial.everywhere), "position")
    return f"{seen}, {' and '.join(game.sides)}, {counted(len(game.styles), 'symbol')} in colour"


def _check_placed(trial: Trial, position: Any, count: int) -> None:
    for move in legal_moves(trial.game, position):
        for square in trial.game.placed_squares(position, move):
            if not 0 <= square < count:
                raise Broken(
                    f"{_name(trial, position)}: placed_squares gives square {square} "
                    f"for move {move}: the scene has only {count}"
                )


def clicks(trial: Trial) -> str:
    """the squares of the board tell all moves apart"""
    game = trial.game
    if not (declares(game, "side") and game.scene(game.start())):
        return "no board whose side to move is known"
    positions = trial.positions[:: max(1, len(trial.positions) // CLICKED)]
    count = 0
    for position in positions:
        mover = game.sides[side_of(game, position)]
        try:
            found = move_map(Standing(game, position, mover, legal_moves(game, position)))
        except AmbiguousClicks as error:
            raise Broken(f"{_name(trial, position)}: {error}") from None
        count += len(found.squares)
    return f"{counted(count, 'move')} in {counted(len(positions), 'position')}"


def samples(trial: Trial) -> str:
    """sample gives every legal move with equal probability"""
    random = Random(1)
    for position in trial.positions[:: max(1, len(trial.positions) // 5)]:
        moves = [*trial.game.moves(position)]
        drawn = [trial.compiled.sample(position, random.getrandbits(32)) for _ in range(SAMPLES)]
        if not {*drawn} <= {*moves}:
            raise Broken(f"{_name(trial, position)}: { ({*drawn} - {*moves}) } are not legal moves")
        expected = SAMPLES / len(moves)
        # Six standard deviations: a fair sample fails once in 500 million times.
        limit = 6 * math.sqrt(expected)
        if any(abs(drawn.count(move) - expected) > limit for move in moves):
            raise Broken(f"{_name(trial, position)}: moves are not equally likely")
    return f"{SAMPLES} draws a position"


def noisy_moves(trial: Trial) -> str:
    """noisy moves are legal and all different"""
    count = 0
    for position in trial.positions:
        moves = [*trial.game.noisy(position)]
        wrong = {*moves} - {*trial.game.moves(position)}
        if wrong or len({*moves}) < len(moves):
            raise Broken(f"{_name(trial, position)}: noisy gives {moves}: {wrong} are not legal")
        _same(trial, position, "noisy", moves, trial.compiled.noisy(position))
        count += len(moves)
    return counted(count, "move") if count else "none declared"


def non_losing_moves(trial: Trial) -> str:
    """non_losing_moves are the moves that neither lose nor let the other side win at once"""
    game, count = trial.game, 0
    if not declares(game, "non_losing_moves"):
        return "none declared"
    for position in [*_undecided(trial), *_drawn(trial)]:
        moves, expected = (
            [*game.non_losing_moves(position)],
            [*Game.non_losing_moves(game, position)],
        )
        if sorted(moves) != sorted(expected):
            raise Broken(
                f"{_name(trial, position)}: non_losing_moves gives {moves}, not {expected}"
            )
        _same(trial, position, "non_losing_moves", moves, trial.compiled.non_losing_moves(position))
        count += len(moves)
    return counted(count, "move")


def threat_moves(trial: Trial) -> str:
    """threats are non-losing moves that leave the other side at most one non-losing move"""
    game, count = trial.game, 0
    if not declares(game, "threats"):
        return "none declared"
    for position in _undecided(trial):
        moves, non_losing = [*game.threats(position)], [*Game.non_losing_moves(game, position)]
        for move in moves:
            if move not in non_losing:
                raise Broken(
                    f"{_name(trial, position)}: the threat {move} is not a non-losing move"
                )
            answers = [*Game.non_losing_moves(game, game.play(position, move))]
            if len(answers) > 1:
                raise Broken(
                    f"{_name(trial, position)}: the threat {move} leaves "
                    f"the non-losing moves {answers}"
                )
        if len({*moves}) < len(moves):
            raise Broken(f"{_name(trial, position)}: threats gives {moves}, some of them twice")
        _same(trial, position, "threats", moves, trial.compiled.threats(position))
        count += len(moves)
    return counted(count, "move")


def solver_orders(trial: Trial) -> str:
    """solver_order is the same compiled and in Python"""
    if not declares(trial.game, "solver_order"):
        return "none declared"
    for position in trial.positions:
        for move in trial.game.moves(position):
            order = trial.game.solver_order(position, move)
            compiled = trial.compiled.solver_order(position, move)
            _same(trial, position, f"solver_order({move})", order, compiled)
    return counted(len(trial.positions), "position")


def may_win(trial: Trial) -> str:
    """may_win is False only for a side that cannot force a win within three plies"""
    game, count = trial.game, 0
    if not declares(game, "may_win"):
        return "none declared"
    for position in trial.positions:
        for mover in (True, False):
            can = game.may_win(position, mover)
            _same(
                trial, position, f"may_win({mover})", can, trial.compiled.may_win(position, mover)
            )
            if not can and forced(game, position, LOOK, (WIN,), mover):
                side = "the side to move" if mover else "the other side"
                raise Broken(f"{_name(trial, position)}: {side} wins, but may_win is False")
            count += not can
    return f"{count} times False"


def plies_left(trial: Trial) -> str:
    """plies_left is 1 or more while the game goes on, and one less after every ply"""
    game = trial.game
    if not declares(game, "plies_left"):
        return "none declared"
    whole = game.plies_left(game.start())
    step = 0 if whole == UNBOUNDED else 1
    for position in trial.positions:
        left = game.plies_left(position)
        _same(trial, position, "plies_left", left, trial.compiled.plies_left(position))
        if left < 1 if step else left != whole:
            raise Broken(f"{_name(trial, position)}: plies_left is {left}, but the game goes on")
        for child in _children(trial, position):
            after = game.plies_left(child)
            if game.outcome(child) == ONGOING and after != left - step:
                name = _name(trial, position)
                raise Broken(f"{name}: plies_left is {left}, and {after} one ply later")
    return f"{whole} at the start" if step else "unbounded"


def last_mover_wins(trial: Trial) -> str:
    """if winner_moves_last is True, nobody wins by the other side's move"""
    game = trial.game
    if not game.winner_moves_last:
        return "False"
    for position in trial.positions:
        for child in _children(trial, position):
            if has_lost(game.outcome(child), moves_again(game, position, child)):
                raise Broken(f"{_name(trial, child)}: the move that led there won for the opponent")
    return counted(len(trial.positions), "position")


def evaluations(trial: Trial) -> str:
    """every evaluation gives the same scores and move orders compiled and in Python"""
    game, names = trial.game, evaluation_names(trial.game)
    for name in names:
        evaluation = make_evaluation(game, name)
        compiled = CompiledEvaluation(game, evaluation)
        for position in trial.positions:
            explain(game, evaluation, position)
            plain = static_eval(evaluation, game, position)
            _same(trial, position, f"evaluation {name}", plain, compiled.static_eval(position))
            move = next(iter(game.moves(position)))
            order = evaluation.order(game, position, move)
            _same(trial, position, f"order({move})", order, compiled.order(position, move))
    return ", ".join(names)


def memory(trial: Trial) -> str:
    """kernels free the memory they allocate"""
    start = trial.game.start()
    playouts(trial.game, start, 10)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for seed in range(20):
        playouts(trial.game, start, 10, seed)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    if grown > 1 << 20:
        raise Broken(f"20 calls leaked {grown >> 10} KiB")
    return f"{len([*pack(start, width_of(trial.game))]) * 8} bytes per position"


def speed(trial: Trial) -> str:
    """speed (for information)"""
    start = trial.game.start()
    tally = playouts(trial.game, start, 100)
    count = max(100, int(100 * PLAYOUT_SECONDS / max(tally.seconds, 1e-4)))
    tally = playouts(trial.game, start, min(count, 1_000_000))
    depth, found = 1, perft(trial.game, start, 1)
    while (
        found.seconds < 0.05 and depth < 12 and found.levels[-1].leaves > found.levels[-1].terminal
    ):
        depth += 1
        found = perft(trial.game, start, depth)
    nodes = found.nodes / max(found.seconds, 1e-9) / 1e6
    rate = f"{tally.games / tally.seconds:,.0f} random games"
    return f"{rate} and {nodes:.1f} M perft nodes per second"


ESSENTIAL: tuple[Law, ...] = (whole_numbers, outcomes, moves_and_play)
BASIC: tuple[Law, ...] = (*ESSENTIAL, sides_take_turns, other_rules)
"""If one of these is broken, no other law can be tried."""
PLAIN: tuple[Law, ...] = (keys, move_texts, position_texts, pictures)
COMPILED: tuple[Law, ...] = (compiled_agrees,)
"""The laws after this one use compiled rules."""
OTHERS: tuple[Law, ...] = (
    games_end,
    symmetry,
    samples,
    noisy_moves,
    non_losing_moves,
    threat_moves,
    solver_orders,
    may_win,
    plies_left,
    last_mover_wins,
    evaluations,
    memory,
    speed,
)
LAWS: tuple[tuple[Law, tuple[Law, ...]], ...] = (
    *((law, ESSENTIAL[:number]) for number, law in enumerate(ESSENTIAL)),
    (sides_take_turns, ESSENTIAL),
    (other_rules, (*ESSENTIAL, sides_take_turns)),
    *((law, BASIC) for law in PLAIN),
    (clicks, (*BASIC, move_texts, pictures)),
    (position_sizes, (*BASIC, position_texts, pictures)),
    *((law, BASIC) for law in COMPILED),
    *((law, BASIC + COMPILED) for law in OTHERS),
)
"""Each law, and the laws it depends on: if one of those is broken it is skipped, so that one
mistake is reported once."""


def _same(trial: Trial, position: Any, rule: str, plain: Any, compiled: Any) -> None:
    if plain != compiled:
        raise Broken(
            f"{_name(trial, position)}: {rule} is {plain!r} in Python and {compiled!r} compiled. "
            "A compiled int has 63 bits: write bit(n) where 1 << n may be too large"
        )


def _neighbourhood(trial: Trial) -> Iterator[Any]:
    for position in trial.positions:
        yield position
        yield from _children(trial, position)


def _children(trial: Trial, position: Any) -> Iterator[Any]:
    for move in trial.game.moves(position):
        yield trial.game.play(position, move)


def _undecided(trial: Trial) -> list[Any]:
    """The positions in which no move wins at once."""
    return [position for position in trial.positions if not wins_at_once(trial.game, position)]


def _drawn(trial: Trial) -> list[Any]:
    return [position for position in trial.finished if trial.game.outcome(position) == DRAW]


def _shape(trial: Trial, position: Any) -> tuple[int, list[Level]]:
    return trial.game.outcome(position), perft(trial.game, position, 2).levels


def _name(trial: Trial, position: Any) -> str:
    """How messages name a position: by its text, if it has one."""
    try:
        return repr(trial.game.position_text(position))
    except Exception:
        return repr(position)
