"""The plan of a tournament: game, players, format, openings, clocks and rules of adjudication."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec

from plyground.core.errors import BadOption, PlygroundError
from plyground.core.files import read_whole, why
from plyground.core.plurals import counted
from plyground.core.wire import Message, Part
from plyground.games.registry import make_game
from plyground.live.clock import parse_time_control
from plyground.live.game import reason_of
from plyground.matches.sprt import Model, check_hypotheses
from plyground.players.player import check_player, make_player
from plyground.records.record import Record

Format = Literal["round-robin", "gauntlet", "knock-out", "swiss"]
MAX_PLAYERS: Final = 1000
MAX_GAMES: Final = 1_000_000
"""Of all pairings together; who looks at a tournament has all of its schedule in memory."""
MAX_FILE: Final = 1 << 20
MAX_SCORE: Final = 10**9


class Entry(Part, frozen=True, kw_only=True):
    """A player of the tournament."""

    player: str
    """The text that names the player."""
    name: str = ""
    """What it is called in tables; by default its text."""

    @property
    def shown(self) -> str:
        return self.name or self.player


class Openings(Part, frozen=True, kw_only=True):
    """How games begin. Both games of a pair begin alike, with the players' sides swapped."""

    plies: int = 4
    """Random moves at the start of each pair."""
    fair: int = 0
    """No opening is decided within this many plies."""
    margin: int | None = None
    """A search of `fair` plies scores no opening further than this from 0."""
    file: str = ""
    """A file of openings, one in each line, in place of random moves."""
    book: str = ""
    """A book whose positions are the openings, in place of random moves."""


class Adjudication(Part, frozen=True, kw_only=True):
    """When a game ends before its rules end it. Each rule is off unless it is given."""

    exact: float = 0.0
    """Seconds that the exact solver gets after each move; a solved position ends the game."""
    resign_score: int = 0
    """A side loses when its own score was this far below zero ..."""
    resign_moves: int = 3
    """... for this many of its moves in a row ..."""
    resign_both: bool = True
    """... and the other side's as far above; if false, its own are enough."""
    draw_score: int = -1
    """A game is a draw when both sides' scores were this close to zero ..."""
    draw_moves: int = 8
    """... for this many moves of both in a row ..."""
    draw_from: int = 20
    """... after this many plies."""
    max_plies: int = 10_000
    """A game this long is a draw."""


