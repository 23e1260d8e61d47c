"""`plyground completion`: Tab completes commands, options, games and players in your shell."""

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
"""What tells the program that a shell asks it for words."""

# Bash parts words at `:` and `=`, of which our names have many, and wants no more back than what
# comes after the last of them. So the line is read as it was typed; which of its words is to be
# completed is told as Python counts: the last one, or one after all.
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
    """The shells that can be taught."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


class Place(NamedTuple):
    """Where a shell's script goes, and the line by which a file that it reads names the script."""

    script: Path
    read_by: Path | None = None
    line: str = ""


Which = Annotated[
    Shell | None, typer.Argument(metavar="SHELL", help="bash, zsh or fish; else your own.")
]


@group.command(
    "install", epilog=epilog(["plyground completion install", "plyground completion install zsh"])
)
def install(shell: Which = None) -> None:
    """Teach your shell what Tab completes after plyground."""
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
    """Show what install would write."""
    print(script_of(shell or own_shell()), end="")


def own_shell() -> Shell:
    """The shell that a person has chosen."""
    name = Path(os.environ.get("SHELL", "")).name
    if name not in [*Shell]:
        raise BadOption(f"your shell is {name or 'not known'}: say which: bash, zsh or fish")
    return Shell(name)


def script_of(shell: Shell) -> str:
    """The script that makes a shell ask this program."""
    from typer.completion import get_completion_inspect_parameters, shell_complete

    if shell is Shell.BASH:
        return _BASH
    get_completion_inspect_parameters()  # makes the shells' ways of asking known
    program: Any = None  # the script does not depend on what there is to complete
    with contextlib.redirect_stdout(io.StringIO()) as script:
        shell_complete(program, {}, PROGRAM, VARIABLE, f"source_{shell}")
    return script.getvalue()


def place_of(shell: Shell) -> Place:
    """Where a shell looks for such scripts."""
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
    """Add a line to a file that a person wrote, if it is not there."""
    with about(path, BadOption, "read"):
        text = path.read_text() if path.exists() else ""
    if line not in text.splitlines():
        before = "" if not text or text.endswith("\n") else "\n"
        append(path, f"{before}{line}\n".encode())
