"""The program `plyground`: runs a command and turns every error into one sentence."""

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
"""What is expected of a value, by the type of the error."""


class Commands(LazyGroup):
    """All commands."""

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
    if context.invoked_subcommand not in (None, "config"):  # config can correct bad settings
        _use_settings()


def _use_settings() -> None:
    """Check all settings, whichever command is run, and use the folder of compiled code."""
    from plyground.core.settings import settings

    if settings().cache and not os.environ.get("PLYGROUND_CACHE"):
        os.environ["PLYGROUND_CACHE"] = os.path.expanduser(settings().cache)


def main() -> None:
    """Run the command line."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for as long as the program runs
    if sys.stdout is None:
        sys.exit(_complain("there is no standard output to write to"))
    if sys.stdin is None:  # it was closed before the program started
        sys.stdin = open(os.devnull)  # noqa: SIM115 - for as long as the program runs
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # bytes that are not text
    listen()
    warnings.showwarning = _show_warning  # type: ignore[assignment]
    if "_PLYGROUND_COMPLETE" in os.environ:  # a shell asks for completions
        from typer.completion import get_completion_inspect_parameters

        get_completion_inspect_parameters()  # registers the shells with typer
    status = run_command()
    if status in ENDINGS.values():
        leave(status)
    sys.exit(status)


def run_command() -> int:
    """Run the command; returns the exit code."""
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
    format_message = getattr(error, "format_message", None)
    message = str(format_message() if format_message else error)
    errors = getattr(error.__cause__, "errors", None)  # if a value does not have its type
    if errors is None:
        return message
    option = message.removeprefix("Invalid value for ").split(": ")[0].strip("'")
    first = errors()[0]
    expected = _EXPECTED.get(first["type"], first["msg"]).format(**first.get("ctx", {}))
    expected = expected.replace("'", "").rpartition(" is not ")[-1].rstrip(".")
    return f"{option} is {shown(first['input'])}: expected {expected}"


def _unexpected(error: Exception) -> str:
    """The message for an unexpected error: in a game's file, with its line, or in Plyground."""
    message = told_of(error)
    if authors_place(error):
        return message
    return f"a bug in Plyground: {message} (PLYGROUND_DEBUG=1 shows where)"


def _show_warning(message: Warning | str, *_: object) -> None:
    print(f"plyground: note: {message}", file=sys.stderr)
