"""`plyground verify`: whether a proof holds."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import Json, print_message
from plyground.cli.exit_codes import ExitCode
from plyground.core.plurals import counted

if TYPE_CHECKING:
    from plyground.core.wire import Verification
    from plyground.proofs.file import Proof
    from plyground.proofs.verify import Report

EXAMPLES = (
    "plyground verify four.proof",
    "plyground verify four.proof --json",
    "plyground verify nim.proof --game examples/nim.py",
)


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The proof's file.")],
    game_text: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Its game, needed if that is a .py file."),
    ] = None,
    json: Json = False,
) -> None:
    """Check a proof by the rules alone.

    Follows the strategies in FILE through all replies, in plain Python, without a solver. The exit
    code is 0 if the proof holds, 1 if it does not, and 2 if FILE is not a proof.
    """
    from plyground.api.solve import verify
    from plyground.proofs.file import read_proof
    from plyground.terminal.screen import progress_bar

    began = time.perf_counter()
    with progress_bar(f"checking {file}") as progress:
        proof = read_proof(file, game_text)
        report = verify(proof, progress=progress)
    if json:
        print_message(_verification(file, proof, report, time.perf_counter() - began))
    else:
        _show(proof, report)
    if report.flaw:
        raise typer.Exit(ExitCode.DISPROVED)


def _verification(file: str, proof: "Proof", report: "Report", seconds: float) -> "Verification":
    from plyground.core.wire import Verification
    from plyground.search.info import verdict_info

    return Verification(
        file=file,
        game=proof.game_text,
        position=proof.game.position_text(proof.position),
        claim=verdict_info(proof.verdict),
        holds=report.flaw is None,
        flaw=report.flaw,
        moves=proof.size,
        positions=report.positions,
        seconds=seconds,
    )


def _show(proof: "Proof", report: "Report") -> None:
    from plyground.proofs.claim import claim_text
    from plyground.terminal.screen import output

    console = output()
    place = f"{proof.game_text}, {proof.game.position_text(proof.position)}"
    console.print(f"{place}: {claim_text(proof.verdict)}", markup=False)
    if report.flaw:
        console.print(f"not proven: {report.flaw}", markup=False)
    else:
        console.print(f"proven: {counted(report.positions, 'position')} checked", markup=False)
