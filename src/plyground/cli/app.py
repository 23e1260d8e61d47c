"""The program `plyground`: runs a command and turns whatever goes wrong into one sentence."""

import io
import os
import sys
import warnings
from reprlib import repr as shown

import typer

import plyground
from plyground.cli.exit_codes import ExitCode
from plyground.cli.lazy import LazyGroup, show_help
from plyground.cli.signals import ENDINGS, how_interrupted, leave, listen
from plyground.core.errors import PlygroundError, authors_place, told_of

_MAX_LENGTH = 600
_EXPECTED = {
    "int_parsing": "a whole number",
    "int_parsing_size": "a smaller number",
    "float_parsing": "a number",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
}
"""What a value should have been, by what is wrong with it."""


class Commands(LazyGroup):
    """All that can be done."""

    room = "plyground.cli"


app = typer.Typer(
    name="plyground",
    cls=Commands,
    help="Two-player board games in plain Python at native speed.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version."),
) -> None:
    if version:
        print(f"plyground {plyground.__version__}")
        return
    show_help(context)
    if context.invoked_subcommand not in (None, "config"):  # which puts right what is wrong there
        _use_settings()


def _use_settings() -> None:
    """What is set must be sound, whichever command it is for; and compiled code has its place."""
    from plyground.core.settings import settings

    if settings().cache and not os.environ.get("PLYGROUND_CACHE"):
        os.environ["PLYGROUND_CACHE"] = os.path.expanduser(settings().cache)


def main() -> None:
    """Run the command line."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for as long as the program runs
    if sys.stdout is None:
        sys.exit(_complain("there is no standard output to write to"))
    if sys.stdin is None:  # it was closed before the program began
        sys.stdin = open(os.devnull)  # noqa: SIM115 - for as long as the program runs
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # what is no text is a wrong answer
    listen()
    warnings.showwarning = _show_warning  # type: ignore[assignment]
    if "_PLYGROUND_COMPLETE" in os.environ:  # a shell asks for words
        from typer.completion import get_completion_inspect_parameters

        get_completion_inspect_parameters()  # makes the shells' ways of asking known
    status = run_command()
    if status in ENDINGS.values():
        leave(status)
    sys.exit(status)


def run_command() -> int:
    """What the command line asks for; how it ended, as an exit code."""
    try:
        status = typer.main.get_command(app).main(standalone_mode=False)
        sys.stdout.flush()
        if status == ExitCode.INTERRUPTED:
            raise KeyboardInterrupt
        return status if isinstance(status, int) else 0
    except PlygroundError as error:
        return _complain(str(error))
    except typer.TyperException as error:
        return _complain(_usage_message(error))
    except (KeyboardInterrupt, typer.Abort):
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the terminal shows ^C where the cursor was
        ending = how_interrupted()
        _complain(ending.name.lower())
        return ending
    except BrokenPipeError:
        # Python flushes standard output once more at exit: let it go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.READER_GONE
    except OSError as error:
        return _complain(f"{error.filename or 'output'}: {(error.strerror or str(error)).lower()}")
    except Exception as error:
        if os.environ.get("PLYGROUND_DEBUG"):
            raise
        return _complain(_unexpected(error))


def _complain(message: str) -> int:
    sentence = " ".join(message.split())
    shown = sentence if len(sentence) <= _MAX_LENGTH else f"{sentence[:_MAX_LENGTH]}..."
    print(f"plyground: {shown}", file=sys.stderr)
    return ExitCode.BAD_INPUT


def _usage_message(error: Exception) -> str:
    tell = getattr(error, "format_message", None)
    message = str(tell() if tell else error)
    doubts = getattr(error.__cause__, "errors", None)  # of a value that is none of its type
    if doubts is None:
        return message
    option = message.removeprefix("Invalid value for ").split(": ")[0].strip("'")
    doubt = doubts()[0]
    expected = _EXPECTED.get(doubt["type"], doubt["msg"]).format(**doubt.get("ctx", {}))
    expected = expected.replace("'", "").rpartition(" is not ")[-1].rstrip(".")
    return f"{option} is {shown(doubt['input'])}: expected {expected}"


def _unexpected(error: Exception) -> str:
    """A game's own mistake with its place, or ours."""
    told = told_of(error)
    if authors_place(error):
        return told
    return f"a mistake of Plyground's own: {told} (PLYGROUND_DEBUG=1 shows where)"


def _show_warning(message: Warning | str, *_: object) -> None:
    print(f"plyground: note: {message}", file=sys.stderr)
