"""`plyground sprt`: tests whether a player is stronger, from the pairs of games played."""

from enum import StrEnum
from typing import Annotated

import typer

from plyground.cli.common import Json, print_message, say
from plyground.core.errors import BadOption

EXAMPLES = (
    "plyground sprt --pairs 365,16618,36229,16974,390 --elo0 0 --elo1 2",
    "plyground sprt --pairs 2,10,30,25,8 --elo0 0 --elo1 10 --json",
)


class SprtModel(StrEnum):
    """The kind of Elo."""

    NORMALISED = "normalised"
    LOGISTIC = "logistic"


_ACCEPTED = {0: "accepted: elo0", 1: "accepted: elo1", None: "the test goes on"}


def command(
    pairs: Annotated[
        str,
        typer.Option(
            "--pairs",
            metavar="N,N,N,N,N",
            help="How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points.",
        ),
    ],
    elo0: Annotated[float, typer.Option("--elo0", help="One hypothesis, in Elo.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="The other one, which is larger.")] = 5.0,
    alpha: Annotated[
        float, typer.Option("--alpha", help="The chance to accept elo1 where elo0 is true.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option("--beta", help="The chance to accept elo0 where elo1 is true.")
    ] = 0.05,
    model: Annotated[
        SprtModel, typer.Option("--model", help="The kind of Elo of both hypotheses.")
    ] = SprtModel.NORMALISED,
    json: Json = False,
) -> None:
    """Test whether a player is stronger: sequential probability ratio test over pairs of games."""
    from plyground.matches.messages import sprt_message
    from plyground.matches.sprt import FEW_DECIDED, sprt
    from plyground.reports.words import nelo_text

    found = sprt(_counts(pairs), elo0, elo1, alpha, beta, model.value)
    if json:
        print_message(sprt_message(found, elo0, elo1, model.value))
        return
    bounds = f"{found.lower:.2f} to {found.upper:.2f}"
    say(f"LLR {found.llr:+.2f} ({bounds}): {_ACCEPTED[found.accepted]}")
    measured = f"normalised Elo {nelo_text(found.nelo, 1)}, Elo {found.elo:+.1f}"
    say(f"{measured}, LOS {100 * found.los:.1f} %, {found.pairs:,} pairs")
    if found.decided < FEW_DECIDED:
        say(
            f"only {100 * found.decided:.1f} % of the pairs are decided, as where the first player "
            "nearly always wins: choose fair openings, or --model logistic"
        )


def _counts(text: str) -> list[int]:
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise BadOption(
            f"--pairs {text}: expected five whole numbers, such as 2,10,30,25,8"
        ) from None
