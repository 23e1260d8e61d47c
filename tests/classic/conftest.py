"""What the tests of the documented programs share."""

import io
from collections.abc import Callable

import pytest


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a program's command in this process and returns its output for typed input."""

    def said(command: Callable[..., None], typed: str, **options: object) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        command(**options)
        return capsys.readouterr().out

    return said
