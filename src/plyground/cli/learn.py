"""`plyground learn`: teaches an evaluation by games."""

from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import JobsIfAny, Json, PoolText, print_message, say
from plyground.cli.completing import complete_game, complete_player
from plyground.core.errors import BadOption

if TYPE_CHECKING:
    from plyground.learning.messages import Learned

EXAMPLES = (
    "plyground learn watch-your-back --evaluation document --minutes 10 --out w.xml",
    "plyground learn connect-four --method td-leaf:lambda=0.9,depth=3 --games 5000 --out c4.json",
    "plyground learn my_game.py --method patterns --minutes 5 --threads 2 --out my_game.net",
    "plyground learn --resume w.xml.run --minutes 20",
    "plyground learn --report w.xml.run --html w.html",
)
_MAX_SEED = 10**9

Game = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", help="connect-four, my_game.py, ...", autocompletion=complete_game
    ),
]
Method = Annotated[
    str,
    typer.Option(
        "--method",
        metavar="METHOD",
        help="td-leaf, treestrap, rootstrap, results, tournament, patterns; with options: "
        "td-leaf:depth=3.",
    ),
]
Out = Annotated[
    str | None, typer.Option("--out", metavar="FILE", help="The new file that is written.")
]
Evaluation = Annotated[
    str | None,
    typer.Option("--evaluation", metavar="EVALUATION", help="Whose weights are learned."),
]
Opponents = Annotated[
    list[str] | None,
    typer.Option(
        "--opponent",
        metavar="PLAYER",
        help="Learn against these players in place of itself.",
        autocompletion=complete_player,
    ),
]
Sources = Annotated[
    list[str] | None,
    typer.Option("--from", metavar="FILE", help="Finished games: records, or a tournament."),
]
Resume = Annotated[str | None, typer.Option("--resume", metavar="FOLDER", help="Go on with a run.")]

Report = Annotated[
    str | None, typer.Option("--report", metavar="FOLDER", help="Show what a run has learned.")
]
Html = Annotated[
    str | None, typer.Option("--html", metavar="FILE", help="Write the report as a page.")
]


def command(
    game: Game = None,
    method: Method = "td-leaf",
    minutes: Annotated[float | None, typer.Option("--minutes", help="How long it learns.")] = None,
    games: Annotated[
        int | None, typer.Option("--games", help="How many games it learns from.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=_MAX_SEED)] = 1,
    out: Out = None,
    evaluation: Evaluation = None,
    opponent: Opponents = None,
    source: Sources = None,
    threads: Annotated[int, typer.Option("--threads", help="How many games at once.")] = 1,
    jobs: JobsIfAny = None,
    pool: PoolText = None,
    deterministic: Annotated[
        bool, typer.Option("--deterministic", help="The same seed gives the same weights.")
    ] = False,
    ladder: Annotated[
        int,
        typer.Option("--ladder", metavar="PAIRS", help="Measure checkpoints: PAIRS per opponent."),
    ] = 0,
    prove: Annotated[
        bool, typer.Option("--prove", help="Then test it against what was there before.")
    ] = False,
    folder: Annotated[
        str | None, typer.Option("--folder", help="Where the run is kept; by default FILE.run.")
    ] = None,
    resume: Resume = None,
    report: Report = None,
    html: Html = None,
    json: Json = False,
) -> None:
    """Learn the weights of an evaluation. It can be stopped at any time, and resumed."""
    from plyground.api.learn import learn
    from plyground.terminal.learning import progress_text
    from plyground.terminal.screen import live_line

    if sum(one is not None for one in (game, resume, report)) > 1:
        raise BadOption("GAME, --resume and --report exclude each other: expected one of them")
    if html is not None and report is None:
        raise BadOption("--html writes a report: expected --report FOLDER")
    if report is not None:
        return _report(report, html, json)
    if game is None and resume is None:
        raise BadOption("there is no game: expected GAME, or --resume FOLDER")
    if game is not None and out is None:
        raise BadOption("there is no place for the result: expected --out FILE")
    with live_line("preparing") as show:
        found = learn(
            game,
            method,
            out,
            minutes=minutes,
            games=games,
            seed=seed,
            threads=threads,
            jobs=jobs,
            pool=pool,
            deterministic=deterministic,
            evaluation=evaluation,
            opponents=opponent or (),
            sources=source or (),
            ladder=ladder,
            folder=folder,
            resume=resume,
            on_progress=lambda progress: show(progress_text(progress)),
        )
    _tell(found, json)
    if prove:
        _prove(found, json)


def _tell(found: "Learned", json: bool) -> None:
    from plyground.terminal.learning import learned_lines

    if json:
        print_message(found)
    else:
        for line in learned_lines(found):
            say(line)
    if found.interrupted:
        raise KeyboardInterrupt


def _prove(found: "Learned", json: bool) -> None:
    """Test what was learned at equal nodes and at equal time."""
    from pathlib import Path

    from plyground.learning.folder import open_folder
    from plyground.learning.proof import duels, prove, write_proof
    from plyground.terminal.learning import proof_lines, test_text
    from plyground.terminal.screen import live_line

    folder = Path(found.folder)
    former = open_folder(folder).plan.evaluation or "default"
    for limit, new, old in duels(found.game, found.out, former):
        with live_line(f"testing with {limit}") as show:
            proof = prove(found.game, new, old, on_pair=lambda test: show(test_text(test)))
        write_proof(folder, proof)
        if json:
            print_message(proof)
        else:
            for line in proof_lines(proof, limit):
                say(line)


def _report(path: str, html: str | None, json: bool) -> None:
    from pathlib import Path

    from plyground.learning.folder import open_folder
    from plyground.learning.report import report

    found = report(open_folder(Path(path)))
    if html is not None:
        from plyground.learning.html import write_page

        write_page(html, found)
    if json:
        return print_message(found)
    from plyground.terminal.learning import show_report
    from plyground.terminal.screen import output

    show_report(output(), found)
