"""Where and with what a run was made."""

import datetime
import os
import platform
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path


@dataclass(frozen=True)
class Machine:
    """`load` is the number of processes that wanted a core in the last minute."""

    date: str
    processor: str
    cores: int
    load: float
    python: str
    plyground: str
    numba: str
    open_spiel: str
    easyai: str
    bitbully: str

    def __str__(self) -> str:
        return (
            f"{self.date}; {self.processor}, {self.cores} cores, "
            f"load {self.load:.1f} at the start; Python {self.python}, "
            f"Plyground {self.plyground}, numba {self.numba}, OpenSpiel {self.open_spiel}, "
            f"easyAI {self.easyai}, BitBully {self.bitbully}"
        )


def this_machine() -> Machine:
    return Machine(
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        processor=_processor(),
        cores=os.cpu_count() or 1,
        load=os.getloadavg()[0],
        python=platform.python_version(),
        plyground=version("plyground"),
        numba=version("numba"),
        open_spiel=version("open_spiel"),
        easyai=version("easyAI"),
        bitbully=version("bitbully"),
    )


def _processor() -> str:
    """The name of the processor model, which only Linux has in a file."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
