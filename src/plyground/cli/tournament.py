"""`plyground tournament`: any players against each other; nothing is lost, whatever happens."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import Clock, Jobs, Json, PoolText, print_message, print_text, say
from plyground.cli.completing import complete_game, complete_player
from plyground.cli.lazy import epilog
from plyground.core.errors import BadOption
from plyground.core.plurals import counted

if TYPE_CHECKING:
    from plyground.arena.messages import TournamentReport
    from plyground.arena.plan import Entry, SprtPlan

_NEW = (
    "plyground tournament new t.db --game connect-four --player random --player mcts:nodes=500",
    "plyground tournament new t.db --game dominoes --player new=negamax:depth=4 "
    "--player old=negamax:depth=3 --games 1000 --sprt elo0=0,elo1=20",
    "plyground tournament new t.db --file plan.toml",
)
_RUN = (
    "plyground tournament run t.db",
    "plyground tournament run t.db --jobs 2",
    "plyground tournament run t.db --pool ray:10.0.0.1:6379",
)
_STATUS = (
    "plyground tournament status t.db --json",
    "plyground tournament status t.db --watch",
)
_REPORT = ("plyground tournament report t.db", "plyground tournament report t.db --html t.html")
_GAMES = ("plyground tournament games t.db > games.txt", "plyground tournament games t.db --json")
_RULES = "resign_score=500,draw_score=10"
_RULES_HELP = "End games by scores, as in [adjudication] of a plan."

group = typer.Typer(help="Let any number of players compete, in a file that loses nothing.")

Database = Annotated[str, typer.Argument(metavar="DB", help="The tournament's file.")]


class TournamentFormat(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    KNOCK_OUT = "knock-out"
    SWISS = "swiss"


@group.command("new", epilog=epilog(_NEW))
def new(
    context: typer.Context,
    database: Database,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", autocompletion=complete_game)
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="[NAME=]PLAYER",
            help="Once for each player.",
            autocompletion=complete_player,
        ),
    ] = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="PLAN", help="Read the plan from a TOML file.")
    ] = None,
    format: Annotated[TournamentFormat, typer.Option("--format")] = TournamentFormat.ROUND_ROBIN,
    games: Annotated[int, typer.Option("--games", help="Of each pairing, in pairs.")] = 2,
    rounds: Annotated[int, typer.Option("--rounds", help="Of a Swiss tournament.")] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Of openings and of players.")] = 1,
    clock: Clock = None,
    opening_plies: Annotated[
        int, typer.Option("--opening-plies", help="Random moves at the start of each pair.")
    ] = 4,
    fair: Annotated[
        int, typer.Option("--fair", metavar="PLIES", help="No opening is decided within PLIES.")
    ] = 0,
    openings: Annotated[
        str, typer.Option("--openings", metavar="FILE", help="Openings, one in each line.")
    ] = "",
    book: Annotated[
        str, typer.Option("--book", metavar="BOOK", help="Openings are the lines of this book.")
    ] = "",
    test: Annotated[
        str | None,
        typer.Option("--sprt", metavar="elo0=0,elo1=10", help="Stop when this test is decided."),
    ] = None,
    exact: Annotated[
        float, typer.Option("--exact", metavar="SECONDS", help="End games that the solver solves.")
    ] = 0.0,
    rules: Annotated[str, typer.Option("--adjudicate", metavar=_RULES, help=_RULES_HELP)] = "",
    json: Json = False,
) -> None:
    """Plan a tournament and write it to a new file. `run` plays it."""
    from plyground.arena.plan import Adjudication, Openings, Plan, check_plan, read_plan
    from plyground.arena.report import status
    from plyground.arena.store import create_store
    from plyground.core.options import create

    if file is not None:
        if others := _given_beside(context, "database", "file", "json"):
            raise BadOption(f"--file has the whole plan: leave out {', '.join(others)}")
        plan = read_plan(file)
    else:
        if game is None:
            raise BadOption("there is no game: expected --game GAME, or --file PLAN")
        plan = Plan(
            game=game,
            players=tuple(map(_entry, players or [])),
            format=format.value,
            games=games,
            rounds=rounds,
            seed=seed,
            clock=clock or "",
            openings=Openings(plies=opening_plies, fair=fair, file=openings, book=book),
            adjudication=create(Adjudication, rules, {"exact": exact} if exact else {}),
            sprt=_test(test),
        )
        check_plan(plan)
    with create_store(database, plan) as store:
        found = status(store)
        if json:
            print_message(found)
        else:
            say(f"{database}: {plan.summary}, {counted(found.games, 'game')}")
            say(f"plyground tournament run {database} plays them")


def _given_beside(context: typer.Context, *names: str) -> list[str]:
    """The options that were typed, but for some."""
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name and parameter.name not in names
        if (source := context.get_parameter_source(parameter.name))
        if source.name == "COMMANDLINE"
    ]


def _entry(text: str) -> "Entry":
    """A player, with a name before it if there is one: `new=negamax:depth=4`."""
    from plyground.arena.plan import Entry

    name, equals, player = text.partition("=")
    if equals and ":" not in name and "," not in name:
        return Entry(player=player.strip(), name=name.strip())
    return Entry(player=text.strip())


def _test(text: str | None) -> "SprtPlan | None":
    from plyground.arena.plan import SprtPlan
    from plyground.core.options import create

    return None if text is None else create(_SprtOptions, text).plan(SprtPlan)


class _SprtOptions:
    """The options of a test, as people type them."""

    name = "sprt"

    def __init__(
        self,
        elo0: float = 0.0,
        elo1: float = 5.0,
        alpha: float = 0.05,
        beta: float = 0.05,
        model: str = "normalised",
    ) -> None:
        self.values = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": model}

    def plan(self, cls: "type[SprtPlan]") -> "SprtPlan":
        import msgspec

        try:
            return msgspec.convert(self.values, cls)
        except msgspec.ValidationError:
            model = self.values["model"]
            raise BadOption(f"model={model}: expected normalised or logistic") from None


@group.command("run", epilog=epilog(_RUN))
def run(
    database: Database,
    jobs: Jobs = 1,
    pool: PoolText = None,
    affinity: Annotated[
        bool, typer.Option("--affinity", help="Keep each process on a processor of its own.")
    ] = False,
    json: Json = False,
) -> None:
    """Play what is not played yet. It can be stopped and run again at any time: games that have
    ended are stored, and count once.
    """
    from plyground.arena.driver import run as drive
    from plyground.arena.report import report, status
    from plyground.arena.store import open_store
    from plyground.terminal.tournament import running_standings
    from plyground.workers.making import make_pool

    with open_store(database) as store, make_pool(pool, jobs, has_affinity=affinity) as workers:
        with running_standings() as show:
            drive(store, workers, show)
        if json:
            print_message(status(store))
        else:
            _print_report(report(store))


@group.command("status", epilog=epilog(_STATUS))
def show_status(
    database: Database,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show the standings as long as it runs, then say so.")
    ] = False,
    json: Json = False,
) -> None:
    """Show how far a tournament has come; it may be running meanwhile."""
    from plyground.arena.report import status
    from plyground.arena.store import open_store

    if watch:
        from plyground.terminal.tournament import watch_tournament

        watch_tournament(database)
    with open_store(database) as store:
        found, plan = status(store), store.plan
    if json:
        return print_message(found)
    state = "over" if found.is_over else "running" if found.is_running else "not running"
    say(f"{plan.summary}: {found.done:,} of {counted(found.games, 'game')}, {state}")


@group.command("report", epilog=epilog(_REPORT))
def print_report(
    database: Database,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write a page to a new file.")
    ] = None,
    json: Json = False,
) -> None:
    """Show the table: points, ratings with their intervals, who met whom, time and failures."""
    from plyground.arena.report import report
    from plyground.arena.store import open_store

    with open_store(database) as store:
        found = report(store)
        if html is not None:
            from plyground.arena.html import write_page

            write_page(html, store, found)
    if json:
        print_message(found)
    else:
        _print_report(found)


@group.command("games", epilog=epilog(_GAMES))
def show_games(
    database: Database,
    json: Annotated[
        bool, typer.Option("--json", help="Print a line of JSON for each game, for programs.")
    ] = False,
) -> None:
    """Print the games that have ended, as records that other commands read."""
    from plyground.arena.export import record_text
    from plyground.arena.store import open_store

    with open_store(database) as store:
        for game in store.games():
            if json:
                print_message(game)
            else:
                print_text(record_text(store.plan, game) + "\n")


# --- for people --------------------------------------------------------------------------------


def _print_report(found: "TournamentReport") -> None:
    from plyground.terminal.screen import output
    from plyground.terminal.tournament import show_report

    show_report(output(), found)