class SprtPlan(Part, frozen=True, kw_only=True):
    """A test that ends a tournament of two players."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalised"
    """The kind of Elo that the hypotheses are in."""


class Plan(Message, frozen=True, kw_only=True, tag="tournament-plan"):
    """All that a tournament needs to know before it begins."""

    game: str
    players: tuple[Entry, ...]
    format: Format = "round-robin"
    games: int = 2
    """How many games each pairing plays, in pairs."""
    rounds: int = 0
    """Of a Swiss tournament; 0: as many as find a winner."""
    seed: int = 1
    clock: str = ""
    """How long each player may think; empty: as long as its own options say."""
    openings: Openings = Openings()
    adjudication: Adjudication = Adjudication()
    sprt: SprtPlan | None = None
    memory: int = 2048
    """How many megabytes a player in a process of its own may take."""
    move_seconds: float = 60.0
    """A player in a process of its own that thinks longer loses, even without a clock."""

    @property
    def summary(self) -> str:
        """What is planned, in a few words."""
        return f"{self.format} of {counted(len(self.players), 'player')} in {self.game}"


def check_plan(plan: Plan) -> None:
    """Refuse a plan that cannot be carried out; all that is wrong is told at once."""
    wrong = dict.fromkeys(_mistakes(plan))
    if wrong:
        raise BadOption("; ".join(wrong))


def _mistakes(plan: Plan) -> Iterator[str]:
    checks = (
        _check_game,
        _check_players,
        _check_numbers,
        _check_clock,
        _check_openings,
        _check_exact,
        _check_sprt,
    )
    for check in checks:
        try:
            yield from check(plan)
        except Exception as error:
            yield str(error)


def _check_game(plan: Plan) -> Iterator[str]:
    make_game(plan.game)
    yield from ()


def _check_players(plan: Plan) -> Iterator[str]:
    if not 2 <= len(plan.players) <= MAX_PLAYERS:
        yield f"{len(plan.players)} players: expected 2 to {MAX_PLAYERS:,}"
    for name, count in Counter(entry.shown for entry in plan.players).items():
        if count > 1:
            yield f"two players are called {name}: give each a name of its own, as NAME=PLAYER"
    for text in dict.fromkeys(entry.player for entry in plan.players):
        try:
            player = make_player(text)
            if player.name == "human":
                yield "human plays no tournaments: expected players that are programs"
            check_player(player, Record(plan.game), _has_openings(plan.openings))
        except PlygroundError as error:
            yield str(error)
        except Exception as error:  # somebody's own code
            yield f"{text}: {reason_of(error)}"


def _has_openings(openings: Openings) -> bool:
    return bool(openings.plies or openings.file or openings.book)


def _check_numbers(plan: Plan) -> Iterator[str]:
    bounds = {
        "games": (plan.games, 1, MAX_GAMES),
        "rounds": (plan.rounds, 0, MAX_PLAYERS),
        "seed": (plan.seed, 0, 10**9),
        "memory": (plan.memory, 64, 1 << 20),
        "openings.plies": (plan.openings.plies, 0, 1000),
        "openings.fair": (plan.openings.fair, 0, 30),
        "openings.margin": (plan.openings.margin or 0, 0, MAX_SCORE),
        "adjudication.max_plies": (plan.adjudication.max_plies, 1, 100_000),
        "adjudication.resign_score": (plan.adjudication.resign_score, 0, MAX_SCORE),
        "adjudication.draw_score": (plan.adjudication.draw_score, -1, MAX_SCORE),
        "adjudication.draw_from": (plan.adjudication.draw_from, 0, 100_000),
        "adjudication.resign_moves": (plan.adjudication.resign_moves, 1, 1000),
        "adjudication.draw_moves": (plan.adjudication.draw_moves, 1, 1000),
    }
    for name, (value, least, most) in bounds.items():
        if not least <= value <= most:
            yield f"{name}={value}: expected a whole number from {least:,} to {most:,}"
    if plan.rounds and plan.format != "swiss":
        yield f"rounds={plan.rounds}: expected none, as only a Swiss tournament has them"
    planned = plan.games * _pairings(plan)
    if plan.games <= MAX_GAMES < planned:
        yield f"games={plan.games:,}: that is {planned:,} in all: expected at most {MAX_GAMES:,}"
    if not 0.01 <= plan.move_seconds <= 1e6:
        yield f"move_seconds={plan.move_seconds:g}: expected seconds from 0.01 on"
    if plan.adjudication.exact < 0:
        yield f"adjudication.exact={plan.adjudication.exact:g}: expected seconds"


def _pairings(plan: Plan) -> int:
    """How many pairings there are, ties that go on not counted."""
    players = len(plan.players)
    if plan.format == "round-robin":
        return players * (players - 1) // 2
    return swiss_rounds(plan) * (players // 2) if plan.format == "swiss" else players - 1


def swiss_rounds(plan: Plan) -> int:
    """How many rounds a Swiss tournament has."""
    return plan.rounds or max(1, (len(plan.players) - 1).bit_length())


def _check_clock(plan: Plan) -> Iterator[str]:
    if plan.clock:
        parse_time_control(plan.clock)
    yield from ()


def _check_openings(plan: Plan) -> Iterator[str]:
    """Find the first opening. Whether it is fair is found out when it is needed."""
    from plyground.arena.openings import OpeningList

    given = plan.openings
    if given.file and given.book:
        yield "openings from a file and from a book: expected one of them"
        return
    if given.margin is not None and not (given.fair or given.file or given.book):
        yield f"openings.margin={given.margin}: expected openings.fair, too, the search's depth"
    if given.fair > 0:
        _check_compiled(plan)
    simple = msgspec.structs.replace(given, fair=0, margin=given.margin if given.book else None)
    OpeningList(msgspec.structs.replace(plan, openings=simple))[0]


def _check_exact(plan: Plan) -> Iterator[str]:
    if plan.adjudication.exact > 0:
        _check_compiled(plan)
    yield from ()


def _check_compiled(plan: Plan) -> None:
    """Refuse games that solvers cannot search."""
    check_player(make_player("solver"), Record(plan.game))


def _check_sprt(plan: Plan) -> Iterator[str]:
    if plan.sprt is None:
        return
    check_hypotheses(plan.sprt.elo0, plan.sprt.elo1, plan.sprt.alpha, plan.sprt.beta)
    if len(plan.players) != 2 or plan.format not in ("round-robin", "gauntlet"):
        yield "a test (SPRT) is for two players in a round robin"


def read_plan(file: str) -> Plan:
    """The plan in a TOML file; raises BadOption with what is wrong and where."""
    try:
        text = read_whole(Path(file), MAX_FILE).decode()
        content = tomllib.loads(text)
    except OSError as error:
        raise BadOption(f"{file}: cannot be read: {why(error)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"{file}: {_lower(str(error))}: expected a plan in TOML") from None
    players = content.get("players")
    if isinstance(players, list):  # a player may be just a text
        content["players"] = [{"player": one} if isinstance(one, str) else one for one in players]
    try:
        plan = msgspec.convert(content, Plan)
    except msgspec.ValidationError as error:
        raise BadOption(f"{file}: {_field_mistake(str(error))}") from None
    try:
        check_plan(plan)
    except BadOption as error:
        raise BadOption(f"{file}: {error}") from None
    return plan


_PARTS: Final = {
    "": Plan,
    "players": Entry,
    "openings": Openings,
    "adjudication": Adjudication,
    "sprt": SprtPlan,
}
"""What may stand where in a plan."""


def _field_mistake(message: str) -> str:
    what, _, where = message.replace("`", "").partition(" - at ")
    where = where.removeprefix("$").removeprefix(".")
    part = where.partition("[")[0]
    told = f": expected {' or '.join(get_args(Format))}" if where == "format" else ""
    if "unknown field" in what and part in _PARTS:
        names = [name for name in _PARTS[part].__struct_fields__ if name != "version"]
        told = f": expected one of {', '.join(names)}"
    return f"{_lower(what)}{f', at {where}' if where else ''}{told}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
