"""Plays our agents in Kaggle's own environment: `make test-kaggle`.

kaggle-environments wants other versions of packages than we do, so it is installed apart from us.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from plyground.adapters.kaggle import agent_file, standalone_file

BOARDS: tuple[dict[str, int], ...] = (
    {},
    {"columns": 8, "rows": 7, "inarow": 4, "actTimeout": 1},
    {"columns": 5, "rows": 4},
)


def episode(first: str, second: str, board: dict[str, int]) -> list[int]:
    """The rewards of an episode that ended by the rules."""
    from kaggle_environments import make

    environment = make("connectx", board)
    environment.run([first, second])
    statuses = [state.status for state in environment.state]
    assert statuses == ["DONE", "DONE"], (first, second, board, statuses)
    rewards: list[int] = [state.reward for state in environment.state]
    banks = [round(state.observation.remainingOverageTime, 1) for state in environment.state]
    names = f"{Path(first).stem} - {Path(second).stem} on {board or 'the usual board'}"
    print(f"{names}: {rewards}, {len(environment.steps) - 1} plies, left in the banks {banks}")
    return rewards


def main() -> None:
    """Each of our agents against Kaggle's, which it beats, and against the other."""
    with TemporaryDirectory() as folder:
        texts = {"installed": agent_file("connect-four", "best")}
        texts["standalone"] = standalone_file("connect-four")
        files = []
        for name, text in texts.items():
            files.append(str(Path(folder, f"{name}.py")))
            Path(files[-1]).write_text(text)
        for board in BOARDS:
            for ours in files:
                assert episode(ours, "random", board)[0] > -1
            episode(files[0], files[1], board)
        for ours in files:
            assert episode(ours, "negamax", {}) == [1, -1]
            assert episode("negamax", ours, {}) == [-1, 1]


if __name__ == "__main__":
    main()
