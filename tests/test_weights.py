"""Weights are read from a file as they were written, and a bad file gives a one-sentence error."""

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, strategies as st

from plyground import evaluation
from plyground.core.errors import BadOption, BadWeights, PlygroundError
from plyground.core.evaluation import MAX_WEIGHT
from plyground.evaluations.registry import make_evaluation
from plyground.evaluations.weights import MAX_BYTES, read_weights, write_weights
from tests.positions import game_of

GAME = "watch-your-back"
ENDINGS = ("json", "xml")


@evaluation("sample", game="none")
class Sample(NamedTuple):
    """Weights of both kinds, and a perspective."""

    whole: int = 1
    real: float = 0.5
    other: float = -2.0
    perspective: int = -1

    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        return (1, 2, 3)


KNOWN: dict[str, type] = {"sample": Sample}


def read(path: Path, game: str = GAME) -> Any:
    return read_weights(path, game_of(game), KNOWN)


def write(path: Path, sample: Any = None, **options: bool) -> Path:
    evaluation: Any = sample or Sample()
    write_weights(path, evaluation, game_of(GAME), **options)
    return path


WEIGHT = st.floats(-MAX_WEIGHT, MAX_WEIGHT)
WHOLE = st.integers(-MAX_WEIGHT, MAX_WEIGHT)
SAMPLE = st.builds(Sample, WHOLE, WEIGHT, WEIGHT, st.just(-1))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("weights")


@pytest.mark.parametrize("ending", ENDINGS)
@given(SAMPLE)
def test_weights_come_back_as_they_went_in(folder: Path, ending: str, sample: Sample) -> None:
    found = read(write(folder / f"a.{ending}", sample, replace=True))
    assert repr(found) == repr(sample)  # tells -0.0 from 0.0 and 1 from 1.0


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_view_is_no_weight(tmp_path: Path, ending: str) -> None:
    assert read(write(tmp_path / f"a.{ending}", Sample(whole=3, perspective=1))) == Sample(whole=3)


@pytest.mark.parametrize("ending", ENDINGS)
def test_zero_has_a_file_too(tmp_path: Path, ending: str) -> None:
    file, zero = tmp_path / f"zero.{ending}", make_evaluation(game_of(GAME), "zero")
    write_weights(file, zero, game_of(GAME))
    assert read_weights(file, game_of(GAME)) == zero


# --- the two forms -----------------------------------------------------------------------------

JSON = """{"game": "watch-your-back", "evaluation": "sample",
 "weights": {"whole": 7, "real": 2, "other": 1e3}}"""

XML = """<?xml version="1.0"?>
<EvaluationWeights ML-Type="TD-Leaf">
  <Parameters>
    <Name>sample</Name>
    <NumWeights>3</NumWeights>
  </Parameters>
  <!-- any order -->
  <Weights>
    <Weight Index="1">2</Weight>
    <Weight Index="0"> 7.0 </Weight>
    <Weight Index="2">+1e3</Weight>
  </Weights>
</EvaluationWeights>
"""


@pytest.mark.parametrize(("ending", "text"), [("json", JSON), ("xml", XML), ("XML", XML)])
def test_files_written_by_hand(tmp_path: Path, ending: str, text: str) -> None:
    file = tmp_path / f"mine.{ending}"
    for mark in (b"", b"\xef\xbb\xbf"):
        file.write_bytes(mark + text.encode())
        assert repr(read(file)) == "Sample(whole=7, real=2.0, other=1000.0, perspective=-1)"


def test_xml_without_a_game_is_for_the_documents_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.xml"
    file.write_text(XML)
    with pytest.raises(BadWeights, match="is for the game 'watch-your-back': expected conniption"):
        read(file, "conniption")
    file.write_text(XML.replace("ML-Type", 'Game="conniption" ML-Type'))
    assert read(file, "conniption").whole == 7


def test_the_xml_form_is_the_documents(tmp_path: Path) -> None:
    assert write(tmp_path / "a.xml").read_text() == (
        "<?xml version='1.0' encoding='utf-8'?>\n"
        '<EvaluationWeights ML-Type="none" Game="watch-your-back">\n'
        "  <Parameters>\n    <Name>sample</Name>\n    <NumWeights>3</NumWeights>\n  </Parameters>\n"
        '  <Weights>\n    <Weight Index="0">1</Weight>\n    <Weight Index="1">0.5</Weight>\n'
        '    <Weight Index="2">-2.0</Weight>\n  </Weights>\n</EvaluationWeights>\n'
    )


