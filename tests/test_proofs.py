"""Proofs hold if their claim is true, and a bad proof gives a one-sentence error."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from plyground import DRAW, LOSS, WIN
from plyground.core.errors import BadOption, BadProof, GameOver
from plyground.core.game import legal_moves
from plyground.proofs import file as files
from plyground.proofs.claim import MAX_PLIES, claim_text, parse_claim, tasks_of
from plyground.proofs.file import Proof, read_proof, save_proof
from plyground.proofs.verify import verify
from plyground.proofs.write import make_proof, write_proof
from plyground.search.limits import Limits
from plyground.search.solution import Solution, Verdict
from tests.command import ROOT, complaint, plyground, told
from tests.positions import NIM, game_of, label, random_line
from tests.proving import DOMINOES, MISERE, PATHS, Textbook, all_verdicts, ongoing

CONNIPTION = "conniption:width=3,height=3,connect=3,flips=1"


@cache
def textbook(name: str) -> Textbook:
    return Textbook(game_of(name))


def proof_of(name: str, position: Any, weak: bool = False, look: int = 1) -> Proof:
    game, solver = game_of(name), textbook(name)
    verdict = solver.solve(position, weak=weak).verdict
    assert verdict
    return make_proof(game, name, position, verdict, solver, look=look)


# --- what is true can be proven ----------------------------------------------------------------


@pytest.mark.parametrize("look", [0, 1, 2, 3])
@pytest.mark.parametrize("name", [PATHS, MISERE, DOMINOES, CONNIPTION, NIM], ids=label)
def test_every_verdict_has_a_proof_that_holds(name: str, look: int, tmp_path: Path) -> None:
    game, seen = game_of(name), set()
    positions = ongoing(game, all_verdicts(name))
    for number, position in enumerate(positions[:: len(positions) // 12 + 1]):
        for weak in (False, True):
            made = proof_of(name, position, weak, look)
            path = tmp_path / f"{number}{weak}.proof"
            save_proof(path, made)
            read = read_proof(path, name)
            assert read == made
            assert verify(read).flaw is None
            seen.add(made.verdict.outcome)
    assert {WIN, LOSS} <= seen


def test_looking_ahead_saves_moves() -> None:
    sizes = [proof_of(PATHS, game_of(PATHS).start(), look=look).size for look in range(4)]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > 3 * sizes[3] > 0


def test_steps_are_reported() -> None:
    game, made = game_of(PATHS), []
    checked: list[float] = []
    verdict = Verdict(DRAW)
    proof = make_proof(
        game, PATHS, game.start(), verdict, textbook(PATHS), lambda *step: made.append(step)
    )
    assert made[-1] == ("other holds", len([*proof.strategies.values()][1]))
    verify(proof, checked.append)
    assert checked == sorted(checked) and 0 < checked[0] < checked[-1] <= 1


# --- what is not true cannot -------------------------------------------------------------------

CLAIMS = [Verdict(WIN), Verdict(LOSS), Verdict(DRAW)] + [
    Verdict(outcome, plies) for outcome in (WIN, LOSS) for plies in range(1, 7)
]


@pytest.mark.parametrize("name", [PATHS, MISERE, CONNIPTION], ids=label)
def test_no_solver_makes_a_proof_of_what_is_not_true(name: str) -> None:
    game, solver, known = game_of(name), textbook(name), all_verdicts(name)
    positions = ongoing(game, known)
    for position in positions[:: len(positions) // 10 + 1]:
        for claim in CLAIMS:
            if claim not in (known[position], Verdict(known[position].outcome)):
                with pytest.raises(BadProof, match="solver"):
                    make_proof(game, name, position, claim, solver)


class Liar(Textbook):
    """Confirms any claim and moves at random."""

    def __init__(self, game: Any, verdict: Verdict | None) -> None:
        super().__init__(game)
        self.verdict = verdict

    def solve(self, position: Any, limits: Limits = Limits(), weak: bool = False) -> Solution:  # noqa: B008
        return Solution(self.verdict, legal_moves(self.game, position)[0], 0, 0.0)


@pytest.mark.parametrize("verdict", [*CLAIMS, None])
def test_a_solver_that_lies_is_found_out(verdict: Verdict | None) -> None:
    game = game_of(PATHS)
    claim = verdict or Verdict(WIN)
    with pytest.raises(BadProof, match=r"solver.*(mover|other) (wins|holds).*at '.*'"):
        make_proof(game, PATHS, game.start(), claim, Liar(game, verdict), look=1)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (Verdict(WIN, 9), Verdict(DRAW)),
        (Verdict(WIN, 5), Verdict(WIN, 6)),
        (Verdict(WIN), None),
        (Verdict(DRAW), Verdict(LOSS, 9)),
    ],
)
def test_a_solver_that_contradicts_itself_is_reported(claim: Verdict, said: Verdict | None) -> None:
    game = game_of(PATHS)
    shown = claim_text(said) if said else "nothing"
    where = f"{tasks_of(claim)[0]}: at '.../.../...' with {claim.plies or MAX_PLIES} plies left"
    with pytest.raises(BadProof) as error:
        make_proof(game, PATHS, game.start(), claim, Liar(game, said))
    assert str(error.value) == f"the solver contradicts itself: {where} it says {shown}"


def test_a_finished_game_has_no_proof() -> None:
    game = game_of(PATHS)
    with pytest.raises(GameOver, match="the game is over: there is nothing to prove"):
        make_proof(game, PATHS, random_line(game, 1)[-1], Verdict(DRAW), textbook(PATHS))


# --- tampering ---------------------------------------------------------------------------------


@cache
def pages() -> list[list[str]]:
    """The lines of several proofs, without the checksum."""
    found = []
    for name, position, look in (
        (PATHS, game_of(PATHS).start(), 3),
        (PATHS, game_of(PATHS).parse_position("X.O/.../..."), 1),
        (MISERE, ongoing(game_of(MISERE), all_verdicts(MISERE))[700], 1),
        (CONNIPTION, game_of(CONNIPTION).start(), 2),
        (DOMINOES, game_of(DOMINOES).start(), 1),
    ):
        found.append([*files.lines_of(proof_of(name, position, look=look))])
    return found


def signed(lines: list[str]) -> bytes:
    return files.sign("".join(f"{line}\n" for line in lines))


def flaw_of(content: bytes, folder: Path) -> str | None:
    """What is wrong with a file; None if it is a proof that holds."""
    path = folder / "a.proof"
    path.write_bytes(content)
    try:
        return verify(read_proof(path)).flaw
    except BadProof as error:
        return str(error)


def is_true(lines: list[str]) -> bool:
    """Whether the claim of a proof is true."""
    name, text, claim = (line.split(": ", 1)[1] for line in lines[1:4])
    known = all_verdicts(name)[game_of(name).parse_position(text)]
    return parse_claim(claim) in (known, Verdict(known.outcome))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("proofs")


@given(data=st.data())
def test_a_changed_file_is_refused(data: st.DataObject, folder: Path) -> None:
    content = bytearray(signed(data.draw(st.sampled_from(pages()))))
    place = data.draw(st.integers(0, len(content) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != content[place]))
    if data.draw(st.booleans()):
        content[place] = byte
    else:
        del content[place:]
    flaw = flaw_of(bytes(content), folder)
    assert flaw and "\n" not in flaw


@given(data=st.data())
def test_a_change_that_hides_itself_is_refused(data: st.DataObject, folder: Path) -> None:
    """With the right checksum, what still holds is at least true."""
    lines = [*data.draw(st.sampled_from(pages()))]
    number = data.draw(st.integers(1, len(lines) - 1))
    kind = data.draw(st.sampled_from(["drop", "claim", "word", "swap", "double"]))
    if kind == "drop":
        del lines[number]
    elif kind == "claim":
        lines[3] = f"claim: {claim_text(data.draw(st.sampled_from(CLAIMS)))}"
    elif kind == "word":
        lines[number] = f"{lines[number].rpartition(' ')[0]} {data.draw(st.integers(0, 9))}"
    elif kind == "swap":
        other = data.draw(st.integers(1, len(lines) - 1))
        lines[number], lines[other] = lines[other], lines[number]
    else:
        lines.insert(number, lines[number])
    flaw = flaw_of(signed(lines), folder)
    assert flaw is None or ("\n" not in flaw and len(flaw) < 600)
    if flaw is None:
        assert kind in ("word", "swap", "claim") and is_true(lines)


@pytest.mark.parametrize("number", range(5))
def test_every_line_is_needed(number: int, folder: Path) -> None:
    lines = pages()[number]
    counts = [place for place, line in enumerate(lines) if re.fullmatch(r"\w+ \w+.*: \d+", line)]
    for place in [place for place in range(6, len(lines)) if place not in counts][::9]:
        head = max(count for count in counts if count < place)
        name, size = lines[head].rsplit(": ", 1)
        fewer = [*lines[:head], f"{name}: {int(size) - 1}", *lines[head + 1 :]]
        del fewer[place]
        flaw = flaw_of(signed(fewer), folder)
        assert flaw and "there is no move" in flaw


def replaced(number: int, line: str) -> bytes:
    lines = [*pages()[0]]
    lines[number] = line
    return signed(lines)


def test_what_is_wrong_is_reported(folder: Path) -> None:
    whole = signed(pages()[0])
    game = game_of(PATHS)
    start = game.position_text(game.start())
    faults = {
        b"": "is not a proof",
        b"hello": "is not a proof",
        whole.replace(b"proof 1", b"proof 2", 1): "is a proof of version '2': expected 1",
        whole[:40]: "is cut short",
        whole[:-1]: "is cut short",
        whole + b"\n": "checksum",
        whole.replace(b"draw", b"loss", 1): "was changed",
        whole[:60] + b"\xff" + whole[61:]: "is not UTF-8 at byte 61",
        replaced(1, "game: zzz"): "its game cannot be made: there is no game 'zzz'",
        replaced(1, "game: paths:board=0x3"): "at least 1",
        replaced(1, "game: evil.py"): "the Python file 'evil.py', which would be run",
        replaced(1, "gam: x"): "line 2 is 'gam: x': expected `game: ...`",
        replaced(2, "position: zzz"): "line 3: 'zzz'",
        replaced(2, "position: XXX/OO./..."): "the game is over",
        replaced(3, "claim: win in 0"): "it claims 'win in 0'",
        replaced(3, f"claim: win in {MAX_PLIES + 1}"): "with N up to 1000",
        replaced(3, "claim: win"): "expected `mover wins: ...`",
        replaced(4, "look: 5"): "expected a number from 0 to 4",
        replaced(4, "look: ²"): "expected a number",
        replaced(5, "mover holds: 9999999"): "line ",
        replaced(6, "nowhere 1"): "line 7: 'nowhere'",
        replaced(6, f"{start} 10"): f"at {start!r}: '10'",
        replaced(6, pages()[0][7]): "is there twice",
        signed([*pages()[0], "more"]): "expected nothing after the last strategy",
    }
    for content, sentence in faults.items():
        flaw = flaw_of(content, folder)
        assert flaw and sentence in flaw, (sentence, flaw)
    with pytest.raises(BadProof, match=r"no\.proof: cannot be read: no such file"):
        read_proof("no.proof")
    with pytest.raises(BadProof, match="is a directory"):
        read_proof(folder)


def test_a_large_file_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 100)
    flaw = flaw_of(signed(pages()[0]), folder)
    assert flaw and "is larger than 100 bytes" in flaw


def test_claims_are_read_as_they_are_written() -> None:
    for verdict in CLAIMS:
        assert parse_claim(claim_text(verdict)) == verdict
    assert [str(task) for task in tasks_of(Verdict(WIN, 9))] == [
        "mover wins in 9",
        "other holds for 8",
    ]
    assert [str(task) for task in tasks_of(Verdict(LOSS, 1))] == ["other wins in 1"]


# --- files and the command ---------------------------------------------------------------------


def test_nothing_is_written_over(tmp_path: Path) -> None:
    path, game = tmp_path / "a.proof", game_of(PATHS)
    path.write_text("mine")
    with pytest.raises(BadOption, match="already exists"):
        write_proof(path, game, PATHS, game.start(), Verdict(DRAW), textbook(PATHS))
    assert path.read_text() == "mine"
    with pytest.raises(BadProof, match="cannot be written: no such file"):
        save_proof(tmp_path / "no" / "a.proof", proof_of(PATHS, game.start()))
    assert [*tmp_path.iterdir()] == [path]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path, game = tmp_path / "a.proof", game_of(PATHS)
    write_proof(path, game, PATHS, game.start(), Verdict(DRAW), textbook(PATHS))
    return path


def test_the_command_shows_that_a_proof_holds(good: Path) -> None:
    finished = plyground("verify", str(good))
    assert finished.returncode == 0, finished
    looked, size = verify(read_proof(good)).positions, read_proof(good).size
    output = f"{PATHS}, .../.../...: draw\nproven: {looked} positions checked\n"
    assert finished.stdout == output and looked > size > 0
    described = told(plyground("verify", str(good), "--json").stdout)
    assert described.pop("seconds") > 0
    assert described == {
        "kind": "verification",
        "version": 1,
        "file": str(good),
        "game": PATHS,
        "position": ".../.../...",
        "claim": {"outcome": "draw", "plies": None},
        "holds": True,
        "flaw": None,
        "moves": size,
        "positions": looked,
    }


def test_the_command_shows_why_a_proof_does_not_hold(good: Path) -> None:
    good.write_bytes(replaced(6, ".../.../... 10"))
    finished = plyground("verify", str(good))
    assert finished.returncode == 1 and finished.stderr == ""
    reason = "mover holds: at '.../.../...': '10' is not a legal move here"
    assert f"not proven: {reason}" in finished.stdout
    output = plyground("verify", str(good), "--json")
    assert output.returncode == 1
    assert told(output.stdout)["holds"] is False
    assert reason in told(output.stdout)["flaw"]


def test_the_command_refuses_what_is_no_proof(good: Path) -> None:
    good.write_bytes(good.read_bytes()[:-100])
    assert f"{good}: is cut short" in complaint(plyground("verify", str(good)))
    assert "no such file" in complaint(plyground("verify", "no.proof"))
    assert "Examples:" in plyground("verify", "--help").stdout


def test_a_games_file_is_run_only_where_it_is_named(tmp_path: Path) -> None:
    path, game = tmp_path / "nim.proof", game_of(NIM)
    write_proof(path, game, NIM, game.start(), Verdict(WIN, 11), textbook(NIM))
    assert "name the game with --game" in complaint(plyground("verify", str(path)))
    assert plyground("verify", str(path), "--game", NIM).returncode == 0


def test_checking_needs_no_compiler(good: Path) -> None:
    script = (
        "import sys; from plyground.proofs.file import read_proof\n"
        "from plyground.proofs.verify import verify\n"
        "assert verify(read_proof(sys.argv[1])).flaw is None\n"
        "assert not [name for name in sys.modules if 'numba' in name or '.search.pro' in name]"
    )
    subprocess.run([sys.executable, "-c", script, str(good)], check=True, cwd=ROOT)
