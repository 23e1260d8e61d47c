"""`python -m benchmarks`: measure, show the tables and write them to the document."""

import argparse
import json
import subprocess
import sys

from rich.console import Console

DIFFERENT_GAMES, CANNOT_RUN, INTERRUPTED = 1, 2, 130
FILE_WIDTH = 160
DESCRIPTION = "Measure the speed of Plyground in turns with OpenSpiel; write docs/benchmarks.md."


def main() -> int:
    options = _parser().parse_args()
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return _complain("OpenSpiel is needed to compare with: say make bench, which installs it")
    try:
        return _run(options.json)
    except (OSError, subprocess.CalledProcessError) as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=DESCRIPTION)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, and write no document"
    )
    return parser


def _run(as_json: bool) -> int:
    from benchmarks.report import print_tables, write_document
    from benchmarks.results import described, run_all

    results = run_all()
    if as_json:
        print(json.dumps(described(results), indent=2))
    else:
        print_tables(results, Console(width=None if sys.stdout.isatty() else FILE_WIDTH))
        write_document(results)
    return 0 if results.comparable else DIFFERENT_GAMES


def _complain(message: str) -> int:
    print(f"benchmarks: {message}", file=sys.stderr)
    return CANNOT_RUN


if __name__ == "__main__":
    sys.exit(main())