# --- what is wrong with a file -----------------------------------------------------------------

BOMB = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]>'
OUTSIDE = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'
HUGE = "9" * 400

WRONG_JSON = [
    (JSON, "", "is not a weights file in JSON: Input data was truncated"),
    ("{", "[" * 9000, "is not a weights file in JSON"),
    ("7", "[" * 9000, "is not a weights file in JSON"),
    ('"game"', '"gate"', "unknown field `gate`"),
    ('"game": "watch-your-back",', "", "missing required field `game`"),
    ("watch-your-back", "conniption", "is for the game 'conniption': expected watch-your-back"),
    ("sample", "simple", "there is no evaluation 'simple': did you mean sample?"),
    ("whole", "hole", "there is no weight 'hole': expected the 3 of sample (whole, real, other)"),
    ("whole", "perspective", "there is no weight 'perspective'"),
    ('"whole": 7,', "", "the weight whole is missing: expected the 3 of sample"),
    ("7", '"7"', "the weight whole is '7': expected a number"),
    ("7", "true", "the weight whole is True: expected a number"),
    ("7", "null", "the weight whole is None: expected a number"),
    ("7", "[7]", "the weight whole is [7]: expected a number"),
    ("7", "7.5", "the weight whole is 7.5: expected a whole number"),
    ("7", "NaN", "is not a weights file in JSON"),
    ("1e3", "1e999", "out of range"),
    ("{", '{"game": "nim", ', "'game' is given 2 times"),
    ('"whole"', '"whole": 1, "whole"', "'whole' is given 2 times"),
    ("1e3", HUGE, "9999: expected a number from -1,000,000,000 to 1,000,000,000"),
    ("1e3", "1000000001", "the weight other is 1000000001: expected a number from -1,000,000,000"),
    ("1e3", "-1.1e9", "the weight other is -1100000000.0: expected a number from"),
]

WRONG_XML = [
    (XML, "", "is not XML: no element found"),
    ("</Weights>", "", "is not XML: mismatched tag"),
    ("?>", f"?>{BOMB}", "has a document type or entities"),
    ("?>", f"?>{OUTSIDE}", "has a document type or entities"),
    ("sample", "&b;", "is not XML: undefined entity"),
    ("EvaluationWeights", "Weights", "the root is 'Weights': expected EvaluationWeights"),
    ("Parameters", "Settings", "EvaluationWeights has 0 elements named Parameters: expected one"),
    ("<Weights>", "<Weights></Weights><Weights>", "has 2 elements named Weights: expected one"),
    ("Name", "Nome", "Parameters has 0 elements named Name: expected one"),
    ("<NumWeights>3", "<NumWeights>4", "NumWeights is '4', but there are 3 weights"),
    ("<NumWeights>3", "<NumWeights>x", "NumWeights is 'x', but there are 3 weights"),
    ("sample", "simple", "there is no evaluation 'simple': did you mean sample?"),
    ("ML-Type", 'Game="conniption" ML-Type', "is for the game 'conniption'"),
    ('"1"', '"0"', "has two weights with Index '0'"),
    ('"1"', '"3"', "has no weight with Index 1: expected 0 to 2"),
    ('"1"', '"01"', "has no weight with Index 1"),
    ('Index="1"', "", "Weights has 'Weight': expected only Weight Index=\"...\""),
    ("<Weights>", "<Weights><Wait/>", "Weights has 'Wait'"),
    (">2<", "><", "the weight with Index '1' is '': expected a number"),
    (">2<", ">two<", "the weight with Index '1' is 'two': expected a number"),
    (">2<", ">nan<", "the weight with Index '1' is 'nan': expected a number"),
    (">2<", ">1_0<", "the weight with Index '1' is '1_0': expected a number"),
    (">2<", ">1e999<", "the weight real is inf: expected a number from"),
    (">2<", f">{HUGE}<", "the weight real is inf: expected a number from"),
    ("7.0", "7.5", "the weight whole is 7.5: expected a whole number"),
]


def refused(path: Path) -> str:
    """What is said of a file: one line that starts with its name."""
    with pytest.raises(BadWeights) as caught:
        read(path)
    said = str(caught.value)
    name = str(path) if str(path).isprintable() else repr(str(path))
    assert said.startswith(f"{name}: ") and "\n" not in said and len(said) < 500
    return said


