"""The two formats of a weights file: JSON, and XML as the Watch Your Back! document describes it.

{"game": "watch-your-back",           <EvaluationWeights ML-Type="none" Game="watch-your-back">
 "evaluation": "document",                  <Parameters>
 "weights": {"pieces": 1000.0}}           <Name>document</Name><NumWeights>1</NumWeights>
                                        </Parameters>
                                        <Weights><Weight Index="0">1000.0</Weight></Weights>
                                      </EvaluationWeights>
"""

import json
import re
import textwrap
from collections import Counter
from collections.abc import Callable
from reprlib import repr as shown
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

import defusedxml.ElementTree
import msgspec
from defusedxml import DefusedXmlException

from plyground.core.errors import BadWeights

ROOT: Final = "EvaluationWeights"
GAME_OF_THE_DOCUMENT: Final = "watch-your-back"
"""The game of an XML file that names none, as the document's files do."""
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a weights file that gives weights by name."""

    game: str
    evaluation: str
    weights: dict[str, Any]


class Numbered(NamedTuple):
    """The content of a weights file that gives weights in order."""

    game: str
    evaluation: str
    weights: list[float]


class Format(NamedTuple):
    """How files with one extension are read and written."""

    parse: Callable[[str], Named | Numbered]
    content: Callable[[Named], bytes]


# --- JSON --------------------------------------------------------------------------------------


def _parse_json(text: str) -> Named:
    try:
        content = msgspec.json.decode(text, type=Named)
        json.loads(text, object_pairs_hook=_without_repeats, parse_int=str, parse_float=str)
        return content
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadWeights(f"is not a weights file in JSON: {_one_line(error)}") from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> None:
    """Raise if a name is given twice: only the last would count."""
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise BadWeights(f"{shown(name)} is given {times} times")


def _json_of(content: Named) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n"


# --- XML ---------------------------------------------------------------------------------------


def _parse_xml(text: str) -> Numbered:
    root = _root(text)
    parameters = _only(root, "Parameters")
    count = _text(_only(parameters, "NumWeights"))
    weights = _in_order(_only(root, "Weights"))
    if count != str(len(weights)):
        raise BadWeights(f"NumWeights is {shown(count)}, but there are {len(weights)} weights")
    game = root.get("Game", GAME_OF_THE_DOCUMENT)
    return Numbered(game, _text(_only(parameters, "Name")), weights)


def _root(text: str) -> ElementTree.Element:
    try:
        root: ElementTree.Element = defusedxml.ElementTree.fromstring(text, forbid_dtd=True)
    except ElementTree.ParseError as error:
        raise BadWeights(f"is not XML: {_one_line(error)}") from None
    except DefusedXmlException:
        raise BadWeights("has a document type or entities: expected only elements") from None
    if root.tag != ROOT:
        raise BadWeights(f"the root is {shown(root.tag)}: expected {ROOT}")
    return root


def _only(parent: ElementTree.Element, tag: str) -> ElementTree.Element:
    found = parent.findall(tag)
    if len(found) != 1:
        raise BadWeights(f"{parent.tag} has {len(found)} elements named {tag}: expected one")
    return found[0]


def _text(element: ElementTree.Element) -> str:
    return (element.text or "").strip()


def _in_order(parent: ElementTree.Element) -> list[float]:
    """The weights in the order of their index, which must be 0, 1, 2 and so on."""
    found: dict[str, float] = {}
    for element in parent:
        index = element.get("Index", "")
        if element.tag != "Weight" or not index:
            raise BadWeights(f'Weights has {shown(element.tag)}: expected only Weight Index="..."')
        if index in found:
            raise BadWeights(f"has two weights with Index {shown(index)}")
        found[index] = _number(index, _text(element))
    for index in map(str, range(len(found))):
        if index not in found:
            raise BadWeights(f"has no weight with Index {index}: expected 0 to {len(found) - 1}")
    return [found[str(index)] for index in range(len(found))]


def _number(index: str, text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise BadWeights(
            f"the weight with Index {shown(index)} is {shown(text)}: expected a number"
        )
    return float(text)


def _xml_of(content: Named) -> bytes:
    root = ElementTree.Element(ROOT, {"ML-Type": "none", "Game": content.game})
    parameters = ElementTree.SubElement(root, "Parameters")
    ElementTree.SubElement(parameters, "Name").text = content.evaluation
    ElementTree.SubElement(parameters, "NumWeights").text = str(len(content.weights))
    weights = ElementTree.SubElement(root, "Weights")
    for index, value in enumerate(content.weights.values()):
        ElementTree.SubElement(weights, "Weight", Index=str(index)).text = repr(value)
    ElementTree.indent(root)
    xml: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return xml + b"\n"


def _one_line(error: BaseException) -> str:
    return textwrap.shorten(str(error), 160)


FORMATS: Final = {".json": Format(_parse_json, _json_of), ".xml": Format(_parse_xml, _xml_of)}
"""The format of a file, by the extension of its name."""
