"""How soon tabs hear of what happens, when many watch one game and others analyse."""

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.findings import Step
from benchmarks.measure import Effort, Goal
from benchmarks.ours import ROOT

WATCHERS, ANALYSTS = 50, 8
GAME = "connect-four"
ANALYST = "negascout"
MINUTES = 1.0
PAUSE_SECONDS = 0.1
"""Between two moves of the game that is watched."""
SETTLED_SECONDS = 15.0
"""After how long the memory is first looked at: until then tabs open and engines begin."""
PATIENCE_SECONDS = 30.0
LATENCY_GOAL = Goal(150, at_most=True)
GROWTH_GOAL = Goal(1.05, at_most=True)


@dataclass(frozen=True)
class Load:
    """What the tabs of a busy server heard, and when."""

    TITLE: ClassVar = "Tabs that watch and tabs that analyse"
    HEADINGS: ClassVar = [
        *("tabs", "minutes", "moves", "heard", "lost"),
        *("median", "99 %", "longest", "server's memory", "with engines", "goal", "verdict"),
    ]

    minutes: float
    moves: int
    heard: int
    """How often a tab heard of a move, or of one after it."""
    lost: int
    """How often a tab never did."""
    latency: tuple[float, float, float]
    """The median, the 99th percentile and the longest, in milliseconds."""
    memory: tuple[float, float]
    """Of the server when all tabs were open, and at the end, in megabytes."""
    all_memory: tuple[float, float]
    """The same with its engines, whose tables grow until they are full."""

    @property
    def verdict(self) -> str:
        verdicts = {
            LATENCY_GOAL.verdict(self.latency[0]),
            GROWTH_GOAL.verdict(self.memory[1] / self.memory[0]),
            "missed" if self.lost else "met",
        }
        return "missed" if "missed" in verdicts else "met"

    def row(self) -> list[str]:
        return [
            f"{WATCHERS} watch, {ANALYSTS} analyse",
            f"{self.minutes:g}",
            f"{self.moves:,}",
            f"{self.heard:,}",
            f"{self.lost:,}",
            *(f"{milliseconds:.0f} ms" for milliseconds in self.latency),
            *(f"{then:.0f} to {now:.0f} MB" for then, now in (self.memory, self.all_memory)),
            f"none lost, median at most {LATENCY_GOAL.value:g} ms, memory flat",
            self.verdict,
        ]


def steps(effort: Effort) -> list[Step]:
    minutes = (effort.minutes or MINUTES) if effort.share == 1 else 0.2
    return [Step("page", lambda: [asyncio.run(_measure(minutes))])]


@dataclass
class Watched:
    """The game that all watch: when each of its moves was sent, and when each tab knew of it."""

    id: str
    sent: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    plies: list[int] = field(default_factory=lambda: [0] * WATCHERS)

    def hear(self, watcher: int, plies: int) -> None:
        """A tab has a state with so many moves; it also tells of those before."""
        now = time.perf_counter()
        self.latencies += [now - self.sent[ply] for ply in range(self.plies[watcher], plies)]
        self.plies[watcher] = max(self.plies[watcher], plies)

    @property
    def lost(self) -> int:
        return sum(len(self.sent) - plies for plies in self.plies)


async def _measure(minutes: float) -> Load:
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", "serve", "--no-browser", "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            assert server.stdout
            url = json.loads(server.stdout.readline())["url"]
            return await _load(url, server.pid, minutes)
        finally:
            server.terminate()


