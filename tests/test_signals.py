"""Ctrl-C and SIGTERM end any command soon, whatever a rule does."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command import PROGRAM, ROOT

PROMPT_SECONDS = 30
"""A command that would run much longer must end within this time."""

ENDLESS = """
def endless(number):
    while (number + (1 << 62)) * 4 < 1000:
        number += 0
    return number
"""
"""Compiled it goes on for ever: there 2 to the 64th is 0."""
IN_THE_MAIN_THREAD = f"""
from plyground.cli.signals import listen
from plyground.core.compile import kernel
{ENDLESS}
listen()
compiled = kernel(endless)
compiled(1 << 40)
print("compiled", flush=True)
compiled(0)
"""
SIGNALS = {
    signal.SIGINT: (130, "plyground: interrupted"),
    signal.SIGTERM: (143, "plyground: terminated"),
}


def game_with(folder: Path, line: str, before: str = "") -> Path:
    """Nim, one of whose rules has one more line."""
    nim = folder / "nim.py"
    text = (ROOT / "examples" / "nim.py").read_text()
    head = "    def play(self, position, move):\n"
    assert head in text
    text = text.replace(head, f"{head}        {line}\n")
    nim.write_text(text.replace("\n\nclass Position", f"{before}\n\nclass Position"))
    return nim


def started(cache: Path, *args: str) -> "subprocess.Popen[str]":
    """A command with nothing compiled before."""
    return running([*PROGRAM, *args], cache)


def running(command: list[str], cache: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PLYGROUND_CACHE": str(cache)},
        cwd=ROOT,
    )


def ended(process: "subprocess.Popen[str]", number: signal.Signals) -> tuple[int, str]:
    """The exit code and the last line of a process that is sent a signal."""
    process.send_signal(number)
    _, output = process.communicate(timeout=PROMPT_SECONDS)
    return process.returncode, output.splitlines()[-1]


def wait_for(process: "subprocess.Popen[str]", used: float) -> None:
    """Wait until a process is at work: it has used `used` seconds of processor time."""
    while process.poll() is None and cpu_seconds(process) < used:
        time.sleep(0.02)


def cpu_seconds(process: "subprocess.Popen[str]") -> float:
    words = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


with_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@pytest.mark.compiles
@with_proc
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("used", [1.5, 3.0])
def test_a_signal_while_compiling_ends_the_command(
    tmp_path: Path, number: signal.Signals, used: float
) -> None:
    process = started(tmp_path, "analyse", "watch-your-back", "--time", "1000")
    wait_for(process, used)
    assert ended(process, number) == SIGNALS[number]


@pytest.mark.compiles
@with_proc
def test_a_rule_that_never_ends_can_be_interrupted(tmp_path: Path) -> None:
    nim = game_with(tmp_path, "endless(position.left)", ENDLESS)
    process = started(tmp_path / "cache", "perft", str(nim), "3")
    wait_for(process, 5)
    assert ended(process, signal.SIGINT) == SIGNALS[signal.SIGINT]


@pytest.mark.compiles
@with_proc
@pytest.mark.parametrize("number", SIGNALS)
def test_compiled_code_in_the_main_thread_can_be_interrupted(
    tmp_path: Path, number: signal.Signals
) -> None:
    process = running([sys.executable, "-c", IN_THE_MAIN_THREAD], tmp_path)
    assert process.stdout and process.stdout.readline() == "compiled\n"
    wait_for(process, cpu_seconds(process) + 0.5)
    assert ended(process, number) == SIGNALS[number]
