"""`python -m benchmarks`: measure, show the tables and write them to the document."""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from benchmarks.measure import FULL, QUICK

if TYPE_CHECKING:
    from benchmarks.parts import Results

DIFFERENT_GAMES, CANNOT_RUN, INTERRUPTED = 1, 2, 130
FILE_WIDTH = 200
DESCRIPTION = "Measure Plyground in turns with its peers; write the tables to docs/benchmarks.md."


def main() -> int:
    try:
        import bitbully  # noqa: F401
        import easyAI  # noqa: F401
        import pyspiel  # noqa: F401
    except ImportError as error:
        return _complain(f"{error}: say make bench, which installs the peers")
    try:
        return _run(_parser().parse_args())
    except (OSError, subprocess.CalledProcessError) as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    from benchmarks.parts import PARTS, SPEED

    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=DESCRIPTION)
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        default=SPEED,
        type=_part,
        help=f"any of {', '.join(PARTS)}; without one, those that measure speed",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only test that all parts work: the numbers mean nothing, no document is written",
    )
    parser.add_argument(
        "--json", action="store_true", help="print a JSON object for each part, write no document"
    )
    parser.add_argument(
        "--sets",
        type=Path,
        metavar="FOLDER",
        help="solver: also use public sets of positions with scores from this folder",
    )
    parser.add_argument(
        "--table", type=_size, metavar="SIZE", default="1GB", help="empty: our table's size; 1GB"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        metavar="M",
        help="page: how long tabs watch, 1; learning: how long each network learns, 15",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="learning: keep the networks here; a network that is here is not learned again",
    )
    return parser


def _part(name: str) -> str:
    from benchmarks.parts import PARTS

    if name not in PARTS:
        raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(PARTS)}")
    return name


def _size(text: str) -> int:
    from plyground.core.errors import BadOption
    from plyground.core.sizes import parse_size

    try:
        return parse_size("table", text)
    except BadOption as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _run(options: argparse.Namespace) -> int:
    from benchmarks.parts import run_parts

    comparable = True
    effort = QUICK if options.quick else FULL
    effort = effort._replace(
        sets=options.sets, table_bytes=options.table, minutes=options.minutes, keep=options.keep
    )
    for results in run_parts(options.parts, effort):
        comparable &= results.comparable
        _report(results, options)
    return 0 if comparable else DIFFERENT_GAMES


def _report(results: "Results", options: argparse.Namespace) -> None:
    from benchmarks.report import print_tables, write_document

    if options.json:
        print(json.dumps(results.described()))
        return
    print_tables(results, Console(width=None if sys.stdout.isatty() else FILE_WIDTH))
    if not options.quick:
        write_document(results)


def _complain(message: str) -> int:
    print(f"benchmarks: {message}", file=sys.stderr)
    return CANNOT_RUN


if __name__ == "__main__":
    sys.exit(main())