@pytest.mark.parametrize(
    ("ending", "right", "wrong", "expected"),
    [("json", *case) for case in WRONG_JSON] + [("xml", *case) for case in WRONG_XML],
)
def test_a_bad_file_is_reported_in_one_sentence(
    tmp_path: Path, ending: str, right: str, wrong: str, expected: str
) -> None:
    text = {"json": JSON, "xml": XML}[ending]
    assert right in text
    file = tmp_path / f"bad.{ending}"
    file.write_text(text.replace(right, wrong, 1 if right in ("{", "<Weights>") else -1))
    assert expected in refused(file)


def test_a_wrong_count_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "bad.xml"
    fewer = XML.replace('<Weight Index="2">+1e3</Weight>', "")
    file.write_text(fewer.replace("<NumWeights>3", "<NumWeights>2"))
    assert "there are 2 weights: expected the 3 of sample (whole, real, other)" in refused(file)


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_no_file_of_text(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"bad.{ending}"
    assert "cannot be read: no such file" in refused(file)
    file.write_bytes(b"\xff\xfe")
    assert "is not text in UTF-8: byte 0 is wrong" in refused(file)
    file.write_bytes(b" " * (MAX_BYTES + 1))
    assert "is larger than 65536 bytes" in refused(file)
    file.unlink()
    file.mkdir()
    assert "is a directory" in refused(file)
    assert "null byte" in refused(Path(f"a\0b.{ending}"))
    device = tmp_path / f"device.{ending}"
    device.symlink_to(os.devnull)
    assert "not a plain file" in refused(device)


def test_a_name_without_a_known_ending(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"expected it to end in \.json or \.xml"):
        read(tmp_path / "a.txt")
    with pytest.raises(BadWeights, match=r"expected it to end in \.json or \.xml"):
        write(tmp_path / "a")


PIECES = st.one_of(st.binary(max_size=8), st.sampled_from([b"<", b'"', b"1e", b"{", b"&a;", b"<!"]))


@pytest.mark.parametrize(("ending", "text"), [("json", JSON), ("xml", XML)])
@given(st.data())
def test_any_bytes_are_read_or_refused(
    folder: Path, ending: str, text: str, data: st.DataObject
) -> None:
    """A file of any bytes, or a good one with a piece replaced or twice there."""
    content = text.encode()
    if data.draw(st.booleans()):
        start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(content))] * 2)))
        piece = data.draw(PIECES | st.just(content[start:end] * 2))
        content = content[:start] + piece + content[end:]
    else:
        content = data.draw(st.binary())
    file = folder / f"any.{ending}"
    file.write_bytes(content)
    try:
        assert isinstance(read(file), Sample)
    except PlygroundError as error:
        assert "\n" not in str(error)


# --- writing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
def test_nothing_is_overwritten_unasked(tmp_path: Path, ending: str) -> None:
    file = write(tmp_path / f"a.{ending}")
    with pytest.raises(BadOption, match="already exists"):
        write(file, Sample(whole=9))
    assert read(file) == Sample()
    assert read(write(file, Sample(whole=9), replace=True)) == Sample(whole=9)


def test_a_link_to_nothing_is_not_overwritten(tmp_path: Path) -> None:
    link = tmp_path / "a.json"
    link.symlink_to(tmp_path / "nothing")
    with pytest.raises(BadOption, match="already exists"):
        write(link)


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "a.json")

    def full(*paths: object, **folders: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadWeights, match=r"a\.json: cannot be written: no space left on device"):
        write(file, Sample(whole=9), replace=True)
    assert read(file) == Sample()
    assert os.listdir(tmp_path) == ["a.json"]


def test_what_cannot_be_counted_with_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"a.json: the weight real is nan"):
        write(tmp_path / "a.json", Sample(real=float("nan")))
    with pytest.raises(BadWeights, match="cannot be written: no such file"):
        write(tmp_path / "missing" / "a.json")
    assert os.listdir(tmp_path) == []


def test_numbers_of_other_libraries_are_written_as_plain_ones(tmp_path: Path) -> None:
    import numpy as np

    for ending in ENDINGS:
        sample = Sample(np.int64(4), np.float64(0.1), np.float32(0.5))  # type: ignore[arg-type]
        assert read(write(tmp_path / f"a.{ending}", sample)) == Sample(4, 0.1, 0.5)
