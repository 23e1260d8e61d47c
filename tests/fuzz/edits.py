"""Inputs that are nearly right: good ones with a few edits, which get further than noise."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

ODD = (
    *(
        "",
        " ",
        "\n",
        "\r",
        "\t",
        "\0",
        "\ufeff",
        "\u0661",
        "\u00df",
        "\u0130",
        "\U0001f600",
        "\ud800",
    ),
    *("0", "-1", "1e9", "nan", "inf", "1_000", "+5", "2147483648", "9223372036854775808", "9" * 40),
    *(",", ":", "=", "/", "..", "-", "'", '"', "[", "]", "{", "}", "<", ">", "&", "#", "%", "\\"),
)
"""Texts that have confused programs before."""


def edited(good: Sequence[str]) -> st.SearchStrategy[str]:
    """One of the good texts with up to four edits, or any text at all."""
    edits = st.lists(_edit, max_size=4)
    near = st.builds(_apply_all, st.sampled_from(good), edits)
    return st.one_of(near, near, near, st.text(max_size=40))


def edited_bytes(good: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """The same for binary files."""
    texts = [content.decode("latin-1") for content in good]
    edits = st.lists(_byte_edit, max_size=4)
    near = st.builds(_apply_all, st.sampled_from(texts), edits)
    return st.one_of(near.map(lambda text: text.encode("latin-1")), st.binary(max_size=100))


def _edit_with(pieces: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    place = st.floats(0, 1)
    return st.tuples(
        st.sampled_from(("insert", "replace", "delete", "repeat")), place, place, pieces
    )


_edit = _edit_with(st.one_of(st.sampled_from(ODD), st.characters(), st.integers().map(str)))
_byte_edit = _edit_with(st.binary(min_size=1, max_size=8).map(lambda part: part.decode("latin-1")))


def _apply_all(text: str, edits: list[tuple[str, float, float, str]]) -> str:
    for kind, one, other, piece in edits:
        first, last = sorted((round(one * len(text)), round(other * len(text))))
        last = min(last, first + 8)
        if kind == "repeat":
            text = text[:last] + text[first:last] * (len(piece) + 1) + text[last:]
        else:
            kept = first if kind == "insert" else last
            text = text[:first] + ("" if kind == "delete" else piece) + text[kept:]
    return text
