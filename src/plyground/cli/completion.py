"""`plyground completion`: Tab completion in your shell."""

import contextlib
import io
import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import typer

from plyground.cli.lazy import epilog
from plyground.core.errors import BadOption
from plyground.core.files import about, append, write_whole

PROGRAM: Final = "plyground"
VARIABLE: Final = "_PLYGROUND_COMPLETE"
"""The environment variable by which a shell asks for completions."""

# Bash splits words at `:` and `=`, which our names contain, and expects only the part after the
# last of them. So the whole line is passed on as it was typed. COMP_CWORD, the index of the word
# to complete, is -1 for the last word, or a large number for a new one.
_BASH: Final = """\
_plyground_completion() {
    local IFS=$'\\n' typed="${COMP_LINE:0:COMP_POINT}" current="${COMP_WORDS[COMP_CWORD]}"
    local word="${typed##* }" place=-1
    case "$typed" in *" ") place=9999 ;; esac
    case "$current" in [:=]) current="" ;; esac
    COMPREPLY=( $( COMP_WORDS="$typed" COMP_CWORD=$place _PLYGROUND_COMPLETE=complete_bash \\
        "$1" 2>/dev/null ) )
    COMPREPLY=( "${COMPREPLY[@]#"${word%"$current"}"}" )
    case "${COMPREPLY[*]}" in *=) compopt -o nospace 2>/dev/null ;; esac
}

complete -o default -F _plyground_completion plyground
"""

group = typer.Typer(help="Have your shell complete commands, options, games and players.")


class Shell(StrEnum):
    """The shells that are supported."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


class Place(NamedTuple):
    """Where a shell's script goes, and the line in its start-up file that loads it, if needed."""

    script: Path
    read_by: Path | None = None
    line: str = ""


Which = Annotated[
    Shell | None, typer.Argument(metavar="SHELL", help="bash, zsh or fish; default: your shell.")
]


@group.command(
    "install", epilog=epilog(["plyground completion install", "plyground completion install zsh"])
)
def install(shell: Which = None) -> None:
    """Install Tab completion of plyground for your shell."""
    shell = shell or own_shell()
    place = place_of(shell)
    with about(place.script, BadOption, "written"):
        place.script.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place.script, script_of(shell).encode())
    if place.read_by is not None:
        _add_line(place.read_by, place.line)
    print(f"{place.script} is written: Tab completes in every {shell} that is started from now on")


@group.command(
    "show", epilog=epilog(["plyground completion show bash", "plyground completion show fish"])
)
def show(shell: Which = None) -> None:
    """Show the script that install would write."""
    print(script_of(shell or own_shell()), end="")


def own_shell() -> Shell:
    """The user's shell, from the variable SHELL."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in [*Shell]:
        raise BadOption(f"your shell is {name or 'not known'}: expected bash, zsh or fish")
    return Shell(name)


def script_of(shell: Shell) -> str:
    """The script by which a shell asks this program for completions."""
    from typer.completion import get_completion_inspect_parameters, shell_complete

    if shell is Shell.BASH:
        return _BASH
    get_completion_inspect_parameters()  # registers the shells with typer
    program: Any = None  # the script does not depend on the commands
    with contextlib.redirect_stdout(io.StringIO()) as script:
        shell_complete(program, {}, PROGRAM, VARIABLE, f"source_{shell}")
    return script.getvalue()


def place_of(shell: Shell) -> Place:
    """Where a shell's script goes."""
    import platformdirs

    if shell is Shell.FISH:
        config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        return Place(config / "fish" / "completions" / f"{PROGRAM}.fish")
    script = platformdirs.user_data_path(PROGRAM) / f"completion.{shell}"
    if shell is Shell.BASH:
        return Place(script, Path.home() / ".bashrc", f"source '{script}'")
    ready = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }"
    home = Path(os.environ.get("ZDOTDIR") or Path.home())
    return Place(script, home / ".zshrc", f"{ready}; source '{script}'")


def _add_line(path: Path, line: str) -> None:
    """Append a line to a start-up file, unless it is already there."""
    with about(path, BadOption, "read"):
        text = path.read_text() if path.exists() else ""
    if line not in text.splitlines():
        before = "" if not text or text.endswith("\n") else "\n"
        append(path, f"{before}{line}\n".encode())