async def _load(url: str, server: int, minutes: float) -> Load:
    analysts = [asyncio.create_task(_analyse(url, number)) for number in range(ANALYSTS)]
    settled = min(SETTLED_SECONDS, 30 * minutes)
    games: list[Watched] = []
    try:
        async with _tabs(url, WATCHERS) as watchers, _tab(url) as player:
            await _play_for(settled, player, watchers)
            before = _memory(server), _memory(server, *_children(server))
            games = await _play_for(60 * minutes, player, watchers)
            after = _memory(server), _memory(server, *_children(server))
        for analyst in analysts:
            if analyst.done():
                analyst.result()  # raises what ended it
    finally:
        for analyst in analysts:
            analyst.cancel()
    latencies = [1000 * latency for game in games for latency in game.latencies]
    return Load(
        minutes=minutes,
        moves=sum(len(game.sent) for game in games),
        heard=len(latencies),
        lost=sum(game.lost for game in games),
        latency=(median(latencies), quantiles(latencies, n=100)[98], max(latencies)),
        memory=(before[0], after[0]),
        all_memory=(before[1], after[1]),
    )


async def _play_for(
    seconds: float, player: ClientConnection, watchers: list[ClientConnection]
) -> list[Watched]:
    """Play games one after the other, and have all watch them."""
    deadline, games = time.monotonic() + seconds, []
    while time.monotonic() < deadline:
        games.append(await _play(player, watchers))
    return games


async def _play(player: ClientConnection, watchers: list[ClientConnection]) -> Watched:
    people = {"first": "human", "second": "human", "clock": None}
    await _say(player, "new-game", game=GAME, **people)
    state = await _heard(player, lambda state: not state["moves"])
    game = Watched(state["id"])
    for watcher in watchers:
        await _say(watcher, "open-game", id=game.id)
    watching = [
        asyncio.create_task(_watch(watcher, number, game))
        for number, watcher in enumerate(watchers)
    ]
    while not state["is_over"]:
        await asyncio.sleep(PAUSE_SECONDS)
        ply = len(state["moves"])
        move = random.choice([way["move"] for way in state["move_map"]["squares"]])
        game.sent.append(time.perf_counter())
        await _say(player, "play-move", move=move, ply=ply)
        state = await _heard(player, lambda state, ply=ply: len(state["moves"]) > ply)
    await asyncio.wait(watching, timeout=PATIENCE_SECONDS)
    for watch in watching:
        watch.cancel()
    return game


async def _watch(line: ClientConnection, number: int, game: Watched) -> None:
    """Until the game is over."""
    is_over = False
    while not is_over:
        state = await _heard(line, lambda state: state["id"] == game.id)
        game.hear(number, len(state["moves"]))
        is_over = state["is_over"]


async def _analyse(url: str, number: int) -> None:
    """A tab that analyses until it is closed."""
    wanted = {"player": ANALYST, "lines": 3, "seconds": None, "threat": False}
    async with _tab(url) as line:
        place = {"game": GAME, "moves": [str(number % 7 + 1)], "start": None}
        await _say(line, "find-lines", number=1, **place, **wanted)
        while True:
            await _heard(line, lambda state: True)


async def _heard(line: ClientConnection, is_wanted: Any) -> dict[str, Any]:
    """The next state of a game of this kind."""
    while True:
        message: dict[str, Any] = json.loads(await line.recv())
        if message["kind"] == "refused":
            raise OSError(message["reason"])
        if message["kind"] == "game-state" and is_wanted(message):
            return message


async def _say(line: ClientConnection, kind: str, **fields: Any) -> None:
    await line.send(json.dumps({"kind": kind, "version": 1, **fields}))


@asynccontextmanager
async def _tabs(url: str, count: int) -> AsyncIterator[list[ClientConnection]]:
    if not count:
        yield []
        return
    async with _tab(url) as first, _tabs(url, count - 1) as others:
        yield [first, *others]


@asynccontextmanager
async def _tab(url: str) -> AsyncIterator[ClientConnection]:
    parts = urlsplit(url)
    origin: Any = f"http://{parts.netloc}"
    headers = {"Cookie": f"plyground-{parts.port}={parse_qs(parts.query)['token'][0]}"}
    async with connect(
        f"ws://{parts.netloc}/socket", origin=origin, additional_headers=headers, compression=None
    ) as line:
        yield line


def _memory(*pids: int) -> float:
    """The megabytes that processes have in memory."""
    total = 0
    for pid in pids:
        with suppress(OSError):  # one that has ended has none
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in threads for child in file.read_text().split()]
