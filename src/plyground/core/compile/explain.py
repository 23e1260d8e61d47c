"""One sentence for a rule that cannot compile, in place of numba's pages."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit, types

from plyground.core.compile.authored import compilable
from plyground.core.compile.game_types import OWN_ERROR
from plyground.core.compile.numba_private import NumbaError, UnsupportedBytecodeError
from plyground.core.errors import BadRule
from plyground.core.evaluation import EVALUATION_RULES
from plyground.core.game import RULES

_PLACE = re.compile(r'(?:File "| at )(?P<file>[^"\n]+?)(?:", line | \()(?P<line>\d+)')
_FAILED = re.compile(r"Failed in nopython mode pipeline \(step: [^)]*\)")
_CALL = re.compile(r">>> (?P<call>.+)")
_OWN = re.compile(re.escape(OWN_ERROR) + "(?P<sentence>.+)")
_HINTS = (
    (r"'view' can only be called on", "a method or field called view: call it something else"),
    (r"use of yield in a closure", "a generator expression: write a loop, or a list in [...]"),
    (r"GET_YIELD_FROM_ITER", "yield from: write a loop that yields"),
    (r"re-entrant to the same function", "a function that calls itself"),
    (r"STORE_GLOBAL", "a rule cannot change a global name"),
    (r"use of a reflected \w+\(.*assigned to variable '(\w+)'", "the constant {0}: use a tuple"),
    (r"Untyped global name '(\w+)':.*<class '(?:dict|list|set)'>", "the constant {0}: use a tuple"),
    (r"Untyped global name '(\w+)'", "{0} is not known in compiled code"),
    (r"exception_match", "try and except: ask beforehand, by if"),
    (r"have imprecise type: list\(undefined\)", "an empty list: use yield, or begin with a member"),
    (r"Unknown attribute 'add' of type range_iter", "a set: write a list in [...]"),
    (r"unicode_type|Literal\[str\]", "a text in a rule: use numbers"),
)
"""What authors meet most, in their words rather than numba's."""
_DETAILS = re.compile(r"\n\s*(?:During: |There are \d|File \")")


def explain(error: Exception, authored: list[Any]) -> BadRule:
    """The error as the author of the game and its evaluation should read it.

    It tells file, line, and what was not possible.
    """
    game = authored[0].instance_class
    rule, cause = _first_failing(authored) or (vars(game)["play"], error)
    text = str(cause)
    return BadRule(f"{_place(text, rule)}: {_reason(text)}")


def _first_failing(authored: list[Any]) -> tuple[Callable[..., Any], Exception] | None:
    """The first rule that does not compile by itself: its error is the author's and no other."""
    game = authored[0]
    given = (game, game.position, types.int64)
    tried: list[tuple[Any, str, tuple[Any, ...]]] = [(game, name, given) for name in RULES]
    tried += [(typ, name, (typ, *given)) for typ in authored[1:] for name in EVALUATION_RULES]
    for owner, name, arguments in tried:
        rule = vars(owner.instance_class).get(name)
        if rule is None:
            continue
        wanted = len(inspect.signature(rule).parameters)
        try:
            njit(compilable(rule)).compile(arguments[:wanted])
        except (NumbaError, UnsupportedBytecodeError) as error:
            return _authored(owner.instance_class, rule), error
    return None


def _authored(cls: type, rule: Callable[..., Any]) -> Callable[..., Any]:
    """The rule, or what it leans on where the author left it out."""
    if rule.__module__ == cls.__module__:
        return rule
    leant_on: Callable[..., Any] = next(
        vars(cls)[name] for name in ("play", "features", "score") if name in vars(cls)
    )
    return leant_on


def _place(text: str, rule: Callable[..., Any]) -> str:
    """Where the author's own file is first named, which is innermost; else where the rule is."""
    file = rule.__code__.co_filename
    for match in _PLACE.finditer(text):
        if Path(match["file"]).resolve() == Path(file).resolve():
            return f"{file}, line {match['line']}"
    return f"{file}, line {rule.__code__.co_firstlineno}"


def _reason(text: str) -> str:
    """What numba says under its innermost heading, before its explanations.

    A call that has no implementation because the called function failed goes on to a heading of
    its own, so the last heading before the first explanation is the innermost.
    """
    head = text.split("During: ")[0]
    innermost = _FAILED.split(head)[-1]
    own = _OWN.search(text)
    if own:
        return own["sentence"]
    for pattern, hint in _HINTS:
        known = re.search(pattern, text)
        if known:
            return "cannot be compiled: " + hint.format(*known.groups())
    call = _CALL.search(innermost)
    if call:
        return f"{call['call'].strip()} is not possible in compiled code"
    sentence = " ".join(_DETAILS.split(innermost)[0].split())
    return f"cannot be compiled: {sentence.rstrip('.')}"
